#include "quantities/clone/clone_renyi.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>
#include <vector>

#include "quantities/clone/clone_plan.hpp"
#include "quantities/clone/integral/integral.hpp"
#include "quantities/clone/summation/summation.hpp"
#include "quantities/outcomes/outcome_sum.hpp"
#include "shufflecert/errors.hpp"

// Which method is used where: docs/methods/moments.md, section "The cost model".

namespace shufflecert::inline v0_1 {
namespace {

// An order of a clone pair, with what the methods plan with.
struct clone_question {
  clone_question(const clone_pair& of, const number& at, bits with, const budget& within)
      : pair(of), lambda(at), precision(with), limits(within), sketch(sketch_of(of)) {
    const double order = lambda.to_ball(64).near();
    mu = std::max(order, 1 - order);
    whole = lambda.to_int64();
    if (whole && *whole < 2) whole.reset();
  }

  const clone_pair& pair;
  const number& lambda;
  bits precision;
  const budget& limits;
  clone_sketch sketch;
  double mu;
  std::optional<std::int64_t> whole;  // λ, where it is whole and >= 2
};

// What is expected of a method.
struct prospect {
  double cost;  // nanoseconds
  bool reaches = true;
  moment_plan plan{};  // of the methods by moments
};

// An entry of the registry: as those of method_registry.hpp, chosen by cost.
struct clone_method {
  method_row row;
  double planning;  // nanoseconds: where another method costs less, this one is not checked
  std::optional<prospect> (*look_at)(const clone_question&);
  // Null for direct summation, which all pairs have in common.
  std::optional<number> (*evaluate)(const clone_question&, const moment_plan&);
};

std::optional<prospect> prospect_of(const std::optional<costed_plan>& found) {
  if (!found) return std::nullopt;
  return prospect{found->cost, found->reaches, found->plan};
}

std::optional<prospect> closed(const clone_question& of) {
  return prospect_of(plan_closed(of.sketch, of.mu, of.precision, of.limits));
}

std::optional<prospect> windowed(const clone_question& of) {
  return prospect_of(plan_windowed(of.sketch, of.mu, of.precision));
}

std::optional<prospect> hybrid(const clone_question& of) {
  return prospect_of(plan_hybrid(of.sketch, of.mu, of.whole.has_value(), of.precision));
}

std::optional<number> by_moments(const clone_question& of, const moment_plan& plan) {
  return renyi_by_moments(of.pair, of.lambda, plan, of.precision, of.limits);
}

prospect sum_of_outcomes(const clone_question& of, double outcomes) {
  if (!(outcomes < static_cast<double>(most_outcomes)))
    return {std::numeric_limits<double>::infinity()};
  return {cost_of_summation(outcomes, of.mu, of.whole.has_value(), of.precision)};
}

// A sum of half of all outcomes, the others being their mirror images.
std::optional<prospect> sum_of_all(const clone_question& of) {
  const auto n = static_cast<double>(of.pair.n);
  return sum_of_outcomes(of, n * (n + 3) / 4);
}

std::optional<prospect> sum_that_follows_the_weight(const clone_question& of) {
  return sum_of_outcomes(of, summation_cost(of.pair, of.lambda, of.precision));
}

std::optional<prospect> integral(const clone_question& of) {
  constexpr std::int64_t largest_order = 64;
  if (!of.whole) return std::nullopt;
  // Larger ones only where this method is asked for.
  if (*of.whole > largest_order) return prospect{std::numeric_limits<double>::infinity()};
  return prospect{integral_cost(of.pair, *of.whole, of.precision) * 1e6};
}

std::optional<number> by_integral(const clone_question& of, const moment_plan&) {
  return renyi_by_integral(of.pair, *of.whole, of.precision, of.limits);
}

constexpr method_row direct_row{evaluation_method::direct_summation,
                                "clone pair",
                                "",
                                "outcomes that carry weight: at most about σ²np",
                                "summation.md",
                                "What is affordable"};

// In the order of the work that planning takes, which may exceed that of the cheapest method.
constexpr std::array registry{
    clone_method{direct_row, 0, sum_of_all, nullptr},
    clone_method{{evaluation_method::closed_moments, "clone pair of many clones", "",
                  "independent of n", "moments.md", "Inverse moments in closed form"},
                 2e5,
                 closed,
                 by_moments},
    clone_method{{evaluation_method::windowed_moments, "clone pair of many clones", "",
                  "layers: about σ√(np)", "moments.md", "Inverse moments by a window"},
                 2e5,
                 windowed,
                 by_moments},
    clone_method{direct_row, 4e5, sum_that_follows_the_weight, nullptr},
    clone_method{
        {evaluation_method::hybrid_moments, "clone pair, also where a few small layers matter", "",
         "the small layers directly, the rest by a window", "moments.md", "Hybrid moments"},
        2e6,
        hybrid,
        by_moments},
    clone_method{{evaluation_method::line_integral, "clone pair", "whole orders",
                  "nodes of a quadrature; independent of n, grows with the order", "integral.md",
                  "The integral"},
                 1e6,
                 integral,
                 by_integral},
};

struct candidate {
  const clone_method* method;
  prospect expected;
};

std::optional<quantity> evaluate(const clone_question& of, const candidate& chosen) {
  auto found = chosen.method->evaluate(of, chosen.expected.plan);
  if (!found) return std::nullopt;
  return quantity{*std::move(found), chosen.method->row.method};
}

// Whether direct summation was to be used is for the registry of all pairs to find.
std::optional<quantity> by(evaluation_method asked, const clone_question& of) {
  for (const clone_method& method : registry) {
    if (method.row.method != asked || method.evaluate == nullptr) continue;
    if (const auto expected = method.look_at(of)) return evaluate(of, {&method, *expected});
  }
  return std::nullopt;
}

std::optional<quantity> by_the_cheapest(const clone_question& of) {
  // Each cheaper than the one before it, or a closer look at the same method.
  std::vector<candidate> chosen;
  for (const clone_method& method : registry) {
    if (!chosen.empty() && chosen.back().expected.cost < method.planning) continue;
    const auto expected = method.look_at(of);
    if (!expected || !expected->reaches) continue;
    if (chosen.empty() || expected->cost < chosen.back().expected.cost ||
        chosen.back().method->row.method == method.row.method)
      chosen.push_back({&method, *expected});
  }
  for (auto next = chosen.rbegin(); next != chosen.rend(); ++next) {
    if (next->method->evaluate == nullptr) return std::nullopt;
    if (auto found = evaluate(of, *next)) return found;
  }
  return std::nullopt;
}

}  // namespace

std::optional<quantity> clone_renyi(const clone_pair& pair, const number& lambda, bits precision,
                                    const budget& limits, evaluation_method method) {
  const clone_question question(pair, lambda, precision, limits);
  if (method != evaluation_method::automatic) return by(method, question);
  return by_the_cheapest(question);
}

std::vector<method_row> clone_renyi_methods() {
  std::vector<method_row> rows;
  for (const clone_method& method : registry) {
    const auto is_the_same = [&](const method_row& row) { return row.method == method.row.method; };
    if (std::none_of(rows.begin(), rows.end(), is_the_same)) rows.push_back(method.row);
  }
  return rows;
}

}  // namespace shufflecert::inline v0_1
