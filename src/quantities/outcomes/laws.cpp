#include "shufflecert/laws.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <numeric>

#include "arithmetic/overloaded.hpp"
#include "quantities/outcomes/outcome_rows.hpp"
#include "quantities/outcomes/outcome_sum.hpp"
#include "quantities/pairs/parameters.hpp"
#include "shufflecert/errors.hpp"
#include "shufflecert/pairs.hpp"

namespace shufflecert::inline v0_1 {
namespace {

using outcome_tuple = std::vector<std::int64_t>;

constexpr std::size_t most_exact_outcomes = 20'000;
constexpr std::size_t largest_exact_bits = 4'096;
constexpr double most_steps = 2e8;

std::string short_text(double x) {
  std::array<char, 32> digits{};
  const auto end =
      std::to_chars(digits.data(), digits.data() + digits.size(), x, std::chars_format::general, 3);
  return {digits.data(), end.ptr};
}

[[noreturn]] void refuse_size() {
  throw beyond_reach("the law has more than 10^6 outcomes");
}

void require_one_length(const law_table& p, const law_table& q) {
  if (p.dimension != q.dimension)
    throw undefined_value("the laws have outcomes of different lengths, " +
                          std::to_string(p.dimension) + " and " + std::to_string(q.dimension));
}

// The number of histograms of m reports of j + 1 symbols, C(m + j, j), for all m <= n and j < k.
class histogram_counts {
 public:
  // Throws when there are more than longest_law for m = n, j = k − 1; all others are fewer.
  histogram_counts(std::int64_t n, std::size_t k) : k_(k) {
    double size = 1;
    for (std::size_t j = 1; j < k; ++j) {
      size = size * (static_cast<double>(n) + static_cast<double>(j)) / static_cast<double>(j);
      if (size > 1.5 * static_cast<double>(longest_law)) refuse_size();
    }
    const auto rows = static_cast<std::size_t>(n) + 1;
    counts_.assign(rows * k, 1);
    for (std::size_t m = 1; m < rows; ++m)
      for (std::size_t j = 1; j < k; ++j)
        counts_[m * k + j] = counts_[(m - 1) * k + j] + counts_[m * k + j - 1];
    if (counts_.back() > longest_law) refuse_size();
  }

  [[nodiscard]] std::size_t total(std::int64_t m) const { return at(m, k_ - 1); }

  // The place of a histogram of m reports in ascending order: of those that agree before symbol i,
  // C(r + j, j) − C(r − h_i + j, j) have fewer reports i, where r reports are left and j = k − 1 −
  // i.
  [[nodiscard]] std::size_t rank(const outcome_tuple& histogram, std::int64_t m) const {
    std::size_t place = 0;
    std::int64_t left = m;
    for (std::size_t i = 0; i + 1 < k_; ++i) {
      place += at(left, k_ - 1 - i) - at(left - histogram[i], k_ - 1 - i);
      left -= histogram[i];
    }
    return place;
  }

 private:
  [[nodiscard]] std::size_t at(std::int64_t m, std::size_t j) const {
    return counts_[static_cast<std::size_t>(m) * k_ + j];
  }

  std::size_t k_;
  std::vector<std::size_t> counts_;
};

// Moves on to the next histogram of the same number of reports, in ascending order.
bool advance(outcome_tuple& histogram) {
  const std::size_t last = histogram.size() - 1;
  std::int64_t carried = histogram[last];
  histogram[last] = 0;
  for (std::size_t i = last; i > 0; --i) {
    if (carried > 0) {
      ++histogram[i - 1];
      histogram[last] = carried - 1;
      return true;
    }
    carried = histogram[i - 1];
    histogram[i - 1] = 0;
  }
  return false;
}

// Calls visit(histogram) for all histograms of m reports of k symbols, in ascending order.
template <class Visit>
void for_each_histogram(std::int64_t m, std::size_t k, const budget& limits, Visit visit) {
  outcome_tuple histogram(k, 0);
  histogram.back() = m;
  std::int64_t visited = 0;
  do {
    if ((++visited & 255) == 0) limits.check();
    visit(histogram);
  } while (advance(histogram));
}

// The weights of all histograms, in ascending order: the coefficients of the product over all users
// of (own·x_i + other·Σ x_j), i the user's input and j the other symbols. Whole numbers or balls.
template <class Value>
class histogram_weights {
 public:
  histogram_weights(const outcome_tuple& inputs, Value own, Value other, const Value& one,
                    const budget& limits)
      : k_(inputs.size()),
        own_(std::move(own)),
        other_(std::move(other)),
        one_(one),
        limits_(limits),
        counts_(std::accumulate(inputs.begin(), inputs.end(), std::int64_t{0}), k_) {
    const auto largest =
        static_cast<std::size_t>(std::max_element(inputs.begin(), inputs.end()) - inputs.begin());
    require_few_steps(inputs, inputs[largest]);
    start(inputs[largest], largest);
    for (std::size_t i = 0; i < k_; ++i)
      if (i != largest)
        for (std::int64_t user = 0; user < inputs[i]; ++user) add_user(i);
  }

  [[nodiscard]] std::vector<Value>& values() { return values_; }

 private:
  void require_few_steps(const outcome_tuple& inputs, std::int64_t largest) const {
    const std::int64_t users = std::accumulate(inputs.begin(), inputs.end(), std::int64_t{0});
    const double steps = static_cast<double>(users - largest) *
                         static_cast<double>(counts_.total(users)) * static_cast<double>(k_);
    if (steps > most_steps)
      throw beyond_reach("the law would need more than 2*10^8 steps: too many different inputs");
  }

  // All users have the same input: m!/(h_0! h_1! …)·own^(h_input)·other^(m − h_input).
  void start(std::int64_t users, std::size_t input) {
    users_ = users;
    std::vector<Value> factorials{one_};
    std::vector<Value> own_powers{one_};
    std::vector<Value> other_powers{one_};
    for (std::int64_t i = 1; i <= users; ++i) {
      factorials.push_back(factorials.back() * i);
      own_powers.push_back(own_powers.back() * own_);
      other_powers.push_back(other_powers.back() * other_);
    }
    const auto at = [](const std::vector<Value>& list, std::int64_t i) -> const Value& {
      return list[static_cast<std::size_t>(i)];
    };
    values_.reserve(counts_.total(users));
    for_each_histogram(users, k_, limits_, [&](const outcome_tuple& histogram) {
      Value weight = factorials.back();
      for (const std::int64_t count : histogram)
        if (count > 1) weight = weight / at(factorials, count);
      const std::int64_t kept = histogram[input];
      values_.push_back(weight * at(own_powers, kept) * at(other_powers, users - kept));
    });
  }

  void add_user(std::size_t input) {
    std::vector<Value> next;
    next.reserve(counts_.total(users_ + 1));
    for_each_histogram(users_ + 1, k_, limits_, [&](outcome_tuple& histogram) {
      Value weight = one_ - one_;
      for (std::size_t j = 0; j < k_; ++j) {
        if (histogram[j] == 0) continue;
        --histogram[j];
        weight += values_[counts_.rank(histogram, users_)] * (j == input ? own_ : other_);
        ++histogram[j];
      }
      next.push_back(std::move(weight));
    });
    values_ = std::move(next);
    ++users_;
  }

  std::size_t k_;
  Value own_;
  Value other_;
  Value one_;
  const budget& limits_;
  histogram_counts counts_;
  std::int64_t users_ = 0;
  std::vector<Value> values_;
};

// e^ε0 = u/v makes every probability a whole number over (u + (k − 1)v)^n.
std::vector<number> exact_histogram(const rational& odds, const outcome_tuple& inputs,
                                    const budget& limits) {
  const integer u = numerator(odds);
  const integer v = denominator(odds);
  const std::int64_t n = std::accumulate(inputs.begin(), inputs.end(), std::int64_t{0});
  histogram_weights<integer> weights(inputs, u, v, 1, limits);
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
  histogram_weights<ball> weights(inputs, own, other, ball::of(1, wide), limits);
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

struct law_of {
  bool second;
  bits precision;
  const budget& limits;

  law_ptr operator()(const normal_pair&) const {
    throw undefined_value("a normal pair has no law with finitely many outcomes");
  }
  law_ptr operator()(const law_pair& pair) const { return second ? pair.q : pair.p; }
  law_ptr operator()(const pair_range&) const { refuse_pair_range(); }
  law_ptr operator()(const composed_pair&) const {
    throw beyond_reach("the outcomes of several rounds are not listed as one law");
  }
  law_ptr operator()(const rr_pair& pair) const {
    const std::int64_t ones = second ? 0 : 1;
    return randomized_response_ones(pair.eps0, pair.n - ones, ones, precision, limits);
  }
  law_ptr operator()(const krr_pair& pair) const {
    if (pair.k > static_cast<std::int64_t>(longest_law)) refuse_size();
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
    if (count > static_cast<std::int64_t>(longest_law)) refuse_size();
    n += count;
  }
  const number odds = exp(eps0, precision);
  const rational* exact = odds.as_rational();
  const bool is_exact =
      exact != nullptr &&
      (bit_size(*exact) + counts.size()) * static_cast<std::size_t>(n) <= largest_exact_bits;
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
  if (probabilities.size() > longest_law) refuse_size();
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
  check_weight(w, "the weight", precision);
  const number other = subtract(1, w, precision);
  if (w.is_zero()) return q;
  if (other.is_zero()) return p;
  if (sign(w, precision) != 1 || sign(other, precision) != 1)
    throw precision_needed("whether the weight of a mixture is 0 or 1 is not determined");
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
  if (law.entries.size() > longest_law) refuse_size();
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
