#include "claims/limits/rate_proof.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "claims/bounds/closed_forms.hpp"
#include "claims/catalogue/axis.hpp"
#include "claims/catalogue/formula_matching.hpp"
#include "claims/catalogue/substitution.hpp"
#include "claims/limits/closed_sides.hpp"
#include "claims/proof/closed_bounds.hpp"
#include "claims/results/failure.hpp"
#include "shufflecert/to_digits.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

std::string in_parentheses(const std::string& text) {
  return text.find_first_of(" /-") == std::string::npos ? text : "(" + text + ")";
}

// "n^(-1/2)*log(n)"; empty for a constant.
std::string in_words(const magnitude& size, const std::string& along) {
  std::string text;
  if (size.power != 0)
    text = size.power == 1 ? along : along + "^" + in_parentheses(size.power.str());
  if (size.logarithms != 0) {
    if (!text.empty()) text += "*";
    text += "log(" + along + ")";
    if (size.logarithms != 1) text += "^" + in_parentheses(std::to_string(size.logarithms));
  }
  return text;
}

// A coefficient, with its sign where that does not show; of numbers alone, an enclosure.
std::string number_or_text(const leading_term& f) {
  constexpr long digits = 6;
  const std::string text = to_text(*f.coefficient);
  if (const auto number = number_in(f.coefficient)) return number->str();
  if (!free_variables(*f.coefficient).empty()) return text + (f.sign > 0 ? " > 0" : " < 0");
  const auto [lower, upper] = to_digits(digits, [&](bits precision) {
    return constant_value({text, f.coefficient}).to_ball(precision);
  });
  return lower == upper ? lower : fmt::format("a number in [{}, {}]", lower, upper);
}

// What the formula does in the end, to follow "it".
std::string in_words(const leading_term& f, const std::string& along) {
  const std::string size = in_words(f.size, along);
  const std::string grows = fmt::format(" as {} grows", along);
  switch (f.known) {
    case known_term::zero:
      return fmt::format("is 0 for all large {}", along);
    case known_term::below_all_powers:
      return fmt::format("falls faster than every power of {}", along);
    case known_term::smaller:
      return (size.empty() ? "tends to 0" : fmt::format("divided by {} tends to 0", size)) + grows;
    case known_term::bounded:
      return (size.empty() ? "stays bounded" : fmt::format("divided by {} stays bounded", size)) +
             grows;
    case known_term::exact:
    case known_term::leading:
      break;
  }
  const std::string limit = number_or_text(f) + grows;
  return size.empty() ? "tends to " + limit : fmt::format("divided by {} tends to {}", size, limit);
}

// A formula on one side of the error, or the error itself, whose leading term is enough.
struct shown_side {
  std::vector<std::string> steps;
  std::string words;  ///< the last of them, without formulas
};

class rate_search {
 public:
  rate_search(const claim_context& context, const rate_claim& form, domain_regions domain)
      : context_(context),
        form_(form),
        facts_(context, std::move(domain)),
        terms_(facts_, form.along) {}

  rate_theorem proof() {
    const expression_ptr error = error_at({});
    const magnitude claimed = claimed_size();
    const auto is_enough = [&](const leading_term& term) {
      return form_.order ? term.is_at_most(claimed) : term.is_less_than(claimed);
    };
    rate_theorem found;
    // What is said of large values is empty where the domain has none.
    if (!has_large_values({})) {
      found.record.reason = "the domain is not known to have all large values";
      return found;
    }
    const auto above = side_of(error, true, is_enough);
    if (!above) {
      found.record.reason = "no bound of the error from above is known to have this rate";
      return found;
    }
    found.record.steps = above->steps;
    found.words = above->words;
    if (has_divergence(*error) && !facts_.is_at_least(error, 0)) {
      const auto below = side_of(error, false, is_enough);
      if (!below) {
        found.record.reason = "no bound of the error from below is known to have this rate";
        return found;
      }
      for (const std::string& step : below->steps)
        if (std::find(found.record.steps.begin(), found.record.steps.end(), step) ==
            found.record.steps.end())
          found.record.steps.push_back(step);
    }
    found.record.is_complete = true;
    return found;
  }

  std::optional<rate_theorem> refutation(const check_point& others) {
    variable_map values;
    for (const auto& [name, value] : others) values.emplace(name, value.formula);
    if (!has_large_values(values)) return std::nullopt;
    const expression_ptr error = error_at(values);
    const magnitude claimed = claimed_size();
    for (const bool is_above : {false, true}) {
      const auto is_enough = [&](const leading_term& term) {
        return term.sign == (is_above ? -1 : 1) &&
               (form_.order ? term.size > claimed : !(term.size < claimed));
      };
      const auto side = side_of(error, is_above, is_enough);
      if (!side) continue;
      rate_theorem found;
      found.record.is_complete = true;
      if (!others.empty())
        found.record.steps.push_back(fmt::format("at {}:", point_in_words(texts_of(others))));
      found.record.steps.insert(found.record.steps.end(), side->steps.begin(), side->steps.end());
      found.words = side->words;
      return found;
    }
    return std::nullopt;
  }

 private:
  [[nodiscard]] magnitude claimed_size() const {
    return form_.order ? magnitude{-*form_.order, 0} : magnitude{};
  }

  // Whether every condition of the domain holds for all large values, at these values of the
  // others. Without any, what conditions say of the others alone is given.
  bool has_large_values(const variable_map& values) {
    const std::vector<expression_ptr>& conditions = context_.subject.domain;
    return std::all_of(conditions.begin(), conditions.end(), [&](const expression_ptr& condition) {
      const expression_ptr one = with_formulas(closed(condition), values);
      return (values.empty() && terms_.is_free_of_it(*one)) || terms_.holds(one);
    });
  }

  expression_ptr closed(const expression_ptr& formula) {
    return with_sums_written(facts_.without_guards(written_out(context_, formula)));
  }

  expression_ptr error_at(const variable_map& values) {
    return with_sums_written(with_formulas(closed(context_.subject.formula), values));
  }

  // The first formula on this side of the error whose leading term is enough, with what it does as
  // the last step.
  template <class Enough>
  std::optional<shown_side> side_of(const expression_ptr& error, bool is_above,
                                    const Enough& is_enough) {
    // The shortest of them says most.
    std::vector<closed_side> sides = closed_sides(facts_, terms_, form_.along, error, is_above);
    std::stable_sort(sides.begin(), sides.end(), [](const closed_side& a, const closed_side& b) {
      return to_text(*a.formula).size() < to_text(*b.formula).size();
    });
    for (closed_side& side : sides) {
      const auto term = terms_.of(side.formula);
      if (!term || !is_enough(*term)) continue;
      const std::string does = in_words(*term, form_.along);
      if (side.steps.empty()) {
        side.steps.push_back("the error " + does);
        return shown_side{side.steps, side.steps.back()};
      }
      const std::string bounded = is_above ? "the error is at most " : "the error is at least ";
      side.steps.push_back(bounded + to_text(*side.formula) + ", which " + does);
      std::string words = bounded + "a formula that " + does;
      if (!side.rules.empty()) words += fmt::format(", by {}", fmt::join(side.rules, " and "));
      return shown_side{side.steps, words};
    }
    return std::nullopt;
  }

  const claim_context& context_;
  const rate_claim& form_;
  domain_facts facts_;
  leading_terms terms_;
};

// Calls `use` with a search on the claim's domain; `otherwise` says why there is none.
template <class Use, class Otherwise>
auto on_domain(const claim_context& context, const rate_claim& form, Use use, Otherwise otherwise) {
  // Nothing is said of small values, where a pair may not exist.
  constexpr std::int64_t least = 1'000'000;
  try {
    claim subject = context.subject;
    subject.domain.push_back(
        make_comparison(make_variable(form.along), relation::greater_equal, make_number(least)));
    const claim_context here{subject, context.visible, context.cache, context.options};
    domain_regions domain = regions_of_domain(here, {});
    if (domain.regions.empty())
      return otherwise(domain.reason.empty() ? "the domain has no region" : domain.reason);
    rate_search search(here, form, std::move(domain));
    return use(search);
  } catch (...) {
    return otherwise(failure_of(std::current_exception()).reason);
  }
}

}  // namespace

rate_theorem prove_rate(const claim_context& context, const rate_claim& form) {
  rate_theorem found = on_domain(
      context, form, [](rate_search& search) { return search.proof(); },
      [](const std::string& reason) {
        rate_theorem none;
        none.record.reason = reason;
        return none;
      });
  found.record.method = proof_method::derivation;
  found.record.covers = proof_coverage::domain;
  if (found.record.is_complete) found.record.evidence = proof_evidence::by_hand;
  return found;
}

std::optional<rate_refutation> refute_rate(const claim_context& context, const rate_claim& form,
                                           const std::vector<check_point>& choices) {
  return on_domain(
      context, form,
      [&](rate_search& search) -> std::optional<rate_refutation> {
        for (std::size_t i = 0; i < choices.size(); ++i)
          if (auto theorem = search.refutation(choices[i]))
            return rate_refutation{i, *std::move(theorem)};
        return std::nullopt;
      },
      [](const std::string&) { return std::optional<rate_refutation>(); });
}

}  // namespace shufflecert::inline v0_1::claims
