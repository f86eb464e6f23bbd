#include "claims/reading/toml_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "claims/reading/toml_hints.hpp"
#include "claims/text/shown_text.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

std::string kind_name(const toml::node& node) {
  switch (node.type()) {
    case toml::node_type::string:
      return "a string";
    case toml::node_type::integer:
      return "a whole number";
    case toml::node_type::floating_point:
      return "a number";
    case toml::node_type::boolean:
      return "true or false";
    case toml::node_type::array:
      return "an array";
    case toml::node_type::table:
      return "a table";
    default:
      return "a date or time";
  }
}

// Whether the words make a sentence behind the key that they are about.
bool says_of_its_key(std::string_view what) {
  constexpr std::array verbs{"is ",   "has ",  "must ",  "can ",
                             "does ", "goes ", "names ", "belongs "};
  return std::any_of(verbs.begin(), verbs.end(),
                     [&](const char* verb) { return what.starts_with(verb); });
}

// The text of a source region within one line; TOML counts its columns in characters.
std::string source_text(std::string_view text, const toml::source_region& region) {
  std::size_t position = 0;
  for (toml::source_index line = 1; line < region.begin.line; ++line)
    position = text.find('\n', position) + 1;
  std::size_t column = 1;
  std::string result;
  for (; position < text.size() && column < region.end.column; ++position) {
    if ((static_cast<unsigned char>(text[position]) & 0xC0U) == 0x80) continue;
    if (column >= region.begin.column) result += text[position];
    ++column;
  }
  return result;
}

}  // namespace

toml::table parse_toml(const catalogue_source& source) {
  // TOML's own complaint shows where it stopped, and the character not at all.
  const std::size_t zero = source.text.find('\0');
  const bool is_utf_16 =
      zero <= 1 || source.text.starts_with("\xFF\xFE") || source.text.starts_with("\xFE\xFF");
  if (zero != std::string::npos && !is_utf_16)
    throw catalogue_error(fmt::format(
        "{}:{}: there is a zero byte (NUL), which no text holds; is the file damaged?", source.name,
        1 + std::count(source.text.begin(), source.text.begin() + static_cast<std::ptrdiff_t>(zero),
                       '\n')));
  try {
    return toml::parse(source.text, std::string_view(source.name));
  } catch (const toml::parse_error& error) {
    const auto line = error.source().begin.line;
    const std::string hint = toml_hint(source.text, line, error.description());
    throw catalogue_error(fmt::format("{}:{}: this is not valid TOML: {}{}{}", source.name, line,
                                      shown_line(error.description()), hint.empty() ? "" : "; ",
                                      hint));
  }
}

void toml_reader::complain_at(const toml::node& node, std::string_view key,
                              const std::string& what) const {
  throw catalogue_error(fmt::format("{}:{}: {}: key '{}'{} {}", source_.name, line_of(node),
                                    section_, key, says_of_its_key(what) ? "" : ":", what));
}

void toml_reader::complain(std::string_view key, const std::string& what) const {
  const toml::node* node = table_.get(key);
  complain_at(node == nullptr ? table_ : *node, key, what);
}

const toml::node& toml_reader::required(std::string_view key) const {
  const toml::node* node = table_.get(key);
  if (node == nullptr) complain(key, "is missing");
  return *node;
}

std::string toml_reader::text(std::string_view key) const {
  const toml::node& node = required(key);
  const auto value = node.value_exact<std::string>();
  if (!value) complain_at(node, key, "expected a string, found " + kind_name(node));
  if (value->empty()) complain_at(node, key, "is empty");
  return *value;
}

std::string toml_reader::text_or(std::string_view key, std::string fallback) const {
  return has(key) ? text(key) : std::move(fallback);
}

const toml::array& toml_reader::array(const toml::node& node, std::string_view key) const {
  const toml::array* result = node.as_array();
  if (result == nullptr) complain_at(node, key, "expected an array, found " + kind_name(node));
  return *result;
}

const toml::table& toml_reader::table(const toml::node& node, std::string_view key) const {
  const toml::table* result = node.as_table();
  if (result == nullptr) complain_at(node, key, "expected a table, found " + kind_name(node));
  return *result;
}

std::vector<std::string> toml_reader::texts(std::string_view key) const {
  std::vector<std::string> result;
  const toml::node* node = find(key);
  if (node == nullptr) return result;
  for (const toml::node& element : array(*node, key)) {
    const auto value = element.value_exact<std::string>();
    if (!value)
      complain_at(element, key, "expected an array of strings, found " + kind_name(element));
    result.push_back(*value);
  }
  return result;
}

std::vector<std::string> toml_reader::names(std::string_view key) const {
  std::vector<std::string> result = texts(key);
  for (const std::string& name : result) require_usable_name(*find(key), key, name);
  return result;
}

void toml_reader::require_usable_name(const toml::node& node, std::string_view key,
                                      const std::string& name) const {
  if (!is_usable_name(name))
    complain_at(node, key,
                "'" + name +
                    "' cannot be a name: it must be ASCII letters, digits and '_', not start "
                    "with a digit and not be built in");
}

std::int64_t toml_reader::whole(std::string_view key) const {
  const toml::node& node = required(key);
  const auto value = node.value_exact<std::int64_t>();
  if (!value) complain_at(node, key, "expected a whole number, found " + kind_name(node));
  return *value;
}

expression_ptr toml_reader::formula(std::string_view key) const {
  const std::string formula = text(key);
  return with_formula(*find(key), key, [&] { return parse_formula(formula); });
}

std::vector<expression_ptr> toml_reader::formulas(std::string_view key) const {
  std::vector<expression_ptr> result;
  for (const std::string& formula : texts(key))
    result.push_back(with_formula(*find(key), key, [&] { return parse_formula(formula); }));
  return result;
}

void toml_reader::complain_of_name(std::string_view key, const std::string& name,
                                   const std::vector<std::string>& possible) const {
  complain(key,
           fmt::format("'{}' is not possible; possible are {}", name, fmt::join(possible, ", ")));
}

std::string toml_reader::number_text(const toml::node& node, std::string_view key) const {
  if (const auto value = node.value_exact<std::string>()) return *value;
  if (const auto value = node.value_exact<std::int64_t>()) return std::to_string(*value);
  if (node.is_floating_point()) {
    // As written, not as a double; TOML allows separators and a sign that formulas do not.
    std::string written = source_text(source_.text, node.source());
    std::erase(written, '_');
    if (!written.empty() && written.front() == '+') written.erase(0, 1);
    return written;
  }
  complain_at(node, key, "expected a number or a formula in quotes, found " + kind_name(node));
}

void toml_reader::allow_only(std::vector<std::string> known, const std::string& of) const {
  const std::string owner = of.empty() ? section_ : of;
  // A few keys stand in the order of their meaning; of many, one is looked for.
  constexpr std::size_t few = 4;
  if (known.size() > few) std::sort(known.begin(), known.end());
  for (const auto& [key, node] : table_) {
    if (std::find(known.begin(), known.end(), key.str()) != known.end()) continue;
    const auto close = closest_name(key.str(), known);
    complain_at(
        node, key.str(),
        close ? "is not a key of " + owner + "; did you mean '" + *close + "'?"
              : fmt::format("is not a key of {}; its keys are {}", owner, fmt::join(known, ", ")));
  }
}

}  // namespace shufflecert::inline v0_1::claims
