#pragma once

#include <cstddef>
#include <vector>

#include "claims/points/point_evaluation.hpp"

namespace shufflecert::inline v0_1::claims {

/// Points that are far from the listed ones: the corners of the domain, its ends and what is close
/// to them, far along where there is no end, and points spread evenly between. The listed points
/// may all lie where a false claim happens to hold; these do not depend on that. What the domain
/// does not mention keeps its listed values. Deterministic.
///
/// @returns at most `count` points, without repetitions; some may lie outside of the domain. None
///          where there is nothing to move.
std::vector<check_point> far_points(const claim_context& context, std::size_t count);

}  // namespace shufflecert::inline v0_1::claims
