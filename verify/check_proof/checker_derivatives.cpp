// Inequalities that hold at an end of a variable's range and whose difference rises from there on:
// the argument by which people prove log(1 + x) <= x. docs/reference/proof-files.md.

#include <algorithm>

#include "checker_errors.hpp"
#include "domain.hpp"

namespace check {
namespace {

constexpr int most_derivatives = 5;
constexpr std::size_t largest_derivative = 4000;

bool is_number(const formula& x, const rational& value) {
  return x.kind == "number" && x.value == value;
}

formula_ptr sum(const formula_ptr& a, const formula_ptr& b) {
  if (is_number(*a, 0)) return b;
  return is_number(*b, 0) ? a : node("+", {a, b});
}

formula_ptr difference(const formula_ptr& a, const formula_ptr& b) {
  if (is_number(*b, 0)) return a;
  return is_number(*a, 0) ? node("neg", {b}) : node("-", {a, b});
}

formula_ptr product(const formula_ptr& a, const formula_ptr& b) {
  if (is_number(*a, 0) || is_number(*b, 0)) return number(0);
  if (is_number(*a, 1)) return b;
  return is_number(*b, 1) ? a : node("*", {a, b});
}

formula_ptr quotient(const formula_ptr& a, const formula_ptr& b) {
  return is_number(*a, 0) ? a : node("/", {a, b});
}

formula_ptr derivative(const formula_ptr& x, const std::string& name);

// f'(u), where f is written in u and in f(u) itself.
formula_ptr slope_of_call(const formula_ptr& x) {
  const formula_ptr& u = x->parts[0];
  const formula_ptr one = number(1);
  if (x->name == "exp") return x;
  if (x->name == "expm1") return call("exp", {u});
  if (x->name == "log") return quotient(one, u);
  if (x->name == "log1p") return quotient(one, sum(one, u));
  if (x->name == "sqrt") return quotient(one, product(number(2), x));
  if (x->name == "tanh") return difference(one, node("^", {x, number(2)}));
  return nullptr;
}

// Null for what this program has no derivative of. Where the result has a value, so has the
// derivative, and that is it: whatever may have a kink or a jump is left out.
formula_ptr derivative(const formula_ptr& x, const std::string& name) {
  if (!names_in(*x).contains(name)) return number(0);
  if (x->kind == "name") return number(1);
  std::vector<formula_ptr> slopes;
  if (x->kind == "call" && x->parts.size() != 1) return nullptr;
  for (const formula_ptr& part : x->parts) {
    slopes.push_back(derivative(part, name));
    if (!slopes.back()) return nullptr;
  }
  if (x->kind == "neg") return node("neg", slopes);
  if (x->kind == "+") return sum(slopes[0], slopes[1]);
  if (x->kind == "-") return difference(slopes[0], slopes[1]);
  if (x->kind == "call") {
    const formula_ptr outer = slope_of_call(x);
    return outer ? product(outer, slopes[0]) : nullptr;
  }
  const formula_ptr& a = x->parts[0];
  const formula_ptr& b = x->parts[1];
  if (x->kind == "*") return sum(product(slopes[0], b), product(a, slopes[1]));
  if (x->kind == "/")
    return quotient(difference(product(slopes[0], b), product(a, slopes[1])),
                    node("^", {b, number(2)}));
  // The exponent moves, or is a number.
  if (x->kind == "^" && is_number(*slopes[1], 0))
    return product(product(b, node("^", {a, difference(b, number(1))})), slopes[0]);
  return nullptr;
}

}  // namespace

// Whether the domain is a range of the variable and any condition on the others, so that with a
// point all points between it and an end belong to it. An end that is no rational number is not the
// one that ends_ has.
bool domain::has_free_range(const std::string& name) {
  if (whole_.contains(name)) return false;
  return std::all_of(conditions_.begin(), conditions_.end(), [&](const formula_ptr& condition) {
    if (!names_in(*condition).contains(name)) return true;
    if (!is_relation(*condition) || condition->kind == "==" || condition->kind == "!=")
      return false;
    const bool is_left = condition->parts[0]->kind == "name" && condition->parts[0]->name == name;
    const formula_ptr& side = condition->parts[is_left ? 0 : 1];
    const formula_ptr& end = condition->parts[is_left ? 1 : 0];
    return side->kind == "name" && side->name == name && names_in(*end).empty() &&
           constant_in(numbers.of(end)).has_value();
  });
}

// f >= 0 at all points, or f > 0: by its sign, or since that is so at an end of a range and f rises
// from there on. By the mean value theorem f(x) − f(a) is f'(y)·(x − a) with a y between.
bool domain::is_above_zero(const formula_ptr& f, bool is_strict_one, int derivatives) {
  spend(f->size);
  if (f->size > largest_derivative || !has_value(f)) return false;
  const sign known = sign_of(f);
  if (is_strict_one ? known == sign::positive : is_above(known)) return true;
  if (derivatives == 0) return false;
  for (const std::string& name : names_in(*f)) {
    const auto found = ends_.find(name);
    if (found == ends_.end() || !has_free_range(name)) continue;
    const formula_ptr slope = derivative(f, name);
    if (!slope) continue;
    const ends range = found->second;
    for (const bool is_low : {true, false}) {
      const std::optional<rational>& end = is_low ? range.low : range.high;
      if (!end) continue;
      const bool is_open = is_low ? range.low_is_open : range.high_is_open;
      const formula_ptr at_end = substituted(f, {{name, number(*end)}});
      // What holds at an end that is left out need not be strict where the slope is.
      const bool by_slope = is_strict_one && is_open;
      if (has_value(at_end) &&
          is_certain(at_end, is_strict_one && !by_slope ? node_kind(">") : node_kind(">="),
                     number(0)) &&
          is_above_zero(is_low ? slope : node("neg", {slope}), by_slope, derivatives - 1))
        return true;
    }
  }
  return false;
}

// The relation is shown on the domain, or on two parts of it that meet where both sides may touch.
bool domain::holds_by_derivatives(const formula_ptr& relation) {
  const node_kind op = relation->kind;
  if (differentiates_ || op == "==" || op == "!=") return false;
  const bool is_turned = op == ">=" || op == ">";
  const formula_ptr room =
      difference(relation->parts[is_turned ? 0 : 1], relation->parts[is_turned ? 1 : 0]);
  differentiates_ = true;
  bool result = false;
  try {
    result = is_above_zero(room, op == "<" || op == ">", most_derivatives);
  } catch (const unchecked&) {
    result = false;
  }
  differentiates_ = false;
  return result || (!is_part_ && holds_in_parts(relation));
}

bool domain::holds_in_parts(const formula_ptr& relation) {
  const std::set<std::string> names = names_in(*relation);
  if (names.size() != 1 || whole_.contains(*names.begin())) return false;
  const std::string& name = *names.begin();
  const ends range = ends_.contains(name) ? ends_.at(name) : ends{};
  std::vector<rational> cuts{0, 1};
  if (range.low && range.high) {
    cuts.push_back((*range.low + *range.high) / 2);
    cuts.push_back((3 * *range.low + *range.high) / 4);
  }
  for (const rational& cut : cuts) {
    if ((range.low && cut <= *range.low) || (range.high && cut >= *range.high)) continue;
    const auto holds_on = [&](node_kind side) {
      std::vector<formula_ptr> conditions = conditions_;
      formula at{"name", name, 0, {}, 0};
      conditions.push_back(
          node(side, {std::make_shared<const formula>(std::move(at)), number(cut)}));
      domain part(std::move(conditions), whole_);
      part.is_part_ = true;
      const bool result = part.is_certain(relation);
      boxes += part.boxes;
      return result;
    };
    if (holds_on("<=") && holds_on(">=")) return true;
  }
  return false;
}

}  // namespace check
