#include "verify/accounting/account_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <stdexcept>

#include "claims/catalogue/cautions.hpp"
#include "claims/text/shown_text.hpp"
#include "shufflecert/decimal.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

using json = nlohmann::ordered_json;

// More than any number of digits that a route is asked for needs.
constexpr bits most_kept_bits = 10'000'000;

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

std::string csv_of_rows(const std::vector<account_row>& rows, long digits,
                        const std::vector<std::string>& cautions) {
  std::string text = "route,lower,upper,times_exact_lower,times_exact_upper,is_bound,cautions\n";
  for (const account_row& row : rows) {
    const auto times = times_direct(row, rows);
    const decimal_interval value =
        row.value ? to_decimal(*row.value, digits + 2) : decimal_interval{};
    const decimal_interval share = times ? to_decimal(*times, 6) : decimal_interval{};
    text += fmt::format("{},{},{},{},{},{},{}\n", row.route.key, value.lower, value.upper,
                        share.lower, share.upper, row.route.is_bound ? "true" : "false",
                        csv_field(cell_of_cautions(cautions)));
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

json exact_json(const account_row& row) {
  json value = nullptr;
  if (row.value) {
    const std::unique_ptr<char, decltype(&flint_free)> exact(arb_dump_str(row.value->raw()),
                                                             flint_free);
    value = {{"ball", exact.get()}, {"bits", row.value->precision()}};
  }
  return {{"value", std::move(value)}, {"inf", row.is_exactly_inf}, {"reached", row.digits_reached},
          {"reason", row.reason},      {"methods", row.methods},    {"seconds", row.seconds}};
}

account_row account_row_from(const json& object, const account_route& route) {
  account_row row;
  row.route = route;
  if (const json& value = object.at("value"); !value.is_null()) {
    const auto precision = value.at("bits").get<bits>();
    if (precision < 2 || precision > most_kept_bits)
      throw std::runtime_error("a precision that no route has");
    ball exact(precision);
    const std::string text = value.at("ball").get<std::string>();
    if (arb_load_str(exact.raw(), text.c_str()) != 0)
      throw std::runtime_error("a ball that cannot be read");
    row.value = std::move(exact);
  }
  row.is_exactly_inf = object.at("inf").get<bool>();
  row.digits_reached = object.at("reached").get<bool>();
  row.reason = object.at("reason").get<std::string>();
  row.methods = object.at("methods").get<std::set<std::string>>();
  row.seconds = object.at("seconds").get<double>();
  return row;
}

}  // namespace shufflecert::inline v0_1::claims
