#include "verify/tables/check_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <tuple>

#include "claims/catalogue/axis.hpp"
#include "claims/points/refuted_points.hpp"
#include "verify/tables/answer.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

json ends_json(const std::optional<decimal_interval>& range) {
  if (!range) return nullptr;
  return {{"lower", range->lower}, {"upper", range->upper}};
}

row_state state_of(row_verdict outcome) {
  switch (outcome) {
    case row_verdict::holds:
      return row_state::good;
    case row_verdict::rounded:
      return row_state::rounded;
    case row_verdict::fails:
      return row_state::fails;
    case row_verdict::undecided:
      return row_state::open;
    case row_verdict::no_value:
      break;
  }
  return row_state::without_value;
}

std::optional<decimal_interval> part_of(const row_judgement& found,
                                        decimal_interval row_sides::*which) {
  return found.sides ? std::optional((*found.sides).*which) : std::nullopt;
}

std::optional<decimal_interval> part_of(const row_judgement& found,
                                        std::optional<decimal_interval> row_sides::*which) {
  return found.sides ? (*found.sides).*which : std::nullopt;
}

}  // namespace

std::vector<std::string> added_columns() {
  return {"verdict",   "lhs_lower",   "lhs_upper",   "rhs_lower",
          "rhs_upper", "ratio_lower", "ratio_upper", "message"};
}

check_rows::check_rows(settings given) : given_(std::move(given)) {
  const auto* sides = std::get_if<comparison>(&given_.subject.formula->node);
  if (sides == nullptr) return;
  const auto is_column = [&](const expression_ptr& side) {
    const auto* known = std::get_if<variable>(&side->node);
    return known != nullptr &&
           std::any_of(given_.columns.begin(), given_.columns.end(),
                       [&](const checked_column& column) { return column.name == known->name; });
  };
  shows_left_ = !is_column(sides->left);
  shows_right_ = !is_column(sides->right);
}

std::vector<std::string> check_rows::header() const {
  std::vector<std::string> names;
  if (!given_.is_csv) names.emplace_back("line");
  for (const checked_column& column : given_.columns)
    if (given_.is_csv || column.is_variable) names.push_back(column.name);
  if (given_.is_csv) {
    const auto added = added_columns();
    names.insert(names.end(), added.begin(), added.end());
    return names;
  }
  if (shows_left_) names.emplace_back("left");
  if (shows_right_) names.emplace_back("right");
  names.emplace_back("verdict");
  return names;
}

std::vector<std::size_t> check_rows::foreign() const {
  std::vector<std::size_t> places;
  for (std::size_t k = 0; given_.is_csv && k < given_.columns.size(); ++k)
    if (!given_.columns[k].is_variable) places.push_back(k);
  return places;
}

check_point check_rows::point_at(std::size_t i) const {
  const checked_row& row = given_.rows[i];
  check_point point;
  for (std::size_t k = 0; k < given_.columns.size(); ++k)
    if (given_.columns[k].is_variable)
      point[given_.columns[k].name] = {row.cells[k], parse_formula(row.cells[k])};
  for (const std::string& name : given_.units) {
    const expression_ptr& cell = point.find(name)->second.formula;
    const auto* minus = std::get_if<negation>(&cell->node);
    const auto* digits =
        std::get_if<literal>(minus == nullptr ? &cell->node : &minus->operand->node);
    if (digits == nullptr)
      throw undefined_value(
          fmt::format("'{}' is no decimal number, and {}_unit is the unit of its last digit",
                      to_text(*cell), name));
    point[name + "_unit"] = point_value_of(unit_of_last_place(*digits));
  }
  return point;
}

table_row check_rows::row(std::size_t i) {
  judge_options options;
  options.limits = given_.limits;
  const auto near = values_.near(i);
  const check_point point = point_at(i);
  options.precision =
      widened_for(options.precision, given_.subject.formula, variables_at(given_.subject, point));
  const claim_context context{given_.subject, given_.visible, *near, options};
  const row_judgement found = judge_row(context, point);
  table_row made_row = made(i, found);
  if (found.outcome == row_verdict::holds && found.sides && found.sides->ratio) {
    const extreme here{found.sides->near_ratio, i, to_text(*found.sides->ratio)};
    compare_with_extremes(here);
    // Its bits: JSON knows no infinity.
    made_row.memory = {{"near_ratio", std::bit_cast<std::uint64_t>(here.near_ratio)},
                       {"ratio", here.ratio}};
  }
  return made_row;
}

table_row check_rows::row_without_result(std::size_t i, const failure& why) {
  row_judgement found;
  found.outcome = why.is_resource ? row_verdict::undecided : row_verdict::no_value;
  found.reason = why.reason;
  found.relation = to_text(*given_.subject.formula);
  found.words = fmt::format("{}: {}", to_text(found.outcome), why.reason);
  return made(i, found);
}

void check_rows::remember(std::size_t i, const json& memory) {
  if (memory.is_null()) return;
  compare_with_extremes({std::bit_cast<double>(memory.at("near_ratio").get<std::uint64_t>()), i,
                         memory.at("ratio").get<std::string>()});
}

void check_rows::compare_with_extremes(const extreme& here) {
  const std::scoped_lock lock(mutex_);
  // Of equal ones the first, whichever thread comes first.
  const auto is_before = [](const extreme& a, const extreme& b, bool smallest) {
    return a.near_ratio != b.near_ratio ? (a.near_ratio < b.near_ratio) == smallest : a.row < b.row;
  };
  if (!tightest_ || is_before(here, *tightest_, true)) tightest_ = here;
  if (!loosest_ || is_before(here, *loosest_, false)) loosest_ = here;
}

std::vector<std::string> check_rows::cells_of(std::size_t i) const {
  std::vector<std::string> cells;
  if (!given_.is_csv) cells.push_back(std::to_string(given_.rows[i].line));
  for (std::size_t k = 0; k < given_.columns.size(); ++k)
    if (given_.is_csv || given_.columns[k].is_variable) cells.push_back(given_.rows[i].cells[k]);
  return cells;
}

json check_rows::values_of(std::size_t i) const {
  json values = json::object();
  for (std::size_t k = 0; k < given_.columns.size(); ++k)
    if (given_.columns[k].is_variable) values[given_.columns[k].name] = given_.rows[i].cells[k];
  return values;
}

table_row check_rows::made(std::size_t i, const row_judgement& found) {
  table_row row;
  row.state = state_of(found.outcome);
  row.cautions = found.cautions;
  if (row.state == row_state::open || row.state == row_state::without_value)
    row.note = fmt::format("in line {}: {}", given_.rows[i].line, found.words);
  const auto lhs = part_of(found, &row_sides::lhs);
  const auto rhs = part_of(found, &row_sides::rhs);
  const auto ratio = part_of(found, &row_sides::ratio);
  row.entry = {{"line", given_.rows[i].line},
               {"values", values_of(i)},
               {"verdict", to_text(found.outcome)},
               {"tied", found.tied},
               {"relation", found.relation},
               {"lhs", ends_json(lhs)},
               {"rhs", ends_json(rhs)},
               {"ratio", ends_json(ratio)},
               {"difference", ends_json(part_of(found, &row_sides::difference))},
               {"instead", found.instead ? json(*found.instead) : json(nullptr)},
               {"precision_bits", found.precision},
               {"message", found.words}};
  std::vector<std::string> cells = cells_of(i);
  if (given_.is_csv) {
    cells.push_back(to_text(found.outcome));
    for (const auto& range : {lhs, rhs, ratio}) {
      cells.push_back(range ? range->lower : "");
      cells.push_back(range ? range->upper : "");
    }
  } else {
    const auto add = [&](decimal_interval row_sides::*which) {
      const auto range = part_of(found, which);
      cells.push_back(range ? to_text(*range) : "-");
    };
    if (shows_left_) add(&row_sides::short_lhs);
    if (shows_right_) add(&row_sides::short_rhs);
  }
  cells.push_back(found.words);
  row.lines.push_back({std::move(cells)});
  return row;
}

std::string check_rows::summary(const row_table& table) const {
  const std::scoped_lock lock(mutex_);
  std::string text;
  for (const row_verdict which : all_kinds<row_verdict>()) {
    const std::size_t number = table.count(state_of(which));
    if (number == 0) continue;
    const bool is_one = number == 1;
    const char* words = which == row_verdict::holds       ? (is_one ? "holds" : "hold")
                        : which == row_verdict::rounded   ? "rounded the wrong way"
                        : which == row_verdict::fails     ? (is_one ? "fails" : "fail")
                        : which == row_verdict::undecided ? "undecided"
                                                          : "without a value";
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", number, words);
  }
  std::string all =
      fmt::format("{} {}: {}\n", table.size(), table.size() == 1 ? "row" : "rows", text);
  if (tightest_ && loosest_ && tightest_->row != loosest_->row)
    for (const auto& [word, one] : {std::pair{"tightest", &tightest_}, {"loosest", &loosest_}})
      all += fmt::format("{}: line {}, ratio {}\n", word, given_.rows[(*one)->row].line,
                         (*one)->ratio);
  return all;
}

}  // namespace shufflecert::inline v0_1::claims
