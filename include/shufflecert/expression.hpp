#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "shufflecert/number.hpp"
#include "shufflecert/rational.hpp"

namespace shufflecert::inline v0_1 {

struct expression;
/// Expressions are immutable and shared.
using expression_ptr = std::shared_ptr<const expression>;

/// A decimal literal, exact, with its spelling.
struct literal {
  rational value;        ///< exactly as written
  std::string spelling;  ///< the characters
};
/// A name that stands for a value: a parameter, a variable, `pi` or `inf`.
struct variable {
  std::string name;  ///< as written
};
/// A name with arguments: built-in or defined in a catalogue.
struct call {
  std::string name;                       ///< of the function
  std::vector<expression_ptr> arguments;  ///< in their order
};
/// −x
struct negation {
  expression_ptr operand;  ///< x
};
/// x ± y ± …, kept flat so that long sums do not nest.
struct sum_chain {
  /// One of the terms.
  struct term {
    bool subtracted;         ///< else added
    expression_ptr operand;  ///< without its sign
  };
  std::vector<term> terms;  ///< from the left; the first is added
};
/// x · or / y · or / …
struct product_chain {
  /// One of the factors.
  struct factor {
    bool divided;            ///< else multiplied
    expression_ptr operand;  ///< multiplied or divided by
  };
  std::vector<factor> factors;  ///< from the left; the first is multiplied
};
/// x^y
struct power_of {
  expression_ptr base;      ///< x
  expression_ptr exponent;  ///< y
};
/// x <= y and the like
struct comparison {
  expression_ptr left;   ///< a number
  relation op;           ///< between the two
  expression_ptr right;  ///< a number
};
/// a and b and …
struct conjunction {
  std::vector<expression_ptr> operands;  ///< conditions, from the left
};
/// a or b or …
struct disjunction {
  std::vector<expression_ptr> operands;  ///< conditions, from the left
};
/// not a
struct logical_not {
  expression_ptr operand;  ///< a condition
};

/// A formula as a syntax tree that every arithmetic evaluates.
struct expression {
  std::variant<literal, variable, call, negation, sum_chain, product_chain, power_of, comparison,
               conjunction, disjunction, logical_not>
      node;                ///< its kind, with its parts
  std::size_t column = 0;  ///< where it starts in the formula, counted from 1
};

/// The formula as text that parses to the same tree, with no more parentheses than needed.
std::string to_text(const expression& formula);
/// The relation as formulas write it: "<=" and the like.
std::string to_text(relation op);

/// Names of variables that the formula leaves open, in order of first appearance. Variables bound
/// by sum(), product() and the like are not open, nor are `pi` and `inf`.
std::vector<std::string> free_variables(const expression& formula);

/// Names of all functions that the formula calls.
std::vector<std::string> called_functions(const expression& formula);

/// The parts of a top-level `and`, or the formula itself.
std::vector<expression_ptr> conjuncts(const expression_ptr& formula);

}  // namespace shufflecert::inline v0_1
