#include "claims/judging/kinds.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "claims/catalogue/claim_variables.hpp"
#include "claims/judging/box_search.hpp"
#include "language/evaluation/rounded_law.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

class exists_judge {
 public:
  exists_judge(const claim_context& context, const exists_claim& form, expression_ptr relation)
      : context_(context), form_(form), relation_(std::move(relation)) {
    for (const auto& [name, chosen] : any_point()) {
      if (!is_existential(name)) {
        has_universal_ = true;
      } else if (is_in_domain_conditions(name)) {
        variables_.push_back(name);
      } else {
        listed_only_.push_back(name);
      }
    }
  }

  judgement run() {
    judgement found;
    std::optional<existence> open;
    for (const auto& [key, members] : groups()) {
      if (!universal_in_domain(members.front())) continue;
      const existence answer = examine(members);
      found.checked += checked_;
      methods_.insert(group_methods_.begin(), group_methods_.end());
      methods_.insert(answer.methods.begin(), answer.methods.end());
      if (answer.found == existence::answer::none) return refuted(found, members, answer);
      if (answer.tied) ++found.tied;
      if (answer.found == existence::answer::open || answer.found == existence::answer::undefined) {
        found.undecided.push_back(universal_texts(members.front()));
        if (!open || answer.found == existence::answer::undefined) open = answer;
      } else if (!found.witness) {
        by_sign_ = answer.found == existence::answer::sign_change;
        found.witness = describe(context_, relation_, answer.solution, answer.precision);
      }
    }
    finish(found, open);
    return found;
  }

 private:
  using group_key = std::string;

  [[nodiscard]] check_point any_point() const { return point_at(context_.subject, 0); }

  [[nodiscard]] bool is_existential(const std::string& name) const {
    return form_.is_existential(name);
  }

  [[nodiscard]] bool is_existential_formula(const expression& formula) const {
    const auto names = variables_behind(context_.subject, formula);
    return std::any_of(names.begin(), names.end(),
                       [&](const std::string& name) { return is_existential(name); });
  }

  // A variable that no condition of the domain mentions takes its check values only.
  [[nodiscard]] bool is_in_domain_conditions(const std::string& name) const {
    return std::any_of(context_.subject.domain.begin(), context_.subject.domain.end(),
                       [&](const expression_ptr& condition) {
                         return depends_on(context_.subject, *condition, name);
                       });
  }

  // Only choices of the universal variables that certainly lie in the domain are asked about.
  [[nodiscard]] bool universal_in_domain(std::size_t index) const {
    const check_point point = point_at(context_.subject, index);
    return std::all_of(context_.subject.domain.begin(), context_.subject.domain.end(),
                       [&](const expression_ptr& condition) {
                         return is_existential_formula(*condition) ||
                                context_.options.limits.is_exhausted() ||
                                decide_condition(context_, *condition, point) == true;
                       });
  }

  [[nodiscard]] point_texts universal_texts(std::size_t index) const {
    point_texts texts;
    for (const auto& [name, chosen] : point_at(context_.subject, index))
      if (!is_existential(name)) texts[name] = chosen.text;
    return texts;
  }

  // Indices of the points, by the values of the universal variables, in order of appearance.
  [[nodiscard]] std::vector<std::pair<group_key, std::vector<std::size_t>>> groups() const {
    std::vector<std::pair<group_key, std::vector<std::size_t>>> result;
    std::map<group_key, std::size_t> position;
    for (std::size_t i = 0; i < point_count(context_.subject); ++i) {
      group_key key;
      for (const auto& [name, text] : universal_texts(i)) key += name + "=" + text + ";";
      const auto [entry, is_new] = position.emplace(key, result.size());
      if (is_new) result.push_back({key, {}});
      result[entry->second].second.push_back(i);
    }
    return result;
  }

  existence examine(const std::vector<std::size_t>& members) {
    checked_ = 0;
    group_methods_.clear();
    existence answer;
    for (const std::size_t index : members) {
      const check_point point = point_at(context_.subject, index);
      const point_outcome outcome = evaluate_at(context_, relation_, point);
      if (outcome.state == point_state::outside) continue;
      ++checked_;
      group_methods_.insert(outcome.methods.begin(), outcome.methods.end());
      if (outcome.state == point_state::holds || outcome.state == point_state::tied)
        return {existence::answer::solution, point, outcome.state == point_state::tied,
                outcome.precision,           {},    {}};
      if (outcome.state == point_state::invalid)
        answer = {existence::answer::undefined, {}, false, 0, {}, outcome.reason};
    }
    const auto parts = by_listed_only(members);
    for (const auto& part : parts)
      if (const auto solution = solution_by_sign(part)) return *solution;
    return search_parts(parts, answer);
  }

  [[nodiscard]] std::optional<existence> solution_by_sign(
      const std::vector<std::size_t>& members) const {
    if (variables_.size() != 1) return std::nullopt;
    const auto point = sign_change(context_, relation_, variables_.front(), members);
    if (!point) return std::nullopt;
    return existence{existence::answer::sign_change, *point, false, box_precision, {}, {}};
  }

  // The points of one choice of the universal variables, by the values of the existential variables
  // that are never moved.
  [[nodiscard]] std::vector<std::vector<std::size_t>> by_listed_only(
      const std::vector<std::size_t>& members) const {
    if (listed_only_.empty()) return {members};
    std::vector<std::vector<std::size_t>> result;
    std::map<point_texts, std::size_t> position;
    for (const std::size_t index : members) {
      const check_point point = point_at(context_.subject, index);
      point_texts key;
      for (const std::string& name : listed_only_) key[name] = point.at(name).text;
      const auto [entry, is_new] = position.emplace(std::move(key), result.size());
      if (is_new) result.emplace_back();
      result[entry->second].push_back(index);
    }
    return result;
  }

  // Searches the box of every part: a solution in one settles it, and nothing is refuted unless all
  // are free of solutions. `known` tells of a listed point at which the relation has no value.
  existence search_parts(const std::vector<std::vector<std::size_t>>& parts,
                         const existence& known) {
    std::optional<existence> open;
    existence none;
    for (const auto& part : parts) {
      existence answer = boxes_.search(point_at(context_.subject, part.front()), checked_);
      if (answer.found == existence::answer::solution) return answer;
      if (answer.found == existence::answer::none)
        none = std::move(answer);
      else if (!open)
        open = std::move(answer);
    }
    if (known.found == existence::answer::undefined) return known;
    return open ? *open : none;
  }

  // Where the sides are shown: the first listed point of the region, or else its middle.
  [[nodiscard]] std::optional<check_point> failing_point(const std::vector<std::size_t>& members,
                                                         const box& searched) const {
    for (const std::size_t index : members) {
      check_point point = point_at(context_.subject, index);
      if (evaluate_at(context_, relation_, point).state == point_state::fails) return point;
    }
    check_point middle = boxes_.middle_of(searched, point_at(context_.subject, members.front()));
    if (evaluate_at(context_, relation_, middle).state == point_state::fails) return middle;
    return std::nullopt;
  }

  judgement refuted(judgement found, const std::vector<std::size_t>& members,
                    const existence& answer) {
    found.outcome = verdict::refuted;
    found.counterexamples = 1;
    found.methods.assign(methods_.begin(), methods_.end());
    if (const auto example = failing_point(members, answer.searched))
      found.witness = describe(context_, relation_, *example, box_precision);
    std::string where;
    for (const auto& [name, range] : answer.searched) {
      found.region[name] = {to_text(range.lower), to_text(range.upper)};
      where += fmt::format("{}{} in [{}, {}]", where.empty() ? "" : ", ", name,
                           to_text(range.lower), to_text(range.upper));
    }
    found.undecided.clear();
    found.message = "certainly without a solution for " + where;
    const point_texts universal = universal_texts(members.front());
    for (const auto& [name, text] : universal) found.message += ", " + name + " = " + text;
    for (const std::string& name : listed_only_)
      found.message += ", for the listed values of " + name + ", which the domain does not mention";
    return found;
  }

  void finish(judgement& found, const std::optional<existence>& open) const {
    found.methods.assign(methods_.begin(), methods_.end());
    if (open && open->found == existence::answer::undefined) {
      found.outcome = verdict::invalid;
      found.message = "cannot be evaluated: " + open->reason;
      found.witness.reset();
    } else if (found.checked == 0) {
      found.outcome = verdict::invalid;
      found.message = "has no points to check: no listed point is certainly in the domain";
      found.witness.reset();
    } else if (open) {
      found.outcome = verdict::undecided;
      found.message = open->reason;
      found.witness.reset();
    } else {
      const bool is_complete = !has_universal_ && found.tied == 0 && !accepts_rounded_law(methods_);
      found.outcome = is_complete ? verdict::proved : verdict::verified;
      found.message = is_complete ? "a solution is certified"
                                  : "a solution is certified for every choice checked";
      // With universal variables the point shown is one solution of many.
      if (is_complete && found.witness && !by_sign_)
        found.message += ": " + point_in_words(found.witness->point);
      if (by_sign_)
        found.message += "; the first one by a change of sign just before the point shown";
    }
  }

  const claim_context& context_;
  const exists_claim& form_;
  expression_ptr relation_;
  std::vector<std::string> variables_;    // existential, and moved by the search
  std::vector<std::string> listed_only_;  // existential, but not in the domain's conditions
  box_search boxes_{context_, relation_, variables_, listed_only_};
  bool has_universal_ = false;
  std::size_t checked_ = 0;
  bool by_sign_ = false;
  std::set<std::string> group_methods_;
  std::set<std::string> methods_;
};

}  // namespace

judgement judge_exists(const claim_context& context, const exists_claim& form,
                       const expression_ptr& relation) {
  return exists_judge(context, form, relation).run();
}

}  // namespace shufflecert::inline v0_1::claims
