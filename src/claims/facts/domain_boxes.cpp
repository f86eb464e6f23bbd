#include "claims/facts/domain_boxes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "claims/catalogue/formula_matching.hpp"
#include "claims/facts/shown_conditions.hpp"
#include "claims/proof/closed_bounds.hpp"
#include "language/syntax/builtins.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

// Of each condition on each region: a claim has many.
constexpr region_effort usual_effort{450, 300, {600, 60, true}, true};
// Of all of them together.
constexpr std::size_t most_boxes = 20'000;

// Integrals and searches for extrema take long on each box, and are not known beyond points.
bool integrates(const expression& formula) {
  const auto called = called_functions(formula);
  return std::any_of(called.begin(), called.end(), [](const std::string& name) {
    return binds_a_name(name) && name != "sum" && name != "product";
  });
}

// Whether a sum, or a product, has as many terms as a variable says that has no end on the region:
// boxes say nothing of it there.
bool adds_without_end(const expression_ptr& formula, const chosen_region& region) {
  const auto is_confined = [&](const std::string& name) {
    const auto range = region.ranges.find(name);
    return region.fixed.contains(name) || (range != region.ranges.end() && range->second.upper);
  };
  bool found = false;
  static_cast<void>(rewritten(formula, [&](const expression& part) -> expression_ptr {
    const auto* x = std::get_if<call>(&part.node);
    if (x == nullptr || (x->name != "sum" && x->name != "product")) return nullptr;
    for (const std::size_t end : {1U, 2U}) {
      const auto open = free_variables(*x->arguments[end]);
      found = found || !std::all_of(open.begin(), open.end(), is_confined);
    }
    return nullptr;
  }));
  return found;
}

}  // namespace

domain_boxes::domain_boxes(const stated_domain& domain, domain_regions regions)
    : domain_(domain),
      context_(domain.context()),
      regions_(std::move(regions)),
      points_(domain.context()) {
  for (const expression_ptr& condition : domain.written()) {
    // A condition that is left out leaves a larger domain.
    const bool is_quick =
        !integrates(*condition) && std::none_of(regions_.regions.begin(), regions_.regions.end(),
                                                [&](const chosen_region& region) {
                                                  return adds_without_end(condition, region);
                                                });
    if (is_quick) quick_conditions_.push_back(condition);
    are_all_quick_ = are_all_quick_ && is_quick;
  }
}

std::optional<std::size_t> domain_boxes::shown(const expression_ptr& condition) {
  const std::string text = to_text(*condition);
  auto seen = answers_.find(text);
  if (seen == answers_.end()) seen = answers_.emplace(text, sought(condition)).first;
  return seen->second;
}

std::optional<std::size_t> domain_boxes::sought(const expression_ptr& condition) {
  if (domain_.has_index(*condition)) {
    open_ = fmt::format("'{}' is about the index of a sum, which boxes do not cover",
                        to_text(*condition));
    return std::nullopt;
  }
  if (const auto point = points_.against(*condition)) {
    refuted_.insert(to_text(*condition));
    // What boxes left open says more, where there is such a thing.
    if (open_boxes_.boxes == 0)
      open_ =
          fmt::format("'{}' fails at {}", to_text(*condition), point_in_words(texts_of(*point)));
    return std::nullopt;
  }
  // Boxes need not be cut along what the condition is not about. Leaving conditions out leaves a
  // larger domain: what is false there may hold here.
  std::vector<expression_ptr> conditions;
  const auto own = regions_for(*condition, conditions);
  if (!own.empty()) {
    const auto boxes = shown_on(condition, own, conditions, false);
    // Boxes in all variables can do more only by conditions that tie these variables to others.
    if (boxes || !are_tied(*condition, conditions)) return boxes;
  }
  return shown_on(condition, regions_.regions, quick_conditions_, true);
}

// Whether a condition of the domain that is not among `considered` is about a variable of
// `condition`.
bool domain_boxes::are_tied(const expression& condition,
                            const std::vector<expression_ptr>& considered) const {
  const auto used =
      free_variables(*written_out(context_, std::make_shared<const expression>(condition)));
  const std::set<std::string> names(used.begin(), used.end());
  return std::any_of(quick_conditions_.begin(), quick_conditions_.end(), [&](const auto& one) {
    if (std::find(considered.begin(), considered.end(), one) != considered.end()) return false;
    const auto about = free_variables(*one);
    return std::any_of(about.begin(), about.end(),
                       [&](const std::string& name) { return names.contains(name); });
  });
}

// The regions in the variables that a condition is about alone, with the conditions of the domain
// on these; none where that leaves nothing out.
std::vector<chosen_region> domain_boxes::regions_for(
    const expression& condition, std::vector<expression_ptr>& conditions) const {
  const auto open =
      free_variables(*written_out(context_, std::make_shared<const expression>(condition)));
  const std::set<std::string> names(open.begin(), open.end());
  const auto is_about = [](const expression& formula, const std::set<std::string>& known) {
    const auto used = free_variables(formula);
    return std::all_of(used.begin(), used.end(),
                       [&](const std::string& name) { return known.contains(name); });
  };
  std::copy_if(quick_conditions_.begin(), quick_conditions_.end(), std::back_inserter(conditions),
               [&](const expression_ptr& one) { return is_about(*one, names); });
  std::vector<chosen_region> found;
  std::set<std::string> seen;
  bool is_smaller = false;
  for (const chosen_region& region : regions_.regions) {
    chosen_region own;
    std::set<std::string> ranges;
    std::string key;
    for (const std::string& name : names) {
      const auto depending = region.depending.find(name);
      if (depending == region.depending.end()) {
        ranges.insert(name);
      } else {
        own.depending[name] = depending->second;
        key += name + "=" + to_text(*depending->second) + ";";
        for (const std::string& range : free_variables(*depending->second)) ranges.insert(range);
      }
      if (const auto fixed = region.fixed.find(name); fixed != region.fixed.end()) {
        own.fixed.insert(*fixed);
        key += name + "=" + fixed->second.text + ";";
      }
    }
    for (const auto& [name, range] : region.ranges) {
      if (!ranges.contains(name)) continue;
      own.ranges[name] = range;
      key += fmt::format("{} {} {} {};", name, to_text(range.lower), range.has_lower,
                         range.upper ? to_text(*range.upper) : "");
    }
    for (const std::string& share : region.shares)
      if (ranges.contains(share)) own.shares.insert(share);
    for (const expression_ptr& one : region.required)
      if (is_about(*one, ranges)) own.required.push_back(one);
    is_smaller = is_smaller || own.ranges.size() < region.ranges.size();
    if (seen.insert(key).second) found.push_back(std::move(own));
  }
  return is_smaller ? found : std::vector<chosen_region>{};
}

// On how many boxes the condition is shown; nothing where it stays open.
std::optional<std::size_t> domain_boxes::shown_on(const expression_ptr& condition,
                                                  const std::vector<chosen_region>& regions,
                                                  const std::vector<expression_ptr>& conditions,
                                                  bool is_whole_domain) {
  std::size_t boxes = 0;
  std::size_t shown_before = 0;
  open_boxes_ = {};
  for (const chosen_region& region : regions) {
    if (!region.ranges.empty() && integrates(*condition)) {
      open_ = fmt::format("'{}' has an integral or an extremum in it, which boxes do not decide",
                          to_text(*condition));
      return std::nullopt;
    }
    if (adds_without_end(condition, region)) {
      open_ = fmt::format("'{}' has a sum without end in it, which boxes do not decide",
                          to_text(*condition));
      return std::nullopt;
    }
    if (examined_ > most_boxes) {
      open_ = fmt::format("'{}' was not examined: too many boxes had been used before",
                          to_text(*condition));
      return std::nullopt;
    }
    const region_outcome found =
        shown_by_region(context_, condition, region, conditions, usual_effort);
    examined_ += found.boxes;
    boxes += found.boxes;
    if (found.holds) {
      ++shown_before;
      continue;
    }
    open_boxes_ = found.open;
    open_boxes_.settled = (static_cast<double>(shown_before) + open_boxes_.settled) /
                          static_cast<double>(regions.size());
    // Conditions that boxes are not compared with may leave that point out.
    if (is_whole_domain && found.is_hopeless && are_all_quick_)
      refuted_.insert(to_text(*condition));
    if (!found.reason.empty()) open_ = found.reason;
    return std::nullopt;
  }
  return boxes;
}

}  // namespace shufflecert::inline v0_1::claims
