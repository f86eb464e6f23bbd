#include "claims/reading/link_catalogue.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "claims/catalogue/axis.hpp"
#include "claims/catalogue/claim_variables.hpp"
#include "claims/reading/read_sections.hpp"
#include "claims/reading/toml_reader.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

// More than a page can show; a slip in a file is then an error and not an hour of work.
constexpr std::size_t most_values = 1'000;
constexpr std::size_t most_curves = 24;

// What the last digit of a printed number is worth: 1/1000 for "0.120", 10^-6 for "3e-6".
rational unit_of(const std::string& text) {
  const std::size_t exponent_at = text.find_first_of("eE");
  const std::string mantissa = text.substr(0, exponent_at);
  const std::size_t point = mantissa.find('.');
  long exponent = point == std::string::npos ? 0 : -static_cast<long>(mantissa.size() - point - 1);
  if (exponent_at != std::string::npos) exponent += std::stol(text.substr(exponent_at + 1));
  return power(rational(10), exponent);
}

class figure_reader {
 public:
  figure_reader(const toml_reader& reader, const catalogue& read, std::string paper)
      : reader_(reader), read_(read) {
    result_.paper = std::move(paper);
  }

  figure read() {
    read_kind();
    read_text();
    read_names();
    read_points();
    if (result_.kind == figure_kind::frontier) {
      read_frontier();
    } else {
      result_.domain = conditions(reader_);
      if (result_.kind == figure_kind::curves)
        read_curves();
      else
        read_columns();
    }
    return std::move(result_);
  }

 private:
  void read_kind() {
    result_.kind = reader_.one_of_if_any<figure_kind>("kind").value_or(figure_kind::curves);
    std::vector<std::string> known{"id",     "kind",     "where",  "shows",   "set",    "along",
                                   "values", "integers", "domain", "x_label", "x_scale"};
    switch (result_.kind) {
      case figure_kind::curves:
        known.insert(known.end(), {"curve", "y_label", "y_scale"});
        break;
      case figure_kind::table:
        known.insert(known.end(), {"column"});
        break;
      case figure_kind::frontier:
        known.insert(known.end(),
                     {"claim", "relation", "over", "range", "each", "y_label", "y_scale"});
        break;
    }
    reader_.allow_only(known);
  }

  void read_text() {
    result_.id = reader_.text("id");
    result_.where = reader_.text_or("where", "");
    result_.shows = reader_.text_or("shows", "");
    result_.y_label = reader_.text_or("y_label", "");
    result_.is_y_logarithmic = is_logarithmic("y_scale");
    result_.file = reader_.source().name;
    result_.line = reader_.line();
  }

  bool is_logarithmic(std::string_view key) const {
    return reader_.one_of_if_any<axis_scale>(key) == axis_scale::log;
  }

  void require_name(const toml::node& node, std::string_view key, const std::string& name) const {
    if (!is_usable_name(name))
      reader_.complain_at(node, key,
                          "'" + name +
                              "' cannot be a variable: it must be ASCII letters, digits and '_', "
                              "not start with a digit and not be built in");
  }

  void add_variable(const toml::node& node, std::string_view key, const std::string& name) {
    require_name(node, key, name);
    if (!names_.emplace(name, value_kind::number).second)
      reader_.complain_at(node, key, "the variable '" + name + "' already has values");
  }

  const toml::node& required(std::string_view key) const {
    if (!reader_.has(key)) reader_.complain(key, "is missing");
    return *reader_.find(key);
  }

  void read_names() {
    result_.along.variable = reader_.text("along");
    add_variable(required("along"), "along", result_.along.variable);
    result_.x_label = reader_.text_or("x_label", result_.along.variable);
    if (result_.kind == figure_kind::frontier) read_subject();
    for (const std::string& name : reader_.texts("integers")) {
      require_name(*reader_.find("integers"), "integers", name);
      result_.integers.push_back(name);
    }
  }

  // The claim of a frontier says which variables take whole values.
  void read_subject() {
    if (reader_.has("claim") == reader_.has("relation"))
      reader_.complain("claim",
                       "a frontier figure has either a 'claim' or a 'relation', and not both");
    if (reader_.has("relation")) return;
    result_.frontier.claim = reader_.text("claim");
    subject_ = read_.find_claim(result_.frontier.claim);
    if (subject_ == nullptr)
      reader_.complain("claim", "there is no claim with the id '" + result_.frontier.claim + "'");
    if (subject_->kind() != claim_kind::forall || !subject_->problem.empty())
      reader_.complain("claim", "'" + result_.frontier.claim +
                                    "' is not a claim of kind 'forall' that can be judged");
    for (const char* key : {"domain", "integers"})
      if (reader_.has(key))
        reader_.complain(key, "is the claim's own; it stands only beside a 'relation'");
    result_.integers = subject_->integers;
  }

  [[nodiscard]] bool is_whole(const std::string& name) const {
    return std::find(result_.integers.begin(), result_.integers.end(), name) !=
           result_.integers.end();
  }

  std::vector<point_value> values_of(const toml::node& node, std::string_view key,
                                     const std::string& variable) const {
    try {
      std::vector<point_value> values = read_axis_values(reader_, node, std::string(key));
      if (is_whole(variable)) values = rounded_to_integers(values);
      if (values.empty()) reader_.complain_at(node, key, "has no values");
      if (values.size() > most_values)
        reader_.complain_at(node, key, fmt::format("more than {} values", most_values));
      for (const point_value& value : values) {
        const number known = constant_value(value);
        if (known.is_infinity(1) || known.is_infinity(-1))
          reader_.complain_at(node, key, "a value must be finite");
      }
      return values;
    } catch (const undefined_value& error) {
      reader_.complain_at(node, key, error.what());
    }
  }

  void read_points() {
    const toml::node& values = required("values");
    result_.along.values = values_of(values, "values", result_.along.variable);
    const auto* range = values.as_table();
    result_.is_x_logarithmic =
        reader_.has("x_scale") ? is_logarithmic("x_scale")
                               : range != nullptr && (*range)["scale"].value_or(std::string()) ==
                                                         to_text(axis_scale::log);
    if (const toml::node* node = reader_.find("set"))
      for (const auto& [key, value] : reader_.table(*node, "set")) {
        const std::string name(key.str());
        add_variable(value, "set", name);
        if (value.is_array() || value.is_table())
          reader_.complain_at(value, "set", "'" + name + "' has one value, such as 10000");
        result_.set[name] = values_of(value, "set", name).front();
      }
  }

  void check(const toml_reader& reader, const expression_ptr& formula, std::string_view key,
             value_kind wanted) const {
    reader.with_formula(*reader.find(key), key, [&] {
      const value_kind kind = check_formula(*formula, read_.visible, names_);
      if (kind != wanted && kind != value_kind::unknown)
        reader.complain(key, fmt::format("'{}' must be a {}, and it is a {}", to_text(*formula),
                                         to_text(wanted), to_text(kind)));
    });
  }

  [[nodiscard]] std::vector<expression_ptr> conditions(const toml_reader& reader) const {
    std::vector<expression_ptr> result = reader.formulas("domain");
    for (const expression_ptr& condition : result)
      check(reader, condition, "domain", value_kind::truth);
    return result;
  }

  // The sections [[figure.curve]] or [[figure.column]], at least one.
  template <class Use>
  void for_each(std::string_view key, Use use) const {
    const toml::array& sections = reader_.array(required(key), key);
    const std::string name = fmt::format("[[figure.{}]]", key);
    if (sections.empty() || sections.size() > most_curves)
      reader_.complain(key,
                       fmt::format("from 1 to {} sections {} are possible", most_curves, name));
    for (const toml::node& node : sections)
      use(toml_reader(reader_.table(node, key), reader_.source(), name));
  }

  static std::string read_name(const toml_reader& reader, std::set<std::string>& taken) {
    std::string name = reader.text("name");
    if (!taken.insert(name).second) reader.complain("name", "'" + name + "' stands there twice");
    return name;
  }

  [[nodiscard]] expression_ptr read_value_formula(const toml_reader& reader) const {
    expression_ptr value = reader.formula("value");
    check(reader, value, "value", value_kind::number);
    return value;
  }

  void read_curves() {
    std::set<std::string> taken;
    for_each("curve", [&](const toml_reader& reader) {
      reader.allow_only({"name", "role", "value", "domain"});
      result_.curves.push_back(
          {read_name(reader, taken),
           reader.one_of_if_any<figure_role>("role").value_or(figure_role::exact),
           read_value_formula(reader), conditions(reader)});
    });
  }

  static printed_entry read_entry(const toml_reader& reader, const toml::node& node) {
    if (node.is_table()) {
      const toml_reader entry(*node.as_table(), reader.source(), reader.section());
      entry.allow_only({"text"});
      return {entry.text("text"), std::nullopt};
    }
    const auto text = node.value_exact<std::string>();
    if (!text)
      reader.complain_at(node, "printed",
                         "an entry is a number in quotes, as the paper prints it: \"0.120\"");
    const bool is_negative = text->starts_with('-');
    const auto value = parse_decimal(is_negative ? text->substr(1) : *text);
    if (!value)
      reader.complain_at(node, "printed",
                         "'" + *text +
                             "' is not a decimal number, such as \"0.120\" or \"3e-6\"; an entry "
                             "that is not to be compared is { text = \"…\" }");
    const rational unit = unit_of(*text);
    try {
      static_cast<void>(point_value_of(unit));
    } catch (const beyond_reach&) {
      reader.complain_at(node, "printed", "'" + *text + "' is printed beyond the place 10^-10000");
    }
    return {*text, std::pair(is_negative ? rational(-*value) : *value, unit)};
  }

  void read_printed(const toml_reader& reader, figure_column& column) const {
    for (const toml::node& node : reader.array(*reader.find("printed"), "printed"))
      column.printed.push_back(read_entry(reader, node));
    if (column.printed.size() != result_.along.values.size())
      reader.complain("printed", fmt::format("{} entries for {} rows; each row has one",
                                             column.printed.size(), result_.along.values.size()));
  }

  void read_columns() {
    std::set<std::string> taken;
    std::vector<toml_reader> readers;
    for_each("column", [&](const toml_reader& reader) {
      reader.allow_only({"name", "value", "domain", "printed", "of"});
      figure_column column;
      column.name = read_name(reader, taken);
      if (reader.has("value") == reader.has("printed"))
        reader.complain("value", "a column has either a 'value' or 'printed' entries");
      if (reader.has("printed")) {
        for (const char* key : {"of", "domain"})
          if (reader.has(key)) reader.complain(key, "belongs to a column with a 'value'");
        read_printed(reader, column);
      } else {
        column.value = read_value_formula(reader);
        column.domain = conditions(reader);
        column.of = reader.text_or("of", "");
      }
      result_.columns.push_back(std::move(column));
      readers.push_back(reader);
    });
    for (std::size_t i = 0; i < readers.size(); ++i) check_of(readers[i], result_.columns[i].of);
  }

  void check_of(const toml_reader& reader, const std::string& of) const {
    if (of.empty()) return;
    const auto found = std::find_if(result_.columns.begin(), result_.columns.end(),
                                    [&](const figure_column& column) { return column.name == of; });
    if (found == result_.columns.end() || found->value)
      reader.complain("of", "there is no column '" + of + "' with 'printed' entries");
  }

  rational end_of_range(const toml_reader& range, std::string_view key) const {
    if (!range.has(key)) range.complain(key, "is missing from the range");
    const point_value value = read_value(range, *range.find(key), key);
    try {
      const number known = constant_value(value);
      if (const rational* exact = known.as_rational()) return *exact;
    } catch (const undefined_value& error) {
      range.complain(key, error.what());
    }
    range.complain(key, "'" + value.text + "' is not a rational number, such as 0.1 or \"1/3\"");
  }

  void read_frontier() {
    figure_frontier& wanted = result_.frontier;
    wanted.over = reader_.text("over");
    add_variable(required("over"), "over", wanted.over);
    result_.y_label = reader_.text_or("y_label", wanted.over);
    const toml_reader range(reader_.table(required("range"), "range"), reader_.source(),
                            reader_.section());
    range.allow_only({"from", "to"});
    wanted.from = end_of_range(range, "from");
    wanted.to = end_of_range(range, "to");
    if (!(wanted.from < wanted.to))
      reader_.complain("range", "is empty; 'from' must be less than 'to'");
    read_each();
    if (subject_ == nullptr) {
      wanted.relation = reader_.formula("relation");
      check(reader_, wanted.relation, "relation", value_kind::truth);
      result_.domain = conditions(reader_);
    } else {
      require_all_variables();
    }
  }

  void read_each() {
    const toml::node* node = reader_.find("each");
    if (node == nullptr) return;
    const toml::table& each = reader_.table(*node, "each");
    if (each.size() != 1)
      reader_.complain("each", "has one variable with its values, such as { lambda = [2, 4] }");
    const std::string name(each.begin()->first.str());
    add_variable(*node, "each", name);
    result_.frontier.each = axis{name, values_of(each.begin()->second, "each", name)};
    if (result_.frontier.each->values.size() > most_curves)
      reader_.complain("each", fmt::format("more than {} curves", most_curves));
  }

  void require_all_variables() const {
    const auto require = [&](const expression_ptr& formula) {
      for (const std::string& name : variables_behind(*subject_, *formula))
        if (!names_.contains(name))
          reader_.complain(
              "claim", "the claim's variable '" + name + "' has no value; give it one in 'set'");
    };
    require(subject_->formula);
    for (const expression_ptr& condition : subject_->domain) require(condition);
  }

  const toml_reader& reader_;
  const catalogue& read_;
  figure result_;
  name_kinds names_;
  const claim* subject_ = nullptr;
};

}  // namespace

std::vector<figure> read_figures(const std::vector<catalogue_source>& sources,
                                 const catalogue& read) {
  std::vector<figure> result;
  std::set<std::string> ids;
  for (const catalogue_source& source : sources) {
    const toml::table file = parse_toml(source);
    const toml::node* node = file.get("figure");
    if (node == nullptr) continue;
    const toml_reader top(file, source, "the file");
    if (!node->is_array()) top.complain("figure", "expected sections of the form [[figure]]");
    const std::string paper = file["paper"]["key"].value_or(std::string());
    for (const toml::node& element : *node->as_array()) {
      const toml_reader reader(top.table(element, "figure"), source, "[[figure]]");
      figure one = figure_reader(reader, read, paper).read();
      if (!ids.insert(one.id).second)
        reader.complain("id", "'" + one.id + "' is used twice; ids are unique over all files");
      result.push_back(std::move(one));
    }
  }
  return result;
}

}  // namespace shufflecert::inline v0_1::claims
