#pragma once

#include <string>
#include <vector>

#include "reports/text/fields.hpp"

namespace shufflecert {

/// A paper of a results file, with the claims that belong to it.
struct paper_claims {
  std::string key;  ///< empty for claims of no paper
  std::vector<const nlohmann::ordered_json*> claims;
};

/// The claims of a results file under their papers, in the order of each paper's first claim.
std::vector<paper_claims> claims_by_paper(const nlohmann::ordered_json& results);

/// The statements of a paper as [[coverage]] lists them.
struct coverage_count {
  std::size_t statements = 0;
  std::size_t looked_at = 0;  ///< by at least one claim
};
coverage_count coverage_of(const nlohmann::ordered_json& results, const std::string& key);

/// What the overview shows: counts, refuted claims by severity and by paper, other verdicts of
/// note, the papers. All of these throw nlohmann::json::exception where `results` is not a results
/// file.
kainjow::mustache::data overview_data(const nlohmann::ordered_json& results,
                                      const field_writer& fields);

/// What one file that holds everything shows: the overview, every claim under its paper, and the
/// formulas that claims call, each once.
kainjow::mustache::data whole_data(const nlohmann::ordered_json& results,
                                   const field_writer& fields);

/// What the table of all claims shows.
kainjow::mustache::data claims_table_data(const nlohmann::ordered_json& results,
                                          const field_writer& fields);

/// A paper's title, authors and reference, and what its claims' verdicts are.
kainjow::mustache::data paper_data(const nlohmann::ordered_json& results, const paper_claims& paper,
                                   const field_writer& fields, const std::string& root);

}  // namespace shufflecert
