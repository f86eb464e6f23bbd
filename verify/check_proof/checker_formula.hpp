#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "node_kind.hpp"
#include "numbers.hpp"

namespace check {

struct formula;
using formula_ptr = std::shared_ptr<const formula>;

/// A formula as a tree.
struct formula {
  node_kind kind;
  std::string name;    ///< of a name or a call
  rational value = 0;  ///< of a number
  std::vector<formula_ptr> parts;
  int depth = 0;         ///< of the tree
  std::size_t size = 1;  ///< how many nodes the tree has, those that are shared wherever they stand
  int indices = 0;       ///< the greatest number of an index in it; see index_name()
};

/// The name that an index gets instead of its own: no file can write it, so that an index never has
/// the name of a variable, nor that of an index around it. Sums that differ in the name of the
/// index only are one formula. The number is the least one above those of the indices inside that
/// the body leaves free.
std::string index_name(int number);
bool is_index_name(const std::string& name);

formula_ptr number(const rational& value);
formula_ptr node(node_kind kind, std::vector<formula_ptr> parts);
formula_ptr call(const std::string& name, std::vector<formula_ptr> parts);
bool is_call(const formula& x, const std::string& name);
/// A function that this program's algebra and arithmetic know. The language has others.
bool is_known_function(const std::string& name);
/// pi, inf and identity_curve.
bool is_constant(const std::string& name);
bool is_relation(const formula& x);
/// Whether it is sum(j, from, to, body) or binomial_mean(j, trials, probability, body).
bool binds_a_name(const formula& x);

/// Whether it is normal_mean(x, body), which binds a name, too.
bool is_normal_mean(const formula& x);
/// Whether it is law(x, from, to, body), which does so as well.
bool is_law(const formula& x);

/// Where the name stands that a call binds in its last argument: sum(j, …), integral(x, …) and all
/// others of the language. Nothing for a formula that binds none.
std::optional<std::size_t> index_place(const formula& x);

/// Reads a formula of the catalogue's language. Throws `wrong`, or `unchecked` beyond a limit.
formula_ptr parsed(const std::string& text);
/// An unambiguous text: two formulas have the same one only where they are the same tree.
std::string text_of(const formula& x);
/// The formula as people write it, with all brackets.
std::string written(const formula& x);

using formulas = std::map<std::string, formula_ptr>;
/// Puts formulas in the place of names, all at once; no index catches a name that is put in. Throws
/// `unchecked` where the result is too large.
formula_ptr substituted(const formula_ptr& x, const formulas& values);
/// The names that stand open, constants included: no indices.
std::set<std::string> names_in(const formula& x);
/// The parts of a condition that is joined by `and`.
std::vector<formula_ptr> conjuncts(const formula_ptr& x);

struct definition {
  std::vector<std::string> parameters;
  formula_ptr body;
  /// Its domain: if(condition, body, 0/0) has no value but where these hold.
  std::vector<formula_ptr> conditions = {};
};
using definitions = std::map<std::string, definition>;

/// What has to hold, besides what a formula says, for the formula with the definitions put in to be
/// the formula itself.
struct needed_parts {
  std::vector<formula_ptr> values;      ///< arguments that have to have a value
  std::vector<formula_ptr> conditions;  ///< of the definitions' domains, that have to hold

  void clear() {
    values.clear();
    conditions.clear();
  }
};
/// Whether the formula is `floor(x) == x`, which says that x is whole.
bool says_whole(const formula& x);
/// A definition of this body. One that is if(condition, body, 0/0) has its conditions apart.
definition defined_by(std::vector<std::string> parameters, const formula_ptr& body);

}  // namespace check
