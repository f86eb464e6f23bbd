// Quantities over ranges of their parameters: the enclosure holds the values at the points of a
// box, and is no wider than the values at its corners make it. The monotonicity that this rests on
// is a random property, decided in exact rationals.

#include <algorithm>
#include <array>
#include <functional>
#include <nlohmann/json.hpp>
#include <random>

#include "arithmetic/interval.hpp"
#include "shufflecert/curves.hpp"
#include "shufflecert/laws.hpp"
#include "shufflecert/pair_factories.hpp"
#include "shufflecert/quantities.hpp"
#include "shufflecert/refine_over_ranges.hpp"
#include "support/catch.hpp"
#include "support/inclusion.hpp"
#include "support/run_program.hpp"
#include "support/texts.hpp"
#include "support/this_run.hpp"

namespace test_parameter_ranges {

using namespace shufflecert;

namespace {

constexpr bits working = 96;

// A parameter between two ends.
struct box_side {
  rational low;
  rational high;

  [[nodiscard]] number at(const rational& part) const {
    return rational(low + part * (high - low));
  }
  [[nodiscard]] number whole_side() const {
    if (low == high) return low;
    const ball left = ball::of(low, 4 * working);
    const ball right = ball::of(high, 4 * working);
    return ball_between(-upper_bound(-left), upper_bound(right), working);
  }
};

using pair_maker = std::function<distribution_pair(const std::vector<number>&)>;

struct pair_family {
  const char* name;
  std::vector<box_side> sides;  // where the parameters lie at all
  pair_maker make;
  bool has_singular_outcomes = false;
};

distribution_pair sampled(distribution_pair of, const number& gamma, bool swapped) {
  return {subsampled_pair{std::make_shared<const distribution_pair>(std::move(of)), gamma},
          swapped};
}

const box_side any_eps0{rational("1/10"), rational(3)};
const box_side any_p{rational("1/20"), rational(1)};
const box_side any_weight{rational("1/20"), rational(1)};
const box_side any_mean{rational(0), rational(2)};

std::vector<pair_family> families() {
  using given = const std::vector<number>&;
  return {
      {"clone",
       {any_eps0},
       [](given x) {
         return distribution_pair{clone_pair{12, x[0], {}}};
       }},
      {"clone with p",
       {any_eps0, any_p},
       [](given x) {
         return distribution_pair{clone_pair{9, x[0], x[1]}};
       }},
      {"unmixed",
       {any_eps0},
       [](given x) {
         return distribution_pair{unmixed_pair{11, x[0], {}}, true};
       },
       true},
      {"unmixed with p",
       {any_eps0, any_p},
       [](given x) {
         return distribution_pair{unmixed_pair{8, x[0], x[1]}};
       },
       true},
      {"printed",
       {any_weight},
       [](given x) {
         return distribution_pair{printed_pair{7, log_multiple{1, 3}, x[0]}};
       },
       true},
      {"randomized response",
       {any_eps0},
       [](given x) {
         return distribution_pair{rr_pair{14, x[0]}, true};
       }},
      {"k-ary randomized response",
       {any_eps0},
       [](given x) {
         return distribution_pair{krr_pair{3, 5, x[0]}};
       }},
      {"subsampled",
       {any_eps0, any_weight},
       [](given x) {
         return sampled({rr_pair{10, x[0]}}, x[1], false);
       }},
      {"subsampled, swapped",
       {any_eps0, any_weight},
       [](given x) {
         return sampled({rr_pair{9, x[0]}}, x[1], true);
       }},
      {"equal variances",
       {any_mean, {rational(3), rational(4)}},
       [](given x) {
         return distribution_pair{normal_pair{x[0], 2, x[1], 2}};
       }},
      {"Laplace",
       {{rational("1/2"), rational(2)}},
       [](given x) { return distribution_pair{laplace_pair{x[0]}}; }},
      {"subsampled Laplace",
       {{rational("1/2"), rational(2)}, any_weight},
       [](given x) { return sampled({laplace_pair{x[0]}}, x[1], true); }},
      {"subsampled Gaussian",
       {{rational("1/2"), rational(2)}, any_weight},
       [](given x) { return sampled({gaussian_pair(x[0])}, x[1], false); }},
  };
}

class random_boxes {
 public:
  explicit random_boxes(std::uint64_t seed) : engine_(seed) {}

  rational fraction(int steps = 64) {
    return rational(std::uniform_int_distribution<int>(0, steps)(engine_)) / steps;
  }
  // Wide or narrow, at the edge of the range now and then.
  box_side inside(const box_side& range) {
    static const std::array<rational, 3> shares{rational("1/1000"), rational("1/20"),
                                                rational("2/5")};
    const rational& share = shares.at(std::uniform_int_distribution<std::size_t>(0, 2)(engine_));
    const rational width = share * (range.high - range.low);
    const rational low = range.low + fraction() * (range.high - range.low - width);
    return {low, rational(low + width)};
  }
  std::vector<box_side> inside(const std::vector<box_side>& ranges) {
    std::vector<box_side> box;
    box.reserve(ranges.size());
    for (const box_side& range : ranges) box.push_back(inside(range));
    return box;
  }

 private:
  std::mt19937_64 engine_;
};

using quantity_of = std::function<quantity(const distribution_pair&, const number&, bits)>;

struct asked_quantity {
  const char* name;
  box_side parameter;
  quantity_of value;
};

std::vector<asked_quantity> quantities_of(const pair_family& family) {
  const auto divergence = [](const distribution_pair& pair, const number& x, bits precision) {
    return renyi(pair, x, precision);
  };
  std::vector<asked_quantity> asked{
      {"total variation",
       {0, 1},
       [](const distribution_pair& pair, const number&, bits precision) {
         return total_variation(pair, precision);
       }},
      {"hockey-stick",
       {rational("-1/2"), rational("1/2")},
       [](const distribution_pair& pair, const number& x, bits precision) {
         return hockey_stick(pair, x, precision);
       }},
      {"trade-off",
       {rational("1/50"), rational("9/10")},
       [](const distribution_pair& pair, const number& x, bits precision) {
         return tradeoff(pair, x, precision);
       }},
  };
  if (family.has_singular_outcomes) {
    asked.push_back({"Renyi", {rational("1/5"), rational("9/10")}, divergence});
  } else {
    // Of subsampled normal laws whole orders are known only.
    const bool needs_whole = std::string_view(family.name) == "subsampled Gaussian";
    const box_side any_order{rational("1/2"), rational(5)};
    asked.push_back({"Renyi", needs_whole ? box_side{2, 2} : any_order, divergence});
    asked.push_back({"epsilon",
                     {rational("1/1000"), rational("1/30")},
                     [](const distribution_pair& pair, const number& x, bits precision) {
                       return epsilon(pair, x, precision);
                     }});
  }
  return asked;
}

// One random box of a family and a quantity.
struct checked_box {
  const pair_family& family;
  const asked_quantity& asked;
  std::vector<box_side> sides;
  box_side parameter;

  // Nothing where a side ends at 1, the largest p or weight and the least order of a chi moment,
  // and its ball reaches beyond: the radius of a ball has 30 bits.
  [[nodiscard]] std::optional<ball> over_all() const {
    std::vector<number> whole;
    for (const box_side& side : sides) whole.push_back(side.whole_side());
    try {
      return asked.value(family.make(whole), parameter.whole_side(), working)
          .value.to_ball(working);
    } catch (const precision_needed&) {
      const auto ends_at_1 = [](const box_side& side) {
        return side.low != side.high && (side.low == 1 || side.high == 1);
      };
      if (!ends_at_1(parameter) && std::none_of(sides.begin(), sides.end(), ends_at_1)) throw;
      return std::nullopt;
    }
  }
  [[nodiscard]] ball at(const std::vector<rational>& parts, const rational& part) const {
    std::vector<number> point;
    for (std::size_t i = 0; i < sides.size(); ++i) point.push_back(sides[i].at(parts[i]));
    return asked.value(family.make(point), parameter.at(part), working).value.to_ball(working);
  }
  // The difference between the largest and the least value at the corners.
  [[nodiscard]] ball spread() const {
    std::optional<ball> least;
    std::optional<ball> largest;
    for (unsigned corner = 0; corner < 1U << (sides.size() + 1); ++corner) {
      std::vector<rational> parts;
      for (std::size_t i = 0; i < sides.size(); ++i)
        parts.emplace_back(static_cast<int>((corner >> (i + 1)) & 1U));
      const ball value = at(parts, static_cast<int>(corner & 1U));
      least = least ? min(*least, value) : value;
      largest = largest ? max(*largest, value) : value;
    }
    return *largest - *least;
  }
};

ball width_of(const ball& x) {
  return upper_bound(x) + upper_bound(-x);
}

// Subsampled Gaussian laws go through a bisection per value.
int boxes_of(const pair_family& family) {
  return std::string_view(family.name) == "subsampled Gaussian" ? 2 : 7;
}

void check_box(const checked_box& box, random_boxes& random) {
  INFO(box.family.name << ", " << box.asked.name << ", parameter from "
                       << to_text(box.parameter.low) << " to " << to_text(box.parameter.high));
  for (const box_side& side : box.sides)
    UNSCOPED_INFO("side from " << to_text(side.low) << " to " << to_text(side.high));
  const std::optional<ball> found = box.over_all();
  if (!found) return;
  const ball& range = *found;
  REQUIRE(range.is_finite());
  for (int i = 0; i < 3; ++i) {
    std::vector<rational> parts;
    for (std::size_t j = 0; j < box.sides.size(); ++j) parts.push_back(random.fraction());
    CHECK(overlap(range, box.at(parts, random.fraction())));
  }
  // 10^-15 for the 30 bits of a radius, the rounding of the corners, and nothing else.
  const ball slack = ball::of(rational("1/1000000000000000"), working);
  CHECK(less_equal(width_of(range) * 10, box.spread() * 11 + slack) == true);
}

// Chi moments of such pairs are known for even orders and 1.
bool is_of_laws_with_densities(const pair_family& family) {
  const std::string_view name = family.name;
  return name == "equal variances" || name == "subsampled Gaussian" || name == "Laplace" ||
         name == "subsampled Laplace";
}

number log_of_fraction(const rational& r) {
  return log_multiple{1, r};
}

}  // namespace

TEST_CASE("the enclosure over a box holds its points and is as wide as its corners are apart") {
  const random_cases cases(20250301, 1);
  random_boxes random(cases.seed());
  for (const pair_family& family : families())
    for (const asked_quantity& asked : quantities_of(family))
      for (int i = 0; i < cases.times(boxes_of(family)); ++i)
        check_box({family, asked, random.inside(family.sides), random.inside(asked.parameter)},
                  random);
}

TEST_CASE("chi moments over a box of pairs and orders") {
  const random_cases cases(20250302, 6);
  random_boxes random(cases.seed());
  for (const pair_family& family : families()) {
    if (family.has_singular_outcomes || is_of_laws_with_densities(family)) continue;
    const asked_quantity asked{"chi moment",
                               {rational(1), rational(6)},
                               [](const distribution_pair& pair, const number& x, bits precision) {
                                 return chi_moment(pair, x, precision);
                               }};
    for (int i = 0; i < cases.count(); ++i) {
      const checked_box box{family, asked, random.inside(family.sides),
                            random.inside(asked.parameter)};
      INFO(family.name << ", order from " << to_text(box.parameter.low) << " to "
                       << to_text(box.parameter.high));
      const std::optional<ball> found = box.over_all();
      if (!found) continue;
      const ball& range = *found;
      for (int j = 0; j < 4; ++j) {
        std::vector<rational> parts;
        for (std::size_t k = 0; k < box.sides.size(); ++k) parts.push_back(random.fraction());
        CHECK(overlap(range, box.at(parts, random.fraction())));
      }
    }
  }
}

TEST_CASE("orders of a chi moment below 1, at one pair") {
  // |P/Q − 1| <= 1/2 here, so the moment falls in its order, and both ends are attained.
  const distribution_pair pair{rr_pair{30, log_multiple{1, 2}}};
  const box_side orders{rational("1/2"), rational("3/2")};
  const ball range = chi_moment(pair, orders.whole_side(), working).value.to_ball(working);
  const ball first = chi_moment(pair, orders.low, working).value.to_ball(working);
  const ball last = chi_moment(pair, orders.high, working).value.to_ball(working);
  CHECK(overlap(range, first));
  CHECK(overlap(range, last));
  CHECK(less_equal(width_of(range) * 10, (first - last) * 11) == true);
}

TEST_CASE("a moment that turns inside the range of orders is enclosed by Lyapunov's inequality") {
  // Likely outcomes with ratios near 1 and unlikely ones far from it: E|P/Q − 1|^a falls first and
  // rises then, and both ends of the range have larger values than order 1.
  const distribution_pair pair{rr_pair{6, log_multiple{1, 6}}};
  const box_side orders{rational("1/2"), rational("5/2")};
  const ball range = chi_moment(pair, orders.whole_side(), working).value.to_ball(working);
  for (int i = 0; i <= 20; ++i) {
    INFO(i);
    CHECK(overlap(range,
                  chi_moment(pair, orders.at(rational(i) / 20), working).value.to_ball(working)));
  }
}

TEST_CASE("the clone pair of ten thousand users over eps0 from 2 to 2.01") {
  const box_side eps0{rational(2), rational("201/100")};
  const auto value = [](const number& x) {
    return renyi({clone_pair{10'000, x, {}}}, 4, 128).value.to_ball(128);
  };
  const ball range = value(eps0.whole_side());
  const ball first = value(eps0.low);
  const ball last = value(eps0.high);
  CHECK(overlap(range, first));
  CHECK(overlap(range, last));
  CHECK(overlap(range, value(eps0.at(rational("1/3")))));
  CHECK(less_equal(width_of(range) * 10, (last - first) * 11) == true);
}

TEST_CASE("an order that is 1 as far as can be seen") {
  // Around KL the order is not known to be 1; the ends of the ball are on either side of it.
  ball near_one = ball::of(1, working);
  arb_add_error_2exp_si(near_one.raw(), -40);
  const distribution_pair pair{rr_pair{20, log_multiple{1, 2}}};
  const ball range = renyi(pair, near_one, working).value.to_ball(working);
  CHECK(overlap(range, renyi(pair, 1, working).value.to_ball(working)));
  CHECK(range.has_relative_radius(9));
}

TEST_CASE("an order that is 1 but for rounding gives half of the digits") {
  constexpr bits precision = 200;
  // √2·√2/2
  const number one = divide(
      multiply(sqrt(number(2), precision), sqrt(number(2), precision), precision), 2, precision);
  REQUIRE_FALSE(one.to_ball(precision).is_exact());
  const auto several = std::make_shared<const distribution_pair>(distribution_pair{rr_pair{20, 1}});
  const distribution_pair pairs[] = {{clone_pair{20, 1, {}}},   {rr_pair{20, 1}},
                                     swap({rr_pair{20, 1}}),    {krr_pair{3, 20, 1}},
                                     {normal_pair{0, 1, 1, 2}}, {composed_pair{{{several, 3}}}}};
  for (const distribution_pair& pair : pairs) {
    const ball found = renyi(pair, one, precision).value.to_ball(precision);
    CHECK(overlap(found, renyi(pair, 1, precision).value.to_ball(precision)));
    CHECK(found.has_relative_radius(27));
  }
}

TEST_CASE("the edges of the domains may be ends of a range") {
  const auto from_zero = [](const rational& high) {
    return box_side{rational(0), high}.whole_side();
  };
  const ball by_eps0 =
      renyi({rr_pair{10, from_zero(rational(1))}}, 2, working).value.to_ball(working);
  CHECK(contains(by_eps0, rational(0)));
  CHECK(by_eps0.is_certainly_nonnegative());
  const distribution_pair pair{rr_pair{10, 1}};
  const ball all_errors = tradeoff(pair, from_zero(rational(1)), working).value.to_ball(working);
  CHECK(contains(all_errors, rational(0)));
  CHECK(contains(all_errors, rational(1)));
  const ball all_weights =
      renyi(sampled(pair, from_zero(rational(1)), false), 2, working).value.to_ball(working);
  CHECK(contains(all_weights, rational(0)));
  CHECK(overlap(all_weights, renyi(pair, 2, working).value.to_ball(working)));
  const ball small_deltas =
      epsilon(pair, from_zero(rational("1/1000")), working).value.to_ball(working);
  CHECK(contains(small_deltas, rational(1)));  // the max-divergence is ε0
}

TEST_CASE("a range that leaves the domain is not evaluated") {
  ball around_zero(working);
  arb_add_error_2exp_si(around_zero.raw(), -3);
  const ball around_one = around_zero + 1;
  const distribution_pair pair{rr_pair{10, 1}};
  CHECK_THROWS_AS(renyi({rr_pair{10, around_zero}}, 2, working), precision_needed);
  CHECK_THROWS_AS(renyi(pair, around_zero, working), precision_needed);
  CHECK_THROWS_AS(tradeoff(pair, around_one, working), precision_needed);
  CHECK_THROWS_AS(epsilon(pair, around_zero, working), precision_needed);
  CHECK_THROWS_AS(epsilon(pair, around_one, working), precision_needed);
  CHECK_THROWS_AS(chi_moment(pair, around_zero, working), precision_needed);
  CHECK_THROWS_AS(renyi({clone_pair{10, 1, number(around_one)}}, 2, working), precision_needed);
}

TEST_CASE("a value that is infinite at one end only is not enclosed") {
  const distribution_pair pair{unmixed_pair{5, 1, {}}};
  const box_side around_one{rational("1/2"), rational(2)};
  CHECK_THROWS_AS(renyi(pair, around_one.whole_side(), working), precision_needed);
  CHECK_THROWS_AS(chi_moment(pair, around_one.whole_side(), working), precision_needed);
  const box_side above_one{rational("3/2"), rational(2)};
  CHECK(renyi(pair, above_one.whole_side(), working).value.is_infinity(1));
}

namespace {

// Exact values of one pair, for comparing it with another.
struct exact_values {
  number divergence = 0;
  number stick = 0;
  number errors = 0;
  number moment = 0;
};

exact_values values_of(const distribution_pair& pair, int order, const rational& factor,
                       const rational& alpha, bool has_moments) {
  const auto exact = evaluation_method::exact_rationals;
  exact_values values;
  values.stick = hockey_stick(pair, log_of_fraction(factor), 128, {.method = exact}).value;
  values.errors = tradeoff(pair, alpha, 128, {.method = exact}).value;
  if (!has_moments) return values;
  values.divergence = renyi(pair, order, 128, {.method = exact}).value;
  values.moment = chi_moment(pair, order, 128, {.method = exact}).value;
  return values;
}

bool at_most(const number& a, const number& b) {
  const truth holds = compare(a, relation::less_equal, b, 128);
  return holds.value.value_or(false) && !holds.tied;
}

void check_order(const exact_values& nearer, const exact_values& farther) {
  CHECK(nearer.stick.is_exact());
  CHECK(at_most(nearer.stick, farther.stick));
  CHECK(at_most(farther.errors, nearer.errors));
  CHECK(at_most(nearer.divergence, farther.divergence));
  CHECK(at_most(nearer.moment, farther.moment));
}

using rational_pair =
    std::function<distribution_pair(const rational& ratio, const rational& weight)>;

}  // namespace

TEST_CASE("pairs are monotone in each parameter, in exact rationals") {
  struct monotone_family {
    const char* name;
    rational_pair make;
    bool rises_with_ratio;  // else it does not depend on it, or nothing is claimed
    int with_weight;        // 1 rises, -1 falls, 0 no weight
    bool has_moments;
  };
  const auto eps0 = [](const rational& ratio) { return log_of_fraction(ratio); };
  const std::array<monotone_family, 9> all{{
      {"clone",
       [&](const rational& r, const rational&) {
         return distribution_pair{clone_pair{6, eps0(r), {}}};
       },
       true, 0, true},
      {"clone with p",
       [&](const rational& r, const rational& p) {
         return distribution_pair{clone_pair{6, eps0(r), number(p)}};
       },
       true, -1, true},
      {"unmixed",
       [&](const rational& r, const rational&) {
         return distribution_pair{unmixed_pair{6, eps0(r), {}}};
       },
       true, 0, false},
      {"unmixed with p",
       [&](const rational& r, const rational& p) {
         return distribution_pair{unmixed_pair{5, eps0(r), number(p)}};
       },
       false, -1, false},
      {"printed",
       [&](const rational& r, const rational& b) {
         return distribution_pair{printed_pair{5, eps0(r), b}};
       },
       false, 1, false},
      {"rr",
       [&](const rational& r, const rational&) {
         return distribution_pair{rr_pair{9, eps0(r)}};
       },
       true, 0, true},
      {"krr",
       [&](const rational& r, const rational&) {
         return distribution_pair{krr_pair{3, 4, eps0(r)}};
       },
       true, 0, true},
      {"subsampled",
       [&](const rational& r, const rational& g) {
         return sampled({rr_pair{7, eps0(r)}}, g, false);
       },
       true, 1, true},
      {"subsampled, swapped",
       [&](const rational& r, const rational& g) {
         return sampled({rr_pair{7, eps0(r)}}, g, true);
       },
       true, 1, true},
  }};
  const random_cases cases(20250303, 8);
  random_boxes random(cases.seed());
  for (const monotone_family& family : all) {
    for (int i = 0; i < cases.count(); ++i) {
      const rational ratio = 1 + random.fraction() * 4 + rational("1/64");
      const rational more_ratio = ratio + random.fraction() + rational("1/1000");
      const rational weight = rational("1/100") + random.fraction() * rational("1/2");
      const rational more_weight = weight + random.fraction() * rational("2/5");
      const int order = 2 + i % 3;
      const rational factor = rational("1/3") + random.fraction() * 2;
      const rational alpha = random.fraction();
      INFO(family.name << " ratio " << to_text(ratio) << " and " << to_text(more_ratio)
                       << ", weight " << to_text(weight) << " and " << to_text(more_weight)
                       << ", factor " << to_text(factor) << ", alpha " << to_text(alpha));
      const auto at = [&](const rational& r, const rational& w) {
        return values_of(family.make(r, w), order, factor == 1 ? rational(2) : factor, alpha,
                         family.has_moments);
      };
      const exact_values here = at(ratio, weight);
      if (family.rises_with_ratio) check_order(here, at(more_ratio, weight));
      if (family.with_weight > 0) check_order(here, at(ratio, more_weight));
      if (family.with_weight < 0) check_order(at(ratio, more_weight), here);
      const exact_values with_more_parameter =
          values_of(family.make(ratio, weight), order + 1, rational(factor + rational("1/7")),
                    std::min(rational(1), rational(alpha + rational("1/9"))), family.has_moments);
      CHECK(at_most(here.divergence, with_more_parameter.divergence));
      if (factor != 1) CHECK(at_most(with_more_parameter.stick, here.stick));
      CHECK(at_most(with_more_parameter.errors, here.errors));
    }
  }
}

namespace {

// A pair for each number of users.
struct family_of_users {
  const char* name;
  std::function<distribution_pair(std::int64_t n, const number& eps0, const number& weight)> make;
  bool has_singular_outcomes = false;
};

std::vector<family_of_users> families_of_users() {
  using whole = std::int64_t;
  using given = const number&;
  return {
      {"clone", [](whole n, given e, given) { return pairs::clone(n, e); }},
      {"clone with p, swapped",
       [](whole n, given e, given p) { return swap(pairs::clone(n, e, p)); }},
      {"unmixed", [](whole n, given e, given) { return pairs::unmixed(n, e); }, true},
      {"unmixed with p", [](whole n, given e, given p) { return pairs::unmixed(n, e, p); }, true},
      {"rr", [](whole n, given e, given) { return pairs::randomized_response(n, e); }},
      {"rr, swapped",
       [](whole n, given e, given) { return swap(pairs::randomized_response(n, e)); }},
      {"krr", [](whole n, given e, given) { return pairs::k_ary_randomized_response(4, n, e); }},
      {"subsampled",
       [](whole n, given e, given g) {
         return pairs::subsampled(pairs::randomized_response(n, e), g);
       }},
  };
}

distribution_pair between_users(const family_of_users& family, std::int64_t fewest,
                                std::int64_t most, const number& eps0, const number& weight) {
  const auto end = [&](std::int64_t n) {
    return std::make_shared<const distribution_pair>(family.make(n, eps0, weight));
  };
  return {pair_range{end(most), end(fewest)}};
}

}  // namespace

TEST_CASE("P and Q come together as users are added, in exact rationals") {
  const random_cases cases(20250304, 6);
  random_boxes random(cases.seed());
  for (const family_of_users& family : families_of_users())
    for (int i = 0; i < cases.count(); ++i) {
      const rational ratio = 1 + random.fraction() * 4 + rational("1/64");
      const rational weight = rational("1/100") + random.fraction() * rational("9/10");
      const rational factor = rational("1/3") + random.fraction() * 2;
      const rational alpha = random.fraction();
      INFO(family.name << " ratio " << to_text(ratio) << ", weight " << to_text(weight)
                       << ", factor " << to_text(factor) << ", alpha " << to_text(alpha));
      const auto of = [&](std::int64_t n) {
        return values_of(family.make(n, log_of_fraction(ratio), weight), 2 + i % 3,
                         factor == 1 ? rational(2) : factor, alpha, !family.has_singular_outcomes);
      };
      const std::int64_t n = 1 + i;
      check_order(of(n + 1), of(n));
    }
}

TEST_CASE("the enclosure over a range of users holds the value for each number of them") {
  const random_cases cases(20250305, 3);
  random_boxes random(cases.seed());
  for (const family_of_users& family : families_of_users()) {
    const pair_family shown{family.name, {}, {}, family.has_singular_outcomes};
    std::vector<asked_quantity> all = quantities_of(shown);
    if (!family.has_singular_outcomes)
      all.push_back({"chi moment",
                     {rational(1), rational(4)},
                     [](const distribution_pair& pair, const number& x, bits precision) {
                       return chi_moment(pair, x, precision);
                     }});
    for (const asked_quantity& asked : all)
      for (int i = 0; i < cases.count(); ++i) {
        const box_side eps0 = random.inside(any_eps0);
        const box_side weight = random.inside(any_weight);
        const box_side parameter = random.inside(asked.parameter);
        // Of one user the unmixed laws have no outcome in common, of more they have.
        const std::int64_t fewest = (family.has_singular_outcomes ? 2 : 1) + 3 * i;
        const std::int64_t most = fewest + 1 + i * 2;
        INFO(family.name << ", " << asked.name << ", " << fewest << " to " << most
                         << " users, eps0 from " << to_text(eps0.low) << " to "
                         << to_text(eps0.high) << ", parameter from " << to_text(parameter.low)
                         << " to " << to_text(parameter.high));
        // One number of everything but users, and ranges of everything.
        for (const bool all_ranges : {false, true}) {
          const auto side = [&](const box_side& of, const rational& part) {
            return all_ranges ? of.whole_side() : of.at(part);
          };
          const rational part = random.fraction();
          const ball range =
              asked
                  .value(between_users(family, fewest, most, side(eps0, part), side(weight, part)),
                         side(parameter, part), working)
                  .value.to_ball(working);
          REQUIRE(range.is_finite());
          for (std::int64_t n = fewest; n <= most; ++n) {
            const rational there = all_ranges ? random.fraction() : part;
            const distribution_pair pair = family.make(n, eps0.at(there), weight.at(there));
            CHECK(overlap(range,
                          asked.value(pair, parameter.at(there), working).value.to_ball(working)));
          }
          if (all_ranges) continue;
          // And no wider than from the one end to the other.
          const auto end = [&](std::int64_t n) {
            return asked
                .value(family.make(n, eps0.at(part), weight.at(part)), parameter.at(part), working)
                .value.to_ball(working);
          };
          const ball spread = abs(end(fewest) - end(most));
          const ball slack = ball::of(rational("1/1000000000000000"), working);
          CHECK(less_equal(width_of(range) * 10, spread * 11 + slack) == true);
        }
      }
  }
}

TEST_CASE("what is not known over a range of users is refused") {
  const family_of_users clone = families_of_users().front();
  const distribution_pair pair = between_users(clone, 3, 5, 1, 1);
  // |t − 1|^a is not convex for a < 1.
  CHECK_THROWS_AS(chi_moment(pair, rational("1/2"), working), precision_needed);
  CHECK_THROWS_AS(chi_moment(pair, box_side{rational("1/2"), rational(2)}.whole_side(), working),
                  precision_needed);
  const budget unlimited;
  CHECK_THROWS_AS(first_law(pair, working, unlimited), precision_needed);
  CHECK_FALSE(exact_text(pair));
  CHECK_FALSE(exact_text(swap(pair)));
  // The users' number is in its range for all of them, or nothing is said.
  CHECK_THROWS_AS(renyi(between_users(clone, 0, 5, 1, 1), 2, working), undefined_value);
  CHECK_THROWS_AS(renyi(pairs::subsampled(pair, 1), 2, working), undefined_value);
  // P gives (1 − p/2)^(n−1) to what Q does not have: above 2/5 of 3 users, and below it of 9.
  const distribution_pair unmixed = between_users(families_of_users()[2], 3, 9, 1, 1);
  CHECK_THROWS_AS(epsilon(unmixed, rational("2/5"), working), precision_needed);
  CHECK(renyi(unmixed, 2, working).value.is_infinity(1));
}

TEST_CASE("curves of a range of users") {
  const family_of_users clone = families_of_users().front();
  const curve_ptr curve = curve_of(between_users(clone, 2, 6, 1, 1), working);
  const budget unlimited;
  const rational at("1/5");
  const ball values = curve_value(curve, at, working, unlimited).value.to_ball(working);
  const ball orders = curve_renyi(curve, 3, working, unlimited).value.to_ball(working);
  const ball sticks = curve_delta(curve, at, working, unlimited).value.to_ball(working);
  for (std::int64_t n = 2; n <= 6; ++n) {
    const curve_ptr one = curve_of(pairs::clone(n, 1), working);
    CHECK(overlap(values, curve_value(one, at, working, unlimited).value.to_ball(working)));
    CHECK(overlap(orders, curve_renyi(one, 3, working, unlimited).value.to_ball(working)));
    CHECK(overlap(sticks, curve_delta(one, at, working, unlimited).value.to_ball(working)));
  }
  CHECK_FALSE(exact_text(curve));
  // A mixture needs the outcomes of one pair.
  const curve_ptr mixed = mix_curves(rational("1/2"), identity_curve(), curve, working);
  CHECK_THROWS_AS(curve_renyi(mixed, 3, working, unlimited), precision_needed);
}

TEST_CASE("the printed pair is not monotone in eps0") {
  // Beyond every finite likelihood ratio only P(Q = 0) = b(p/2)^(n−1) is left, which rises with p
  // and so falls with ε0; the total variation rises with ε0.
  using oracle::fraction;
  const auto near = oracle::printed_laws(2, fraction(1, 2), fraction(1, 2));
  const auto far = oracle::printed_laws(2, fraction(1, 4), fraction(1, 2));
  CHECK(oracle::hockey_stick(near, 1000) == fraction(1, 8));
  CHECK(oracle::hockey_stick(far, 1000) == fraction(1, 16));
  CHECK(oracle::total_variation(near) < oracle::total_variation(far));
}

TEST_CASE("formulas over ranges") {
  const definitions none;
  const auto over = [&](const char* formula, const char* low, const char* high) {
    return refine_over_ranges(*parse_formula(formula), none, {},
                              {{"x", {parse_formula(low), parse_formula(high)}}}, 15, {}, {});
  };
  const auto enclosed = [](const refined_range& found) {
    return std::get<number>(found.known.result).to_ball(64);
  };
  const refined_range line = over("2*x + 1", "0", "1");
  CHECK(line.known.sufficient);
  CHECK(line.is_as_narrow_as_the_ranges_allow);
  CHECK(contains(enclosed(line), rational(1)));
  CHECK(contains(enclosed(line), rational(3)));
  CHECK_FALSE(contains(enclosed(line), rational("31/10")));
  const refined_range constant = over("sqrt(2)", "0", "1");
  CHECK(constant.known.sufficient);
  CHECK_FALSE(constant.is_as_narrow_as_the_ranges_allow);
  const refined_range point = over("x/3", "1", "1");
  CHECK(std::get<number>(point.known.result).as_rational() != nullptr);
  CHECK(std::get<truth>(over("x < 2", "0", "1").known.result).value == true);
  CHECK(std::get<truth>(over("x > 2", "0", "1").known.result).value == false);
  const refined_range open = over("x < 1/2", "0", "1");
  CHECK_FALSE(open.known.sufficient);
  CHECK_FALSE(std::get<truth>(open.known.result).value.has_value());
  CHECK_FALSE(over("log(x)", "0", "1").known.sufficient);
  // An exact end stays one: it may be the edge of a domain.
  CHECK(enclosed(over("1 - x", "9/10", "1")).is_certainly_nonnegative());
  CHECK(enclosed(over("x", "0", "1/10")).is_certainly_nonnegative());
  CHECK(over("tradeoff(rr_pair(10, 1), x)", "0", "1").known.sufficient);
  CHECK(over("renyi(clone_pair(5, 1, x), 2)", "9/10", "1").known.sufficient);
  const auto complaint = [&](const char* formula, const char* low, const char* high) {
    return message_of<undefined_value>([&] { over(formula, low, high); });
  };
  CHECK(complaint("x", "1", "0").find("empty") != std::string::npos);
  CHECK(complaint("x", "1", "inf").find("finite") != std::string::npos);
  CHECK(complaint("renyi(rr_pair(x, 1), 2)", "10", "20").find("n takes a whole number") !=
        std::string::npos);
  CHECK(complaint("renyi(krr_pair(x, 10, 1), 2)", "3", "5").find("k takes a whole number") !=
        std::string::npos);
}

TEST_CASE("searches over an order end quickly with all digits") {
  const auto found = [](const char* formula) {
    const refined_value known = refine(*parse_formula(formula), {}, {}, 15, {}, {});
    CHECK(known.sufficient);
    return std::get<number>(known.result).to_ball(known.precision);
  };
  const distribution_pair pair{rr_pair{100, 1}};
  CHECK(overlap(found("maximum(x, 1, 2, renyi(rr_pair(100, 1), x))"),
                renyi(pair, 2, 128).value.to_ball(128)));
  CHECK(overlap(found("minimum(x, 1, 2, renyi(rr_pair(100, x), 2))"),
                renyi(pair, 2, 128).value.to_ball(128)));
}

TEST_CASE("intervals on the command line", "[volume]") {
  const auto run = [](const std::string& formula, const std::string& setting, words more = {}) {
    words arguments{"eval", formula, "--set", setting};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run_program(arguments);
  };
  const std::string formula = "hockey_stick(rr_pair(20, eps0), 0.1)";
  const program_run text = run(formula, "eps0=[1/2, 1]");
  CHECK(text.status == 0);
  CHECK(has(text.out, "over   eps0 in [1/2, 1], which limits the digits\n"));
  const auto json = nlohmann::json::parse(run(formula, "eps0=[1/2, 1]", {"--json"}).out);
  CHECK(json["limited_by_intervals"] == true);
  CHECK(json["intervals"]["eps0"]["lower"] == "1/2");
  CHECK(json["intervals"]["eps0"]["upper"] == "1");
  CHECK(run(formula + " < 1", "eps0=[1/2, 1]").out.starts_with("true\n"));
  CHECK(run(formula + " < 0.03", "eps0=[1/2, 1]").status == 3);
  const auto refused = [&](const std::string& setting, words more = {}) {
    const program_run refusal = run(formula, setting, std::move(more));
    CHECK(refusal.status == 2);
    CHECK(std::count(refusal.err.begin(), refusal.err.end(), '\n') == 1);
    return refusal.err;
  };
  for (const char* malformed : {"eps0=[]", "eps0=[1]", "eps0=[1, 2", "eps0=[,2]"})
    CHECK(has(refused(malformed), "expected an interval with two ends, such as eps0=[2, 2.01]"));
  CHECK(has(refused("eps0=[2, 1]"), "are an interval, with the lower end first"));
  CHECK(has(refused("eps0=[1, inf]"), "must be finite"));
  CHECK(has(refused("eps0=[log(0), 1]"), "an end has no value"));
  CHECK(has(refused("eps0=[rr_pair(2, 1), 1]"), "are numbers"));
  CHECK(has(refused("eps0=[1, 2]", {"--set", "eps0=1"}), "set twice"));
  CHECK(has(refused("eps0=[1, 2]", {"--arithmetic", "mpfr"}), "intervals need balls"));
  const program_run compared = run_program({"compare", "--n", "10", "--set", "mu=[1, 2]"});
  CHECK(compared.status == 2);
  CHECK(has(compared.err, "intervals are for eval"));
}

}  // namespace test_parameter_ranges
