// From Rényi divergences to ε: the conversions in their order, the optimal one at one order, and
// the best order.

#include <cmath>

#include "quantities/conversions/best_order.hpp"
#include "quantities/conversions/binary_pairs.hpp"
#include "quantities/conversions/order_conversion.hpp"
#include "shufflecert/conversions.hpp"
#include "shufflecert/errors.hpp"
#include "shufflecert/rational.hpp"
#include "support/catch.hpp"
#include "support/inclusion.hpp"
#include "support/random_source.hpp"
#include "support/values_at_points.hpp"

namespace test_conversions {

using namespace shufflecert;

namespace {

constexpr bits precision = 128;

ball of(const rational& x) {
  return ball::of(x, precision);
}

ball order_epsilon_of(const rational& rho, const rational& lambda, const rational& delta) {
  return rdp_epsilon_of_order(rho, lambda, delta, precision).to_ball(precision);
}

// D_λ of (p, 1 − p) and (q, 1 − q), from the definition.
ball binary_renyi(const rational& p, const rational& q, const rational& lambda) {
  const ball l = of(lambda);
  const ball sum = pow(of(p), l) * pow(of(q), 1 - l) + pow(of(1 - p), l) * pow(of(1 - q), 1 - l);
  return log(sum) / (l - 1);
}

rational random_rational(random_source& random, int most) {
  return {static_cast<std::int64_t>(1 + random.below(static_cast<std::size_t>(most))), most + 1};
}

bool is_at_most(const ball& a, const ball& b) {
  return less(b, a) != true;
}

}  // namespace

TEST_CASE("the optimal conversion is that of a direct search in other arithmetic") {
  // Golden section over p with bisection for q, in 40 digits: mpmath.
  const struct {
    rational rho, lambda, delta;
    const char* value;
  } known[] = {
      {1, 4, rational(1, 1000000), "4.8383672110458904017"},
      {rational(1, 100), rational(3, 2), rational(1, 5), "-0.2038312622878667996"},
      {rational(1, 1000), 2, rational(1, 3), "-0.40434017839137830627"},
      {20, rational(101, 100), rational(1, 1000000000), "1915.9392504561750897"},
      {rational(1, 10), 40, rational(1, 50), "0.080403821336370525839"},
      {3, rational(5, 2), rational(39, 100), "2.5060521299483488168"},
  };
  for (const auto& [rho, lambda, delta, value] : known) {
    INFO(value);
    const std::string text = value;
    const bool is_negative = text.front() == '-';
    const rational size = *parse_decimal(is_negative ? text.substr(1) : text);
    const rational expected = is_negative ? rational(-size) : size;
    const ball found = order_epsilon_of(rho, lambda, delta);
    CHECK(is_narrow(found, -90));
    CHECK(less(abs(found - of(expected)), of(rational(abs(expected) / power(10, 18)))) == true);
  }
}

TEST_CASE("no pair of two outcomes has more than the optimal conversion, and one nearly has it") {
  random_source random(test_seed());
  for (std::uint64_t i = 0; i < number_of_cases(60); ++i) {
    const rational lambda = 1 + random_rational(random, 50) * static_cast<int>(1 + random.below(9));
    const rational q = random_rational(random, 40) / static_cast<int>(1 + random.below(1000));
    const rational p = q + (1 - q) * random_rational(random, 30);
    const rational delta =
        p * random_rational(random, 60) / static_cast<int>(1 + random.below(100));
    INFO(to_text(lambda) << " p " << to_text(p) << " q " << to_text(q) << " delta "
                         << to_text(delta));
    const ball rho = binary_renyi(p, q, lambda);
    const ball least = rdp_epsilon_of_order(rho, lambda, delta, precision).to_ball(precision);
    CHECK(is_at_most(log((of(p) - of(delta)) / of(q)), least));
    CHECK(is_narrow(least, -60));
    // What (Y.6) offers is within the bound: from the definition once more.
    const moment_bound bound{of(lambda) - 1, (of(lambda) - 1) * rho};
    const order_epsilon at = optimal_epsilon(bound, of(delta));
    if (!at.worst) continue;
    const ball log_q = certain_log_q(bound, at.worst->p, at.worst->rest, at.worst->log_q);
    const ball l = of(lambda);
    const ball moment = exp(l * log(at.worst->p) + (1 - l) * log_q) +
                        exp(l * log(at.worst->rest) + (1 - l) * log(1 - exp(log_q)));
    CHECK(is_at_most(log(moment), bound.most));
  }
}

TEST_CASE("what is far from the best point is a bound all the same") {
  // (Y.6) and (Y.7) hold wherever the tangent is laid, and lose only tightness.
  const moment_bound bound{of(3), of(3)};
  const ball delta = of(rational(1, 1000000));
  const ball best = order_epsilon_of(1, 4, rational(1, 1000000));
  for (const rational& p :
       {rational(2, 1000000), rational(39, 10000000), rational(1, 100000), rational(1, 10)})
    for (const int shift : {-3, 0, 1}) {
      INFO(to_text(p) << " " << shift);
      const ball rest = of(1 - p);
      const ball log_q =
          near_least_log_q(bound, of(p), rest, std::nullopt) + of(rational(shift, 10));
      const ball most = largest_log_ratio(bound, {of(p), rest, log_q}, delta);
      const ball least = log(of(p) - delta) - certain_log_q(bound, of(p), rest, log_q);
      CHECK(is_at_most(best, most));
      CHECK(is_at_most(least, best));
    }
}

TEST_CASE("the conversions of one order come in their proved order") {
  random_source random(test_seed() + 1);
  for (std::uint64_t i = 0; i < number_of_cases(100); ++i) {
    const rational lambda =
        1 + random_rational(random, 50) * static_cast<int>(1 + random.below(40));
    const rational rho = random_rational(random, 100) * static_cast<int>(1 + random.below(20));
    const rational delta =
        random_rational(random, 9) / power(10, static_cast<long>(random.below(30)));
    INFO(to_text(lambda) << " rho " << to_text(rho) << " delta " << to_text(delta));
    const ball l = of(lambda);
    const ball d = of(delta);
    const ball mironov = of(rho) + log(1 / d) / (l - 1);
    const ball canonne = of(rho) + log(1 - 1 / l) - log(d * l) / (l - 1);
    const ball optimal = order_epsilon_of(rho, lambda, delta);
    CHECK(is_at_most(canonne, mironov));
    CHECK(is_at_most(optimal, canonne));
    CHECK(is_at_most(of(rho) + log1p(-d), optimal));
    CHECK(is_narrow(optimal, -60));
    // In λ, for the same ρ, and in ρ.
    CHECK(is_at_most(order_epsilon_of(rho, lambda + rational(1, 10), delta), optimal));
    CHECK(is_at_most(optimal, order_epsilon_of(rho + rational(1, 10), lambda, delta)));
    if (lambda * delta >= 1)
      CHECK(overlap(optimal, of(rho) + log1p(-d)));
    else
      CHECK(less(of(rho) + log1p(-d), optimal) == true);
  }
}

TEST_CASE("a Rényi curve gives no less than the pair has, and what closed forms give") {
  for (const char* pair : {"gaussian_pair(1)", "clone_pair(40, 1)", "rr_pair(30, log(3))",
                           "normal_pair(0, 1, 1, 2)", "normal_pair(0, 2, 1, 1)"})
    for (const char* delta : {"1/100", "10^-7"}) {
      INFO(pair << " " << delta);
      const std::string rest = "(" + std::string(pair) + ", " + delta + ")";
      const auto value = [&](const std::string& name) {
        return number_at(name + rest, 96).to_ball(96);
      };
      const ball optimal = value("rdp_epsilon");
      const ball canonne = value("rdp_epsilon_canonne");
      const ball mironov = value("rdp_epsilon_mironov");
      CHECK(is_at_most(value("epsilon"), optimal));
      CHECK(is_at_most(optimal, canonne));
      // At tiny δ one outcome may be all that counts, and the three the same to many digits.
      if (std::string(delta) == "1/100") {
        CHECK(less(value("epsilon"), optimal) == true);
        CHECK(less(optimal, canonne) == true);
      }
      CHECK(less(canonne, mironov) == true);
      for (const ball& x : {optimal, canonne, mironov}) CHECK(is_narrow(x, -50));
      // At no order there is less: a search of one's own would be above.
      for (const char* lambda : {"1.1", "3/2", "2", "3", "5", "8", "13", "21", "34"}) {
        INFO(lambda);
        const std::string at = lambda;
        const std::string rho = "renyi(" + std::string(pair) + ", " + at + ")";
        const number divergence = number_at(rho, 96);
        if (divergence.is_infinity(1)) continue;
        const ball here =
            number_at("rdp_epsilon_of_order(" + rho + ", " + at + ", " + delta + ")", 96)
                .to_ball(96);
        CHECK(is_at_most(optimal, here));
        const ball closed = number_at(rho + " + log(1 - 1/" + at + ") - log(" + delta + "*" + at +
                                          ")/(" + at + " - 1)",
                                      96)
                                .to_ball(96);
        CHECK(is_at_most(canonne, closed));
      }
    }
}

TEST_CASE("Mironov's conversion of a Gaussian curve has a closed form") {
  // λ μ²/2 + log(1/δ)/(λ − 1) is least at λ = 1 + √(2 log(1/δ))/μ.
  for (const char* mu : {"1/3", "1", "4"})
    for (const char* delta : {"1/10", "10^-6", "10^-100"}) {
      INFO(mu << " " << delta);
      const std::string m = mu;
      const std::string d = delta;
      const ball found =
          number_at("rdp_epsilon_mironov(gaussian_pair(" + m + "), " + d + ")", 96).to_ball(96);
      const ball exact =
          number_at("(" + m + ")^2/2 + (" + m + ")*sqrt(2*log(1/(" + d + ")))", 300).to_ball(300);
      CHECK(encloses(found, exact));
      CHECK(is_narrow(found, -55));
    }
}

TEST_CASE("between two orders no conversion is below its bound") {
  // A curve that is no pair's, with a kink: (λ − 1)D_λ = max(x, 20x − 38), x = λ − 1.
  const renyi_values curve = [](const std::vector<number>& orders, bits at) {
    std::vector<number> values;
    for (const number& lambda : orders) {
      const rational* l = lambda.as_rational();
      if (l == nullptr) {
        values.emplace_back(number(20));
        continue;
      }
      const rational x = *l - 1;
      values.push_back(x <= 2 ? number(1) : subtract(20, number(rational(38 / x)), at));
    }
    return values;
  };
  const budget limits;
  const rational delta(1, 100000);
  for (const rdp_conversion by :
       {rdp_conversion::mironov, rdp_conversion::canonne, rdp_conversion::optimal}) {
    const ball found = least_over_orders(curve, delta, by, 96, order_choice::all, limits);
    CHECK(is_narrow(found, -50));
    for (int i = 1; i <= 60; ++i) {
      const rational x(i, 10);
      const ball moment = of(std::max(x, rational(20 * x - 38)));
      const moment_bound bound{of(x), moment};
      const ball here = by == rdp_conversion::mironov   ? mironov_epsilon(bound, of(delta))
                        : by == rdp_conversion::canonne ? canonne_epsilon(bound, of(delta))
                                                        : optimal_epsilon(bound, of(delta)).most;
      INFO(i);
      CHECK(is_at_most(found, here));
      // All are least at the kink.
      if (i == 20) CHECK(overlap(found, here) == true);
    }
  }
}

TEST_CASE("conversions at the ends of their ranges") {
  const auto value = [](const std::string& formula) { return number_at(formula, 96); };
  CHECK(value("rdp_epsilon_of_order(1, 2, 0)").is_infinity(1));
  CHECK(value("rdp_epsilon_of_order(0, 2, 0)").is_zero());
  CHECK(value("rdp_epsilon_of_order(1, 2, 1)").is_infinity(-1));
  CHECK(value("rdp_epsilon_of_order(inf, 2, 1/2)").is_infinity(1));
  CHECK(holds("rdp_epsilon_of_order(0, 2, 1/2) == log(1/2)"));
  CHECK(holds("rdp_epsilon_of_order(log(3), inf, 1/2) == log(3/2)"));
  CHECK(value("rdp_epsilon(gaussian_pair(1), 0)").is_infinity(1));
  CHECK(holds("rdp_epsilon(clone_pair(10, 1), 0) == 1"));
  CHECK(value("rdp_epsilon(clone_pair(10, 1), 1)").is_infinity(-1));
  CHECK(holds("rdp_epsilon(rr_pair(4, 0), 1/4) == log(3/4)"));
  CHECK(value("rdp_epsilon_mironov(rr_pair(4, 0), 1/4)").is_zero());
  CHECK(value("rdp_epsilon(unmixed_pair(5, 1), 1/1000)").is_infinity(1));
  for (const char* wrong :
       {"rdp_epsilon_of_order(1, 1, 1/2)", "rdp_epsilon_of_order(-1, 2, 1/2)",
        "rdp_epsilon_of_order(1, 2, 2)", "rdp_epsilon_of_order(1, 2, -1)",
        "rdp_epsilon(gaussian_pair(1), 2)", "rdp_epsilon(clone_pair(0, 1), 1/2)"}) {
    INFO(wrong);
    CHECK_THROWS_AS(value(wrong), undefined_value);
  }
  // A δ that is no double, nor is 1/δ; and one as near to 1.
  const ball far = value("rdp_epsilon(gaussian_pair(1), 10^-400)").to_ball(96);
  CHECK(less(far, value("rdp_epsilon_mironov(gaussian_pair(1), 10^-400)").to_ball(96)) == true);
  CHECK(is_at_most(value("epsilon(gaussian_pair(1), 10^-400)").to_ball(96), far));
  const ball near_one = value("rdp_epsilon(gaussian_pair(1), 1 - 10^-400)").to_ball(96);
  CHECK(encloses(near_one, number_at("1/2 - 400*log(10)", 2000).to_ball(2000)));
  // λδ = 1 to the last bit, where two formulas meet.
  CHECK(holds("abs(rdp_epsilon_of_order(3, sqrt(2)^2, 1/2) - 3 - log(1/2)) < 10^-15"));
}

}  // namespace test_conversions
