#include "verify/tables/row_table.hpp"

#include <fmt/format.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <stdexcept>

#include "claims/catalogue/cautions.hpp"
#include "verify/terminal/terminal.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

// Between the cells of a line that waits to be printed, and behind it; no text that is shown has
// them. Lines wait in blocks: a text for each of a million would take twice the memory.
constexpr char joint = '\0';
constexpr char line_end = '\n';
constexpr std::size_t block_size = std::size_t{1} << 16U;

std::string csv_line(const std::vector<std::string>& cells,
                     const std::vector<std::size_t>& foreign) {
  std::string line;
  for (std::size_t k = 0; k < cells.size(); ++k) {
    const bool is_foreign = std::find(foreign.begin(), foreign.end(), k) != foreign.end();
    line += (k == 0 ? "" : ",") +
            (is_foreign ? csv_number(shown_lines(cells[k])) : csv_field(cells[k]));
  }
  return line + "\n";
}

}  // namespace

row_table::row_table(layout shape, row_source& rows, std::size_t count)
    : shape_(std::move(shape)),
      rows_(rows),
      count_(count),
      shares_terminal_(isatty(STDOUT_FILENO) != 0),
      progress_(1) {
  if (shape_.form == table_form::as_csv) shape_.header.emplace_back(cautions_column);
}

void row_table::run() {
  begin();
  std::atomic<std::size_t> next = 0;
  std::atomic<std::size_t> done = 0;
  progress_.start(0, shape_.noun);
  // Each thread takes the next row, so that few rows wait for those before them.
  tbb::parallel_for(0, tbb::this_task_arena::max_concurrency(), [&](int) {
    for (std::size_t i = next++; i < count_; i = next++) {
      put(i, compute(i));
      progress_.count(++done, count_);
    }
  });
  progress_.erase();
  const std::scoped_lock lock(mutex_);
  is_closed_ = true;
  end();
}

void row_table::give_up(const std::string& reason) {
  const std::scoped_lock lock(mutex_);
  if (is_closed_) return;
  is_closed_ = true;
  progress_.erase();
  const failure why{true, "not finished: " + reason};
  for (; next_ < count_; ++next_) {
    const auto finished = waiting_.find(next_);
    deliver(finished != waiting_.end() ? std::move(finished->second)
                                       : render(rows_.row_without_result(next_, why)));
  }
  end();
}

row_table::rendered row_table::compute(std::size_t i) {
  if (shape_.journal == nullptr) return computed(i, nullptr);
  if (auto known = kept(i)) return *std::move(known);
  json memory;
  rendered row = computed(i, &memory);
  shape_.journal->keep(i, to_json(row, memory));
  return row;
}

row_table::rendered row_table::computed(std::size_t i, json* memory) {
  // What one row runs into does not end the others.
  const auto made = [&] {
    try {
      return rows_.row(i);
    } catch (...) {
      return rows_.row_without_result(i, failure_of(std::current_exception()));
    }
  };
  table_row row = made();
  if (memory != nullptr) *memory = std::move(row.memory);
  return render(std::move(row));
}

std::optional<row_table::rendered> row_table::kept(std::size_t i) {
  return shape_.journal->restored(i, [&](const json& object) {
    rendered row;
    row.text = object.at("text").get<std::string>();
    for (const json& line : object.at("lines")) {
      row.lines.push_back(
          {line.at("cells").get<std::vector<std::string>>(), line.at("title").get<std::string>()});
      if (row.lines.back().cells.size() != shape_.header.size())
        throw std::runtime_error("a line is not whole");
    }
    const auto state = object.at("state").get<std::size_t>();
    if (state >= row_states) throw std::runtime_error("there is no such state");
    row.state = static_cast<row_state>(state);
    row.note = object.at("note").get<std::string>();
    row.cautions = object.at(cautions_column).get<std::vector<std::string>>();
    rows_.remember(i, object.at("memory"));
    return row;
  });
}

json row_table::to_json(const rendered& row, const json& memory) {
  json lines = json::array();
  for (const table_line& line : row.lines)
    lines.push_back({{"cells", line.cells}, {"title", line.title}});
  return {{"text", row.text}, {"lines", std::move(lines)},     {"state", place(row.state)},
          {"note", row.note}, {cautions_column, row.cautions}, {"memory", memory}};
}

void row_source::remember(std::size_t, const json&) {}

row_table::rendered row_table::render(table_row row) const {
  rendered result;
  result.state = row.state;
  result.note = std::move(row.note);
  switch (shape_.form) {
    case table_form::as_text:
      result.lines = std::move(row.lines);
      break;
    case table_form::as_csv:
      for (table_line& line : row.lines) {
        line.cells.push_back(cell_of_cautions(row.cautions));
        result.text += csv_line(line.cells, shape_.foreign);
      }
      break;
    case table_form::as_json:
      row.entry[cautions_column] = row.cautions;
      result.text = shown_json(row.entry.dump(-1, ' ', false, json::error_handler_t::replace));
      break;
  }
  result.cautions = std::move(row.cautions);
  return result;
}

void row_table::put(std::size_t i, rendered row) {
  const std::scoped_lock lock(mutex_);
  if (is_closed_) return;
  waiting_.emplace(i, std::move(row));
  if (waiting_.begin()->first != next_) return;
  if (shares_terminal_ && shape_.form != table_form::as_text) progress_.erase();
  for (auto first = waiting_.begin(); first != waiting_.end() && first->first == next_;
       first = waiting_.erase(first), ++next_)
    deliver(std::move(first->second));
}

void row_table::deliver(rendered row) {
  std::size_t& known = counts_.at(place(row.state));
  if (known++ == 0) notes_.at(place(row.state)) = std::move(row.note);
  if (shape_.form == table_form::as_json) put_shown(delivered_ == 0 ? "\n" : ",\n");
  ++delivered_;
  add_cautions(cautions_, row.cautions);
  for (const std::string& sentence : row.cautions) ++rows_of_cautions_[sentence];
  put_shown(row.text);
  for (const table_line& line : row.lines) add_line(line);
}

void row_table::add_line(const table_line& line) {
  if (shape_.notice) shape_.notice(line);
  auto found = std::find_if(sections_.begin(), sections_.end(),
                            [&](const section& one) { return one.title == line.title; });
  if (found == sections_.end()) {
    section made{line.title, {}, {}, {}};
    for (const std::string& name : shape_.header) made.widths.push_back(name.size());
    made.shown.assign(shape_.header.size(), !shape_.leaves_out_empty);
    found = sections_.insert(sections_.end(), std::move(made));
  }
  if (found->blocks.empty() || found->blocks.back().size() >= block_size)
    found->blocks.emplace_back();
  std::string& block = found->blocks.back();
  for (std::size_t k = 0; k < line.cells.size(); ++k) {
    const std::string shown = shown_line(line.cells[k]);
    found->widths[k] = std::max(found->widths[k], shown.size());
    if (shown != "-") found->shown[k] = true;
    if (k > 0) block += joint;
    block += shown;
  }
  block += line_end;
}

void row_table::begin() const {
  if (shape_.form == table_form::as_csv) put_shown(csv_line(shape_.header, shape_.foreign));
  if (shape_.form == table_form::as_json) put_shown("[");
}

void row_table::end() {
  if (shape_.form == table_form::as_json) put_shown("\n]\n");
  if (shape_.form != table_form::as_text) return;
  print_text();
  print_cautions();
}

void row_table::print_cautions() const {
  if (!cautions_.empty()) say("\n");
  for (std::string sentence : cautions_) {
    const std::size_t rows = rows_of_cautions_.at(sentence);
    if (rows < delivered_) sentence += fmt::format(" ({} of {} rows)", rows, delivered_);
    for (const std::string& line : lines_of_cautions({sentence})) say("{}\n", line);
  }
}

void row_table::print_text() const {
  for (const std::string& line : shape_.above) say("{}\n", line);
  const auto print = [](const section& table, std::string_view joined) {
    std::string line = " ";
    std::size_t k = 0;
    for (std::size_t at = 0; at <= joined.size(); ++k) {
      const std::size_t end = std::min(joined.find(joint, at), joined.size());
      if (table.shown[k])
        line += fmt::format(" {:<{}} ", joined.substr(at, end - at), table.widths[k]);
      at = end + 1;
    }
    line.erase(line.find_last_not_of(' ') + 1);
    put_shown(line + "\n");
  };
  for (const section& one : sections_) {
    if (!shape_.above.empty() || &one != sections_.data()) say("\n");
    if (!one.title.empty()) say("{}\n", one.title);
    std::string header;
    for (const std::string& name : shape_.header)
      header += (&name == shape_.header.data() ? "" : std::string(1, joint)) + name;
    print(one, header);
    for (const std::string& block : one.blocks)
      for (std::size_t at = 0; at < block.size();) {
        const std::size_t end = block.find(line_end, at);
        print(one, std::string_view(block).substr(at, end - at));
        at = end + 1;
      }
  }
}

std::shared_ptr<quantity_cache> recent_values::near(std::size_t row) {
  const std::scoped_lock lock(mutex_);
  const std::size_t block = row / rows_together;
  auto& values = blocks_[block];
  if (values == nullptr) values = std::make_shared<quantity_cache>();
  std::shared_ptr<quantity_cache> result = values;
  while (blocks_.size() > 2) blocks_.erase(blocks_.begin());
  return result;
}

}  // namespace shufflecert::inline v0_1::claims
