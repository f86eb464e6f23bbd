#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "claims/scripts/library.hpp"
#include "shufflecert/expression.hpp"

namespace shufflecert::inline v0_1::claims {

/// Names of the formula language by the names that stand for them in a program.
using name_map = std::map<std::string, std::string, std::less<>>;

/// Writes formulas as expressions of a programming language, for the snippets of its library file.
class formula_printer {
 public:
  /// `variables` and `functions` rename; names that they do not hold stay. `merges` says that the
  /// program never asks a pair for its laws, so that reports that both treat alike have one count.
  formula_printer(name_map variables, name_map functions, bool merges)
      : variables_(std::move(variables)), functions_(std::move(functions)), merges_(merges) {}
  formula_printer(const formula_printer&) = delete;
  formula_printer& operator=(const formula_printer&) = delete;
  virtual ~formula_printer() = default;

  /// A number, condition, pair, law or curve; in Python a number is never a bare int.
  [[nodiscard]] std::string value(const expression& formula) const;
  [[nodiscard]] std::string variable_name(const std::string& name) const;
  [[nodiscard]] std::string function_name(const std::string& name) const;
  /// The built-in functions that are not written as a call of their own name.
  [[nodiscard]] virtual std::vector<std::string_view> names_with_rules() const = 0;

 protected:
  // How tightly a piece of program text binds.
  enum class strength {
    choice,
    disjunction,
    conjunction,
    negated,
    sum,
    product,
    sign,
    power,
    atom
  };
  struct printed {
    std::string text;
    strength binds = strength::atom;
    bool is_whole_literal =
        false;  ///< made of whole literals: an int of Python, where 1/3 is a float
  };

  [[nodiscard]] printed print(const expression& formula) const;
  [[nodiscard]] std::string in_place(const expression& formula, strength least) const;
  static std::string in_place(const printed& text, strength least);

  [[nodiscard]] virtual printed print_literal(const literal& x) const = 0;
  [[nodiscard]] virtual printed print_constant(const std::string& name) const = 0;
  [[nodiscard]] virtual printed print_power(const power_of& x) const = 0;
  [[nodiscard]] virtual printed print_joined(const std::vector<expression_ptr>& operands,
                                             bool all) const = 0;
  [[nodiscard]] virtual printed print_not(const expression& operand) const = 0;
  [[nodiscard]] virtual printed print_call(const call& x) const = 0;
  [[nodiscard]] virtual std::string lambda(const std::string& name,
                                           const expression& body) const = 0;
  /// A number that no operation of the language takes for something less exact.
  [[nodiscard]] virtual std::string safe(const printed& text) const = 0;

  /// "name(a, b)" for the arguments from `first` to before `last`, then `more`.
  [[nodiscard]] std::string arguments(const call& x, std::size_t first, std::size_t last) const;
  /// The call of a form that binds a name, the body as an anonymous function at the end.
  [[nodiscard]] std::string bound_call(const std::string& name, const call& x) const;

 private:
  [[nodiscard]] printed print_sum(const sum_chain& x) const;
  [[nodiscard]] printed print_product(const product_chain& x) const;
  [[nodiscard]] printed print_comparison(const comparison& x) const;
  // A pair of histograms with one count for what both laws treat alike; nothing for other calls.
  [[nodiscard]] std::optional<printed> print_merged(const call& x) const;

  name_map variables_;
  name_map functions_;
  bool merges_;
};

std::unique_ptr<formula_printer> make_python_printer(name_map variables, name_map functions,
                                                     bool merges);
std::unique_ptr<formula_printer> make_gp_printer(name_map variables, name_map functions,
                                                 bool merges);
std::unique_ptr<formula_printer> make_printer(script_language language, name_map variables,
                                              name_map functions, bool merges = false);

/// A name that the language leaves free, near to `name`: "lambda" is "lam" in Python.
std::string free_name(script_language language, const std::string& name);

}  // namespace shufflecert::inline v0_1::claims
