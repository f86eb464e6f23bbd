#include "claims/special/curve_knots.hpp"

#include "claims/catalogue/formula_matching.hpp"
#include "claims/catalogue/substitution.hpp"
#include "claims/forms/binomial_average.hpp"
#include "claims/forms/pair_forms.hpp"
#include "claims/forms/stated_pair.hpp"
#include "claims/forms/terms.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

// A knot of a trade-off function: its level is that of the tests at this ratio.
struct test_knot {
  expression_ptr ratio;
  expression_ptr value;
};

// (O.11)
std::optional<test_knot> knot_at(const stated_pair& pair, const expression_ptr& at) {
  const auto level = binomial_average_in(at);
  if (!level || !is_same_number(*level->rate, *pair.clone_rate()) ||
      !is_same_number(*level->trials, *filled_in("n - 1", {{"n", pair.users()}})))
    return std::nullopt;
  const call* below = call_of(level->value, "binomial_cdf");
  if (below == nullptr || !is_named(below->arguments[1], level->index) ||
      !is_same_number(*below->arguments[2], *parse_formula("1/2")))
    return std::nullopt;
  const expression_ptr& end = below->arguments[0];
  const expression_ptr index = make_variable(level->index);
  // i − (i + 1)/(t + 1): t + 1 is what a term of it is divided by.
  for (const signed_term& term : terms_of(end))
    for (const single_factor& factor : factors_of(term.operand)) {
      if (!factor.divided || has_open(*factor.operand, level->index)) continue;
      const expression_ptr ratio = without_common_terms(factor.operand, make_number(1));
      if (!is_same_number(*end, *filled_in("i - (i + 1)/(t + 1)", {{"i", index}, {"t", ratio}})))
        continue;
      // The same mean, of one count more.
      const expression_ptr next = filled_in("floor(x) + 1", {{"x", end}});
      const expression_ptr beyond = rewritten(at, [&](const expression& part) -> expression_ptr {
        return to_text(part) == to_text(*level->value)
                   ? make_call("binomial_cdf", {next, below->arguments[1], below->arguments[2]})
                   : nullptr;
      });
      return test_knot{ratio, filled_in("1 - b", {{"b", beyond}})};
    }
  return std::nullopt;
}

// A mean of two levels: the knots, and their weights.
struct level_between {
  expression_ptr first_share;
  expression_ptr second_share;
  test_knot first;
  test_knot second;
};

std::optional<level_between> level_between_in(const stated_pair& pair,
                                              const expression_ptr& level) {
  const auto terms = terms_of(level);
  if (terms.size() != 2 || terms[0].subtracted || terms[1].subtracted) return std::nullopt;
  std::vector<expression_ptr> shares;
  std::vector<test_knot> knots;
  for (const signed_term& term : terms) {
    std::vector<single_factor> factors = factors_of(term.operand);
    const expression_ptr mean = taken_out(factors, [](const expression& factor) {
      const auto* known = std::get_if<call>(&factor.node);
      return known != nullptr && known->name == "sum";
    });
    const auto knot = mean ? knot_at(pair, mean) : std::nullopt;
    if (!knot) return std::nullopt;
    shares.push_back(product_of(std::move(factors)));
    knots.push_back(*knot);
  }
  if (!is_same_number(*filled_in("a + b", {{"a", shares[0]}, {"b", shares[1]}}), *make_number(1)))
    return std::nullopt;
  return level_between{shares[0], shares[1], knots[0], knots[1]};
}

// (O.11), and between two knots (O.13).
std::optional<known_knot> knot_of_tests(const call* x) {
  const auto pair = pair_in(*simplified_up_to_outcomes(x->arguments[0]));
  if (!pair || pair->name != "unmixed_pair") return std::nullopt;
  if (const auto knot = knot_at(*pair, x->arguments[1]))
    return known_knot{{filled_in("t >= 0", {{"t", knot->ratio}})}, knot->value, "(O.11)"};
  const auto between = level_between_in(*pair, x->arguments[1]);
  if (!between) return std::nullopt;
  const variable_map letters{{"n", pair->users()},         {"t", between->first.ratio},
                             {"u", between->second.ratio}, {"v", between->first_share},
                             {"w", between->second_share}, {"f", between->first.value},
                             {"g", between->second.value}};
  known_knot found{{}, filled_in("v*f + w*g", letters), "(O.13)"};
  for (const char* condition :
       {"v >= 0", "w >= 0", "t >= 0", "u >= t",
        "sum(b, 1, n, max(0, min(ceil(u*b) - 1, n - b) - floor(t*b))) == 0"})
    found.required.push_back(filled_in(condition, letters));
  return found;
}

// (O.12)
std::optional<known_knot> knot_of_divergence(const call* x) {
  const call* whole = call_of(x->arguments[0], "symmetrized");
  const call* mixed = whole == nullptr ? nullptr : call_of(whole->arguments[0], "mix_curves");
  if (mixed == nullptr) return std::nullopt;
  const auto* identity = std::get_if<variable>(&mixed->arguments[1]->node);
  const call* curve = call_of(mixed->arguments[2], "curve");
  if (identity == nullptr || identity->name != "identity_curve" || curve == nullptr)
    return std::nullopt;
  const auto pair = pair_in(*simplified_up_to_outcomes(curve->arguments[0]));
  if (!pair || pair->name != "unmixed_pair") return std::nullopt;
  variable_map letters{{"n", pair->users()},
                       {"v", mixed->arguments[0]},
                       {"p", pair->clone_rate()},
                       {"t", x->arguments[1]}};
  // Of two texts of one number that of the weight is as good.
  if (is_same_number(*letters["v"], *letters["p"])) letters["p"] = letters["v"];
  return known_knot{
      {filled_in("t >= 0", letters), filled_in("v >= 0", letters), filled_in("v < 1", letters)},
      filled_in("(v - exp(t))*sum(i, 0, n - 1, binomial(n - 1, i)*p^i*(1 - p)^(n - 1 - i)*"
                "binomial_cdf(i - (i + 1)/((1 - v)/(exp(t) - v) + 1), i, 1/2)) + "
                "(1 - v)*sum(i, 0, n - 1, binomial(n - 1, i)*p^i*(1 - p)^(n - 1 - i)*"
                "binomial_cdf(floor(i - (i + 1)/((1 - v)/(exp(t) - v) + 1)) + 1, i, 1/2))",
                letters),
      "(O.12)"};
}

}  // namespace

std::optional<known_knot> knot_in(const expression_ptr& quantity) {
  const call* test = call_of(quantity, "tradeoff");
  const call* divergence = call_of(quantity, "curve_delta");
  if (test != nullptr) return knot_of_tests(test);
  return divergence != nullptr ? knot_of_divergence(divergence) : std::nullopt;
}

}  // namespace shufflecert::inline v0_1::claims
