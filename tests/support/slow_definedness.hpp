#pragma once
// A slow evaluator that looks at definedness point by point. It walks over the syntax tree with
// exact rationals and wide intervals (tests/support/slow_number.hpp), asks integrals, minima and
// maxima at many single points, and knows nothing of balls, slopes, tails or boxes. What it calls a
// hole is one: a point at which docs/reference/language.md gives the formula no value. Where it
// sees none there may still be one that it did not look at.

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "shufflecert/formula.hpp"
#include "support/slow_number.hpp"

namespace slow {

enum class standing {
  value,  ///< the formula has a value, as far as `sampled` allows
  hole,   ///< it certainly has none
  open    ///< not known: numbers that cannot be told apart, or functions that are not checked
};

struct answer {
  standing is = standing::open;
  /// That there is no hole is known only of the points checked.
  bool sampled = false;
  bool is_condition = false;
  number value;               ///< encloses, where it is a number
  std::optional<bool> truth;  ///< of a condition, where it is certain
  std::string why;            ///< of a hole

  [[nodiscard]] bool is_hole() const { return is == standing::hole; }
  /// Certainly has a value: no sampling was needed.
  [[nodiscard]] bool is_certain() const { return is == standing::value && !sampled; }
};

using point = std::map<std::string, rational, std::less<>>;

/// Looks at the formula with these values of its free variables.
answer look(const shufflecert::expression& formula, const shufflecert::definitions& visible,
            const point& at);
/// The same, of a text without variables and definitions.
answer look(const std::string& text);

/// Looks at a formula in one variable at many points from `lower` to `upper`; a hole at any of them
/// is a hole, and `value` encloses nothing. The points are those of an integral over that range.
struct looked_at {
  rational at;
  answer found;
};
std::vector<looked_at> look_over(const shufflecert::expression& formula,
                                 const shufflecert::definitions& visible, const point& others,
                                 const std::string& variable, const rational& lower,
                                 const rational& upper);

}  // namespace slow
