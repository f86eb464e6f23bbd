#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "shufflecert/formula.hpp"

namespace shufflecert::inline v0_1::claims {

/// New names by old names.
using renaming = std::map<std::string, std::string, std::less<>>;

/// The formula with every part for which `replace` returns a formula exchanged for that one; parts
/// for which it returns nothing are looked into. Whole parts come before what is in them.
expression_ptr rewritten(const expression_ptr& formula,
                         const std::function<expression_ptr(const expression&)>& replace);

/// Whether a variable of this name is open in the formula.
bool has_open(const expression& formula, const std::string& name);

/// All names of variables that occur in the formula, bound ones included; not `pi` and `inf`.
std::vector<std::string> names_in(const expression& formula);

/// Renames variables, all at once and wherever they occur, the indices of sums included. A name
/// that is not in `names` but equal to one of the new names gets out of the way: it becomes
/// `name_2`, `name_3`, … So no two names of the formula fall together, and the meaning stays the
/// same. The new names must differ from one another.
expression_ptr renamed(const expression_ptr& formula, const renaming& names);

/// The renaming of `from`'s parameters that turns its tree into that of `to`, if there is one. It
/// takes parameters to parameters, one to one; names bound inside may differ too. Literals agree
/// when their values do. A parameter that does not occur in `from` is not in the answer.
std::optional<renaming> renaming_between(const expression& from,
                                         const std::vector<std::string>& from_parameters,
                                         const expression& to,
                                         const std::vector<std::string>& to_parameters);

/// Shorthands that build formulas.
expression_ptr make_node(decltype(expression::node) node);
expression_ptr make_variable(const std::string& name);
expression_ptr make_number(std::int64_t value);
expression_ptr make_call(const std::string& name, std::vector<expression_ptr> arguments);
expression_ptr make_comparison(expression_ptr left, relation op, expression_ptr right);

/// What a relation compares: the two sides of a comparison, or the value and the printed number of
/// rounds_to(value, printed, unit), which alone has a unit.
struct compared_sides {
  expression_ptr left;
  expression_ptr right;
  expression_ptr unit;  ///< null for a comparison
};
/// Nothing for other relations.
std::optional<compared_sides> compared_sides_of(const expression& relation);

/// Whether both directions of every pair that the formula can make are equal, as far as its form
/// tells; names are looked up in `visible`.
bool is_symmetric_pair(const expression& pair, const definitions& visible);

/// Whether the call is a quantity of a pair that is written out and not known to have equal
/// directions: the value for the pair exchanged may differ.
bool takes_one_direction(const call& quantity, const definitions& visible);

}  // namespace shufflecert::inline v0_1::claims
