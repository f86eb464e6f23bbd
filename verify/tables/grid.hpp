#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "claims/catalogue/catalogue.hpp"
#include "claims/results/json.hpp"

namespace shufflecert::inline v0_1::claims {

/// The product of the values of some variables. The last variable varies fastest.
class grid {
 public:
  explicit grid(std::vector<axis> axes) : axes_(std::move(axes)) {}

  /// The number of points; 1 without variables.
  [[nodiscard]] std::size_t size() const {
    std::size_t points = 1;
    for (const axis& one : axes_) points *= one.values.size();
    return points;
  }

  /// The values of point i, in the order of the variables.
  [[nodiscard]] std::vector<const point_value*> at(std::size_t i) const {
    std::vector<const point_value*> values(axes_.size());
    for (std::size_t k = axes_.size(); k-- > 0; i /= axes_[k].values.size())
      values[k] = &axes_[k].values[i % axes_[k].values.size()];
    return values;
  }

  [[nodiscard]] variable_map variables_at(std::size_t i) const {
    variable_map variables;
    const auto values = at(i);
    for (std::size_t k = 0; k < axes_.size(); ++k)
      variables[axes_[k].variable] = values[k]->formula;
    return variables;
  }

  /// The values as texts, which are the first cells of a line.
  [[nodiscard]] std::vector<std::string> texts_at(std::size_t i) const {
    std::vector<std::string> texts;
    for (const point_value* value : at(i)) texts.push_back(value->text);
    return texts;
  }

  [[nodiscard]] json json_at(std::size_t i) const {
    json values = json::object();
    const auto texts = texts_at(i);
    for (std::size_t k = 0; k < axes_.size(); ++k) values[axes_[k].variable] = texts[k];
    return values;
  }

  [[nodiscard]] std::vector<std::string> names() const {
    std::vector<std::string> names;
    for (const axis& one : axes_) names.push_back(one.variable);
    return names;
  }

  [[nodiscard]] const std::vector<axis>& axes() const { return axes_; }

  /// "n = 100, eps0 = 1".
  [[nodiscard]] std::string words_at(std::size_t i) const {
    std::string words;
    const auto texts = texts_at(i);
    for (std::size_t k = 0; k < axes_.size(); ++k)
      words += (k == 0 ? "" : ", ") + axes_[k].variable + " = " + texts[k];
    return words;
  }

 private:
  std::vector<axis> axes_;
};

}  // namespace shufflecert::inline v0_1::claims
