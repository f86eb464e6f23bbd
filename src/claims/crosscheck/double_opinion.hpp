#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "claims/points/point_evaluation.hpp"

namespace shufflecert::inline v0_1::claims {

/// Terms and nodes that plain double may take for a claim.
inline constexpr std::int64_t most_work_of_claim = 400'000;

/// What plain double says of a `forall` relation at the points at which certified values decided
/// it: the counterexamples of `found` first, then the listed points that certainly hold or fail.
/// Points where the sides only tie are not asked about. The work is counted, not timed.
///
/// @param outcomes  of the listed points, in the order of point_at()
/// @return nothing where no point was decided, the relation was not judged to the end, or the time
///         is over
std::optional<double_finding> opinion_of_double(const claim_context& context,
                                                const expression_ptr& relation,
                                                const judgement& found,
                                                const std::vector<point_outcome>& outcomes);

/// The same of an `exists` relation at the solution that was found, where it certainly holds.
/// Nothing where no solution is on record, or its sides only tie.
std::optional<double_finding> opinion_of_double_at_solution(const claim_context& context,
                                                            const expression_ptr& relation,
                                                            const judgement& found);

/// What plain double says of the local orders of a claim about a rate: each one is computed again
/// as log2(e(n)/e(2n)) from errors in double. An order counts as different where double has it more
/// than 0.01 outside of the certified enclosure; there is no verdict in double. In the finding,
/// `point` holds the size n too, `lhs` is the order in double and `certified` the enclosure. The
/// work is counted, not timed.
///
/// @return nothing where the claim has no local orders, or the time is over
std::optional<double_finding> orders_of_double(const claim_context& context,
                                               const judgement& found);

}  // namespace shufflecert::inline v0_1::claims
