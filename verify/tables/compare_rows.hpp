#pragma once

#include <map>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "claims/compare/compare.hpp"
#include "reports/plots/bound_map.hpp"
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

  /// Remembers which bounds a line of the text names.
  void notice(const table_line& line);
  /// Lines below the text: how its numbers are rounded, and where the bounds that it names as the
  /// tightest are stated. Empty where it names none.
  [[nodiscard]] std::vector<std::string> legend() const;

  /// Of the rows computed, a map for each quantity that has an upper bound without failures or
  /// doubts somewhere: the tightest of them that holds and says something, at each point. Exactly
  /// two parameters must have several values; the first of them goes to the right.
  [[nodiscard]] std::vector<bound_map> maps() const;

 private:
  struct quantity_map {
    bool is_worst_case = false;    ///< the quantity of every mechanism, whose map comes first
    const bound* first = nullptr;  ///< of the bounds on it, in the order of the catalogue
    std::vector<map_cell> cells;
  };

  void keep_for_maps(std::size_t i, const comparison_table& table);
  void add_lines(table_row& row, std::size_t i, const compared_quantity& quantity) const;
  [[nodiscard]] table_line blank_line(std::size_t i, const std::string& message) const;

  const catalogue& read_;
  const comparison_options& options_;
  grid points_;
  bool is_csv_;
  std::mutex mutex_;
  std::set<std::string> named_;               ///< as the tightest, in the text
  std::map<std::string, quantity_map> maps_;  ///< by the quantity's symbolic form
};

}  // namespace shufflecert::inline v0_1::claims
