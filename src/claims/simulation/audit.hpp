#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "claims/simulation/event.hpp"
#include "claims/simulation/mechanism.hpp"
#include "shufflecert/budget.hpp"

namespace shufflecert::inline v0_1::claims {

/// How an audit by simulation is made.
struct audit_plan {
  rational delta = 0;           ///< δ, in [0, 1)
  rational error{1, 20};        ///< the probability of being wrong, 1 − confidence, in (0, 1)
  std::int64_t runs = 100'000;  ///< on each data set, >= fewest_runs
  std::uint64_t seed = 1;
};

constexpr std::int64_t fewest_runs = 100;

/// What an audit found.
struct audit_finding {
  threshold_event event;      ///< chosen by the first runs
  std::int64_t choosing = 0;  ///< runs on each data set that chose it
  std::int64_t trials = 0;    ///< other runs on each, which counted it
  std::int64_t hits_p = 0;    ///< in how many of them on P
  std::int64_t hits_q = 0;    ///< on Q
  rational at_least = 0;      ///< the probability of the event on the side that has more of it
  rational at_most = 1;       ///< on the other side
  number eps = 0;             ///< log((at_least − δ)/at_most), or 0 where that is smaller
};

/// Runs a mechanism on two neighbouring data sets and bounds its ε at δ from below. The bound is
/// above the mechanism's ε with a probability of at most `plan.error`; docs/methods/simulation.md,
/// section 1. The finding depends on the seed, and not on the number of threads.
///
/// @param what      a mechanism of which complaint_about() says nothing
/// @param progress  told how many of how many runs are over, from any thread; may be empty
/// @throws beyond_reach  the time is over
audit_finding audit(const mechanism& what, const audit_plan& plan, const budget& limits,
                    const std::function<void(std::size_t, std::size_t)>& progress = {});

/// The same for numbers that another program made of its releases, independent ones: the first
/// quarter of each side chooses the event.
///
/// @param of_p, of_q  at least fewest_runs numbers each
audit_finding audit_samples(const std::vector<double>& of_p, const std::vector<double>& of_q,
                            const audit_plan& plan, const budget& limits);

}  // namespace shufflecert::inline v0_1::claims
