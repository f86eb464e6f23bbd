// Whether a formula has a value at every point of a domain.

#include <algorithm>

#include "domain.hpp"
#include "errors.hpp"

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
    result = x->name != "inf";
  } else if (x->kind == "neg" || x->kind == "+" || x->kind == "-" || x->kind == "*") {
    result = all();
  } else if (x->kind == "/") {
    result = all() && is_certain(x->parts[1], "!=", zero);
  } else if (x->kind == "^") {
    const formula& exponent = *x->parts[1];
    const bool is_power =
        exponent.kind == "number" && denominator(exponent.value) == 1 && exponent.value >= 1;
    result = all() && (is_power || is_certain(x->parts[0], ">", zero));
  } else if (x->kind == "call") {
    static const std::set<std::string> total{"exp", "expm1", "tanh",  "abs",
                                             "max", "min",   "floor", "ceil"};
    static const std::set<std::string> quantities{"renyi", "hockey_stick", "tradeoff",
                                                  "chi_moment"};
    if (quantities.contains(x->name))
      result = quantity_has_value(*x);
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

// Rényi divergences of pairs that exist are at most ε0, hockey-stick divergences and trade-off
// functions at most 1: "Values" in docs/methods/theorems.md.
bool domain::quantity_has_value(const formula& x) {
  if (x.parts.size() != 2) return false;
  const formula_ptr& order = x.parts[1];
  const formula_ptr zero = number(0);
  const formula_ptr one = number(1);
  const bool is_inf = x.name == "renyi" && order->kind == "name" && order->name == "inf";
  if (!is_inf && !has_value(order)) return false;
  if (x.name == "renyi" && !is_inf && !is_certain(order, ">", zero)) return false;
  if (x.name == "chi_moment" && !is_certain(order, ">=", one)) return false;
  if (x.name == "tradeoff" && !(is_certain(order, ">=", zero) && is_certain(order, "<=", one)))
    return false;
  const auto pair = pair_in(x.parts[0]);
  if (!pair) return false;
  if (pair->name == "unmixed_pair" && (x.name == "renyi" || x.name == "chi_moment")) return false;
  if (!is_whole(*pair->users) || !is_certain(pair->users, ">=", one)) return false;
  if (!has_value(pair->eps0) || !is_certain(pair->eps0, ">=", zero)) return false;
  if (pair->kinds && !(is_whole(*pair->kinds) && is_certain(pair->kinds, ">=", number(3))))
    return false;
  return !pair->rate || (has_value(pair->rate) && is_certain(pair->rate, ">", zero) &&
                         is_certain(pair->rate, "<=", one));
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
