#pragma once

#include <optional>
#include <string>
#include <utility>

#include "shufflecert/errors.hpp"
#include "shufflecert/rational.hpp"

namespace shufflecert::inline v0_1 {

/// A whole number is needed, and what there is certainly is none.
class not_whole : public undefined_value {
 public:
  explicit not_whole(const std::string& message, std::optional<rational> value = std::nullopt)
      : undefined_value(message), value_(std::move(value)) {}

  /// What there is, where it is known exactly.
  [[nodiscard]] const std::optional<rational>& value() const { return value_; }

  /// The same with the place in the formula, which the innermost call knows, and with what it says
  /// of the argument there.
  [[nodiscard]] not_whole in(const std::string& place, const std::string& advice) const {
    not_whole located(std::string(what()) + " in " + place + advice, value_);
    located.is_located_ = true;
    return located;
  }
  [[nodiscard]] bool is_located() const { return is_located_; }

 private:
  std::optional<rational> value_;
  bool is_located_ = false;
};

}  // namespace shufflecert::inline v0_1
