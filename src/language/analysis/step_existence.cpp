#include "language/analysis/step_existence.hpp"

#include <algorithm>

namespace shufflecert::inline v0_1 {
namespace {

step_sign sign_of_constant(const number& x) {
  step_sign result;
  const auto* exact = x.as_rational();
  result.is_whole = exact != nullptr && is_integer(*exact);
  constexpr bits precision = 64;
  const auto known = sign(x, precision);
  result.is_nonnegative = known && *known >= 0;
  result.is_positive = known && *known > 0;
  return result;
}

bool is_even_constant(const step& s) {
  if (s.what != operation::constant) return false;
  const auto* exact = s.value.as_rational();
  return exact != nullptr && is_integer(*exact) && numerator(*exact) % 2 == 0;
}

step_sign sign_of_power(const step_sign& base, const step_sign& exponent, bool is_even) {
  step_sign result;
  result.is_whole = base.is_whole && exponent.is_whole && exponent.is_nonnegative;
  result.is_nonnegative = base.is_nonnegative || is_even;
  result.is_positive = base.is_positive;
  return result;
}

}  // namespace

step_sign sign_of_step(const one_variable_function& function, std::size_t i,
                       const std::vector<step_sign>& known) {
  const step& s = function.steps[i];
  const auto part = [&](std::size_t which) -> const step_sign& { return known[s.of[which]]; };
  step_sign result;
  switch (s.what) {
    case operation::constant:
      return sign_of_constant(s.value);
    case operation::negate:
      result.is_whole = part(0).is_whole;
      break;
    case operation::subtract:
      result.is_whole = part(0).is_whole && part(1).is_whole;
      break;
    case operation::add:
      result.is_whole = part(0).is_whole && part(1).is_whole;
      result.is_nonnegative = part(0).is_nonnegative && part(1).is_nonnegative;
      result.is_positive = result.is_nonnegative && (part(0).is_positive || part(1).is_positive);
      break;
    case operation::multiply:
      result.is_whole = part(0).is_whole && part(1).is_whole;
      result.is_nonnegative =
          s.of[0] == s.of[1] || (part(0).is_nonnegative && part(1).is_nonnegative);
      result.is_positive = part(0).is_positive && part(1).is_positive;
      break;
    case operation::divide:
      result.is_nonnegative = part(0).is_nonnegative && part(1).is_nonnegative;
      result.is_positive = part(0).is_positive && part(1).is_nonnegative;
      break;
    case operation::power:
      return sign_of_power(part(0), part(1), is_even_constant(function.steps[s.of[1]]));
    case operation::exp:
    case operation::normal_cdf:
      // A ball may touch 0 all the same; the value does not.
      result.is_nonnegative = true;
      result.is_positive = true;
      break;
    case operation::sqrt:
      result.is_nonnegative = true;
      result.is_positive = part(0).is_positive;
      break;
    case operation::abs:
      result = part(0);
      result.is_nonnegative = true;
      break;
    case operation::expm1:
    case operation::log1p:
    case operation::tanh:
      result.is_nonnegative = part(0).is_nonnegative;
      result.is_positive = part(0).is_positive;
      break;
    case operation::gamma:
      result.is_nonnegative = part(0).is_positive;
      result.is_positive = part(0).is_positive;
      break;
    case operation::floor:
      result.is_whole = true;
      result.is_nonnegative = part(0).is_nonnegative;
      break;
    case operation::ceil:
      result.is_whole = true;
      result.is_nonnegative = part(0).is_nonnegative;
      result.is_positive = part(0).is_positive;
      break;
    case operation::min:
    case operation::max: {
      const bool any = s.what == operation::max;
      const auto combined = [any](bool first, bool second) {
        return any ? first || second : first && second;
      };
      result.is_whole = part(0).is_whole && part(1).is_whole;
      result.is_nonnegative = combined(part(0).is_nonnegative, part(1).is_nonnegative);
      result.is_positive = combined(part(0).is_positive, part(1).is_positive);
      break;
    }
    case operation::choose:
      result.is_whole = part(2).is_whole && part(3).is_whole;
      result.is_nonnegative = part(2).is_nonnegative && part(3).is_nonnegative;
      result.is_positive = part(2).is_positive && part(3).is_positive;
      break;
    case operation::first_given_second:
      return part(0);
    case operation::argument:
    case operation::undefined:
    case operation::undetermined:
    case operation::log:
    case operation::lgamma:
    case operation::normal_quantile:
      break;
  }
  return result;
}

namespace {

template <class Compare>
bool compares(const arb_t x, std::int64_t k, Compare compare) {
  arb_t limit;
  arb_init(limit);
  arb_set_si(limit, k);
  const bool result = compare(x, limit) != 0;
  arb_clear(limit);
  return result;
}

}  // namespace

std::optional<bool> holds_by_order(bool is_less, bool is_greater, relation op) {
  if (!is_less && !is_greater) return std::nullopt;
  switch (op) {
    case relation::less:
    case relation::less_equal:
      return is_less;
    case relation::greater:
    case relation::greater_equal:
      return is_greater;
    case relation::equal:
      return false;
    case relation::not_equal:
      return true;
  }
  return std::nullopt;
}

std::optional<bool> is_above(const arb_t x, std::int64_t k) {
  if (arb_is_finite(x) == 0) return std::nullopt;
  if (compares(x, k, arb_gt)) return true;
  return compares(x, k, arb_le) ? std::optional(false) : std::nullopt;
}

std::optional<bool> is_at_least(const arb_t x, std::int64_t k) {
  if (arb_is_finite(x) == 0) return std::nullopt;
  if (compares(x, k, arb_ge)) return true;
  return compares(x, k, arb_lt) ? std::optional(false) : std::nullopt;
}

std::optional<bool> is_whole(const arb_t x) {
  if (arb_is_finite(x) == 0) return std::nullopt;
  if (arb_is_int(x) != 0) return true;
  return arb_contains_int(x) != 0 ? std::nullopt : std::optional(false);
}

void add_sign_of(const arb_t x, step_sign& sign) {
  if (arb_is_finite(x) == 0) return;
  sign.is_positive = sign.is_positive || arb_is_positive(x) != 0;
  sign.is_nonnegative = sign.is_nonnegative || sign.is_positive || arb_is_nonnegative(x) != 0;
}

}  // namespace shufflecert::inline v0_1
