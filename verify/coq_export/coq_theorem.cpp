#include "verify/coq_export/coq_theorem.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "language/syntax/parts.hpp"
#include "shufflecert/formula.hpp"
#include "verify/coq_export/coq_names.hpp"
#include "verify/coq_export/coq_steps.hpp"
#include "verify/coq_export/coq_terms.hpp"
#include "verify/coq_export/coq_values.hpp"
#include "verify/coq_export/not_exportable.hpp"
#include "verify/coq_export/proof_lines.hpp"
#include "verify/coq_export/written_out.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

// Whether an argument of mix() or ternary_moment() is the weight or the order.
bool is_number_of(const call& x, std::size_t i) {
  return (x.name == "mix" && i == 0) || (x.name == "ternary_moment" && i == 3);
}

// What a parameter is: a law where it stands as one, a pair likewise, otherwise a number.
std::string type_of(const std::string& parameter, const expression& body) {
  if (const auto* x = std::get_if<call>(&body.node)) {
    const auto is_here = [&](std::size_t i) {
      const auto* one = std::get_if<variable>(&x->arguments[i]->node);
      return one != nullptr && one->name == parameter;
    };
    const bool has_laws = x->name == "pair" || x->name == "mix" || x->name == "ternary_moment";
    for (std::size_t i = 0; i < x->arguments.size(); ++i)
      if (has_laws && is_here(i)) return is_number_of(*x, i) ? "R" : "law outcome";
    const bool has_pair = x->name == "renyi" || x->name == "hockey_stick" ||
                          x->name == "chi_moment" || x->name == "tradeoff" || x->name == "swap";
    if (has_pair && is_here(0)) return "laws_pair";
  }
  std::string type = "R";
  for_each_part(body, [&](const expression_ptr& part) {
    if (const std::string inside = type_of(parameter, *part); inside != "R") type = inside;
  });
  return type;
}

class theorem_writer {
 public:
  explicit theorem_writer(proof_lines lines)
      : lines_(std::move(lines)),
        expander_(lines_.definitions, lets_of(lines_)),
        terms_(functions_of(lines_)),
        is_infinite_(rests_on_infinity(lines_)) {}

  std::string text() {
    if (!lines_.exists.empty()) throw not_exportable("the theory has no claims of existence yet");
    find_variables();
    find_values();
    const std::string proof = proof_text();
    const std::string name = coq_module(lines_.claim);
    std::string text = heading();
    text +=
        "From Coq Require Import Reals ZArith List.\n"
        "From Shufflecert Require Import numbers laws pairs curves infinite rounds variation steps "
        "rules.\n"
        "Import ListNotations.\nOpen Scope R_scope.\n\n";
    for (const coq_definition& one : lines_.definitions) text += definition_text(one);
    text += "\nSection claim.\n";
    text += hypotheses_;
    text += "Theorem " + name + " : " + quantified() + "\n  " + conclusion() + ".\n";
    text += "Proof.\n" + proof + "Qed.\nEnd claim.\n";
    return text;
  }

 private:
  static std::map<std::string, expression_ptr> lets_of(const proof_lines& lines) {
    std::map<std::string, expression_ptr> lets;
    for (const coq_definition& one : lines.lets) lets[one.name] = one.body;
    return lets;
  }

  static std::set<std::string> functions_of(const proof_lines& lines) {
    std::set<std::string> names;
    for (const coq_definition& one : lines.definitions) names.insert(one.name);
    return names;
  }

  // Whether the claim is that a number is at most an infinite divergence, or the larger of two.
  static bool rests_on_infinity(const proof_lines& lines) {
    const bool has_step = std::any_of(lines.cases.begin(), lines.cases.end(), [](const auto& part) {
      return std::any_of(part.steps.begin(), part.steps.end(),
                         [](const proof_step& step) { return step.word == "infinite"; });
    });
    if (!has_step) return false;
    const auto* order = std::get_if<comparison>(&lines.stated->node);
    if (order == nullptr || order->op != relation::less_equal ||
        divergences_in(*order->right).empty())
      throw not_exportable("the theory has no infinite numbers");
    return true;
  }

  // The divergences of renyi(…), or of max(renyi(…), renyi(…)).
  static std::vector<const call*> divergences_in(const expression& formula) {
    const auto* x = std::get_if<call>(&formula.node);
    if (x == nullptr) return {};
    if (x->name == "renyi") return {x};
    std::vector<const call*> found;
    if (x->name != "max") return {};
    for (const expression_ptr& argument : x->arguments) {
      const auto* one = std::get_if<call>(&argument->node);
      if (one == nullptr || one->name != "renyi") return {};
      found.push_back(one);
    }
    return found;
  }

  [[nodiscard]] std::string heading() const {
    return fmt::format("(* {}\n   {}\n   {} *)\n", coq_comment(lines_.claim),
                       coq_comment(lines_.words), coq_comment(lines_.stated_text));
  }

  std::string definition_text(const coq_definition& one) const {
    std::string parameters;
    std::string type;
    for (const std::string& name : one.parameters) {
      const std::string own = type_of(name, *one.body);
      parameters +=
          (own == type ? " " : (type.empty() ? " (" : " : " + type + ") (")) + coq_name(name);
      type = own;
    }
    if (!type.empty()) parameters += " : " + type + ")";
    std::string where;
    for (const expression_ptr& condition : one.conditions)
      where += (where.empty() ? "" : " and ") + to_text(*condition);
    return (where.empty() ? "" : "(* Where " + coq_comment(where) + ": *)\n") + "Definition " +
           coq_name(one.name) + parameters + " := " + terms_.text(*one.body) + ".\n";
  }

  // Names that stand open in the claim, in its domain or behind its local names.
  void find_variables() {
    std::vector<expression_ptr> formulas = lines_.domain;
    formulas.push_back(lines_.stated);
    for (const coq_definition& one : lines_.lets) formulas.push_back(one.body);
    for (const auto& equations : lines_.values)
      formulas.insert(formulas.end(), equations.begin(), equations.end());
    const auto is_let = [&](const std::string& name) {
      return std::any_of(lines_.lets.begin(), lines_.lets.end(),
                         [&](const coq_definition& one) { return one.name == name; });
    };
    for (const expression_ptr& formula : formulas)
      for (const std::string& name : free_variables(*formula))
        if (!is_let(name) &&
            std::find(variables_.begin(), variables_.end(), name) == variables_.end())
          variables_.push_back(name);
    for (const std::string& name : lines_.integers)
      if (std::find(variables_.begin(), variables_.end(), name) == variables_.end())
        variables_.push_back(name);
  }

  void find_values() {
    const expression_ptr claim = expander_.written_out(lines_.stated);
    if (is_infinite_) {
      // The larger side has no value; its pairs have to exist.
      const auto& order = std::get<comparison>(claim->node);
      values_ = coq_values(*order.left, terms_);
      for (const call* one : divergences_in(*order.right))
        for (const std::string& text : coq_values(*one->arguments[0], terms_)) add_value(text);
    } else {
      values_ = coq_values(*claim, terms_);
    }
    for (const expression_ptr& condition : expander_.conditions()) {
      for (const std::string& text : coq_values(*condition, terms_)) add_value(text);
      add_value(terms_.text(*condition));
    }
  }

  void add_value(const std::string& text) {
    if (std::find(values_.begin(), values_.end(), text) == values_.end()) values_.push_back(text);
  }

  // "forall n : R, is_whole n -> n >= 1 -> ", for the variables and local names.
  [[nodiscard]] std::string quantified(const std::string& more = "") const {
    std::string text;
    if (!variables_.empty()) {
      text += "forall";
      for (const std::string& name : variables_) text += " " + coq_name(name);
      text += " : R,";
    }
    for (const coq_definition& one : ordered_lets())
      text += fmt::format("\n  let {} := {} in", coq_name(one.name), terms_.text(*one.body));
    std::string premises;
    for (const std::string& one : premise_list()) premises += fmt::format("\n  {} ->", one);
    return text + premises + more;
  }

  // Each behind those that it mentions.
  [[nodiscard]] std::vector<coq_definition> ordered_lets() const {
    std::vector<coq_definition> done;
    std::vector<coq_definition> left = lines_.lets;
    while (!left.empty()) {
      const auto is_free_of_left = [&](const coq_definition& one) {
        const auto open = free_variables(*one.body);
        return std::none_of(left.begin(), left.end(), [&](const coq_definition& other) {
          return std::find(open.begin(), open.end(), other.name) != open.end();
        });
      };
      const auto next = std::find_if(left.begin(), left.end(), is_free_of_left);
      if (next == left.end()) throw not_exportable("its local names lead to each other");
      done.push_back(*next);
      left.erase(next);
    }
    return done;
  }

  [[nodiscard]] std::vector<std::string> premise_list() const {
    std::vector<std::string> premises;
    for (const std::string& name : lines_.integers)
      premises.push_back("is_whole " + coq_name(name));
    for (const expression_ptr& condition : lines_.domain)
      for (const expression_ptr& part : conjuncts(condition))
        premises.push_back(std::holds_alternative<comparison>(part->node)
                               ? terms_.text(*part)
                               : "(" + terms_.text(*part) + ")");
    if (!lines_.values.empty()) {
      std::string choices;
      for (const auto& equations : lines_.values) {
        std::string all;
        for (const expression_ptr& one : equations)
          all += (all.empty() ? "" : " /\\ ") + terms_.text(*one);
        choices += (choices.empty() ? "" : " \\/ ") + ("(" + all + ")");
      }
      premises.push_back("(" + choices + ")");
    }
    return premises;
  }

  [[nodiscard]] std::string conclusion() const {
    std::string text;
    for (const std::string& one : values_) text += "(" + one + ") /\\ ";
    if (!is_infinite_) return text + "(" + terms_.text(*lines_.stated) + ")";
    const auto& order = std::get<comparison>(lines_.stated->node);
    std::string choices;
    for (const call* one : divergences_in(*order.right))
      choices += (choices.empty() ? "" : " \\/ ") +
                 fmt::format("at_most_renyi {} {} {}", terms_.atom(*order.left),
                             terms_.atom(*one->arguments[0]), terms_.atom(*one->arguments[1]));
    return text + "(" + choices + ")";
  }

  // A hypothesis says of all points of the domain what the step says.
  hypothesis_maker maker(const std::string& condition) {
    return [this, condition](const std::string& place, const std::string& proposition) {
      int& count = counts_[place];
      ++count;
      const std::string name = place + (count > 1 ? fmt::format("__{}", count) : "");
      hypotheses_ +=
          fmt::format("Hypothesis {} : {}\n  {}.\n", name,
                      quantified(condition.empty() ? "" : "\n  " + condition + " ->"), proposition);
      return fmt::format("by_hypothesis {}.", name);
    };
  }

  std::string steps_text(const proof_case& part, const std::string& indent) {
    std::string text;
    const std::string condition = part.where ? terms_.text(*part.where) : "";
    int number = 0;
    for (const proof_step& step : part.steps) {
      if (step.word == "infinite") continue;
      text += fmt::format("{}assert (s{} : {}).\n{}{{ {} }}\n", indent, ++number,
                          terms_.text(*step.condition), indent,
                          coq_step(step, terms_, lines_.domain, maker(condition)));
    }
    return text;
  }

  // What is asserted first: that the parts of the claim have values.
  [[nodiscard]] std::string values_text(const std::string& indent) const {
    std::string text;
    for (std::size_t i = 0; i < values_.size(); ++i)
      text += fmt::format("{}assert (v{} : {}) by value.\n", indent, i + 1, values_[i]);
    return text;
  }

  [[nodiscard]] std::string end_text(const std::string& indent) const {
    std::string text;
    for (std::size_t i = 1; i <= values_.size(); ++i)
      text += indent + fmt::format("split; [ exact v{} | ].\n", i);
    // Those that use others first.
    std::string unfold;
    for (auto one = lines_.definitions.rbegin(); one != lines_.definitions.rend(); ++one)
      unfold += (unfold.empty() ? "" : ", ") + coq_name(one->name);
    if (!unfold.empty()) text += indent + "unfold " + unfold + ".\n";
    return text + indent +
           (is_infinite_               ? "by_O_1.\n"
            : lines_.rule == "moments" ? "by_K_10.\n"
                                       : "conclude.\n");
  }

  std::string proof_text() {
    if (lines_.cases.front().where) {
      std::string choices;
      std::string parts;
      for (const proof_case& part : lines_.cases) {
        choices += (choices.empty() ? "" : " \\/ ") + terms_.text(*part.where);
        parts +=
            "  {\n" + values_text("    ") + steps_text(part, "    ") + end_text("    ") + "  }\n";
      }
      return "  start.\n  assert (cases : " + choices + ") by whole_cases.\n  each_case cases.\n" +
             parts;
    }
    if (lines_.values.size() <= 1)
      return "  start.\n" + values_text("  ") + steps_text(lines_.cases.front(), "  ") +
             end_text("  ");
    // The same steps for each choice of values.
    const std::string one =
        values_text("    ") + steps_text(lines_.cases.front(), "    ") + end_text("    ");
    std::string text = "  start; each_value.\n";
    for (std::size_t i = 0; i < lines_.values.size(); ++i) text += "  {\n" + one + "  }\n";
    return text;
  }

  proof_lines lines_;
  formula_expander expander_;
  coq_terms terms_;
  bool is_infinite_;
  std::vector<std::string> variables_;
  std::vector<std::string> values_;
  std::string hypotheses_;
  std::map<std::string, int> counts_;
};

}  // namespace

coq_file coq_theorem(const std::string& proof_file) {
  try {
    return {theorem_writer(read_proof(proof_file)).text(), ""};
  } catch (const not_exportable& error) {
    return {"", error.what()};
  }
}

}  // namespace shufflecert::inline v0_1::claims
