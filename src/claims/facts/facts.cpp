#include "claims/facts/facts.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>

#include "claims/bounds/closed_forms.hpp"
#include "claims/catalogue/claim_variables.hpp"
#include "claims/catalogue/formula_matching.hpp"
#include "claims/catalogue/guards.hpp"
#include "claims/catalogue/substitution.hpp"
#include "claims/facts/shown_conditions.hpp"
#include "claims/proof/closed_bounds.hpp"
#include "claims/proof/terms.hpp"
#include "language/syntax/builtins.hpp"
#include "language/syntax/guard.hpp"
#include "shufflecert/identity.hpp"

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

domain_facts::domain_facts(const claim_context& context, domain_regions domain, bool is_in_case)
    : context_(context), domain_(std::move(domain)), is_in_case_(is_in_case), points_(context) {
  names_.integers = context.subject.integers;
  names_of_claim_ = names_of_claim(context.subject);
  for (const expression_ptr& whole : context.subject.domain)
    for (const expression_ptr& condition :
         conjuncts(without_all_guards(written_out(context, whole)))) {
      conditions_.push_back(condition);
      // 1/100 is a number like any other.
      if (const auto* sides = std::get_if<comparison>(&condition->node);
          sides != nullptr && !std::holds_alternative<literal>(sides->right->node))
        if (const auto end = number_in(sides->right); end && *end >= 0)
          conditions_.push_back(make_comparison(
              sides->left, sides->op,
              make_node(literal{*end, numerator(*end).str() + "/" + denominator(*end).str()})));
      // A condition that is left out leaves a larger domain.
      const bool is_endless = std::any_of(
          domain_.regions.begin(), domain_.regions.end(),
          [&](const chosen_region& region) { return adds_without_end(condition, region); });
      are_all_quick_ = are_all_quick_ && !integrates(*condition) && !is_endless;
      if (!integrates(*condition) && !is_endless) quick_conditions_.push_back(condition);
      stated_.insert(to_text(*condition));
    }
}

bool domain_facts::is_certain(const expression_ptr& left, relation op,
                              const expression_ptr& right) {
  return is_certain(make_comparison(left, op, right));
}

expression_ptr domain_facts::with_indices_apart(const expression_ptr& formula) const {
  return claims::with_indices_apart(formula, names_of_claim_);
}

bool domain_facts::is_certain(const expression_ptr& stated) {
  const expression_ptr condition = with_indices_apart(stated);
  const std::string text = to_text(*condition);
  if (stated_.contains(text)) return true;
  // What the domain states has a value there; algebra and signs say nothing of that.
  if (const auto* wanted = std::get_if<comparison>(&condition->node))
    if (is_stated(*wanted) || ((is_stated_by_algebra(*wanted) || follows_from_sign(*wanted)) &&
                               has_value(wanted->left) && has_value(wanted->right)))
      return true;
  auto seen = known_.find(text);
  if (seen == known_.end()) seen = known_.emplace(text, shown_by_boxes(condition)).first;
  if (!seen->second) return false;
  log_.add(box_step{condition, *seen->second});
  return true;
}

expression_ptr domain_facts::without_guards(const expression_ptr& formula) {
  return claims::without_guards(formula, [&](const expression_ptr& condition) {
    if (const expression_ptr whole = whole_part_of(*condition); whole && is_whole(*whole))
      return has_value(whole);
    return is_certain(condition);
  });
}

bool domain_facts::is_refuted(const expression_ptr& condition) const {
  return refuted_.contains(to_text(*with_indices_apart(condition)));
}

bool domain_facts::are_same_by_algebra(const expression& left, const expression& right) {
  const auto [known, is_new] = same_by_algebra_.try_emplace({to_text(left), to_text(right)}, false);
  if (is_new)
    known->second = is_identity(left, right, context_.visible.visible, {}, context_.options.limits);
  return known->second;
}

std::optional<std::size_t> domain_facts::shown_by_boxes(const expression_ptr& condition) {
  if (has_index(*condition)) {
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
  return shown_on(condition, domain_.regions, quick_conditions_, true);
}

// Whether a condition of the domain that is not among `considered` is about a variable of
// `condition`.
bool domain_facts::are_tied(const expression& condition,
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
std::vector<chosen_region> domain_facts::regions_for(
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
  for (const chosen_region& region : domain_.regions) {
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
std::optional<std::size_t> domain_facts::shown_on(const expression_ptr& condition,
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
    if (boxes_ > most_boxes) {
      open_ = fmt::format("'{}' was not examined: too many boxes had been used before",
                          to_text(*condition));
      return std::nullopt;
    }
    const region_outcome found =
        shown_by_region(context_, condition, region, conditions, usual_effort);
    boxes_ += found.boxes;
    boxes += found.boxes;
    if (found.holds) {
      ++shown_before;
      continue;
    }
    open_boxes_ = found.open;
    open_boxes_.settled = (static_cast<double>(shown_before) + open_boxes_.settled) /
                          static_cast<double>(regions.size());
    // Conditions that boxes are not held against may leave that point out.
    if (is_whole_domain && found.is_hopeless && are_all_quick_)
      refuted_.insert(to_text(*condition));
    if (!found.reason.empty()) open_ = found.reason;
    return std::nullopt;
  }
  return boxes;
}

// Whether the formula, or what it calls, says inf, or has a divergence in it.
bool domain_facts::may_be_infinite(const expression_ptr& formula) const {
  const expression_ptr whole = written_out(context_, formula);
  bool says_inf = false;
  static_cast<void>(rewritten(whole, [&](const expression& part) -> expression_ptr {
    const auto* name = std::get_if<variable>(&part.node);
    says_inf = says_inf || (name != nullptr && name->name == "inf");
    return nullptr;
  }));
  return says_inf || has_divergence(*whole);
}

bool domain_facts::has_value(const expression_ptr& stated) {
  const expression_ptr formula = with_indices_apart(stated);
  // Where an index has values, more may have one than elsewhere: sqrt(n - 1) for 1 <= j <= n.
  const std::string text = fmt::format("{} | {}", fmt::join(indices_, ", "), to_text(*formula));
  const std::size_t left_open_before = values_left_open_;
  auto seen = with_value_.find(text);
  if (seen == with_value_.end()) {
    bool known = has_value_by_form(formula);
    // Boxes that do not show that a part has a value do not show it of the whole either, but where
    // the part is one of two, of which the other is taken. What is infinite has a sign by its form
    // that it may lose in a finite whole, as exp(-inf) does.
    const bool is_part_open = values_left_open_ > left_open_before &&
                              (call_of(formula, "if") == nullptr || may_be_infinite(formula));
    if (!known && !is_part_open && !has_divergence(*formula))
      known = is_certain(make_call("abs", {formula}), relation::less, make_variable("inf"));
    seen = with_value_.emplace(text, known).first;
  }
  values_left_open_ = left_open_before + (seen->second || has_index(*formula) ? 0 : 1);
  return seen->second;
}

}  // namespace shufflecert::inline v0_1::claims
