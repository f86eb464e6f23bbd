#pragma once

#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "claims/tables/judge_row.hpp"
#include "verify/tables/row_table.hpp"

namespace shufflecert::inline v0_1::claims {

/// A column of a table that a relation is compared with.
struct checked_column {
  std::string name;
  bool is_variable = true;  ///< else it is passed over, and kept in CSV
};

/// A row of it.
struct checked_row {
  std::size_t line = 0;
  /// As they stand there, one for each column; those of variables are formulas. A large table has
  /// no room for them as trees.
  std::vector<std::string> cells;
};

/// The names of the columns that `check --csv` adds.
std::vector<std::string> added_columns();

/// Rows compared with a relation: what `check` prints.
class check_rows : public row_source {
 public:
  struct settings {
    const claim& subject;  ///< the relation, what --set gives, and the columns that were printed
    const catalogue& visible;
    std::vector<checked_column> columns;
    std::vector<checked_row> rows;
    std::vector<std::string> units;  ///< columns NAME of which the relation uses NAME_unit
    budget limits;
    bool is_csv = false;
  };

  explicit check_rows(settings given);

  [[nodiscard]] std::vector<std::string> header() const;
  /// The columns that are passed over, where they are printed.
  [[nodiscard]] std::vector<std::size_t> foreign() const;
  [[nodiscard]] std::size_t size() const { return given_.rows.size(); }
  table_row row(std::size_t i) override;
  table_row row_without_result(std::size_t i, const failure& why) override;
  void remember(std::size_t i, const json& memory) override;

  /// How many rows have each verdict, and which of them are tightest and loosest, in words.
  [[nodiscard]] std::string summary(const row_table& table) const;

 private:
  struct extreme {
    double near_ratio = 0;
    std::size_t row = 0;
    std::string ratio;
  };

  [[nodiscard]] check_point point_at(std::size_t i) const;
  table_row made(std::size_t i, const row_judgement& found);
  void compare_with_extremes(const extreme& here);
  [[nodiscard]] std::vector<std::string> cells_of(std::size_t i) const;
  [[nodiscard]] json values_of(std::size_t i) const;

  settings given_;
  bool shows_left_ = true;  ///< a side that is one variable alone has its column already
  bool shows_right_ = true;
  recent_values values_;
  mutable std::mutex mutex_;
  std::optional<extreme> tightest_;
  std::optional<extreme> loosest_;
};

}  // namespace shufflecert::inline v0_1::claims
