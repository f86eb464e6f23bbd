#include "forms.hpp"

#include <algorithm>
#include <set>

#include "checker_errors.hpp"

namespace check {

node_kind op_of(const order& x) {
  return x.is_strict ? node_kind("<") : "<=";
}

order order_in(const formula_ptr& x) {
  const node_kind op = x->kind;
  if (op == "<=" || op == "<") return {x->parts[0], x->parts[1], op == "<"};
  if (op == ">=" || op == ">") return {x->parts[1], x->parts[0], op == ">"};
  throw wrong("an inequality has to stand here");
}

// max(a, b) <= c where both are, a <= max(b, c) where one is; min() likewise.
void check_largest(domain& where, const order& said) {
  const node_kind op = op_of(said);
  const auto below = [&](const formula_ptr& one) { return where.is_certain(one, op, said.high); };
  const auto above = [&](const formula_ptr& one) { return where.is_certain(said.low, op, one); };
  const auto& low = said.low->parts;
  const auto& high = said.high->parts;
  const bool holds = (is_call(*said.low, "max") && std::all_of(low.begin(), low.end(), below)) ||
                     (is_call(*said.high, "min") && std::all_of(high.begin(), high.end(), above)) ||
                     (is_call(*said.low, "min") && std::any_of(low.begin(), low.end(), below)) ||
                     (is_call(*said.high, "max") && std::any_of(high.begin(), high.end(), above));
  demand_certain(holds, "it does not follow from the order of the arguments");
}

void check_rises(domain& where, const order& said) {
  static const std::set<std::string> strictly{"exp",   "expm1", "log", "sqrt",
                                              "log1p", "tanh",  "max", "min"};
  static const std::set<std::string> weakly{"floor", "ceil"};
  const formula& low = *said.low;
  const formula& high = *said.high;
  demand_certain(
      low.kind == "call" && high.kind == "call" && low.name == high.name &&
          low.parts.size() == high.parts.size() &&
          (strictly.contains(low.name) || (!said.is_strict && weakly.contains(low.name))),
      "both sides have to be the same function, one that this program knows to rise");
  for (std::size_t i = 0; i < low.parts.size(); ++i)
    demand_certain(where.is_certain(low.parts[i], op_of(said), high.parts[i]),
                   "the order of the arguments is open");
}

// c <= log(f) where e^c <= f, and log(f) <= c.
void check_undone(domain& where, const order& said) {
  const auto undone = [](const formula_ptr& x) { return call("exp", {x}); };
  const node_kind op = op_of(said);
  if (is_call(*said.high, "log"))
    demand_certain(where.is_certain(undone(said.low), op, said.high->parts[0]), "it is open");
  else if (is_call(*said.low, "log"))
    demand_certain(where.is_certain(said.low->parts[0], op, undone(said.high)), "it is open");
  else
    throw unchecked("a side has to be a logarithm");
}

// if(x == c, a, b) is a where x is c, and elsewhere b.
void check_choice(domain& where, const order& said) {
  const bool is_above = is_call(*said.high, "if");
  const formula_ptr& chosen = is_above ? said.high : said.low;
  demand_certain(is_call(*chosen, "if") && chosen->parts.size() == 3, "a side has to be a choice");
  const auto open = [&](const formulas& values, std::size_t branch) {
    const formula_ptr other = substituted(is_above ? said.low : said.high, values);
    const formula_ptr one = substituted(chosen->parts[branch], values);
    return !(is_above ? where.is_certain(other, op_of(said), one)
                      : where.is_certain(one, op_of(said), other));
  };
  // Where a condition is of another form, both branches have to be in order everywhere.
  const formula& condition = *chosen->parts[0];
  formulas value;
  if (condition.kind == "==" && condition.parts[0]->kind == "name" &&
      condition.parts[1]->kind == "number")
    value[condition.parts[0]->name] = condition.parts[1];
  demand_certain(!open(value, 1), "the first branch is open");
  demand_certain(!open({}, 2), "the second branch is open");
}

// x^s rises in x >= 0, for s >= 0.
void check_powers(domain& where, const order& said) {
  demand_certain(!said.is_strict && said.low->kind == "^" && said.high->kind == "^" &&
                     where.is_same(said.low->parts[1], said.high->parts[1]),
                 "two powers with one exponent have to stand here");
  for (const formula_ptr& part : said.low->parts)
    demand_certain(where.is_certain(part, ">=", number(0)), "a power may fall");
  demand_certain(where.is_certain(said.low->parts[0], "<=", said.high->parts[0]),
                 "the order of the bases is open");
}

// Sums to one end, and means over one law, index by index. The larger sum may begin earlier.
void check_bodies(domain& where, const order& said) {
  const formula& low = *said.low;
  const formula& high = *said.high;
  demand_certain(
      !said.is_strict && binds_a_name(low) && binds_a_name(high) && low.name == high.name,
      "two sums, or two means over a binomial law, have to stand here");
  const bool begins_earlier = low.name == "sum" && !where.is_same(low.parts[1], high.parts[1]);
  demand_certain((begins_earlier || where.is_same(low.parts[1], high.parts[1])) &&
                     where.is_same(low.parts[2], high.parts[2]),
                 "they are not certainly over the same");
  demand_certain(!begins_earlier || (where.is_certain(high.parts[1], "<=", low.parts[1]) &&
                                     where.is_certain(where.body_of(said.high), ">=", number(0))),
                 "a term of the larger sum may be negative");
  const formula_ptr& index = low.parts[0];
  const formula_ptr other = substituted(high.parts[3], {{high.parts[0]->name, index}});
  const formula_ptr ordered =
      call(low.name, {index, low.parts[1], low.parts[2], node("<=", {low.parts[3], other})});
  demand_certain(where.is_certain(where.body_of(ordered)), "the order of the bodies is open");
}

}  // namespace check
