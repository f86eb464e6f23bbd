#pragma once

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "claims/results/evidence.hpp"
#include "claims/results/exact_ends.hpp"
#include "shufflecert/budget.hpp"
#include "shufflecert/plain_evaluation.hpp"

namespace shufflecert::inline v0_1::claims {

/// What recheck found out about a part of the evidence; the worse one counts where two meet.
enum class recheck_outcome { confirmed, beyond_reach, not_confirmed };
std::string to_text(recheck_outcome outcome);

struct opinion {
  recheck_outcome outcome = recheck_outcome::confirmed;
  std::string reason;   ///< why it is not confirmed or beyond reach; else what was checked
  unsigned digits = 0;  ///< on which two precisions agree; 0 where no number was compared
};

/// Whether an error is of the second arithmetic and says nothing of the formula: a function that
/// only the certified evaluation has, or a quadrature rule that fails near the end of its range.
bool is_limit_of_second_arithmetic(const undefined_value& error);

/// A number of the second arithmetic.
struct second_number {
  extended value;
  rational error;  ///< an estimate: what doubling the precision changed, and the text's rounding
  unsigned digits = 0;  ///< on which the two precisions agree
};

/// What judging a part of a claim again may take: work, which is the same on every machine, and
/// what the whole run has left.
struct allowance {
  budget limits;
  work_meter work;

  [[nodiscard]] bool is_exhausted() const {
    return work.done >= work.most || limits.is_exhausted();
  }
};

/// One claim's formulas in the second arithmetic. Nothing here calls the certified evaluation; what
/// both share are the parser, the syntax tree and the exact value of a literal.
class second_opinion {
 public:
  second_opinion(const claim& subject, const catalogue& visible)
      : subject_(subject), visible_(visible) {}

  [[nodiscard]] const claim& subject() const { return subject_; }
  /// What its formulas may call.
  [[nodiscard]] const catalogue& visible() const { return visible_; }

  /// The same with ten times the digits, for what two precisions do not confirm: a number within
  /// 10^-60 of the end of its range can be rounded to that end at both.
  [[nodiscard]] second_opinion with_more_digits() const;

  /// The value to 40 digits. Throws beyond_reach where work, time or functions are missing, and
  /// undefined_value where the formula has no value.
  [[nodiscard]] second_number number(const expression& formula, const check_point& point,
                                     allowance& may) const;

  /// The truth of a condition; `tied` as in plain_value. Throws like number().
  [[nodiscard]] plain_value truth(const expression& condition, const check_point& point,
                                  allowance& may) const;

  enum class place { inside, outside, unknown };
  /// Whether every condition of the claim's domain holds at the point. Unknown where one rests on
  /// two sides that agree as far as the digits go, or is beyond reach. Remembers what it found, so
  /// that a product of axes costs little; not for several threads.
  place place_of(const check_point& point, allowance& may);

  /// Why a point of the file cannot be one of this claim: another set of variables, a variable that
  /// must be whole and is not, a value that is no number. Nothing if it can; `point` is then set.
  std::optional<std::string> read_point(const point_texts& texts, check_point& point) const;

 private:
  place place_for(const expression& condition, const check_point& point, allowance& may) const;
  [[nodiscard]] const std::vector<std::string>& variables_of(std::size_t condition);

  const claim& subject_;
  const catalogue& visible_;
  unsigned times_digits_ = 1;
  std::vector<std::vector<std::string>> names_;  ///< the variables of each condition
  std::unordered_map<std::string, place> known_;
};

/// The truth of `relation` at a point with its two sides, where it is a comparison.
struct weighed_relation {
  std::optional<bool> holds;  ///< nothing: the sides agree as far as the digits go
  std::optional<second_number> left;
  std::optional<second_number> right;
};

/// Weighs a relation by its sides' values, each to 40 digits, or by its truth if it is no
/// comparison. Throws like second_opinion::number().
weighed_relation weigh(const second_opinion& second, const expression& relation,
                       const check_point& point, allowance& may);

/// Whether a stated enclosure contains the second arithmetic's value, widened by nothing but that
/// value's own error. Beyond reach where that error is larger than the enclosure can show.
opinion check_enclosure(const decimal_interval& written, const second_number& found,
                        const std::string& name);

/// The worse of two outcomes with its reason; both reasons where they are equally bad.
opinion worse(const opinion& a, const opinion& b);

}  // namespace shufflecert::inline v0_1::claims
