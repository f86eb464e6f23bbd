// Whether a formula has a value at every point of a domain.

#include <algorithm>

#include "checker_errors.hpp"
#include "checker_laws.hpp"
#include "domain.hpp"

namespace check {

bool domain::has_value(const formula_ptr& x) {
  const std::string key = text_of(*x);
  if (const auto known = values_.find(key); known != values_.end()) return known->second;
  const nesting level(depth_);
  const auto all = [&] {
    return std::all_of(x->parts.begin(), x->parts.end(),
                       [this](const formula_ptr& part) { return has_value(part); });
  };
  const formula_ptr zero = number(0);
  bool result = false;
  if (x->kind == "number") {
    result = true;
  } else if (x->kind == "name") {
    result = x->name != "inf" && x->name != "identity_curve";
  } else if (x->kind == "neg" || x->kind == "+" || x->kind == "-" || x->kind == "*") {
    result = all();
  } else if (x->kind == "/") {
    result = all() && is_certain(x->parts[1], "!=", zero);
  } else if (x->kind == "^") {
    const formula& exponent = *x->parts[1];
    const bool is_power =
        exponent.kind == "number" && denominator(exponent.value) == 1 && exponent.value >= 1;
    const formula_ptr& base = x->parts[0];
    const auto is_strict_power = [&] {
      return is_certain(x->parts[1], ">", zero) && is_certain(base, ">=", zero);
    };
    result = all() && (is_power || is_strict_power() || is_certain(base, ">", zero) ||
                       (is_whole(exponent) && is_certain(x->parts[1], ">=", number(1))));
  } else if (x->kind == "call") {
    static const std::set<std::string> total{"exp", "expm1", "tanh",  "abs",
                                             "max", "min",   "floor", "ceil"};
    static const std::set<std::string> quantities{"renyi",       "hockey_stick",   "tradeoff",
                                                  "chi_moment",  "ternary_moment", "at",
                                                  "curve_delta", "total_variation"};
    if (quantities.contains(x->name))
      result = quantity_has_value(*x);
    else if (x->name == "shuffle_gaussian_renyi" && x->parts.size() == 3)
      result = is_whole(*x->parts[0]) && is_certain(x->parts[0], ">=", number(1)) &&
               has_value(x->parts[1]) && is_certain(x->parts[1], ">", zero) &&
               is_whole(*x->parts[2]) && is_certain(x->parts[2], ">=", number(2));
    else if (is_normal_mean(*x))
      result = normal_mean_has_value(x);
    else if (binds_a_name(*x))
      result = binder_has_value(x);
    else if (x->name == "gamma" && x->parts.size() == 1)
      result = all() && is_certain(x->parts[0], ">", zero);
    else if (x->name == "binomial" && x->parts.size() == 2)
      result = all() && is_whole(*x->parts[0]) && is_whole(*x->parts[1]);
    else if (total.contains(x->name))
      result = all();
    else if (x->name == "log")
      result = all() && is_certain(x->parts[0], ">", zero);
    else if (x->name == "sqrt")
      result = all() && is_certain(x->parts[0], ">=", zero);
    else if (x->name == "log1p")
      result = all() && is_certain(x->parts[0], ">", number(-1));
    else if (x->name == "if" && x->parts.size() == 3)
      result = has_value(x->parts[1]) && has_value(x->parts[2]) && is_relation(*x->parts[0]) &&
               has_value(x->parts[0]->parts[0]) && has_value(x->parts[0]->parts[1]);
  }
  // What has an enclosure has a value.
  if (!result && x->kind == "call" && !x->parts.empty())
    result = holds_on_boxes(node("<=", {zero, call("abs", {x})}));
  values_[key] = result;
  return result;
}

// Where it has one at every index, of which it is said here only that it is at least the first one.
bool domain::binder_has_value(const formula_ptr& x) {
  const formula_ptr zero = number(0);
  const bool is_mean = is_call(*x, "binomial_mean");
  const formula_ptr& last = x->parts[is_mean ? 1 : 2];
  for (const formula_ptr& end : {is_mean ? zero : x->parts[1], last})
    if (!is_whole(*end) || !has_value(end)) return false;
  if (is_mean && !(is_certain(last, ">=", zero) && has_value(x->parts[2]) &&
                   is_certain(x->parts[2], ">=", zero) && is_certain(x->parts[2], "<=", number(1))))
    return false;
  return has_value(body_of(x));
}

// Of e^f with an f that is linear in the name and has a value at all of its values.
bool domain::normal_mean_has_value(const formula_ptr& x) {
  try {
    static_cast<void>(numbers.of(x));
  } catch (const unchecked&) {
    return false;
  }
  const formula any{"name", "any " + std::to_string(bodies_.size()), 0, {}, 0};
  return has_value(
      substituted(x->parts[1], {{x->parts[0]->name, std::make_shared<const formula>(any)}}));
}

formula_ptr domain::body_of(const formula_ptr& x) {
  formula_ptr& body = bodies_[text_of(*x)];
  if (body) return body;
  const std::string name = "each " + std::to_string(bodies_.size());
  whole_.insert(name);
  ends& known = ends_[name];
  if (is_call(*x, "binomial_mean") || x->parts[1]->kind == "number")
    known.low = is_call(*x, "binomial_mean") ? rational(0) : x->parts[1]->value;
  else
    known.moving_low = x->parts[1];
  const formula index{"name", name, 0, {}, 0};
  body = substituted(x->parts[3], {{x->parts[0]->name, std::make_shared<const formula>(index)}});
  return body;
}

// Rényi divergences of pairs that exist are at most ε0, hockey-stick divergences and trade-off
// functions at most 1: "Values" in docs/methods/theorems.md. Of laws and curves: checker_laws.cpp.
bool domain::quantity_has_value(const formula& x) {
  const formula_ptr zero = number(0);
  const formula_ptr one = number(1);
  const formula_ptr& order = x.parts.back();
  if (x.name == "total_variation") return x.parts.size() == 1 && pair_exists(*this, x.parts[0]);
  if (x.parts.size() != (x.name == "ternary_moment" ? 4U : 2U)) return false;
  const bool is_inf = x.name == "renyi" && order->kind == "name" && order->name == "inf";
  if (!is_inf && !has_value(order)) return false;
  const bool is_share = x.name == "tradeoff" || x.name == "at";
  if (is_share && !(is_certain(order, ">=", zero) && is_certain(order, "<=", one))) return false;
  if (x.name == "at" || x.name == "curve_delta") return curve_exists(*this, x.parts[0]);
  const bool is_moment = x.name == "chi_moment" || x.name == "ternary_moment";
  if (is_moment && !is_certain(order, ">=", one)) return false;
  if (x.name == "ternary_moment")
    return have_same_outcomes(*this, {x.parts.begin(), x.parts.begin() + 3});
  if (x.name == "renyi" && !is_inf && !is_certain(order, ">", zero)) return false;
  if (!pair_exists(*this, x.parts[0])) return false;
  // −∞ at δ = 1; ∞ at δ = 0 where a ratio has no bound.
  if (x.name == "epsilon")
    return is_certain(order, ">", zero) && is_certain(order, "<", one) &&
           is_equivalent_pair(*this, x.parts[0]);
  return (x.name != "renyi" && !is_moment) || is_equivalent_pair(*this, x.parts[0]);
}

std::optional<pair_of_laws> pair_in(const formula_ptr& x) {
  bool is_swapped = false;
  formula_ptr inner = x;
  while (is_call(*inner, "swap") && inner->parts.size() == 1) {
    is_swapped = !is_swapped;
    inner = inner->parts[0];
  }
  if (inner->kind != "call") return std::nullopt;
  pair_of_laws result;
  result.name = inner->name;
  const std::size_t count = inner->parts.size();
  if ((result.name == "clone_pair" || result.name == "unmixed_pair") && count >= 2 && count <= 3) {
    result.users = inner->parts[0];
    result.eps0 = inner->parts[1];
    result.rate = count == 3 ? inner->parts[2] : call("exp", {node("neg", {result.eps0})});
  } else if (result.name == "rr_pair" && count == 2) {
    result.users = inner->parts[0];
    result.eps0 = inner->parts[1];
    result.is_swapped = is_swapped;
  } else if (result.name == "krr_pair" && count == 3) {
    result.kinds = inner->parts[0];
    result.users = inner->parts[1];
    result.eps0 = inner->parts[2];
    result.is_swapped = is_swapped;
  } else {
    return std::nullopt;
  }
  return result;
}

}  // namespace check
