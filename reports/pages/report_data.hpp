#pragma once
// What the pages of a report show, as their templates take it.

#include <string>
#include <vector>

#include "claims/results/recorded_results.hpp"
#include "reports/pages/page_template.hpp"
#include "reports/plots/illustrations.hpp"
#include "reports/text/fields.hpp"

namespace shufflecert::inline v0_1::claims {

/// A paper of a results file, with the claims that belong to it.
struct paper_claims {
  std::string key;  ///< empty for claims of no paper
  std::vector<const recorded_claim*> claims;
};

/// The claims of a results file under their papers, in the order of each paper's first claim.
std::vector<paper_claims> claims_by_paper(const recorded_results& results);

/// The numbered parts of a paper as [[coverage]] lists them.
struct coverage_count {
  std::size_t statements = 0;
  std::size_t looked_at = 0;  ///< by at least one claim
};
coverage_count coverage_of(const recorded_results& results, const std::string& key);

/// The heading of a report: "published" stands there only where no claim is of a user's own file.
std::string title_of(const recorded_results& results);

/// Whether what fails has a page of its own: where there are many claims, and any that fail.
bool has_failing_page(const recorded_results& results);

/// What the overview shows: counts, refuted claims by severity and by paper, other verdicts of
/// note, the papers.
kainjow::mustache::data overview_data(const recorded_results& results, const field_writer& fields);

/// What one file that holds everything shows: the overview, every claim under its paper, and the
/// formulas that claims call, each once.
kainjow::mustache::data whole_data(const recorded_results& results, const field_writer& fields);

/// What the table of all claims shows.
kainjow::mustache::data claims_table_data(const recorded_results& results,
                                          const field_writer& fields);

/// A paper's title, authors and reference, and what its claims' verdicts are.
kainjow::mustache::data paper_data(const recorded_results& results, const paper_claims& paper,
                                   const field_writer& fields, const std::string& root);

/// The list `plots`, for the template part of that name; `root` leads to the report's folder.
void set_plots(kainjow::mustache::data& target, const std::vector<drawn_plot>& plots,
               const field_writer& fields, const std::string& root);

/// A plot's picture, if it has one, and its numbers as CSV and for pgfplots.
std::vector<report_file> files_of(const drawn_plot& one);

/// What the pages of a paper, of the bounds and of the figures show.
kainjow::mustache::data paper_page_data(const recorded_results& results, const paper_claims& paper,
                                        const illustrations& shown, const field_writer& fields);
kainjow::mustache::data bounds_data(const recorded_results& results, const illustrations& shown,
                                    const field_writer& fields);
kainjow::mustache::data figures_data(const illustrations& shown, const field_writer& fields);

/// What the page "Numbers in circulation" shows: the projects whose numbers were audited, each with
/// what is said of its statements, to whom that matters, the corrected numbers and the tables in
/// which they stand.
kainjow::mustache::data software_data(const recorded_results& results, const illustrations& shown,
                                      const field_writer& fields);

/// What the coverage page shows of a results file: for every paper, each of its statements with the
/// claims that check it, their verdicts where the file has them, and what is not checked. A results
/// file without a list of statements gives a page without papers.
kainjow::mustache::data coverage_data(const recorded_results& results);

}  // namespace shufflecert::inline v0_1::claims
