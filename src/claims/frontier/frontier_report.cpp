#include "claims/frontier/frontier.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "claims/catalogue/cautions.hpp"
#include "claims/text/shown_text.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

// A piece or a switch: the parts of a row in the order of the range.
struct row_part {
  const frontier_piece* piece = nullptr;
  const frontier_switch* bracket = nullptr;

  [[nodiscard]] const rational& from() const { return piece ? piece->from : bracket->lower; }
  [[nodiscard]] const rational& to() const { return piece ? piece->to : bracket->upper; }
};

std::vector<row_part> parts_of(const frontier_row& row) {
  std::vector<row_part> parts;
  parts.reserve(row.pieces.size() + row.switches.size());
  for (const frontier_piece& piece : row.pieces) parts.push_back({&piece, nullptr});
  for (const frontier_switch& bracket : row.switches) parts.push_back({nullptr, &bracket});
  // A single whole number stands before the bracket that begins at it, and after the one that ends
  // there.
  std::sort(parts.begin(), parts.end(), [](const row_part& a, const row_part& b) {
    return a.from() != b.from() ? a.from() < b.from() : a.to() < b.to();
  });
  return parts;
}

const char* truth_text(bool value) {
  return value ? "true" : "false";
}

std::string how_text(const frontier_piece& piece) {
  switch (piece.state) {
    case frontier_state::outside:
      return "outside";
    case frontier_state::open:
      return "open";
    case frontier_state::holds:
    case frontier_state::fails:
      break;
  }
  return piece.is_proved ? "proved" : "sampled";
}

std::string state_text(frontier_state state) {
  switch (state) {
    case frontier_state::holds:
      return "true";
    case frontier_state::fails:
      return "false";
    case frontier_state::outside:
      return "outside of the domain";
    case frontier_state::open:
      break;
  }
  return "open";
}

std::string value_of(const frontier_row& row, const std::string& name) {
  const auto found = row.fixed.find(name);
  return found == row.fixed.end() ? "" : found->second.text;
}

json truth_json(frontier_state state) {
  if (state == frontier_state::holds) return true;
  if (state == frontier_state::fails) return false;
  return nullptr;
}

json text_json(const std::string& text) {
  return text.empty() ? json(nullptr) : json(text);
}

json range_json(const std::optional<interval>& range) {
  if (!range) return nullptr;
  return {{"from", to_text(range->lower)}, {"to", to_text(range->upper)}};
}

json row_json(const frontier_subject& subject, const frontier_row& row) {
  json result;
  result["set"] = json::object();
  for (const std::string& name : subject.set) result["set"][name] = value_of(row, name);
  result["range"] = range_json(row.range);
  result["switches"] = json::array();
  for (const frontier_switch& one : row.switches)
    result["switches"].push_back({{"lower", to_text(one.lower)},
                                  {"upper", to_text(one.upper)},
                                  {"below", one.below},
                                  {"above", !one.below}});
  result["pieces"] = json::array();
  result["open"] = json::array();
  for (const frontier_piece& piece : row.pieces) {
    json one{{"from", to_text(piece.from)},      {"to", to_text(piece.to)},
             {"truth", truth_json(piece.state)}, {"how", how_text(piece)},
             {"points", piece.points},           {"reason", text_json(piece.reason)}};
    if (piece.state == frontier_state::open)
      result["open"].push_back(
          {{"from", one["from"]}, {"to", one["to"]}, {"reason", one["reason"]}});
    result["pieces"].push_back(std::move(one));
  }
  result["message"] = text_json(row.reason);
  return result;
}

// Neighbouring pieces with the same truth, as one line of the terminal.
struct merged_piece {
  rational from;
  rational to;
  frontier_state state;
  std::string reason;
  bool has_proved = false;
  std::vector<interval> sampled;  ///< what was only sampled, close pieces taken together
  std::size_t points = 0;         ///< points in that

  explicit merged_piece(const frontier_piece& piece)
      : from(piece.from), to(piece.to), state(piece.state), reason(piece.reason) {
    add(piece);
  }

  [[nodiscard]] bool can_take(const frontier_piece& piece) const {
    return to == piece.from && state == piece.state && is_certain();
  }

  void take(const frontier_piece& piece) {
    to = piece.to;
    add(piece);
  }

  [[nodiscard]] bool is_certain() const {
    return state == frontier_state::holds || state == frontier_state::fails;
  }

  [[nodiscard]] std::string text() const {
    if (!is_certain()) return state_text(state) + (reason.empty() ? "" : ": " + reason);
    if (sampled.empty()) return state_text(state) + ", proved";
    const std::string count = fmt::format("sampled at {} points", points);
    if (!has_proved) return state_text(state) + ", " + count;
    std::vector<std::string> where;
    where.reserve(sampled.size());
    for (const interval& one : sampled)
      where.push_back(fmt::format("from {} to {}", to_text(one.lower), to_text(one.upper)));
    return fmt::format("{}, proved but for parts {}, {}", state_text(state),
                       fmt::join(where, " and "), count);
  }

 private:
  void add(const frontier_piece& piece) {
    if (piece.is_proved) {
      has_proved = true;
      return;
    }
    points += piece.points;
    const bool is_close = !sampled.empty() && 2 * (piece.from - sampled.back().upper) <=
                                                  piece.to - sampled.back().lower;
    if (is_close)
      sampled.back().upper = piece.to;
    else
      sampled.push_back({piece.from, piece.to});
  }
};

std::string set_text(const frontier_subject& subject, const frontier_row& row) {
  std::string text;
  for (const std::string& name : subject.set)
    text += fmt::format(", {} = {}", name, value_of(row, name));
  return text;
}

struct text_line {
  std::string from;
  std::string to;
  std::string what;
};

std::string row_text(const frontier_row& row) {
  std::vector<text_line> lines;
  const std::vector<row_part> parts = parts_of(row);
  for (std::size_t i = 0; i < parts.size();) {
    if (parts[i].bracket) {
      const frontier_switch& bracket = *parts[i++].bracket;
      lines.push_back({to_text(bracket.lower), to_text(bracket.upper),
                       fmt::format("switch: {} below, {} above", truth_text(bracket.below),
                                   truth_text(!bracket.below))});
      continue;
    }
    merged_piece merged(*parts[i++].piece);
    while (i < parts.size() && parts[i].piece && merged.can_take(*parts[i].piece))
      merged.take(*parts[i++].piece);
    lines.push_back({to_text(merged.from), to_text(merged.to), merged.text()});
  }
  std::size_t from_width = 0;
  std::size_t to_width = 0;
  for (const text_line& line : lines) {
    from_width = std::max(from_width, line.from.size());
    to_width = std::max(to_width, line.to.size());
  }
  std::string text;
  for (const text_line& line : lines)
    text +=
        fmt::format("  {:<{}}  {:<{}}  {}\n", line.from, from_width, line.to, to_width, line.what);
  return text.empty() ? "  nothing to check: " + row.reason + "\n" : text;
}

// "true [4.5, 4.6] false": what holds between the brackets.
std::string summary(const frontier_row& row) {
  if (row.pieces.empty() && row.switches.empty()) return "-";
  std::string text;
  std::optional<frontier_state> last;
  for (const row_part& part : parts_of(row)) {
    const char* const gap = text.empty() ? "" : " ";
    if (part.bracket) {
      text += fmt::format("{}[{}, {}]", gap, to_text(part.from()), to_text(part.to()));
      last.reset();
    } else if (last != part.piece->state) {
      text += gap + (part.piece->state == frontier_state::outside ? std::string("outside")
                                                                  : state_text(part.piece->state));
      last = part.piece->state;
    }
  }
  const bool is_same = row.switches.empty() &&
                       std::all_of(row.pieces.begin(), row.pieces.end(), [&](const auto& piece) {
                         return piece.state == row.pieces.front().state;
                       });
  if (is_same) text += " everywhere";
  return text;
}

bool is_sampled(const frontier_piece& piece) {
  return !piece.is_proved && !piece.is_edge && piece.state != frontier_state::open;
}

// How sure it is that there are no more switches than those shown.
std::string completeness(const frontier_row& row) {
  if (row.pieces.empty()) return row.reason;
  if (row.is_open()) return "partly open";
  const auto sampled = std::count_if(row.pieces.begin(), row.pieces.end(), is_sampled);
  if (sampled == 0) return "proved";
  return static_cast<std::size_t>(sampled) == row.pieces.size() ? "sampled" : "partly proved";
}

std::string table_text(const frontier_subject& subject, const std::vector<frontier_row>& rows) {
  std::vector<std::vector<std::string>> cells{subject.set};
  cells.front().push_back(subject.options.over);
  cells.front().emplace_back("pieces");
  for (const frontier_row& row : rows) {
    std::vector<std::string> line;
    line.reserve(subject.set.size() + 2);
    for (const std::string& name : subject.set) line.push_back(value_of(row, name));
    line.push_back(summary(row));
    line.push_back(completeness(row));
    cells.push_back(std::move(line));
  }
  std::vector<std::size_t> widths(cells.front().size());
  for (const auto& line : cells)
    for (std::size_t i = 0; i < line.size(); ++i) widths[i] = std::max(widths[i], line[i].size());
  std::string text;
  for (const auto& line : cells) {
    std::string shown;
    for (std::size_t i = 0; i < line.size(); ++i)
      shown += fmt::format("  {:<{}}", line[i], i + 1 < line.size() ? widths[i] : 0);
    text += shown + "\n";
  }
  return text;
}

// "true from 2 to 67, false from 68 to 5000", where that is proved for every whole number.
std::string in_whole_numbers(const frontier_row& row) {
  std::vector<std::string> stretches;
  std::optional<merged_piece> last;
  const auto finish = [&] {
    if (last)
      stretches.push_back(fmt::format("{} from {} to {}", state_text(last->state),
                                      to_text(last->from), to_text(last->to)));
    last.reset();
  };
  for (const frontier_piece& piece : row.pieces) {
    if (last && last->can_take(piece)) {
      last->take(piece);
      continue;
    }
    finish();
    last.emplace(piece);
  }
  finish();
  return fmt::format("{}", fmt::join(stretches, ", "));
}

bool is_any(const std::vector<frontier_row>& rows, bool (*condition)(const frontier_row&)) {
  return std::any_of(rows.begin(), rows.end(), condition);
}

}  // namespace

json frontier_json(const frontier_subject& subject, const catalogue& read,
                   const std::vector<frontier_row>& rows) {
  json root;
  root["version"] = version();
  root["command"] = subject.command;
  root["inputs"] = json::array();
  for (const input_file& input : read.inputs)
    root["inputs"].push_back({{"file", input.file}, {"sha256", input.sha256}});
  root["claim"] = text_json(subject.claim);
  root["relation"] = subject.relation;
  root["over"] = subject.options.over;
  root["whole"] = subject.options.is_whole;
  root["digits"] = subject.options.digits;
  root["range"] = range_json(subject.options.range);
  root["rows"] = json::array();
  for (const frontier_row& row : rows) root["rows"].push_back(row_json(subject, row));
  root["cautions"] = subject.cautions;
  return root;
}

std::string frontier_csv(const frontier_subject& subject, const std::vector<frontier_row>& rows) {
  std::string text;
  for (const std::string& name : subject.set) text += csv_field(name) + ",";
  text += "over,entry,lower,upper,below,above,truth,how,points,cautions\n";
  const std::string cautions = "," + csv_field(cell_of_cautions(subject.cautions)) + "\n";
  for (const frontier_row& row : rows) {
    std::string start;
    for (const std::string& name : subject.set) start += csv_field(value_of(row, name)) + ",";
    start += subject.options.over;
    if (row.pieces.empty() && row.switches.empty()) text += start + ",none,,,,,,," + cautions;
    for (const row_part& part : parts_of(row)) {
      text += fmt::format("{},{},{},{},", start, part.piece ? "piece" : "switch",
                          to_text(part.from()), to_text(part.to()));
      if (part.bracket) {
        text += fmt::format("{},{},,,{}", truth_text(part.bracket->below),
                            truth_text(!part.bracket->below), cautions);
        continue;
      }
      const json truth = truth_json(part.piece->state);
      text += fmt::format(",,{},{},{}{}", truth.is_null() ? "" : truth.dump(),
                          how_text(*part.piece), part.piece->points, cautions);
    }
  }
  return text;
}

std::string frontier_text(const frontier_subject& subject, const std::vector<frontier_row>& rows) {
  const interval& range = subject.options.range;
  std::string text = subject.relation + "\n";
  const std::string head = fmt::format("over {} from {} to {}", subject.options.over,
                                       to_text(range.lower), to_text(range.upper));
  if (rows.size() == 1)
    text += head + set_text(subject, rows.front()) + "\n\n" + row_text(rows.front());
  else
    text += head + "\n\n" + table_text(subject, rows);
  const bool has_switch =
      is_any(rows, [](const frontier_row& row) { return !row.switches.empty(); });
  const bool has_proved = is_any(rows, [](const frontier_row& row) {
    return std::any_of(row.pieces.begin(), row.pieces.end(),
                       [](const frontier_piece& piece) { return piece.is_proved; });
  });
  const bool has_sampled = is_any(rows, [](const frontier_row& row) {
    return std::any_of(row.pieces.begin(), row.pieces.end(), is_sampled);
  });
  std::vector<std::string> notes;
  if (has_switch)
    notes.emplace_back(subject.options.is_whole
                           ? "a switch lies between two consecutive whole numbers"
                           : "at least one switch in each bracket");
  else if (has_proved || has_sampled)
    notes.emplace_back("no switch was found");
  if (has_proved) notes.emplace_back("the pieces marked proved contain none");
  if (subject.options.is_whole && rows.size() == 1 && has_switch &&
      completeness(rows.front()) == "proved")
    notes.push_back("proved for every whole number: " + in_whole_numbers(rows.front()));
  if (has_sampled) notes.emplace_back("between sampled points there may be others");
  const bool lacks_whole = is_any(rows, [](const frontier_row& row) {
    return std::any_of(row.pieces.begin(), row.pieces.end(),
                       [](const frontier_piece& piece) { return piece.needs_whole; });
  });
  if (!subject.options.is_whole && lacks_whole)
    notes.push_back(
        fmt::format("if {} takes whole values only, add --whole", subject.options.over));
  if (!notes.empty()) {
    std::string note = fmt::format("{}", fmt::join(notes, "; "));
    text += "\n" + note + "\n";
  }
  for (const std::string& line : lines_of_cautions(subject.cautions)) text += line + "\n";
  return text;
}

}  // namespace shufflecert::inline v0_1::claims
