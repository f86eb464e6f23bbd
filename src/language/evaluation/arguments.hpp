#pragma once
// How built-in functions get at their arguments, whose kinds are checked before they are called.

#include <cstdint>
#include <optional>
#include <string>

#include "language/syntax/builtins.hpp"

namespace shufflecert::inline v0_1 {

inline const number& real_at(const std::vector<formula_value>& given, std::size_t i) {
  return std::get<number>(given[i]);
}
inline const distribution_pair& pair_at(const std::vector<formula_value>& given, std::size_t i) {
  return std::get<distribution_pair>(given[i]);
}
inline const law_ptr& law_at(const std::vector<formula_value>& given, std::size_t i) {
  if (std::holds_alternative<noise_ptr>(given[i]))
    throw undefined_value(
        "this law has infinitely many outcomes: only pair, mix, pmf, subsampled and quantities of "
        "such pairs take it");
  return std::get<law_ptr>(given[i]);
}
/// Whether a law has infinitely many outcomes.
inline bool is_noise(const formula_value& law) {
  return std::holds_alternative<noise_ptr>(law);
}
/// Any law of one number as integer noise.
noise_ptr noise_at(const std::vector<formula_value>& given, std::size_t i);
inline const curve_ptr& curve_at(const std::vector<formula_value>& given, std::size_t i) {
  return std::get<curve_ptr>(given[i]);
}
inline std::optional<number> optional_real(const std::vector<formula_value>& given, std::size_t i) {
  if (given.size() <= i) return std::nullopt;
  return real_at(given, i);
}

/// A whole number is needed, and what there is may be one or several.
class whole_number_needed : public precision_needed {
 public:
  explicit whole_number_needed(const std::string& name)
      : precision_needed("whether " + name + " is a whole number is not determined"), name_(name) {}
  /// What has to be whole.
  [[nodiscard]] const std::string& name() const { return name_; }

 private:
  std::string name_;
};

/// The whole number of 64 bits that `x` is. Throws undefined_value, naming `what`, where it is
/// certainly not whole; beyond_reach where it is larger; whole_number_needed where it is not exact.
std::int64_t whole_at(const number& x, const char* what);

/// Throws not_whole, naming `what`, where `x` is certainly no whole number, and whole_number_needed
/// where that is open. Passes numbers of any size, and balls of whole numbers only.
void require_whole(const number& x, const std::string& what);

/// The whole numbers that `x` may be: one, or several where it is a ball of whole numbers only
/// (number::whole_in()). Throws as whole_at() does.
whole_range whole_range_at(const number& x, const char* what);

/// Evaluates a quantity through the cache; exact parameters identify it. `subject` is the exact
/// text of what the quantity is of, if it has one.
formula_value cached_quantity(const std::string& name, const std::optional<std::string>& subject,
                              const number& parameter, const builtin_context& at,
                              const std::function<quantity()>& evaluate);

}  // namespace shufflecert::inline v0_1
