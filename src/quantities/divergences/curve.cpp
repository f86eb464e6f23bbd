#include <cmath>
#include <stdexcept>
#include <utility>
#include <variant>

#include "arithmetic/overloaded.hpp"
#include "quantities/clone/tails/clone_tails.hpp"
#include "quantities/densities/density_pairs.hpp"
#include "quantities/densities/orders.hpp"
#include "quantities/divergences/symmetrized.hpp"
#include "quantities/tradeoff/polygon.hpp"
#include "quantities/tradeoff/table.hpp"
#include "shufflecert/curves.hpp"
#include "shufflecert/errors.hpp"
#include "shufflecert/pairs.hpp"
#include "shufflecert/quantities.hpp"

namespace shufflecert::inline v0_1 {

struct curve_node {
  struct identity {};
  struct mixture {
    number w;
    curve_ptr f;
    curve_ptr g;
  };
  struct symmetrization {
    curve_ptr f;
  };

  std::variant<identity, distribution_pair, mixture, symmetrization> kind;
  /// The function itself, where it is known exactly.
  std::optional<tradeoff_polygon> polygon;
};

namespace {

using identity = curve_node::identity;
using curve_mixture = curve_node::mixture;
using symmetrization = curve_node::symmetrization;

curve_ptr make(curve_node node) {
  return std::make_shared<const curve_node>(std::move(node));
}

bool is_identity(const curve_ptr& f) {
  return std::holds_alternative<identity>(f->kind);
}

[[noreturn]] void refuse(const char* what) {
  throw beyond_reach(std::string(what) +
                     " of this combination of trade-off functions is known only where all of them "
                     "are exact");
}

bool are_exactly_equal(const number& a, const number& b) {
  if (!a.is_exact() || !b.is_exact()) return false;
  const truth equal = compare(a, relation::equal, b, 64);
  return equal.value.value_or(false) && !equal.tied;
}

// Whether f = f⁻¹ is certain.
bool is_symmetric(const curve_ptr& f) {
  return std::visit(
      overloaded{
          [](const identity&) { return true; },
          [](const distribution_pair& pair) {
            // The mirror image of an outcome exchanges P and Q.
            return std::visit(
                overloaded{
                    [](const clone_pair&) { return true; },
                    [](const clone_law_pair&) { return true; },
                    [](const unmixed_pair&) { return true; },
                    [](const printed_pair&) { return true; }, [](const krr_pair&) { return true; },
                    [](const variation_pair& of) { return are_exactly_equal(of.q0, of.q1); },
                    [](const normal_pair& of) { return are_exactly_equal(of.v1, of.v2); },
                    [](const laplace_pair&) { return true; }, [](const auto&) { return false; }},
                pair.kind);
          },
          [](const curve_mixture&) { return false; }, [](const symmetrization&) { return true; }},
      f->kind);
}

// The mixture w·Id + (1−w)·g that f is, if it is one.
struct with_identity {
  number w;
  curve_ptr g;
};
std::optional<with_identity> as_mixture_with_identity(const curve_ptr& f, bits precision) {
  const auto* mixed = std::get_if<curve_mixture>(&f->kind);
  if (mixed == nullptr) return std::nullopt;
  if (is_identity(mixed->f)) return with_identity{mixed->w, mixed->g};
  if (is_identity(mixed->g)) return with_identity{subtract(1, mixed->w, precision), mixed->f};
  return std::nullopt;
}

// The outcomes of a pair that has the trade-off function f, if f is made so that there are any.
std::optional<tradeoff_table> table_of_curve(const curve_ptr& f, bits precision,
                                             const budget& limits) {
  if (f->polygon) return table_of(rows_of(*f->polygon), precision);
  if (const auto* pair = std::get_if<distribution_pair>(&f->kind)) {
    if (has_densities(*pair)) return std::nullopt;
    return table_of(*pair, precision, -static_cast<double>(precision) - 8, limits);
  }
  if (const auto mixed = as_mixture_with_identity(f, precision + 16)) {
    auto inner = table_of_curve(mixed->g, precision, limits);
    if (!inner) return std::nullopt;
    return mixed_with_identity(std::move(*inner), mixed->w.to_ball(precision + 16));
  }
  return std::nullopt;
}

// Whether values of f come from tails, at about the same cost for any number of users, where a
// table would be long.
bool is_long_with_quick_values(const curve_ptr& f, bits precision) {
  constexpr std::int64_t many_users = 300;
  const auto mixed = as_mixture_with_identity(f, precision);
  const auto* pair = mixed ? std::get_if<distribution_pair>(&mixed->g->kind) : nullptr;
  if (pair == nullptr) return false;
  const auto clones = as_tilted(*pair, precision);
  return clones && clones->n >= many_users;
}

// (1 − kw)·δ_g(log(k(1−w)/(1−kw))) for k = e^ε < 1/w, else 0: (T.8).
quantity delta_with_identity(const with_identity& mixed, const number& eps, bits precision,
                             const budget& limits) {
  const number k = exp(eps, precision);
  const number rest = subtract(1, multiply(k, mixed.w, precision), precision);
  const auto rest_sign = sign(rest, precision);
  if (!rest_sign) throw precision_needed("whether exp(eps) exceeds 1/w is not determined");
  if (*rest_sign <= 0) return {0, evaluation_method::closed_form};
  const number other = subtract(1, mixed.w, precision);
  const number inner = log(divide(multiply(k, other, precision), rest, precision), precision);
  const quantity of = curve_delta(mixed.g, inner, precision, limits);
  return {multiply(rest, of.value, precision), of.method};
}

// δ of f⁻¹: H_k(Q‖P) = 1 − k + k·H_{1/k}(P‖Q).
number delta_of_inverse(const curve_ptr& f, const number& eps, bits precision,
                        const budget& limits) {
  const number other = curve_delta(f, negate(eps), precision, limits).value;
  return subtract(multiply(exp(eps, precision), other, precision), expm1(eps, precision),
                  precision);
}

// D_λ of the pair that the pieces are.
number polygon_renyi(const tradeoff_polygon& f, const number& lambda, bits precision) {
  const bool is_infinite_order = lambda.is_infinity(1);
  const int position = is_infinite_order ? 1 : position_to_one(lambda, precision);
  // The last piece has the largest p/q.
  if (position >= 0 && f.back().q == 0) return ball::infinity(precision);
  if (is_infinite_order) return log(number(rational(f.back().p / f.back().q)), precision);
  const number k = subtract(lambda, 1, precision);
  number sum = 0;
  for (const tradeoff_piece& piece : f) {
    if (piece.p == 0 || piece.q == 0) continue;
    const number ratio = rational(piece.p / piece.q);
    const number factor = position == 0 ? log(ratio, precision) : power(ratio, k, precision);
    sum = add(sum, multiply(piece.p, factor, precision), precision);
  }
  if (position == 0) return sum;
  if (sum.is_zero()) return ball::infinity(precision);
  return divide(log(sum, precision), k, precision);
}

// D_λ of (P, wP + (1−w)Q), where P/(wP + (1−w)Q) <= 1/w: (T.9).
number renyi_with_identity(const with_identity& mixed, const number& lambda, bits precision,
                           const budget& limits) {
  const ball w = mixed.w.to_ball(precision + 16);
  if (!w.is_certainly_positive()) throw precision_needed("whether w is 0 is not determined");
  if (lambda.is_infinity(1)) {
    const number inner = curve_renyi(mixed.g, lambda, precision, limits).value;
    const number smallest = exp(negate(inner), precision);
    return negate(
        log(add(mixed.w, multiply(subtract(1, mixed.w, precision), smallest, precision), precision),
            precision));
  }
  const int position = position_to_one(lambda, precision);
  auto inner = table_of_curve(mixed.g, precision, limits);
  if (!inner) refuse("the Renyi divergence");
  const tradeoff_table table = mixed_with_identity(std::move(*inner), w);
  const ball k = subtract(lambda, 1, precision + 16).to_ball(precision + 16);
  ball sum(precision + 16);
  for (const tradeoff_row& row : table.rows) {
    if (row.p.is_exact_zero()) continue;
    const ball ratio = log(row.p / row.q);
    sum += row.p * (position == 0 ? ratio : exp(k * ratio));
  }
  const ball one = ball::of(1, precision + 16);
  const ball log_bound = -log(w);
  const ball amplification =
      position == 0 ? max(log_bound, one) : (position > 0 ? exp(k * log_bound) : one);
  const ball error = upper_bound(table.left_out * amplification);
  arb_add_error(sum.raw(), error.raw());
  if (position == 0) return known(sum, "the divergence");
  return divide(log(number(sum), precision), number(k), precision);
}

void require_weight(const number& w, bits precision) {
  for (const truth& holds : {compare(w, relation::greater_equal, 0, precision),
                             compare(w, relation::less_equal, 1, precision)}) {
    if (!holds.value || holds.tied)
      throw precision_needed("whether w lies in [0, 1] is not determined");
    if (!*holds.value) throw undefined_value("w must be in [0, 1]");
  }
}

}  // namespace

curve_ptr identity_curve() {
  return make({identity{}, identity_polygon()});
}

curve_ptr gaussian_curve(number mu, bits precision) {
  const auto mu_sign = sign(mu, precision);
  if (!mu_sign) throw precision_needed("whether mu is negative is not determined");
  if (*mu_sign < 0) throw undefined_value("mu must be >= 0");
  if (*mu_sign == 0) return identity_curve();
  return curve_of({normal_pair{0, 1, std::move(mu), 1}}, precision);
}

curve_ptr curve_of(const distribution_pair& pair, bits precision) {
  check_parameters(pair, precision);
  return make({pair, exact_polygon(pair)});
}

curve_ptr mix_curves(const number& w, curve_ptr f, curve_ptr g, bits precision) {
  require_weight(w, precision);
  if (w.is_zero() || (is_identity(f) && is_identity(g))) return g;
  const rational* exact = w.as_rational();
  if (exact != nullptr && *exact == 1) return f;
  std::optional<tradeoff_polygon> polygon;
  if (exact != nullptr && f->polygon && g->polygon)
    polygon = mixed(*exact, *f->polygon, *g->polygon);
  return make({curve_mixture{w, std::move(f), std::move(g)}, std::move(polygon)});
}

curve_ptr symmetrized(curve_ptr f) {
  if (is_symmetric(f)) return f;
  std::optional<tradeoff_polygon> polygon;
  if (f->polygon) polygon = symmetrized(*f->polygon);
  return make({symmetrization{std::move(f)}, std::move(polygon)});
}

quantity curve_value(const curve_ptr& f, const number& alpha, bits precision,
                     const budget& limits) {
  check_type_one_error(alpha, precision);
  // No trade-off function is above 1 − α.
  if (alpha.as_rational() != nullptr && *alpha.as_rational() == 1)
    return {0, evaluation_method::closed_form};
  if (f->polygon) {
    if (const rational* exact = alpha.as_rational())
      return {value_at(*f->polygon, *exact), evaluation_method::exact_rationals};
    if (is_identity(f)) return {subtract(1, alpha, precision), evaluation_method::closed_form};
    return {
        known(tradeoff_of(table_of(rows_of(*f->polygon), precision), alpha.to_ball(precision + 16)),
              "the trade-off function"),
        evaluation_method::closed_form};
  }
  if (const auto* pair = std::get_if<distribution_pair>(&f->kind))
    return tradeoff(*pair, alpha, precision, {.limits = limits});
  if (const auto* mixed = std::get_if<curve_mixture>(&f->kind)) {
    const quantity first = curve_value(mixed->f, alpha, precision, limits);
    const quantity second = curve_value(mixed->g, alpha, precision, limits);
    const number other = subtract(1, mixed->w, precision);
    return {add(multiply(mixed->w, first.value, precision),
                multiply(other, second.value, precision), precision),
            is_identity(mixed->f) ? second.method : first.method};
  }
  const curve_ptr& whole = std::get<symmetrization>(f->kind).f;
  if (is_long_with_quick_values(whole, precision))
    if (const auto value = symmetrized_by_duality(whole, f, alpha, precision, limits))
      return {known(*value, "the trade-off function"), evaluation_method::binomial_tails};
  const auto table = table_of_curve(whole, precision, limits);
  if (!table) refuse("the value");
  return {known(symmetrized_tradeoff_of(*table, alpha.to_ball(precision + 16)),
                "the trade-off function"),
          evaluation_method::direct_summation};
}

quantity curve_delta(const curve_ptr& f, const number& eps, bits precision, const budget& limits) {
  if (eps.is_infinity(1) || eps.is_infinity(-1)) throw undefined_value("eps must be finite");
  if (f->polygon) {
    const number k = exp(eps, precision);
    if (const rational* exact = k.as_rational())
      return {positive_part(*f->polygon, *exact), evaluation_method::exact_rationals};
    return {known(positive_part_of(table_of(rows_of(*f->polygon), precision),
                                   exp(eps, precision + 16).to_ball(precision + 16)),
                  "the hockey-stick divergence"),
            evaluation_method::closed_form};
  }
  if (const auto* pair = std::get_if<distribution_pair>(&f->kind))
    return hockey_stick(*pair, eps, precision, {.limits = limits});
  if (const auto* symmetric = std::get_if<symmetrization>(&f->kind)) {
    const quantity first = curve_delta(symmetric->f, eps, precision, limits);
    return {max(first.value, delta_of_inverse(symmetric->f, eps, precision, limits), precision),
            first.method};
  }
  const auto mixed = as_mixture_with_identity(f, precision);
  if (!mixed) refuse("the hockey-stick divergence");
  return delta_with_identity(*mixed, eps, precision, limits);
}

quantity curve_renyi(const curve_ptr& f, const number& lambda, bits precision,
                     const budget& limits) {
  const auto order_sign = sign(lambda, precision);
  if (!order_sign) throw precision_needed("whether the order is positive is not determined");
  if (*order_sign <= 0) throw undefined_value("the order lambda must be > 0");
  if (is_identity(f)) return {0, evaluation_method::closed_form};
  if (const auto* pair = std::get_if<distribution_pair>(&f->kind))
    return renyi(*pair, lambda, precision, {.limits = limits});
  if (f->polygon)
    return {polygon_renyi(*f->polygon, lambda, precision), evaluation_method::closed_form};
  const auto mixed = as_mixture_with_identity(f, precision + 16);
  if (!mixed) refuse("the Renyi divergence");
  return {renyi_with_identity(*mixed, lambda, precision, limits),
          evaluation_method::direct_summation};
}

std::optional<std::string> exact_text(const curve_ptr& f) {
  return std::visit(
      overloaded{[](const identity&) -> std::optional<std::string> { return "identity"; },
                 [](const distribution_pair& pair) -> std::optional<std::string> {
                   const auto inner = exact_text(pair);
                   if (!inner) return std::nullopt;
                   return "curve(" + *inner + ")";
                 },
                 [](const curve_mixture& of) -> std::optional<std::string> {
                   const auto w = of.w.exact_text();
                   const auto first = exact_text(of.f);
                   const auto second = exact_text(of.g);
                   if (!w || !first || !second) return std::nullopt;
                   return "mix(" + *w + "," + *first + "," + *second + ")";
                 },
                 [](const symmetrization& of) -> std::optional<std::string> {
                   const auto inner = exact_text(of.f);
                   if (!inner) return std::nullopt;
                   return "symmetrized(" + *inner + ")";
                 }},
      f->kind);
}

}  // namespace shufflecert::inline v0_1
