#include "shufflecert/noise_laws.hpp"

#include <utility>

#include "quantities/noise/noise_spans.hpp"
#include "quantities/noise/part_masses.hpp"
#include "quantities/pairs/parameters.hpp"
#include "shufflecert/errors.hpp"

namespace shufflecert::inline v0_1 {
namespace {

constexpr std::size_t most_parts = 64;

std::optional<std::string> text_of(const char* name, const number& a, const number& b) {
  const auto first = a.exact_text();
  const auto second = b.exact_text();
  if (!first || !second) return std::nullopt;
  return std::string(name) + "(" + *first + ", " + *second + ")";
}

void check_centre(const number& m, bits precision) {
  require_finite(m, "m");
  const rational most = 1'000'000'000'000'000;
  require(abs(m, precision), relation::less_equal, most, precision, "m", "from -10^15 to 10^15");
}

// Of a mean, and of a number of successes.
void check_size(const number& x, const char* name, bits precision) {
  require_finite(x, name);
  require(x, relation::greater, 0, precision, name, "> 0");
  const rational most = 1'000'000'000'000'000;
  require(x, relation::less_equal, most, precision, name, "at most 10^15");
}

noise_ptr alone(noise_kind kind, std::optional<std::string> text) {
  return std::make_shared<const integer_noise>(
      integer_noise{{{1, std::move(kind)}}, std::move(text)});
}

}  // namespace

noise_ptr discrete_gaussian_law(const number& m, const number& v, bits precision) {
  check_centre(m, precision);
  require_finite(v, "v");
  require(v, relation::greater, 0, precision, "v", "> 0");
  return alone(discrete_gaussian_noise{m, v}, text_of("discrete_gaussian_law", m, v));
}

noise_ptr geometric_law(const number& m, const number& eps, bits precision) {
  check_centre(m, precision);
  require_finite(eps, "eps");
  require(eps, relation::greater, 0, precision, "eps", "> 0");
  return alone(geometric_noise{m, eps}, text_of("geometric_law", m, eps));
}

noise_ptr poisson_law(const number& mu, bits precision) {
  check_size(mu, "mu", precision);
  const auto text = mu.exact_text();
  return alone(poisson_noise{mu},
               text ? std::optional("poisson_law(" + *text + ")") : std::nullopt);
}

noise_ptr negative_binomial_law(const number& r, const number& p, bits precision) {
  check_size(r, "r", precision);
  require_finite(p, "p");
  require(p, relation::greater, 0, precision, "p", "> 0 and < 1");
  require(p, relation::less, 1, precision, "p", "> 0 and < 1");
  return alone(negative_binomial_noise{r, p, subtract(1, p, precision)},
               text_of("negative_binomial_law", r, p));
}

noise_ptr skellam_law(std::int64_t m, const number& mu, bits precision) {
  check_centre(m, precision);
  check_size(mu, "mu", precision);
  return alone(skellam_noise{m, mu}, text_of("skellam_law", m, mu));
}

noise_ptr as_noise(const law_ptr& table) {
  if (table->dimension != 1)
    throw undefined_value("integer noise has outcomes of one number, and a law here has " +
                          std::to_string(table->dimension) + " coordinates");
  // As far as centres of noise may lie: spans of outcomes then stay far below 64 bits.
  constexpr std::int64_t farthest = 1'000'000'000'000'000;
  for (const auto& entry : table->entries)
    if (entry.outcome.front() < -farthest || entry.outcome.front() > farthest)
      throw undefined_value(
          "beside integer noise, outcomes must be from -10^15 to 10^15, and one is " +
          std::to_string(entry.outcome.front()));
  return alone(table, table->text);
}

noise_ptr mixture(const number& w, const noise_ptr& p, const noise_ptr& q, bits precision) {
  const number other = subtract(1, w, precision);
  const mixture_parts parts = parts_of_mixture(w, other, precision);
  if (parts != mixture_parts::both) return parts == mixture_parts::first ? p : q;
  if (p->parts.size() + q->parts.size() > most_parts)
    throw beyond_reach("a mixture of more than 64 laws");
  integer_noise mixed;
  if (const auto weight = w.exact_text(); weight && p->text && q->text)
    mixed.text = "mix(" + *weight + ", " + *p->text + ", " + *q->text + ")";
  for (const noise_part& part : p->parts)
    mixed.parts.push_back({multiply(w, part.weight, precision), part.kind});
  for (const noise_part& part : q->parts)
    mixed.parts.push_back({multiply(other, part.weight, precision), part.kind});
  return std::make_shared<const integer_noise>(std::move(mixed));
}

number probability_of(const integer_noise& law, std::int64_t x, bits precision) {
  const ball mass = law_masses(law, walking_precision(law, {x, x}, precision)).at(x);
  return known(mass.with_precision(precision), "the probability");
}

}  // namespace shufflecert::inline v0_1
