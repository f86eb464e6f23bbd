#include "quantities/noise/noise_rows.hpp"

#include <algorithm>
#include <iterator>

#include "quantities/noise/part_masses.hpp"

namespace shufflecert::inline v0_1 {
namespace {

bool has_part_on(const integer_noise& law, outcome_set outcomes) {
  return std::any_of(law.parts.begin(), law.parts.end(), [outcomes](const noise_part& part) {
    return outcomes_of(part.kind) == outcomes;
  });
}

bool has_outcome(const integer_noise& law, const std::vector<std::int64_t>& outcome) {
  return std::any_of(law.parts.begin(), law.parts.end(), [&](const noise_part& part) {
    const auto* table = std::get_if<law_ptr>(&part.kind);
    if (table != nullptr) return !probability_of(**table, outcome).is_zero();
    return outcome.front() >= 0 || outcomes_of(part.kind) == outcome_set::whole_line;
  });
}

// Whether every outcome, or any, of the tables of the first law is one of the second.
template <class Quantifier>
bool tables_have(const integer_noise& law, const integer_noise& other, Quantifier quantifier) {
  const auto of_table = [&](const noise_part& part) {
    const auto& entries = std::get<law_ptr>(part.kind)->entries;
    return quantifier(entries.begin(), entries.end(),
                      [&](const law_entry& entry) { return has_outcome(other, entry.outcome); });
  };
  std::vector<noise_part> tables;
  std::copy_if(law.parts.begin(), law.parts.end(), std::back_inserter(tables), is_table);
  return quantifier(tables.begin(), tables.end(), of_table);
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
  if (has_part_on(q, outcome_set::whole_line)) return false;
  if (has_part_on(p, outcome_set::whole_line)) return true;
  if (has_part_on(p, outcome_set::from_zero) && !has_part_on(q, outcome_set::from_zero))
    return true;
  return !tables_have(
      p, q, [](auto first, auto last, auto holds) { return std::all_of(first, last, holds); });
}

bool are_disjoint(const integer_noise& p, const integer_noise& q) {
  // A law without end has outcomes in common with every law of its kind, and the tables of both
  // say which of theirs the other has.
  if (has_part_on(p, outcome_set::whole_line) || has_part_on(q, outcome_set::whole_line))
    return false;
  if (has_part_on(p, outcome_set::from_zero) && has_part_on(q, outcome_set::from_zero))
    return false;
  const auto any = [](auto first, auto last, auto holds) {
    return std::any_of(first, last, holds);
  };
  return !tables_have(p, q, any) && !tables_have(q, p, any);
}

}  // namespace shufflecert::inline v0_1
