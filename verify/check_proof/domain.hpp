#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "algebra.hpp"
#include "checker_errors.hpp"
#include "checker_formula.hpp"
#include "checker_interval.hpp"

namespace check {

/// What is known of the sign of a formula, wherever it has a value.
enum class sign { unknown, zero_or_more, positive, zero_or_less, negative };

inline sign opposite(sign x) {
  switch (x) {
    case sign::zero_or_more:
      return sign::zero_or_less;
    case sign::positive:
      return sign::negative;
    case sign::zero_or_less:
      return sign::zero_or_more;
    case sign::negative:
      return sign::positive;
    case sign::unknown:
      break;
  }
  return sign::unknown;
}

inline bool is_above(sign x) {
  return x == sign::zero_or_more || x == sign::positive;
}
inline bool is_strict(sign x) {
  return x == sign::positive || x == sign::negative;
}

/// The domain of a claim, and what is certain at every point of it.
class domain {
 public:
  domain(std::vector<formula_ptr> conditions, std::set<std::string> whole);

  /// Whether the condition certainly holds, and exists, at every point.
  bool is_certain(const formula_ptr& condition);
  bool is_certain(const formula_ptr& left, node_kind op, const formula_ptr& right);
  /// The same of a claim that no step leads to, on five times as many boxes.
  bool is_certain_at_last(const formula_ptr& condition) { return holds_on_boxes(condition, 5); }
  /// Whether the formula certainly has a finite value at every point.
  bool has_value(const formula_ptr& x);
  /// Whether it stands for whole numbers by its form.
  [[nodiscard]] bool is_whole(const formula& x) const;
  /// The body of a sum, or of a mean over a binomial law, with a name that stands for its index:
  /// for every whole number from the first one on. What is certain of it is so at each of them.
  formula_ptr body_of(const formula_ptr& x);
  /// Adds what was shown: a relation between sides that have values.
  void add(const formula_ptr& relation);
  /// Adds one that a side of has no finite value: nothing follows from it but itself.
  void take_as_certain(const formula_ptr& relation) { certain_[text_of(*relation)] = true; }
  /// Whether both are the same wherever both exist.
  bool is_same(const formula_ptr& a, const formula_ptr& b);

  /// Whether it certainly has no point: what is said about all of its points then says nothing.
  [[nodiscard]] bool is_certainly_empty() const;
  /// A point of the domain, " at x = 2, y = 1/3", at which the condition is certainly false. It is
  /// sought at few places: that there is none says nothing.
  [[nodiscard]] std::optional<std::string> counterexample_to(const formula_ptr& condition) const;
  /// The whole numbers between the ends of a variable of them, if it has both.
  [[nodiscard]] std::optional<std::pair<integer, integer>> whole_range(
      const std::string& name) const;

  algebra numbers;
  /// How many boxes were checked.
  std::size_t boxes = 0;

 private:
  struct fact {
    node_kind op;    ///< "<=", "<" or "=="
    fraction apart;  ///< is that to 0
  };
  /// A number that is at least 0, of which a generator is made here.
  struct nonnegative {
    bool is_positive = false;
    bool has_any_sign = false;
    std::optional<interval> value;  ///< of a constant
  };
  struct ends {
    std::optional<rational> low;
    std::optional<rational> high;
    formula_ptr moving_low;
    bool low_is_open = false;
    bool high_is_open = false;
  };

  [[nodiscard]] std::vector<rational> places_of(const std::string& name) const;
  void read_end(const formula& condition);
  bool holds_by_sign(const formula_ptr& left, node_kind op, const formula_ptr& right);
  bool holds_on_boxes(const formula_ptr& condition, std::size_t times = 1);
  bool holds_by_coefficients(const formula& condition);
  bool holds_by_derivatives(const formula_ptr& relation);
  bool holds_in_parts(const formula_ptr& relation);
  bool is_above_zero(const formula_ptr& f, bool is_strict_one, int derivatives);
  bool has_free_range(const std::string& name);
  std::optional<std::map<monomial, polynomial>> by_powers_without_end(const polynomial& x);
  bool has_both_ends(const generator& x);
  formula_ptr written_generator(const generator& x);
  formula_ptr written_polynomial(const polynomial& x);
  std::optional<bool> over(const formula_ptr& condition, const box& values) const;
  sign sign_of(const formula_ptr& x);
  sign sign_by_form(const formula_ptr& x);
  sign sign_of_fact(const fraction& x);
  sign sign_of(const fraction& x);
  sign sign_of(polynomial x);
  sign sign_without_floor(const polynomial& x);
  sign sign_of(const generator& x);
  sign sign_of_exponential(const generator& x);
  std::optional<polynomial> in_parts(int place, long share);
  std::optional<polynomial> with_parts(const polynomial& x, const std::map<int, long>& shares);
  std::optional<polynomial> exponential_in_parts(const generator& x, long share);
  std::optional<polynomial> variable_in_parts(const std::string& name);
  int new_part(nonnegative one);
  sign sign_of_parts(const polynomial& x);
  std::optional<interval> constant_value(const generator& x);
  std::optional<interval> constant_value(const fraction& x);
  bool quantity_has_value(const formula& x);
  bool binder_has_value(const formula_ptr& x);
  bool normal_mean_has_value(const formula_ptr& x);
  sign sign_of_call(const formula_ptr& x);
  bool is_excess_of_power(const formula& x);
  bool is_central_moment(const formula& x);

  std::vector<formula_ptr> conditions_;
  std::set<std::string> whole_;
  std::map<std::string, ends> ends_;
  std::vector<fact> facts_;
  std::map<std::string, sign> signs_;
  std::map<std::string, bool> values_;
  std::map<std::string, bool> certain_;
  std::vector<nonnegative> parts_;
  std::map<std::string, polynomial> variables_;
  std::map<std::string, formula_ptr> bodies_;  ///< of sums and means
  bool differentiates_ = false;                ///< while a sign is sought by derivatives
  bool is_part_ = false;                       ///< of a domain that was cut
  int depth_ = 0;
};

/// A pair of distributions without swap().
struct pair_of_laws {
  std::string name;
  bool is_swapped = false;  ///< where that matters
  formula_ptr users;
  formula_ptr eps0;
  formula_ptr rate;   ///< of clone_pair and unmixed_pair
  formula_ptr kinds;  ///< the k of krr_pair
};
std::optional<pair_of_laws> pair_in(const formula_ptr& x);

}  // namespace check
