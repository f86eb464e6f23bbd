// Every enclosure of a discrete pair must contain the exact answer of
// tests/support/exact_oracle.hpp, at thousands of random parameters, and be narrow enough to say
// something. At the end, sizes that the oracle cannot reach.

#include <array>
#include <cmath>
#include <random>

#include "quantities/outcomes/discrete_pairs.hpp"
#include "shufflecert/decimal.hpp"
#include "shufflecert/quantities.hpp"
#include "support/catch.hpp"
#include "support/inclusion.hpp"
#include "support/this_run.hpp"

namespace test_oracle_inclusion {

using namespace shufflecert;

namespace {

const std::array<oracle::fraction, 8> odds{oracle::fraction(1),     oracle::fraction(1001, 1000),
                                           oracle::fraction(6, 5),  oracle::fraction(3, 2),
                                           oracle::fraction(2),     oracle::fraction(7, 3),
                                           oracle::fraction(10, 1), oracle::fraction(1000)};
const std::array<bits, 6> precisions{53, 64, 90, 128, 160, 200};

enum class kind { clone, clone_with_p, unmixed, unmixed_with_p, printed, randomized_response };

std::string name_of(kind which) {
  switch (which) {
    case kind::clone:
      return "clone";
    case kind::clone_with_p:
      return "clone with p";
    case kind::unmixed:
      return "unmixed";
    case kind::unmixed_with_p:
      return "unmixed with p";
    case kind::printed:
      return "printed";
    case kind::randomized_response:
      return "randomized response";
  }
  return "";
}

// One pair at one point, as the oracle and as the library see it.
class sample {
 public:
  sample(kind which, int n, oracle::fraction r, oracle::fraction extra, bool swapped)
      : kind_(which), n_(n), r_(std::move(r)), extra_(std::move(extra)), swapped_(swapped) {
    laws_ = build_laws();
    if (swapped_) laws_ = oracle::swapped(std::move(laws_));
  }

  [[nodiscard]] const oracle::law_pair& laws() const { return laws_; }
  [[nodiscard]] const oracle::fraction& r() const { return r_; }
  [[nodiscard]] bool identical() const { return laws_.p == laws_.q; }

  [[nodiscard]] distribution_pair pair(bool exact_eps0, bits precision) const {
    const number eps0 = log_number(r_, exact_eps0, precision);
    distribution_pair result{rr_pair{n_, eps0}, swapped_};
    switch (kind_) {
      case kind::clone:
        result.kind = clone_pair{n_, eps0, {}};
        break;
      case kind::clone_with_p:
        result.kind = clone_pair{n_, eps0, to_rational(extra_)};
        break;
      case kind::unmixed:
        result.kind = unmixed_pair{n_, eps0, {}};
        break;
      case kind::unmixed_with_p:
        result.kind = unmixed_pair{n_, eps0, to_rational(extra_)};
        break;
      case kind::printed:
        result.kind = printed_pair{n_, eps0, to_rational(extra_)};
        break;
      case kind::randomized_response:
        break;
    }
    return result;
  }

  [[nodiscard]] std::string text() const {
    return name_of(kind_) + (swapped_ ? " swapped" : "") + " n=" + std::to_string(n_) +
           " r=" + oracle::text(r_) + " p or b=" + oracle::text(extra_);
  }

 private:
  [[nodiscard]] oracle::law_pair build_laws() const {
    switch (kind_) {
      case kind::clone:
        return oracle::clone_laws(n_, r_, 1 / r_);
      case kind::clone_with_p:
        return oracle::clone_laws(n_, r_, extra_);
      case kind::unmixed:
        return oracle::unmixed_laws(n_, 1 / r_);
      case kind::unmixed_with_p:
        return oracle::unmixed_laws(n_, extra_);
      case kind::printed:
        return oracle::printed_laws(n_, 1 / r_, extra_);
      case kind::randomized_response:
        return oracle::randomized_response_laws(n_, r_);
    }
    return {};
  }

  kind kind_;
  int n_;
  oracle::fraction r_;
  oracle::fraction extra_;
  bool swapped_;
  oracle::law_pair laws_;
};

class random_points {
 public:
  explicit random_points(std::uint64_t seed) : engine_(seed) {}

  int whole(int low, int high) { return std::uniform_int_distribution<int>(low, high)(engine_); }
  bool coin() { return whole(0, 1) == 1; }
  template <class Range>
  const typename Range::value_type& one_of(const Range& range) {
    return range[static_cast<std::size_t>(whole(0, static_cast<int>(range.size()) - 1))];
  }
  // In (0, 1], the end included now and then.
  oracle::fraction probability() {
    const int bottom = whole(1, 12);
    return {whole(1, bottom), bottom};
  }

  sample any_sample(kind which, int largest_n) {
    const int n = whole(1, largest_n);
    const oracle::fraction r = one_of(odds);
    oracle::fraction extra = probability();
    if (which == kind::printed && whole(0, 9) == 0) extra = 0;
    return {which, n, r, extra, coin()};
  }

 private:
  std::mt19937_64 engine_;
};

constexpr std::array all_kinds{kind::clone,          kind::clone_with_p, kind::unmixed,
                               kind::unmixed_with_p, kind::printed,      kind::randomized_response};

int largest_n(kind which) {
  return which == kind::randomized_response ? 25 : 14;
}

void check_renyi(const number& value, const std::optional<oracle::interval>& truth,
                 bits precision) {
  if (!truth) {
    CHECK(value.is_infinity(1));
    return;
  }
  CHECK_FALSE(value.is_infinity(1));
  CHECK(encloses(value.to_ball(precision), *truth));
}

// At 128 bits and exact parameters the rounding of these few hundred terms must leave 25 digits.
bool is_narrow(const number& value) {
  return value.is_zero() || value.to_ball(128).has_relative_radius(25);
}

void check_renyi_everywhere(const sample& at, const number& lambda,
                            const std::optional<oracle::interval>& truth, random_points& random) {
  const bits precision = random.one_of(precisions);
  for (const bool exact_eps0 : {true, false}) {
    INFO(at.text() << " bits=" << precision << " exact eps0=" << exact_eps0);
    const number value = renyi(at.pair(exact_eps0, precision), lambda, precision).value;
    check_renyi(value, truth, precision);
    if (truth && truth->lower > 0) CHECK_FALSE(value.is_zero());
  }
  INFO(at.text());
  CHECK((!truth || is_narrow(renyi(at.pair(true, 128), lambda, 128).value)));
  const ball rough = renyi(at.pair(true, 64), lambda, 64).value.to_ball(64);
  const ball fine = renyi(at.pair(true, 160), lambda, 160).value.to_ball(160);
  CHECK(overlap(rough, fine));
}

// Sums are cut by mass left out, so a value far below 1 is known absolutely rather than relatively.
bool is_close(const ball& value, const oracle::fraction& truth) {
  if (truth * 10000000000 > 1) return value.has_relative_radius(25);
  return is_below_power_of_two(value - ball::of(to_rational(truth), 200), -118);
}

void check_hockey_stick_everywhere(const sample& at, const oracle::fraction& s,
                                   random_points& random) {
  const oracle::fraction truth = oracle::hockey_stick(at.laws(), s);
  const bits precision = random.one_of(precisions);
  for (const bool exact : {true, false}) {
    INFO(at.text() << " s=" << oracle::text(s) << " bits=" << precision << " exact=" << exact);
    const number eps = log_number(s, exact, precision);
    const number value = hockey_stick(at.pair(exact, precision), eps, precision).value;
    CHECK(contains(value.to_ball(precision), to_rational(truth)));
  }
  INFO(at.text() << " s=" << oracle::text(s));
  const number eps = log_number(s, true, 128);
  const number narrow = hockey_stick(at.pair(true, 128), eps, 128).value;
  CHECK(is_close(narrow.to_ball(128), truth));
  const ball rough = hockey_stick(at.pair(true, 64), eps, 64).value.to_ball(64);
  const ball fine = hockey_stick(at.pair(true, 160), eps, 160).value.to_ball(160);
  CHECK(overlap(rough, fine));
}

}  // namespace

TEST_CASE("the oracle agrees with laws worked out by hand") {
  using oracle::fraction;
  // n = 1: one report, P and Q are Bern(2/3) and Bern(1/3) in every notation.
  const auto alone = oracle::clone_laws(1, 2, fraction(1, 2));
  CHECK(alone.p == oracle::law{{{0, 1}, fraction(1, 3)}, {{1, 0}, fraction(2, 3)}});
  CHECK(alone.q == oracle::law{{{0, 1}, fraction(2, 3)}, {{1, 0}, fraction(1, 3)}});
  CHECK(oracle::moment(alone, 2) == fraction(3, 2));  // 4/9·3 + 1/9·3/2
  CHECK(oracle::randomized_response_laws(1, 2).p == alone.p);
  CHECK(oracle::moment(oracle::unmixed_laws(1, 1), 2) == std::nullopt);
  // n = 2, keep 2/3: P = (2, 5, 2)/9 and Q = (4, 4, 1)/9 for 0, 1, 2 ones.
  const auto two = oracle::randomized_response_laws(2, 2);
  CHECK(two.p ==
        oracle::law{{{0, 2}, fraction(2, 9)}, {{1, 1}, fraction(5, 9)}, {{2, 0}, fraction(2, 9)}});
  CHECK(two.q ==
        oracle::law{{{0, 2}, fraction(4, 9)}, {{1, 1}, fraction(4, 9)}, {{2, 0}, fraction(1, 9)}});
  CHECK(oracle::moment(two, 2) == fraction(5, 4));  // (4 + 25 + 16)/36
  CHECK(oracle::hockey_stick(two, 1) == fraction(2, 9));
  CHECK(oracle::total_variation(two) == fraction(2, 9));
  CHECK(oracle::largest_ratio(two) == fraction(2));
  // n = 2, p = 1/2, Δ = 1: half the time (1, 0), else (2, 0) or (1, 1).
  CHECK(oracle::unmixed_laws(2, fraction(1, 2)).p ==
        oracle::law{{{1, 0}, fraction(1, 2)}, {{1, 1}, fraction(1, 4)}, {{2, 0}, fraction(1, 4)}});
  // n = 2, p = 1, b = 1/3: C = 1.
  CHECK(oracle::printed_laws(2, 1, fraction(1, 3)).p == oracle::law{{{0, 1}, fraction(1, 3)},
                                                                    {{1, 0}, fraction(1, 3)},
                                                                    {{0, 2}, fraction(1, 6)},
                                                                    {{1, 1}, fraction(1, 6)}});
}

TEST_CASE("the oracle's own parts agree") {
  const random_cases cases(1, 60);
  random_points random(cases.seed());
  for (int i = 0; i < cases.count(); ++i) {
    const sample at = random.any_sample(random.one_of(all_kinds), 8);
    INFO(at.text());
    oracle::fraction mass_p = 0;
    oracle::fraction mass_q = 0;
    for (const auto& entry : at.laws().p) mass_p += entry.second;
    for (const auto& entry : at.laws().q) mass_q += entry.second;
    CHECK(mass_p == 1);
    CHECK(mass_q == 1);
    CHECK(oracle::total_variation(at.laws()) == oracle::hockey_stick(at.laws(), 1));
    const auto by_moment = oracle::renyi(at.laws(), 3);
    const auto by_logs = oracle::renyi_real(at.laws(), 3);
    REQUIRE(by_moment.has_value() == by_logs.has_value());
    if (!by_moment) continue;
    CHECK(by_moment->lower <= by_logs->upper);
    CHECK(by_logs->lower <= by_moment->upper);
  }
}

TEST_CASE("Renyi divergence of whole order encloses the exact value") {
  const random_cases cases(20240107, 250);
  random_points random(cases.seed());
  for (const kind which : all_kinds) {
    for (int i = 0; i < cases.count(); ++i) {
      const sample at = random.any_sample(which, largest_n(which));
      for (int j = 0; j < 2; ++j) {
        const int order = random.whole(2, 8);
        INFO("order " << order);
        check_renyi_everywhere(at, order, oracle::renyi(at.laws(), order), random);
      }
    }
  }
}

TEST_CASE("Renyi divergence of real order encloses the value of the exact laws") {
  const std::array<oracle::fraction, 7> orders{
      oracle::fraction(1, 2),         oracle::fraction(1),
      oracle::fraction(3, 2),         oracle::fraction(5, 2),
      oracle::fraction(10001, 10000), oracle::fraction(9, 10),
      oracle::fraction(41, 4)};
  const random_cases cases(20240108, 150);
  random_points random(cases.seed());
  for (const kind which : all_kinds) {
    for (int i = 0; i < cases.count(); ++i) {
      const sample at = random.any_sample(which, largest_n(which));
      const oracle::fraction& order = random.one_of(orders);
      INFO("order " << oracle::text(order));
      auto truth = oracle::renyi_real(at.laws(), order);
      if (at.identical()) truth = oracle::interval{0, 0};
      check_renyi_everywhere(at, to_rational(order), truth, random);
    }
  }
}

TEST_CASE("an order given as a ball encloses the value at every order in it") {
  const random_cases cases(20240109, 60);
  random_points random(cases.seed());
  const oracle::fraction half(1, 2);
  for (int i = 0; i < cases.count(); ++i) {
    const sample at = random.any_sample(random.one_of(all_kinds), 10);
    INFO(at.text());
    if (at.identical()) continue;
    // log 5 = 1.609… and log(3/2) = 0.405… are no fractions: bracket them.
    for (const int argument : {5, 3}) {
      const oracle::fraction r = argument == 5 ? oracle::fraction(5) : oracle::fraction(3, 2);
      const oracle::interval bracket = oracle::log_of(r);
      const auto low = oracle::renyi_real(at.laws(), bracket.lower);
      const auto high = oracle::renyi_real(at.laws(), bracket.upper);
      const number value = renyi(at.pair(true, 128), log_multiple{1, to_rational(r)}, 128).value;
      REQUIRE(low.has_value() == high.has_value());
      CHECK(value.is_infinity(1) == !low.has_value());
      if (low) CHECK(encloses(value.to_ball(128), {low->lower, high->upper}));
    }
  }
}

TEST_CASE("max-divergence is the logarithm of the largest likelihood ratio") {
  const random_cases cases(20240110, 30);
  random_points random(cases.seed());
  for (const kind which : all_kinds) {
    for (int i = 0; i < cases.count(); ++i) {
      const sample at = random.any_sample(which, largest_n(which));
      INFO(at.text());
      const auto largest = oracle::largest_ratio(at.laws());
      const number exact = renyi(at.pair(true, 128), ball::infinity(128), 128).value;
      const number rounded = renyi(at.pair(false, 128), ball::infinity(128), 128).value;
      CHECK(exact.is_infinity(1) == !largest.has_value());
      CHECK(rounded.is_infinity(1) == !largest.has_value());
      if (!largest) continue;
      CHECK(compare(exact, relation::equal, log_number(*largest, true, 128), 128).value == true);
      if (*largest != 1) CHECK(encloses(rounded.to_ball(128), oracle::log_of(*largest)));
    }
  }
}

TEST_CASE("hockey-stick divergence contains the exact fraction") {
  const random_cases cases(20240111, 200);
  random_points random(cases.seed());
  for (const kind which : all_kinds) {
    for (int i = 0; i < cases.count(); ++i) {
      const sample at = random.any_sample(which, largest_n(which));
      const std::array<oracle::fraction, 8> factors{oracle::fraction(1, 3),
                                                    oracle::fraction(9, 10),
                                                    oracle::fraction(1),
                                                    oracle::fraction(11, 10),
                                                    oracle::fraction((1 + at.r()) / 2),
                                                    at.r(),
                                                    oracle::fraction(1 / at.r()),
                                                    oracle::fraction(5, 1)};
      for (int j = 0; j < 3; ++j) check_hockey_stick_everywhere(at, random.one_of(factors), random);
    }
  }
}

TEST_CASE("hockey-stick divergence with a factor equal to some likelihood ratio") {
  // There a term is exactly 0 and its ball has no certain sign.
  const random_cases cases(20240112, 200);
  random_points random(cases.seed());
  for (int i = 0; i < cases.count(); ++i) {
    const sample at = random.any_sample(random.one_of(all_kinds), 9);
    const auto& q = at.laws().q;
    auto where = q.begin();
    std::advance(where, random.whole(0, static_cast<int>(q.size()) - 1));
    const auto p = at.laws().p.find(where->first);
    if (p == at.laws().p.end()) continue;
    check_hockey_stick_everywhere(at, p->second / where->second, random);
  }
}

TEST_CASE("total variation contains the exact fraction") {
  const random_cases cases(20240113, 40);
  random_points random(cases.seed());
  for (const kind which : all_kinds) {
    for (int i = 0; i < cases.count(); ++i) {
      const sample at = random.any_sample(which, largest_n(which));
      INFO(at.text());
      const oracle::fraction truth = oracle::total_variation(at.laws());
      for (const bits precision : {53, 128})
        for (const bool exact_eps0 : {true, false})
          CHECK(contains(
              total_variation(at.pair(exact_eps0, precision), precision).value.to_ball(precision),
              to_rational(truth)));
      const number narrow = total_variation(at.pair(true, 128), 128).value;
      CHECK((truth == 0 ? narrow.is_zero() : narrow.to_ball(128).has_relative_radius(25)));
    }
  }
}

// With few bits the sums stop early even at these sizes, and the bound for what they leave out is
// most of the ball: a bound that is too small by half, or by the factor between P and Q, is caught
// here. `negative` ε matter most: there nearly all the mass left out belongs to the value.
TEST_CASE("what is left out of a sum is never understated: hockey-stick, layered pairs") {
  using oracle::fraction;
  const random_cases cases(20240114, 24);
  random_points random(cases.seed());
  const std::array<kind, 5> layered{kind::clone, kind::clone_with_p, kind::unmixed,
                                    kind::unmixed_with_p, kind::printed};
  const std::array<fraction, 4> chosen_r{fraction(3, 2), fraction(2), fraction(5), fraction(20)};
  const std::array<fraction, 5> chosen_extra{fraction(1, 20), fraction(1, 4), fraction(3, 5),
                                             fraction(19, 20), fraction(1)};
  for (const kind which : layered) {
    for (int i = 0; i < cases.count(); ++i) {
      const fraction r = random.one_of(chosen_r);
      const sample at(which, random.whole(12, 32), r, random.one_of(chosen_extra), random.coin());
      for (const fraction& s : {fraction(1, 1000000), fraction(101 / (100 * r)), fraction(6, 5)}) {
        const rational truth = to_rational(oracle::hockey_stick(at.laws(), s));
        const number eps = log_number(s, true, 64);
        for (bits precision = 4; precision <= 40; precision += 3) {
          INFO(at.text() << " s=" << oracle::text(s) << " bits=" << precision);
          const number value = hockey_stick(at.pair(true, precision), eps, precision).value;
          CHECK(contains(value.to_ball(precision), truth));
        }
      }
    }
  }
}

TEST_CASE("what is left out of a sum is never understated: hockey-stick, randomized response") {
  using oracle::fraction;
  for (const int n : {20, 30, 45, 60}) {
    for (const fraction& r :
         {fraction(11, 10), fraction(3, 2), fraction(2), fraction(3), fraction(6), fraction(20)}) {
      for (const bool swapped : {false, true}) {
        const sample at(kind::randomized_response, n, r, 0, swapped);
        for (const fraction& s : {fraction(101 / (100 * r)), fraction(1), fraction(r * 99 / 100)}) {
          const rational truth = to_rational(oracle::hockey_stick(at.laws(), s));
          const number eps = log_number(s, true, 64);
          for (bits precision = 8; precision <= 40; precision += 2) {
            INFO(at.text() << " s=" << oracle::text(s) << " bits=" << precision);
            const number value = hockey_stick(at.pair(true, precision), eps, precision).value;
            CHECK(contains(value.to_ball(precision), truth));
          }
        }
      }
    }
  }
}

TEST_CASE("what is left out of a sum is never understated: Renyi divergence") {
  using oracle::fraction;
  const std::array<fraction, 5> orders{fraction(2), fraction(5), fraction(1), fraction(3, 2),
                                       fraction(1, 2)};
  const auto check_all = [&](const sample& at) {
    for (const fraction& order : orders) {
      const auto truth = oracle::renyi_real(at.laws(), order);
      for (bits precision = 8; precision <= 40; precision += 4) {
        INFO(at.text() << " order=" << oracle::text(order) << " bits=" << precision);
        const number value = renyi(at.pair(true, precision), to_rational(order), precision).value;
        check_renyi(value, truth, precision);
      }
    }
  };
  for (const int n : {20, 40, 60})
    for (const fraction& r : {fraction(3, 2), fraction(3), fraction(20)})
      for (const bool swapped : {false, true})
        check_all({kind::randomized_response, n, r, 0, swapped});
  for (const int n : {16, 30})
    for (const fraction& p : {fraction(1, 20), fraction(1, 2), fraction(19, 20), fraction(1)})
      for (const fraction& r : {fraction(2), fraction(20)})
        for (const kind which : {kind::clone_with_p, kind::unmixed_with_p})
          check_all({which, n, r, p, false});
}

namespace {

class mass_sum : public outcome_visitor {
 public:
  void single(const arb_t p, const arb_t q) override {
    arb_add(p_.raw(), p_.raw(), p, 200);
    arb_add(q_.raw(), q_.raw(), q, 200);
  }
  void mirrored(const arb_t p, const arb_t q) override {
    single(p, q);
    single(q, p);
  }
  [[nodiscard]] const ball& p() const { return p_; }
  [[nodiscard]] const ball& q() const { return q_; }

 private:
  ball p_{200};
  ball q_{200};
};

}  // namespace

// The bound for what direct summation leaves out must cover what is missing from the mass 1 of
// either law, however coarse the threshold is.
TEST_CASE("the bound for what is left out covers the missing mass") {
  const budget unlimited;
  for (const distribution_pair& pair :
       {distribution_pair{krr_pair{3, 200, 1}}, distribution_pair{krr_pair{3, 60, 5}},
        distribution_pair{krr_pair{4, 60, 1}}, distribution_pair{krr_pair{9, 40, 3}},
        subsampled({rr_pair{400, 1}}, rational(1, 10)),
        swap(subsampled({rr_pair{400, 3}}, rational(1, 2))),
        distribution_pair{clone_pair{200, 1, {}}}, distribution_pair{rr_pair{400, 2}},
        distribution_pair{printed_pair{200, 1, rational(1, 3)}}})
    for (const double threshold : {-3.0, -8.0, -20.0}) {
      mass_sum visited;
      const ball left_out = visit_outcomes(pair, {160, threshold, unlimited}, visited);
      CHECK(left_out.is_certainly_positive());
      CHECK(less_equal(1 - visited.p(), left_out) == true);
      CHECK(less_equal(1 - visited.q(), left_out) == true);
      // Not by being useless: the terms that are left out are each below the threshold.
      CHECK(left_out.near() < 1e4 * std::pow(2.0, threshold));
    }
}

// Values of the clone pair at sizes that the oracle cannot reach. The digits come from two other
// evaluations that share nothing with the library: the moments of tanh(ε0/2)·Y, and the plain
// double sum over (N, a) with 260-bit floating point. The last digit shown is cut off, not rounded.

namespace {

// The true value lies in [digits, digits + 1]·10^−places.
void check_digits(const quantity& result, const char* digits, unsigned places) {
  const rational unit = 1 / rational(boost::multiprecision::pow(integer(10), places));
  const rational low = rational(integer(digits)) * unit;
  const ball value = result.value.to_ball(160);
  CHECK(overlap(value, ball::hull(ball::of(low, 400), ball::of(rational(low + unit), 400))));
  CHECK(value.has_relative_radius(30));
}

}  // namespace

TEST_CASE("known Renyi divergences of the clone pair") {
  check_digits(renyi({clone_pair{1000, 1, {}}}, 2, 160), "2323335044610651159709318062201221525",
               39);
  check_digits(renyi({clone_pair{10000, 2, {}}}, 4, 160), "343016810493237733436964711252696852033",
               41);
}

TEST_CASE("a known value at growing precision stays within itself") {
  const distribution_pair pair{clone_pair{1000, 1, {}}};
  ball wide = renyi(pair, 2, 40).value.to_ball(40);
  for (const bits precision : {80, 160, 320}) {
    const ball narrow = renyi(pair, 2, precision).value.to_ball(precision);
    CHECK(overlap(wide, narrow));
    // Twice the bits, so about twice the digits: at least 0.2 digits per bit survive.
    CHECK(narrow.has_relative_radius(precision / 5));
    wide = narrow;
  }
}

}  // namespace test_oracle_inclusion
