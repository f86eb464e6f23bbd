#include "verify/tables/comparison_output.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "claims/catalogue/cautions.hpp"
#include "claims/results/results_json.hpp"
#include "verify/files/output_file.hpp"
#include "verify/terminal/terminal.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

std::string range_text(const std::optional<decimal_interval>& range) {
  return range ? to_text(*range) : "?";
}

json range_json(const std::optional<decimal_interval>& range) {
  if (!range) return nullptr;
  return {{"lower", range->lower}, {"upper", range->upper}};
}

json text_json(const std::string& text) {
  return text.empty() ? json(nullptr) : json(text);
}

json standing_json(const std::optional<standing>& known) {
  if (!known) return nullptr;
  return {{"holds", known->holds ? json(*known->holds) : json(nullptr)},
          {"tied", known->tied},
          {"message", known->holds ? json(nullptr) : text_json(known->reason)}};
}

json value_json(const exact_value& known) {
  json result;
  result["formula"] = known.formula;
  result["lower"] = known.value ? json(known.value->lower) : json(nullptr);
  result["upper"] = known.value ? json(known.value->upper) : json(nullptr);
  result["message"] = known.digits_reached ? json(nullptr) : text_json(known.reason);
  return result;
}

json depends_json(const std::vector<cited_result>& results) {
  json list = json::array();
  for (const cited_result& result : results)
    list.push_back(
        {{"id", result.id}, {"status", to_text(result.status)}, {"note", text_json(result.note)}});
  return list;
}

json name_json(const compared_bound* row) {
  return row == nullptr ? json(nullptr) : json(row->subject->name);
}

json bound_json(const bound& subject, const std::vector<cited_result>& depends) {
  json result;
  result["name"] = subject.name;
  result["side"] = to_text(subject.side);
  result["on"] = to_text(*subject.on);
  result["about"] = text_json(to_text(subject.about));
  result["where"] = text_json(subject.where);
  result["paper"] = text_json(subject.paper);
  result["depends"] = depends_json(depends);
  return result;
}

json row_json(const compared_bound& row) {
  json result = bound_json(*row.subject, row.depends);
  result["rank"] = row.rank;
  result["value"] = range_json(row.value);
  result["ratio"] = range_json(row.ratio);
  result["verdict"] = to_text(verdict_of(row));
  result["exact"] = standing_json(row.exact);
  result["mechanism"] = standing_json(row.mechanism);
  result["vacuous"] = text_json(row.vacuous);
  result["records"] = json::array();
  for (const bound_record& record : row.records)
    result["records"].push_back({{"claim", record.claim},
                                 {"expect", to_text(record.expect)},
                                 {"transcription", text_json(record.transcription)}});
  result["message"] = in_words(row);
  return result;
}

void print_value(const char* what, const exact_value& known, const char* remark) {
  const std::string text = known.value ? range_text(known.value) : known.reason;
  say("  {:<19}  {}{}\n", what, text, *remark == '\0' ? "" : fmt::format("  {}", remark));
}

void print_rows(const char* title, const std::vector<compared_bound>& rows) {
  if (rows.empty()) return;
  say("  {}\n", title);
  std::size_t name_width = 0;
  std::size_t value_width = 0;
  std::size_t ratio_width = 0;
  const auto ratio_text = [](const compared_bound& row) {
    return row.ratio ? "ratio " + range_text(row.ratio) : std::string();
  };
  for (const compared_bound& row : rows) {
    name_width = std::max(name_width, row.subject->name.size());
    value_width = std::max(value_width, range_text(row.value).size());
    ratio_width = std::max(ratio_width, ratio_text(row).size());
  }
  for (const compared_bound& row : rows)
    say("    {:<{}}  {:<{}}  {:<{}}{}{}\n", row.subject->name, name_width, range_text(row.value),
        value_width, ratio_text(row), ratio_width, ratio_width == 0 ? "" : "  ", in_words(row));
}

std::string name_and_ratio(const compared_bound* row) {
  if (row == nullptr) return "none";
  if (!row->ratio) return row->subject->name;
  return fmt::format("{}, {} times the exact value", row->subject->name, range_text(row->ratio));
}

void print_tightest(const char* side, const std::vector<compared_bound>& rows) {
  if (rows.empty()) return;
  const compared_bound* any = tightest_that_holds(rows);
  const compared_bound* undisputed = tightest_that_holds(rows, false);
  say("  tightest {} bound that holds here: {}\n", side, name_and_ratio(any));
  if (undisputed != any)
    say("    without failures elsewhere or doubts: {}\n", name_and_ratio(undisputed));
}

void print_quantity(const compared_quantity& quantity) {
  say("{}\n", quantity.exact.formula);
  const char* const remark = quantity.is_worst_case
                                 ? "(clone_pair: no shuffled eps0-LDP mechanism exceeds it)"
                             : quantity.mechanism              ? "(a pair of clones with another p)"
                             : quantity.stands_for_some_inputs ? "(of this pair; see the caution)"
                                                               : "";
  print_value("exact", quantity.exact, remark);
  if (quantity.mechanism)
    print_value("randomized response", *quantity.mechanism,
                "(rr_pair, one mechanism on some inputs: no true upper bound is below it)");
  print_tightest("upper", quantity.upper);
  print_tightest("lower", quantity.lower);
  print_rows("upper bounds, tightest first:", quantity.upper);
  print_rows("lower bounds, tightest first:", quantity.lower);
}

// Whether a bound that rests on a result in doubt is above the worst case of all mechanisms.
bool holds_anyway(const compared_quantity& quantity) {
  return quantity.is_worst_case &&
         std::any_of(quantity.upper.begin(), quantity.upper.end(), [](const compared_bound& row) {
           return verdict_of(row) == bound_verdict::holds &&
                  std::any_of(row.depends.begin(), row.depends.end(),
                              [](const cited_result& result) { return is_in_doubt(&result); });
         });
}

std::vector<std::string> words_of(const std::string& text) {
  std::vector<std::string> words;
  std::istringstream stream(text);
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

// "    title item, item, …", in lines of at most 100 bytes.
void print_list(const std::string& title, const std::vector<std::string>& items,
                const std::string& separator) {
  constexpr std::size_t most_bytes = 100;
  std::string line = "    " + title;
  for (std::size_t i = 0; i < items.size(); ++i) {
    const std::string item = items[i] + (i + 1 < items.size() ? separator : "");
    if (line.size() + 1 + item.size() > most_bytes) {
      say("{}\n", line);
      line = "       ";
    }
    line += line.ends_with(' ') ? item : " " + item;
  }
  say("{}\n", line);
}

// The results in doubt that rows of the table rest on.
void print_results_in_doubt(const comparison_table& table) {
  std::vector<cited_result> results;
  const auto collect = [&](const std::vector<compared_bound>& rows) {
    for (const compared_bound& row : rows)
      for (const cited_result& result : row.depends)
        if (is_in_doubt(&result) &&
            std::none_of(results.begin(), results.end(),
                         [&](const cited_result& known) { return known.id == result.id; }))
          results.push_back(result);
  };
  for (const compared_quantity& quantity : table.quantities) {
    collect(quantity.upper);
    collect(quantity.lower);
  }
  if (results.empty()) return;
  say("\nresults in doubt:\n");
  for (const cited_result& result : results)
    print_list(fmt::format("{} ({}):", result.id, to_text(result.status)), words_of(result.note),
               "");
  if (std::any_of(table.quantities.begin(), table.quantities.end(), holds_anyway))
    say("    An upper bound that rests on one of these and holds against clone_pair(n, eps0) is "
        "valid\n       at this point all the same.\n");
}

// First those that say something about the quantities asked for; then, by parameter, the others.
void print_unfit(const std::vector<unfit_bound>& bounds) {
  using named_lines = std::vector<std::pair<std::string, std::vector<std::string>>>;
  named_lines by_reason;
  named_lines by_parameter;
  const auto add = [](named_lines& lines, const std::string& key, const std::string& name) {
    for (auto& [known, names] : lines)
      if (known == key) {
        names.push_back(name);
        return;
      }
    lines.push_back({key, {name}});
  };
  for (const unfit_bound& unfit : bounds)
    if (unfit.parameter.empty())
      add(by_reason, unfit.reason, unfit.subject->name);
    else
      add(by_parameter, unfit.parameter, unfit.subject->name);
  if (!by_reason.empty()) say("\ndo not apply:\n");
  for (const auto& [reason, names] : by_reason)
    say("    {}: {}\n", fmt::format("{}", fmt::join(names, ", ")), reason);
  if (!by_parameter.empty()) say("\nneed another parameter:\n");
  for (const auto& [parameter, names] : by_parameter) print_list(parameter + ":", names, ",");
}

}  // namespace

void print_comparison(const comparison_table& table, const std::vector<std::string>& plots) {
  bool is_first = true;
  for (const compared_quantity& quantity : table.quantities) {
    if (!is_first) say("\n");
    is_first = false;
    print_quantity(quantity);
  }
  if (table.quantities.empty()) say("no bound applies at this point\n");
  print_unfit(table.unfit);
  print_results_in_doubt(table);
  if (!table.cautions.empty()) say("\n");
  for (const std::string& line : lines_of_cautions(table.cautions)) say("{}\n", line);
  if (!plots.empty()) say("\n");
  for (const std::string& name : plots) {
    const std::string stem = picture_stem("--plot", name);
    say("plot: {}; its numbers: {}.csv, {}.dat\n", name, stem, stem);
  }
}

json comparison_json(const variable_map& point, const comparison_table& table,
                     const std::vector<std::string>& plots, double seconds) {
  json root;
  root["version"] = version();
  root["point"] = json::object();
  for (const auto& [name, value] : point) root["point"][name] = to_text(*value);
  root["quantities"] = json::array();
  for (const compared_quantity& quantity : table.quantities) {
    json one;
    one["on"] = quantity.exact.formula;
    one["exact"] = value_json(quantity.exact);
    one["mechanism"] = quantity.mechanism ? value_json(*quantity.mechanism) : json(nullptr);
    for (const bool may_be_disputed : {true, false})
      one[may_be_disputed ? "tightest" : "tightest_undisputed"] = {
          {"upper", name_json(tightest_that_holds(quantity.upper, may_be_disputed))},
          {"lower", name_json(tightest_that_holds(quantity.lower, may_be_disputed))}};
    one["bounds"] = json::array();
    for (const compared_bound& row : quantity.upper) one["bounds"].push_back(row_json(row));
    for (const compared_bound& row : quantity.lower) one["bounds"].push_back(row_json(row));
    root["quantities"].push_back(one);
  }
  root["not_applicable"] = json::array();
  for (const unfit_bound& unfit : table.unfit) {
    json one = bound_json(*unfit.subject, unfit.depends);
    one["reason"] = unfit.reason;
    one["condition"] = text_json(unfit.condition);
    one["parameter"] = text_json(unfit.parameter);
    root["not_applicable"].push_back(one);
  }
  root["plots"] = plots;
  root["undecided"] = table.is_open;
  root["cautions"] = table.cautions;
  root["seconds"] = seconds;
  return root;
}

}  // namespace shufflecert::inline v0_1::claims
