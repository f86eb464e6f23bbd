#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "shufflecert/number.hpp"
#include "shufflecert/rational.hpp"

namespace shufflecert {

struct expression;
/// Expressions are immutable and shared.
using expression_ptr = std::shared_ptr<const expression>;

/// A decimal literal, exact, with its spelling.
struct literal {
  rational value;
  std::string spelling;
};
/// A name that stands for a value: a parameter, a variable, `pi` or `inf`.
struct variable {
  std::string name;
};
/// A name with arguments: built-in or defined in a catalogue.
struct call {
  std::string name;
  std::vector<expression_ptr> arguments;
};
/// −x
struct negation {
  expression_ptr operand;
};
/// x ± y ± …, kept flat so that long sums do not nest.
struct sum_chain {
  struct term {
    bool subtracted;
    expression_ptr operand;
  };
  std::vector<term> terms;
};
/// x · or / y · or / …
struct product_chain {
  struct factor {
    bool divided;
    expression_ptr operand;
  };
  std::vector<factor> factors;
};
/// x^y
struct power_of {
  expression_ptr base;
  expression_ptr exponent;
};
/// x <= y and the like
struct comparison {
  expression_ptr left;
  relation op;
  expression_ptr right;
};
struct conjunction {
  std::vector<expression_ptr> operands;
};
struct disjunction {
  std::vector<expression_ptr> operands;
};
struct logical_not {
  expression_ptr operand;
};

/// A formula as a syntax tree that every arithmetic evaluates.
struct expression {
  std::variant<literal, variable, call, negation, sum_chain, product_chain, power_of, comparison,
               conjunction, disjunction, logical_not>
      node;
  std::size_t column = 0;  ///< where it starts in the formula, counted from 1
};

/// The formula as text that parses to the same tree, with no more parentheses than needed.
std::string to_text(const expression& formula);
std::string to_text(relation op);

/// Names of variables that the formula leaves open, in order of first appearance. Variables bound
/// by sum(), product() and the like are not open, nor are `pi` and `inf`.
std::vector<std::string> free_variables(const expression& formula);

/// Names of all functions that the formula calls.
std::vector<std::string> called_functions(const expression& formula);

/// The parts of a top-level `and`, or the formula itself.
std::vector<expression_ptr> conjuncts(const expression_ptr& formula);

}  // namespace shufflecert
