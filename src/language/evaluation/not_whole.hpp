#pragma once

#include <string>

#include "shufflecert/errors.hpp"

namespace shufflecert::inline v0_1 {

/// A whole number is needed, and what there is certainly is none.
class not_whole : public undefined_value {
 public:
  explicit not_whole(const std::string& message) : undefined_value(message) {}

  /// The same with the place in the formula, which the innermost call knows.
  [[nodiscard]] not_whole in(const std::string& place) const {
    not_whole located(std::string(what()) + " in " + place);
    located.is_located_ = true;
    return located;
  }
  [[nodiscard]] bool is_located() const { return is_located_; }

 private:
  bool is_located_ = false;
};

}  // namespace shufflecert::inline v0_1
