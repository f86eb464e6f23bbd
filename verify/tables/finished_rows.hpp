#pragma once

#include <cstddef>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

namespace shufflecert::inline v0_1::claims {

/// The rows of a table that are finished. The threads that compute them put them here, and a
/// watchdog takes them when the time is over.
template <class Row>
class finished_rows {
 public:
  /// From now on the table has so many rows. Whatever was written before is seen by who finds that
  /// it has begun.
  void begin(std::size_t count) {
    const std::scoped_lock lock(mutex_);
    rows_.resize(count);
    has_begun_ = true;
  }
  [[nodiscard]] bool has_begun() const {
    const std::scoped_lock lock(mutex_);
    return has_begun_;
  }

  void put(std::size_t i, Row row) {
    const std::scoped_lock lock(mutex_);
    rows_.at(i) = std::move(row);
  }

  /// All rows, those that are not finished as unfinished(i).
  template <class Unfinished>
  [[nodiscard]] std::vector<Row> all(const Unfinished& unfinished) const {
    const std::scoped_lock lock(mutex_);
    std::vector<Row> rows;
    rows.reserve(rows_.size());
    for (std::size_t i = 0; i < rows_.size(); ++i)
      rows.push_back(rows_[i] ? *rows_[i] : unfinished(i));
    return rows;
  }

 private:
  mutable std::mutex mutex_;
  std::vector<std::optional<Row>> rows_;
  bool has_begun_ = false;
};

}  // namespace shufflecert::inline v0_1::claims
