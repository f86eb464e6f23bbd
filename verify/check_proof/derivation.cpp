#include "derivation.hpp"

#include <algorithm>
#include <set>

#include "bounds.hpp"
#include "domain.hpp"
#include "errors.hpp"
#include "forms.hpp"
#include "laws.hpp"
#include "names.hpp"
#include "needed.hpp"

namespace check {
namespace {

constexpr std::size_t most_lines = 10'000;
constexpr std::size_t most_cases = 256;
constexpr int most_values = 256;

// The steps for one value of a variable, "lambda = 2"; or all of them, without one.
struct steps_of_case {
  numbered where;
  std::vector<numbered> lines;
};

class derivation_checker {
 public:
  derivation_checker(const statement& stated, std::vector<steps_of_case> cases)
      : stated_(stated), cases_(std::move(cases)), names_(stated) {
    for (const steps_of_case& one : cases_) steps_ += one.lines.size();
  }

  std::string report() {
    if (cases_.front().where.first != 0) {
      check_each_value();
    } else if (stated_.values.empty()) {
      check_case(cases_.front().lines);
    } else {
      for (const auto& [line, text] : stated_.values) {
        names_.forget_values();
        at_line(line, [&, &text = text] {
          for (const std::string& one : split(text, " ; ")) {
            const auto [name, value] = names::read_equation(one);
            demand(names_in(*value).empty() || names_in(*value) == std::set<std::string>{"pi"},
                   "a value has to stand here");
            names_.fix(name, value);
            listed_.insert(name);
          }
        });
        check_case(cases_.front().lines);
      }
    }
    std::string text = "  " + shown(stated_.stated) +
                       "\n  checked by machine: " + std::to_string(steps_) +
                       " steps; conditions by signs and on " + std::to_string(boxes_) + " boxes\n";
    if (!by_hand_.empty()) {
      text += "  rests on derivations by hand in docs/methods: ";
      bool is_first = true;
      for (const std::string& place : by_hand_) {
        text += (is_first ? "" : "; ") + place;
        is_first = false;
      }
      text += "\n";
    }
    if (!stated_.values.empty()) {
      text += "  only for the listed values of:";
      for (const std::string& name : listed_) text += " " + shown(name);
      text += "\n";
    }
    return text + "  not checked: that its catalogue states this\n";
  }

 private:
  // Every whole number that the domain has for one variable has steps of its own.
  void check_each_value() {
    if (!stated_.values.empty())
      throw wrong(cases_.front().where.first, "there are listed values and cases");
    std::set<integer> seen;
    std::string variable;
    for (const steps_of_case& one : cases_)
      at_line(one.where.first, [&] {
        const auto [name, value] = names::read_equation(one.where.second);
        demand(variable.empty() || name == variable, "another variable has cases");
        demand(value->kind == "number" && denominator(value->value) == 1,
               "a whole number has to stand here");
        demand(seen.insert(numerator(value->value)).second, "it stands here twice");
        variable = name;
      });
    std::vector<formula_ptr> conditions;
    names_.forget_values();
    for (const auto& [line, text] : stated_.conditions)
      for (const formula_ptr& part :
           at_line(line, [&, &text = text] { return conjuncts(names_.written_out(text)); }))
        conditions.push_back(part);
    const auto range = domain(conditions, names_.integers).whole_range(variable);
    demand(range.has_value(),
           "'" + shown(variable) + "' has no first and last whole number in the domain");
    demand(range->second - range->first < most_values, "there are too many values");
    for (integer value = range->first; value <= range->second; ++value)
      demand(seen.contains(value), "there is no case " + shown(variable) + " = " + value.str());
    for (const steps_of_case& one : cases_) {
      names_.forget_values();
      const auto [name, value] = names::read_equation(one.where.second);
      names_.fix(name, value);
      check_case(one.lines);
    }
  }

  void check_case(const std::vector<numbered>& lines) {
    std::vector<formula_ptr> conditions;
    // x == 1 in a domain says what x is; it is put in before anything else is read.
    bool has_more = true;
    while (has_more) {
      has_more = false;
      conditions.clear();
      for (const auto& [line, text] : stated_.conditions) {
        const auto parts =
            at_line(line, [&, &text = text] { return conjuncts(names_.written_out(text)); });
        for (const formula_ptr& part : parts) {
          const bool is_value = part->kind == "==" && part->parts[0]->kind == "name" &&
                                !names_in(*part->parts[1]).contains(part->parts[0]->name);
          if (is_value && !has_more) {
            names_.fix(part->parts[0]->name, part->parts[1]);
            has_more = true;
          }
          conditions.push_back(part);
        }
      }
    }
    names_.needed.clear();
    domain where(conditions, names_.integers);
    for (const auto& [line, text] : lines)
      at_line(line, [&, &text = text] { check_line(where, text); });
    at_line(stated_.line, [&] {
      const formula_ptr claim = names_.written_out(stated_.stated);
      for (const formula_ptr& part : conjuncts(claim))
        demand_certain(where.is_certain(part), "the claim does not follow from the lines");
      demand_needed(where, names_);
    });
    boxes_ += where.boxes;
    for (const std::string& place : where.numbers.by_hand) by_hand_.insert(place);
  }

  void check_line(domain& where, const std::string& text) {
    const std::size_t space = text.find(' ');
    const std::string rule = text.substr(0, space);
    if (space == std::string::npos) throw wrong("'" + shown(text) + "' is no step");
    std::vector<std::string> parts = split(text.substr(space + 1), " ; ");
    const formula_ptr said = names_.written_out(parts[0]);
    parts.erase(parts.begin());
    if (rule == "shown") {
      demand(parts.empty(), "nothing stands behind a condition");
      demand_certain(where.is_certain(said), "it is not certain for this program");
    } else if (rule == "infinite") {
      demand(parts.empty(), "nothing stands behind what is infinite");
      const order one = order_in(said);
      demand_certain(is_infinite(where, one.high), "the larger side may be finite");
      demand_certain(where.has_value(one.low), "the smaller side may have no value");
      by_hand_.insert("(O.1), (U.5)");
      where.take_as_certain(said);
      return;
    } else if (rule == "same" || rule == "squares") {
      demand(is_relation(*said) && parts.empty(), "a relation has to stand here");
      check_same(where, rule, *said);
    } else if (rule == "other") {
      // It may be an equality, as that of a curve's value at a knot is.
      throw unchecked("a step that proof files have no words for");
    } else {
      check_order(where, rule, order_in(said), parts);
    }
    if (is_relation(*said)) {
      demand_certain(where.has_value(said->parts[0]) && where.has_value(said->parts[1]),
                     "a side may have no value");
      where.add(said);
    }
  }

  void check_same(domain& where, const std::string& rule, const formula& said) const {
    const formula_ptr& left = said.parts[0];
    const formula_ptr& right = said.parts[1];
    if (rule == "same") {
      demand(said.kind == "<=" || said.kind == ">=" || said.kind == "==",
             "what is the same is no less");
      demand(where.is_same(left, right), "the two sides are not the same by algebra");
      return;
    }
    demand(said.kind == "==", "an equality has to stand here");
    demand(where.is_same(node("*", {left, left}), node("*", {right, right})),
           "the squares are not the same by algebra");
    for (const formula_ptr& side : {left, right})
      demand_certain(where.is_certain(side, ">=", number(0)), "a side may be negative");
  }

  void check_order(domain& where, const std::string& rule, const order& said,
                   const std::vector<std::string>& parts) {
    const auto needs = [&](std::size_t count) {
      demand(parts.size() == count, "the step has " + std::to_string(parts.size()) +
                                        " parts, and not " + std::to_string(count));
    };
    if (rule == "largest") {
      needs(0);
      check_largest(where, said);
    } else if (rule == "rises") {
      needs(0);
      check_rises(where, said);
    } else if (rule == "undone") {
      needs(0);
      check_undone(where, said);
    } else if (rule == "scaled") {
      needs(2);
      check_scaled(where, said, names_.written_out(parts[0]),
                   order_in(names_.written_out(parts[1])));
    } else if (rule == "terms") {
      check_terms(where, said, parts);
    } else if (rule == "factors") {
      check_factors(where, said, parts);
    } else if (rule == "between") {
      needs(1);
      const formula_ptr middle = names_.written_out(parts[0]);
      const bool below = said.is_strict && where.is_certain(said.low, "<", middle);
      const bool above = said.is_strict && where.is_certain(middle, "<", said.high);
      demand_certain(below || where.is_certain(said.low, "<=", middle), "the first half is open");
      demand_certain(above || where.is_certain(middle, "<=", said.high), "the other half is open");
      demand_certain(!said.is_strict || below || above, "neither half is strict");
    } else if (rule == "tangent") {
      needs(0);
      demand(!said.is_strict && said.low->kind == "call" && said.low->parts.size() == 1,
             "log(1 + f) <= f has to stand here");
      const formula_ptr inner = said.low->parts[0];
      const bool is_log =
          said.low->name == "log" && where.is_same(inner, node("+", {number(1), said.high}));
      const bool is_log1p = said.low->name == "log1p" && where.is_same(inner, said.high);
      demand(is_log || is_log1p, "log(1 + f) <= f has to stand here");
    } else if (rule == "bound") {
      needs(1);
      check_bound(where, said, parts[0]);
    } else if (rule == "choice") {
      needs(0);
      check_choice(where, said);
    } else if (rule == "powers") {
      needs(0);
      check_powers(where, said);
    } else if (rule == "bodies") {
      needs(0);
      check_bodies(where, said);
    } else if (rule == "ordered") {
      needs(0);
      check_parameters(where, said);
    } else {
      throw wrong("there is no step '" + shown(rule) + "'");
    }
  }

  void check_bound(domain& where, const order& said, const std::string& place) {
    const bound_answer above =
        derived_bound(where, said.low, true, said.high, place, said.is_strict);
    const bound_answer below =
        above.is_certain ? above
                         : derived_bound(where, said.high, false, said.low, place, said.is_strict);
    if (!above.is_certain && !below.is_certain) {
      const std::string& open = above.open.empty() ? below.open : above.open;
      if (open.empty()) throw unchecked("this program knows no such bound by " + shown(place));
      throw unchecked("it has the form of " + shown(place) + ", but is not certain: " + open);
    }
    by_hand_.insert(place + (place == "(K.9)" ? ", with the statement of repaired/poisson-moment"
                             : place == "(C.1)" || place == "(C.10)"
                                 ? ", with the boxes that the tests of the program go through"
                                 : ""));
  }

  // low − high = F·(low' − high').
  static void check_scaled(domain& where, const order& said, const formula_ptr& factor,
                           const order& other) {
    demand(!said.is_strict || other.is_strict, "it is not strict");
    demand(where.is_same(node("-", {said.low, said.high}),
                         node("*", {factor, node("-", {other.low, other.high})})),
           "it is no multiple of the other inequality");
    demand_certain(
        where.has_value(factor) && where.is_certain(factor, said.is_strict ? ">" : ">=", number(0)),
        "the factor may be negative");
    demand_certain(where.is_certain(other.low, op_of(other), other.high),
                   "the other inequality is open");
  }

  // low − high is the sum of the differences.
  void check_terms(domain& where, const order& said, const std::vector<std::string>& parts) {
    formula_ptr total = number(0);
    bool is_strict = false;
    for (const std::string& part : parts) {
      const order one = order_in(names_.written_out(part));
      demand_certain(where.is_certain(one.low, op_of(one), one.high), "a term is open");
      total = node("+", {total, node("-", {one.low, one.high})});
      is_strict = is_strict || one.is_strict;
    }
    demand(!said.is_strict || is_strict, "it is not strict");
    demand(where.is_same(node("-", {said.low, said.high}), total),
           "it is not the sum of the other inequalities");
  }

  // Both sides are products; behind * stand factors, behind / divisors the other way round.
  void check_factors(domain& where, const order& said, const std::vector<std::string>& parts) {
    demand(!said.is_strict, "it is not strict");
    const formula_ptr zero = number(0);
    formula_ptr low = number(1);
    formula_ptr high = number(1);
    for (const std::string& part : parts) {
      demand(part.starts_with("* ") || part.starts_with("/ "), "'*' or '/' has to stand here");
      const bool is_divisor = part[0] == '/';
      const order one = order_in(names_.written_out(part.substr(2)));
      demand_certain(where.is_certain(one.low, op_of(one), one.high) &&
                         where.is_certain(one.low, is_divisor ? ">" : ">=", zero),
                     "a factor is open, or may be negative");
      low = node(is_divisor ? "/" : "*", {low, is_divisor ? one.high : one.low});
      high = node(is_divisor ? "/" : "*", {high, is_divisor ? one.low : one.high});
    }
    demand(where.is_same(said.low, low) && where.is_same(said.high, high),
           "the sides are not the products of the factors");
  }

  // Quantities of two pairs of a kind, in the order of the parameters: docs/methods/ranges.md.
  void check_parameters(domain& where, const order& said) {
    const formula& low = *said.low;
    const formula& high = *said.high;
    demand(!said.is_strict && low.kind == "call" && high.kind == "call" && low.name == high.name &&
               low.parts.size() == 2 && high.parts.size() == 2,
           "two quantities of one kind have to stand here");
    const bool is_tradeoff = low.name == "tradeoff";
    const bool is_moment = low.name == "chi_moment";
    demand(is_tradeoff || is_moment || low.name == "renyi" || low.name == "hockey_stick",
           "'" + shown(low.name) + "' is no quantity of a pair");
    const auto less = pair_in((is_tradeoff ? low : high).parts[0]);
    const auto more = pair_in((is_tradeoff ? high : low).parts[0]);
    demand(less && more && less->name == more->name && less->is_swapped == more->is_swapped,
           "the pairs are of different kinds");
    demand(where.is_whole(*less->users) && where.is_whole(*more->users),
           "the users are no whole number");
    demand(!less->kinds || where.is_same(less->kinds, more->kinds), "the kinds differ");
    demand_certain(where.is_certain(less->users, "<=", more->users) &&
                       where.is_certain(more->eps0, "<=", less->eps0) &&
                       (!less->rate || where.is_certain(less->rate, "<=", more->rate)),
                   "the order of the parameters is open");
    const formula_ptr& a = low.parts[1];
    const formula_ptr& b = high.parts[1];
    const bool is_ordered = is_moment ? where.is_same(a, b) && where.is_certain(a, ">=", number(1))
                                      : text_of(*a) == text_of(*b) ||
                                            (low.name == "renyi" ? where.is_certain(a, "<=", b)
                                                                 : where.is_certain(b, "<=", a));
    demand_certain(is_ordered, "the order of the orders is open");
    by_hand_.insert("(V.1) to (V.6)");
  }

  const statement& stated_;
  std::vector<steps_of_case> cases_;
  std::size_t steps_ = 0;
  names names_;
  std::size_t boxes_ = 0;
  std::set<std::string> by_hand_;
  std::set<std::string> listed_;
};

}  // namespace

std::string check_derivation(const statement& stated, line_reader& lines) {
  std::vector<steps_of_case> cases;
  std::size_t count = 0;
  const auto take_steps = [&](numbered where) {
    cases.push_back({std::move(where), {}});
    while (lines.starts_with("step")) {
      const std::size_t line = lines.number();
      cases.back().lines.emplace_back(line, lines.take("step"));
      if (++count > most_lines) throw wrong(line, "there are too many steps");
    }
  };
  if (!lines.starts_with("case")) take_steps({0, ""});
  while (lines.starts_with("case")) {
    const std::size_t line = lines.number();
    if (cases.size() >= most_cases) throw wrong(line, "there are too many cases");
    if (!cases.empty() && cases.front().where.first == 0)
      throw wrong(line, "there are steps without a case before it");
    std::string where = lines.take("case");
    take_steps({line, std::move(where)});
  }
  if (!stated.variables.empty())
    throw unchecked("a claim of existence is checked at a solution only");
  if (stated.values.size() > most_cases) throw wrong(stated.line, "there are too many values");
  lines.take_end();
  forget_built();
  return derivation_checker(stated, std::move(cases)).report();
}

}  // namespace check
