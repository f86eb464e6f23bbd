#include "language/analysis/complex_value.hpp"

namespace shufflecert::inline v0_1 {
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

// A FLINT integer that frees itself.
struct whole_number {
  fmpz_t value;
  whole_number() { fmpz_init(value); }
  whole_number(const whole_number&) = delete;
  whole_number& operator=(const whole_number&) = delete;
  ~whole_number() { fmpz_clear(value); }
};

// The exponent where it is one and the same whole number on the whole ball.
bool whole_exponent(const step& exponent, const acb_t value, whole_number& whole) {
  if (exponent.what == operation::constant) {
    const auto* q = exponent.value.as_rational();
    if (q == nullptr || !is_integer(*q)) return false;
    fmpz_set_mpz(whole.value, numerator(*q).backend().data());
    return true;
  }
  return is_real(value) && arb_get_unique_fmpz(whole.value, acb_realref(value)) != 0 &&
         arb_is_exact(acb_realref(value)) != 0;
}

// All of z^k where z is real and k any of the whole numbers in a real ball.
void power_of_any_whole(acb_t result, const acb_t z, const acb_t exponent, bits precision) {
  constexpr int most_exponents = 8;
  whole_number first;
  whole_number last;
  acb_indeterminate(result);
  if (arb_is_finite(acb_realref(exponent)) == 0) return;
  arb_t end;
  arb_init(end);
  arb_get_lbound_arf(arb_midref(end), acb_realref(exponent), precision);
  arf_get_fmpz(first.value, arb_midref(end), ARF_RND_CEIL);
  arb_get_ubound_arf(arb_midref(end), acb_realref(exponent), precision);
  arf_get_fmpz(last.value, arb_midref(end), ARF_RND_FLOOR);
  arb_clear(end);
  fmpz_sub(last.value, last.value, first.value);
  if (fmpz_sgn(last.value) < 0 || fmpz_cmp_si(last.value, most_exponents) >= 0) return;
  acb_t power;
  acb_init(power);
  for (slong k = fmpz_get_si(last.value), i = 0; i <= k; ++i) {
    acb_pow_fmpz(power, z, first.value, precision);
    if (i == 0)
      acb_set(result, power);
    else
      acb_union(result, result, power, precision);
    fmpz_add_ui(first.value, first.value, 1);
  }
  acb_clear(power);
}

std::optional<bool> decided(const arb_t a, relation op, const arb_t b) {
  if (arb_is_finite(a) == 0 || arb_is_finite(b) == 0) return std::nullopt;
  return holds_by_order(arb_lt(a, b) != 0, arb_gt(a, b) != 0, op);
}

}  // namespace

class complex_function::facts : public facts_of_balls<facts> {
 public:
  facts(complex_function& at, std::size_t asking, bool holomorphic)
      : facts_of_balls(*this, at.signs_), at_(at), asking_(asking), holomorphic_(holomorphic) {}

  [[nodiscard]] arb_srcptr value(std::size_t i) const { return acb_realref(at_.values_ + i); }

  // Next to an edge of its domain the enclosure of an argument may reach over it.
  [[nodiscard]] std::optional<bool> is_at_least(std::size_t i, std::int64_t k) const {
    const auto known = facts_of_balls::is_at_least(i, k);
    if (known || k != 0 || holomorphic_ || !at_.is_real_) return known;
    ball piece(at_.precision_);
    arb_set(piece.raw(), acb_realref(at_.last_));
    const auto guard = at_.function_.steps[asking_].guarded_by;
    return at_.edges_.is_nonnegative(i, guard, piece) ? std::optional(true) : std::nullopt;
  }

  [[nodiscard]] std::optional<bool> holds(const step& s) const { return at_.is_true(s); }

 private:
  complex_function& at_;
  std::size_t asking_;
  bool holomorphic_;
};

complex_function::complex_function(const one_variable_function& function, const number& low,
                                   const number& high, bits precision)
    : function_(function),
      edges_(function, low, high, precision),
      precision_(precision),
      values_(_acb_vec_init(static_cast<slong>(function.steps.size()))),
      exists_(function.steps.size(), existence::open) {
  const auto above_zero = compare(low, relation::greater_equal, number(0), precision);
  const bool is_range_positive = above_zero.value == true && !above_zero.tied;
  own_signs_.reserve(function.steps.size());
  for (std::size_t i = 0; i < function.steps.size(); ++i) {
    own_signs_.push_back(sign_of_step(function, i, own_signs_));
    if (function.steps[i].what == operation::argument)
      own_signs_.back().is_nonnegative = is_range_positive;
    if (function.steps[i].what == operation::constant)
      acb_set_arb(values_ + i, function.steps[i].value.to_ball(precision).raw());
  }
  signs_ = own_signs_;
}

complex_function::~complex_function() {
  _acb_vec_clear(values_, static_cast<slong>(function_.steps.size()));
}

void complex_function::evaluate(acb_t result, const acb_t z, bool holomorphic, bits precision) {
  is_real_ = is_real(z);
  last_ = z;
  for (std::size_t i = 0; i < function_.steps.size(); ++i) {
    exists_[i] = existence_of_step(function_, i, exists_, facts(*this, i, holomorphic));
    if (exists_[i] == existence::everywhere)
      compute(i, z, holomorphic, precision);
    else
      acb_indeterminate(values_ + i);
    signs_[i] = own_signs_[i];
    add_sign_of(acb_realref(values_ + i), signs_[i]);
  }
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
  switch (s.what) {
    case operation::argument:
    case operation::constant:
      break;
    case operation::undefined:
    case operation::undetermined:
      acb_indeterminate(result);
      break;
    case operation::first_given_second:
      acb_set(result, a);
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
      acb_div(result, a, b, precision);
      break;
    case operation::power:
      compute_power(i, holomorphic, precision);
      break;
    case operation::exp:
      acb_exp(result, a, precision);
      break;
    case operation::expm1:
      acb_expm1(result, a, precision);
      break;
    case operation::log:
    case operation::lgamma: {
      const place at = place_of(a);
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
      if (at == place::inside)
        acb_log1p(result, a, precision);
      else
        acb_indeterminate(result);
      break;
    }
    case operation::sqrt: {
      const place at = place_of(a);
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
    case operation::choose:
      take_branch(i, holomorphic, precision);
      break;
  }
}

void complex_function::compute_power(std::size_t i, bool holomorphic, bits precision) {
  const step& s = function_.steps[i];
  acb_ptr result = values_ + i;
  const acb_srcptr a = values_ + s.of[0];
  const acb_srcptr b = values_ + s.of[1];
  whole_number whole;
  // A longer exponent would take a square for each of its bits.
  constexpr flint_bitcnt_t longest_exponent = 256;
  if (whole_exponent(function_.steps[s.of[1]], b, whole) &&
      fmpz_bits(whole.value) <= longest_exponent) {
    acb_pow_fmpz(result, a, whole.value, precision);
    return;
  }
  const place at = place_of(a);
  if (at == place::inside)
    acb_pow(result, a, b, precision);
  else if (!holomorphic && is_real_ && signs_[s.of[1]].is_whole)
    power_of_any_whole(result, a, b, precision);
  else if (at == place::touching && !holomorphic)
    power_from_zero(result, a, b, precision);
  else
    acb_indeterminate(result);
}

std::optional<bool> complex_function::is_true(const step& s) const {
  return decided(acb_realref(values_ + s.of[0]), s.op, acb_realref(values_ + s.of[1]));
}

void complex_function::take_branch(std::size_t i, bool holomorphic, bits precision) {
  const step& s = function_.steps[i];
  acb_ptr result = values_ + i;
  if (const auto held = is_true(s))
    acb_set(result, values_ + s.of[*held ? 2 : 3]);
  else if (holomorphic)
    acb_indeterminate(result);
  else
    acb_union(result, values_ + s.of[2], values_ + s.of[3], precision);
}

}  // namespace shufflecert::inline v0_1
