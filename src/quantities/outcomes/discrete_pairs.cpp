#include "quantities/outcomes/discrete_pairs.hpp"

#include <algorithm>
#include <stdexcept>

#include "arithmetic/overloaded.hpp"
#include "quantities/noise/merged_tails.hpp"
#include "quantities/noise/noise_rows.hpp"
#include "quantities/outcomes/outcome_rows.hpp"
#include "quantities/pairs/parameters.hpp"

namespace shufflecert::inline v0_1 {
namespace {

[[noreturn]] void not_discrete() {
  throw std::logic_error("a pair of laws with densities has no outcomes to sum over");
}

// Hands over (γP + (1−γ)Q, Q) for what it sees as (P, Q), or its swap.
class subsampling_visitor : public outcome_visitor {
 public:
  subsampling_visitor(const number& gamma, bool swapped, bits precision, outcome_visitor& next)
      : gamma_(gamma.to_ball(precision)),
        others_(subtract(1, gamma, precision).to_ball(precision)),
        swapped_(swapped),
        precision_(precision),
        next_(next),
        mixed_(precision) {}

  void single(const arb_t p, const arb_t q) override {
    arb_mul(mixed_.raw(), others_.raw(), q, precision_);
    arb_addmul(mixed_.raw(), gamma_.raw(), p, precision_);
    if (swapped_)
      next_.single(q, mixed_.raw());
    else
      next_.single(mixed_.raw(), q);
  }

  void mirrored(const arb_t p, const arb_t q) override {
    single(p, q);
    single(q, p);
  }

 private:
  ball gamma_;
  ball others_;
  bool swapped_;
  bits precision_;
  outcome_visitor& next_;
  ball mixed_;
};

ball visit_table(const distribution_pair& pair, const summation_limits& limits,
                 outcome_visitor& visitor) {
  for (const outcome_row& row : all_rows(pair, limits.precision, limits.time)) {
    const ball p = row.p.to_ball(limits.precision);
    const ball q = row.q.to_ball(limits.precision);
    visitor.single(p.raw(), q.raw());
  }
  return ball(limits.precision);
}

bool same_table(const law_table& p, const law_table& q) {
  if (p.text && p.text == q.text) return true;
  return std::equal(p.entries.begin(), p.entries.end(), q.entries.begin(), q.entries.end(),
                    [](const law_entry& a, const law_entry& b) {
                      const auto* x = a.probability.as_rational();
                      const auto* y = b.probability.as_rational();
                      return a.outcome == b.outcome && x != nullptr && y != nullptr && *x == *y;
                    });
}

// An outcome of `p` that `q` does not list.
bool has_outcome_beyond(const law_table& p, const law_table& q) {
  return !std::includes(
      q.entries.begin(), q.entries.end(), p.entries.begin(), p.entries.end(),
      [](const law_entry& a, const law_entry& b) { return a.outcome < b.outcome; });
}

// An outcome of several rounds has P > 0 = Q if that of one round has it, and P > 0 everywhere.
std::optional<bool> is_singular(const composed_pair& pair, bits precision) {
  std::optional<bool> any = false;
  for (const repeated_pair& part : pair.parts) {
    const auto of = has_singular_outcomes(*part.of, precision);
    if (of == true) return true;
    if (!of) any = std::nullopt;
  }
  return any;
}

std::optional<bool> is_singular(const subsampled_pair& pair, bool swapped, bits precision) {
  // Where Q > 0, γP + (1−γ)Q can vanish only for γ = 1; where Q = 0, it is γP.
  const number weight = swapped ? subtract(1, pair.gamma, precision) : pair.gamma;
  const auto of = has_singular_outcomes(swapped ? swap(*pair.of) : *pair.of, precision);
  const auto weight_sign = sign(weight, precision);
  if (of == false || (weight_sign && (*weight_sign == 0) != swapped)) return false;
  if (!weight_sign) return std::nullopt;
  return of;
}

// Of one round. With two users or more, the other reports make an outcome that both laws have.
bool may_be_disjoint(const distribution_pair& pair, bits precision) {
  if (has_singular_outcomes(pair, precision) != true) return false;
  return std::visit(
      overloaded{[](const unmixed_pair& of) { return of.n == 1; },
                 [](const printed_pair& of) { return of.n == 1; },
                 [](const variation_pair& of) { return of.n == 1; },
                 [&](const subsampled_pair& of) {
                   return may_be_disjoint(pair.swapped ? swap(*of.of) : *of.of, precision);
                 },
                 [](const law_pair&) { return true; }, [](const shuffled_pair&) { return true; },
                 [](const noise_pair& of) { return are_disjoint(*of.p, *of.q); },
                 [](const auto&) { return false; }},
      pair.kind);
}

number scaled_log_ratio(const number& gamma, const number& log_ratio, bits precision) {
  return log1p(multiply(gamma, expm1(log_ratio, precision), precision), precision);
}

// The range of log(P/Q) of the pair as it stands, not swapped.
struct range_of {
  bits precision;

  static std::optional<log_ratio_range> around(const number& eps0) {
    return log_ratio_range{negate(eps0), eps0};
  }
  std::optional<log_ratio_range> operator()(const clone_pair& pair) const {
    return around(pair.eps0);
  }
  // The outcomes with all counts on one side attain both ends, whatever the number of clones is.
  std::optional<log_ratio_range> operator()(const clone_law_pair& pair) const {
    return around(pair.eps0);
  }
  std::optional<log_ratio_range> operator()(const laplace_pair& pair) const {
    return around(pair.eps);
  }
  std::optional<log_ratio_range> operator()(const rr_pair& pair) const { return around(pair.eps0); }
  std::optional<log_ratio_range> operator()(const krr_pair& pair) const {
    return around(pair.eps0);
  }
  std::optional<log_ratio_range> operator()(const variation_pair& pair) const {
    if (pair.p.is_infinity(1)) return std::nullopt;
    return around(log(pair.p, precision));
  }
  // Of geometric laws around two whole numbers: (EE.15).
  std::optional<log_ratio_range> operator()(const noise_pair& pair) const {
    if (!merged_size(pair) || pair.p->parts.size() != 1 || pair.q->parts.size() != 1)
      return std::nullopt;
    const auto& p = std::get<geometric_noise>(pair.p->parts.front().kind);
    const auto& q = std::get<geometric_noise>(pair.q->parts.front().kind);
    return around(multiply(p.eps, abs(subtract(p.m, q.m, precision), precision), precision));
  }
  std::optional<log_ratio_range> operator()(const subsampled_pair& pair) const {
    const auto of = find_log_ratio_range(*pair.of, precision);
    if (!of) return std::nullopt;
    return log_ratio_range{scaled_log_ratio(pair.gamma, of->lowest, precision),
                           scaled_log_ratio(pair.gamma, of->highest, precision)};
  }
  std::optional<log_ratio_range> operator()(const composed_pair& pair) const {
    log_ratio_range sum{0, 0};
    for (const repeated_pair& part : pair.parts) {
      const auto of = find_log_ratio_range(*part.of, precision);
      if (!of) return std::nullopt;
      sum.lowest = add(sum.lowest, multiply(of->lowest, part.rounds, precision), precision);
      sum.highest = add(sum.highest, multiply(of->highest, part.rounds, precision), precision);
    }
    return sum;
  }
  // (FF.3): between those of one report, which the outcomes that consist of it alone attain.
  std::optional<log_ratio_range> operator()(const shuffled_pair& pair) const {
    if (has_outcome_beyond(*pair.p, *pair.q) || has_outcome_beyond(*pair.q, *pair.p))
      return std::nullopt;
    std::optional<log_ratio_range> ratios;
    for (std::size_t i = 0; i < pair.p->entries.size(); ++i) {
      const number ratio =
          divide(pair.p->entries[i].probability, pair.q->entries[i].probability, precision);
      if (!ratios) ratios = log_ratio_range{ratio, ratio};
      ratios->lowest = min(ratios->lowest, ratio, precision);
      ratios->highest = max(ratios->highest, ratio, precision);
    }
    if (!ratios) return std::nullopt;
    return log_ratio_range{log(ratios->lowest, precision), log(ratios->highest, precision)};
  }
  template <class Other>
  std::optional<log_ratio_range> operator()(const Other&) const {
    return std::nullopt;
  }
};

}  // namespace

ball visit_outcomes(const distribution_pair& pair, const summation_limits& limits,
                    outcome_visitor& visitor) {
  return std::visit(
      overloaded{
          [&](const rr_pair& rr) { return visit_outcomes(rr, pair.swapped, limits, visitor); },
          [&](const normal_pair&) -> ball { not_discrete(); },
          [&](const laplace_pair&) -> ball { not_discrete(); },
          [&](const allocation_pair&) -> ball { not_discrete(); },
          // Exchanging the first two symbols exchanges P and Q, and both outcomes are visited.
          [&](const krr_pair& krr) { return visit_outcomes(krr, limits, visitor); },
          [&](const variation_pair& of) {
            return visit_outcomes(of, pair.swapped, limits, visitor);
          },
          // What is left out of γP + (1−γ)Q has no more mass than the larger of the two.
          [&](const subsampled_pair& sampled) {
            subsampling_visitor mixing(sampled.gamma, pair.swapped, limits.precision + 32, visitor);
            return visit_outcomes(*sampled.of, limits, mixing);
          },
          [&](const law_pair&) { return visit_table(pair, limits, visitor); },
          [&](const clone_law_pair& of) { return visit_outcomes(of, limits, visitor); },
          [&](const shuffled_pair&) { return visit_table(pair, limits, visitor); },
          [&](const noise_pair& noise) {
            if (merged_size(noise)) return visit_table(pair, limits, visitor);
            return visit_noise(noise, limits.precision, limits.log2_threshold, limits.time,
                               [&](const ball& p, const ball& q) {
                                 if (pair.swapped)
                                   visitor.single(q.raw(), p.raw());
                                 else
                                   visitor.single(p.raw(), q.raw());
                               });
          },
          [&](const composed_pair&) { return visit_table(pair, limits, visitor); },
          [](const pair_range&) -> ball { refuse_pair_range(); },
          // Mirroring an outcome of a layered pair exchanges P and Q, and both are visited:
          // the swapped pair has the same outcomes.
          [&](const auto& layered) {
            return visit_outcomes(
                layers_of(layered, walking_precision(limits.precision, layered.n)), limits,
                visitor);
          }},
      pair.kind);
}

bool certainly_identical(const distribution_pair& pair) {
  return std::visit(
      overloaded{
          [](const clone_pair& clone) { return clone.eps0.is_zero(); },
          [](const clone_law_pair& of) { return of.eps0.is_zero(); },
          [](const unmixed_pair&) { return false; },
          [](const printed_pair& printed) { return printed.b.is_zero(); },
          [](const rr_pair& rr) { return rr.eps0.is_zero(); },
          [](const krr_pair& krr) { return krr.eps0.is_zero(); },
          [](const variation_pair& of) { return of.beta.is_zero(); },
          [](const subsampled_pair& sampled) {
            return sampled.gamma.is_zero() || certainly_identical(*sampled.of);
          },
          [](const law_pair& laws) { return same_table(*laws.p, *laws.q); },
          [](const shuffled_pair& of) { return same_table(*of.p, *of.q); },
          [](const noise_pair& noise) { return noise.p->text && noise.p->text == noise.q->text; },
          [](const composed_pair& rounds) {
            return std::all_of(
                rounds.parts.begin(), rounds.parts.end(),
                [](const repeated_pair& part) { return certainly_identical(*part.of); });
          },
          [](const pair_range& range) { return certainly_identical(*range.greatest); },
          [](const laplace_pair&) { return false; }, [](const normal_pair&) { return false; },
          [](const allocation_pair&) { return false; }},
      pair.kind);
}

// Each kind of pair answers for itself: where a kind that nobody thought of were taken to have
// none, an infinite divergence would come out finite.
std::optional<bool> has_singular_outcomes(const distribution_pair& pair, bits precision) {
  const auto unless_zero = [precision](const number& probability) {
    const auto known = sign(probability, precision);
    return known ? std::optional<bool>(*known != 0) : std::nullopt;
  };
  using answer = std::optional<bool>;
  return std::visit(
      overloaded{
          [](const clone_pair&) -> answer { return false; },
          [](const clone_law_pair&) -> answer { return false; },
          [](const rr_pair&) -> answer { return false; },
          [](const krr_pair&) -> answer { return false; },
          [](const normal_pair&) -> answer { return false; },
          [](const laplace_pair&) -> answer { return false; },
          [](const allocation_pair&) -> answer { return false; },
          // The outcome with a = N has Q = 0, and its mirror image has P = 0.
          [](const unmixed_pair&) -> answer { return true; },
          // N = n needs Δ = 1, so one end has Q = 0 and the other P = 0.
          [&](const printed_pair& printed) -> answer { return unless_zero(printed.b); },
          // With p = inf: (n, 0) and (0, n).
          [&](const variation_pair& variation) -> answer {
            if (!variation.p.is_infinity(1)) return false;
            return unless_zero(variation.beta);
          },
          [&](const subsampled_pair& sampled) -> answer {
            return is_singular(sampled, pair.swapped, precision);
          },
          [&](const composed_pair& rounds) -> answer { return is_singular(rounds, precision); },
          [&](const law_pair& laws) -> answer {
            return pair.swapped ? has_outcome_beyond(*laws.q, *laws.p)
                                : has_outcome_beyond(*laws.p, *laws.q);
          },
          // (FF.3)
          [&](const shuffled_pair& of) -> answer {
            return pair.swapped ? has_outcome_beyond(*of.q, *of.p)
                                : has_outcome_beyond(*of.p, *of.q);
          },
          [&](const noise_pair& noise) -> answer {
            return pair.swapped ? has_singular_outcomes(*noise.q, *noise.p)
                                : has_singular_outcomes(*noise.p, *noise.q);
          },
          [](const pair_range&) -> answer { refuse_pair_range(); }},
      pair.kind);
}

bool certainly_disjoint(const distribution_pair& pair, bits precision, const budget& limits) {
  if (const auto* rounds = std::get_if<composed_pair>(&pair.kind))
    return std::any_of(rounds->parts.begin(), rounds->parts.end(), [&](const repeated_pair& part) {
      return certainly_disjoint(*part.of, precision, limits);
    });
  if (!may_be_disjoint(pair, precision)) return false;
  if (std::holds_alternative<noise_pair>(pair.kind)) return true;
  const auto rows = all_rows(pair, precision, limits);
  return std::all_of(rows.begin(), rows.end(),
                     [](const outcome_row& row) { return row.p.is_zero() || row.q.is_zero(); });
}

std::optional<log_ratio_range> find_log_ratio_range(const distribution_pair& pair, bits precision) {
  auto range = std::visit(range_of{precision}, pair.kind);
  if (range && pair.swapped) range = log_ratio_range{negate(range->highest), negate(range->lowest)};
  return range;
}

number largest_log_ratio_of_table(const distribution_pair& pair, bits precision,
                                  const budget& limits) {
  auto rows = exact_rows(pair, longest_table);
  if (!rows) rows = all_rows(pair, precision, limits);
  number largest = 0;
  for (const outcome_row& row : *rows)
    if (!row.q.is_zero()) largest = max(largest, divide(row.p, row.q, precision), precision);
  return log(largest, precision);
}

}  // namespace shufflecert::inline v0_1
