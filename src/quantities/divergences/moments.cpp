#include <algorithm>
#include <array>
#include <stdexcept>

#include "arithmetic/bit_length.hpp"
#include "quantities/clone/law/clone_law.hpp"
#include "quantities/densities/density_pairs.hpp"
#include "quantities/divergences/methods.hpp"
#include "quantities/noise/noise_moments.hpp"
#include "quantities/outcomes/discrete_pairs.hpp"
#include "quantities/outcomes/exact_evaluation.hpp"
#include "quantities/pairs/parameter_ranges.hpp"
#include "quantities/pairs/parameters.hpp"
#include "quantities/pairs/variation.hpp"
#include "quantities/response/response_moments.hpp"
#include "shufflecert/errors.hpp"
#include "shufflecert/quantities.hpp"

namespace shufflecert::inline v0_1 {
// Those of the other quantities have the same names.
namespace of_moments {
namespace {

constexpr bits guard_bits = 16;
// Whole exponents up to this size are raised by multiplication.
constexpr std::int64_t largest_multiplied_exponent = 1 << 16;

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
    // One and the same number: a ball of their difference would hide that it is 0, and its powers
    // of small order are large.
    if (p == q) return;
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
  // Nothing is left out of tables, and other pairs of tables with unbounded ratios have singular
  // outcomes; integer noise has methods of its own for orders above 1, which come first.
  if (!range) return ball(precision);
  const ball highest = abs(expm1(range->highest, precision).to_ball(precision));
  const ball lowest = abs(expm1(range->lowest, precision).to_ball(precision));
  ball most = upper_bound(max(highest, lowest));
  absolute_power(a, precision).raise(most);
  return upper_bound(most);
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
quantity density_chi_moment(const density_pair& pair, bool swapped, const number& a, bits precision,
                            const budget& limits) {
  const auto whole = a.to_int64();
  if (whole == 1) {
    const number distance = density_hockey_stick(pair, swapped, 0, precision);
    return {multiply(2, distance, precision), evaluation_method::closed_form};
  }
  constexpr std::int64_t largest_order = 10'000;
  if (!whole || *whole % 2 != 0 || *whole > largest_order)
    throw beyond_reach(
        "for normal and Laplace pairs chi_moment is computed for order 1 and even orders to 10^4");
  // The terms alternate and cancel.
  const bits wide = precision + *whole + 32;
  number last = density_renyi(pair, swapped, *whole, wide);
  if (last.is_infinity(1)) return {last, evaluation_method::closed_form};
  number sum = 0;
  for (std::int64_t j = 2; j <= *whole; ++j) {
    if ((j & 15) == 15) limits.check();
    // Σ_j C(a, j)(−1)^(a−j) = 0, so 1 may be taken from every moment: those of j = 0, 1 are 1.
    const number excess = expm1(multiply(j - 1, density_renyi(pair, swapped, j, wide), wide), wide);
    const number term = multiply(binomial(*whole, j, wide), excess, wide);
    sum = j % 2 == 0 ? add(sum, term, wide) : subtract(sum, term, wide);
  }
  return {sum, evaluation_method::closed_form};
}

std::optional<quantity> of_densities(const pair_question& of) {
  return density_chi_moment(*as_density_pair(of.pair), of.pair.swapped, of.parameter, of.precision,
                            of.limits);
}

std::optional<quantity> without_a_sum(const pair_question& of) {
  if (certainly_identical(of.pair)) return quantity{0, evaluation_method::closed_form};
  if (kind_of_order(of.parameter, of.precision) != order_kind::above_one) return std::nullopt;
  const auto singular = has_singular_outcomes(of.pair, of.precision);
  if (!singular) throw precision_needed("whether an outcome is possible is not determined");
  if (!*singular) return std::nullopt;
  return quantity{ball::infinity(of.precision), evaluation_method::closed_form};
}

std::optional<quantity> exactly(const pair_question& of) {
  const auto whole = of.parameter.to_int64();
  if (!whole) return std::nullopt;
  const auto rows = rows_for_exact_sum(of.pair, of.precision, of.asked);
  if (!rows) return std::nullopt;
  const auto sum = exact_sum(
      *rows, [&](const outcome_row& row) { return exact_term_of(row.p, row.q, row.q, *whole); },
      of.limits);
  if (!sum) return std::nullopt;
  return quantity{*sum, evaluation_method::exact_rationals};
}

std::optional<quantity> of_noise(const pair_question& of) {
  if (kind_of_order(of.parameter, of.precision) != order_kind::above_one) return std::nullopt;
  const auto& noise = std::get<noise_pair>(of.pair.kind);
  number value = noise_chi_moment(of.pair.swapped ? noise_pair{noise.q, noise.p} : noise,
                                  of.parameter, of.precision, of.limits);
  const auto method =
      value.is_infinity(1) ? evaluation_method::closed_form : evaluation_method::direct_summation;
  return quantity{std::move(value), method};
}

// (HH.3). Below order 1 moments need not fall as there are more clones.
std::optional<quantity> over_numbers_of_clones(const pair_question& of) {
  const auto& pair = std::get<clone_law_pair>(of.pair.kind);
  const bits wide = of.precision + 16;
  const auto beside = [&](std::int64_t clones) {
    return chi_moment(pair_beside(clones, pair.eps0), of.parameter, wide, {.limits = of.limits})
        .value.to_ball(wide);
  };
  const bool falls = kind_of_order(of.parameter, wide) != order_kind::below_one;
  const ball value = falls ? mean_of_falling(*pair.clones, beside, of.precision, of.limits)
                           : mean_over_clones(*pair.clones, beside, of.precision, of.limits);
  return quantity{known(value, "the moment"), evaluation_method::sum_over_clones};
}

std::optional<quantity> by_central_moments(const pair_question& of) {
  return response_chi_moment(*as_response(of.pair), of.parameter, of.precision, of.limits,
                             of.asked);
}

std::optional<quantity> by_summation(const pair_question& of) {
  const order_kind kind = kind_of_order(of.parameter, of.precision);
  const ball factor = amplification(of.pair, of.parameter, kind, of.precision);
  chi_sum visitor(of.parameter, kind, of.precision + guard_bits);
  const double threshold =
      -static_cast<double>(of.precision) - 8 - std::max(0.0, log2_near(factor));
  const ball left_out = visit_outcomes(of.pair, {of.precision, threshold, of.limits}, visitor);
  const ball most = upper_bound(left_out * factor);
  if (factor.is_exact_zero() && !left_out.is_exact_zero())
    throw std::logic_error("outcomes were left out where the likelihood ratio is not bounded");
  ball sum = visitor.sum() + most / 2;
  const ball half = most / 2;
  arb_add_error(sum.raw(), half.raw());
  return quantity{known(nonnegative_part(sum), "the moment"), evaluation_method::direct_summation};
}

constexpr const char* page = "laws.md";
constexpr const char* here = "4. Moments of |P/Q − 1|";

constexpr std::array registry{
    pair_method{evaluation_method::closed_form, pairs_with_densities, "order 1 and even orders",
                costs::a_few_functions, page, here, of_densities},
    whatever_is_asked(pair_method{evaluation_method::closed_form, plain_cases, "", costs::nothing,
                                  page, here, without_a_sum}),
    pair_method{evaluation_method::exact_rationals, rational_pairs, "whole orders",
                costs::fractions, page, "5. Exact evaluation", exactly},
    pair_method{evaluation_method::sum_over_clones, laws_of_clones, "", costs::each_number,
                "clone-laws.md", "2. Divergences as means", over_numbers_of_clones},
    pair_method{evaluation_method::central_moments, response_pairs, "even orders",
                costs::independent, "response.md", "3. χ moments", by_central_moments},
    pair_method{evaluation_method::direct_summation, noise_pairs, "orders above 1",
                costs::noise_outcomes, "noise.md", "3. Rényi divergence and moments", of_noise},
    pair_method{evaluation_method::direct_summation, discrete_pairs, "", costs::outcomes, page,
                here, by_summation},
};

// For the parameters as they are; ranges of them: docs/methods/ranges.md.
quantity chi_moment_at(const pair_question& of) {
  const auto* sampled = std::get_if<subsampled_pair>(&of.pair.kind);
  if (sampled == nullptr) return evaluate_by(registry, of, "chi_moment");
  if (certainly_identical(of.pair)) return {0, evaluation_method::closed_form};
  if (of.pair.swapped) {
    if (is_of_densities(of))
      throw beyond_reach(
          "for swapped subsampled normal and Laplace pairs chi_moment is not computed");
    return evaluate_by(registry, of, "chi_moment");
  }
  // P' − Q = γ(P − Q): (L.14).
  quantity inner = chi_moment(*sampled->of, of.parameter, of.precision,
                              {.limits = of.limits, .method = of.asked});
  inner.value =
      multiply(power(sampled->gamma, of.parameter, of.precision), inner.value, of.precision);
  return inner;
}

}  // namespace
}  // namespace of_moments

std::vector<method_row> chi_moment_methods() {
  return rows_of_registry(of_moments::registry);
}

quantity chi_moment(const distribution_pair& pair, const number& a, bits precision,
                    const evaluation_options& options) {
  options.limits.check();
  check_parameters(pair, precision);
  check_order(a, "a", precision);
  require_finite(a, "the order a");
  return chi_moment_over_ranges(
      pair, a, precision, [&](const distribution_pair& p, const number& x) {
        const distribution_pair simplest = as_clones(p, precision);
        return of_moments::chi_moment_at({simplest, x, precision, options.limits, options.method});
      });
}

namespace of_moments {
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

struct ternary_question {
  const std::vector<ternary_row>& rows;
  const number& a;
  order_kind kind;
  bits precision;
  const budget& limits;
  evaluation_method asked;
};

std::optional<quantity> without_a_sum(const ternary_question& of) {
  if (of.kind != order_kind::above_one || !has_ternary_singularity(of.rows, of.precision))
    return std::nullopt;
  return quantity{ball::infinity(of.precision), evaluation_method::closed_form};
}

std::optional<quantity> exactly(const ternary_question& of) {
  const auto whole = of.a.to_int64();
  if (!whole || !tries_exact_rationals(of.asked, of.precision)) return std::nullopt;
  const auto sum = exact_ternary(of.rows, *whole);
  if (!sum) return std::nullopt;
  return quantity{*sum, evaluation_method::exact_rationals};
}

std::optional<quantity> by_summation(const ternary_question& of) {
  const bits wide = of.precision + guard_bits;
  absolute_power power_of(of.a, wide);
  ball sum(wide);
  std::size_t visited = 0;
  for (const ternary_row& row : of.rows) {
    if ((++visited & 255) == 0) of.limits.check();
    // Exact differences stay exact, so that P = Q is seen.
    ball term = subtract(row.p, row.q, wide).to_ball(wide);
    if (of.kind == order_kind::one) {
      sum += abs(term);
    } else if (!row.r.is_zero()) {
      const ball mass = row.r.to_ball(wide);
      term /= mass;
      power_of.raise(term);
      sum += mass * term;
    }
  }
  return quantity{known(nonnegative_part(sum), "the moment"), evaluation_method::direct_summation};
}

using ternary_method = method_entry<ternary_question>;
using ternary_subject = method_subject<ternary_question>;

constexpr auto any_laws = [](const ternary_question& /*question*/) { return true; };

constexpr std::array ternary_registry{
    whatever_is_asked(
        ternary_method{evaluation_method::closed_form,
                       ternary_subject{"three laws, where the value is infinite", any_laws}, "",
                       costs::nothing, page, here, without_a_sum}),
    ternary_method{evaluation_method::exact_rationals,
                   ternary_subject{"three small laws with rational probabilities", any_laws},
                   "whole orders", costs::fractions, page, "5. Exact evaluation", exactly},
    ternary_method{evaluation_method::direct_summation, ternary_subject{"three laws", any_laws}, "",
                   "all outcomes", page, here, by_summation},
};

}  // namespace
}  // namespace of_moments

std::vector<method_row> ternary_moment_methods() {
  return rows_of_registry(of_moments::ternary_registry);
}

quantity ternary_moment(const law_ptr& p, const law_ptr& q, const law_ptr& r, const number& a,
                        bits precision, const evaluation_options& options) {
  check_order(a, "a", precision);
  require_finite(a, "the order a");
  const order_kind kind = kind_of_order(a, precision);
  const std::vector<of_moments::ternary_row> rows = of_moments::joined(*p, *q, *r);
  const of_moments::ternary_question question{rows,          a, kind, precision, options.limits,
                                              options.method};
  return evaluate_by(of_moments::ternary_registry, question, "ternary_moment");
}

}  // namespace shufflecert::inline v0_1
