#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <toml++/toml.h>

#include "claims/catalogue/catalogue.hpp"

namespace shufflecert::inline v0_1::claims {

/// The tables of a file. Throws catalogue_error where it is not TOML.
toml::table parse_toml(const catalogue_source& source);

/// Typed access to the keys of one TOML table. Every complaint is a catalogue_error of the form
/// "file:line: key 'x': what is wrong; what would be right".
class toml_reader {
 public:
  toml_reader(const toml::table& table, const catalogue_source& source, std::string section)
      : table_(table), source_(source), section_(std::move(section)) {}

  [[nodiscard]] bool has(std::string_view key) const { return table_.contains(key); }

  std::string text(std::string_view key) const;  ///< must be there
  std::string text_or(std::string_view key, std::string fallback) const;
  std::vector<std::string> texts(std::string_view key) const;  ///< empty when absent
  std::vector<std::string> names(std::string_view key) const;  ///< the same, each a usable name
  std::int64_t whole(std::string_view key) const;
  expression_ptr formula(std::string_view key) const;
  std::vector<expression_ptr> formulas(std::string_view key) const;
  /// The kind that a text names.
  template <named_kind Kind>
  Kind one_of(std::string_view key) const {
    const std::string name = text(key);
    if (const auto kind = from_text<Kind>(name)) return *kind;
    const auto possible = names_of(Kind{});
    complain_of_name(key, name, {possible.begin(), possible.end()});
  }
  /// The same where the key is there.
  template <named_kind Kind>
  std::optional<Kind> one_of_if_any(std::string_view key) const {
    return has(key) ? std::optional(one_of<Kind>(key)) : std::nullopt;
  }

  /// A number as it is written, or a string: `0.1`, `10000`, `"log(3)"`.
  std::string number_text(const toml::node& node, std::string_view key) const;

  [[nodiscard]] const toml::node* find(std::string_view key) const { return table_.get(key); }
  const toml::array& array(const toml::node& node, std::string_view key) const;
  const toml::table& table(const toml::node& node, std::string_view key) const;

  /// Complains about a name that no variable, definition or parameter can have.
  void require_usable_name(const toml::node& node, std::string_view key,
                           const std::string& name) const;

  /// Complains about a key that is not in `known`. The table is part of the section, or what `of`
  /// says.
  void allow_only(std::vector<std::string> known, const std::string& of = "") const;

  [[noreturn]] void complain(std::string_view key, const std::string& what) const;
  [[noreturn]] void complain_at(const toml::node& node, std::string_view key,
                                const std::string& what) const;

  [[nodiscard]] std::int64_t line() const { return line_of(table_); }
  [[nodiscard]] const catalogue_source& source() const { return source_; }
  [[nodiscard]] const toml::table& raw() const { return table_; }
  [[nodiscard]] const std::string& section() const { return section_; }
  static std::int64_t line_of(const toml::node& node) {
    return static_cast<std::int64_t>(node.source().begin.line);
  }

  /// Runs `use` and turns a formula_error into a complaint about `key`.
  template <class Use>
  auto with_formula(const toml::node& node, std::string_view key, Use use) const {
    try {
      return use();
    } catch (const formula_error& error) {
      complain_at(node, key, error.what());
    }
  }

 private:
  [[noreturn]] void complain_of_name(std::string_view key, const std::string& name,
                                     const std::vector<std::string>& possible) const;
  const toml::node& required(std::string_view key) const;

  const toml::table& table_;
  const catalogue_source& source_;
  std::string section_;
};

}  // namespace shufflecert::inline v0_1::claims
