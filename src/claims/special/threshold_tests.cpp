#include "claims/special/threshold_tests.hpp"

#include <algorithm>

#include "claims/catalogue/formula_matching.hpp"
#include "claims/catalogue/substitution.hpp"
#include "claims/forms/pair_forms.hpp"
#include "claims/forms/response_laws.hpp"
#include "claims/forms/terms.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

// A test that rejects P where q/p is above a threshold, and with a probability where it is there.
struct threshold_test {
  expression_ptr first;
  expression_ptr second;
  expression_ptr threshold;
  expression_ptr chance;
};

// The law of pmf(law, index), or null.
expression_ptr law_at(const expression_ptr& formula, const std::string& index) {
  const call* x = call_of(formula, "pmf");
  if (x == nullptr || x->arguments.size() != 2) return nullptr;
  const auto* at = std::get_if<variable>(&x->arguments[1]->node);
  return at != nullptr && at->name == index ? x->arguments[0] : nullptr;
}

// t of q > t*p, or of q == t*p.
expression_ptr threshold_in(const expression_ptr& condition, relation op,
                            const mean_over_reports& mean, expression_ptr& other) {
  const auto* sides = std::get_if<comparison>(&condition->node);
  if (sides == nullptr || sides->op != op) return nullptr;
  other = law_at(sides->left, mean.index);
  std::vector<single_factor> factors = factors_of(sides->right);
  const auto own = std::find_if(factors.begin(), factors.end(), [&](const single_factor& one) {
    const expression_ptr law = one.divided ? nullptr : law_at(one.operand, mean.index);
    return law && to_text(*law) == to_text(*mean.law);
  });
  if (!other || own == factors.end()) return nullptr;
  factors.erase(own);
  const expression_ptr threshold = product_of(std::move(factors));
  return has_open(*threshold, mean.index) ? nullptr : threshold;
}

std::optional<threshold_test> test_in(const expression_ptr& level) {
  const auto mean = mean_over_reports_in(level);
  if (!mean) return std::nullopt;
  const call* above = call_of(mean->value, "if");
  const call* there = above == nullptr ? nullptr : call_of(above->arguments[2], "if");
  if (there == nullptr || !is_literal(above->arguments[1], 1) ||
      !is_literal(there->arguments[2], 0))
    return std::nullopt;
  threshold_test found{mean->law, nullptr, nullptr, there->arguments[1]};
  expression_ptr same_law;
  found.threshold = threshold_in(above->arguments[0], relation::greater, *mean, found.second);
  const expression_ptr same = threshold_in(there->arguments[0], relation::equal, *mean, same_law);
  if (!found.threshold || !same || to_text(*same) != to_text(*found.threshold) ||
      to_text(*same_law) != to_text(*found.second) || has_open(*found.chance, mean->index))
    return std::nullopt;
  return found;
}

}  // namespace

std::optional<mean_over_reports> mean_over_reports_in(const expression_ptr& formula) {
  const call* x = call_of(formula, "sum");
  if (x == nullptr || !is_literal(x->arguments[1], 0)) return std::nullopt;
  const std::string index = std::get<variable>(x->arguments[0]->node).name;
  std::vector<single_factor> factors = factors_of(x->arguments[3]);
  const auto weight = std::find_if(factors.begin(), factors.end(), [&](const single_factor& one) {
    return !one.divided && law_at(one.operand, index) != nullptr;
  });
  if (weight == factors.end()) return std::nullopt;
  const expression_ptr law = law_at(weight->operand, index);
  const auto reports = response_law_in(law);
  if (!reports || call_of(law, "rr_law") == nullptr || has_open(*law, index)) return std::nullopt;
  std::vector<signed_term> counts;
  for (const expression_ptr& count : reports->counts) counts.push_back({false, count});
  if (!is_same_number(*sum_of(counts), *x->arguments[2])) return std::nullopt;
  factors.erase(weight);
  return mean_over_reports{index, law, product_of(std::move(factors))};
}

std::optional<recognised> mixture_levels_in(const call& quantity) {
  const auto mixture = mixture_in(quantity);
  if (!mixture) return std::nullopt;
  const variable_map& parts = mixture->letters;
  const auto terms = terms_of(quantity.arguments[1]);
  if (terms.size() != 2 || terms[0].subtracted || terms[1].subtracted) return std::nullopt;
  std::vector<expression_ptr> levels;
  std::vector<threshold_test> tests;
  for (const std::size_t i : {0U, 1U}) {
    std::vector<single_factor> factors = factors_of(terms[i].operand);
    const auto level =
        std::find_if(factors.begin(), factors.end(), [](const single_factor& factor) {
          return !factor.divided && call_of(factor.operand, "sum") != nullptr;
        });
    if (level == factors.end()) return std::nullopt;
    levels.push_back(level->operand);
    const auto test = test_in(levels.back());
    factors.erase(level);
    const expression_ptr rest = filled_in(i == 0 ? "w" : "1 - w", {{"w", parts.at("w")}});
    const std::string number = std::to_string(i + 1);
    if (!test || !is_same_number(*product_of(std::move(factors)), *rest) ||
        !is_same_text(test->first, parts.at("P" + number)) ||
        !is_same_text(test->second, parts.at("Q" + number)))
      return std::nullopt;
    tests.push_back(*test);
  }
  if (!is_same_number(*tests[0].threshold, *tests[1].threshold) ||
      !is_same_number(*tests[0].chance, *tests[1].chance))
    return std::nullopt;
  recognised way = *mixture;
  way.letters["t"] = tests[0].threshold;
  way.letters["c"] = tests[0].chance;
  way.letters["A1"] = levels[0];
  way.letters["A2"] = levels[1];
  return way;
}

}  // namespace shufflecert::inline v0_1::claims
