#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "quantities/divergences/methods.hpp"
#include "verify/command_line/command.hpp"
#include "verify/command_line/program.hpp"
#include "verify/terminal/terminal.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

// "closed-form", as --method takes it.
std::string argument_of(evaluation_method method) {
  std::string name = to_text(method);
  std::replace(name.begin(), name.end(), ' ', '-');
  return name;
}

// "5" of "5. Normal pairs"; nothing of a heading without a number.
std::string number_of(const std::string& heading) {
  const auto end = heading.find_first_not_of("0123456789");
  return end != 0 && end != std::string::npos && heading[end] == '.' ? heading.substr(0, end)
                                                                     : std::string();
}

// Where methods are derived: "[tails](tails.md), sections 4, 6", as docs/methods/index.md links it.
class places {
 public:
  void add(const std::string& page, const std::string& heading) {
    const auto at = std::find_if(pages_.begin(), pages_.end(),
                                 [&](const auto& known) { return known.first == page; });
    auto& headings =
        at == pages_.end() ? pages_.emplace_back(page, headings_of{}).second : at->second;
    if (std::find(headings.begin(), headings.end(), heading) == headings.end())
      headings.push_back(heading);
  }

  [[nodiscard]] std::string text() const {
    std::vector<std::string> texts;
    for (const auto& [page, headings] : pages_) {
      const bool is_numbered = !number_of(headings.front()).empty();
      std::vector<std::string> sections;
      for (const std::string& heading : headings)
        sections.push_back(is_numbered ? number_of(heading) : "\"" + heading + "\"");
      const char* kind = !is_numbered ? "" : sections.size() == 1 ? "section " : "sections ";
      texts.push_back(fmt::format("[{}]({}), {}{}", page.substr(0, page.rfind('.')), page, kind,
                                  fmt::join(sections, ", ")));
    }
    return fmt::format("{}", fmt::join(texts, "; "));
  }

 private:
  using headings_of = std::vector<std::string>;
  std::vector<std::pair<std::string, headings_of>> pages_;
};

// A line of the table: a method of several quantities that it computes in the same way.
struct table_line {
  method_row row;
  std::vector<std::string> quantities;
  places derived;
};

std::vector<table_line> lines_of(const std::vector<quantity_methods>& registries) {
  std::vector<table_line> lines;
  for (const quantity_methods& of : registries)
    for (const method_row& row : of.methods) {
      auto line = std::find_if(lines.begin(), lines.end(), [&](const table_line& known) {
        return known.row.method == row.method && std::string(known.row.pairs) == row.pairs &&
               std::string(known.row.cost) == row.cost;
      });
      if (line == lines.end()) line = lines.insert(lines.end(), {row, {}, {}});
      const std::string at = row.at;
      std::string quantity = fmt::format("`{}`{}{}", of.quantity, at.empty() ? "" : " at ", at);
      line->quantities.push_back(std::move(quantity));
      line->derived.add(row.page, row.section);
    }
  std::stable_sort(lines.begin(), lines.end(), [](const table_line& a, const table_line& b) {
    return a.row.method < b.row.method;
  });
  return lines;
}

std::string markdown_of(const std::vector<quantity_methods>& registries) {
  std::string text =
      "| `--method` | quantity | pairs | cost | page |\n"
      "|---|---|---|---|---|\n";
  for (const table_line& line : lines_of(registries))
    text += fmt::format("| `{}` | {} | {} | {} | {} |\n", argument_of(line.row.method),
                        fmt::join(line.quantities, ", "), line.row.pairs, line.row.cost,
                        line.derived.text());
  return text;
}

class methods_command : public command {
 public:
  explicit methods_command(CLI::App& program) {
    app_ = program.add_subcommand(
        "methods",
        "List the methods that compute a quantity, in the order in which they are tried");
    app_->add_option("QUANTITY", name_, "One quantity, such as renyi; without it, all");
    app_->add_flag("--markdown", markdown_, "Print the table of docs/methods/index.md");
    common_.add_to(*app_);
    app_->footer(
        "The first method that applies is used; if several apply to the clone pair, the one\n"
        "expected to be fastest. 'shufflecert eval --method NAME' asks for a particular one.\n\n"
        "Example: shufflecert methods tradeoff");
  }

  int run() override {
    if (markdown_ && (common_.json || !name_.empty()))
      throw usage_error(
          "--markdown prints the table of all quantities: it goes without a quantity and without "
          "--json");
    const std::vector<quantity_methods> chosen = choose();
    if (markdown_)
      print_lines(markdown_of(chosen));
    else if (common_.json)
      print_json(chosen);
    else
      print_list(chosen);
    return exit_success;
  }

 private:
  [[nodiscard]] std::vector<quantity_methods> choose() const {
    std::vector<quantity_methods> all = methods_of_quantities();
    if (name_.empty()) return all;
    std::vector<std::string> names;
    for (const quantity_methods& of : all) {
      if (of.quantity == name_) return {of};
      names.emplace_back(of.quantity);
    }
    throw usage_error(
        fmt::format("there is no quantity '{}'; there are {}", name_, fmt::join(names, ", ")));
  }

  static void print_list(const std::vector<quantity_methods>& chosen) {
    for (const quantity_methods& of : chosen) {
      if (&of != &chosen.front()) say("\n");
      say("{}\n", of.quantity);
      for (const method_row& row : of.methods) {
        const std::string at = row.at;
        say("  {:<17} {}{}{}\n", argument_of(row.method), row.pairs, at.empty() ? "" : ", at ", at);
        say("  {:<17} cost: {}\n", "", row.cost);
        say("  {:<17} docs/methods/{}, {}\n", "", row.page, row.section);
      }
    }
  }

  static void print_json(const std::vector<quantity_methods>& chosen) {
    auto root = nlohmann::ordered_json::array();
    for (const quantity_methods& of : chosen)
      for (const method_row& row : of.methods)
        root.push_back({{"quantity", of.quantity},
                        {"method", argument_of(row.method)},
                        {"pairs", row.pairs},
                        {"at", row.at},
                        {"cost", row.cost},
                        {"page", row.page},
                        {"section", row.section}});
    print_json_text(root);
  }

  std::string name_;
  bool markdown_ = false;
};

}  // namespace

std::unique_ptr<command> make_methods_command(CLI::App& program) {
  return std::make_unique<methods_command>(program);
}

}  // namespace shufflecert::inline v0_1::claims
