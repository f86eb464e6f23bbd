#pragma once
// The outcomes of two laws of integer noise, one after the other. Formula numbers refer to
// docs/methods/noise.md.

#include <functional>
#include <optional>
#include <vector>

#include "quantities/noise/noise_spans.hpp"
#include "shufflecert/budget.hpp"
#include "shufflecert/pairs.hpp"

namespace shufflecert::inline v0_1 {

/// Sees an outcome's masses under P and Q.
using see_masses = std::function<void(const ball& p, const ball& q)>;

/// Visits every outcome of the spans, with masses of about `precision` bits.
void visit_spans(const noise_pair& pair, const std::vector<outcome_span>& spans, bits precision,
                 const budget& limits, const see_masses& see);

/// Visits the outcomes of both laws until the rest has a mass of about 2^log2_threshold, and
/// returns an upper bound, as an exact ball, for both P(left out) and Q(left out): (EE.6).
ball visit_noise(const noise_pair& pair, bits precision, double log2_threshold,
                 const budget& limits, const see_masses& see);

/// An upper bound for the mass of the law outside of the span: (EE.6).
ball mass_outside(const integer_noise& law, const outcome_span& span, bits precision);

/// Whether P > 0 = Q somewhere.
bool has_singular_outcomes(const integer_noise& p, const integer_noise& q);
/// Whether no outcome is possible under both.
bool are_disjoint(const integer_noise& p, const integer_noise& q);

}  // namespace shufflecert::inline v0_1
