#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>

#include "claims/catalogue/bounded_quantity.hpp"
#include "claims/mechanisms/alike_mechanism.hpp"
#include "claims/reading/local_names.hpp"
#include "claims/reading/read_coverage.hpp"
#include "claims/reading/read_sections.hpp"
#include "claims/results/failure.hpp"
#include "claims/text/embedded.hpp"
#include "claims/text/sha256.hpp"
#include "typeset/symbols.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

constexpr std::int64_t supported_format = 1;
// Of all claims of a file: a value takes some 500 bytes, a point's outcome about as many.
constexpr std::size_t most_values_in_file = 2'000'000;
constexpr std::size_t most_points_in_file = 5'000'000;
constexpr std::size_t longest_shown_id = 200;

// A definition may use every other one, but none may lead back to itself.
template <class Complain>
void refuse_recursion(const definitions& visible, Complain complain) {
  constexpr int deepest = 500;
  enum class state { untouched, open, done };
  std::map<std::string, state> states;
  std::function<void(const std::string&, int)> visit = [&](const std::string& name, int depth) {
    const definition* entry = visible.find(name);
    if (entry == nullptr || states[name] == state::done) return;
    if (states[name] == state::open) complain(name, "uses itself");
    if (depth > deepest) complain(name, "rests on more than 500 others in a row");
    states[name] = state::open;
    for (const std::string& called : called_functions(*entry->body)) visit(called, depth + 1);
    states[name] = state::done;
  };
  for (const std::string& name : visible.names()) visit(name, 0);
}

// A section is suggested as it is written.
void refuse_other_sections(const toml_reader& file) {
  const std::vector<std::string> known{"bound",   "chain",  "claim", "coverage", "define", "figure",
                                       "finding", "format", "paper", "result",   "symbols"};
  for (const auto& [key, node] : file.raw()) {
    if (std::find(known.begin(), known.end(), key.str()) != known.end()) continue;
    const auto close = closest_name(key.str(), known);
    if (!close || *close == "format") break;
    const bool stands_once = *close == "paper" || *close == "symbols";
    file.complain(key.str(), fmt::format("is not a section; did you mean {}?",
                                         stands_once ? "[" + *close + "]" : "[[" + *close + "]]"));
  }
  file.allow_only(known);
}

// One parsed file with its tables; the tables must outlive the readers that refer to them.
struct parsed_file {
  const catalogue_source* source;
  toml::table table;
};

class loader {
 public:
  explicit loader(const std::vector<catalogue_source>& sources) {
    for (const catalogue_source& source : sources) files_.push_back({&source, parse_toml(source)});
  }

  catalogue load() {
    read_formulas();
    for (const parsed_file& file : files_) {
      values_ = 0;
      points_ = 0;
      read_claims_of(file);
    }
    return std::move(result_);
  }

  catalogue load_formulas() {
    read_formulas();
    return std::move(result_);
  }

 private:
  void read_formulas() {
    for (const parsed_file& file : files_) read_names_of(file);
    refuse_recursion(result_.visible, [&](const std::string& name, const std::string& what) {
      for (const auto& [reader, entry] : definitions_)
        if (entry.name == name) reader.complain("value", "the definition '" + name + "' " + what);
    });
    for (const auto& [reader, entry] : definitions_) check_definition(reader, entry);
  }

  static std::string paper_key_of(const parsed_file& file) {
    return file.table["paper"]["key"].value_or(std::string());
  }

  template <class Use>
  void for_each_table(const parsed_file& file, std::string_view section, Use use) {
    const toml::node* node = file.table.get(section);
    if (node == nullptr) return;
    const toml_reader top(file.table, *file.source, "the file");
    const std::string name = "[[" + std::string(section) + "]]";
    if (!node->is_array()) top.complain(section, "expected sections of the form " + name);
    for (const toml::node& element : *node->as_array()) {
      const toml_reader reader(top.table(element, section), *file.source, name);
      try {
        use(reader);
      } catch (const catalogue_error&) {
        throw;
      } catch (...) {
        throw catalogue_error(problem_of(reader, std::current_exception()));
      }
    }
  }

  void read_names_of(const parsed_file& file) {
    const toml_reader top(file.table, *file.source, "the file");
    if (!top.has("format")) top.complain("format", "is missing; the first line must be format = 1");
    if (const auto format = top.whole("format"); format != supported_format)
      top.complain("format", fmt::format("this version reads format 1, not {}", format));
    refuse_other_sections(top);
    result_.inputs.push_back({file.source->name, sha256(file.source->text)});
    if (const toml::node* node = top.find("paper"))
      result_.papers.push_back(
          read_paper(toml_reader(top.table(*node, "paper"), *file.source, "[paper]")));
    if (const toml::node* node = top.find("symbols"))
      read_symbols(toml_reader(top.table(*node, "symbols"), *file.source, "[symbols]"));
    for_each_table(file, "define", [&](const toml_reader& reader) {
      add_definition(reader, read_guarded_definition(reader));
    });
    values_ = 0;
    for_each_table(file, "bound", [&](const toml_reader& reader) {
      if (!is_within_budget(reader))
        reader.complain("check", fmt::format("with this bound the file has more than {} values to "
                                             "check; give fewer steps",
                                             most_values_in_file));
      bound b = read_bound(reader, paper_key_of(file));
      add_definition(reader, {b.name, b.parameters, b.value});
      result_.bounds.push_back(std::move(b));
    });
    for_each_table(file, "chain", [&](const toml_reader& reader) {
      result_.chains.push_back(read_chain(reader));
    });
    for_each_table(file, "result", [&](const toml_reader& reader) {
      result_.results.push_back(read_result(reader));
    });
    for_each_table(file, "coverage", [&](const toml_reader& reader) {
      result_.coverage.push_back(read_covered_statement(reader, paper_key_of(file)));
    });
    for_each_table(file, "finding", [&](const toml_reader& reader) {
      result_.findings.push_back(read_finding(reader, paper_key_of(file)));
    });
  }

  void read_symbols(const toml_reader& reader) {
    auto& symbols = result_.symbols[reader.source().name];
    for (const auto& [key, node] : reader.raw()) {
      const std::string name(key.str());
      reader.require_usable_name(node, name, name);
      const std::string symbol = reader.text(name);
      if (!read_symbol(symbol))
        reader.complain(name, fmt::format("'{}' is no symbol; a letter or a word, with at most one "
                                          "subscript after _ and one superscript after ^, is one: "
                                          "\"ε_0\"",
                                          symbol));
      symbols[name] = symbol;
    }
  }

  // A bound's other formulas are over the same parameters as its value.
  void check_definition(const toml_reader& reader, const definition& entry) const {
    name_kinds parameters;
    for (const std::string& name : entry.parameters) parameters[name] = value_kind::unknown;
    const auto check = [&](const expression_ptr& formula, std::string_view key) {
      return reader.with_formula(*reader.find(key), key, [&] {
        return check_formula(*formula, result_.visible, parameters);
      });
    };
    check(reader.formula("value"), "value");
    check_dependencies(reader, reader.texts("depends"));
    if (reader.has("on")) check(checkable_form(reader.formula("on")), "on");
    for (const char* key : {"domain", "regime"})
      for (const auto& condition : reader.formulas(key))
        if (const value_kind kind = check(condition, key);
            kind != value_kind::truth && kind != value_kind::unknown)
          reader.complain(key,
                          fmt::format("'{}' is a {}; expected a condition, such as '{} > 0'",
                                      to_text(*condition), to_text(kind),
                                      entry.parameters.empty() ? "x" : entry.parameters.front()));
  }

  void add_definition(const toml_reader& reader, const definition& entry) {
    if (!result_.visible.add(entry))
      reader.complain("name",
                      "'" + entry.name + "' is defined twice; names are unique over all files");
    definitions_.emplace_back(reader, entry);
  }

  void read_claims_of(const parsed_file& file) {
    for_each_table(file, "claim", [&](const toml_reader& reader) {
      claim c = is_within_budget(reader) ? read_claim(reader, paper_key_of(file))
                                         : claim_beyond_budget(reader, paper_key_of(file));
      take_id(reader, c);
      if (c.problem.empty()) {
        try {
          check_dependencies(reader, c.depends);
          check_claim_formulas(reader, c, result_.visible);
          expand_claim(reader, c);
          put_in_extreme_mechanism(c);
          refuse_circular_names(reader, c);
          check_claim_points(reader, c);
          count_points(reader, c);
        } catch (const catalogue_error& error) {
          c.problem = error.what();
        } catch (...) {
          c.problem = problem_of(reader, std::current_exception());
        }
      }
      result_.claims.push_back(std::move(c));
    });
  }

  // An id names one claim in the results, on its page, and to whoever asks for it. A second claim
  // with an id is judged by nobody, and has another one.
  void take_id(const toml_reader& reader, claim& c) {
    const auto [known, is_new] = ids_.emplace(c.id, fmt::format("{}:{}", c.file, c.line));
    if (is_new) return;
    const toml::node* node = reader.find("id");
    c.problem = fmt::format(
        "{}:{}: [[claim]]: key 'id': '{}' is used twice; ids are unique over all files, and the "
        "first is at {}",
        c.file, node == nullptr ? c.line : toml_reader::line_of(*node),
        one_short_line(c.id, longest_shown_id), known->second);
    const std::string id = c.id;
    for (int copy = 2; !ids_.emplace(c.id, problem_place(reader)).second; ++copy)
      c.id = fmt::format("{}#{}", id, copy);
  }

  static std::string problem_place(const toml_reader& reader) {
    return fmt::format("{}:{}", reader.source().name, reader.line());
  }

  // The values of all sections together are kept, so they have a limit of their own.
  bool is_within_budget(const toml_reader& reader) {
    const std::size_t own = values_to_check(reader.raw());
    if (own > most_values_in_file - values_) return false;
    values_ += own;
    return true;
  }

  static claim claim_beyond_budget(const toml_reader& reader, const std::string& paper_key) {
    claim c;
    c.file = reader.source().name;
    c.line = reader.line();
    c.paper = paper_key;
    c.id = reader.raw()["id"].value_or(problem_place(reader));
    c.problem = fmt::format(
        "{}: [[claim]]: key 'check': with this claim the file has more than {} values to check; "
        "give fewer steps, or put claims into files of their own",
        problem_place(reader), most_values_in_file);
    return c;
  }

  void count_points(const toml_reader& reader, const claim& c) {
    if (point_count(c) > most_points_in_file - points_)
      reader.complain("check",
                      fmt::format("with this claim the file has more than {} points in all; put "
                                  "claims into files of their own",
                                  most_points_in_file));
    points_ += point_count(c);
  }

  void check_dependencies(const toml_reader& reader, const std::vector<std::string>& ids) const {
    for (const std::string& id : ids)
      if (result_.find_result(id) == nullptr)
        reader.complain("depends", "there is no [[result]] with the id '" + id + "'");
  }

  std::vector<parsed_file> files_;
  std::vector<std::pair<toml_reader, definition>> definitions_;
  std::map<std::string, std::string> ids_;  // and where each is given
  std::size_t values_ = 0;                  // to check, of the file that is read
  std::size_t points_ = 0;
  catalogue result_;
};

}  // namespace

catalogue read_catalogue(const std::vector<catalogue_source>& sources) {
  return loader(sources).load();
}

catalogue read_formulas(const std::vector<catalogue_source>& sources) {
  return loader(sources).load_formulas();
}

std::vector<catalogue_source> builtin_sources() {
  std::vector<catalogue_source> sources;
  for (const auto& file : embedded::catalogue_files())
    sources.push_back({std::string(builtin_prefix) + file.name, file.text});
  return sources;
}

}  // namespace shufflecert::inline v0_1::claims
