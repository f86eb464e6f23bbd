#include "claims/proof/prove.hpp"

#include <algorithm>

#include "claims/catalogue/box.hpp"
#include "claims/catalogue/claim_variables.hpp"
#include "claims/points/domain_box.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

// Pieces of a domain that are checked; a union of regions needs few.
constexpr std::size_t most_pieces = 20'000;

bool contains(const interval& outer, const interval& inner) {
  return outer.lower <= inner.lower && inner.upper <= outer.upper;
}

std::optional<rational> exact(const point_value& value) {
  const number known = constant_value(value);
  return known.as_rational() == nullptr ? std::nullopt : std::optional(*known.as_rational());
}

bool lists_the_value(const std::vector<point_value>& values, const point_value& wanted) {
  return std::any_of(values.begin(), values.end(),
                     [&](const point_value& value) { return value.text == wanted.text; });
}

class coverage_finder {
 public:
  coverage_finder(const claim_context& context, const std::vector<proof_region>& regions)
      : context_(context), subject_(context.subject), regions_(regions) {}

  // Whether the regions contain all points at which the context's domain may hold.
  bool cover() {
    const auto whole = domain();
    if (!whole) return false;
    std::vector<box> covered;
    for (const proof_region& region : regions_) add_boxes(region, *whole, covered);
    return covers(*whole, covered);
  }

 private:
  // The box that the domain lies in, without the variables that take their check values only;
  // nothing where it is unbounded, or where a region leaves a check value out.
  std::optional<box> domain() {
    std::vector<std::string> bounded;
    for (const std::string& name : check_variables(subject_)) {
      if (is_in_domain(subject_, name))
        bounded.push_back(name);
      else if (!all_list(name))
        return std::nullopt;
    }
    auto ends = ends_of_domain(context_, bounded, {});
    box result;
    for (const std::string& name : bounded) {
      const auto& [lower, upper] = ends[name];
      if (!lower || !upper) return std::nullopt;
      interval range{lower->value, upper->value};
      if (is_whole_variable(subject_, name)) range = whole_numbers(name, range);
      if (range.lower > range.upper) return std::nullopt;
      result[name] = range;
    }
    return result;
  }

  [[nodiscard]] bool all_list(const std::string& name) const {
    const std::vector<point_value> wanted = listed_values_of(subject_, name);
    return std::all_of(regions_.begin(), regions_.end(), [&](const proof_region& region) {
      const auto found = region.find(name);
      return found != region.end() && !found->second.ends &&
             std::all_of(wanted.begin(), wanted.end(), [&](const point_value& value) {
               return lists_the_value(found->second.values, value);
             });
    });
  }

  // From the first whole number to the last one, without ends that the domain excludes.
  [[nodiscard]] interval whole_numbers(const std::string& name, const interval& range) const {
    interval whole{-rational(floor(-range.lower)), rational(floor(range.upper))};
    if (is_excluded(name, whole.lower)) whole.lower += 1;
    if (is_excluded(name, whole.upper)) whole.upper -= 1;
    return whole;
  }

  [[nodiscard]] bool is_excluded(const std::string& name, const rational& value) const {
    const check_point point{{name, point_value_of(value)}};
    for (const auto& whole : subject_.domain)
      for (const auto& condition : conjuncts(whole)) {
        const auto behind = variables_behind(subject_, *condition);
        if (behind.size() == 1 && behind.contains(name) &&
            decide_condition(context_, *condition, point) == false)
          return true;
      }
    return false;
  }

  // The end of a region's range. One that is not rational is known only where the domain ends
  // there, too: `outermost` is then beyond it, and nothing of the domain lies between.
  [[nodiscard]] std::optional<rational> end_of(const std::string& name, const point_value& end,
                                               const rational& outermost, bool is_lower) const {
    if (auto known = exact(end)) return known;
    const std::string text = to_text(*end.formula);
    for (const auto& whole : subject_.domain)
      for (const auto& condition : conjuncts(whole)) {
        const auto* sides = std::get_if<comparison>(&condition->node);
        if (sides == nullptr) continue;
        const bool rises = sides->op == relation::less_equal || sides->op == relation::less;
        const bool falls = sides->op == relation::greater_equal || sides->op == relation::greater;
        const auto& smaller = rises ? sides->left : sides->right;
        const auto& larger = rises ? sides->right : sides->left;
        if ((rises || falls) && to_text(is_lower ? *larger : *smaller) == name &&
            to_text(is_lower ? *smaller : *larger) == text)
          return outermost;
      }
    return std::nullopt;
  }

  // The region as boxes of the variables of `whole`, one for each choice of listed values.
  void add_boxes(const proof_region& region, const box& whole, std::vector<box>& boxes) const {
    std::vector<box> found{{}};
    for (const auto& [name, range] : whole) {
      const auto stated = region.find(name);
      if (stated == region.end()) return;
      std::vector<interval> ranges;
      if (stated->second.ends) {
        const auto& [from, to] = *stated->second.ends;
        const auto lower = end_of(name, from, range.lower, true);
        const auto upper = end_of(name, to, range.upper, false);
        if (lower && upper) ranges.push_back({*lower, *upper});
      } else {
        for (const point_value& value : stated->second.values)
          if (const auto known = exact(value)) ranges.push_back({*known, *known});
      }
      std::vector<box> extended;
      if (found.size() * ranges.size() > most_pieces) return;
      for (const box& one : found)
        for (const interval& chosen : ranges) {
          extended.push_back(one);
          extended.back()[name] = chosen;
        }
      found = std::move(extended);
    }
    boxes.insert(boxes.end(), found.begin(), found.end());
  }

  // Cuts the box along the ends of a region that meets it, until each piece lies in one region.
  bool covers(const box& wanted, const std::vector<box>& regions) {
    if (++pieces_ > most_pieces) return false;
    std::vector<box> meeting;
    for (const box& region : regions) {
      const auto every = [&](const auto& holds) {
        return std::all_of(wanted.begin(), wanted.end(), [&](const auto& entry) {
          return holds(entry.first, region.at(entry.first), entry.second);
        });
      };
      if (every([](const auto&, const interval& own, const interval& range) {
            return contains(own, range);
          }))
        return true;
      if (every([&](const std::string& name, const interval& own, const interval& range) {
            return meets(name, own, range);
          }))
        meeting.push_back(region);
    }
    if (meeting.empty()) return false;
    for (const auto& [name, range] : wanted) {
      const interval& own = meeting.front().at(name);
      const bool whole = is_whole_variable(subject_, name);
      if (range.lower < own.lower) {
        const rational cut = whole ? -rational(floor(-own.lower)) : own.lower;
        if (range.lower < cut && cut <= range.upper)
          return covers(with(wanted, name, {range.lower, whole ? rational(cut - 1) : cut}),
                        meeting) &&
                 covers(with(wanted, name, {cut, range.upper}), meeting);
      }
      if (own.upper < range.upper) {
        const rational cut = whole ? rational(floor(own.upper)) : own.upper;
        if (range.lower <= cut && cut < range.upper)
          return covers(with(wanted, name, {range.lower, cut}), meeting) &&
                 covers(with(wanted, name, {whole ? rational(cut + 1) : cut, range.upper}),
                        meeting);
      }
    }
    return false;
  }

  // Whether cutting the range along the ends of the other one leaves a smaller piece: ranges of
  // real numbers that only touch do not meet.
  [[nodiscard]] bool meets(const std::string& name, const interval& own,
                           const interval& range) const {
    if (range.lower == range.upper || is_whole_variable(subject_, name))
      return own.lower <= range.upper && range.lower <= own.upper;
    return own.lower < range.upper && range.lower < own.upper;
  }

  static box with(box wanted, const std::string& name, const interval& range) {
    wanted[name] = range;
    return wanted;
  }

  const claim_context& context_;
  const claim& subject_;
  const std::vector<proof_region>& regions_;
  std::size_t pieces_ = 0;
};

}  // namespace

std::vector<proof_region> completed_regions(const claim& subject) {
  std::vector<proof_region> regions = std::get<forall_claim>(subject.form).prove;
  for (proof_region& region : regions)
    for (const std::string& name : check_variables(subject))
      if (!region.contains(name)) region[name] = {listed_values_of(subject, name), {}};
  return regions;
}

proof_coverage coverage_of(const claim_context& context) {
  const claim& c = context.subject;
  const std::vector<proof_region> regions = completed_regions(c);
  if (coverage_finder(context, regions).cover()) return proof_coverage::domain;
  if (c.regime.empty()) return proof_coverage::part;
  claim of_regime = c;
  of_regime.domain.insert(of_regime.domain.end(), c.regime.begin(), c.regime.end());
  const claim_context inner{of_regime, context.visible, context.cache, context.options};
  return coverage_finder(inner, regions).cover() ? proof_coverage::regime : proof_coverage::part;
}

}  // namespace shufflecert::inline v0_1::claims
