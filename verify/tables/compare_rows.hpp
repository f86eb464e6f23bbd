#pragma once

#include <string>
#include <vector>

#include "claims/compare/compare.hpp"
#include "verify/tables/grid.hpp"
#include "verify/tables/row_table.hpp"

namespace shufflecert::inline v0_1::claims {

/// Every bound at every point of a grid: what `compare` prints of lists. A text has a line for each
/// quantity at each point, with the tightest bounds; CSV has one for each bound.
class compare_rows : public row_source {
 public:
  compare_rows(const catalogue& read, const comparison_options& options, grid points, bool is_csv)
      : read_(read), options_(options), points_(std::move(points)), is_csv_(is_csv) {}

  [[nodiscard]] std::vector<std::string> header() const;
  [[nodiscard]] std::size_t size() const { return points_.size(); }
  table_row row(std::size_t i) override;
  table_row row_without_result(std::size_t i, const failure& why) override;

 private:
  void add_lines(table_row& row, std::size_t i, const compared_quantity& quantity) const;
  [[nodiscard]] table_line blank_line(std::size_t i, const std::string& message) const;

  const catalogue& read_;
  const comparison_options& options_;
  grid points_;
  bool is_csv_;
};

}  // namespace shufflecert::inline v0_1::claims
