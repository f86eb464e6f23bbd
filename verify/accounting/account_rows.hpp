#pragma once
// What the routes of `account` gave: their order, the table as CSV and JSON, and rows of a journal.

#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "claims/accounting/routes.hpp"
#include "shufflecert/ball.hpp"

namespace shufflecert::inline v0_1::claims {

/// What one route gave.
struct account_row {
  account_route route;
  std::optional<ball> value;  ///< an enclosure; none: it stayed undecided
  bool is_exactly_inf = false;
  bool digits_reached = false;
  std::string reason;
  std::set<std::string> methods;
  double seconds = 0;
};

/// By their values, the exact one first; what is open, or no bound, comes last.
void sort_rows(std::vector<account_row>& rows);

/// The value of a row in terms of the exact one; nothing where that is not
/// known to be positive.
std::optional<ball> times_direct(const account_row& row, const std::vector<account_row>& rows);

/// The table, each value to two digits more than `digits`; the cautions are those of each row.
std::string csv_of_rows(const std::vector<account_row>& rows, long digits,
                        const std::vector<std::string>& cautions);
nlohmann::ordered_json json_of_rows(const std::vector<account_row>& rows, long digits);

/// What a route gave, exactly, for a journal.
nlohmann::ordered_json exact_json(const account_row& row);
/// Puts it back. Throws json::exception, or std::runtime_error for what is no number, where a key
/// is missing or of the wrong kind.
account_row account_row_from(const nlohmann::ordered_json& object, const account_route& route);

}  // namespace shufflecert::inline v0_1::claims
