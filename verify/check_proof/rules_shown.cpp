// The rules as lines that people read, and as JSON for programs.

#include "checker_formula.hpp"
#include "rules.hpp"

namespace check {
namespace {

constexpr std::size_t behind_whole = 6;

// A rule for one form, on one side, with nothing left to look up.
struct shown_rule {
  std::string place;
  std::string quantity;
  std::string pair;
  bool is_above;
  bool is_strict;
  std::string formula;
  std::vector<std::string> conditions;
};

// A letter of the row that has this meaning in the form: "exp(-eps0) >= exp(-eps0)".
bool is_same_on_both_sides(std::string condition) {
  if (condition.starts_with('(') && condition.ends_with(')'))
    condition = condition.substr(1, condition.size() - 2);
  const std::size_t sign = condition.find(" >= ");
  return sign != std::string::npos && condition.substr(0, sign) == condition.substr(sign + 4);
}

shown_rule shown_on(const rule& row, form which, bool is_above) {
  const shown_form& shape = shown(which);
  formulas letters;
  for (const auto& [letter, meaning] : shape.letters) letters[letter] = parsed(meaning);
  const auto in_letters = [&](const std::string& text) {
    return written(*substituted(parsed(text), letters));
  };
  shown_rule result{
      row.place, row.quantity, shape.pair, is_above, row.is_strict, in_letters(row.formula), {}};
  const std::size_t place = result.quantity.find("PAIR");
  if (place != std::string::npos) result.quantity.replace(place, 4, shape.pair);
  for (const std::string& condition : row.conditions) {
    const std::string letter =
        condition.starts_with("whole ") ? condition.substr(behind_whole) : "";
    const std::string asked =
        letter.empty() ? in_letters(condition) : "floor(" + letter + ") == " + letter;
    if (!is_same_on_both_sides(asked)) result.conditions.push_back(asked);
  }
  return result;
}

std::vector<shown_rule> all_shown() {
  std::vector<shown_rule> all;
  for (const rule& row : rules())
    for (const form which : row.forms)
      for (const bool is_above : {true, false})
        if (row.where == side::both || is_above == (row.where == side::upper))
          all.push_back(shown_on(row, which, is_above));
  return all;
}

std::string joined(const std::vector<std::string>& parts, const std::string& between) {
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "" : between) + part;
  return text;
}

// Formulas have no quotation marks, no backslashes and nothing but ASCII in them.
std::string quoted(const std::string& text) {
  return "\"" + text + "\"";
}

}  // namespace

std::string rules_as_text() {
  std::string text;
  for (const shown_rule& row : all_shown()) {
    const std::string relation = row.is_above ? "<" : ">";
    text += row.place + " " + row.quantity + "\n  " + relation + (row.is_strict ? " " : "= ") +
            row.formula + "\n";
    if (!row.conditions.empty()) text += "  where " + joined(row.conditions, ", ") + "\n";
  }
  return text +
         "Not known here, though proof files may name them: " + joined(unknown_places(), ", ") +
         "\n";
}

std::string rules_as_json() {
  std::vector<std::string> rows;
  for (const shown_rule& row : all_shown()) {
    std::vector<std::string> conditions;
    for (const std::string& condition : row.conditions) conditions.push_back(quoted(condition));
    rows.push_back("  {\"place\": " + quoted(row.place) +
                   ", \"quantity\": " + quoted(row.quantity) +
                   ", \"pair\": " + (row.pair.empty() ? "null" : quoted(row.pair)) +
                   ", \"side\": " + (row.is_above ? "\"upper\"" : "\"lower\"") + ", \"strict\": " +
                   (row.is_strict ? "true" : "false") + ", \"formula\": " + quoted(row.formula) +
                   ", \"conditions\": [" + joined(conditions, ", ") + "]}");
  }
  return "[\n" + joined(rows, ",\n") + "\n]\n";
}

}  // namespace check
