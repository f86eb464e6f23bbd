#pragma once

#include <optional>
#include <string>
#include <vector>

#include "claims/frontier/frontier_row.hpp"
#include "claims/points/point_evaluation.hpp"
#include "claims/results/results_json.hpp"

namespace shufflecert::inline v0_1::claims {

// Where, along one variable, a condition switches between true and false. docs/guide/frontier.md
// says how it is found, and what is certain of it.

/// Finds the switches of `relation` along `options.over`. `fixed` has values for all other
/// variables. What cannot be settled, or not in time, is an open piece.
frontier_row find_frontier(const claim_context& context, const expression_ptr& relation,
                           const check_point& fixed, const frontier_options& options);

/// What a table of frontiers is about.
struct frontier_subject {
  std::string command;
  std::string claim;     ///< its id; empty for a relation of the command line
  std::string relation;  ///< as text
  frontier_options options;
  std::vector<std::string> set;  ///< the variables that have values, in the order of the columns
  std::vector<std::string> cautions = {};  ///< what the truth of the relation does not cover
};

/// The table as docs/guide/frontier.md describes it.
json frontier_json(const frontier_subject& subject, const catalogue& read,
                   const std::vector<frontier_row>& rows);

/// One line for each piece and each switch, in the order of the range, below a line of names.
std::string frontier_csv(const frontier_subject& subject, const std::vector<frontier_row>& rows);

/// The table for a terminal; one row alone is shown piece by piece.
std::string frontier_text(const frontier_subject& subject, const std::vector<frontier_row>& rows);

}  // namespace shufflecert::inline v0_1::claims
