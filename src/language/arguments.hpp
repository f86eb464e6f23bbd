#pragma once
// How built-in functions get at their arguments, whose kinds are checked before they are called.

#include <cstdint>
#include <optional>

#include "language/builtins.hpp"

namespace shufflecert {

inline const number& real_at(const std::vector<formula_value>& given, std::size_t i) {
  return std::get<number>(given[i]);
}
inline const distribution_pair& pair_at(const std::vector<formula_value>& given, std::size_t i) {
  return std::get<distribution_pair>(given[i]);
}
inline const law_ptr& law_at(const std::vector<formula_value>& given, std::size_t i) {
  return std::get<law_ptr>(given[i]);
}
inline const curve_ptr& curve_at(const std::vector<formula_value>& given, std::size_t i) {
  return std::get<curve_ptr>(given[i]);
}
inline std::optional<number> optional_real(const std::vector<formula_value>& given, std::size_t i) {
  if (given.size() <= i) return std::nullopt;
  return real_at(given, i);
}

/// The whole number of 64 bits that `x` is. Throws undefined_value, naming `what`, where it is
/// certainly not whole; beyond_reach where it is larger; precision_needed where it is not exact.
std::int64_t whole_at(const number& x, const char* what);

/// Evaluates a quantity through the cache; exact parameters identify it. `subject` is the exact
/// text of what the quantity is of, if it has one.
formula_value cached_quantity(const std::string& name, const std::optional<std::string>& subject,
                              const number& parameter, const builtin_context& at,
                              const std::function<quantity()>& evaluate);

}  // namespace shufflecert
