#include "claims/scripts/script_work.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>

#include "arithmetic/overloaded.hpp"
#include "claims/catalogue/substitution.hpp"
#include "language/syntax/builtins.hpp"
#include "shufflecert/refine.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

// In Python a step takes about a microsecond to ten, and an outcome some hundred bytes.
constexpr double most_steps = 3e8;
constexpr double most_outcomes = 1e7;
constexpr double steps_of_a_moment = 3e6;

// What an integral over a line of length 300 takes: pieces, each by three rules of 20 nodes, and
// some halved.
constexpr double evaluations_of_a_piece = 100;
constexpr double longest_piece_count = 600;
constexpr double evaluations_of_a_search = 700;  // of minimum() and maximum()

// The steps that lead to a value, and how many outcomes it has: of a pair, a law or a curve.
struct cost {
  double steps = 1;
  double outcomes = 1;
};

cost after(const cost& first, const cost& second) {
  return {first.steps + second.steps, std::max(first.outcomes, second.outcomes)};
}

// Binomial coefficients of whole numbers have as many digits as the numbers are large.
double steps_of_coefficient(double trials) {
  return 2 + trials / 2000;
}

class work_estimator {
 public:
  work_estimator(const definitions& visible, const variable_map& variables, int dropped,
                 bool merges, const budget& limits)
      : visible_(visible),
        variables_(variables),
        exponent_(dropped * std::log(10.0)),
        merges_(merges),
        limits_(limits) {}

  cost estimate(const expression& formula) {
    limits_.check();
    const cost found =
        std::visit(overloaded{[](const literal&) {
                                return cost{0, 1};
                              },
                              [&](const variable& x) { return of_variable(x); },
                              [&](const call& x) { return of_call(x); },
                              [&](const negation& x) { return of_parts({x.operand}); },
                              [&](const sum_chain& x) {
                                std::vector<expression_ptr> parts;
                                for (const auto& term : x.terms) parts.push_back(term.operand);
                                return of_parts(parts);
                              },
                              [&](const product_chain& x) {
                                std::vector<expression_ptr> parts;
                                for (const auto& factor : x.factors)
                                  parts.push_back(factor.operand);
                                return of_parts(parts);
                              },
                              [&](const power_of& x) {
                                return of_parts({x.base, x.exponent});
                              },
                              [&](const comparison& x) {
                                return of_parts({x.left, x.right});
                              },
                              [&](const conjunction& x) { return of_parts(x.operands); },
                              [&](const disjunction& x) { return of_parts(x.operands); },
                              [&](const logical_not& x) { return of_parts({x.operand}); }},
                   formula.node);
    largest_ = std::max(largest_, found.outcomes);
    return found;
  }

  [[nodiscard]] double largest() const { return largest_; }

  using rule = cost (work_estimator::*)(const call&);
  static const std::map<std::string_view, rule>& rules();

 private:
  cost of_parts(const std::vector<expression_ptr>& parts) {
    cost all{static_cast<double>(parts.size()), 1};
    for (const expression_ptr& part : parts) all = after(all, estimate(*part));
    return all;
  }

  // A local name is computed once; where it is a pair, its outcomes count wherever it stands.
  cost of_variable(const variable& x) {
    const auto local = variables_.find(x.name);
    if (local == variables_.end()) return {0, 1};
    if (const auto known = locals_.find(x.name); known != locals_.end())
      return {0, known->second.outcomes};
    locals_[x.name] = {0, 1};
    const cost found = estimate(*local->second);
    locals_[x.name] = found;
    return found;
  }

  cost of_call(const call& x) {
    if (const definition* defined = visible_.find(x.name)) return of_definition(x, *defined);
    if (const auto own = rules().find(x.name); own != rules().end()) return (this->*own->second)(x);
    return of_parts(x.arguments);
  }

  cost of_definition(const call& x, const definition& defined) {
    variable_map arguments;
    for (std::size_t i = 0; i < defined.parameters.size() && i < x.arguments.size(); ++i)
      arguments[defined.parameters[i]] = x.arguments[i];
    return estimate(*with_formulas(defined.body, arguments));
  }

  // A number of users, symbols or terms; 1 where it has no value, which ends the program at once.
  [[nodiscard]] double size(const expression& formula) const {
    constexpr precision_range quick{64, 256};
    try {
      const refined_value found =
          refine(formula, visible_, variables_, 2, quick, {.limits = limits_});
      const auto* value = std::get_if<number>(&found.result);
      if (value == nullptr) return 1;
      if (value->is_infinity(1)) return HUGE_VAL;
      if (value->is_infinity(-1)) return -HUGE_VAL;
      const double near = value->to_ball(quick.first).near();
      return std::isfinite(near) ? near : 1;
    } catch (const undefined_value&) {
      return 1;
    } catch (const precision_needed&) {
      return 1;
    }
  }

  [[nodiscard]] double size_of(const call& x, std::size_t i, double otherwise = 1) const {
    return i < x.arguments.size() ? size(*x.arguments[i]) : otherwise;
  }

  // The counts of Bin(trials, chance) that are not left out, and the largest of them.
  struct count_range {
    double number = 1;
    double largest = 0;
  };
  [[nodiscard]] count_range likely_counts(double trials, double chance) const {
    const double p = std::clamp(chance, 0.0, 1.0);
    const double half = std::sqrt(2 * trials * p * (1 - p) * exponent_) + exponent_;
    const double first = std::max(0.0, trials * p - half);
    const double last = std::min(trials, trials * p + half);
    return {std::max(1.0, last - first + 1), std::max(0.0, last)};
  }

  // Layers of (a, c - a) with c ~ Bin(n - 1, p).
  cost of_layers(double users, double chance, bool is_cut, double reports) {
    const count_range layers = likely_counts(users - 1, chance);
    double row = layers.largest + 1;
    if (is_cut && row > 200) row = std::min(row, 2 * std::sqrt(row * exponent_ / 2) + 3);
    const double outcomes = layers.number * row;
    const double each = is_cut ? 10 : reports * (4 + steps_of_coefficient(layers.largest));
    return {outcomes * each, outcomes};
  }

  cost of_clones(const call& x) {
    const double eps0 = size_of(x, 1);
    return of_layers(size_of(x, 0), size_of(x, 2, std::exp(-eps0)), true, 1);
  }

  cost of_printed_clones(const call& x) {
    return of_layers(size_of(x, 0), std::exp(-size_of(x, 1)), false, 4);
  }

  cost of_variation(const call& x) {
    const double ratio = size_of(x, 1);
    const double beta = size_of(x, 2);
    const double first = size_of(x, 3);
    const double second = size_of(x, 4, first);
    const double one = std::isinf(ratio) ? beta : ratio * beta / std::max(ratio - 1, 1e-9);
    return of_layers(size_of(x, 0), one / first + one / second, false, 6);
  }

  cost of_binary_response(const call& x) {
    const count_range ones = likely_counts(size_of(x, 0) - 1, 1 / (std::exp(size_of(x, 1)) + 1));
    return {ones.number * 10, ones.number + 1};
  }

  // Histograms of so many reports over symbols with these chances; `others` reports are added one
  // after another.
  [[nodiscard]] cost of_histograms(double reports, const std::vector<double>& chances,
                                   double others, bool drops) const {
    double all = 1;
    for (std::size_t i = 1; i < chances.size(); ++i)
      all *= (reports + others + static_cast<double>(i)) / static_cast<double>(i);
    double likely = 1;
    for (std::size_t i = 0; i + 1 < chances.size(); ++i)
      likely *= likely_counts(reports, chances[i]).number + others;
    const double outcomes = drops ? std::min(all, likely) : all;
    const auto symbols = static_cast<double>(chances.size());
    return {outcomes * symbols * 6 * (others + 1), outcomes};
  }

  // The laws of krr_law(eps0, c0, c1, ...) in one pair, with the symbols that somebody holds and,
  // where they are merged, one for the rest. By the definition, report after report.
  [[nodiscard]] cost of_response(double eps0, double symbols, std::vector<double> users,
                                 bool merged) const {
    const double other = 1 / (std::exp(eps0) + symbols - 1);
    std::sort(users.begin(), users.end(), std::greater<>());
    double reports = 0;
    for (const double count : users) reports += count;
    if (!merged) {
      const std::vector<double> chances(static_cast<std::size_t>(std::min(symbols, 1e5)), other);
      cost found = of_histograms(reports, chances, 0, false);
      found.steps *= std::max(1.0, reports / std::max(symbols, 1.0));
      return found;
    }
    const double largest = users.empty() ? 0 : users.front();
    std::vector<double> chances(users.size(), other);
    if (!chances.empty()) chances.front() = other * std::exp(eps0);
    if (const double rest = symbols - static_cast<double>(users.size()); rest > 0)
      chances.push_back(rest * other);
    // The largest chance comes last: what is left over is no count of its own.
    std::sort(chances.begin(), chances.end());
    return of_histograms(largest, chances, reports - largest, true);
  }

  cost of_kary_pair(const call& x) {
    const double others = std::max(0.0, size_of(x, 1) - 1);
    const cost one = of_response(size_of(x, 2), size_of(x, 0), {others, 1, 0}, merges_);
    return {2 * one.steps + 3 * one.outcomes, one.outcomes};
  }

  [[nodiscard]] std::vector<double> counts_of(const call& x) const {
    std::vector<double> numbers;
    for (std::size_t i = 1; i < x.arguments.size(); ++i) numbers.push_back(size_of(x, i));
    return numbers;
  }

  cost of_kary_law(const call& x) {
    std::vector<double> users = counts_of(x);
    const auto symbols = static_cast<double>(users.size());
    return of_response(size_of(x, 0), symbols, std::move(users), false);
  }

  cost of_binary_law(const call& x) {
    const double users = size_of(x, 1) + size_of(x, 2);
    return {users * users * 2 + 1, users + 1};
  }

  // pair(krr_law(...), krr_law(...)) has merged counts, other pairs those of their laws.
  cost of_pair(const call& x) {
    const auto* p = std::get_if<call>(&x.arguments[0]->node);
    const auto* q = std::get_if<call>(&x.arguments[1]->node);
    if (merges_ && p != nullptr && q != nullptr && p->name == "krr_law" && q->name == "krr_law" &&
        p->arguments.size() == q->arguments.size()) {
      const std::vector<double> in_p = counts_of(*p);
      const std::vector<double> in_q = counts_of(*q);
      std::vector<double> users;
      for (std::size_t i = 0; i < in_p.size(); ++i)
        if (in_p[i] > 0 || in_q[i] > 0) users.push_back(std::max(in_p[i], in_q[i]));
      const cost one = of_response(size_of(*p, 0), static_cast<double>(in_p.size()), users, true);
      return {2 * one.steps + 3 * one.outcomes, one.outcomes};
    }
    return of_laws(x);
  }

  // Sets of outputs are numbers with the digits 0 and 1.
  cost of_staircase(const call& x) {
    const double eps0 = size_of(x, 0);
    const double outputs = std::clamp(size_of(x, 1), 1.0, 100.0);
    const auto k = static_cast<std::size_t>(outputs);
    std::vector<double> sets{size_of(x, k + 2), size_of(x, k + 3)};
    double reports = 1;
    double largest = 0;
    for (std::size_t i = k + 4; i + 1 < x.arguments.size(); i += 2) {
      const double users = size_of(x, i);
      reports += users;
      largest = std::max(largest, users);
      if (users > 0) sets.push_back(size_of(x, i + 1));
    }
    std::map<std::string, double> weights;  // by the digits of an output in all sets
    for (std::size_t j = 0; j < k; ++j) {
      std::string digits = merges_ ? "" : std::to_string(j);
      for (const double set : sets)
        digits +=
            std::fmod(std::floor(set / std::pow(10.0, static_cast<double>(k - 1 - j))), 10) > 0
                ? '1'
                : '0';
      weights[digits] += size_of(x, 2 + j);
    }
    double total = 0;
    for (const auto& [digits, weight] : weights) total += weight;
    std::vector<double> chances;
    // Whoever favours an output sends it at most e^eps0 times as often as another.
    for (const auto& [digits, weight] : weights)
      chances.push_back(std::min(0.5, std::exp(eps0) * weight / total));
    std::sort(chances.begin(), chances.end());
    const cost one = of_histograms(merges_ ? largest : reports, chances,
                                   merges_ ? reports - largest : 0, merges_);
    return {2 * one.steps * (merges_ ? 1 : reports / outputs + 1) + 3 * one.outcomes, one.outcomes};
  }

  // What runs through the outcomes of its laws and pairs.
  cost of_laws(const call& x) {
    cost all = of_parts(x.arguments);
    all.steps += 6 * all.outcomes;
    return all;
  }

  // What orders them.
  cost of_ordered(const call& x) {
    cost all = of_parts(x.arguments);
    all.steps += all.outcomes * (6 + std::log2(all.outcomes + 1));
    return all;
  }

  cost of_closed_form(const call& x) { return {of_parts(x.arguments).steps + 10, 1}; }

  cost of_mean(const call& x) {
    const cost law = estimate(*x.arguments[1]);
    return {law.steps + law.outcomes * (of_body(x, {0, 1}).steps + 2), 1};
  }

  cost of_quantity(const call& x) { return {of_laws(x).steps, 1}; }
  cost of_ordered_quantity(const call& x) { return {of_ordered(x).steps, 1}; }

  cost of_two_curves(const call& x) {
    double corners = 0;
    cost all{1, 1};
    for (const expression_ptr& part : x.arguments) {
      const cost found = estimate(*part);
      all = after(all, found);
      corners += found.outcomes;
    }
    return {all.steps + corners * 30, corners};
  }

  cost of_curve_quantity(const call& x) {
    // Of a trade-off function without corners it is a search.
    const cost all = of_laws(x);
    return {all.steps + (all.outcomes <= 1 ? evaluations_of_a_search * 10 : 0), 1};
  }

  // The body where the name stands for each of these; the largest.
  cost of_body(const call& x, const std::vector<double>& places) {
    const auto* name = std::get_if<variable>(&x.arguments.front()->node);
    cost largest{0, 1};
    for (const double place : places) {
      expression_ptr body = x.arguments.back();
      if (name != nullptr && std::isfinite(place) && std::abs(place) < 1e15) {
        const std::string text = std::floor(place) == place ? fmt::format("{:.0f}", place)
                                                            : fmt::format("{:.6f}", place);
        body = with_formulas(body, {{name->name, parse_formula("(" + text + ")")}});
      }
      const cost found = estimate(*body);
      largest = {std::max(largest.steps, found.steps), std::max(largest.outcomes, found.outcomes)};
    }
    return largest;
  }

  cost of_repetition(const call& x) {
    const double low = size_of(x, 1);
    const double high = size_of(x, 2);
    const double terms = std::max(0.0, high - low + 1);
    if (terms == 0) return {1, 1};
    const cost body = of_body(x, {low, std::floor((low + high) / 2), high});
    return {terms * (body.steps + 2), body.outcomes};
  }

  cost of_law(const call& x) {
    const double terms = std::max(1.0, size_of(x, 2) - size_of(x, 1) + 1);
    return {of_repetition(x).steps + terms, terms};
  }

  cost of_integral(const call& x) {
    const double length = std::abs(size_of(x, 2) - size_of(x, 1));
    const double pieces = std::clamp(2 * length, 8.0, longest_piece_count);
    return over_pieces(pieces, of_body(x, {size_of(x, 1), size_of(x, 2)}));
  }

  cost of_normal_mean(const call& x) {
    return over_pieces(longest_piece_count, of_body(x, {0, 1}));
  }

  static cost over_pieces(double pieces, const cost& body) {
    return {pieces * evaluations_of_a_piece * (body.steps + 5), body.outcomes};
  }

  cost of_search(const call& x) {
    const cost body = of_body(x, {size_of(x, 1), size_of(x, 2)});
    return {evaluations_of_a_search * (body.steps + 3), body.outcomes};
  }

  cost of_binomial_mean(const call& x) {
    const double trials = size_of(x, 1);
    const cost body = of_body(x, {0, std::floor(trials / 2), trials});
    return {(trials + 1) * (body.steps + 4 + 2 * steps_of_coefficient(trials)), body.outcomes};
  }

  cost of_poisson_mean(const call& x) {
    const double mean = std::max(0.0, size_of(x, 1));
    const cost body = of_body(x, {0, std::floor(mean), std::floor(2 * mean + 40)});
    return {(2 * mean + 40 + exponent_) * (body.steps + 5), body.outcomes};
  }

  cost of_binomial_cdf(const call& x) {
    const double trials = size_of(x, 1);
    const double terms = std::max(1.0, std::min(size_of(x, 0), trials) + 1);
    return {terms * (4 + steps_of_coefficient(trials)), 1};
  }

  cost of_binomial_quantile(const call& x) {
    const double trials = size_of(x, 1);
    const count_range likely = likely_counts(trials, size_of(x, 2));
    return {likely.largest * likely.largest / 2 * (4 + steps_of_coefficient(trials)) + 1, 1};
  }

  cost of_choice(const call& x) {
    const cost yes = estimate(*x.arguments[1]);
    const cost no = estimate(*x.arguments[2]);
    return after(estimate(*x.arguments[0]), yes.steps > no.steps ? yes : no);
  }

  const definitions& visible_;
  const variable_map& variables_;
  double exponent_;  ///< outcomes less likely than e^-this are left out
  bool merges_;
  const budget& limits_;
  std::map<std::string, cost> locals_;
  double largest_ = 1;
};

const std::map<std::string_view, work_estimator::rule>& work_estimator::rules() {
  static const std::map<std::string_view, rule> all{
      {"clone_pair", &work_estimator::of_clones},
      {"unmixed_pair", &work_estimator::of_clones},
      {"printed_pair", &work_estimator::of_printed_clones},
      {"variation_pair", &work_estimator::of_variation},
      {"rr_pair", &work_estimator::of_binary_response},
      {"krr_pair", &work_estimator::of_kary_pair},
      {"staircase_pair", &work_estimator::of_staircase},
      {"rr_law", &work_estimator::of_binary_law},
      {"krr_law", &work_estimator::of_kary_law},
      {"law", &work_estimator::of_law},
      {"pair", &work_estimator::of_pair},
      {"first", &work_estimator::of_laws},
      {"second", &work_estimator::of_laws},
      {"mix", &work_estimator::of_laws},
      {"swap", &work_estimator::of_laws},
      {"subsampled", &work_estimator::of_laws},
      {"pmf", &work_estimator::of_quantity},
      {"mean", &work_estimator::of_mean},
      {"normal_pair", &work_estimator::of_closed_form},
      {"gaussian_pair", &work_estimator::of_closed_form},
      {"gaussian_curve", &work_estimator::of_closed_form},
      {"renyi", &work_estimator::of_quantity},
      {"hockey_stick", &work_estimator::of_quantity},
      {"total_variation", &work_estimator::of_quantity},
      {"chi_moment", &work_estimator::of_quantity},
      {"ternary_moment", &work_estimator::of_quantity},
      {"epsilon", &work_estimator::of_ordered_quantity},
      {"tradeoff", &work_estimator::of_ordered_quantity},
      {"curve", &work_estimator::of_ordered},
      {"symmetrized", &work_estimator::of_ordered},
      {"mix_curves", &work_estimator::of_two_curves},
      {"at", &work_estimator::of_curve_quantity},
      {"curve_delta", &work_estimator::of_curve_quantity},
      {"curve_renyi", &work_estimator::of_curve_quantity},
      {"sum", &work_estimator::of_repetition},
      {"product", &work_estimator::of_repetition},
      {"integral", &work_estimator::of_integral},
      {"normal_mean", &work_estimator::of_normal_mean},
      {"minimum", &work_estimator::of_search},
      {"maximum", &work_estimator::of_search},
      {"binomial_mean", &work_estimator::of_binomial_mean},
      {"poisson_mean", &work_estimator::of_poisson_mean},
      {"binomial_cdf", &work_estimator::of_binomial_cdf},
      {"binomial_quantile", &work_estimator::of_binomial_quantile},
      {"if", &work_estimator::of_choice}};
  return all;
}

}  // namespace

std::vector<std::string_view> names_with_work() {
  return names_in_table(work_estimator::rules());
}

script_work work_of(const std::vector<const expression*>& formulas, const definitions& visible,
                    const variable_map& variables, int dropped, bool merges, const budget& limits) {
  work_estimator estimator(visible, variables, dropped, merges, limits);
  script_work all;
  for (const expression* formula : formulas) all.steps += estimator.estimate(*formula).steps;
  all.outcomes = estimator.largest();
  return all;
}

std::string too_much_in_words(const script_work& work, const std::string& place) {
  const auto refused = [&](const char* does, double amount, const char* what, double most) {
    return fmt::format(
        "a program that {} about {:.0e} {} at {}, and it would not end: at most {:.0e} {}", does,
        amount, what, place, most, what);
  };
  if (work.outcomes > most_outcomes)
    return refused("keeps", work.outcomes, "outcomes", most_outcomes);
  if (work.steps > most_steps) return refused("takes", work.steps, "steps", most_steps);
  return "";
}

std::string duration_in_words(const script_work& work) {
  if (work.steps <= steps_of_a_moment) return "";
  constexpr double steps_of_minutes = 1e8;
  return work.steps <= steps_of_minutes ? "a minute or two" : "many minutes";
}

}  // namespace shufflecert::inline v0_1::claims
