#include "reports/plots/plot.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <utility>
#include <vector>

#include "claims/text/shown_text.hpp"
#include "reports/plots/plot_scale.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

// A row of the tables: x, and a point of each curve that has one there.
struct table_row {
  std::string x;
  std::vector<const curve_point*> points;
};

// The points of all curves by x; curves that share a text of x share a row.
std::vector<table_row> rows_of(const plot& drawn) {
  std::vector<table_row> rows;
  std::map<std::string, std::size_t> known;
  for (std::size_t i = 0; i < drawn.curves.size(); ++i)
    for (const curve_point& at : drawn.curves[i].points) {
      const auto [found, is_new] = known.try_emplace(at.x, rows.size());
      if (is_new)
        rows.push_back({at.x, std::vector<const curve_point*>(drawn.curves.size(), nullptr)});
      rows[found->second].points[i] = &at;
    }
  const auto place = [](const table_row& row) {
    return position_of(row.x, false).value_or(std::numeric_limits<double>::infinity());
  };
  std::stable_sort(rows.begin(), rows.end(),
                   [&](const table_row& a, const table_row& b) { return place(a) < place(b); });
  return rows;
}

// A text as one line of a comment. TeX reads comments of tables, too: a brace would swallow the
// lines that follow, and "^^" is how it writes any character at all.
std::string comment(const std::string& text) {
  std::string line;
  for (const char c : text) {
    if (c == '^' && line.ends_with('^')) line += ' ';
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F)
      line += ' ';
    else if (c == '\\')
      line += '/';
    else if (c == '{' || c == '}')
      line += c == '{' ? '(' : ')';
    else
      line += c;
  }
  return "# " + line + "\n";
}

// A number, or no value: nothing else has a place among the numbers of a table.
std::string number_of(const std::string& text) {
  return is_table_number(text) ? text : "nan";
}

}  // namespace

std::string plot_csv(const plot& drawn) {
  std::string result = csv_text(drawn.x.label);
  for (const plot_curve& curve : drawn.curves)
    result += "," + csv_text(curve.name + " lower") + "," + csv_text(curve.name + " upper");
  result += "\r\n";
  for (const table_row& row : rows_of(drawn)) {
    result += csv_number(row.x);
    for (const curve_point* at : row.points)
      result += at == nullptr ? ",," : "," + csv_number(at->lower) + "," + csv_number(at->upper);
    result += "\r\n";
  }
  return result;
}

std::string plot_pgfplots(const plot& drawn) {
  std::string result = comment(drawn.title) + comment(drawn.caption);
  result += comment("x: " + drawn.x.label) + comment("values: " + drawn.y.label);
  std::string heads = "x";
  for (std::size_t i = 0; i < drawn.curves.size(); ++i) {
    const std::string number = std::to_string(i + 1);
    result += comment("lower" + number + ", upper" + number + ": " + drawn.curves[i].name);
    heads += " lower" + number + " upper" + number;
  }
  result += heads + "\n";
  for (const table_row& row : rows_of(drawn)) {
    result += number_of(row.x);
    for (const curve_point* at : row.points)
      result += at == nullptr ? std::string(" nan nan")
                              : " " + number_of(at->lower) + " " + number_of(at->upper);
    result += "\n";
  }
  return result;
}

}  // namespace shufflecert::inline v0_1::claims
