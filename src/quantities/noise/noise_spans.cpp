#include "quantities/noise/noise_spans.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "arithmetic/bit_length.hpp"
#include "arithmetic/overloaded.hpp"
#include "shufflecert/errors.hpp"

namespace shufflecert::inline v0_1 {
namespace {

// Beyond this a double does not tell neighbours apart.
constexpr double farthest = 4e15;

outcome_span around(double centre, double reach) {
  if (!(std::abs(centre) + reach < farthest)) refuse_noise_span();
  return {static_cast<std::int64_t>(std::floor(centre - reach)),
          static_cast<std::int64_t>(std::ceil(centre + reach))};
}

double exponent_of(double log2_threshold) {
  return std::log(2.0) * (std::abs(log2_threshold) + 8);
}

}  // namespace

double double_near(const number& x) {
  constexpr bits few = 64;
  return x.to_ball(few).near();
}

bool is_table(const noise_part& part) {
  return std::holds_alternative<law_ptr>(part.kind);
}

void refuse_noise_span() {
  throw beyond_reach("direct summation would need more than 2*10^7 outcomes of integer noise");
}

outcome_span span_of(const noise_kind& kind, double log2_threshold) {
  const double exponent = exponent_of(log2_threshold);
  return std::visit(overloaded{[&](const discrete_gaussian_noise& of) {
                                 return around(double_near(of.m),
                                               std::sqrt(2 * double_near(of.v) * exponent) + 2);
                               },
                               [&](const geometric_noise& of) {
                                 return around(double_near(of.m),
                                               exponent / double_near(of.eps) + 2);
                               },
                               [](const law_ptr& of) {
                                 return outcome_span{of->entries.front().outcome.front(),
                                                     of->entries.back().outcome.front()};
                               }},
                    kind);
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

double log_mass_near(const noise_kind& kind, double x) {
  return std::visit(overloaded{[&](const discrete_gaussian_noise& of) {
                                 const double v = double_near(of.v);
                                 const double away = x - double_near(of.m);
                                 return -away * away / (2 * v) -
                                        std::max(0.0, std::log(2 * std::numbers::pi * v) / 2);
                               },
                               [&](const geometric_noise& of) {
                                 const double eps = double_near(of.eps);
                                 return -eps * std::abs(x - double_near(of.m)) +
                                        std::log(std::tanh(eps / 2));
                               },
                               [&](const law_ptr& of) {
                                 const outcome_span all = span_of(of, 0);
                                 const bool is_inside = x >= static_cast<double>(all.first) &&
                                                        x <= static_cast<double>(all.last);
                                 return is_inside ? 0.0 : -std::numeric_limits<double>::infinity();
                               }},
                    kind);
}

}  // namespace shufflecert::inline v0_1
