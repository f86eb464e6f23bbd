#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "claims/text/named_kind.hpp"

namespace shufflecert::inline v0_1::claims {

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
  algebra,      ///< both sides are the same expression
  derivation    ///< bounds and orders that the documentation derives, on the whole domain
};

constexpr auto names_of(proof_method) {
  return names_up_to<proof_method::derivation>(
      "subdivision into boxes", "every point of a finite region", "exact algebra", "derivation");
}

/// How much of a claim's domain the regions of a proof certainly contain.
enum class proof_coverage {
  domain,  ///< all of it: nothing less makes a claim `proved`
  regime,  ///< at least where the paper uses the claim
  part     ///< not known to be more than a part
};

constexpr auto names_of(proof_coverage) {
  return names_up_to<proof_coverage::part>("domain", "regime", "part");
}

/// What stands behind a proof besides the program that found it.
enum class proof_evidence {
  kernel,   ///< Coq accepts it as a theorem without hypotheses
  checker,  ///< check-proof accepts it, by machine alone
  by_hand   ///< derivations by hand, or steps that no other program is recorded to have checked
};

constexpr auto names_of(proof_evidence) {
  return names_up_to<proof_evidence::by_hand>("kernel", "checker", "hand");
}

/// A derivation as a proof file has it (docs/reference/proof-files.md).
struct derivation_lines {
  /// The steps of one case, such as "lambda = 2"; or of all of it, without one.
  struct part {
    std::string where;
    std::vector<std::string> steps;
  };
  std::vector<std::string> values;  ///< of variables that no condition mentions; none: all
  std::vector<part> parts;
};

/// What became of the proof that a claim asks for.
struct proof_record {
  std::vector<stated_region> regions;  ///< where a proof was sought: all of them together
  bool is_complete = false;            ///< certainly true at every point of the regions
  proof_method method = proof_method::subdivision;
  std::size_t boxes = 0;            ///< examined
  std::size_t open_boxes = 0;       ///< on which nothing was decided
  std::vector<stated_region> open;  ///< the first few of them
  proof_coverage covers = proof_coverage::part;
  std::vector<std::string> steps;  ///< of a derivation that is complete, for people
  /// The same for check-proof; nothing where the record was read from a file, which lacks them.
  std::optional<derivation_lines> lines;
  /// Variables that no condition of the domain mentions stand at their check values in it.
  bool rests_on_check_values = false;
  std::string reason;                                     ///< why it stayed undecided
  std::optional<proof_evidence> evidence = std::nullopt;  ///< of a claim that is proved
};

/// What became of a region on which a claim is to fail everywhere.
struct refuted_region {
  stated_region region;  ///< an upper end "inf" stands for none
  bool is_proved =
      false;              ///< certainly in the domain, and the relation false, at every point of it
  std::string witness;    ///< the closed formula in the place of divergences; empty without one
  std::string shown;      ///< the condition that was shown to hold on the region
  std::size_t boxes = 0;  ///< examined
  std::string reason;     ///< why it stayed undecided
  /// A point of it at which the relation itself was evaluated, and is certainly false; else empty.
  std::map<std::string, std::string> point;
  /// What a results file says of it, which in files of earlier versions is all; else empty.
  std::string words;
};

/// "eps0 >= 8, n from 2*exp(eps0) to 8*exp(eps0), lambda = 2"
std::string in_words(const stated_region& region);

/// What the region says of the claim: "fails on the whole of …", or why that stayed undecided.
std::string in_words(const refuted_region& found);

}  // namespace shufflecert::inline v0_1::claims
