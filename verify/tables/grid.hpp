#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "claims/results/json.hpp"
#include "shufflecert/formula.hpp"

namespace shufflecert::inline v0_1::claims {

/// The values of one variable, as formulas. There may be a million: only texts are kept, which take
/// a tenth of the memory of trees.
struct value_list {
  std::string variable;
  std::shared_ptr<const std::vector<std::string>> texts;

  [[nodiscard]] std::size_t size() const { return texts->size(); }
};

/// The product of the values of some variables. The last variable varies fastest.
class grid {
 public:
  explicit grid(std::vector<value_list> axes) : axes_(std::move(axes)) {
    // A short list is read once, and not at each of the points that share its values.
    constexpr std::size_t short_list = 4096;
    for (const value_list& one : axes_) {
      formulas_.emplace_back();
      if (one.size() > short_list) continue;
      for (const std::string& text : *one.texts) formulas_.back().push_back(parse_formula(text));
    }
  }

  /// The number of points; 1 without variables.
  [[nodiscard]] std::size_t size() const {
    std::size_t points = 1;
    for (const value_list& one : axes_) points *= one.size();
    return points;
  }

  /// The values of point i as formulas.
  [[nodiscard]] variable_map variables_at(std::size_t i) const {
    variable_map variables;
    const auto places = places_at(i);
    for (std::size_t k = 0; k < axes_.size(); ++k)
      variables[axes_[k].variable] =
          formulas_[k].empty() ? parse_formula(text_at(k, places[k])) : formulas_[k][places[k]];
    return variables;
  }

  /// The values as texts, which are the first cells of a line.
  [[nodiscard]] std::vector<std::string> texts_at(std::size_t i) const {
    std::vector<std::string> texts;
    const auto places = places_at(i);
    for (std::size_t k = 0; k < axes_.size(); ++k) texts.push_back(text_at(k, places[k]));
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
    for (const value_list& one : axes_) names.push_back(one.variable);
    return names;
  }

  [[nodiscard]] const std::vector<value_list>& axes() const { return axes_; }

  /// "n = 100, eps0 = 1".
  [[nodiscard]] std::string words_at(std::size_t i) const {
    std::string words;
    const auto texts = texts_at(i);
    for (std::size_t k = 0; k < axes_.size(); ++k)
      words += (k == 0 ? "" : ", ") + axes_[k].variable + " = " + texts[k];
    return words;
  }

 private:
  // Which value of each variable point i has.
  [[nodiscard]] std::vector<std::size_t> places_at(std::size_t i) const {
    std::vector<std::size_t> places(axes_.size());
    for (std::size_t k = axes_.size(); k-- > 0; i /= axes_[k].size())
      places[k] = i % axes_[k].size();
    return places;
  }

  [[nodiscard]] const std::string& text_at(std::size_t variable, std::size_t place) const {
    return (*axes_[variable].texts)[place];
  }

  std::vector<value_list> axes_;
  std::vector<std::vector<expression_ptr>> formulas_;  ///< of short lists; empty for long ones
};

}  // namespace shufflecert::inline v0_1::claims
