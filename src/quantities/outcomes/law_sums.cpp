// Binomial laws, and sums of independent outcomes of two laws.

#include <algorithm>
#include <map>
#include <utility>

#include "quantities/binomial/law.hpp"
#include "quantities/outcomes/histograms.hpp"
#include "quantities/outcomes/outcome_sum.hpp"
#include "shufflecert/errors.hpp"
#include "shufflecert/laws.hpp"

namespace shufflecert::inline v0_1 {
namespace {

constexpr std::uint64_t most_products = 1'000'000'000;
constexpr std::uint64_t most_exact_products = 200'000;
constexpr std::size_t most_exact_bits = 4'096;
constexpr std::uint64_t products_between_checks = 100'000;

// Bits of the longest probability; nothing where one is not rational.
std::optional<std::size_t> longest_rational(const law_table& law) {
  std::size_t longest = 0;
  for (const law_entry& entry : law.entries) {
    const rational* exact = entry.probability.as_rational();
    if (exact == nullptr) return std::nullopt;
    longest = std::max<std::size_t>(longest, bit_size(*exact));
  }
  return longest;
}

std::vector<ball> enclosures(const law_table& law, bits precision) {
  std::vector<ball> masses;
  masses.reserve(law.entries.size());
  for (const law_entry& entry : law.entries) masses.push_back(entry.probability.to_ball(precision));
  return masses;
}

std::int64_t coordinate_sum(std::int64_t a, std::int64_t b) {
  std::int64_t sum = 0;
  if (__builtin_add_overflow(a, b, &sum))
    throw beyond_reach("an outcome of the sum is beyond 2^63");
  return sum;
}

// Adds up the products of all pairs of outcomes, by where they are.
template <class Mass>
std::map<outcome_tuple, Mass> products(const law_table& p, const std::vector<Mass>& p_masses,
                                       const law_table& q, const std::vector<Mass>& q_masses,
                                       const budget& limits) {
  std::map<outcome_tuple, Mass> sums;
  std::uint64_t count = 0;
  outcome_tuple at(p.dimension);
  for (std::size_t i = 0; i < p.entries.size(); ++i) {
    for (std::size_t j = 0; j < q.entries.size(); ++j) {
      if (++count % products_between_checks == 0) limits.check();
      for (std::size_t c = 0; c < at.size(); ++c)
        at[c] = coordinate_sum(p.entries[i].outcome[c], q.entries[j].outcome[c]);
      Mass product = p_masses[i] * q_masses[j];
      const auto [entry, is_new] = sums.try_emplace(at, std::move(product));
      if (!is_new) entry->second += p_masses[i] * q_masses[j];
    }
    if (sums.size() > longest_law) refuse_law_size();
  }
  return sums;
}

// The same where outcomes are numbers that lie close together.
std::map<outcome_tuple, ball> products_in_a_row(const law_table& p,
                                                const std::vector<ball>& p_masses,
                                                const law_table& q,
                                                const std::vector<ball>& q_masses, bits precision,
                                                const budget& limits) {
  const std::int64_t low =
      coordinate_sum(p.entries.front().outcome[0], q.entries.front().outcome[0]);
  const std::int64_t high =
      coordinate_sum(p.entries.back().outcome[0], q.entries.back().outcome[0]);
  std::vector<ball> row(static_cast<std::size_t>(high - low) + 1, ball::of(0, precision));
  std::uint64_t count = 0;
  for (std::size_t i = 0; i < p.entries.size(); ++i)
    for (std::size_t j = 0; j < q.entries.size(); ++j) {
      if (++count % products_between_checks == 0) limits.check();
      const std::int64_t at = p.entries[i].outcome[0] + q.entries[j].outcome[0] - low;
      arb_addmul(row[static_cast<std::size_t>(at)].raw(), p_masses[i].raw(), q_masses[j].raw(),
                 precision);
    }
  std::map<outcome_tuple, ball> sums;
  for (std::size_t i = 0; i < row.size(); ++i)
    if (!row[i].is_exact_zero())
      sums.emplace_hint(sums.end(), outcome_tuple{low + static_cast<std::int64_t>(i)},
                        std::move(row[i]));
  return sums;
}

bool lies_in_a_row(const law_table& p, const law_table& q) {
  if (p.dimension != 1) return false;
  const auto width = [](const law_table& law) {
    return static_cast<std::uint64_t>(law.entries.back().outcome[0]) -
           static_cast<std::uint64_t>(law.entries.front().outcome[0]);
  };
  return width(p) < longest_law && width(q) < longest_law && width(p) + width(q) < longest_law;
}

template <class Mass>
void list(std::map<outcome_tuple, Mass> sums, law_table& law) {
  law.entries.reserve(sums.size());
  for (auto& [at, mass] : sums) law.entries.push_back({at, number(std::move(mass))});
}

}  // namespace

law_ptr sum_of_laws(const law_ptr& p, const law_ptr& q, bits precision, const budget& limits) {
  require_one_length(*p, *q);
  const std::uint64_t count = static_cast<std::uint64_t>(p->entries.size()) * q->entries.size();
  if (count > most_products)
    throw beyond_reach("the sum of laws of " + std::to_string(p->entries.size()) + " and " +
                       std::to_string(q->entries.size()) + " outcomes takes too long");
  law_table law{p->dimension, {}, std::nullopt};
  if (p->text && q->text) law.text = "sum_law(" + *p->text + ", " + *q->text + ")";
  const auto p_bits = longest_rational(*p);
  const auto q_bits = longest_rational(*q);
  if (p_bits && q_bits && *p_bits + *q_bits <= most_exact_bits && count <= most_exact_products) {
    const auto exact = [](const law_table& one) {
      std::vector<rational> masses;
      masses.reserve(one.entries.size());
      for (const law_entry& entry : one.entries) masses.push_back(*entry.probability.as_rational());
      return masses;
    };
    list(products(*p, exact(*p), *q, exact(*q), limits), law);
  } else {
    const bits wide = walking_precision(
        precision, static_cast<std::int64_t>(std::min(p->entries.size(), q->entries.size())));
    const std::vector<ball> p_masses = enclosures(*p, wide);
    const std::vector<ball> q_masses = enclosures(*q, wide);
    list(lies_in_a_row(*p, *q) ? products_in_a_row(*p, p_masses, *q, q_masses, wide, limits)
                               : products(*p, p_masses, *q, q_masses, limits),
         law);
  }
  return std::make_shared<const law_table>(std::move(law));
}

law_ptr binomial_law(std::int64_t n, const number& p, bits precision, const budget& limits) {
  if (n < 0) throw undefined_value("the number of trials must be >= 0");
  if (n >= static_cast<std::int64_t>(longest_law)) refuse_law_size();
  require_probability(p, precision);
  const number other = subtract(1, p, precision);
  law_table law{1, {}, std::nullopt};
  if (const auto exact = p.exact_text())
    law.text = "binomial_law(" + std::to_string(n) + ", " + *exact + ")";
  if (p.is_zero() || other.is_zero() || n == 0) {
    law.entries.push_back({{p.is_zero() ? 0 : n}, 1});
    return std::make_shared<const law_table>(std::move(law));
  }
  if (sign(p, precision) != 1 || sign(other, precision) != 1)
    throw precision_needed("whether the probability of a trial is 0 or 1 is not determined");
  law.entries.reserve(static_cast<std::size_t>(n) + 1);
  if (has_exact_weights(n, p)) {
    // C(n, x) a^x (b − a)^(n − x) / b^n
    const integer a = numerator(*p.as_rational());
    const integer b = denominator(*p.as_rational());
    const integer total = boost::multiprecision::pow(b, static_cast<unsigned>(n));
    integer weight = boost::multiprecision::pow(integer(b - a), static_cast<unsigned>(n));
    for (std::int64_t x = 0; x <= n; ++x) {
      law.entries.push_back({{x}, number(rational(weight, total))});
      weight = weight * (n - x) * a / (integer(x + 1) * (b - a));
    }
    return std::make_shared<const law_table>(std::move(law));
  }
  const bits wide = walking_precision(precision, n);
  const ball chance = p.to_ball(wide);
  const ball missed = subtract(1, p, wide).to_ball(wide);
  const ball odds = chance / missed;
  ball mass = pow(missed, n);
  for (std::int64_t x = 0; x <= n; ++x) {
    if (x % 1024 == 1023) limits.check();
    if (!mass.is_certainly_positive())
      throw precision_needed("a probability of the law is not determined");
    law.entries.push_back({{x}, number(mass)});
    mass = mass * odds * (n - x) / (x + 1);
  }
  return std::make_shared<const law_table>(std::move(law));
}

}  // namespace shufflecert::inline v0_1
