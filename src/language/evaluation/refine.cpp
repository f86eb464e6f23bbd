#include "shufflecert/refine.hpp"

#include <algorithm>

namespace shufflecert::inline v0_1 {

bool is_sufficient(const formula_value& v, long digits, bits precision) {
  if (const auto* t = std::get_if<truth>(&v)) return t->value.has_value();
  if (const auto* x = std::get_if<number>(&v)) {
    if (x->is_infinity(1) || x->is_infinity(-1)) return true;
    const ball enclosure = x->to_ball(precision);
    return enclosure.has_relative_radius(digits);
  }
  return true;
}

precision_range range_for_digits(long digits) {
  // log2(10) < 10/3 bits per digit; Ziv's strategy finds out what cancellation costs on top.
  const bits first = std::max<bits>(64, digits * 10 / 3 + 32);
  return {first, std::max<bits>(first * 32, 8192)};
}

refined_value refine(const expression& formula, const definitions& visible,
                     const variable_map& variables, long digits, precision_range range,
                     const refine_options& options) {
  refined_value best;
  const auto evaluate = [&](bits precision) {
    options.limits.check();
    evaluator at({visible, precision, options.limits, options.cache, options.method}, variables);
    formula_value result = at.evaluate(formula);
    best.methods.insert(at.methods().begin(), at.methods().end());
    best.result = std::move(result);
    best.precision = precision;
    best.reason.clear();
    best.sufficient = is_sufficient(best.result, digits, precision);
  };
  // Where so many bits are out of reach from the start: what fewer give is known all the same.
  const auto evaluate_with_fewer = [&] {
    const std::string reason = best.reason;
    constexpr bits fewest = 64;
    bits precision = range.first;
    while (precision > fewest && best.precision == 0) {
      precision = std::max(precision / 2, fewest);
      try {
        evaluate(precision);
      } catch (const precision_needed&) {
      } catch (const beyond_reach&) {
      }
    }
    if (!best.sufficient) best.reason = reason;
  };

  bits tried = range.first;
  for (bits precision = range.first; precision <= range.last; precision *= 2) {
    tried = precision;
    try {
      evaluate(precision);
      if (best.sufficient) return best;
    } catch (const precision_needed& error) {
      best.reason = error.what();
    } catch (const beyond_reach& error) {
      best.reason = error.what();
      if (best.precision == 0) evaluate_with_fewer();
      return best;
    }
  }
  best.reason = "not decided with " + std::to_string(tried) + " bits" +
                (best.reason.empty() ? "" : ": " + best.reason);
  return best;
}

}  // namespace shufflecert::inline v0_1
