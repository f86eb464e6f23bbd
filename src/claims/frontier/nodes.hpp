#pragma once

#include <map>
#include <string>

#include "claims/frontier/frontier_row.hpp"

namespace shufflecert::inline v0_1::claims {

/// A point that was checked, and what is known of the cell from it to the next one.
struct frontier_node {
  frontier_state state = frontier_state::open;
  std::string reason;
  bool needs_whole = false;      ///< the reason is that something needs a whole number
  bool is_excluded_end = false;  ///< an end of the range that the domain leaves out
  enum class cell { unsettled, proved, bracket } after = cell::unsettled;
  frontier_state proved = frontier_state::open;
};

using frontier_nodes = std::map<rational, frontier_node>;

/// Whether the condition is known to hold, or to fail, at the point.
inline bool is_certain(frontier_state state) {
  return state == frontier_state::holds || state == frontier_state::fails;
}

/// Whether a boundary is to be bracketed between the two points: their states are known, and
/// differ.
inline bool is_boundary(const frontier_node& a, const frontier_node& b) {
  const auto is_known = [](const frontier_node& node) {
    return node.state != frontier_state::open && !node.is_excluded_end;
  };
  return is_known(a) && is_known(b) && a.state != b.state;
}

/// The width that a bracket from one value to another may have.
rational widest_bracket(const frontier_options& options, const rational& from, const rational& to);

/// Adds the pieces and the brackets that lie between the nodes to the row. The first and the last
/// node are the ends of the row's range. `exhaustion` says why the search ended early, or is null.
void collect_pieces(const frontier_nodes& nodes, const frontier_options& options,
                    const char* exhaustion, frontier_row& row);

}  // namespace shufflecert::inline v0_1::claims
