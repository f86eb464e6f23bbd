#pragma once

namespace shufflecert::inline v0_1 {

/// A place, and the value there.
struct least_place {
  double place;
  double value;
};

/// About where a function with one minimum is least between two ends, to within `width`. For
/// choosing parameters; never certified.
template <class Function>
least_place least_by_golden_section(const Function& asked, double low, double high, double width) {
  constexpr double golden = 0.6180339887498949;
  double left = high - golden * (high - low);
  double right = low + golden * (high - low);
  double at_left = asked(left);
  double at_right = asked(right);
  while (high - low > width) {
    if (at_left < at_right) {
      high = right;
      right = left;
      at_right = at_left;
      left = high - golden * (high - low);
      at_left = asked(left);
    } else {
      low = left;
      left = right;
      at_left = at_right;
      right = low + golden * (high - low);
      at_right = asked(right);
    }
  }
  return at_left < at_right ? least_place{left, at_left} : least_place{right, at_right};
}

}  // namespace shufflecert::inline v0_1
