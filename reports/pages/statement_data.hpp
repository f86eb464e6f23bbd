#pragma once
// Statements of papers and what is said of the main ones, as pages show them.

#include <string>
#include <vector>

#include "claims/results/recorded_results.hpp"
#include "reports/text/fields.hpp"

namespace shufflecert::inline v0_1::claims {

/// How many statements were judged, how many of them are main results of a paper, how many
/// different slips make some of them false, and how many comparisons of bounds stand beside them.
struct statement_count {
  std::size_t statements = 0;
  std::size_t main = 0;
  std::size_t slips = 0;
  std::size_t comparisons = 0;
};

/// The statements of the papers, without the claims that bounds generate, or those of one paper
/// only. All counts are 0 for results of versions that do not say.
statement_count statements_in(const recorded_results& results);
statement_count statements_of_paper(const recorded_results& results, const std::string& key);

/// "96 statements, of them 9 main results, and 4 comparisons of bounds"; empty for results of
/// versions that do not say.
std::string statements_in_words(const statement_count& count);

/// Sets `statements_words`, `slips`, and the list `statement_counts`, with `verdict`, `label` and
/// `count`: of one paper, or of all where `key` is null.
void set_statement_counts(kainjow::mustache::data& target, const recorded_results& results,
                          const std::string* key, const field_writer& fields);

/// The words with hyphens for spaces, for style sheets and anchors: "depends-on-the-reading".
std::string style_of(const std::string& words);

/// Sets the list `findings` of a paper: outcome, place, sentence, what to use instead, and the
/// claims with their verdicts; `root` leads to the report's folder. Also `standing`, how many of
/// them stand ("3 of 7"), and the list `limited` of those that do not.
void set_findings(kainjow::mustache::data& target, const recorded_results& results,
                  const std::string& key, const field_writer& fields, const std::string& root);

/// Sets the list `sections` of a paper: main results, lemmas, steps of proofs, figures and tables,
/// remarks, what has no role, misprints; each with its statements, each with its claims.
void set_statement_sections(kainjow::mustache::data& target, const recorded_results& results,
                            const std::string& key, const field_writer& fields,
                            const std::string& root);

}  // namespace shufflecert::inline v0_1::claims
