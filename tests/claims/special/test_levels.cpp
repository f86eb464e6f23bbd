// Trade-off functions at levels of tests at one threshold, (O.17), and between two knots, (O.13) of
// docs/methods/orderings.md: the rules themselves against laws by enumeration, in exact fractions.

#include <algorithm>
#include <set>

#include "claims/bounds/known_bounds.hpp"
#include "claims/forms/terms.hpp"
#include "claims/special/curve_knots.hpp"
#include "support/brute_force.hpp"
#include "support/claim_pairs.hpp"
#include "support/this_run.hpp"
#include "support/tradeoff_oracle.hpp"

namespace test_levels {

using namespace shufflecert;
using namespace shufflecert::claims;
using oracle::fraction;

namespace {

// Whether the formula is this number at the point, to 15 digits after it.
bool is_worth(const expression_ptr& formula, const point_of_texts& point, const fraction& value) {
  return truth_at("abs(" + to_text(*formula) + " - " + oracle::text(value) + ") < 10^(-15)",
                  point) == true;
}

bool all_hold(const std::vector<expression_ptr>& conditions, const point_of_texts& point) {
  return std::all_of(conditions.begin(), conditions.end(), [&](const expression_ptr& one) {
    return truth_at(to_text(*one), point) == true;
  });
}

// The number of ones among the reports of binary randomized response with e^ε0 = r.
oracle::law ones_among(const fraction& r, std::size_t zeros, std::size_t ones) {
  std::vector<std::size_t> inputs(zeros, 0);
  inputs.insert(inputs.end(), ones, 1);
  oracle::law found;
  for (const auto& [seen, mass] : brute_force::histogram(inputs, 2, r))
    found[{static_cast<int>(seen[1]), 0}] += mass;
  return found;
}

oracle::law mean_of(const fraction& w, const oracle::law& first, const oracle::law& second) {
  oracle::law found;
  for (const auto& [outcome, mass] : first) found[outcome] += w * mass;
  for (const auto& [outcome, mass] : second) found[outcome] += (1 - w) * mass;
  return found;
}

// P(q/p > t) + c P(q/p = t)
fraction level_of(const oracle::law_pair& laws, const fraction& t, const fraction& c) {
  fraction level = 0;
  for (const auto& [p, q] : oracle::outcomes_of(laws)) {
    if (q > t * p) level += p;
    if (q == t * p) level += c * p;
  }
  return level;
}

// As formulas, with P and Q as laws of so many reports.
std::string level_text(const std::string& p, const std::string& q, const std::string& reports,
                       const std::string& t = "t") {
  return "sum(x, 0, " + reports + ", if(pmf(" + q + ", x) > " + t + "*pmf(" + p +
         ", x), 1, if(pmf(" + q + ", x) == " + t + "*pmf(" + p + ", x), c, 0))*pmf(" + p + ", x))";
}

struct component {
  oracle::law_pair laws;
  std::string p;
  std::string q;
  std::string reports;
};

component some_component(random_source& source) {
  const std::size_t reports = 1 + source.below(4);
  const std::size_t ones = source.below(reports + 1);
  const std::size_t other_ones = source.below(reports + 1);
  const fraction r(static_cast<int>(5 + source.below(16)), static_cast<int>(1 + source.below(4)));
  const auto text = [&](std::size_t so_many) {
    return "rr_law(log(" + oracle::text(r) + "), " + std::to_string(reports - so_many) + ", " +
           std::to_string(so_many) + ")";
  };
  return {{ones_among(r, reports - ones, ones), ones_among(r, reports - other_ones, other_ones)},
          text(ones),
          text(other_ones),
          std::to_string(reports)};
}

// The ratio q/p of an outcome, or one that may be none.
fraction some_threshold(random_source& source, const component& of) {
  if (source.once_in(4))
    return fraction(static_cast<int>(source.below(12)), static_cast<int>(1 + source.below(5)));
  const auto [p, q] = source.of(oracle::outcomes_of(of.laws));
  return q / p;
}

std::string mixture_text(const component& one, const component& two, const std::string& first_level,
                         const std::string& second_level) {
  return "tradeoff(pair(mix(w, " + one.p + ", " + two.p + "), mix(w, " + one.q + ", " + two.q +
         ")), w*" + first_level + " + (1 - w)*" + second_level + ")";
}

// The bound of (O.17), if the quantity has it.
std::optional<known_bound> bound_by_tests(const expression_ptr& quantity) {
  for (known_bound& bound : bounds_below(claim(), *quantity))
    if (bound.rule == "(O.17)") return std::move(bound);
  return std::nullopt;
}

}  // namespace

TEST_CASE("at one threshold two laws told apart are no harder to tell than mixed", "[levels]") {
  const random_cases cases(1731, 25);
  random_source source(cases.seed());
  int strictly = 0;
  for (int i = 0; i < cases.count(); ++i) {
    const component one = some_component(source);
    const component two = some_component(source);
    const fraction t = some_threshold(source, source.once_in(2) ? one : two);
    const fraction c(static_cast<int>(source.below(4)), 3);
    const fraction w(static_cast<int>(source.below(11)), 10);
    const fraction first = level_of(one.laws, t, c);
    const fraction second = level_of(two.laws, t, c);
    const fraction bound =
        w * oracle::tradeoff(one.laws, first) + (1 - w) * oracle::tradeoff(two.laws, second);
    const fraction exact =
        oracle::tradeoff({mean_of(w, one.laws.p, two.laws.p), mean_of(w, one.laws.q, two.laws.q)},
                         w * first + (1 - w) * second);
    const point_of_texts point{
        {"t", oracle::text(t)}, {"c", oracle::text(c)}, {"w", oracle::text(w)}};
    const auto quantity = parse_formula(mixture_text(
        one, two, level_text(one.p, one.q, one.reports), level_text(two.p, two.q, two.reports)));
    INFO(to_text(*quantity) << " at t = " << oracle::text(t) << ", c = " << oracle::text(c)
                            << ", w = " << oracle::text(w));
    CHECK(exact >= bound);
    if (exact > bound) ++strictly;
    const auto found = bound_by_tests(quantity);
    REQUIRE(found.has_value());
    CHECK(found->rule == "(O.17)");
    CHECK(all_hold(found->required, point));
    for (const auto& [name, value] : std::vector<std::pair<std::string, std::string>>{
             {"c", "-1/9"}, {"c", "10/9"}, {"w", "-1/9"}, {"w", "10/9"}, {"t", "-1/9"}}) {
      point_of_texts beyond = point;
      beyond[name] = value;
      CHECK_FALSE(all_hold(found->required, beyond));
    }
    CHECK(is_worth(found->formula, point, bound));
    CHECK(is_worth(quantity, point, exact));
  }
  CHECK(strictly * 5 >= cases.count());
}

TEST_CASE("only tests at one threshold are found", "[levels]") {
  const component one{{ones_among(3, 3, 1), ones_among(3, 4, 0)},
                      "rr_law(log(3), 3, 1)",
                      "rr_law(log(3), 4, 0)",
                      "4"};
  const component two{{ones_among(2, 3, 1), ones_among(2, 1, 3)},
                      "rr_law(log(2), 3, 1)",
                      "rr_law(log(2), 1, 3)",
                      "4"};
  // Thresholds 1/2 and 4, w = 1/2, c = 0: what is claimed of one threshold fails by a lot.
  const fraction first = level_of(one.laws, fraction(1, 2), 0);
  const fraction second = level_of(two.laws, 4, 0);
  const oracle::law_pair mixed{mean_of(fraction(1, 2), one.laws.p, two.laws.p),
                               mean_of(fraction(1, 2), one.laws.q, two.laws.q)};
  CHECK(oracle::tradeoff(mixed, (first + second) / 2) + fraction(1, 12) <
        (oracle::tradeoff(one.laws, first) + oracle::tradeoff(two.laws, second)) / 2);

  const auto is_found = [](const std::string& quantity) {
    const auto formula = parse_formula(quantity);
    return bound_by_tests(formula).has_value();
  };
  const std::string a1 = level_text(one.p, one.q, "4");
  const std::string a2 = level_text(two.p, two.q, "4");
  CHECK(is_found(mixture_text(one, two, a1, a2)));
  const auto replaced = [&](const std::string& part, const std::string& other) {
    std::string text = mixture_text(one, two, a1, a2);
    const std::size_t at = text.rfind(part);
    REQUIRE(at != std::string::npos);
    return text.replace(at, part.size(), other);
  };
  // Another threshold in one of the levels, or one that is not the same for all outcomes.
  CHECK_FALSE(is_found(mixture_text(one, two, a1, level_text(two.p, two.q, "4", "(2*t)"))));
  for (const std::string& changed : {std::string("(t + x)"), std::string("(t*x)")})
    CHECK_FALSE(is_found(mixture_text(one, two, level_text(one.p, one.q, "4", changed),
                                      level_text(two.p, two.q, "4", changed))));
  // Other laws, outcomes, relations, values or weights.
  CHECK_FALSE(is_found(mixture_text(one, two, a2, a1)));
  CHECK_FALSE(is_found(mixture_text(one, two, level_text(one.q, one.p, "4"), a2)));
  CHECK_FALSE(is_found(mixture_text(one, two, level_text(two.p, one.q, "4"), a2)));
  CHECK_FALSE(is_found(mixture_text(one, two, a1, level_text(two.p, two.q, "3"))));
  CHECK_FALSE(is_found(replaced("sum(x, 0", "sum(x, 1")));
  CHECK_FALSE(is_found(replaced(" == ", " <= ")));
  CHECK_FALSE(is_found(replaced(", c, 0)", ", c, 1/9)")));
  CHECK_FALSE(is_found(replaced(", 1, if", ", 8/9, if")));
  CHECK_FALSE(is_found(replaced("(1 - w)*sum", "(1 - w/2)*sum")));
  CHECK_FALSE(is_found(replaced("mix(w, " + one.q, "mix(1 - w, " + one.q)));
}

namespace {

// 1/2, …: all values of a/b of outcomes with a + b reports at most n; a/0 is left out.
std::vector<fraction> ratios_up_to(int n) {
  std::set<fraction> found;
  for (int b = 1; b <= n; ++b)
    for (int a = 0; a + b <= n; ++a) found.insert(fraction(a, b));
  return {found.begin(), found.end()};
}

std::string average_text(const std::string& end) {
  return "sum(i, 0, n - 1, binomial(n - 1, i)*p^i*(1 - p)^(n - 1 - i)*binomial_cdf(" + end +
         ", i, 1/2))";
}

}  // namespace

TEST_CASE("between two knots the value is on the chord, and below it where the line bends",
          "[levels]") {
  const random_cases cases(1732, 40);
  random_source source(cases.seed());
  const auto level = [](const std::string& t) {
    return average_text("i - (i + 1)/(" + t + " + 1)");
  };
  const auto quantity = parse_formula("tradeoff(unmixed_pair(n, 1, p), s*" + level("t") +
                                      " + (1 - s)*" + level("u") + ")");
  const auto knot = knot_in(quantity);
  REQUIRE(knot.has_value());
  CHECK(knot->rule == "(O.13)");
  std::map<bool, int> met;
  for (int i = 0; i < cases.count(); ++i) {
    const int n = 1 + static_cast<int>(source.below(6));
    const fraction p(static_cast<int>(1 + source.below(7)), 8);
    // A knot's ratio, and the next one or one farther up, sometimes a little off.
    const std::vector<fraction> ratios = ratios_up_to(n);
    const std::size_t at = source.below(ratios.size());
    const std::size_t next = std::min(at + source.below(3), ratios.size() - 1);
    fraction t = ratios[at];
    fraction u = ratios[next];
    if (source.once_in(3)) u += fraction(1, 50);
    if (source.once_in(4)) t += fraction(1, 60);
    if (u < t) std::swap(t, u);
    const fraction s(static_cast<int>(1 + source.below(9)), 10);
    const oracle::law_pair laws = oracle::unmixed_laws(n, p);
    // To reject where p/q <= t is to do so where q/p >= 1/t, and where q > 0 = p.
    const auto rejected = [&](const fraction& ratio, bool under_p) {
      fraction mass = 0;
      for (const auto& [p_mass, q_mass] : oracle::outcomes_of(laws))
        if (p_mass <= ratio * q_mass) mass += under_p ? p_mass : q_mass;
      return mass;
    };
    const fraction exact =
        oracle::tradeoff(laws, s * rejected(t, true) + (1 - s) * rejected(u, true));
    const fraction chord = 1 - s * rejected(t, false) - (1 - s) * rejected(u, false);
    // The line bends at every ratio, and may end at the last one up to u.
    std::size_t inside = 0;
    std::size_t beyond = 0;
    for (const fraction& one : ratios) {
      if (t < one && one < u) ++inside;
      if (t < one && one <= u) ++beyond;
    }
    const point_of_texts point{{"n", std::to_string(n)},
                               {"p", oracle::text(p)},
                               {"t", oracle::text(t)},
                               {"u", oracle::text(u)},
                               {"s", oracle::text(s)}};
    INFO("n = " << n << ", p = " << oracle::text(p) << ", t = " << oracle::text(t)
                << ", u = " << oracle::text(u) << ", s = " << oracle::text(s));
    CHECK(all_hold(knot->required, point) == (inside == 0));
    for (const auto& [name, value] : std::vector<std::pair<std::string, std::string>>{
             {"s", "-1/9"}, {"s", "10/9"}, {"t", "-1/9"}, {"u", "-1/9"}}) {
      point_of_texts beyond_all = point;
      beyond_all[name] = value;
      CHECK_FALSE(all_hold(knot->required, beyond_all));
    }
    CHECK(is_worth(quantity, point, exact));
    CHECK(is_worth(knot->value, point, chord));
    CHECK((exact == chord) == (beyond <= 1));
    ++met[beyond <= 1];
  }
  CHECK(met[true] >= cases.count() / 4);
  CHECK(met[false] >= cases.count() / 8);
}

}  // namespace test_levels
