#include <algorithm>
#include <stdexcept>

#include "arithmetic/bit_length.hpp"
#include "quantities/normal/divergences.hpp"
#include "quantities/normal/subsampled.hpp"
#include "quantities/outcomes/discrete_pairs.hpp"
#include "quantities/outcomes/exact_evaluation.hpp"
#include "quantities/pairs/method_choice.hpp"
#include "quantities/pairs/parameter_ranges.hpp"
#include "quantities/pairs/parameters.hpp"
#include "quantities/response/moments.hpp"
#include "shufflecert/errors.hpp"
#include "shufflecert/quantities.hpp"

namespace shufflecert {
namespace {

constexpr bits guard_bits = 16;
// Whole exponents up to this size are raised by multiplication.
constexpr std::int64_t largest_multiplied_exponent = 1 << 16;

// What an outcome without reference mass adds, by how the order compares with 1.
enum class order_kind { below_one, one, above_one };

order_kind kind_of_order(const number& a, bits precision) {
  const truth is_one = compare(a, relation::equal, 1, precision);
  if (is_one.value == true && !is_one.tied) return order_kind::one;
  const truth above = compare(a, relation::greater, 1, precision);
  if (is_one.value != false || !above.value)
    throw precision_needed("whether the order is 1 is not determined");
  return *above.value ? order_kind::above_one : order_kind::below_one;
}

// |x|^a for a > 0, also where x may be 0.
class absolute_power {
 public:
  absolute_power(const number& a, bits precision)
      : order_(a.to_ball(precision)), precision_(precision), end_(precision) {
    const auto whole = a.to_int64();
    if (whole && *whole <= largest_multiplied_exponent) whole_ = static_cast<ulong>(*whole);
  }

  void raise(ball& x) {
    arb_abs(x.raw(), x.raw());
    if (whole_ != 0) {
      arb_pow_ui(x.raw(), x.raw(), whole_, precision_);
    } else if (arb_is_positive(x.raw())) {
      arb_pow(x.raw(), x.raw(), order_.raw(), precision_);
    } else if (!arb_is_zero(x.raw())) {
      // Monotone: from 0 to the power of the upper end.
      end_ = upper_bound(x);
      arb_pow(end_.raw(), end_.raw(), order_.raw(), precision_);
      x = ball::hull(ball(precision_), upper_bound(end_));
    }
  }

 private:
  ball order_;
  bits precision_;
  ulong whole_ = 0;
  ball end_;
};

// Σ Q·|P/Q − 1|^a; outcomes with Q = 0 as the kind of the order says, which must not be above 1.
class chi_sum : public outcome_visitor {
 public:
  chi_sum(const number& a, order_kind kind, bits precision)
      : power_(a, precision),
        kind_(kind),
        precision_(precision),
        sum_(precision),
        term_(precision) {}

  void single(const arb_t p, const arb_t q) override {
    arb_sub(term_.raw(), p, q, precision_);
    if (kind_ == order_kind::one) {
      arb_abs(term_.raw(), term_.raw());
      arb_add(sum_.raw(), sum_.raw(), term_.raw(), precision_);
      return;
    }
    if (arb_is_zero(q)) return;
    arb_div(term_.raw(), term_.raw(), q, precision_);
    power_.raise(term_);
    arb_addmul(sum_.raw(), q, term_.raw(), precision_);
  }

  void mirrored(const arb_t p, const arb_t q) override {
    single(p, q);
    single(q, p);
  }

  [[nodiscard]] const ball& sum() const { return sum_; }

 private:
  absolute_power power_;
  order_kind kind_;
  bits precision_;
  ball sum_;
  ball term_;
};

// How much more than its mass an outcome that is left out may add: (L.10) to (L.12).
ball amplification(const distribution_pair& pair, const number& a, order_kind kind,
                   bits precision) {
  if (kind != order_kind::above_one) return ball::of(2, precision);
  const auto range = find_log_ratio_range(pair, precision);
  // Nothing is left out of tables, and other pairs with unbounded ratios have singular outcomes.
  if (!range) return ball(precision);
  const ball highest = abs(expm1(range->highest, precision).to_ball(precision));
  const ball lowest = abs(expm1(range->lowest, precision).to_ball(precision));
  ball most = upper_bound(max(highest, lowest));
  absolute_power(a, precision).raise(most);
  return upper_bound(most);
}

quantity enclosed_chi_moment(const distribution_pair& pair, const number& a, order_kind kind,
                             bits precision, const budget& limits) {
  const ball factor = amplification(pair, a, kind, precision);
  chi_sum visitor(a, kind, precision + guard_bits);
  const double threshold = -static_cast<double>(precision) - 8 - std::max(0.0, log2_near(factor));
  const ball left_out = visit_outcomes(pair, {precision, threshold, limits}, visitor);
  const ball most = upper_bound(left_out * factor);
  if (factor.is_exact_zero() && !left_out.is_exact_zero())
    throw std::logic_error("outcomes were left out where the likelihood ratio is not bounded");
  ball sum = visitor.sum() + most / 2;
  const ball half = most / 2;
  arb_add_error(sum.raw(), half.raw());
  return {known(nonnegative_part(sum), "the moment"), evaluation_method::direct_summation};
}

// Σ |p − q|^a r^(1−a) for whole a >= 1, exactly; r > 0 unless a = 1 or p = q.
std::optional<rational> exact_term_of(const number& p, const number& q, const number& r,
                                      std::int64_t a) {
  const rational difference = abs(rational(*p.as_rational() - *q.as_rational()));
  if (difference == 0 || a == 1) return difference;
  const auto raised = exact_power(rational(difference / *r.as_rational()), a - 1);
  if (!raised) return std::nullopt;
  return rational(difference * *raised);
}

// E_Q (P/Q − 1)^a for even a: Σ_j C(a, j)(−1)^(a−j) E_Q (P/Q)^j. See (L.13).
quantity normal_chi_moment(const normal_pair& pair, bool swapped, const number& a, bits precision,
                           const budget& limits) {
  const auto whole = a.to_int64();
  if (whole == 1) {
    const number distance = normal_hockey_stick(pair, swapped, 0, precision);
    return {multiply(2, distance, precision), evaluation_method::closed_form};
  }
  constexpr std::int64_t largest_order = 10'000;
  if (!whole || *whole % 2 != 0 || *whole > largest_order)
    throw beyond_reach(
        "for normal pairs chi_moment is computed for order 1 and even orders to 10^4");
  // The terms alternate and cancel.
  const bits wide = precision + *whole + 32;
  number last = normal_renyi(pair, swapped, *whole, wide);
  if (last.is_infinity(1)) return {last, evaluation_method::closed_form};
  number sum = 0;
  for (std::int64_t j = 2; j <= *whole; ++j) {
    limits.check();
    // Σ_j C(a, j)(−1)^(a−j) = 0, so 1 may be taken from every moment: those of j = 0, 1 are 1.
    const number excess = expm1(multiply(j - 1, normal_renyi(pair, swapped, j, wide), wide), wide);
    const number term = multiply(binomial(*whole, j, wide), excess, wide);
    sum = j % 2 == 0 ? add(sum, term, wide) : subtract(sum, term, wide);
  }
  return {sum, evaluation_method::closed_form};
}

}  // namespace

namespace {

// For the parameters as they are; ranges of them: docs/methods/ranges.md.
quantity chi_moment_at(const distribution_pair& pair, const number& a, bits precision,
                       const budget& limits, evaluation_method method) {
  if (const auto* normal = std::get_if<normal_pair>(&pair.kind)) {
    require_method(method, evaluation_method::closed_form, "chi_moment");
    return normal_chi_moment(*normal, pair.swapped, a, precision, limits);
  }
  if (certainly_identical(pair)) return {0, evaluation_method::closed_form};
  if (const auto* sampled = std::get_if<subsampled_pair>(&pair.kind); sampled && !pair.swapped) {
    // P' − Q = γ(P − Q): (L.14).
    quantity of = chi_moment(*sampled->of, a, precision, limits, method);
    of.value = multiply(power(sampled->gamma, a, precision), of.value, precision);
    return of;
  }
  if (as_subsampled_normal(pair, precision))
    throw beyond_reach("for swapped subsampled normal pairs chi_moment is not computed");
  const order_kind kind = kind_of_order(a, precision);
  if (kind == order_kind::above_one) {
    const auto singular = has_singular_outcomes(pair, precision);
    if (!singular) throw precision_needed("whether an outcome is possible is not determined");
    if (*singular) return {ball::infinity(precision), evaluation_method::closed_form};
  }
  const auto enclose = [&] {
    if (const auto response = as_response(pair))
      if (const auto found = response_chi_moment(*response, a, precision, limits, method))
        return *found;
    require_method(method, evaluation_method::direct_summation, "chi_moment");
    return enclosed_chi_moment(pair, a, kind, precision, limits);
  };
  const auto whole = a.to_int64();
  if (!whole) return enclose();
  return evaluate_discrete(
      pair, precision, method,
      [&](const std::vector<outcome_row>& rows) -> std::optional<number> {
        const auto sum = exact_sum(
            rows,
            [&](const outcome_row& row) { return exact_term_of(row.p, row.q, row.q, *whole); },
            limits);
        if (!sum) return std::nullopt;
        return number(*sum);
      },
      enclose);
}

}  // namespace

quantity chi_moment(const distribution_pair& pair, const number& a, bits precision,
                    const budget& limits, evaluation_method method) {
  limits.check();
  check_parameters(pair, precision);
  check_order(a, "a", precision);
  require_finite(a, "the order a");
  return chi_moment_over_ranges(pair, a, precision,
                                [&](const distribution_pair& p, const number& x) {
                                  return chi_moment_at(p, x, precision, limits, method);
                                });
}

namespace {

// One outcome of three laws.
struct ternary_row {
  number p = 0;
  number q = 0;
  number r = 0;
};

std::vector<ternary_row> joined(const law_table& p, const law_table& q, const law_table& r) {
  if (p.dimension != q.dimension || p.dimension != r.dimension)
    throw undefined_value("the three laws must have outcomes of the same length");
  std::vector<ternary_row> rows;
  rows.reserve(std::max({p.entries.size(), q.entries.size(), r.entries.size()}));
  auto a = p.entries.begin();
  auto b = q.entries.begin();
  auto c = r.entries.begin();
  for (;;) {
    const std::vector<std::int64_t>* least = nullptr;
    const auto consider = [&](const auto& entry, const law_table& law) {
      if (entry != law.entries.end() && (least == nullptr || entry->outcome < *least))
        least = &entry->outcome;
    };
    consider(a, p);
    consider(b, q);
    consider(c, r);
    if (least == nullptr) return rows;
    const std::vector<std::int64_t>& outcome = *least;
    ternary_row row;
    const auto take = [&](auto& entry, const law_table& law, number& mass) {
      if (entry == law.entries.end() || entry->outcome != outcome) return;
      mass = entry->probability;
      ++entry;
    };
    take(a, p, row.p);
    take(b, q, row.q);
    take(c, r, row.r);
    rows.push_back(std::move(row));
  }
}

// E_R|(P − Q)/R|^a in exact numbers, as long as they stay small.
std::optional<rational> exact_ternary(const std::vector<ternary_row>& rows, std::int64_t a) {
  if (rows.size() > most_exact_rows) return std::nullopt;
  rational sum = 0;
  for (const ternary_row& row : rows) {
    if (row.p.as_rational() == nullptr || row.q.as_rational() == nullptr ||
        row.r.as_rational() == nullptr)
      return std::nullopt;
    const auto term = exact_term_of(row.p, row.q, row.r, a);
    if (!term) return std::nullopt;
    sum += *term;
    if (bit_size(sum) > largest_exact_sum) return std::nullopt;
  }
  return sum;
}

// Whether some outcome has R = 0 and P ≠ Q.
bool has_ternary_singularity(const std::vector<ternary_row>& rows, bits precision) {
  for (const ternary_row& row : rows) {
    if (!row.r.is_zero()) continue;
    const truth equal_masses = compare(row.p, relation::equal, row.q, precision);
    if (!equal_masses.value || equal_masses.tied)
      throw precision_needed("whether P and Q agree where R is 0 is not determined");
    if (!*equal_masses.value) return true;
  }
  return false;
}

}  // namespace

quantity ternary_moment(const law_ptr& p, const law_ptr& q, const law_ptr& r, const number& a,
                        bits precision, const budget& limits, evaluation_method method) {
  check_order(a, "a", precision);
  require_finite(a, "the order a");
  const order_kind kind = kind_of_order(a, precision);
  const std::vector<ternary_row> rows = joined(*p, *q, *r);
  if (kind == order_kind::above_one && has_ternary_singularity(rows, precision))
    return {ball::infinity(precision), evaluation_method::closed_form};
  const bool is_forced = method == evaluation_method::exact_rationals;
  const bool may_be_exact =
      is_forced || (method == evaluation_method::automatic && precision >= least_exact_precision);
  if (const auto whole = a.to_int64(); whole && may_be_exact)
    if (const auto exact = exact_ternary(rows, *whole))
      return {*exact, evaluation_method::exact_rationals};
  require_method(method, evaluation_method::direct_summation, "ternary_moment");
  const bits wide = precision + guard_bits;
  absolute_power power_of(a, wide);
  ball sum(wide);
  std::size_t visited = 0;
  for (const ternary_row& row : rows) {
    if ((++visited & 1023) == 0) limits.check();
    // Exact differences stay exact, so that P = Q is seen.
    ball term = subtract(row.p, row.q, wide).to_ball(wide);
    if (kind == order_kind::one) {
      sum += abs(term);
    } else if (!row.r.is_zero()) {
      const ball mass = row.r.to_ball(wide);
      term /= mass;
      power_of.raise(term);
      sum += mass * term;
    }
  }
  return {known(nonnegative_part(sum), "the moment"), evaluation_method::direct_summation};
}

}  // namespace shufflecert
