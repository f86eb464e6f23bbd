#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "shufflecert/expression.hpp"
#include "verify/coq_export/written_out.hpp"

namespace shufflecert::inline v0_1::claims {

/// A step of a proof: its word, its condition, and what stands behind it.
struct proof_step {
  std::string word;
  expression_ptr condition;
  std::vector<std::string> rest;
};

/// The steps for one value of a variable, `where`; or all of them, with no `where`.
struct proof_case {
  expression_ptr where;
  std::vector<proof_step> steps;
};

/// A proof file as docs/reference/proof-files.md describes it.
struct proof_lines {
  std::string claim;
  std::string words;
  std::string stated_text;
  expression_ptr stated;
  std::vector<expression_ptr> domain;
  std::vector<std::string> integers;
  std::vector<std::string> exists;
  std::vector<coq_definition> lets;  ///< without parameters
  std::vector<coq_definition> definitions;
  std::vector<std::vector<expression_ptr>> values;  ///< equations, of which all hold
  std::string rule;
  std::vector<proof_case> cases;
  std::vector<expression_ptr> solution;
};

std::vector<std::string> split_line(std::string_view text, std::string_view separator);

/// Reads the text that proof_text() has written. Throws `not_exportable` for a rule that the theory
/// does not know.
proof_lines read_proof(const std::string& text);

}  // namespace shufflecert::inline v0_1::claims
