#pragma once

#include <string>

#include "shufflecert/formula.hpp"

namespace shufflecert::inline v0_1 {

/// A formula_error about a name that stands for nothing where it is used. Those who know where its
/// value would be given say so instead.
class unknown_variable : public formula_error {
 public:
  /// Says "column N: unknown variable 'name'" and then `advice`.
  unknown_variable(std::size_t column, const std::string& name, const std::string& advice,
                   bool is_explained)
      : formula_error(column, "unknown variable '" + name + "'" + advice),
        name_(name),
        is_explained_(is_explained) {}
  [[nodiscard]] const std::string& name() const { return name_; }
  /// Whether the advice says which other name or form was probably meant.
  [[nodiscard]] bool is_explained() const { return is_explained_; }

 private:
  std::string name_;
  bool is_explained_;
};

}  // namespace shufflecert::inline v0_1
