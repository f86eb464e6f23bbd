#include "claims/results/results_schema.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <stdexcept>
#include <string_view>
#include <variant>
#include <vector>

#include "claims/results/json.hpp"
#include "claims/text/embedded.hpp"
#include "claims/text/shown_text.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

// Takes the digits at the start away; false where there are none.
bool take_digits(std::string_view& text) {
  const std::size_t before = text.size();
  while (!text.empty() && is_digit(text.front())) text.remove_prefix(1);
  return text.size() < before;
}

bool is_decimal(std::string_view text) {
  if (text.starts_with('-')) text.remove_prefix(1);
  if (text == "inf") return true;
  if (!take_digits(text)) return false;
  if (text.starts_with('.')) {
    text.remove_prefix(1);
    if (!take_digits(text)) return false;
  }
  if (text.starts_with('e')) {
    text.remove_prefix(1);
    if (text.starts_with('+') || text.starts_with('-')) text.remove_prefix(1);
    if (!take_digits(text)) return false;
  }
  return text.empty();
}

bool is_name(std::string_view text) {
  return !text.empty() && !is_digit(text.front()) &&
         std::all_of(text.begin(), text.end(), [](char c) {
           return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || is_digit(c) || c == '_';
         });
}

bool is_digest(std::string_view text) {
  constexpr std::size_t digits = 64;
  return text.size() == digits && std::all_of(text.begin(), text.end(), [](char c) {
           return is_digit(c) || (c >= 'a' && c <= 'f');
         });
}

// The patterns of the schema, by hand: std::regex takes a stack frame for each character.
struct known_pattern {
  std::string_view pattern;
  bool (*matches)(std::string_view);
  std::string_view words;
};

const known_pattern& pattern_of(const std::string& text) {
  static const std::vector<known_pattern> known{
      {"^-?(inf|[0-9]+(\\.[0-9]+)?(e[+-]?[0-9]+)?)$", is_decimal, "a number such as \"-0.25e-7\""},
      {"^[A-Za-z_][A-Za-z0-9_]*$", is_name, "a name such as \"eps0\""},
      {"^[0-9a-f]{64}$", is_digest, "a SHA-256 of 64 hexadecimal digits"}};
  const auto found = std::find_if(known.begin(), known.end(),
                                  [&](const known_pattern& one) { return one.pattern == text; });
  if (found == known.end()) throw std::logic_error("the schema has an unknown pattern " + text);
  return *found;
}

bool is_whole(const json& value) {
  if (value.is_number_integer()) return true;
  return value.is_number_float() && std::floor(value.get<double>()) == value.get<double>();
}

bool has_type(const json& value, const std::string& type) {
  if (type == "object") return value.is_object();
  if (type == "array") return value.is_array();
  if (type == "string") return value.is_string();
  if (type == "boolean") return value.is_boolean();
  if (type == "null") return value.is_null();
  if (type == "integer") return is_whole(value);
  if (type == "number") return value.is_number();
  throw std::logic_error("the schema has an unknown type " + type);
}

std::string type_in_words(const std::string& type) {
  static const std::map<std::string, std::string> words{
      {"object", "an object"},      {"array", "an array"}, {"string", "a string"},
      {"boolean", "true or false"}, {"null", "null"},      {"integer", "a whole number"},
      {"number", "a number"}};
  return words.at(type);
}

std::string found_in_words(const json& value) {
  constexpr std::size_t longest = 60;
  if (value.is_string())
    return "\"" + shown_line(value.get_ref<const std::string&>(), longest) + "\"";
  if (value.is_object()) return "an object";
  if (value.is_array()) return "an array";
  return value.dump();
}

std::size_t characters_in(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0U) != 0x80;
  }));
}

class schema_checker {
 public:
  explicit schema_checker(const json& root) : root_(root) {}

  std::optional<std::string> check(const json& value) {
    return is_fine(value, root_) ? std::nullopt : std::optional(place() + ": " + fault_);
  }

 private:
  using step = std::variant<std::string_view, std::size_t>;

  bool complain(std::string fault) {
    fault_ = std::move(fault);
    return false;
  }

  // claims[2].lhs.lower
  [[nodiscard]] std::string place() const {
    constexpr std::size_t longest = 100;
    std::string text;
    for (const step& one : path_) {
      if (const auto* index = std::get_if<std::size_t>(&one)) {
        text += fmt::format("[{}]", *index);
        continue;
      }
      const std::string_view key = std::get<std::string_view>(one);
      if (is_name(key) && key.size() <= longest)
        text += (text.empty() ? "" : ".") + std::string(key);
      else
        text += "[\"" + shown_line(key, longest) + "\"]";
    }
    return text.empty() ? "the file" : text;
  }

  bool at(step where, const json& value, const json& schema) {
    path_.push_back(where);
    if (!is_fine(value, schema)) return false;
    path_.pop_back();
    return true;
  }

  bool is_fine(const json& value, const json& schema) {
    // Results files have fewer than ten levels; what follows calls itself for each.
    if (path_.size() > std::size_t{deepest_nesting}) {
      path_.resize(1);
      return complain(fmt::format("it is nested deeper than {} levels", deepest_nesting));
    }
    const json& rules = resolved(schema);
    refuse_unknown_keywords(rules);
    if (const auto type = rules.find("type"); type != rules.end() && !has_any_type(value, *type))
      return complain(
          fmt::format("expected {}, found {}", types_in_words(*type), found_in_words(value)));
    if (const auto allowed = rules.find("enum"); allowed != rules.end())
      if (std::find(allowed->begin(), allowed->end(), value) == allowed->end())
        return complain(fmt::format("expected one of {}, found {}", shown_list(*allowed),
                                    found_in_words(value)));
    if (value.is_string()) return is_fine_text(value.get_ref<const std::string&>(), rules);
    if (value.is_number()) return is_fine_number(value, rules);
    if (value.is_array()) return is_fine_array(value, rules);
    return !value.is_object() || is_fine_object(value, rules);
  }

  [[nodiscard]] const json& resolved(const json& schema) const {
    const auto reference = schema.find("$ref");
    if (reference == schema.end()) return schema;
    constexpr std::string_view prefix = "#/$defs/";
    return root_.at("$defs").at(reference->get_ref<const std::string&>().substr(prefix.size()));
  }

  // A keyword that this class does not know would be published and not checked.
  void refuse_unknown_keywords(const json& rules) {
    static const std::set<std::string> known{
        "$schema",      "title",    "description",   "$defs",
        "type",         "enum",     "maxLength",     "pattern",
        "minimum",      "maximum",  "items",         "maxItems",
        "properties",   "required", "propertyNames", "additionalProperties",
        "maxProperties"};
    if (!seen_.insert(&rules).second) return;
    for (const auto& [key, rule] : rules.items())
      if (!known.contains(key)) throw std::logic_error("the schema has an unknown keyword " + key);
  }

  static bool has_any_type(const json& value, const json& types) {
    if (types.is_string()) return has_type(value, types.get_ref<const std::string&>());
    return std::any_of(types.begin(), types.end(), [&](const json& type) {
      return has_type(value, type.get_ref<const std::string&>());
    });
  }

  static std::string types_in_words(const json& types) {
    if (types.is_string()) return type_in_words(types.get<std::string>());
    std::vector<std::string> words;
    for (const json& type : types) words.push_back(type_in_words(type.get<std::string>()));
    return fmt::format("{}", fmt::join(words, " or "));
  }

  static std::string shown_list(const json& values) {
    std::vector<std::string> words;
    for (const json& value : values) words.push_back(value.dump());
    return fmt::format("{}", fmt::join(words, ", "));
  }

  template <class Size>
  static std::optional<Size> limit(const json& rules, const char* key) {
    const auto found = rules.find(key);
    return found == rules.end() ? std::nullopt : std::optional(found->get<Size>());
  }

  bool is_fine_text(const std::string& text, const json& rules) {
    if (const auto most = limit<std::size_t>(rules, "maxLength");
        most && text.size() > *most && characters_in(text) > *most)
      return complain(
          fmt::format("expected at most {} characters, found {}", *most, characters_in(text)));
    if (const auto pattern = rules.find("pattern"); pattern != rules.end()) {
      const known_pattern& wanted = pattern_of(pattern->get_ref<const std::string&>());
      if (!wanted.matches(text))
        return complain(fmt::format("expected {}, found {}", wanted.words, found_in_words(text)));
    }
    return true;
  }

  bool is_fine_number(const json& value, const json& rules) {
    const auto number = value.get<double>();
    if (const auto least = limit<double>(rules, "minimum"); least && !(number >= *least))
      return complain(
          fmt::format("expected a number >= {}, found {}", *least, found_in_words(value)));
    if (const auto most = limit<double>(rules, "maximum"); most && !(number <= *most))
      return complain(
          fmt::format("expected a number <= {:.0f}, found {}", *most, found_in_words(value)));
    return true;
  }

  bool is_fine_array(const json& value, const json& rules) {
    if (const auto most = limit<std::size_t>(rules, "maxItems"); most && value.size() > *most)
      return complain(fmt::format("expected at most {} entries, found {}", *most, value.size()));
    const auto items = rules.find("items");
    if (items == rules.end()) return true;
    std::size_t index = 0;
    return std::all_of(value.begin(), value.end(),
                       [&](const json& entry) { return at(index++, entry, *items); });
  }

  bool is_fine_object(const json& value, const json& rules) {
    if (const auto most = limit<std::size_t>(rules, "maxProperties"); most && value.size() > *most)
      return complain(fmt::format("expected at most {} keys, found {}", *most, value.size()));
    if (const auto required = rules.find("required"); required != rules.end())
      for (const json& key : *required)
        if (!value.contains(key.get_ref<const std::string&>()))
          return complain(
              fmt::format("the key '{}' is missing", key.get_ref<const std::string&>()));
    const auto names = rules.find("propertyNames");
    const auto properties = rules.find("properties");
    const auto others = rules.find("additionalProperties");
    for (const auto& [key, entry] : value.items()) {
      if (names != rules.end() && !at(key, json(key), *names)) return false;
      const auto own = properties == rules.end() ? json::const_iterator() : properties->find(key);
      const bool is_known = properties != rules.end() && own != properties->end();
      if (!is_known && others == rules.end()) continue;
      if (!at(key, entry, is_known ? *own : *others)) return false;
    }
    return true;
  }

  const json& root_;
  std::vector<step> path_;
  std::string fault_;
  std::set<const json*> seen_;
};

}  // namespace

std::optional<std::string> fault_by_schema(const json& value, const json& schema) {
  return schema_checker(schema).check(value);
}

std::optional<std::string> fault_in_results(const json& results) {
  static const json schema = json::parse(embedded::results_schemas().front().text);
  return fault_by_schema(results, schema);
}

}  // namespace shufflecert::inline v0_1::claims
