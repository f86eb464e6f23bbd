#include "shufflecert/staircase.hpp"

#include <array>
#include <memory>
#include <optional>
#include <string>

#include "arithmetic/exact_algebra.hpp"
#include "quantities/outcomes/histograms.hpp"
#include "quantities/outcomes/outcome_sum.hpp"
#include "quantities/pairs/parameters.hpp"
#include "shufflecert/errors.hpp"

namespace shufflecert::inline v0_1 {
namespace {

constexpr std::size_t largest_power_bits = 4'096;

rational weight_of(const output_set& outputs, const std::vector<rational>& weights) {
  if (outputs.size() != weights.size())
    throw undefined_value("a set of outputs needs one entry for each output");
  rational total = 0;
  for (std::size_t j = 0; j < weights.size(); ++j)
    if (outputs[j]) total += weights[j];
  return total;
}

// A mechanism with the users' inputs, checked.
struct staircase {
  std::vector<rational> weights;
  rational all;       // the weight of all outputs
  rational favoured;  // that of the outputs that an input favours
  std::array<output_set, 2> differing;
  std::vector<favouring_users> others;
  std::int64_t n;
};

staircase checked(const std::vector<rational>& weights, const output_set& of_p,
                  const output_set& of_q, const std::vector<favouring_users>& others) {
  if (weights.size() < 2) throw undefined_value("a staircase mechanism needs at least two outputs");
  staircase result{weights, 0, weight_of(of_p, weights), {of_p, of_q}, {}, 1};
  for (const rational& weight : weights) {
    if (weight <= 0) throw undefined_value("the weight of an output must be > 0");
    result.all += weight;
  }
  const auto require_same_weight = [&](const output_set& favoured) {
    const rational found = weight_of(favoured, weights);
    if (found != result.favoured)
      throw undefined_value(
          "each input must favour outputs of the same total weight, and two of them have " +
          result.favoured.str() + " and " + found.str());
  };
  require_same_weight(of_q);
  for (const favouring_users& group : others) {
    if (group.users < 0) throw undefined_value("a number of users must be >= 0");
    if (group.users > static_cast<std::int64_t>(longest_law)) refuse_law_size();
    require_same_weight(group.favoured);
    if (group.users == 0) continue;
    result.others.push_back(group);
    result.n += group.users;
  }
  require_listable(result.n, weights.size());
  return result;
}

// The weights of the histograms under P and under Q: the other users first, then the one who
// differs. `high` and `low` are the weights of an output that is favoured, and of one that is not.
template <class Value>
std::array<std::vector<Value>, 2> weights_of(const staircase& of, const std::vector<Value>& high,
                                             const std::vector<Value>& low, const Value& one,
                                             const budget& limits) {
  const auto reports = [&](const output_set& favoured) {
    report_weights<Value> result;
    for (std::size_t j = 0; j < favoured.size(); ++j) {
      result.values.push_back(favoured[j] ? high[j] : low[j]);
      result.value_of.push_back(j);
    }
    return result;
  };
  std::vector<equal_inputs<Value>> groups;
  for (const favouring_users& group : of.others)
    groups.push_back({group.users, reports(group.favoured)});
  const histogram_weights<Value> rest(groups, of.weights.size(), 1, one, limits);
  std::array<std::vector<Value>, 2> result;
  for (std::size_t side = 0; side < 2; ++side) {
    histogram_weights<Value> all = rest;
    all.add_user(reports(of.differing[side]));
    result[side] = std::move(all.values());
  }
  return result;
}

using probabilities = std::array<std::vector<number>, 2>;

// With e^ε0 = u/v and whole weights w_j all weights are whole, w_j·u or w_j·v, and each report has
// the one sum v·(all − favoured) + u·favoured. Nothing where the numbers would be long.
std::optional<probabilities> exact_probabilities(const staircase& of, const rational& odds,
                                                 const budget& limits) {
  integer scale = 1;
  for (const rational& weight : of.weights)
    scale = boost::multiprecision::lcm(scale, denominator(weight));
  const integer u = numerator(odds);
  const integer v = denominator(odds);
  const auto whole = [&](const rational& weight) { return numerator(rational(weight * scale)); };
  const integer sum = v * whole(rational(of.all - of.favoured)) + u * whole(of.favoured);
  if (!is_power_within(rational(sum), of.n, largest_power_bits)) return std::nullopt;
  std::vector<integer> high;
  std::vector<integer> low;
  for (const rational& weight : of.weights) {
    high.push_back(whole(weight) * u);
    low.push_back(whole(weight) * v);
  }
  const integer total = boost::multiprecision::pow(sum, static_cast<unsigned>(of.n));
  probabilities result;
  const auto weights = weights_of<integer>(of, high, low, 1, limits);
  for (std::size_t side = 0; side < 2; ++side)
    for (const integer& weight : weights[side]) result[side].emplace_back(rational(weight, total));
  return result;
}

// The same with balls. All terms are positive, so that nothing cancels.
probabilities enclosed_probabilities(const staircase& of, const number& eps0, bits precision,
                                     const budget& limits) {
  const bits wide = walking_precision(precision, of.n);
  const ball odds = exp(eps0, wide).to_ball(wide);
  const auto near = [&](const rational& x) { return number(x).to_ball(wide); };
  const ball sum = near(rational(of.all - of.favoured)) + odds * near(of.favoured);
  std::vector<ball> high;
  std::vector<ball> low;
  for (const rational& weight : of.weights) {
    low.push_back(near(weight) / sum);
    high.push_back(odds * low.back());
  }
  probabilities result;
  auto weights = weights_of<ball>(of, high, low, ball::of(1, wide), limits);
  for (std::size_t side = 0; side < 2; ++side)
    for (ball& weight : weights[side]) {
      if (!weight.is_certainly_positive())
        throw precision_needed("a probability of the law is not determined");
      result[side].emplace_back(std::move(weight));
    }
  return result;
}

std::string text_of(const output_set& outputs) {
  std::string text;
  for (const bool is_in : outputs) text += is_in ? '1' : '0';
  return text;
}

// Determines the law where ε0 is exact.
std::optional<std::string> text_of(const staircase& of, const number& eps0, std::size_t side) {
  const auto exact = eps0.exact_text();
  if (!exact) return std::nullopt;
  std::string text = "staircase(" + *exact;
  for (const rational& weight : of.weights) text += ", " + weight.str();
  text += "; " + text_of(of.differing[side]);
  for (const favouring_users& group : of.others)
    text += ", " + std::to_string(group.users) + " times " + text_of(group.favoured);
  return text + ")";
}

}  // namespace

distribution_pair staircase_pair(const number& eps0, const std::vector<rational>& weights,
                                 const output_set& of_p, const output_set& of_q,
                                 const std::vector<favouring_users>& others, bits precision,
                                 const budget& limits) {
  check_eps0(eps0, precision);
  const staircase of = checked(weights, of_p, of_q, others);
  const number odds = exp(eps0, precision);
  std::optional<probabilities> found;
  if (const rational* exact = odds.as_rational()) found = exact_probabilities(of, *exact, limits);
  if (!found) found = enclosed_probabilities(of, eps0, precision, limits);
  const auto law_of = [&](std::size_t side) {
    law_table law{weights.size(), {}, text_of(of, eps0, side)};
    law.entries.reserve((*found)[side].size());
    for_each_histogram(of.n, weights.size(), limits, [&](const outcome_tuple& histogram) {
      law.entries.push_back({histogram, std::move((*found)[side][law.entries.size()])});
    });
    return std::make_shared<const law_table>(std::move(law));
  };
  return {law_pair{law_of(0), law_of(1)}};
}

}  // namespace shufflecert::inline v0_1
