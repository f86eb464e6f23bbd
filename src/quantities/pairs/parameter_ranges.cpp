#include "quantities/pairs/parameter_ranges.hpp"

#include <algorithm>
#include <utility>
#include <variant>

#include "arithmetic/interval.hpp"
#include "arithmetic/overloaded.hpp"
#include "quantities/pairs/parameters.hpp"
#include "shufflecert/errors.hpp"

namespace shufflecert::inline v0_1 {
namespace {

// A ball that lost more bits than this against the working precision covers a range.
constexpr bits bits_of_rounding = 16;

struct number_ends {
  number low;
  number high;
};

// How a number stands for one or for many values.
enum class extent { exact, rounded, wide };

extent extent_of(const number& x, bits precision) {
  if (x.is_exact()) return extent::exact;
  const ball enclosure = x.to_ball(precision);
  if (enclosure.is_exact() || !enclosure.is_finite()) return extent::exact;
  return arb_rel_accuracy_bits(enclosure.raw()) < precision - bits_of_rounding ? extent::wide
                                                                               : extent::rounded;
}

// A short binary fraction as a rational: whole orders and probabilities of few digits have exact
// methods.
number number_of(const ball& end) {
  constexpr bits longest = 40;
  const arf_srcptr value = arb_midref(end.raw());
  const auto is_short = arf_bits(value) <= longest && arf_cmpabs_2exp_si(value, longest) <= 0 &&
                        (arf_is_zero(value) != 0 || arf_cmpabs_2exp_si(value, -longest) >= 0);
  if (!is_short) return end;
  const integer scale = integer(1) << static_cast<unsigned>(2 * longest);
  ball scaled = end;
  arb_mul_2exp_si(scaled.raw(), scaled.raw(), 2 * longest);
  fmpz_t whole;
  fmpz_init(whole);
  arf_get_fmpz(whole, arb_midref(scaled.raw()), ARF_RND_DOWN);
  char* digits = fmpz_get_str(nullptr, 10, whole);
  const rational result(integer(digits), scale);
  flint_free(digits);
  fmpz_clear(whole);
  return result;
}

// Exact ends that contain the number; rounded outward only where they would be very long.
number_ends ends_of(const number& x, bits precision) {
  if (extent_of(x, precision) == extent::exact) return {x, x};
  const ball enclosure = x.to_ball(precision);
  const bits longest = 2 * precision + 64;
  ball low(precision);
  ball high(precision);
  arb_get_lbound_arf(arb_midref(low.raw()), enclosure.raw(), longest);
  arb_get_ubound_arf(arb_midref(high.raw()), enclosure.raw(), longest);
  return {number_of(low), number_of(high)};
}

// The two members of a family of pairs between which, in the order of data processing, all lie.
struct pair_ends {
  distribution_pair nearest;   ///< P and Q least apart
  distribution_pair farthest;  ///< P and Q most apart
};

pair_ends ends_of(const distribution_pair& pair, bits precision);

// Which parameters of a pair move P and Q apart, and which together: (V.3)–(V.8). The others are
// left as they are.
struct ends_of_kind {
  bits precision;

  pair_ends operator()(const clone_pair& pair) const { return with_clones(pair); }
  // (HH.2)
  pair_ends operator()(const clone_law_pair& pair) const {
    const number_ends eps0 = ends_of(pair.eps0, precision);
    return {{clone_law_pair{pair.clones, eps0.low}}, {clone_law_pair{pair.clones, eps0.high}}};
  }
  pair_ends operator()(const unmixed_pair& pair) const { return with_clones(pair); }
  pair_ends operator()(const printed_pair& pair) const {
    const number_ends b = ends_of(pair.b, precision);
    // (V.7): in ε0 this pair is not monotone.
    return {{printed_pair{pair.n, pair.eps0, b.low}}, {printed_pair{pair.n, pair.eps0, b.high}}};
  }
  pair_ends operator()(const rr_pair& pair) const {
    const number_ends eps0 = ends_of(pair.eps0, precision);
    return {{rr_pair{pair.n, eps0.low}}, {rr_pair{pair.n, eps0.high}}};
  }
  pair_ends operator()(const krr_pair& pair) const {
    const number_ends eps0 = ends_of(pair.eps0, precision);
    return {{krr_pair{pair.k, pair.n, eps0.low}}, {krr_pair{pair.k, pair.n, eps0.high}}};
  }
  pair_ends operator()(const variation_pair& pair) const {
    // (V.12): p, q0 and q1 are left as they are.
    const number_ends beta = ends_of(pair.beta, precision);
    return {{variation_pair{pair.n, pair.p, beta.low, pair.q0, pair.q1}},
            {variation_pair{pair.n, pair.p, beta.high, pair.q0, pair.q1}}};
  }
  pair_ends operator()(const normal_pair& pair) const {
    const truth same = compare(pair.v1, relation::equal, pair.v2, precision);
    const bool is_shift =
        pair.v1.is_exact() && pair.v2.is_exact() && same.value.value_or(false) && !same.tied;
    if (!is_shift) return {{pair}, {pair}};
    // (V.8): only the distance of the means counts.
    const number shift = abs(subtract(pair.m1, pair.m2, precision), precision);
    number_ends distance = ends_of(shift, precision);
    if (sign(distance.low, precision).value_or(0) < 0) distance.low = 0;
    return {{normal_pair{distance.low, pair.v1, 0, pair.v2}},
            {normal_pair{distance.high, pair.v1, 0, pair.v2}}};
  }
  // (V.14)
  pair_ends operator()(const laplace_pair& pair) const {
    const number_ends eps = ends_of(pair.eps, precision);
    return {{laplace_pair{eps.low}}, {laplace_pair{eps.high}}};
  }
  // (V.15)
  pair_ends operator()(const allocation_pair& pair) const {
    const number_ends sigma = ends_of(pair.sigma, precision);
    return {{allocation_pair{pair.batches, sigma.high}},
            {allocation_pair{pair.batches, sigma.low}}};
  }
  pair_ends operator()(const subsampled_pair& pair) const {
    const number_ends gamma = ends_of(pair.gamma, precision);
    pair_ends of = ends_of(*pair.of, precision);
    const auto sampled = [](distribution_pair whole, const number& part) {
      return distribution_pair{
          subsampled_pair{std::make_shared<const distribution_pair>(std::move(whole)), part}};
    };
    return {sampled(std::move(of.nearest), gamma.low), sampled(std::move(of.farthest), gamma.high)};
  }
  // (V.13): each round at its own ends.
  pair_ends operator()(const composed_pair& pair) const {
    composed_pair nearest;
    composed_pair farthest;
    for (const repeated_pair& part : pair.parts) {
      pair_ends of = ends_of(*part.of, precision);
      const auto shared = [](distribution_pair some) {
        return std::make_shared<const distribution_pair>(std::move(some));
      };
      nearest.parts.push_back({shared(std::move(of.nearest)), part.rounds});
      farthest.parts.push_back({shared(std::move(of.farthest)), part.rounds});
    }
    return {{std::move(nearest)}, {std::move(farthest)}};
  }
  pair_ends operator()(const pair_range& pair) const;
  pair_ends operator()(const law_pair& pair) const { return {{pair}, {pair}}; }
  pair_ends operator()(const shuffled_pair& pair) const { return {{pair}, {pair}}; }
  pair_ends operator()(const noise_pair& pair) const { return {{pair}, {pair}}; }

 private:
  template <class Pair>
  [[nodiscard]] pair_ends with_clones(const Pair& pair) const {
    const number_ends eps0 = ends_of(pair.eps0, precision);
    Pair nearest{pair.n, eps0.low, {}};
    Pair farthest{pair.n, eps0.high, {}};
    if (pair.p) {
      const number_ends p = ends_of(*pair.p, precision);
      nearest.p = p.high;
      farthest.p = p.low;
    }
    return {{nearest}, {farthest}};
  }
};

pair_ends ends_of(const distribution_pair& pair, bits precision) {
  pair_ends ends = std::visit(ends_of_kind{precision}, pair.kind);
  // The ends of a range of pairs may be swapped themselves; all others come out unswapped.
  if (pair.swapped) ends = {swap(std::move(ends.nearest)), swap(std::move(ends.farthest))};
  return ends;
}

// (V.11): and the order is transitive, so that other parameters may cover ranges at both ends.
pair_ends ends_of_kind::operator()(const pair_range& pair) const {
  return {ends_of(*pair.least, precision).nearest, ends_of(*pair.greatest, precision).farthest};
}

// A quantity that does not follow the pair has nothing to say of a range of pairs.
void require_known(const distribution_pair& pair, bool follows_pair) {
  const distribution_pair* of = &pair;
  if (const auto* rounds = std::get_if<composed_pair>(&of->kind)) {
    for (const repeated_pair& part : rounds->parts) require_known(*part.of, follows_pair);
    return;
  }
  while (const auto* sampled = std::get_if<subsampled_pair>(&of->kind)) of = sampled->of.get();
  if (!follows_pair && std::holds_alternative<pair_range>(of->kind)) refuse_pair_range();
}

// The widest of the parameters whose trend is known.
struct extent_of_kind {
  bits precision;

  extent operator()(const clone_pair& pair) const { return widest(pair.eps0, pair.p); }
  extent operator()(const clone_law_pair& pair) const { return extent_of(pair.eps0, precision); }
  extent operator()(const unmixed_pair& pair) const { return widest(pair.eps0, pair.p); }
  extent operator()(const printed_pair& pair) const { return extent_of(pair.b, precision); }
  extent operator()(const rr_pair& pair) const { return extent_of(pair.eps0, precision); }
  extent operator()(const krr_pair& pair) const { return extent_of(pair.eps0, precision); }
  extent operator()(const variation_pair& pair) const { return extent_of(pair.beta, precision); }
  extent operator()(const laplace_pair& pair) const { return extent_of(pair.eps, precision); }
  extent operator()(const normal_pair& pair) const {
    if (!pair.v1.is_exact() || !pair.v2.is_exact()) return extent::exact;
    return widest(pair.m1, pair.m2);
  }
  extent operator()(const subsampled_pair& pair) const {
    return std::max(extent_of(pair.gamma, precision), std::visit(*this, pair.of->kind));
  }
  extent operator()(const composed_pair& pair) const {
    extent widest_part = extent::exact;
    for (const repeated_pair& part : pair.parts)
      widest_part = std::max(widest_part, std::visit(*this, part.of->kind));
    return widest_part;
  }
  extent operator()(const law_pair&) const { return extent::exact; }
  extent operator()(const shuffled_pair&) const { return extent::exact; }
  extent operator()(const allocation_pair& pair) const { return extent_of(pair.sigma, precision); }
  extent operator()(const noise_pair&) const { return extent::exact; }
  extent operator()(const pair_range&) const { return extent::wide; }

 private:
  [[nodiscard]] extent widest(const number& a, const std::optional<number>& b) const {
    return std::max(extent_of(a, precision), b ? extent_of(*b, precision) : extent::exact);
  }
};

extent extent_of(const distribution_pair& pair, bits precision) {
  return std::visit(extent_of_kind{precision}, pair.kind);
}

quantity spanned(const quantity& least, const quantity& largest, bits precision) {
  // What one end needed no computation for does not say how the range was found.
  const evaluation_method method =
      largest.method == evaluation_method::closed_form ? least.method : largest.method;
  const ball low = least.value.to_ball(precision);
  const ball high = largest.value.to_ball(precision);
  if (equal(low, high).value_or(false)) return {largest.value, method};
  if (low.is_indeterminate() || high.is_indeterminate())
    throw precision_needed("the value at an end of the range is not determined");
  if (!low.is_finite() || !high.is_finite())
    throw precision_needed("the value is finite at one end of the range and infinite at the other");
  return {ball_between(lower_bound(low), upper_bound(high), precision), method};
}

// The corner with the least value (`largest` false) or with the largest one.
quantity at_corner(const pair_ends& pairs, const number_ends& parameters, const trends& known,
                   bool largest, const point_evaluation& evaluate) {
  const bool far = (known.with_divergence == trend::rising) == largest;
  const bool high = (known.with_parameter == trend::rising) == largest;
  return evaluate(far ? pairs.farthest : pairs.nearest, high ? parameters.high : parameters.low);
}

// One evaluation where the balls are as narrow as rounding leaves them, else, or where that
// decides nothing, `by_ends`.
quantity narrow_or_by_ends(extent widest, const std::function<quantity()>& directly,
                           const std::function<quantity()>& by_ends) {
  if (widest == extent::exact) return directly();
  if (widest == extent::wide) return by_ends();
  try {
    return directly();
  } catch (const precision_needed&) {
    return by_ends();
  }
}

}  // namespace

quantity over_ranges(const distribution_pair& pair, const number& parameter, const trends& known,
                     bits precision, const point_evaluation& evaluate) {
  const bool follows_pair = known.with_divergence != trend::unknown;
  const bool follows_parameter = known.with_parameter != trend::unknown;
  require_known(pair, follows_pair);
  const extent widest =
      std::max(follows_pair ? extent_of(pair, precision) : extent::exact,
               follows_parameter ? extent_of(parameter, precision) : extent::exact);
  return narrow_or_by_ends(
      widest, [&] { return evaluate(pair, parameter); },
      [&] {
        const pair_ends pairs = follows_pair ? ends_of(pair, precision) : pair_ends{pair, pair};
        const number_ends parameters =
            follows_parameter ? ends_of(parameter, precision) : number_ends{parameter, parameter};
        const quantity least = at_corner(pairs, parameters, known, false, evaluate);
        return spanned(least, at_corner(pairs, parameters, known, true, evaluate), precision);
      });
}

bool covers_a_range(const distribution_pair& pair, const number& parameter, bits precision) {
  return extent_of(pair, precision) == extent::wide ||
         extent_of(parameter, precision) == extent::wide;
}

namespace {

// Over orders between two ends, for the pairs that `pair` covers: (V.9) and (V.10).
class order_range {
 public:
  order_range(const number_ends& orders, bits precision, const point_evaluation& evaluate)
      : orders_(orders), precision_(precision), evaluate_(evaluate) {}

  // (V.9): a convex function is largest at an end.
  [[nodiscard]] quantity largest(const distribution_pair& pair) const {
    const quantity first = evaluate_(pair, orders_.low);
    const quantity last = evaluate_(pair, orders_.high);
    return {max(first.value, last.value, precision_), last.method};
  }

  // (V.10): the value at the last order where the moment still falls behind it, the one at the
  // first order where it is at least 1, else Lyapunov's bound.
  [[nodiscard]] quantity least(const distribution_pair& pair) const {
    quantity first = evaluate_(pair, orders_.low);
    const truth rises = compare(first.value, relation::greater_equal, 1, precision_);
    if (rises.value.value_or(false) && !rises.tied) return first;
    quantity last = evaluate_(pair, orders_.high);
    if (falls_behind(pair, last.value)) return last;
    const number ratio = divide(orders_.high, orders_.low, precision_);
    if (first.value.is_zero()) return first;
    return {min(first.value, power(first.value, ratio, precision_), precision_), first.method};
  }

 private:
  [[nodiscard]] bool falls_behind(const distribution_pair& pair, const number& last) const {
    if (last.is_infinity(1)) return false;
    try {
      const number next =
          subtract(add(orders_.high, orders_.high, precision_), orders_.low, precision_);
      const truth falls =
          compare(evaluate_(pair, next).value, relation::less_equal, last, precision_);
      return falls.value.value_or(false) && !falls.tied;
    } catch (const precision_needed&) {
      return false;
    } catch (const beyond_reach&) {
      return false;
    }
  }

  const number_ends& orders_;
  bits precision_;
  const point_evaluation& evaluate_;
};

}  // namespace

quantity chi_moment_over_ranges(const distribution_pair& pair, const number& order, bits precision,
                                const point_evaluation& evaluate) {
  const truth convex = compare(order, relation::greater_equal, 1, precision);
  // |t − 1|^a is convex, and data processing holds, from order 1 on.
  const bool follows_pair = convex.value.value_or(false) && !convex.tied;
  if (extent_of(order, precision) == extent::exact)
    return over_ranges(pair, order, {follows_pair ? trend::rising : trend::unknown, trend::unknown},
                       precision, evaluate);
  require_known(pair, follows_pair);
  const extent widest = std::max(extent_of(order, precision),
                                 follows_pair ? extent_of(pair, precision) : extent::exact);
  return narrow_or_by_ends(
      widest, [&] { return evaluate(pair, order); },
      [&] {
        const pair_ends pairs = follows_pair ? ends_of(pair, precision) : pair_ends{pair, pair};
        const number_ends orders = ends_of(order, precision);
        const order_range over(orders, precision, evaluate);
        return spanned(over.least(pairs.nearest), over.largest(pairs.farthest), precision);
      });
}

}  // namespace shufflecert::inline v0_1
