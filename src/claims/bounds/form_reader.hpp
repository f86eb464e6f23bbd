#pragma once

#include <map>
#include <optional>
#include <vector>

#include "claims/forms/recognised_forms.hpp"
#include "claims/rules/rule.hpp"

namespace shufflecert::inline v0_1::claims {

/// Tells in which ways a quantity is of each form, and remembers it.
class form_reader {
 public:
  /// `subject` says which names stand for whole numbers. Both have to outlive the reader.
  form_reader(const claim& subject, const call& quantity);

  /// What the letters of the form stand for, once for each way in which the quantity is of it.
  const std::vector<recognised>& letters_of(bounded_form form);

 private:
  [[nodiscard]] std::vector<recognised> read(bounded_form form) const;
  [[nodiscard]] std::vector<recognised> as_pair(const char* name, bool is_swapped) const;

  const claim& subject_;
  const call& quantity_;
  std::optional<stated_pair> pair_;
  std::map<bounded_form, std::vector<recognised>> read_;
};

}  // namespace shufflecert::inline v0_1::claims
