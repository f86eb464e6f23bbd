#pragma once

#include <set>
#include <string>

#include "shufflecert/expression.hpp"

namespace shufflecert::inline v0_1::claims {

/// A formula in the words of verify/coq/numbers.v, laws.v and pairs.v: a real number, a pair, a
/// law, or a proposition, without brackets around it. `functions` are those that the file defines
/// itself. Throws `not_exportable`.
class coq_terms {
 public:
  explicit coq_terms(std::set<std::string> functions) : functions_(std::move(functions)) {}

  [[nodiscard]] std::string text(const expression& formula) const { return print(formula).text; }
  /// With brackets, unless it is one word.
  [[nodiscard]] std::string atom(const expression& formula) const;

 private:
  // How loosely the parts of a text hang together; the numbers are Coq's levels.
  struct printed {
    std::string text;
    int level = 0;
  };

  [[nodiscard]] printed print(const expression& formula) const;
  [[nodiscard]] std::string within(const expression& formula, int level) const;
  [[nodiscard]] printed print_sum(const sum_chain& x) const;
  [[nodiscard]] printed print_product(const product_chain& x) const;
  [[nodiscard]] printed print_power(const power_of& x) const;
  [[nodiscard]] printed print_comparison(const comparison& x) const;
  [[nodiscard]] printed print_call(const expression& formula, const call& x) const;
  [[nodiscard]] printed print_binder(const call& x) const;
  [[nodiscard]] std::string all_of(const std::vector<expression_ptr>& arguments,
                                   std::size_t from) const;
  [[nodiscard]] std::string decision(const expression& condition) const;

  std::set<std::string> functions_;
};

/// Whether the formula is a whole number that is written down, perhaps with a sign; and which.
bool is_written_whole(const expression& formula, long& value);

/// Whether the formula is `inf`.
bool is_infinite(const expression& formula);

}  // namespace shufflecert::inline v0_1::claims
