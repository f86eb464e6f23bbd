#pragma once

#include <cstddef>
#include <vector>

#include "shufflecert/budget.hpp"
#include "shufflecert/rational.hpp"

namespace shufflecert::inline v0_1 {

/// E[S^{2j} | N] for a sum S of N independent signs, as a polynomial in N with whole coefficients:
/// (M.5) of docs/methods/moments.md.
///
/// @returns the coefficients, that of N^i at i = 0, …, j. The rows are computed once in a process
///          and stay where they are; safe to call from several threads.
const std::vector<integer>& sign_moment(std::size_t j, const budget& limits);

}  // namespace shufflecert::inline v0_1
