#include "verify/tables/eval_rows.hpp"

#include <fmt/format.h>

#include <chrono>

#include "shufflecert/method_unavailable.hpp"
#include "verify/tables/answer.hpp"

namespace shufflecert::inline v0_1::claims {

// What one row says.
struct eval_rows::found {
  std::optional<decimal_interval> ends;  // of a number
  truth decided;                         // of a condition
  long digits = 0;
  bits precision = 0;
  std::string method;  // empty: nothing was computed
  bool limited_by_ranges = false;
  row_state state = row_state::good;
  std::string reason;
  std::vector<std::string> cautions;
  double seconds = 0;
};

std::vector<std::string> eval_rows::header() const {
  std::vector<std::string> names = points_.names();
  const auto add = [&](std::initializer_list<const char*> more) {
    names.insert(names.end(), more.begin(), more.end());
  };
  if (!given_.is_csv)
    given_.is_condition ? add({"truth", "method"}) : add({"lower", "upper", "method"});
  else if (given_.is_condition)
    add({"truth", "tied", "precision_bits", "method", "message"});
  else
    add({"lower", "upper", "digits", "precision_bits", "method", "message"});
  return names;
}

refined_range eval_rows::evaluate(std::size_t i) {
  const variable_map variables = points_.variables_at(i);
  const precision_range precision = range_for(given_.formula, variables, given_.digits);
  if (!given_.ranges.empty())
    return refine_over_ranges(*given_.formula, given_.visible, variables, given_.ranges,
                              given_.digits, precision, given_.limits, given_.method);
  const auto near = values_.near(i);
  return {refine(*given_.formula, given_.visible, variables, given_.digits, precision,
                 {.limits = given_.limits, .cache = near.get(), .method = given_.method}),
          false};
}

std::vector<std::string> eval_rows::cautions(std::size_t i, const refined_value& known) {
  const auto near = values_.near(i);
  const variable_map variables = points_.variables_at(i);
  return cautions_about_answer(
      *given_.formula, known,
      {given_.visible, variables, !given_.ranges.empty(), given_.limits, near.get()});
}

table_row eval_rows::row(std::size_t i) {
  const auto start = std::chrono::steady_clock::now();
  found known;
  try {
    const refined_range result = evaluate(i);
    known.limited_by_ranges = result.is_as_narrow_as_the_ranges_allow;
    const refined_value& value = result.known;
    known.precision = value.precision;
    known.reason = value.sufficient ? "" : value.reason;
    known.cautions = cautions(i, value);
    known.state = value.sufficient ? row_state::good : row_state::open;
    const auto* decided = std::get_if<truth>(&value.result);
    const auto* measured = std::get_if<number>(&value.result);
    if (measured != nullptr) known.method = method_text(value, measured);
    if (decided != nullptr && value.precision > 0) known.method = method_text(value, nullptr);
    if (value.precision > 0 && (given_.is_condition ? decided == nullptr : measured == nullptr)) {
      known.state = row_state::without_value;
      known.reason = decided != nullptr    ? "the formula is a condition at this point"
                     : measured != nullptr ? "the formula is a number at this point"
                                           : without_a_number(value.result);
    } else if (decided != nullptr) {
      known.decided = *decided;
    } else {
      const shown_number shown = show_number(*measured, value, given_.digits);
      known.ends = shown.ends;
      known.digits = shown.digits;
      if (!shown.is_sufficient) {
        known.state = row_state::open;
        known.reason = shown.reason;
      }
    }
  } catch (const undefined_value& error) {
    known.state = row_state::without_value;
    known.reason = fmt::format("no value: {}", error.what());
  } catch (const method_unavailable& error) {
    known.state = row_state::without_value;
    known.reason =
        fmt::format("the method does not compute {} to {} digits", error.quantity(), given_.digits);
  }
  known.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return made(i, known);
}

table_row eval_rows::row_without_result(std::size_t i, const failure& why) {
  found known;
  known.state = why.is_resource ? row_state::open : row_state::without_value;
  known.reason = why.reason;
  return made(i, known);
}

void eval_rows::remember(std::size_t i, const json& memory) {
  if (!given_.keeps_values || memory.is_null()) return;
  ends_.at(i) = decimal_interval{memory.at("lower").get<std::string>(),
                                 memory.at("upper").get<std::string>()};
}

table_row eval_rows::made(std::size_t i, const found& known) {
  table_row row;
  if (given_.keeps_values && known.ends) {
    ends_.at(i) = known.ends;
    row.memory = {{"lower", known.ends->lower}, {"upper", known.ends->upper}};
  }
  row.state = known.state;
  row.cautions = known.cautions;
  const std::string where = points_.words_at(i);
  if (known.state != row_state::good)
    row.note = where.empty() ? known.reason : fmt::format("at {}: {}", where, known.reason);
  const bool has_value = known.state != row_state::without_value;
  json& entry = row.entry;
  entry["formula"] = given_.text;
  entry["values"] = points_.json_at(i);
  std::vector<std::string> cells = points_.texts_at(i);
  const auto add = [&](const std::string& cell) { cells.push_back(cell); };
  if (given_.is_condition) {
    entry["truth"] = known.decided.value ? json(*known.decided.value) : json(nullptr);
    entry["tied"] = known.decided.tied;
    const std::string decided =
        known.decided.value ? (*known.decided.value ? "true" : "false") : "undecided";
    if (given_.is_csv) {
      add(!has_value ? "" : decided);
      add(known.decided.tied ? "true" : "false");
    } else {
      add(!has_value           ? "-"
          : known.decided.tied ? fmt::format("equal to {} digits", tie_digits)
                               : decided);
    }
  } else {
    // Nothing known is -inf to inf, as in a single answer; no value has no ends.
    const decimal_interval ends = known.ends.value_or(decimal_interval{"-inf", "inf"});
    entry["lower"] = has_value ? json(ends.lower) : json(nullptr);
    entry["upper"] = has_value ? json(ends.upper) : json(nullptr);
    entry["digits"] = known.digits;
    add(has_value ? ends.lower : given_.is_csv ? "" : "-");
    add(has_value ? ends.upper : given_.is_csv ? "" : "-");
    if (given_.is_csv) add(std::to_string(known.digits));
  }
  if (!given_.ranges.empty()) {
    for (const auto& [name, range] : given_.ranges)
      entry["intervals"][name] = {{"lower", to_text(*range.lower)},
                                  {"upper", to_text(*range.upper)}};
    entry["limited_by_intervals"] = known.limited_by_ranges;
  }
  entry["precision_bits"] = known.precision;
  entry["method"] = known.method.empty() ? json(nullptr) : json(known.method);
  entry["seconds"] = known.seconds;
  if (!known.reason.empty()) entry["message"] = known.reason;
  if (given_.is_csv) {
    add(std::to_string(known.precision));
    add(known.method);
    add(known.reason);
  } else if (known.reason.empty()) {
    add(known.method);
  } else {
    add(known.method.empty() || !has_value ? known.reason
                                           : fmt::format("{}; {}", known.method, known.reason));
  }
  row.lines.push_back({std::move(cells)});
  return row;
}

}  // namespace shufflecert::inline v0_1::claims
