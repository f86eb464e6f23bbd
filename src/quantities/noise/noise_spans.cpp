#include "quantities/noise/noise_spans.hpp"

#include <algorithm>
#include <cmath>

#include "arithmetic/bit_length.hpp"

namespace shufflecert::inline v0_1 {
bool is_table(const noise_part& part) {
  return std::holds_alternative<law_ptr>(part.kind);
}

outcome_span span_of(const integer_noise& law, double log2_threshold) {
  outcome_span all = span_of(law.parts.front().kind, log2_threshold);
  for (const noise_part& part : law.parts) all = hull(all, span_of(part.kind, log2_threshold));
  return all;
}

std::vector<outcome_span> joined_spans(const noise_pair& pair, double log2_threshold) {
  std::vector<outcome_span> spans;
  for (const noise_ptr& law : {pair.p, pair.q})
    for (const noise_part& part : law->parts) spans.push_back(span_of(part.kind, log2_threshold));
  std::sort(spans.begin(), spans.end(),
            [](const outcome_span& a, const outcome_span& b) { return a.first < b.first; });
  std::vector<outcome_span> joined;
  for (const outcome_span& span : spans) {
    if (!joined.empty() && span.first <= joined.back().last + 1)
      joined.back().last = std::max(joined.back().last, span.last);
    else
      joined.push_back(span);
  }
  std::int64_t count = 0;
  for (const outcome_span& span : joined) {
    require_summable(span);
    count += size_of(span);
  }
  if (count > most_noise_outcomes) refuse_noise_span();
  return joined;
}

outcome_span hull(const outcome_span& a, const outcome_span& b) {
  return {std::min(a.first, b.first), std::max(a.last, b.last)};
}

std::int64_t size_of(const outcome_span& span) {
  return span.last - span.first + 1;
}

void require_summable(const outcome_span& span) {
  if (size_of(span) > most_noise_outcomes) refuse_noise_span();
}

bits walking_precision(const integer_noise& law, const outcome_span& all, bits precision) {
  double largest = 1;
  for (const noise_part& part : law.parts)
    for (const std::int64_t x : {all.first, all.last}) {
      const double size = std::abs(log_mass_near(part.kind, static_cast<double>(x)));
      if (std::isfinite(size)) largest = std::max(largest, size);
    }
  return precision + 24 + 2 * bit_length(size_of(all)) + bits_near(std::log2(largest));
}

}  // namespace shufflecert::inline v0_1
