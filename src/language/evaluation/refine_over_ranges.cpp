#include "shufflecert/refine_over_ranges.hpp"

#include "arithmetic/interval.hpp"
#include "language/evaluation/arguments.hpp"

namespace shufflecert::inline v0_1 {
namespace {

// How many precisions may fail to give a value or a decision before the ranges are held to be the
// cause.
constexpr int most_failures = 3;

number value_on(const variable_range& range, evaluator& at, bits precision) {
  number low = at.evaluate_number(*range.lower);
  const number high = at.evaluate_number(*range.upper);
  const auto is_infinite = [](const number& x) { return x.is_infinity(1) || x.is_infinity(-1); };
  if (is_infinite(low) || is_infinite(high))
    throw undefined_value("the ends of an interval must be finite");
  if (const truth order = compare(low, relation::greater, high, precision);
      order.value.value_or(false) && !order.tied)
    throw undefined_value("an interval is empty: its lower end is above its upper one");
  const truth same = compare(low, relation::equal, high, precision);
  if (same.value.value_or(false) && !same.tied) return low;
  return covering(low.to_ball(precision), high.to_ball(precision), precision);
}

// The width of a finite enclosure of a number; nothing else has one.
std::optional<ball> width_of(const formula_value& value, bits precision) {
  const auto* x = std::get_if<number>(&value);
  if (x == nullptr) return std::nullopt;
  const ball enclosure = x->to_ball(precision);
  if (!enclosure.is_finite()) return std::nullopt;
  ball width(64);
  arf_set_mag(arb_midref(width.raw()), arb_radref(enclosure.raw()));
  return width;
}

class range_refinement {
 public:
  range_refinement(const range_map& ranges, long digits) : ranges_(ranges), digits_(digits) {}

  refined_range run(const expression& formula, const definitions& visible,
                    const variable_map& variables, precision_range range, const budget& limits,
                    evaluation_method method) {
    refined_value& best = result_.known;
    for (bits precision = range.first; precision <= range.last; precision *= 2) {
      try {
        limits.check();
        evaluator at({visible, precision, limits, nullptr, method}, variables);
        for (const auto& [name, ends] : ranges_) at.bind(name, value_on(ends, at, precision));
        formula_value value = at.evaluate(formula);
        // Sides that agree to some digits at each point of an interval need be equal at none.
        if (auto* decided = std::get_if<truth>(&value); decided != nullptr && decided->tied)
          value = truth{};
        best.methods.insert(at.methods().begin(), at.methods().end());
        if (is_enough(value, precision)) return result_;
      } catch (const whole_number_needed& error) {
        best.reason = error.what();
        if (++failures_ >= most_failures)
          throw undefined_value(error.name() + " takes a whole number, not an interval; give it " +
                                "the values one by one");
      } catch (const precision_needed& error) {
        best.reason = error.what();
        ++failures_;
      } catch (const beyond_reach& error) {
        best.reason = error.what();
        return result_;
      }
      if (failures_ >= most_failures) break;
    }
    best.reason = std::string("not decided everywhere between the ends of the intervals") +
                  (best.reason.empty() ? "" : ": " + best.reason);
    return result_;
  }

 private:
  bool is_enough(formula_value value, bits precision) {
    refined_value& best = result_.known;
    best.reason.clear();
    const auto width = width_of(value, precision);
    const auto last_width = width_of(best.result, precision);
    best.sufficient = is_sufficient(value, digits_, precision);
    best.result = std::move(value);
    best.precision = precision;
    if (best.sufficient) return true;
    if (!width) {
      ++failures_;
      return false;
    }
    if (last_width && less(*width * 100, *last_width * 99) != true) {
      result_.is_as_narrow_as_the_ranges_allow = true;
      best.sufficient = true;
    }
    return best.sufficient;
  }

  const range_map& ranges_;
  long digits_;
  refined_range result_;
  int failures_ = 0;
};

}  // namespace

refined_range refine_over_ranges(const expression& formula, const definitions& visible,
                                 const variable_map& variables, const range_map& ranges,
                                 long digits, precision_range range, const budget& limits,
                                 evaluation_method method) {
  return range_refinement(ranges, digits).run(formula, visible, variables, range, limits, method);
}

}  // namespace shufflecert::inline v0_1
