#include "typeset/factors.hpp"

namespace shufflecert::inline v0_1 {
namespace {

bool starts_with_number(const layout& shape) {
  switch (shape.what) {
    case layout::kind::number:
      return true;
    case layout::kind::row:
    case layout::kind::scripts:
      return !shape.parts.empty() && starts_with_number(shape.parts.front());
    default:
      return false;
  }
}

bool ends_with_number(const layout& shape) {
  if (shape.what == layout::kind::row && !shape.parts.empty())
    return ends_with_number(shape.parts.back());
  return shape.what == layout::kind::number;
}

bool starts_with_fence(const layout& shape) {
  if (shape.what == layout::kind::scripts) return starts_with_fence(shape.parts.front());
  return shape.what == layout::kind::fenced || shape.what == layout::kind::binomial;
}

bool ends_with_fence(const layout& shape) {
  if (shape.what == layout::kind::row && !shape.parts.empty())
    return ends_with_fence(shape.parts.back());
  return starts_with_fence(shape);
}

// Two factors side by side say a product only where they cannot be read as one number, as a mixed
// number or as a function with its argument.
layout between(const layout& left, const layout& right) {
  const bool is_joined_number = starts_with_number(right);
  const bool is_mixed_number = right.what == layout::kind::fraction &&
                               (ends_with_number(left) || left.what == layout::kind::fraction);
  const bool is_like_a_call = starts_with_fence(right) && !ends_with_fence(left);
  const bool is_like_one_name =
      (left.what == layout::kind::word && right.what != layout::kind::fraction) ||
      right.what == layout::kind::word;
  if (is_joined_number || is_mixed_number || is_like_a_call || is_like_one_name) return sign("·");
  return leaf(layout::kind::times, "");
}

}  // namespace

layout side_by_side(std::vector<layout> factors) {
  if (factors.size() == 1) return std::move(factors.front());
  std::vector<layout> parts;
  for (layout& factor : factors) {
    if (!parts.empty()) parts.push_back(between(parts.back(), factor));
    parts.push_back(std::move(factor));
  }
  return row_of(std::move(parts));
}

}  // namespace shufflecert::inline v0_1
