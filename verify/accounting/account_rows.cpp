#include "verify/accounting/account_rows.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "shufflecert/decimal.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

using json = nlohmann::ordered_json;

json range_json(const std::optional<ball>& value, long digits) {
  if (!value) return nullptr;
  const decimal_interval ends = to_decimal(*value, digits);
  return {{"lower", ends.lower}, {"upper", ends.upper}};
}

}  // namespace

void sort_rows(std::vector<account_row>& rows) {
  const auto group = [](const account_row& row) {
    return !row.route.is_bound ? 2 : row.value ? 0 : 1;
  };
  std::stable_sort(rows.begin(), rows.end(), [&](const account_row& a, const account_row& b) {
    if (group(a) != group(b)) return group(a) < group(b);
    if (!a.value || !b.value) return false;
    if (a.route.key == "direct" || b.route.key == "direct") return a.route.key == "direct";
    return arf_cmp(arb_midref(a.value->raw()), arb_midref(b.value->raw())) < 0;
  });
}

std::optional<ball> times_direct(const account_row& row, const std::vector<account_row>& rows) {
  const auto direct = std::find_if(
      rows.begin(), rows.end(), [](const account_row& one) { return one.route.key == "direct"; });
  if (!row.value || !direct->value || !direct->value->is_certainly_positive()) return std::nullopt;
  const ball result = *row.value / *direct->value;
  return result.is_finite() ? std::optional(result) : std::nullopt;
}

std::string csv_of_rows(const std::vector<account_row>& rows, long digits) {
  std::string text = "route,lower,upper,times_exact_lower,times_exact_upper,is_bound\n";
  for (const account_row& row : rows) {
    const auto times = times_direct(row, rows);
    const decimal_interval value =
        row.value ? to_decimal(*row.value, digits + 2) : decimal_interval{};
    const decimal_interval share = times ? to_decimal(*times, 6) : decimal_interval{};
    text += fmt::format("{},{},{},{},{},{}\n", row.route.key, value.lower, value.upper, share.lower,
                        share.upper, row.route.is_bound ? "true" : "false");
  }
  return text;
}

json json_of_rows(const std::vector<account_row>& rows, long digits) {
  json all = json::array();
  for (const account_row& row : rows)
    all.push_back({{"route", row.route.key},
                   {"name", row.route.name},
                   {"is_bound", row.route.is_bound},
                   {"formula", row.route.formula},
                   {"value", range_json(row.value, digits + 2)},
                   {"times_exact", range_json(times_direct(row, rows), 6)},
                   {"method", fmt::format("{}", fmt::join(row.methods, ", "))},
                   {"seconds", row.seconds},
                   {"message", row.reason.empty() ? json(nullptr) : json(row.reason)}});
  return all;
}

}  // namespace shufflecert::inline v0_1::claims
