#pragma once

#include <optional>
#include <string>
#include <vector>

#include "claims/catalogue/catalogue.hpp"
#include "shufflecert/decimal.hpp"
#include "shufflecert/refine_over_ranges.hpp"
#include "verify/tables/grid.hpp"
#include "verify/tables/row_table.hpp"

namespace shufflecert::inline v0_1::claims {

/// A formula at every point of a grid, and over the same ranges at each: what `eval` prints of
/// lists.
class eval_rows : public row_source {
 public:
  struct settings {
    std::string text;  ///< of the formula, as given
    expression_ptr formula;
    bool is_condition = false;
    const definitions& visible;
    range_map ranges;
    long digits = 15;
    evaluation_method method = evaluation_method::automatic;
    budget limits;
    bool is_csv = false;        ///< else the lines are those of a text
    bool keeps_values = false;  ///< for values()
  };

  eval_rows(settings given, grid points)
      : given_(std::move(given)),
        points_(std::move(points)),
        ends_(given_.keeps_values ? points_.size() : 0) {}

  [[nodiscard]] std::vector<std::string> header() const;
  [[nodiscard]] std::size_t size() const { return points_.size(); }
  table_row row(std::size_t i) override;
  table_row row_without_result(std::size_t i, const failure& why) override;
  void remember(std::size_t i, const json& memory) override;

  [[nodiscard]] const grid& points() const { return points_; }
  /// The ends of the numbers in the rows, where they were to be kept; nothing where there is none.
  [[nodiscard]] const std::vector<std::optional<decimal_interval>>& values() const { return ends_; }

 private:
  struct found;

  [[nodiscard]] refined_range evaluate(std::size_t i);
  [[nodiscard]] std::vector<std::string> cautions(std::size_t i, const refined_value& known);
  [[nodiscard]] table_row made(std::size_t i, const found& known);

  settings given_;
  grid points_;
  std::vector<std::optional<decimal_interval>> ends_;
  recent_values values_;
};

}  // namespace shufflecert::inline v0_1::claims
