#include "quantities/noise/noise_rows.hpp"

#include <algorithm>

#include "quantities/noise/part_masses.hpp"

namespace shufflecert::inline v0_1 {
namespace {

// Every law by name gives each whole number a mass.
bool has_all_outcomes(const integer_noise& law) {
  return !std::all_of(law.parts.begin(), law.parts.end(), is_table);
}

bool lists(const integer_noise& law, const std::vector<std::int64_t>& outcome) {
  return std::any_of(law.parts.begin(), law.parts.end(), [&](const noise_part& part) {
    return !probability_of(*std::get<law_ptr>(part.kind), outcome).is_zero();
  });
}

}  // namespace

void visit_spans(const noise_pair& pair, const std::vector<outcome_span>& spans, bits precision,
                 const budget& limits, const see_masses& see) {
  outcome_span all = spans.front();
  for (const outcome_span& span : spans) all = hull(all, span);
  const law_masses of_p(*pair.p, walking_precision(*pair.p, all, precision));
  const law_masses of_q(*pair.q, walking_precision(*pair.q, all, precision));
  for (const outcome_span& span : spans) {
    const auto p = of_p.walk_from(span.first);
    const auto q = of_q.walk_from(span.first);
    for (std::int64_t x = span.first;; ++x) {
      if (((x - span.first) & 127) == 0) limits.check();
      see(p->mass(), q->mass());
      if (x == span.last) break;
      p->step_up();
      q->step_up();
    }
  }
}

ball visit_noise(const noise_pair& pair, bits precision, double log2_threshold,
                 const budget& limits, const see_masses& see) {
  visit_spans(pair, joined_spans(pair, log2_threshold), precision, limits, see);
  // Each part may leave out what is beyond its own span.
  const auto left_out = [&](const integer_noise& law) {
    ball sum(precision);
    for (const noise_part& part : law.parts) {
      const outcome_span span = span_of(part.kind, log2_threshold);
      const auto masses = masses_of(part, walking_precision(law, span, precision));
      sum += masses->above(span.last) + masses->below(span.first);
    }
    return upper_bound(sum);
  };
  return max(left_out(*pair.p), left_out(*pair.q));
}

ball mass_outside(const integer_noise& law, const outcome_span& span, bits precision) {
  ball sum(precision);
  for (const noise_part& part : law.parts) {
    const auto masses = masses_of(part, walking_precision(law, span, precision));
    sum += masses->above(span.last) + masses->below(span.first);
  }
  return upper_bound(sum);
}

bool has_singular_outcomes(const integer_noise& p, const integer_noise& q) {
  if (has_all_outcomes(q)) return false;
  if (has_all_outcomes(p)) return true;
  for (const noise_part& part : p.parts)
    for (const law_entry& entry : std::get<law_ptr>(part.kind)->entries)
      if (!lists(q, entry.outcome)) return true;
  return false;
}

bool are_disjoint(const integer_noise& p, const integer_noise& q) {
  if (has_all_outcomes(p) || has_all_outcomes(q)) return false;
  for (const noise_part& part : p.parts)
    for (const law_entry& entry : std::get<law_ptr>(part.kind)->entries)
      if (lists(q, entry.outcome)) return false;
  return true;
}

}  // namespace shufflecert::inline v0_1
