#pragma once
// Short names for what the entries of the table of built-in functions are made of.

#include "language/evaluation/arguments.hpp"

namespace shufflecert::inline v0_1::entries {

inline constexpr value_kind real = value_kind::number;
/// A number that has to be whole.
inline constexpr builtin_parameter a_count{value_kind::number, "", true};
inline constexpr value_kind yes_no = value_kind::truth;
inline constexpr value_kind a_pair = value_kind::pair;
inline constexpr value_kind a_law = value_kind::law;
inline constexpr value_kind a_curve = value_kind::curve;
inline constexpr value_kind any = value_kind::unknown;

using arguments = std::vector<formula_value>;
using context = builtin_context;

}  // namespace shufflecert::inline v0_1::entries
