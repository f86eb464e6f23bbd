#include "language/analysis/edge_signs.hpp"

#include <algorithm>

#include "arithmetic/interval.hpp"
#include "language/analysis/slope.hpp"

namespace shufflecert::inline v0_1 {
namespace {

// Compared parts are small: larger ones are taken to differ.
constexpr int deepest_comparison = 40;

bool is_finite_and_exact(const number& x) {
  return x.is_exact();
}

number value_of(const step& s, const std::vector<std::optional<number>>& known, const number& x,
                bits precision) {
  const auto part = [&](std::size_t i) -> const number& {
    const auto& value = known[s.of[i]];
    if (!value) throw precision_needed("a part is not known");
    return *value;
  };
  switch (s.what) {
    case operation::argument:
      return x;
    case operation::constant:
      return s.value;
    case operation::negate:
      return negate(part(0));
    case operation::add:
      return add(part(0), part(1), precision);
    case operation::subtract:
      return subtract(part(0), part(1), precision);
    case operation::multiply:
      return multiply(part(0), part(1), precision);
    case operation::divide:
      return divide(part(0), part(1), precision);
    case operation::power:
      return power(part(0), part(1), precision);
    case operation::exp:
      return exp(part(0), precision);
    case operation::expm1:
      return expm1(part(0), precision);
    case operation::log:
      return log(part(0), precision);
    case operation::log1p:
      return log1p(part(0), precision);
    case operation::sqrt:
      return sqrt(part(0), precision);
    case operation::abs:
      return abs(part(0), precision);
    case operation::tanh:
      return tanh(part(0), precision);
    case operation::normal_cdf:
      return normal_cdf(part(0), precision);
    case operation::min:
      return min(part(0), part(1), precision);
    case operation::max:
      return max(part(0), part(1), precision);
    case operation::first_given_second:
      static_cast<void>(part(1));
      return part(0);
    default:
      throw precision_needed("not exact");
  }
}

}  // namespace

edge_signs::edge_signs(const one_variable_function& function, const number& low, const number& high,
                       bits precision)
    : function_(function), low_(low), high_(high), precision_(precision) {}

bool edge_signs::is_nonnegative(std::size_t index, std::optional<std::size_t> guarded_by,
                                const ball& piece) {
  if (range_ends_.empty()) {
    range_ends_.resize(2);
    if (is_finite_and_exact(low_)) range_ends_[0] = edge_at(low_, true);
    if (is_finite_and_exact(high_)) range_ends_[1] = edge_at(high_, false);
    find_lines();
  }
  for (const auto& end : range_ends_)
    if (end && rises_from(*end, index, piece)) return true;
  for (auto at = guarded_by; at; at = function_.guards[*at].outer) {
    if (is_said_by_guard(index, function_.guards[*at])) return true;
    const auto& end = edge_of(*at);
    if (end && rises_from(*end, index, piece)) return true;
  }
  return false;
}

// Whether two steps are made in the same way.
bool edge_signs::is_same(std::size_t i, std::size_t j) const {
  struct comparer {
    const one_variable_function& function;
    bool same(std::size_t i, std::size_t j, int depth) const {
      if (i == j) return true;
      const step& a = function.steps[i];
      const step& b = function.steps[j];
      if (depth == 0 || a.what != b.what || a.op != b.op) return false;
      if (a.what == operation::argument) return true;
      if (a.what == operation::constant)
        return a.value.is_exact() && a.value.exact_text() == b.value.exact_text();
      if (a.what == operation::undetermined) return false;
      return std::equal(a.of.begin(), a.of.end(), b.of.begin(),
                        [&](std::size_t k, std::size_t l) { return same(k, l, depth - 1); });
    }
  };
  return comparer{function_}.same(i, j, deepest_comparison);
}

// u >= k or u > k with k >= 0, where the step is u.
bool edge_signs::is_said_by_guard(std::size_t index, const guard& condition) const {
  const bool is_less = condition.op == relation::less || condition.op == relation::less_equal;
  const bool is_greater =
      condition.op == relation::greater || condition.op == relation::greater_equal;
  if (!is_less && !is_greater) return false;
  const bool is_left_larger = is_greater == condition.holds;
  const std::size_t larger = is_left_larger ? condition.left : condition.right;
  const step& smaller = function_.steps[is_left_larger ? condition.right : condition.left];
  if (smaller.what != operation::constant) return false;
  const auto at_least = sign(smaller.value, precision_);
  return at_least && *at_least >= 0 && is_same(index, larger);
}

// Whether the step is >= 0 at the edge, and its slope leads away from 0 from there to the far end
// of the piece.
bool edge_signs::rises_from(const edge& end, std::size_t index, const ball& piece) const {
  if (index >= end.values.size() || !end.values[index]) return false;
  const auto at_edge = sign(*end.values[index], precision_);
  if (!at_edge || *at_edge < 0) return false;
  const ball x = end.at.to_ball(precision_);
  const ball left = end.is_lower ? lower_bound(x) : lower_bound(piece);
  const ball right = end.is_lower ? upper_bound(piece) : upper_bound(x);
  // The piece has no point beyond the edge.
  if (less(right, left) == true) return true;
  const ball slope =
      with_slope_of_step(function_, index, ball_between(left, right, precision_)).slope;
  if (!slope.is_finite()) return false;
  return end.is_lower ? slope.is_certainly_nonnegative() : slope.is_certainly_nonpositive();
}

// The number from which on, or up to which, a guard lets the argument go.
const std::optional<edge_signs::edge>& edge_signs::edge_of(std::size_t which) {
  const auto [entry, is_new] = of_guards_.try_emplace(which);
  if (!is_new) return entry->second;
  const guard& condition = function_.guards[which];
  const bool is_less = condition.op == relation::less || condition.op == relation::less_equal;
  const bool is_greater =
      condition.op == relation::greater || condition.op == relation::greater_equal;
  if (!is_less && !is_greater) return entry->second;
  const bool is_left_larger = is_greater == condition.holds;
  const step& left = function_.steps[condition.left];
  const step& right = function_.steps[condition.right];
  if (left.what == operation::argument && right.what == operation::constant) {
    if (right.value.is_exact()) entry->second = edge_at(right.value, is_left_larger);
  } else if (right.what == operation::argument && left.what == operation::constant) {
    if (left.value.is_exact()) entry->second = edge_at(left.value, !is_left_larger);
  } else if (lines_[condition.left] && lines_[condition.right]) {
    const line& p = *lines_[condition.left];
    const line& q = *lines_[condition.right];
    // (p.b − q.b)·x is at least, or at most, q.a − p.a.
    const rational rate = p.b - q.b;
    if (rate != 0)
      entry->second = edge_at(rational((q.a - p.a) / rate), is_left_larger == (rate > 0));
  }
  return entry->second;
}

edge_signs::edge edge_signs::edge_at(const number& x, bool is_lower) const {
  edge result{x, is_lower, {}};
  result.values.reserve(function_.steps.size());
  for (const step& s : function_.steps) {
    std::optional<number> value;
    try {
      value = value_of(s, result.values, x, precision_);
    } catch (const std::runtime_error&) {
      // Without a value here, or not known: then the edge tells nothing.
    }
    result.values.push_back(std::move(value));
  }
  return result;
}

void edge_signs::find_lines() {
  lines_.reserve(function_.steps.size());
  for (const step& s : function_.steps) {
    std::optional<line> known;
    const auto part = [&](std::size_t i) -> const std::optional<line>& { return lines_[s.of[i]]; };
    if (s.what == operation::argument) known = line{0, 1};
    if (s.what == operation::constant && s.value.as_rational() != nullptr)
      known = line{*s.value.as_rational(), 0};
    if (s.what == operation::negate && part(0)) known = line{-part(0)->a, -part(0)->b};
    if (s.what == operation::add && part(0) && part(1))
      known = line{part(0)->a + part(1)->a, part(0)->b + part(1)->b};
    if (s.what == operation::subtract && part(0) && part(1))
      known = line{part(0)->a - part(1)->a, part(0)->b - part(1)->b};
    if (s.what == operation::multiply && part(0) && part(1)) {
      if (part(0)->b == 0) known = line{part(0)->a * part(1)->a, part(0)->a * part(1)->b};
      if (part(1)->b == 0) known = line{part(1)->a * part(0)->a, part(1)->a * part(0)->b};
    }
    if (s.what == operation::divide && part(0) && part(1) && part(1)->b == 0 && part(1)->a != 0)
      known = line{part(0)->a / part(1)->a, part(0)->b / part(1)->a};
    lines_.push_back(std::move(known));
  }
}

}  // namespace shufflecert::inline v0_1
