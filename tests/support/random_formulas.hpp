#pragma once
// Random formulas of a grammar in which having no value is common.

#include <string>
#include <vector>

#include "shufflecert/formula.hpp"
#include "support/random_source.hpp"

/// A formula as the program gets it, and the same with every number written plainly:
/// sqrt(2)*sqrt(2) stands in the first where the second has 2. So a test knows what the program can
/// only enclose.
struct made_formula {
  std::string text;
  std::string plain;
};

class formula_maker {
 public:
  explicit formula_maker(random_source& source) : random_(source) {}

  /// A number or a condition without free variables.
  made_formula closed();
  /// A number, or a condition, in these variables.
  made_formula number(const std::vector<std::string>& names, int depth);
  made_formula condition(const std::vector<std::string>& names, int depth);

 private:
  made_formula leaf(const std::vector<std::string>& names);
  made_formula constant();
  made_formula edge(const std::vector<std::string>& names, int depth);
  made_formula shape(const std::vector<std::string>& names, int depth);
  made_formula hidden(const std::vector<std::string>& names, int depth);
  made_formula identity(const std::vector<std::string>& names, int depth);
  made_formula context(const std::vector<std::string>& names, int depth);
  made_formula decaying(const std::string& name, const std::vector<std::string>& names, int depth);

  random_source& random_;
};

/// The named formulas that the random ones call.
const shufflecert::definitions& random_definitions();
