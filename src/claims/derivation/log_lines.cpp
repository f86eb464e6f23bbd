#include "claims/derivation/log_lines.hpp"

#include <set>

#include "claims/catalogue/formula_matching.hpp"
#include "claims/forms/terms.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

expression_ptr not_above(const expression_ptr& low, const expression_ptr& high) {
  return in_order(low, high, false);
}

expression_ptr raised(const expression_ptr& exponent) {
  return make_call("exp", {exponent});
}

const char* name_of(form_rule rule) {
  switch (rule) {
    case form_rule::largest:
      return "largest";
    case form_rule::choice:
      return "choice";
    case form_rule::rises:
      return "rises";
    case form_rule::powers:
      return "powers";
    case form_rule::bodies:
      return "bodies";
    case form_rule::undone:
      break;
  }
  return "undone";
}

// Writes the lines of each step.
class line_printer {
 public:
  void operator()(const box_step& step) { add("shown", step.condition); }
  void operator()(const algebra_step& step) { add("same", not_above(step.low, step.high)); }
  void operator()(const squares_step& step) { add("squares", step.equation); }
  void operator()(const infinite_step& step) { add("infinite", step.shown); }
  // Proof files have no words for these yet; check-proof says that it cannot follow.
  void operator()(const knot_step& step) {
    add("other", make_comparison(step.knot, relation::equal, step.value));
  }
  // Its file has a rule of its own.
  void operator()(const moments_step&) {}
  void operator()(const form_step& step) { add(name_of(step.rule), step.shown); }
  void operator()(const branch_step&) {}
  void operator()(const parameters_step& step) { add("ordered", step.shown); }
  void operator()(const scaled_step& step) { add_scaled(step.shown, step.factor, step.unscaled); }
  void operator()(const terms_step& step) { add("terms", step.shown, texts_of(step.needed)); }
  void operator()(const factors_step& step) {
    std::vector<std::string> needed;
    for (const factors_step::pair& pair : step.pairs)
      needed.push_back((pair.divided ? "/ " : "* ") + to_text(*pair.needed));
    add("factors", step.shown, needed);
  }
  void operator()(const tangent_step& step) {
    const expression_ptr tangent = not_above(step.logarithm, step.argument);
    add("tangent", tangent);
    add_scaled(not_above(step.low, step.high), step.others, tangent);
  }
  void operator()(const logarithms_step& step) {
    const expression_ptr low = raised(step.log_low);
    const expression_ptr high = raised(step.log_high);
    add("rises", in_order(low, high, step.is_strict));
    add("same", not_above(step.low, low));
    add("same", not_above(high, step.high));
    add_between(in_order(step.low, high, step.is_strict), low);
    add_between(in_order(step.low, step.high, step.is_strict), high);
  }
  void operator()(const quotient_step& step) {
    add("rises", step.powers);
    add_scaled(step.shown, step.others, step.powers);
  }
  void operator()(const logarithm_of_sum_step& step) {
    const expression_ptr low = raised(step.unscaled);
    const expression_ptr& sum = std::get<call>(step.logarithm->node).arguments[0];
    const expression_ptr unscaled = in_order(step.unscaled, step.logarithm, step.is_strict);
    add("rises", in_order(low, step.term, step.is_strict));
    add("terms", not_above(step.term, sum), texts_of(step.needed));
    add_between(in_order(low, sum, step.is_strict), step.term);
    add("undone", unscaled);
    add_scaled(in_order(step.low, step.high, step.is_strict), step.scale, unscaled);
  }
  void operator()(const bound_step& step) {
    const bool is_above = step.op == relation::less || step.op == relation::less_equal;
    const bool is_strict = step.op == relation::less || step.op == relation::greater;
    add("bound",
        is_above ? in_order(step.side, step.bound, is_strict)
                 : in_order(step.bound, step.side, is_strict),
        {step.place});
  }
  void operator()(const between_step& step) { add_between(step.shown, step.between); }

  std::vector<std::string> lines;

 private:
  static std::vector<std::string> texts_of(const std::vector<expression_ptr>& formulas) {
    std::vector<std::string> texts;
    texts.reserve(formulas.size());
    for (const expression_ptr& formula : formulas) texts.push_back(to_text(*formula));
    return texts;
  }

  void add(const std::string& rule, const expression_ptr& shown,
           const std::vector<std::string>& needed = {}) {
    std::string line = rule + " " + to_text(*shown);
    for (const std::string& text : needed) line += " ; " + text;
    if (written_.insert(line).second) lines.push_back(std::move(line));
  }
  void add_scaled(const expression_ptr& shown, const expression_ptr& factor,
                  const expression_ptr& unscaled) {
    add("scaled", shown, {to_text(*factor), to_text(*unscaled)});
  }
  void add_between(const expression_ptr& shown, const expression_ptr& between) {
    add("between", shown, {to_text(*between)});
  }

  std::set<std::string> written_;
};

}  // namespace

std::vector<std::string> lines_of(const proof_log& log) {
  line_printer printer;
  for (const proof_log::entry& entry : log.entries())
    if (!entry.is_for_people_only) std::visit(printer, entry.step);
  return std::move(printer.lines);
}

}  // namespace shufflecert::inline v0_1::claims
