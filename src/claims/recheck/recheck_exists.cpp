#include <fmt/format.h>

#include <algorithm>

#include "claims/catalogue/axis.hpp"
#include "claims/catalogue/box.hpp"
#include "claims/catalogue/claim_variables.hpp"
#include "claims/catalogue/formula_matching.hpp"
#include "claims/points/point_evaluation.hpp"
#include "claims/recheck/relation.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

constexpr std::int64_t samples_per_variable = 33;
constexpr std::size_t most_samples = 1100;

class existence_recheck {
 public:
  existence_recheck(second_opinion& second, const exists_claim& form,
                    const expression_ptr& relation, const judgement& found,
                    const recheck_options& options)
      : second_(second),
        form_(form),
        relation_(relation),
        found_(found),
        may_(allowance_for(options, witness_share)) {}

  relation_recheck run() {
    relation_recheck result;
    result.found = found_.outcome == verdict::refuted ? refuted() : solved(result);
    return result;
  }

 private:
  [[nodiscard]] bool is_existential(const std::string& name) const {
    return form_.is_existential(name);
  }

  [[nodiscard]] point_texts universal_part(const check_point& point) const {
    point_texts texts;
    for (const auto& [name, chosen] : point)
      if (!is_existential(name)) texts[name] = chosen.text;
    return texts;
  }

  // Whether the relation holds at a point of the domain; nothing where that is open.
  [[nodiscard]] std::optional<bool> is_solution(const check_point& point) {
    const auto place = second_.place_of(point, may_);
    if (place == second_opinion::place::outside) return false;
    const plain_value found = second_.truth(*relation_, point, may_);
    if (found.truth == true && place == second_opinion::place::inside) return true;
    return found.truth == false ? std::optional<bool>(false) : std::nullopt;
  }

  // The sign of left − right; nothing where both agree as far as the digits go.
  [[nodiscard]] std::optional<int> sign_at(const comparison& equation, const check_point& point) {
    if (second_.place_of(point, may_) != second_opinion::place::inside) return std::nullopt;
    const second_number left = second_.number(*equation.left, point, may_);
    const second_number right = second_.number(*equation.right, point, may_);
    if (left.value.infinite != 0 || right.value.infinite != 0) return std::nullopt;
    const rational gap = left.value.value - right.value.value;
    const rational error = left.error + right.error;
    if (gap <= error && -gap <= error) return std::nullopt;
    return gap < 0 ? -1 : 1;
  }

  // Whether some listed point with the other variables of `witness` has the opposite sign.
  [[nodiscard]] bool changes_sign(const check_point& witness) {
    const auto* equation = std::get_if<comparison>(&relation_->node);
    if (equation == nullptr || equation->op != relation::equal) return false;
    const auto sign = sign_at(*equation, witness);
    if (!sign) return false;
    for (std::size_t i = 0; i < point_count(second_.subject()); ++i) {
      const check_point point = point_at(second_.subject(), i);
      if (universal_part(point) != universal_part(witness)) continue;
      const auto other = sign_at(*equation, point);
      if (other && *other == -*sign) return true;
    }
    return false;
  }

  opinion check_solution(const counterexample& stated, const check_point& witness) {
    if (second_.place_of(witness, may_) == second_opinion::place::outside)
      return not_confirmed(fmt::format("{} is not in the domain", point_in_words(stated.point)));
    const auto sides = compared_sides_of(*conjuncts(relation_).front());
    opinion enclosed;
    if (stated.lhs.has_value() != stated.rhs.has_value()) return not_confirmed(one_side_is_missing);
    if (sides && stated.lhs) {
      enclosed = worse(check_enclosure(*stated.lhs, second_.number(*sides->left, witness, may_),
                                       "the left side"),
                       check_enclosure(*stated.rhs, second_.number(*sides->right, witness, may_),
                                       "the right side"));
      if (enclosed.outcome == recheck_outcome::not_confirmed) return enclosed;
    }
    if (is_solution(witness) == true) return enclosed;
    if (changes_sign(witness)) {
      enclosed.reason = "by a change of sign, if both sides are continuous";
      return enclosed;
    }
    return not_confirmed(fmt::format("it does not hold at {} by the second arithmetic",
                                     point_in_words(stated.point)));
  }

  // The choices of the universal variables for which no listed point is a solution.
  [[nodiscard]] std::size_t choices_without_solution(const check_point& witness,
                                                     std::size_t& choices) {
    std::map<point_texts, bool> solved;
    solved[universal_part(witness)] = true;
    for (std::size_t i = 0; i < point_count(second_.subject()); ++i) {
      const check_point point = point_at(second_.subject(), i);
      // Only choices that the domain admits for some listed point are asked about.
      if (second_.place_of(point, may_) != second_opinion::place::inside) continue;
      bool& is_solved = solved[universal_part(point)];
      if (!is_solved) is_solved = is_solution(point) == true || changes_sign(point);
    }
    choices = solved.size();
    return static_cast<std::size_t>(
        std::count_if(solved.begin(), solved.end(), [](const auto& one) { return !one.second; }));
  }

  opinion solved(relation_recheck& result) {
    if (!found_.witness || found_.counterexamples != 0)
      return not_confirmed(
          fmt::format("it is said to be {}, and no solution is stated", to_text(found_.outcome)));
    check_point witness;
    if (const auto problem = second_.read_point(found_.witness->point, witness))
      return not_confirmed(*problem);
    try {
      opinion first = check_solution(*found_.witness, witness);
      if (first.outcome != recheck_outcome::confirmed) return first;
      const std::size_t open = choices_without_solution(witness, result.points_total);
      result.points_judged = result.points_total - open;
      if (open == 0) return first;
      return worse(first,
                   out_of_reach(fmt::format("the first solution is one; for {} of {} choices of "
                                            "the universal variables the solution is not stated",
                                            open, result.points_total)));
    } catch (const beyond_reach& error) {
      return out_of_reach(error.what());
    } catch (const undefined_value& error) {
      return not_confirmed(
          fmt::format("it has no value by the second arithmetic: {}", error.what()));
    }
  }

  // Points of the stated region, spread evenly, and the listed ones.
  [[nodiscard]] std::vector<check_point> samples(const check_point& universal) const {
    std::vector<check_point> points{universal};
    for (const auto& [name, written] : found_.region) {
      const exact_interval range = ends_read(written);
      const bool is_whole = is_whole_variable(second_.subject(), name);
      std::vector<check_point> next;
      if (range.lower.infinite != 0 || range.upper.infinite != 0) continue;
      for (const check_point& point : points)
        for (std::int64_t k = 0; k < samples_per_variable && next.size() < most_samples; ++k) {
          rational value = range.lower.value +
                           (range.upper.value - range.lower.value) * k / (samples_per_variable - 1);
          if (is_whole) value = floor(value);
          check_point sample = point;
          sample[name] = point_value_of(value);
          next.push_back(std::move(sample));
        }
      points = std::move(next);
    }
    for (std::size_t i = 0; i < point_count(second_.subject()) && i < most_samples; ++i) {
      check_point point = point_at(second_.subject(), i);
      if (universal_part(point) == universal_part(universal)) points.push_back(std::move(point));
    }
    return points;
  }

  opinion refuted() {
    if (found_.region.empty()) return not_confirmed("no region without solutions is stated");
    if (found_.counterexamples != 1) return not_confirmed("no counterexample is counted");
    check_point universal = point_at(second_.subject(), 0);
    if (found_.witness) {
      if (const auto problem = second_.read_point(found_.witness->point, universal))
        return not_confirmed(*problem);
      opinion shown = check_counterexample(second_, relation_, *found_.witness, may_);
      if (shown.outcome == recheck_outcome::not_confirmed) return shown;
    }
    if (std::any_of(found_.region.begin(), found_.region.end(),
                    [](const auto& entry) { return !exact_ends(entry.second); }))
      return not_confirmed("an end of the region without solutions is no number");
    for (const auto& [name, unused] : found_.region)
      if (!universal.contains(name) || !is_existential(name))
        return not_confirmed(
            fmt::format("the region is of '{}', which is no existential variable", name));
    std::size_t looked_at = 0;
    for (const check_point& point : samples(universal)) {
      if (may_.is_exhausted()) break;
      try {
        const auto solution = is_solution(point);
        if (solution == true)
          return not_confirmed(fmt::format("it holds at {} by the second arithmetic",
                                           point_in_words(texts_of(point))));
        if (solution) ++looked_at;
      } catch (const beyond_reach&) {
        continue;
      } catch (const undefined_value&) {
        continue;
      }
    }
    return out_of_reach(
        fmt::format("no solution at {} points of the region; that there is none between "
                    "them is beyond the reach of points",
                    looked_at));
  }

  second_opinion& second_;
  const exists_claim& form_;
  expression_ptr relation_;
  const judgement& found_;
  allowance may_;
};

}  // namespace

relation_recheck recheck_exists(second_opinion& second, const exists_claim& form,
                                const expression_ptr& relation, const judgement& found,
                                const recheck_options& options) {
  return existence_recheck(second, form, relation, found, options).run();
}

}  // namespace shufflecert::inline v0_1::claims
