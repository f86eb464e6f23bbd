#include "derivation.hpp"

#include <algorithm>
#include <set>

#include "bounds.hpp"
#include "checker_errors.hpp"
#include "checker_laws.hpp"
#include "checker_names.hpp"
#include "domain.hpp"
#include "forms.hpp"
#include "needed.hpp"
#include "statement.hpp"

namespace check {
namespace {

constexpr std::size_t most_lines = 100'000;
constexpr std::size_t most_cases = 10'000;

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
          for (const auto& [name, value] : names_.values_in(text)) names_.fix(name, value);
        });
        check_case(cases_.front().lines);
      }
    }
    demand_certain(may_have_points_, "its domain has no point");
    std::string text =
        statement_in_words(stated_, names_) +
        "  checked by machine: " + counted(steps_, "step", "steps") + "; conditions by signs" +
        (boxes_ == 0 ? "" : " and by intervals on " + counted(boxes_, "box", "boxes")) + "\n";
    if (!stated_.family.empty()) by_hand_.insert("(A.7)");
    return text + by_hand_in_words(by_hand_) + "  not checked: that its catalogue states this\n";
  }

 private:
  // Every whole number that the domain has for one variable has steps of its own.
  void check_each_value() {
    if (!stated_.values.empty())
      throw wrong(cases_.front().where.first, "there are listed values and cases");
    std::map<integer, formula_ptr> values;
    std::vector<formula_ptr> in_order;
    std::string variable;
    for (const steps_of_case& part : cases_)
      at_line(part.where.first, [&] {
        const std::vector<assignment> known = names_.values_in(part.where.second);
        demand(known.size() == 1, "one variable has to have a value here");
        const auto& [name, value] = known.front();
        demand(variable.empty() || name == variable, "another variable has cases");
        demand(value->kind == "number" && denominator(value->value) == 1,
               "a whole number has to stand here");
        demand(values.emplace(numerator(value->value), value).second, "it stands here twice");
        in_order.push_back(value);
        variable = name;
      });
    std::vector<formula_ptr> conditions;
    names_.forget_values();
    for (const auto& [line, text] : stated_.conditions)
      for (const formula_ptr& part :
           at_line(line, [&, &text = text] { return conjuncts(names_.condition(text)); }))
        conditions.push_back(part);
    const auto range = domain(conditions, names_.integers).whole_range(variable);
    demand_certain(range.has_value(), "'" + shown(variable) +
                                          "' has no first and last whole number that this program "
                                          "finds in the domain");
    if (range->second - range->first >= most_cases)
      throw unchecked("'" + shown(variable) + "' has more than " + std::to_string(most_cases) +
                      " values");
    for (integer value = range->first; value <= range->second; ++value)
      if (!values.contains(value)) require_outside(conditions, variable, value);
    for (std::size_t i = 0; i < cases_.size(); ++i) {
      names_.forget_values();
      names_.fix(variable, in_order[i]);
      check_case(cases_[i].lines);
    }
  }

  // A value without a case is one that a condition certainly excludes.
  void require_outside(const std::vector<formula_ptr>& conditions, const std::string& variable,
                       const integer& value) const {
    const std::string what = "there is no case " + shown(variable) + " = " + value.str();
    bool is_open = !names_.say_all_of_the_domain();
    for (const formula_ptr& condition : conditions) {
      if (!names_in(*condition).contains(variable)) continue;
      std::optional<bool> decided;
      try {
        decided = truth(*substituted(condition, {{variable, number(rational(value))}}), {});
      } catch (const no_value&) {
        // It may have none.
      } catch (const unchecked&) {
        // It mentions other variables, or what this program does not evaluate.
      }
      if (decided == false) return;
      is_open = is_open || !decided;
    }
    demand(is_open, what);
    throw unchecked(what + ", and whether it is in the domain is open");
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
            at_line(line, [&, &text = text] { return conjuncts(names_.condition(text)); });
        for (const formula_ptr& part : parts) {
          const bool is_value = part->kind == "==" && part->parts[0]->kind == "name" &&
                                !is_constant(part->parts[0]->name) &&
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
    // Of a case it may be so, where another condition excludes its whole number; not of all.
    if (where.is_certainly_empty()) return;
    may_have_points_ = true;
    for (const auto& [line, text] : lines)
      at_line(line, [&, &text = text] { check_line(where, text); });
    at_line(stated_.line, [&] {
      const formula_ptr claim = names_.condition(stated_.stated);
      for (const formula_ptr& part : conjuncts(claim)) {
        if (where.is_certain(part)) continue;
        if (const auto point =
                names_.say_all_of_the_domain() ? where.counterexample_to(part) : std::nullopt)
          throw wrong("the claim is false" + *point);
        if (steps_ == 0 && where.is_certain_at_last(part)) continue;
        throw unchecked(steps_ > 0
                            ? "the claim does not follow from the lines"
                            : "this program cannot show the claim by signs, boxes, algebra or "
                              "derivatives, and the file has no steps that lead to it");
      }
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
    const formula_ptr said = names_.condition(parts[0]);
    parts.erase(parts.begin());
    try {
      check_step(where, rule, said, parts);
    } catch (const unchecked& open) {
      // What is false is no step, whatever this program cannot follow.
      if (rule == "infinite") throw;
      if (const auto point = where.counterexample_to(said))
        throw wrong("the step is false" + *point);
      throw;
    }
  }

  void check_step(domain& where, const std::string& rule, const formula_ptr& said,
                  const std::vector<std::string>& parts) {
    if (rule == "shown") {
      demand(parts.empty(), "nothing stands behind a condition");
      demand_certain(where.is_certain(said),
                     "this program cannot show it by signs, boxes, algebra or derivatives");
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
      demand_certain(where.is_same(left, right),
                     "the two sides are not the same by this program's algebra");
      return;
    }
    demand(said.kind == "==", "an equality has to stand here");
    demand_certain(where.is_same(node("*", {left, left}), node("*", {right, right})),
                   "the squares are not the same by this program's algebra");
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
      check_scaled(where, said, names_.written_out(parts[0], kind::number),
                   order_in(names_.condition(parts[1])));
    } else if (rule == "terms") {
      check_terms(where, said, parts);
    } else if (rule == "factors") {
      check_factors(where, said, parts);
    } else if (rule == "between") {
      needs(1);
      const formula_ptr middle = names_.written_out(parts[0], kind::number);
      const bool below = said.is_strict && where.is_certain(said.low, "<", middle);
      const bool above = said.is_strict && where.is_certain(middle, "<", said.high);
      demand_certain(below || where.is_certain(said.low, "<=", middle), "the first half is open");
      demand_certain(above || where.is_certain(middle, "<=", said.high), "the other half is open");
      demand_certain(!said.is_strict || below || above, "neither half is strict");
    } else if (rule == "tangent") {
      needs(0);
      demand_certain(!said.is_strict && said.low->kind == "call" && said.low->parts.size() == 1,
                     "log(1 + f) <= f has to stand here");
      const formula_ptr inner = said.low->parts[0];
      const bool is_log =
          said.low->name == "log" && where.is_same(inner, node("+", {number(1), said.high}));
      const bool is_log1p = said.low->name == "log1p" && where.is_same(inner, said.high);
      demand_certain(is_log || is_log1p, "log(1 + f) <= f has to stand here");
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
    by_hand_.insert(
        place + (place == "(K.9)" ? ", with the statement of repaired/poisson-moment"
                 : place == "(CC.1)"
                     ? ", with the statements of repaired/poisson-moment and of the claims whose "
                       "ids begin with repaired/corollary-2-up-to-2/"
                 : place == "(DD.1)" ? ", with the statements of the claims whose ids begin with "
                                       "repaired/theorem-2-up-to-7/4/"
                 : place == "(C.1)" || place == "(C.10)"
                     ? ", with the boxes that the tests of the program go through"
                     : ""));
  }

  // low − high = F·(low' − high').
  static void check_scaled(domain& where, const order& said, const formula_ptr& factor,
                           const order& other) {
    demand_certain(!said.is_strict || other.is_strict, "it is not strict");
    demand_certain(where.is_same(node("-", {said.low, said.high}),
                                 node("*", {factor, node("-", {other.low, other.high})})),
                   "it is no multiple of the other inequality by this program's algebra");
    demand_certain(where.has_value(factor) &&
                       where.is_certain(factor, said.is_strict ? node_kind(">") : ">=", number(0)),
                   "the factor may be negative");
    demand_certain(where.is_certain(other.low, op_of(other), other.high),
                   "the other inequality is open");
  }

  // low − high is the sum of the differences.
  void check_terms(domain& where, const order& said, const std::vector<std::string>& parts) {
    formula_ptr total = number(0);
    bool is_strict = false;
    for (const std::string& part : parts) {
      const order one = order_in(names_.condition(part));
      demand_certain(where.is_certain(one.low, op_of(one), one.high), "a term is open");
      total = node("+", {total, node("-", {one.low, one.high})});
      is_strict = is_strict || one.is_strict;
    }
    demand_certain(!said.is_strict || is_strict, "it is not strict");
    demand_certain(where.is_same(node("-", {said.low, said.high}), total),
                   "it is not the sum of the other inequalities by this program's algebra");
  }

  // Both sides are products; behind * stand factors, behind / divisors the other way round.
  void check_factors(domain& where, const order& said, const std::vector<std::string>& parts) {
    demand_certain(!said.is_strict, "it is not strict");
    const formula_ptr zero = number(0);
    formula_ptr low = number(1);
    formula_ptr high = number(1);
    for (const std::string& part : parts) {
      demand(part.starts_with("* ") || part.starts_with("/ "), "'*' or '/' has to stand here");
      const bool is_divisor = part[0] == '/';
      const order one = order_in(names_.condition(part.substr(2)));
      demand_certain(where.is_certain(one.low, op_of(one), one.high) &&
                         where.is_certain(one.low, is_divisor ? node_kind(">") : ">=", zero),
                     "a factor is open, or may be negative");
      low = node(is_divisor ? node_kind("/") : "*", {low, is_divisor ? one.high : one.low});
      high = node(is_divisor ? node_kind("/") : "*", {high, is_divisor ? one.low : one.high});
    }
    demand_certain(where.is_same(said.low, low) && where.is_same(said.high, high),
                   "the sides are not the products of the factors by this program's algebra");
  }

  // Quantities of two pairs of a kind, in the order of the parameters: docs/methods/ranges.md.
  void check_parameters(domain& where, const order& said) {
    const formula& low = *said.low;
    const formula& high = *said.high;
    demand_certain(!said.is_strict && low.kind == "call" && high.kind == "call" &&
                       low.name == high.name && low.parts.size() == 2 && high.parts.size() == 2,
                   "two quantities of one kind have to stand here");
    const bool is_tradeoff = low.name == "tradeoff";
    const bool is_moment = low.name == "chi_moment";
    demand_certain(is_tradeoff || is_moment || low.name == "renyi" || low.name == "hockey_stick",
                   "this program knows no order of '" + shown(low.name) + "' by parameters");
    const auto less = pair_in((is_tradeoff ? low : high).parts[0]);
    const auto more = pair_in((is_tradeoff ? high : low).parts[0]);
    demand_certain(less && more && less->name == more->name && less->is_swapped == more->is_swapped,
                   "they are not two pairs of one kind that this program knows");
    demand_certain(where.is_whole(*less->users) && where.is_whole(*more->users),
                   "the users are not certainly a whole number");
    demand_certain(!less->kinds || where.is_same(less->kinds, more->kinds), "the kinds differ");
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
  bool may_have_points_ = false;
  std::set<std::string> by_hand_;
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
      if (++count > most_lines)
        throw unchecked("line " + std::to_string(line) + ": there are more than " +
                        std::to_string(most_lines) + " steps");
    }
  };
  if (!lines.starts_with("case")) take_steps({0, ""});
  while (lines.starts_with("case")) {
    const std::size_t line = lines.number();
    if (cases.size() >= most_cases)
      throw unchecked("line " + std::to_string(line) + ": there are more than " +
                      std::to_string(most_cases) + " cases");
    if (!cases.empty() && cases.front().where.first == 0)
      throw wrong(line, "there are steps without a case before it");
    std::string where = lines.take("case");
    take_steps({line, std::move(where)});
  }
  if (!stated.variables.empty())
    throw unchecked("a claim of existence is checked at a solution only");
  if (stated.values.size() > most_cases)
    throw unchecked("there are more than " + std::to_string(most_cases) + " lines of values");
  lines.take_end();
  return derivation_checker(stated, std::move(cases)).report();
}

}  // namespace check
