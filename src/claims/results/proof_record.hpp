#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "claims/text/named_kind.hpp"

namespace shufflecert {

/// The values of one variable in a region, as text: a closed range, or a list.
struct stated_range {
  std::string lower;                ///< of a range; empty for a list
  std::string upper;                ///< of a range; empty for a list
  std::vector<std::string> values;  ///< of a list
};

/// The values of all variables of a claim.
using stated_region = std::map<std::string, stated_range>;

enum class proof_method {
  subdivision,  ///< balls over boxes that cover the region
  enumeration,  ///< every point of a finite region
  algebra       ///< both sides are the same expression
};

constexpr auto names_of(proof_method) {
  return names_up_to<proof_method::algebra>("subdivision into boxes",
                                            "every point of a finite region", "exact algebra");
}

/// What became of the proof that a claim asks for.
struct proof_record {
  std::vector<stated_region> regions;  ///< where a proof was sought: all of them together
  bool is_complete = false;            ///< certainly true at every point of the regions
  proof_method method = proof_method::subdivision;
  std::size_t boxes = 0;              ///< examined
  std::size_t open_boxes = 0;         ///< on which nothing was decided
  std::vector<stated_region> open;    ///< the first few of them
  std::optional<bool> covers_regime;  ///< the regions certainly contain where the paper uses it
  std::string reason;                 ///< why it stayed open
};

}  // namespace shufflecert
