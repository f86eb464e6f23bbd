#include "verify/tables/compare_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "reports/plots/plot_points.hpp"
#include "verify/tables/comparison_output.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

std::string name_of(const compared_bound* row) {
  return row == nullptr ? "-" : row->subject->name;
}

// The end that is on the safe side: what a user may write down.
std::string safe_end(const compared_bound& row, const decimal_interval& range) {
  return row.subject->side == bound_side::upper ? range.upper : range.lower;
}

std::string value_of(const compared_bound* row) {
  return row == nullptr ? "-" : safe_end(*row, row->value);
}

std::string ratio_of(const compared_bound* row) {
  return row == nullptr || !row->ratio ? "-" : safe_end(*row, *row->ratio);
}

// Where a bound is stated, in a few words: what follows is for `show`.
std::string source_of(const bound& subject) {
  constexpr std::size_t longest = 80;
  std::string where = subject.where;
  for (const char* end : {"; ", ". ", ": "}) where = where.substr(0, where.find(end));
  if (where.size() > longest) {
    where = where.substr(0, where.rfind(' ', longest)) + " …";
  }
  const bool says_its_paper = subject.paper.empty() || subject.paper == "published-bounds";
  return says_its_paper ? where
                        : fmt::format("{}{}{}", subject.paper, where.empty() ? "" : ", ", where);
}

// The quantity as the first of its bounds in the catalogue writes it, the same at every point.
std::string symbolic_form(const compared_quantity& quantity) {
  const bound* first = nullptr;
  for (const auto* rows : {&quantity.upper, &quantity.lower})
    for (const compared_bound& row : *rows)
      if (first == nullptr || row.subject < first) first = row.subject;
  return first == nullptr ? quantity.exact.formula : to_text(*first->on);
}

// The bounds that certainly do not hold here.
std::string failing_names(const compared_quantity& quantity) {
  std::vector<std::string> names;
  for (const auto* rows : {&quantity.upper, &quantity.lower})
    for (const compared_bound& row : *rows)
      if (const bound_verdict found = verdict_of(row);
          found == bound_verdict::violated || found == bound_verdict::refuted)
        names.push_back(row.subject->name);
  return names.empty() ? "-" : fmt::format("{}", fmt::join(names, ", "));
}

void add_ends(std::vector<std::string>& cells, const std::optional<decimal_interval>& range) {
  cells.push_back(range ? range->lower : "");
  cells.push_back(range ? range->upper : "");
}

}  // namespace

std::vector<std::string> compare_rows::header() const {
  std::vector<std::string> names = points_.names();
  const std::vector<std::string> more =
      is_csv_
          ? std::vector<std::string>{"quantity",    "exact_lower", "exact_upper", "bound",
                                     "side",        "rank",        "lower",       "upper",
                                     "ratio_lower", "ratio_upper", "verdict",     "vacuous",
                                     "message"}
          : std::vector<std::string>{"exact",          "tightest upper", "value", "ratio",
                                     "tightest lower", "value",          "ratio", "do not hold"};
  names.insert(names.end(), more.begin(), more.end());
  return names;
}

table_row compare_rows::row(std::size_t i) {
  const auto start = std::chrono::steady_clock::now();
  const variable_map point = points_.variables_at(i);
  const comparison_table table = compare_bounds(read_, point, options_);
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  table_row row;
  row.entry = comparison_json(point, table, {}, seconds);
  row.cautions = table.cautions;
  if (table.is_open) {
    row.state = row_state::open;
    const char* exhaustion = options_.limits.exhaustion();
    row.note = fmt::format("at {}{}", points_.words_at(i),
                           exhaustion == nullptr ? "" : fmt::format(": {}", exhaustion));
  }
  keep_for_maps(i, table);
  for (const compared_quantity& quantity : table.quantities) add_lines(row, i, quantity);
  if (table.quantities.empty()) row.lines.push_back(blank_line(i, "no bound applies"));
  return row;
}

table_row compare_rows::row_without_result(std::size_t i, const failure& why) {
  comparison_table open;
  open.is_open = true;
  table_row row;
  row.entry = comparison_json(points_.variables_at(i), open, {}, 0);
  row.entry["message"] = why.reason;
  row.state = why.is_resource ? row_state::open : row_state::without_value;
  row.note = fmt::format("at {}: {}", points_.words_at(i), why.reason);
  row.lines.push_back(blank_line(i, why.reason));
  return row;
}

void compare_rows::add_lines(table_row& row, std::size_t i,
                             const compared_quantity& quantity) const {
  const std::vector<std::string> values = points_.texts_at(i);
  if (!is_csv_) {
    const compared_bound* upper = tightest_that_holds(quantity.upper);
    const compared_bound* lower = tightest_that_holds(quantity.lower);
    table_line line{values, symbolic_form(quantity)};
    for (const std::string& cell :
         {quantity.exact.value ? to_text(*quantity.exact.value) : quantity.exact.reason,
          name_of(upper), value_of(upper), ratio_of(upper), name_of(lower), value_of(lower),
          ratio_of(lower), failing_names(quantity)})
      line.cells.push_back(cell);
    row.lines.push_back(std::move(line));
    return;
  }
  for (const auto* bounds : {&quantity.upper, &quantity.lower})
    for (const compared_bound& one : *bounds) {
      table_line line{values};
      line.cells.push_back(quantity.exact.formula);
      add_ends(line.cells, quantity.exact.value);
      line.cells.push_back(one.subject->name);
      line.cells.push_back(to_text(one.subject->side));
      line.cells.push_back(std::to_string(one.rank));
      add_ends(line.cells, one.value);
      add_ends(line.cells, one.ratio);
      line.cells.push_back(to_text(verdict_of(one)));
      line.cells.push_back(one.vacuous);
      line.cells.push_back(in_words(one));
      row.lines.push_back(std::move(line));
    }
}

void compare_rows::notice(const table_line& line) {
  const std::size_t exact = points_.names().size();
  for (const std::size_t place : {exact + 1, exact + 4})
    if (place < line.cells.size()) named_.insert(line.cells[place]);
}

std::vector<std::string> compare_rows::legend() const {
  std::vector<std::string> lines;
  std::size_t width = 0;
  for (const std::string& name : named_) width = std::max(width, name.size());
  for (const bound& one : read_.bounds)
    if (named_.contains(one.name))
      lines.push_back(fmt::format("  {:<{}}  {}", one.name, width, source_of(one)));
  if (lines.empty()) return lines;
  lines.insert(lines.begin(),
               "Values and ratios to the exact value: of upper bounds rounded up, of lower bounds "
               "rounded down.");
  return lines;
}

void compare_rows::keep_for_maps(std::size_t i, const comparison_table& table) {
  const std::scoped_lock lock(mutex_);
  for (const compared_quantity& quantity : table.quantities) {
    const compared_bound* best = tightest_that_holds(quantity.upper, false);
    if (best == nullptr || !best->ratio) continue;
    quantity_map& known = maps_[symbolic_form(quantity)];
    known.cells.resize(size());
    known.is_worst_case = quantity.is_worst_case;
    known.cells[i] = {best->subject->name, best->ratio->upper};
    for (const compared_bound& row : quantity.upper)
      if (known.first == nullptr || row.subject < known.first) known.first = row.subject;
  }
}

std::vector<bound_map> compare_rows::maps() const {
  std::vector<value_list> wide;
  std::string others;
  for (const value_list& one : points_.axes()) {
    if (one.size() > 1)
      wide.push_back(one);
    else
      others += fmt::format(", {} = {}", axis_label(one.variable), one.texts->front());
  }
  std::vector<std::pair<const quantity_map*, bound_map>> found;
  for (const auto& [form, known] : maps_) {
    bound_map made;
    made.title = form + others;
    made.caption = fmt::format(
        "Of the bounds on {} of which no failure is on record and which rest on no result in "
        "doubt, the tightest one that holds, and how many times the exact value it is, rounded up.",
        form);
    made.x_label = axis_label(wide.at(0).variable);
    made.y_label = axis_label(wide.at(1).variable);
    made.xs = *wide.at(0).texts;
    made.ys = *wide.at(1).texts;
    made.cells = known.cells;
    found.emplace_back(&known, std::move(made));
  }
  const auto place = [](const auto& map) {
    return std::pair(!map.first->is_worst_case, map.first->first);
  };
  std::sort(found.begin(), found.end(),
            [&](const auto& a, const auto& b) { return place(a) < place(b); });
  std::vector<bound_map> result;
  for (auto& [quantity, made] : found) {
    made.name = fmt::format("map-{}", result.size() + 1);
    result.push_back(std::move(made));
  }
  return result;
}

table_line compare_rows::blank_line(std::size_t i, const std::string& message) const {
  table_line line{points_.texts_at(i), is_csv_ ? "" : message};
  line.cells.resize(header().size(), is_csv_ ? "" : "-");
  if (is_csv_) line.cells.back() = message;
  return line;
}

}  // namespace shufflecert::inline v0_1::claims
