#pragma once

#include <stdexcept>
#include <string>
#include <utility>

namespace shufflecert::inline v0_1 {

/// The method asked for does not compute this quantity of this pair, at this order and precision;
/// the value exists. No undefined_value: a condition such as defined() must not take it for one.
class method_unavailable : public std::runtime_error {
 public:
  /// @param asked     name of the method
  /// @param quantity  what it was to compute, "renyi" or a whole formula
  /// @param remains   name of a method that is made for it
  method_unavailable(const std::string& asked, std::string quantity, const std::string& remains)
      : std::runtime_error(asked + " does not compute " + quantity + " here; " + remains + " may"),
        asked_(asked),
        quantity_(std::move(quantity)),
        remains_(remains) {}

  /// What was to be computed: "renyi" or a whole formula.
  [[nodiscard]] const std::string& quantity() const { return quantity_; }
  /// The same of `formula`, whose evaluation it ended.
  [[nodiscard]] method_unavailable in(std::string formula) const {
    return {asked_, std::move(formula), remains_};
  }

 private:
  std::string asked_;
  std::string quantity_;
  std::string remains_;
};

}  // namespace shufflecert::inline v0_1
