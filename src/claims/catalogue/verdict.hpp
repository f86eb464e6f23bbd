#pragma once

#include <optional>

#include "claims/text/named_kind.hpp"

namespace shufflecert::inline v0_1::claims {

/// The verdicts of docs/guide/verdicts.md, in the order in which everything lists them.
enum class verdict { refuted, contradicted, invalid, undecided, proved, verified, supported };
constexpr auto names_of(verdict) {
  return names_up_to<verdict::supported>("refuted", "contradicted", "invalid", "undecided",
                                         "proved", "verified", "supported");
}

/// Whether a verdict speaks for its claim.
constexpr bool is_favourable(verdict found) {
  return found == verdict::verified || found == verdict::proved || found == verdict::supported;
}

/// Whether a verdict speaks against its claim.
constexpr bool is_unfavourable(verdict found) {
  return found == verdict::refuted || found == verdict::contradicted;
}

/// Whether a verdict is the one on record; "proved" satisfies "verified". Without one on record it
/// must speak for its claim.
constexpr bool is_as_expected(verdict found, const std::optional<verdict>& expected) {
  if (!expected) return is_favourable(found);
  return found == *expected ||
         (found == verdict::proved &&
          (*expected == verdict::verified || *expected == verdict::supported)) ||
         (found == verdict::refuted && *expected == verdict::contradicted);
}

}  // namespace shufflecert::inline v0_1::claims
