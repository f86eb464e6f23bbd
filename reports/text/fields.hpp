#pragma once

#include <kainjow/mustache.hpp>

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "typeset/symbols.hpp"

namespace shufflecert::inline v0_1::claims {

/// A formula as pages show it.
struct shown_formula {
  std::vector<std::string> mathml;  ///< an element for each part of a top-level `and`
  std::string latex;                ///< of the whole
};

/// Sets the text of a formula, or of a definition, `name(x, y) = formula`. Empty where the text
/// does not parse: pages then show the text alone.
shown_formula set_text(const std::string& text, const symbol_table& symbols);

/// Prepares a text for the place it goes to; the HTML templates escape by themselves.
using text_filter = std::function<std::string(const std::string&)>;

/// Puts texts and lists into what a template sees. For each NAME there is also has_NAME, and for a
/// list NAME_count.
class field_writer {
 public:
  using data = kainjow::mustache::data;

  /// @param symbols  by file: how names of its formulas are set
  field_writer(std::map<std::string, symbol_table> symbols, text_filter filter);

  void set(data& target, const std::string& name, const std::string& text) const;

  /// A formula as it is written (NAME), as it is set (the list NAME_set of `mathml`; empty where it
  /// cannot be) and as LaTeX (NAME_latex), with the symbols of `file`.
  void set_formula(data& target, const std::string& name, const std::string& file,
                   const std::string& text) const;

  /// A list of `text`.
  [[nodiscard]] data texts(const std::vector<std::string>& all) const;

  /// A list, whether it has entries, and several, and how many.
  static void set_list(data& target, const std::string& name, const std::vector<data>& entries);

 private:
  text_filter filter_;
  std::map<std::string, symbol_table> symbols_;  ///< by file
};

}  // namespace shufflecert::inline v0_1::claims
