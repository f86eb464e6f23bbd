#include "shufflecert/laws.hpp"

#include <algorithm>
#include <array>
#include <locale>
#include <numeric>
#include <sstream>

#include "arithmetic/overloaded.hpp"
#include "quantities/outcomes/histograms.hpp"
#include "quantities/outcomes/outcome_rows.hpp"
#include "quantities/outcomes/outcome_sum.hpp"
#include "quantities/pairs/parameters.hpp"
#include "shufflecert/errors.hpp"
#include "shufflecert/pairs.hpp"

namespace shufflecert::inline v0_1 {
namespace {

constexpr std::size_t most_exact_outcomes = 20'000;
constexpr std::size_t largest_histogram_bits = 4'096;

// Not by std::to_chars(), which libraries of before 2022 have for whole numbers only.
std::string short_text(double x) {
  std::ostringstream text;
  text.imbue(std::locale::classic());
  text.precision(3);
  text << x;
  return text.str();
}

// The users with each input, reported with the weight `own`, or `other` where another symbol is.
template <class Value>
std::vector<equal_inputs<Value>> randomized_inputs(const outcome_tuple& inputs, const Value& own,
                                                   const Value& other) {
  require_listable(std::accumulate(inputs.begin(), inputs.end(), std::int64_t{0}), inputs.size());
  std::vector<equal_inputs<Value>> groups;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    if (inputs[i] == 0) continue;
    std::vector<std::size_t> value_of(inputs.size(), 1);
    value_of[i] = 0;
    groups.push_back({inputs[i], {{own, other}, std::move(value_of)}});
  }
  return groups;
}

// e^ε0 = u/v makes every probability a whole number over (u + (k − 1)v)^n.
std::vector<number> exact_histogram(const rational& odds, const outcome_tuple& inputs,
                                    const budget& limits) {
  const integer u = numerator(odds);
  const integer v = denominator(odds);
  const std::int64_t n = std::accumulate(inputs.begin(), inputs.end(), std::int64_t{0});
  histogram_weights<integer> weights(randomized_inputs(inputs, u, v), inputs.size(), 0, 1, limits);
  const integer total =
      boost::multiprecision::pow(integer(u + v * (inputs.size() - 1)), static_cast<unsigned>(n));
  std::vector<number> probabilities;
  probabilities.reserve(weights.values().size());
  for (const integer& weight : weights.values())
    probabilities.emplace_back(rational(weight, total));
  return probabilities;
}

std::vector<number> enclosed_histogram(const number& eps0, const outcome_tuple& inputs,
                                       bits precision, const budget& limits) {
  const std::int64_t n = std::accumulate(inputs.begin(), inputs.end(), std::int64_t{0});
  const bits wide = walking_precision(precision, n);
  const ball odds = exp(eps0, wide).to_ball(wide);
  const ball other = 1 / (odds + static_cast<std::int64_t>(inputs.size() - 1));
  const ball own = odds * other;
  histogram_weights<ball> weights(randomized_inputs(inputs, own, other), inputs.size(), 0,
                                  ball::of(1, wide), limits);
  std::vector<number> probabilities;
  probabilities.reserve(weights.values().size());
  for (ball& weight : weights.values()) {
    if (!weight.is_certainly_positive())
      throw precision_needed("a probability of the law is not determined");
    probabilities.emplace_back(std::move(weight));
  }
  return probabilities;
}

std::optional<std::string> text_of_histogram(const number& eps0, const outcome_tuple& inputs) {
  const auto exact = eps0.exact_text();
  if (!exact) return std::nullopt;
  std::string text = "krr_law(" + *exact;
  for (const std::int64_t count : inputs) text += ", " + std::to_string(count);
  return text + ")";
}

law_ptr chosen_law(const distribution_pair& pair, bool second, bits precision,
                   const budget& limits);

[[noreturn]] void refuse_densities(const std::string& name) {
  throw undefined_value(name + " has no law with finitely many outcomes");
}

struct law_of {
  bool second;
  bits precision;
  const budget& limits;

  law_ptr operator()(const normal_pair&) const { refuse_densities("a normal pair"); }
  law_ptr operator()(const laplace_pair&) const { refuse_densities("a Laplace pair"); }
  law_ptr operator()(const allocation_pair&) const { refuse_densities("an allocation pair"); }
  law_ptr operator()(const law_pair& pair) const { return second ? pair.q : pair.p; }
  law_ptr operator()(const noise_pair&) const { refuse_densities("a pair of integer noise"); }
  law_ptr operator()(const pair_range&) const { refuse_pair_range(); }
  law_ptr operator()(const shuffled_pair&) const {
    throw beyond_reach("the histograms of shuffled_pair are not listed as one law");
  }
  law_ptr operator()(const composed_pair&) const {
    throw beyond_reach("the outcomes of several rounds are not listed as one law");
  }
  law_ptr operator()(const rr_pair& pair) const {
    const std::int64_t ones = second ? 0 : 1;
    return randomized_response_ones(pair.eps0, pair.n - ones, ones, precision, limits);
  }
  law_ptr operator()(const krr_pair& pair) const {
    if (pair.k > static_cast<std::int64_t>(longest_law)) refuse_law_size();
    outcome_tuple inputs(static_cast<std::size_t>(pair.k), 0);
    inputs[second ? 1 : 0] = 1;
    inputs[2] = pair.n - 1;
    return randomized_response_histogram(pair.eps0, inputs, precision, limits);
  }
  law_ptr operator()(const subsampled_pair& pair) const {
    law_ptr without = chosen_law(*pair.of, true, precision, limits);
    if (second) return without;
    return mixture(pair.gamma, chosen_law(*pair.of, false, precision, limits), without, precision);
  }
  template <class Layered>
  law_ptr operator()(const Layered& pair) const {
    law_table law{2, {}, std::nullopt};
    if (const auto text = exact_text({pair}))
      law.text = (second ? "second(" : "first(") + *text + ")";
    for (listed_row& listed : listed_rows({pair}, most_exact_outcomes, precision, limits)) {
      number& mass = second ? listed.row.q : listed.row.p;
      if (!mass.is_zero()) law.entries.push_back({std::move(listed.outcome), std::move(mass)});
    }
    return std::make_shared<const law_table>(std::move(law));
  }
};

law_ptr chosen_law(const distribution_pair& pair, bool second, bits precision,
                   const budget& limits) {
  return std::visit(law_of{second != pair.swapped, precision, limits}, pair.kind);
}

}  // namespace

law_ptr randomized_response_histogram(const number& eps0, const std::vector<std::int64_t>& counts,
                                      bits precision, const budget& limits) {
  check_eps0(eps0, precision);
  if (counts.size() < 2) throw undefined_value("randomized response needs at least two symbols");
  std::int64_t n = 0;
  for (const std::int64_t count : counts) {
    if (count < 0) throw undefined_value("a number of inputs must be >= 0");
    if (count > static_cast<std::int64_t>(longest_law)) refuse_law_size();
    n += count;
  }
  const number odds = exp(eps0, precision);
  const rational* exact = odds.as_rational();
  const bool is_exact =
      exact != nullptr && static_cast<std::uint64_t>(bit_size(*exact) + counts.size()) *
                                  static_cast<std::uint64_t>(n) <=
                              largest_histogram_bits;
  std::vector<number> probabilities = is_exact
                                          ? exact_histogram(*exact, counts, limits)
                                          : enclosed_histogram(eps0, counts, precision, limits);
  law_table law{counts.size(), {}, text_of_histogram(eps0, counts)};
  law.entries.reserve(probabilities.size());
  for_each_histogram(n, counts.size(), limits, [&](const outcome_tuple& histogram) {
    law.entries.push_back({histogram, std::move(probabilities[law.entries.size()])});
  });
  return std::make_shared<const law_table>(std::move(law));
}

law_ptr randomized_response_ones(const number& eps0, std::int64_t zeros, std::int64_t ones,
                                 bits precision, const budget& limits) {
  const law_ptr histogram = randomized_response_histogram(eps0, {zeros, ones}, precision, limits);
  law_table law{1, {}, std::nullopt};
  if (histogram->text) law.text = "ones of " + *histogram->text;
  law.entries.reserve(histogram->entries.size());
  // Histograms ascend in the number of zeros, so from the last to the first in that of ones.
  for (auto entry = histogram->entries.rbegin(); entry != histogram->entries.rend(); ++entry)
    law.entries.push_back({{entry->outcome[1]}, entry->probability});
  return std::make_shared<const law_table>(std::move(law));
}

law_ptr law_on_numbers(std::int64_t first, const std::vector<number>& probabilities,
                       bits precision) {
  if (probabilities.size() > longest_law) refuse_law_size();
  law_table law{1, {}, std::nullopt};
  law.entries.reserve(probabilities.size());
  number total = 0;
  for (std::size_t i = 0; i < probabilities.size(); ++i) {
    const number& mass = probabilities[i];
    const std::int64_t x = first + static_cast<std::int64_t>(i);
    const auto mass_sign = sign(mass, precision);
    if (!mass_sign)
      throw precision_needed("whether the probability of " + std::to_string(x) +
                             " is positive is not determined");
    if (*mass_sign < 0)
      throw undefined_value("the probability of " + std::to_string(x) + " is negative");
    total = add(total, mass, precision);
    if (*mass_sign > 0) law.entries.push_back({{x}, mass});
  }
  const truth is_one = compare(total, relation::equal, 1, precision);
  if (is_one.value == false) {
    const auto text = total.exact_text();
    throw undefined_value(
        "the probabilities of a law must sum to 1, and they sum to " +
        (text && text->size() <= 60
             ? *text
             : "1 + about " + short_text(subtract(total, 1, precision).to_ball(precision).near())));
  }
  if (!is_one.value)
    throw precision_needed("whether the probabilities of a law sum to 1 is not determined");
  return std::make_shared<const law_table>(std::move(law));
}

law_ptr mixture(const number& w, const law_ptr& p, const law_ptr& q, bits precision) {
  require_one_length(*p, *q);
  const number other = subtract(1, w, precision);
  const mixture_parts parts = parts_of_mixture(w, other, precision);
  if (parts != mixture_parts::both) return parts == mixture_parts::first ? p : q;
  law_table law{p->dimension, {}, std::nullopt};
  if (const auto weight = w.exact_text(); weight && p->text && q->text)
    law.text = "mix(" + *weight + ", " + *p->text + ", " + *q->text + ")";
  law.entries.reserve(std::max(p->entries.size(), q->entries.size()));
  auto a = p->entries.begin();
  auto b = q->entries.begin();
  while (a != p->entries.end() || b != q->entries.end()) {
    const bool has_a = a != p->entries.end() && (b == q->entries.end() || a->outcome <= b->outcome);
    const bool has_b = b != q->entries.end() && (a == p->entries.end() || b->outcome <= a->outcome);
    number mass = 0;
    if (has_a) mass = multiply(w, a->probability, precision);
    if (has_b) mass = add(mass, multiply(other, b->probability, precision), precision);
    law.entries.push_back({has_a ? a->outcome : b->outcome, std::move(mass)});
    if (has_a) ++a;
    if (has_b) ++b;
  }
  if (law.entries.size() > longest_law) refuse_law_size();
  return std::make_shared<const law_table>(std::move(law));
}

law_ptr first_law(const distribution_pair& pair, bits precision, const budget& limits) {
  check_parameters(pair, precision);
  return chosen_law(pair, false, precision, limits);
}

law_ptr second_law(const distribution_pair& pair, bits precision, const budget& limits) {
  check_parameters(pair, precision);
  return chosen_law(pair, true, precision, limits);
}

number probability_of(const law_table& law, const std::vector<std::int64_t>& outcome) {
  if (outcome.size() != law.dimension)
    throw undefined_value("an outcome of this law has " + std::to_string(law.dimension) +
                          (law.dimension == 1 ? " coordinate" : " coordinates") + ", not " +
                          std::to_string(outcome.size()));
  const auto found = std::lower_bound(
      law.entries.begin(), law.entries.end(), outcome,
      [](const law_entry& entry, const outcome_tuple& sought) { return entry.outcome < sought; });
  if (found == law.entries.end() || found->outcome != outcome) return 0;
  return found->probability;
}

}  // namespace shufflecert::inline v0_1
