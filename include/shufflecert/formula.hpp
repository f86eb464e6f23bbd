#pragma once

#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <unordered_map>
#include <variant>
#include <vector>

#include "shufflecert/budget.hpp"
#include "shufflecert/curves.hpp"
#include "shufflecert/errors.hpp"
#include "shufflecert/expression.hpp"
#include "shufflecert/laws.hpp"
#include "shufflecert/number.hpp"
#include "shufflecert/pairs.hpp"
#include "shufflecert/quantities.hpp"

namespace shufflecert::inline v0_1 {

/// A formula that cannot be used: where (column from 1), what, and what would be right.
class formula_error : public std::runtime_error {
 public:
  /// The error that says "column N: message".
  formula_error(std::size_t column, const std::string& message)
      : std::runtime_error("column " + std::to_string(column) + ": " + message), column_(column) {}
  /// Where in the formula, counted from 1.
  [[nodiscard]] std::size_t column() const { return column_; }

 private:
  std::size_t column_;
};

/// Parses a formula of the language in docs/reference/language.md. Throws formula_error.
expression_ptr parse_formula(std::string_view text);

/// True for a name that a formula may use for a variable or function of its own: an ASCII letter or
/// '_', then letters, digits and '_'; not and/or/not, pi, inf, identity_curve or a built-in
/// function.
bool is_usable_name(std::string_view name);

/// The name among `known` that `name` was probably meant to be, if one is close.
std::optional<std::string> closest_name(std::string_view name,
                                        const std::vector<std::string>& known);

/// What a formula evaluates to.
/// A law is a table, or noise on infinitely many whole numbers.
using formula_value = std::variant<number, truth, distribution_pair, law_ptr, curve_ptr, noise_ptr>;

/// The kinds of these values; `unknown` where only an evaluation tells.
enum class value_kind { number, truth, pair, law, curve, unknown };
/// The kind as messages name it: "number", "condition", …
std::string to_text(value_kind kind);

/// A named formula with parameters, callable from other formulas.
struct definition {
  std::string name;                     ///< usable as is_usable_name() says
  std::vector<std::string> parameters;  ///< the only names that the body may leave open
  expression_ptr body;                  ///< what a call stands for
};

/// The named formulas that are visible. Names are unique.
class definitions {
 public:
  /// False, and nothing is added, when the name is taken.
  bool add(definition entry);
  /// The definition of that name; null where there is none.
  [[nodiscard]] const definition* find(std::string_view name) const;
  /// All names, in alphabetical order.
  [[nodiscard]] std::vector<std::string> names() const;

 private:
  std::map<std::string, definition, std::less<>> entries_;
};

/// The names that may stand open in a formula, each with the kind of its values.
using name_kinds = std::map<std::string, value_kind, std::less<>>;

/// Checks names, numbers of arguments and kinds of values without evaluating. Returns the kind of
/// the whole formula. Throws formula_error.
value_kind check_formula(const expression& formula, const definitions& visible,
                         const name_kinds& variables);

/// Values of quantities at exact parameters, kept between evaluations. Safe to share by threads.
class quantity_cache {
 public:
  /// What was stored under the key, if anything was.
  [[nodiscard]] std::optional<quantity> find(const std::string& key) const;
  /// Keeps the result under the key.
  void store(const std::string& key, const quantity& result);

 private:
  mutable std::mutex mutex_;
  std::unordered_map<std::string, quantity> entries_;
};

/// Variables of a point and local names, each an expression over the others; evaluated by need.
using variable_map = std::map<std::string, expression_ptr, std::less<>>;

/// What an evaluation works with. Everything referred to must outlive it.
struct evaluation_settings {
  const definitions& visible;       ///< the named formulas that may be called
  bits precision;                   ///< bits to work with
  const budget& limits;             ///< deadline
  quantity_cache* cache = nullptr;  ///< of quantities; may be null
  /// For every quantity of a pair.
  evaluation_method method = evaluation_method::automatic;
};

/// Evaluates formulas in balls (exactly where numbers stay exact) at one precision.
class evaluator {
 public:
  /// `variables` gives formulas for open names, each over the others; it must outlive this.
  evaluator(evaluation_settings settings, const variable_map& variables);
  ~evaluator();

  /// Gives `name` a value directly, for instance a ball that covers an interval.
  void bind(const std::string& name, formula_value bound);

  /// Encloses the formula's value. Throws undefined_value (saying in which part of the formula),
  /// precision_needed or beyond_reach.
  formula_value evaluate(const expression& formula);
  /// The same for a formula that must give a number; throws undefined_value else.
  number evaluate_number(const expression& formula);
  /// The same for a formula that must give a truth value; throws undefined_value else.
  truth evaluate_truth(const expression& formula);

  /// The methods that quantities used since the start ("direct summation", …).
  [[nodiscard]] const std::set<std::string>& methods() const;

 private:
  class implementation;
  std::unique_ptr<implementation> implementation_;
};

}  // namespace shufflecert::inline v0_1
