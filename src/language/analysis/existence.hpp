#pragma once
// Whether a part of a formula has a value on the whole set that a bound, a slope, a branch or a
// tail stands for: docs/reference/language.md, "Having a value".
//
// The evaluators that walk a syntax tree say the same by how they end: a result means `everywhere`,
// undefined_value means `nowhere`, precision_needed means `open`.

#include <optional>

namespace shufflecert::inline v0_1 {

enum class existence {
  nowhere,    ///< the part has no value at any point of the set
  open,       ///< neither is certain
  everywhere  ///< it has a value at each point
};

/// A part that needs the values of two others.
constexpr existence both(existence a, existence b) {
  if (a == existence::nowhere || b == existence::nowhere) return existence::nowhere;
  return a == existence::everywhere && b == existence::everywhere ? existence::everywhere
                                                                  : existence::open;
}

constexpr bool certainly(std::optional<bool> answer) {
  return answer.has_value() && *answer;
}
constexpr bool certainly_not(std::optional<bool> answer) {
  return answer.has_value() && !*answer;
}

/// An argument that lies in a function's domain at all points (true), at none (false), or of which
/// that is not known.
constexpr existence where_inside(std::optional<bool> inside) {
  if (!inside) return existence::open;
  return *inside ? existence::everywhere : existence::nowhere;
}

/// if(condition, yes, no), where the condition is true at all points, false at all points, or
/// neither is certain. Only the branch that is taken has to exist.
constexpr existence of_choice(existence condition, std::optional<bool> held, existence yes,
                              existence no) {
  if (condition == existence::nowhere) return existence::nowhere;
  if (held) return both(condition, *held ? yes : no);
  return yes == no ? both(condition, yes) : existence::open;
}

}  // namespace shufflecert::inline v0_1
