// Every method against every other, at random points: wherever two of them apply, what they enclose
// has to meet. The points are drawn so that the switches between methods are passed: few clones and
// many, orders near 0 and large, few bits and many. A new method takes part by its name alone; the
// table at the end of the first test says how often at least each has to have been compared.

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <random>
#include <set>

#include "shufflecert/method_unavailable.hpp"
#include "shufflecert/plain_evaluation.hpp"
#include "support/catch.hpp"
#include "support/inclusion.hpp"
#include "support/this_run.hpp"
#include "support/tradeoff_oracle.hpp"
#include "support/values_at_points.hpp"

namespace test_methods {

using namespace shufflecert;
using oracle::fraction;

namespace {

std::vector<evaluation_method> all_methods() {
  std::vector<evaluation_method> methods;
  for (const std::string& name : method_names())
    if (const auto method = method_named(name); method != evaluation_method::automatic)
      methods.push_back(*method);
  return methods;
}

// What the formula evaluates to by this method; nothing where the method does not apply, or where
// the value needed no computation.
std::optional<ball> by(evaluation_method method, const expression& formula, bits precision) {
  const budget limits;
  const definitions none;
  const variable_map variables;
  evaluator at({none, precision, limits, nullptr, method}, variables);
  try {
    const number found = at.evaluate_number(formula);
    const bool is_used = at.methods().contains(to_text(method));
    if (method != evaluation_method::automatic && !is_used) return std::nullopt;
    return found.to_ball(precision + 64);
  } catch (const method_unavailable&) {
    return std::nullopt;
  } catch (const precision_needed&) {
    return std::nullopt;
  } catch (const beyond_reach&) {
    return std::nullopt;
  }
}

/// Draws the points. The distributions of the standard library differ between its implementations;
/// this one always draws the same.
class drawing {
 public:
  explicit drawing(std::uint64_t seed) : random_(seed) {}

  /// One of 0, …, count − 1.
  std::size_t below(std::size_t count) { return random_() % count; }
  bool one_in(std::size_t count) { return below(count) == 0; }
  double between(double low, double high) {
    return low + (high - low) * static_cast<double>(random_()) / 4294967296.0;
  }
  /// With equal chance for each decade.
  double magnitude(double low, double high) {
    return std::exp(between(std::log(low), std::log(high)));
  }
  template <class T, std::size_t size>
  T one_of(const std::array<T, size>& choices) {
    return choices[below(size)];
  }

 private:
  std::mt19937 random_;
};

// "314159e-5"
std::string decimal(double x) {
  const int exponent = static_cast<int>(std::floor(std::log10(x))) - 5;
  const auto digits = static_cast<long>(std::lround(x / std::pow(10.0, exponent)));
  return std::to_string(std::max(digits, 1L)) + "e" + std::to_string(exponent);
}

struct drawn_pair {
  std::string text;
  double eps0 = 0;
  double layers = 1;    ///< the mean of what the outcomes spread over: clones, or ones
  double outcomes = 1;  ///< how many there are
  bool is_layered = false;
};

// Standard deviations from the mean to where the mass left out is below 2^−bits.
double deviations(bits precision) {
  return std::sqrt(2 * std::log(2.0) * static_cast<double>(precision + 24));
}

// About how many outcomes a direct sum visits.
double cost_of_summation(const drawn_pair& pair, bits precision) {
  const double d = deviations(precision);
  const double window = std::min(2 * d * std::sqrt(pair.layers) + d * d, 2 * pair.layers + d * d);
  if (!pair.is_layered) return std::min(pair.outcomes, window);
  const double inside = std::min(pair.layers + d, d * std::sqrt(pair.layers) + d);
  return std::min(pair.outcomes, window * inside);
}

drawn_pair draw_layered(drawing& draw, double least_clones, double most_clones, bool unmixed) {
  drawn_pair pair;
  pair.is_layered = true;
  pair.eps0 = draw.magnitude(0.02, 6);
  std::string eps0 = decimal(pair.eps0);
  if (draw.one_in(2)) {  // exact: e^ε0 is rational
    const auto r = static_cast<long>(11 + draw.below(300));
    pair.eps0 = std::log(static_cast<double>(r) / 10);
    eps0 = "log(" + std::to_string(r) + "/10)";
  }
  double p = std::exp(-pair.eps0);
  std::string given;
  if (draw.one_in(3)) {
    p = draw.magnitude(0.005, 1);
    given = ", " + decimal(p);
  }
  const double clones = draw.magnitude(least_clones, most_clones);
  const auto n = static_cast<std::int64_t>(std::clamp(clones / p, 1.0, 100'000.0));
  pair.layers = static_cast<double>(n) * p;
  pair.outcomes = static_cast<double>(n + 1) * static_cast<double>(n + 1) / 2;
  pair.text = std::string(unmixed ? "unmixed_pair(" : "clone_pair(") + std::to_string(n) + ", " +
              eps0 + given + ")";
  if (draw.one_in(6)) pair.text = "swap(" + pair.text + ")";
  return pair;
}

drawn_pair draw_response(drawing& draw, bool subsampled) {
  drawn_pair pair;
  pair.eps0 = draw.magnitude(0.02, 6);
  std::string eps0 = decimal(pair.eps0);
  if (draw.one_in(2)) {
    const auto r = static_cast<long>(11 + draw.below(300));
    pair.eps0 = std::log(static_cast<double>(r) / 10);
    eps0 = "log(" + std::to_string(r) + "/10)";
  }
  const auto n = static_cast<std::int64_t>(draw.magnitude(1, 20'000));
  pair.layers = static_cast<double>(n) / (std::exp(pair.eps0) + 1) + 1;
  pair.outcomes = static_cast<double>(n + 1);
  pair.text = "rr_pair(" + std::to_string(n) + ", " + eps0 + ")";
  if (subsampled)
    pair.text = "subsampled(" + pair.text + ", " + std::to_string(1 + draw.below(20)) + "/20)";
  if (draw.one_in(2)) pair.text = "swap(" + pair.text + ")";
  return pair;
}

drawn_pair draw_pair(drawing& draw) {
  switch (draw.below(16)) {
    case 0:
    case 1:
      return draw_layered(draw, 1, 300, true);
    case 2:
    case 3:
    case 4:
    case 5:
      return draw_layered(draw, 1, 300, false);
    case 6:
    case 7:
    case 8:  // where the moments begin
      return draw_layered(draw, 300, 900, false);
    case 9:
      return draw_layered(draw, 900, 2'500, false);
    case 10:
    case 11:
      return draw_response(draw, true);
    default:
      return draw_response(draw, false);
  }
}

std::string draw_order(drawing& draw, double eps0) {
  const double largest = std::clamp(100 / eps0, 0.05, 50.0);
  switch (draw.below(5)) {
    case 0:
      return "1";
    case 1:
    case 2:
      return std::to_string(2 + draw.below(static_cast<std::size_t>(std::max(largest - 1, 1.0))));
    case 3:  // irrational
      return decimal(draw.magnitude(0.03, std::max(largest / 1.5, 0.04))) + "*sqrt(2)";
    default:
      return decimal(draw.magnitude(0.05, std::max(largest, 0.06)));
  }
}

struct drawn_formula {
  std::string quantity;
  std::string text;
};

drawn_formula draw_formula(drawing& draw, const drawn_pair& pair) {
  switch (draw.below(8)) {
    case 0:
      return {"total_variation", "total_variation(" + pair.text + ")"};
    case 1: {  // within the few deviations of log(P/Q) where something is left
      const double spread = 2 * std::tanh(pair.eps0 / 2) / std::sqrt(pair.layers);
      std::string eps = decimal(draw.magnitude(0.01, 6) * std::min(spread, pair.eps0 / 3));
      if (draw.one_in(4)) eps = "-" + eps;
      if (draw.one_in(2)) eps = "log(" + std::to_string(101 + draw.below(60)) + "/100)";
      return {"hockey_stick", "hockey_stick(" + pair.text + ", " + eps + ")"};
    }
    case 2: {
      const std::string delta = decimal(draw.magnitude(1e-9, 0.6));
      return {"epsilon", "epsilon(" + pair.text + ", " + delta + ")"};
    }
    case 3: {
      const std::string alpha = decimal(draw.magnitude(1e-6, 0.9));
      return {"tradeoff", "tradeoff(" + pair.text + ", " + alpha + ")"};
    }
    default:
      return {"renyi", "renyi(" + pair.text + ", " + draw_order(draw, pair.eps0) + ")"};
  }
}

// What a file of tests may spend on direct summation, the only method whose cost depends on n in a
// way that matters here; in outcomes.
class allowance {
 public:
  /// As many times the ordinary one.
  explicit allowance(int times) : small_(300'000.0 * times), large_(800'000.0 * times) {}

  bool spend(const std::string& quantity, double cost) {
    // Ordered outcomes cost more than summed ones.
    if (quantity == "epsilon" || quantity == "tradeoff") cost *= 4;
    double& left = cost < 4'000 ? small_ : large_;
    if (cost > 200'000 || cost > left) return false;
    left -= cost;
    return true;
  }

 private:
  double small_;
  double large_;
};

// How often a method met another one, for each quantity.
using tally = std::map<std::pair<std::string, evaluation_method>, int>;

struct enclosure {
  evaluation_method method;
  ball value;
};

void require_meeting(const std::vector<enclosure>& found) {
  for (std::size_t i = 0; i < found.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      INFO(to_text(found[i].method) << " and " << to_text(found[j].method));
      CHECK(overlap(found[i].value, found[j].value));
    }
}

void compare_methods(drawing& draw, allowance& allowed, tally& compared) {
  constexpr std::array<bits, 6> precisions{12, 24, 53, 64, 90, 140};
  const drawn_pair pair = draw_pair(draw);
  const drawn_formula drawn = draw_formula(draw, pair);
  bits precision = draw.one_of(precisions);
  // There a direct sum is short enough only at few bits.
  if (pair.is_layered && pair.layers > 300 && draw.one_in(2)) precision = 10;
  const expression_ptr formula = parse_formula(drawn.text);
  INFO(drawn.text << " at " << precision << " bits");
  // At two precisions: where one method leaves much out at few bits, what a narrow enclosure by
  // another says has to lie in the part of its ball that stands for what was left out.
  std::vector<enclosure> found;
  std::set<evaluation_method> applied;
  const auto evaluate = [&](evaluation_method method, bits with) {
    auto value = by(method, *formula, with);
    if (!value) return;
    found.push_back({method, std::move(*value)});
    if (method != evaluation_method::automatic) applied.insert(method);
  };
  const std::array both{precision, precision + 40};
  for (const bits with : both)
    for (const evaluation_method method : all_methods()) {
      if (method == evaluation_method::direct_summation) continue;
      if (method == evaluation_method::exact_rationals && pair.outcomes > 300) continue;
      evaluate(method, with);
    }
  if (found.empty()) return;  // summed directly, and nothing to hold against it
  for (const bits with : both)
    if (allowed.spend(drawn.quantity, cost_of_summation(pair, with)))
      evaluate(evaluation_method::direct_summation, with);
  if (applied.size() > 1 || draw.one_in(8)) evaluate(evaluation_method::automatic, precision);
  require_meeting(found);
  if (applied.size() > 1)
    for (const evaluation_method method : applied) ++compared[{drawn.quantity, method}];
}

struct expected_count {
  const char* quantity;
  evaluation_method method;
  int at_least;
};

}  // namespace

TEST_CASE("methods that apply to the same quantity meet", "[methods][volume]") {
  const random_cases cases(20261122, 2000);
  drawing draw(cases.seed());
  allowance allowed(cases.times(1));
  tally compared;
  for (int i = 0; i < cases.count(); ++i) compare_methods(draw, allowed, compared);
  // One line for each method that a quantity has; a method that never applies has no test here.
  const std::vector<expected_count> expected{
      {"renyi", evaluation_method::direct_summation, 40},
      {"renyi", evaluation_method::exact_rationals, 20},
      {"renyi", evaluation_method::closed_moments, 100},
      {"renyi", evaluation_method::windowed_moments, 100},
      {"renyi", evaluation_method::hybrid_moments, 100},
      {"renyi", evaluation_method::central_moments, 50},
      {"renyi", evaluation_method::line_integral, 100},
      {"hockey_stick", evaluation_method::direct_summation, 15},
      {"hockey_stick", evaluation_method::binomial_tails, 40},
      {"hockey_stick", evaluation_method::line_integral, 20},
      {"hockey_stick", evaluation_method::exact_rationals, 15},
      {"total_variation", evaluation_method::direct_summation, 20},
      {"total_variation", evaluation_method::binomial_tails, 40},
      {"total_variation", evaluation_method::line_integral, 20},
      {"total_variation", evaluation_method::exact_rationals, 20},
      {"epsilon", evaluation_method::direct_summation, 20},
      {"epsilon", evaluation_method::binomial_tails, 40},
      {"epsilon", evaluation_method::line_integral, 20},
      {"epsilon", evaluation_method::exact_rationals, 20},
      {"tradeoff", evaluation_method::direct_summation, 20},
      {"tradeoff", evaluation_method::binomial_tails, 40},
      {"tradeoff", evaluation_method::line_integral, 20},
      {"tradeoff", evaluation_method::exact_rationals, 20},
  };
  for (const auto& [key, count] : compared)
    UNSCOPED_INFO(key.first << ", " << to_text(key.second) << ": " << count);
  for (const auto& [quantity, method, at_least] : expected) {
    INFO(quantity << " by " << to_text(method));
    CHECK(compared[{quantity, method}] >= cases.times(at_least));
  }
  for (const auto& met : compared) {
    const auto& [quantity, method] = met.first;
    INFO(quantity << " by " << to_text(method) << " is missing in the table");
    bool is_listed = false;
    for (const expected_count& line : expected)
      is_listed = is_listed || (line.quantity == quantity && line.method == method);
    CHECK(is_listed);
  }
}

namespace {

// A small pair with rational probabilities, as a formula and as the oracle's laws.
struct small_pair {
  std::string text;
  oracle::law_pair laws;
};

small_pair draw_small_pair(drawing& draw) {
  const fraction r(static_cast<long>(11 + draw.below(60)), 10);
  const fraction p(static_cast<long>(1 + draw.below(12)), 12);
  const int n = static_cast<int>(1 + draw.below(9));
  const std::string start = std::to_string(n) + ", log(" + oracle::text(r) + ")";
  small_pair pair;
  switch (draw.below(5)) {
    case 0:
      pair = {"clone_pair(" + start + ")", oracle::clone_laws(n, r, 1 / r)};
      break;
    case 1:
      pair = {"clone_pair(" + start + ", " + oracle::text(p) + ")", oracle::clone_laws(n, r, p)};
      break;
    case 2:
      pair = {"unmixed_pair(" + start + ", " + oracle::text(p) + ")", oracle::unmixed_laws(n, p)};
      break;
    default: {
      pair = {"rr_pair(" + start + ")", oracle::randomized_response_laws(n, r)};
      if (draw.one_in(2)) break;
      // γP + (1−γ)Q
      const fraction gamma(static_cast<long>(1 + draw.below(9)), 10);
      for (auto& [where, mass] : pair.laws.p) mass *= gamma;
      for (const auto& [where, mass] : pair.laws.q) pair.laws.p[where] += (1 - gamma) * mass;
      pair.text = "subsampled(" + pair.text + ", " + oracle::text(gamma) + ")";
    }
  }
  if (draw.one_in(2)) pair = {"swap(" + pair.text + ")", oracle::swapped(pair.laws)};
  return pair;
}

struct known_formula {
  std::string text;
  oracle::interval value;
};

oracle::interval exactly(const fraction& x) {
  return {x, x};
}

// Nothing where the value is infinite.
std::optional<known_formula> draw_known(drawing& draw, const small_pair& pair) {
  const auto with = [&](const std::string& quantity, const std::string& argument) {
    return quantity + "(" + pair.text + ", " + argument + ")";
  };
  switch (draw.below(6)) {
    case 0: {
      const int order = static_cast<int>(2 + draw.below(12));
      const auto value = oracle::renyi(pair.laws, order);
      if (!value) return std::nullopt;
      return known_formula{with("renyi", std::to_string(order)), *value};
    }
    case 1: {
      const fraction order(static_cast<long>(1 + draw.below(40)), 8);
      const auto value = oracle::renyi_real(pair.laws, order);
      if (!value) return std::nullopt;
      return known_formula{with("renyi", oracle::text(order)), *value};
    }
    case 2: {
      const fraction factor(static_cast<long>(50 + draw.below(150)), 100);
      return known_formula{with("hockey_stick", "log(" + oracle::text(factor) + ")"),
                           exactly(oracle::hockey_stick(pair.laws, factor))};
    }
    case 3:
      return known_formula{"total_variation(" + pair.text + ")",
                           exactly(oracle::total_variation(pair.laws))};
    case 4: {
      const fraction alpha(static_cast<long>(draw.below(41)), 40);
      return known_formula{with("tradeoff", oracle::text(alpha)),
                           exactly(oracle::tradeoff(pair.laws, alpha))};
    }
    default: {
      const fraction delta(static_cast<long>(1 + draw.below(30)), 200);
      const auto factor = oracle::least_factor(pair.laws, delta);
      if (!factor || *factor <= 0) return std::nullopt;
      return known_formula{with("epsilon", oracle::text(delta)), oracle::log_of(*factor)};
    }
  }
}

}  // namespace

TEST_CASE("every method encloses the exact value at small points", "[methods]") {
  const random_cases cases(11, 700);
  drawing draw(cases.seed());
  std::map<evaluation_method, int> applied;
  for (int i = 0; i < cases.count(); ++i) {
    const small_pair pair = draw_small_pair(draw);
    const auto known = draw_known(draw, pair);
    if (!known) continue;
    const expression_ptr formula = parse_formula(known->text);
    const bits precision = draw.one_of(std::array<bits, 4>{20, 64, 100, 300});
    INFO(known->text << " at " << precision << " bits");
    std::vector<evaluation_method> methods = all_methods();
    methods.push_back(evaluation_method::automatic);
    for (const evaluation_method method : methods) {
      const auto found = by(method, *formula, precision);
      if (!found) continue;
      ++applied[method];
      INFO(to_text(method));
      CHECK(encloses(*found, known->value));
    }
  }
  CHECK(applied[evaluation_method::automatic] > cases.times(500));
  CHECK(applied[evaluation_method::exact_rationals] > cases.times(200));
  CHECK(applied[evaluation_method::direct_summation] > cases.times(300));
}

TEST_CASE("every method agrees with the second arithmetic", "[methods]") {
  // The second arithmetic has no bounds; two of its precisions agree to the digits asked for, and
  // its error is far below the last of them.
  constexpr unsigned digits = 25;
  const random_cases cases(12, 120);
  drawing draw(cases.seed());
  const definitions none;
  const variable_map variables;
  int compared = 0;
  for (int i = 0; i < cases.count(); ++i) {
    const drawn_pair pair = draw_pair(draw);
    if (pair.outcomes > (pair.is_layered ? 900 : 2000)) continue;
    const drawn_formula drawn = draw_formula(draw, pair);
    const expression_ptr formula = parse_formula(drawn.text);
    INFO(drawn.text);
    const plain_value plain = evaluate_mpfr(*formula, none, variables, digits);
    const bool negative = plain.decimal.starts_with("-");
    const auto size = parse_decimal(negative ? plain.decimal.substr(1) : plain.decimal);
    if (!size || plain.agreeing_digits < digits) continue;
    const rational error = *size / power(rational(10), digits - 5);
    const rational value = negative ? rational(-*size) : *size;
    const ball near_value =
        ball::hull(ball::of(rational(value - error), 300), ball::of(rational(value + error), 300));
    for (const evaluation_method method : all_methods())
      if (const auto found = by(method, *formula, 160)) {
        ++compared;
        INFO(to_text(method));
        CHECK(overlap(*found, near_value));
      }
  }
  CHECK(compared > cases.count() / 3);
}

TEST_CASE("the divergence of the clone pair moves the way it must", "[methods]") {
  // More privacy loss of one user, a larger order: more divergence. More clones: less, since the
  // report of another user can be simulated. All strictly, and decided with certainty.
  const random_cases cases(13, 40);
  drawing draw(cases.seed());
  const auto renyi_of = [](std::int64_t n, double eps0, double p, double lambda) {
    const std::string given = p > 0 ? ", " + decimal(p) : "";
    return "renyi(clone_pair(" + std::to_string(n) + ", " + decimal(eps0) + given + "), " +
           decimal(lambda) + ")";
  };
  for (int i = 0; i < cases.count(); ++i) {
    // The first rounds sum directly, the others have clones enough for moments.
    const double eps0 = draw.magnitude(0.1, 3);
    const double clones =
        i < cases.count() / 2 ? draw.magnitude(1, 20) : draw.magnitude(1500, 20'000);
    const auto n = static_cast<std::int64_t>(clones * std::exp(eps0)) + 1;
    const double p = std::exp(-eps0);
    const double lambda = draw.magnitude(0.1, 10);
    const double more = draw.magnitude(1.001, 1.5);
    const auto more_users = n + 1 + static_cast<std::int64_t>(static_cast<double>(n) * (more - 1));
    const std::string here = renyi_of(n, eps0, 0, lambda);
    const std::string at_p = renyi_of(n, eps0, p, lambda);
    INFO(here << ", more by " << more);
    CHECK(holds(here + " < " + renyi_of(n, eps0 * more, 0, lambda)));
    CHECK(holds(here + " < " + renyi_of(n, eps0, 0, lambda * more)));
    CHECK(holds(at_p + " > " + renyi_of(n, eps0, std::min(p * more, 1.0), lambda)));
    CHECK(holds(here + " > " + renyi_of(more_users, eps0, 0, lambda)));
  }
}

TEST_CASE("processing and subsampling lose divergence", "[methods]") {
  // Randomized response is a function of the pair of clones, whose clones report a fair coin with
  // probability 2/(e^ε0+1); with fewer clones, e^−ε0, there is more divergence. γP + (1−γ)Q is
  // nearer to Q than P is.
  const random_cases cases(14, 60);
  drawing draw(cases.seed());
  for (int i = 0; i < cases.count(); ++i) {
    const auto n =
        static_cast<std::int64_t>(draw.magnitude(2, i < cases.count() * 3 / 4 ? 60 : 400));
    const std::string parameters =
        "(" + std::to_string(n) + ", " + decimal(draw.magnitude(0.1, 3)) + ")";
    const std::string response = "rr_pair" + parameters;
    const std::string sampled =
        "subsampled(" + response + ", " + decimal(draw.between(0.1, 0.95)) + ")";
    const std::string lambda = ", " + decimal(draw.magnitude(0.1, 10)) + ")";
    INFO(sampled << lambda);
    const auto swap = [](const std::string& pair) { return "swap(" + pair + ")"; };
    for (const auto& [less, more] :
         {std::pair(response, "clone_pair" + parameters),
          std::pair(swap(response), "clone_pair" + parameters), std::pair(sampled, response),
          std::pair(swap(sampled), swap(response))}) {
      CHECK(holds("renyi(" + less + lambda + " < renyi(" + more + lambda));
      CHECK(holds("total_variation(" + less + ") < total_variation(" + more + ")"));
    }
  }
}

}  // namespace test_methods
