#include "verify/coq_export/coq_steps.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "shufflecert/formula.hpp"
#include "verify/coq_export/coq_names.hpp"
#include "verify/coq_export/coq_rules.hpp"
#include "verify/coq_export/not_exportable.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

// Steps that are one tactic of their own name, and need nothing else.
constexpr std::array plain_steps{"shown",  "same",    "squares", "largest", "rises",
                                 "undone", "tangent", "choice",  "powers",  "bodies"};

class step_writer {
 public:
  explicit step_writer(const coq_terms& terms) : terms_(terms) {}

  // "(A' <= B')" for a text, and its sides.
  std::string proposition(const std::string& text) const {
    return "(" + terms_.text(*parse_formula(text)) + ")";
  }

  [[nodiscard]] std::string scaled(const proof_step& step) const {
    return fmt::format("scaled {} {}.", terms_.atom(*parse_formula(step.rest.at(0))),
                       proposition(step.rest.at(1)));
  }

  [[nodiscard]] std::string terms(const proof_step& step) const {
    std::string text;
    std::string sum;
    for (const std::string& part : step.rest) {
      const expression_ptr formula = parse_formula(part);
      const auto& order = std::get<comparison>(formula->node);
      text += fmt::format("part ({}). ", terms_.text(*formula));
      const bool is_turned = order.op == relation::greater || order.op == relation::greater_equal;
      const std::string low = terms_.atom(is_turned ? *order.right : *order.left);
      const std::string high = terms_.atom(is_turned ? *order.left : *order.right);
      sum += (sum.empty() ? "" : " + ") + fmt::format("({} - {})", low, high);
    }
    return text + fmt::format("terms ({}).", sum);
  }

  [[nodiscard]] std::string factors(const proof_step& step) const {
    std::string text;
    std::string low = "1";
    std::string high = "1";
    for (const std::string& part : step.rest) {
      const expression_ptr formula = parse_formula(part.substr(2));
      const auto& order = std::get<comparison>(formula->node);
      const std::string left = terms_.atom(*order.left);
      const std::string right = terms_.atom(*order.right);
      text += fmt::format("part ({}). ", terms_.text(*formula));
      const bool divides = part.starts_with('/');
      low += divides ? " * / " + right : " * " + left;
      high += divides ? " * / " + left : " * " + right;
    }
    return text + fmt::format("factors ({}) ({}).", low, high);
  }

 private:
  const coq_terms& terms_;
};

}  // namespace

std::string coq_step(const proof_step& step, const coq_terms& terms,
                     const std::vector<expression_ptr>& domain,
                     const hypothesis_maker& hypothesis) {
  const step_writer writer(terms);
  if (std::find(plain_steps.begin(), plain_steps.end(), step.word) != plain_steps.end())
    return step.word + ".";
  if (step.word == "scaled") return writer.scaled(step);
  if (step.word == "terms") return writer.terms(step);
  if (step.word == "factors") return writer.factors(step);
  if (step.word == "between")
    return fmt::format("between {}.", terms.atom(*parse_formula(step.rest.at(0))));
  if (step.word == "bound") {
    const std::string rule = coq_rule(step.rest.at(0), *step.condition, domain);
    if (!rule.empty()) return rule + ".";
    return hypothesis(place_name(step.rest.at(0)), terms.text(*step.condition));
  }
  if (step.word == "ordered") {
    for (const char* place : {"(V.4)", "(V.11)"})
      if (const std::string rule = coq_rule(place, *step.condition, domain); !rule.empty())
        return rule + ".";
    return hypothesis("V_1_to_V_6", terms.text(*step.condition));
  }
  if (step.word == "infinite") throw not_exportable("the theory has no infinite numbers");
  throw not_exportable("a step '" + step.word + "' has no proof outside of the program");
}

}  // namespace shufflecert::inline v0_1::claims
