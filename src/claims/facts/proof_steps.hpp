#pragma once
// The steps of a proof, each with all that is ever printed of it. A step that follows from others
// was written behind them.

#include <cstddef>
#include <string>
#include <variant>
#include <vector>

#include "shufflecert/expression.hpp"
#include "shufflecert/rational.hpp"

namespace shufflecert::inline v0_1::claims {

/// Boxes that cover the domain show a condition.
struct box_step {
  expression_ptr condition;
  std::size_t boxes;
};

/// Both sides are the same by algebra.
struct algebra_step {
  expression_ptr low;
  expression_ptr high;
};

/// The squares of both sides are, and neither side is negative.
struct squares_step {
  expression_ptr equation;
};

/// The larger side is infinite, by (U.5) or (O.1).
struct infinite_step {
  expression_ptr shown;
  expression_ptr infinite;  ///< the larger side
};

/// The value of a curve at a place where it is known, (O.11) to (O.13).
struct knot_step {
  expression_ptr knot;
  expression_ptr value;
  std::string place;  ///< of its derivation, "(O.11)"
};

/// (K.10) with a constant, of which certified_moments() remembers the boxes.
struct moments_step {
  rational constant;
};

/// What the form of both sides says, by other steps and by nothing else.
enum class form_rule {
  largest,  ///< max and min
  choice,   ///< both branches of if()
  rises,    ///< a function that rises, of arguments in this order
  powers,   ///< of bases in this order
  bodies,   ///< sums or means, term by term
  undone    ///< against a constant, by the function that undoes a logarithm
};

/// See above.
struct form_step {
  form_rule rule;
  expression_ptr shown;
};

/// What is to be shown where the condition of a choice sets a variable.
struct branch_step {
  expression_ptr condition;
  expression_ptr wanted;
};

/// A quantity is in the order of the parameters of its pair.
struct parameters_step {
  expression_ptr shown;
  std::string quantity;
  std::string pair;
};

/// A multiple of another relation.
struct scaled_step {
  expression_ptr shown;
  expression_ptr factor;
  expression_ptr unscaled;
};

/// Term by term; terms without a partner are at least 0.
struct terms_step {
  expression_ptr shown;
  std::vector<expression_ptr> needed;
};

/// Factor by factor; those that divide are in the opposite order.
struct factors_step {
  /// The order of two factors.
  struct pair {
    bool divided;
    expression_ptr needed;
  };
  expression_ptr shown;
  std::vector<pair> pairs;
};

/// log(1 + f) <= f, times other factors.
struct tangent_step {
  expression_ptr low;
  expression_ptr high;
  expression_ptr logarithm;  ///< log(1 + f)
  expression_ptr argument;   ///< f
  expression_ptr others;     ///< the product of the other factors
};

/// The logarithms of both sides are in this order.
struct logarithms_step {
  expression_ptr low;
  expression_ptr high;
  bool is_strict;
  expression_ptr log_low;
  expression_ptr log_high;
};

/// The same with the powers of e alone in logarithms, and all other factors in one of them.
struct quotient_step {
  expression_ptr shown;
  expression_ptr powers;  ///< the relation of the powers of e
  expression_ptr others;  ///< the factors of the larger side that are no powers of e
};

/// The logarithm of a sum is at least that of one of its terms, a power of e.
struct logarithm_of_sum_step {
  expression_ptr low;
  expression_ptr high;
  bool is_strict;
  expression_ptr scale;      ///< the factors of `high` besides the logarithm
  expression_ptr unscaled;   ///< `low` without them
  expression_ptr logarithm;  ///< of the sum
  expression_ptr term;
  std::vector<expression_ptr> needed;  ///< that the other terms are at least 0
};

/// A bound that the documentation derives.
struct bound_step {
  expression_ptr side;
  relation op;
  expression_ptr bound;
  std::string place;  ///< of its derivation, "(K.9)"
};

/// By way of a formula between both sides.
struct between_step {
  expression_ptr shown;
  expression_ptr between;
};

/// Any of these.
using proof_step = std::variant<box_step, algebra_step, squares_step, infinite_step, knot_step,
                                moments_step, form_step, branch_step, parameters_step, scaled_step,
                                terms_step, factors_step, tangent_step, logarithms_step,
                                quotient_step, logarithm_of_sum_step, bound_step, between_step>;

}  // namespace shufflecert::inline v0_1::claims
