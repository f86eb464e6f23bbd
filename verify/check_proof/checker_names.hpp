#pragma once

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "checker_errors.hpp"
#include "checker_formula.hpp"
#include "derivation.hpp"
#include "language.hpp"

namespace check {

using numbered = std::pair<std::size_t, std::string>;
using assignment = std::pair<std::string, formula_ptr>;

std::vector<std::string> split(const std::string& text, const std::string& separator);

/// Reads a part of line `line`; what is wrong with it is wrong there.
template <class Work>
auto at_line(std::size_t line, Work work) {
  try {
    return work();
  } catch (const unchecked& error) {
    throw unchecked("line " + std::to_string(line) + ": " + error.what());
  } catch (const wrong& error) {
    const std::string what = error.what();
    throw wrong(what.starts_with("line ") ? what : "line " + std::to_string(line) + ": " + what);
  }
}

/// What the names of a claim stand for. They obey the rules of a catalogue
/// (docs/reference/grammar.md, guide/claims.md): none is built in, none stands for two things, and
/// none leads back to itself.
class names {
 public:
  /// Throws `wrong`.
  explicit names(const statement& stated);

  /// A formula of the file with all that it names written out, which is of that kind.
  formula_ptr written_out(const std::string& text, kind expected);
  formula_ptr condition(const std::string& text) { return written_out(text, kind::condition); }

  /// The names that stand open in a formula of the file, those behind local names among them,
  /// without constants.
  [[nodiscard]] std::set<std::string> open_names(const std::string& text) const;

  /// "n = 2 ; x = 1/3": values of variables, each of which has one. Throws `unchecked` where a
  /// value may be none, or may not be whole where it has to be.
  [[nodiscard]] std::vector<assignment> values_in(const std::string& text);

  /// From here on the variable has one value. It may hold other names, but none that has a value.
  void fix(const std::string& name, const formula_ptr& value);
  void forget_values() { fixed_.clear(); }

  /// Whether every point at which the formulas written out are true is one of the domain: there is
  /// no definition with a domain of its own, and no variable for which more than a number, or for a
  /// whole one no whole number, is put in.
  [[nodiscard]] bool say_all_of_the_domain() const;

  std::set<std::string> integers;
  needed_parts needed;  ///< for the formulas that were written out

  [[nodiscard]] formula_ptr without_fixed(const formula_ptr& x) const {
    return substituted(x, fixed_);
  }

 private:
  // A definition with all others put in, and what has to hold for its own value to exist.
  struct ready_definition {
    formula_ptr body;
    needed_parts needed;
  };

  void read_definition(const std::string& text);
  void read_let(const std::string& text);
  void read_variable(const std::string& name);
  [[nodiscard]] formula_ptr read(const std::string& text) const;
  void refuse_local_names_of_domain(const statement& stated) const;
  formula_ptr written_out_let(const std::string& name);
  const ready_definition& ready(const std::string& name);
  formula_ptr expanded(const formula_ptr& x, needed_parts& more);

  definitions definitions_;
  std::map<std::string, ready_definition> ready_;
  formulas lets_;
  formulas written_lets_;
  std::set<std::string> open_;  ///< that are being written out
  formulas fixed_;
  int depth_ = 0;
};

}  // namespace check
