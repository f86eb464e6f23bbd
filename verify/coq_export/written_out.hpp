#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "shufflecert/formula.hpp"

namespace shufflecert::inline v0_1::claims {

/// A named formula of a proof file. One of the form if(conditions, body, 0/0) has its conditions
/// apart: elsewhere it has no value.
struct coq_definition {
  std::string name;
  std::vector<std::string> parameters;
  expression_ptr body;
  std::vector<expression_ptr> conditions;
};

/// Splits the conditions off.
coq_definition coq_definition_of(std::string name, std::vector<std::string> parameters,
                                 const expression_ptr& body);

/// Writes out definitions and local names, and collects the conditions of the definitions.
class formula_expander {
 public:
  /// `lets` are formulas without parameters, by name.
  formula_expander(const std::vector<coq_definition>& known,
                   std::map<std::string, expression_ptr> lets);

  /// The formula with all that it names written out.
  expression_ptr written_out(const expression_ptr& formula);
  /// What the definitions asked for in the formulas so far.
  [[nodiscard]] const std::vector<expression_ptr>& conditions() const { return conditions_; }

 private:
  using replacements = std::map<std::string, expression_ptr>;
  expression_ptr replaced(const expression_ptr& formula, const replacements& values);
  expression_ptr replaced_call(const expression_ptr& formula, const call& x,
                               const replacements& values);

  const std::vector<coq_definition>& known_;
  replacements lets_;
  std::vector<expression_ptr> conditions_;
};

}  // namespace shufflecert::inline v0_1::claims
