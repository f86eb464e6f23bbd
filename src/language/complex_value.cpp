#include "language/complex_value.hpp"

namespace shufflecert {
namespace {

bool is_real(const acb_t z) {
  return arb_is_zero(acb_imagref(z)) != 0;
}

// Where a function with the branch cut (−inf, 0] stands on a ball.
enum class place { inside, negative, touching, on_cut };

place place_of(const acb_t z) {
  if (arb_is_positive(acb_realref(z)) != 0 || arb_contains_zero(acb_imagref(z)) == 0)
    return place::inside;
  if (!is_real(z)) return place::on_cut;
  return arb_is_negative(acb_realref(z)) != 0 ? place::negative : place::touching;
}

// z^w where the base is real and reaches 0: between 0 and the value at its upper end, as w > 0.
void power_from_zero(acb_t result, const acb_t z, const acb_t w, bits precision) {
  if (!is_real(w) || arb_is_positive(acb_realref(w)) == 0) {
    acb_indeterminate(result);
    return;
  }
  ball top(precision);
  arb_get_ubound_arf(arb_midref(top.raw()), acb_realref(z), precision);
  ball raised(precision);
  if (top.is_certainly_positive()) arb_pow(raised.raw(), top.raw(), acb_realref(w), precision);
  arb_union(acb_realref(result), ball(precision).raw(), raised.raw(), precision);
  arb_zero(acb_imagref(result));
}

bool whole_exponent(const step& exponent, integer& whole) {
  if (exponent.what != operation::constant) return false;
  const auto* q = exponent.value.as_rational();
  if (q == nullptr || !is_integer(*q)) return false;
  whole = numerator(*q);
  return true;
}

void raise_to_whole(acb_t result, const acb_t base, const integer& exponent, bits precision) {
  fmpz_t whole;
  fmpz_init(whole);
  fmpz_set_mpz(whole, exponent.backend().data());
  acb_pow_fmpz(result, base, whole, precision);
  fmpz_clear(whole);
}

std::optional<bool> decided(const arb_t a, relation op, const arb_t b) {
  if (arb_is_finite(a) == 0 || arb_is_finite(b) == 0) return std::nullopt;
  const bool below = arb_lt(a, b) != 0;
  const bool above = arb_gt(a, b) != 0;
  // Touching counts as undecided: the boundary between two pieces is there.
  if (!below && !above) return std::nullopt;
  switch (op) {
    case relation::less:
    case relation::less_equal:
      return below;
    case relation::greater:
    case relation::greater_equal:
      return above;
    case relation::equal:
      return false;
    case relation::not_equal:
      return true;
  }
  return std::nullopt;
}

}  // namespace

complex_function::complex_function(const one_variable_function& function, bits precision)
    : function_(function),
      values_(_acb_vec_init(static_cast<slong>(function.steps.size()))),
      undefined_(function.steps.size(), false) {
  for (std::size_t i = 0; i < function.steps.size(); ++i)
    if (function.steps[i].what == operation::constant)
      acb_set_arb(values_ + i, function.steps[i].value.to_ball(precision).raw());
}

complex_function::~complex_function() {
  _acb_vec_clear(values_, static_cast<slong>(function_.steps.size()));
}

void complex_function::evaluate(acb_t result, const acb_t z, bool holomorphic, bits precision) {
  for (std::size_t i = 0; i < function_.steps.size(); ++i) compute(i, z, holomorphic, precision);
  acb_set(result, values_ + function_.steps.size() - 1);
}

void complex_function::compute(std::size_t i, const acb_t z, bool holomorphic, bits precision) {
  const step& s = function_.steps[i];
  acb_ptr result = values_ + i;
  if (s.what == operation::constant) return;
  if (s.what == operation::argument) {
    acb_set(result, z);
    return;
  }
  const acb_srcptr a = values_ + s.of[0];
  const acb_srcptr b = values_ + s.of[1];
  const int analytic = holomorphic ? 1 : 0;
  const bool two = s.what == operation::add || s.what == operation::subtract ||
                   s.what == operation::multiply || s.what == operation::divide ||
                   s.what == operation::power || s.what == operation::min ||
                   s.what == operation::max || s.what == operation::choose;
  undefined_[i] = undefined_[s.of[0]] || (two && undefined_[s.of[1]]);
  switch (s.what) {
    case operation::argument:
    case operation::constant:
      break;
    case operation::undefined:
      undefined_[i] = true;
      acb_indeterminate(result);
      break;
    case operation::negate:
      acb_neg(result, a);
      break;
    case operation::add:
      acb_add(result, a, b, precision);
      break;
    case operation::subtract:
      acb_sub(result, a, b, precision);
      break;
    case operation::multiply:
      if (s.of[0] == s.of[1])
        acb_sqr(result, a, precision);
      else
        acb_mul(result, a, b, precision);
      break;
    case operation::divide:
      if (acb_is_zero(b) != 0) undefined_[i] = true;
      acb_div(result, a, b, precision);
      break;
    case operation::power: {
      integer whole;
      if (whole_exponent(function_.steps[s.of[1]], whole)) {
        if (whole < 0 && acb_is_zero(a) != 0) undefined_[i] = true;
        raise_to_whole(result, a, whole, precision);
        break;
      }
      const place at = place_of(a);
      if (at == place::negative) undefined_[i] = true;
      if (at == place::inside) {
        acb_pow(result, a, b, precision);
      } else if (at == place::touching && !holomorphic) {
        power_from_zero(result, a, b, precision);
      } else {
        acb_indeterminate(result);
      }
      break;
    }
    case operation::exp:
      acb_exp(result, a, precision);
      break;
    case operation::expm1:
      acb_expm1(result, a, precision);
      break;
    case operation::log:
    case operation::lgamma: {
      const place at = place_of(a);
      if (at == place::negative || acb_is_zero(a) != 0) undefined_[i] = true;
      // The real function lgamma is defined for positive arguments only.
      const bool inside =
          s.what == operation::log ? at == place::inside : arb_is_positive(acb_realref(a)) != 0;
      if (!inside)
        acb_indeterminate(result);
      else if (s.what == operation::log)
        acb_log(result, a, precision);
      else
        acb_lgamma(result, a, precision);
      break;
    }
    case operation::log1p: {
      acb_add_si(result, a, 1, precision);
      const place at = place_of(result);
      if (at == place::negative || acb_is_zero(result) != 0) undefined_[i] = true;
      if (at == place::inside)
        acb_log1p(result, a, precision);
      else
        acb_indeterminate(result);
      break;
    }
    case operation::sqrt: {
      const place at = place_of(a);
      if (at == place::negative) undefined_[i] = true;
      if (at == place::inside) {
        acb_sqrt(result, a, precision);
      } else if (at == place::touching && !holomorphic) {
        arb_nonnegative_part(acb_realref(result), acb_realref(a));
        arb_sqrtpos(acb_realref(result), acb_realref(result), precision);
        arb_zero(acb_imagref(result));
      } else {
        acb_indeterminate(result);
      }
      break;
    }
    case operation::abs:
      acb_real_abs(result, a, analytic, precision);
      break;
    case operation::tanh:
      acb_tanh(result, a, precision);
      break;
    case operation::gamma:
      acb_gamma(result, a, precision);
      break;
    case operation::normal_cdf: {
      ball root(precision);
      arb_sqrt_ui(root.raw(), 2, precision);
      acb_div_arb(result, a, root.raw(), precision);
      acb_neg(result, result);
      acb_hypgeom_erfc(result, result, precision);
      acb_mul_2exp_si(result, result, -1);
      break;
    }
    case operation::normal_quantile:
      acb_indeterminate(result);
      break;
    case operation::floor:
      acb_real_floor(result, a, analytic, precision);
      break;
    case operation::ceil:
      acb_real_ceil(result, a, analytic, precision);
      break;
    case operation::min:
      acb_real_min(result, a, b, analytic, precision);
      break;
    case operation::max:
      acb_real_max(result, a, b, analytic, precision);
      break;
    case operation::choose: {
      const auto held = acb_is_finite(a) != 0 && acb_is_finite(b) != 0
                            ? decided(acb_realref(a), s.op, acb_realref(b))
                            : std::nullopt;
      if (held) {
        const std::size_t taken = s.of[*held ? 2 : 3];
        undefined_[i] = undefined_[i] || undefined_[taken];
        acb_set(result, values_ + taken);
      } else if (holomorphic) {
        acb_indeterminate(result);
      } else {
        acb_union(result, values_ + s.of[2], values_ + s.of[3], precision);
      }
      break;
    }
  }
}

}  // namespace shufflecert
