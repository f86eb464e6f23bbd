#include "claims/facts/domain_regions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "claims/catalogue/axis.hpp"
#include "claims/catalogue/claim_variables.hpp"
#include "claims/catalogue/formula_matching.hpp"
#include "claims/catalogue/substitution.hpp"
#include "claims/points/domain_box.hpp"
#include "claims/proof/closed_bounds.hpp"
#include "claims/proof/guards.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

constexpr std::size_t most_regions = 256;

// What one variable is on a part of its values.
struct variable_part {
  std::optional<point_value> value;  ///< one value, or
  std::string range_name;            ///< a range of this name,
  open_range range;                  ///< with these values,
  expression_ptr formula;            ///< that the variable is computed from; null: it is it
};

variable_part single(const rational& value) {
  variable_part part;
  part.value = point_value_of(value);
  return part;
}

// The names of ranges that are no variables have spaces, which no name of a claim has: none
// clashes.
class variable_cutter {
 public:
  variable_cutter(const claim& subject, std::string name)
      : subject_(subject),
        name_(std::move(name)),
        distance_(std::string(distance_name_start) + name_) {}

  // e^−v, for all values between 0 and an end of at most 1; nothing for other ends.
  [[nodiscard]] std::vector<variable_part> exponential_parts(const domain_ends& ends) const {
    if (!ends.lower || ends.lower->value != 0 || ends.lower->is_closed || !ends.upper) return {};
    const rational& upper = ends.upper->value;
    if (upper <= 0 || upper > 1) return {};
    const std::string exponent = std::string(exponent_name_start) + name_;
    variable_part part{{},
                       exponent,
                       {0, {}, ends.upper->is_closed},
                       make_call("exp", {make_node(negation{make_variable(exponent)})})};
    if (upper < 1) {
      // A little further out than −log(upper), which a double is near to.
      const double least = -std::log(upper.convert_to<double>());
      constexpr double steps = 1 << 20;
      part.range.lower = rational(std::floor(least * steps * (1 - 1e-9)) - 1) / rational(steps);
      if (!std::isfinite(least) || part.range.lower <= 0) return {};
      part.range.has_lower = true;
    }
    return {part};
  }

  // All values between the ends.
  [[nodiscard]] std::vector<variable_part> parts(const domain_ends& ends) const {
    if (is_whole_variable(subject_, name_) && ends.lower) return whole_parts(ends);
    if (!ends.lower && !ends.upper) return {beyond(0, true), single(0), itself(0, {}, false)};
    if (!ends.lower) return with_end({beyond(ends.upper->value, true)}, *ends.upper);
    const rational& lower = ends.lower->value;
    std::optional<rational> half;
    if (ends.upper) half = rational((ends.upper->value - lower) / 2);
    if (half && *half <= 0) return {single(lower)};
    std::vector<variable_part> parts;
    std::optional<rational> middle;
    if (half) middle = rational(lower + *half);
    if (lower > 0 && ends.lower->is_closed) {
      parts.push_back(itself(lower, middle, true));
    } else {
      if (ends.lower->is_closed) parts.push_back(single(lower));
      parts.push_back(lower == 0 ? itself(0, middle, false) : beyond(lower, false, half));
    }
    if (!half) return parts;
    parts.push_back(beyond(ends.upper->value, true, half));
    return with_end(std::move(parts), *ends.upper);
  }

 private:
  // Whole numbers are covered by all real ones from the first of them on.
  [[nodiscard]] std::vector<variable_part> whole_parts(const domain_ends& ends) const {
    const rational first = -rational(floor(-ends.lower->value));
    std::optional<rational> last;
    if (ends.upper) last = rational(floor(ends.upper->value));
    if (last && *last < first) return {};
    if (last && *last == first) return {single(first)};
    if (first > 0) return {itself(first, last, true)};
    std::vector<variable_part> parts;
    const rational from_one = last ? std::min(rational(0), *last) : rational(0);
    for (rational one = first; one <= from_one; one += 1) {
      if (parts.size() >= most_regions) return {};
      parts.push_back(single(one));
    }
    if (!last || *last > 1) parts.push_back(itself(1, last, true));
    if (last && *last == 1) parts.push_back(single(1));
    return parts;
  }

  [[nodiscard]] variable_part itself(const rational& lower, const std::optional<rational>& upper,
                                     bool has_lower) const {
    return {{}, name_, {lower, upper, has_lower}, nullptr};
  }

  // end + v, or end − v, for all v > 0, or those up to `most`.
  [[nodiscard]] variable_part beyond(const rational& end, bool is_below,
                                     const std::optional<rational>& most = {}) const {
    const variable_map letters{{"end", point_value_of(end).formula},
                               {"v", make_variable(distance_)}};
    return {{},
            distance_,
            {0, most, false},
            with_formulas(parse_formula(is_below ? "end - v" : "end + v"), letters)};
  }

  static std::vector<variable_part> with_end(std::vector<variable_part> parts,
                                             const domain_end& end) {
    if (end.is_closed) parts.push_back(single(end.value));
    return parts;
  }

  const claim& subject_;
  std::string name_;
  std::string distance_;
};

// The values of the variables that the domain leaves to the list of check points, each once.
std::vector<check_point> listed_values(const claim& subject, const std::set<std::string>& listed) {
  std::vector<check_point> found;
  std::set<std::string> seen;
  for (std::size_t i = 0; i < point_count(subject); ++i) {
    check_point chosen;
    std::string key;
    const check_point whole = point_at(subject, i);
    for (const std::string& name : listed) {
      const point_value& value = whole.at(name);
      chosen[name] = value;
      key += value.text + ";";
    }
    if (seen.insert(key).second) found.push_back(std::move(chosen));
    if (found.size() > most_regions) return found;
  }
  return found;
}

void add_part(chosen_region& region, const std::string& name, const variable_part& part) {
  if (part.value) {
    region.fixed[name] = *part.value;
    return;
  }
  region.ranges[part.range_name] = part.range;
  if (part.formula) region.depending[name] = part.formula;
}

// The formula of the other variables that the domain sets as a lower end to one without an upper
// end: far out, where both grow, it says more than a number does.
expression_ptr moving_end(const claim_context& context, const std::string& name,
                          const domain_ends& ends, const std::vector<std::string>& bounded) {
  if (ends.upper) return nullptr;
  for (const expression_ptr& whole : context.subject.domain)
    for (const expression_ptr& condition :
         conjuncts(without_all_guards(written_out(context, whole)))) {
      const auto* sides = std::get_if<comparison>(&condition->node);
      if (sides == nullptr) continue;
      const bool falls = sides->op == relation::greater || sides->op == relation::greater_equal;
      const bool rises = sides->op == relation::less || sides->op == relation::less_equal;
      if (!falls && !rises) continue;
      const expression_ptr& larger = falls ? sides->left : sides->right;
      const expression_ptr& smaller = falls ? sides->right : sides->left;
      const auto* x = std::get_if<variable>(&larger->node);
      const auto open = free_variables(*smaller);
      const auto is_bounded = [&](const std::string& one) {
        return std::find(bounded.begin(), bounded.end(), one) != bounded.end();
      };
      if (x != nullptr && x->name == name && !open.empty() &&
          std::all_of(open.begin(), open.end(), is_bounded) &&
          std::find(open.begin(), open.end(), name) == open.end())
        return smaller;
    }
  return nullptr;
}

// x = end·s with s >= 1, where the end is positive.
void add_multiple(chosen_region& region, const std::string& name, const expression_ptr& end) {
  const std::string share = "multiple of the end of " + name;
  const expression_ptr here = with_formulas(end, region.depending);
  region.ranges[share] = {1, {}, true};
  region.required.push_back(make_comparison(here, relation::greater, make_number(0)));
  region.depending[name] =
      with_formulas(parse_formula("end*s"), {{"end", here}, {"s", make_variable(share)}});
}

// The variables in the argument of a logarithm.
std::set<std::string> under_logarithms(const claim_context& context) {
  std::set<std::string> found;
  if (!context.subject.formula) return found;
  static_cast<void>(rewritten(written_out(context, context.subject.formula),
                              [&](const expression& part) -> expression_ptr {
                                const auto* x = std::get_if<call>(&part.node);
                                if (x != nullptr && x->name == "log")
                                  for (const std::string& name : free_variables(part))
                                    found.insert(name);
                                return nullptr;
                              }));
  return found;
}

}  // namespace

domain_regions regions_of_domain(const claim_context& context, domain_cut how) {
  const claim& subject = context.subject;
  domain_regions result;
  std::vector<std::string> free;
  std::set<std::string> listed;
  for (const std::string& name : check_variables(subject)) {
    if (how.at_check_values && !is_in_domain(subject, name))
      listed.insert(name);
    else
      free.push_back(name);
  }
  if (how.at_check_values && listed.empty()) return {{}, "every variable is in the domain"};
  auto ends = ends_of_domain(context, free, {});
  // At most one variable, in terms of those that are not.
  std::string moving;
  expression_ptr end;
  for (const std::string& name : free) {
    if (end != nullptr || !how.from_moving_end) break;
    end = moving_end(context, name, ends[name], free);
    if (end != nullptr) moving = name;
  }
  if (how.from_moving_end && end == nullptr) return {{}, "no variable has a moving end"};
  for (const check_point& values : listed_values(subject, listed)) {
    result.regions.emplace_back();
    result.regions.back().fixed = values;
  }
  const std::set<std::string> in_logarithms =
      how.by_exponents ? under_logarithms(context) : std::set<std::string>{};
  bool has_exponent = false;
  for (const std::string& name : free) {
    if (name == moving) continue;
    const variable_cutter cutter(subject, name);
    auto parts = in_logarithms.contains(name) && !is_whole_variable(subject, name)
                     ? cutter.exponential_parts(ends[name])
                     : std::vector<variable_part>{};
    has_exponent = has_exponent || !parts.empty();
    if (parts.empty()) parts = cutter.parts(ends[name]);
    if (parts.empty()) return {{}, fmt::format("the values of '{}' are not covered", name)};
    if (result.regions.size() * parts.size() > most_regions)
      return {{}, "the domain takes too many regions"};
    std::vector<chosen_region> extended;
    extended.reserve(result.regions.size() * parts.size());
    for (const chosen_region& region : result.regions)
      for (const variable_part& part : parts) {
        extended.push_back(region);
        add_part(extended.back(), name, part);
      }
    result.regions = std::move(extended);
  }
  if (result.regions.size() > most_regions) return {{}, "the domain takes too many regions"};
  if (how.by_exponents && !has_exponent) return {{}, "no variable has an exponent"};
  if (end != nullptr)
    for (chosen_region& region : result.regions) add_multiple(region, moving, end);
  return result;
}

}  // namespace shufflecert::inline v0_1::claims
