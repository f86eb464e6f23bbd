#include "claims/judging/exists.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "claims/catalogue/axis.hpp"
#include "claims/catalogue/claim_variables.hpp"
#include "claims/points/domain_box.hpp"
#include "language/syntax/builtins.hpp"

namespace shufflecert {
namespace {

constexpr std::size_t most_boxes = 2'000;
// A part is not split further once it is 2^-40 of the region: what is open then stays open.
constexpr int deepest_split = 40;
constexpr bits box_precision = 128;

// What is known about one choice of the universal variables.
struct existence {
  enum class answer { solution, sign_change, none, open, undefined } found = answer::open;
  check_point solution;
  bool tied = false;
  bits precision = 0;
  box searched;
  std::string reason;
};

// A part of the region that is searched, and how often it was split.
struct search_part {
  box region;
  int depth;
};

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

  [[nodiscard]] bool is_whole(const std::string& name) const {
    return is_whole_variable(context_.subject, name);
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
      if (const auto solution = sign_change(part)) return *solution;
    return search_parts(parts, answer);
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
      existence answer = search_box(point_at(context_.subject, part.front()));
      if (answer.found == existence::answer::solution) return answer;
      if (answer.found == existence::answer::none)
        none = std::move(answer);
      else if (!open)
        open = std::move(answer);
    }
    if (known.found == existence::answer::undefined) return known;
    return open ? *open : none;
  }

  // An equation between continuous sides has a solution between two points of opposite sign.
  std::optional<existence> sign_change(const std::vector<std::size_t>& members) {
    const auto* equation = std::get_if<comparison>(&relation_->node);
    if (equation == nullptr || equation->op != relation::equal || variables_.size() != 1 ||
        is_whole(variables_.front()) || !is_continuous(*relation_) || !is_domain_convex())
      return std::nullopt;
    const expression difference{sum_chain{{{false, equation->left}, {true, equation->right}}},
                                relation_->column};
    std::optional<std::pair<check_point, int>> previous;
    for (const std::size_t index : members) {
      const check_point point = point_at(context_.subject, index);
      const auto current = sign_at(difference, point);
      if (!current || !in_domain(point)) continue;
      if (previous && previous->second * *current < 0 &&
          exists_between(difference, previous->first, point))
        return existence{existence::answer::sign_change, point, false, box_precision, {}, {}};
      previous = {point, *current};
    }
    return std::nullopt;
  }

  [[nodiscard]] bool in_domain(const check_point& point) const {
    return std::all_of(context_.subject.domain.begin(), context_.subject.domain.end(),
                       [&](const expression_ptr& condition) {
                         return decide_condition(context_, *condition, point) == true;
                       });
  }

  // A local name is none: what it stands for need not be monotone.
  [[nodiscard]] bool is_plain_variable(const expression& formula) const {
    const auto* name = std::get_if<variable>(&formula.node);
    return name != nullptr && !context_.subject.let.contains(name->name);
  }

  // Intervals in every variable: only conditions that bound one variable by a constant.
  [[nodiscard]] bool is_domain_convex() const {
    for (const auto& whole_condition : context_.subject.domain)
      for (const auto& condition : conjuncts(whole_condition)) {
        const auto* sides = std::get_if<comparison>(&condition->node);
        if (sides == nullptr || sides->op == relation::not_equal) return false;
        const bool plain_left =
            is_plain_variable(*sides->left) && free_variables(*sides->right).empty();
        const bool plain_right =
            is_plain_variable(*sides->right) && free_variables(*sides->left).empty();
        if (!plain_left && !plain_right) return false;
      }
    return true;
  }

  [[nodiscard]] bool is_continuous(const expression& formula) const {
    std::set<std::string> seen;
    return is_continuous(formula, seen) &&
           std::all_of(
               context_.subject.let.begin(), context_.subject.let.end(), [&](const auto& entry) {
                 const auto inner = called_functions(*entry.second);
                 return std::none_of(inner.begin(), inner.end(), [&](const std::string& name) {
                   return !is_continuous_builtin(name);
                 });
               });
  }

  // `seen`: the definitions looked at already, for the same reason as above.
  bool is_continuous(const expression& formula, std::set<std::string>& seen) const {
    const auto called = called_functions(formula);
    return std::all_of(called.begin(), called.end(), [&](const std::string& name) {
      const definition* entry = context_.visible.visible.find(name);
      if (entry == nullptr) return is_continuous_builtin(name);
      return !seen.insert(name).second || is_continuous(*entry->body, seen);
    });
  }

  [[nodiscard]] std::optional<int> sign_at(const expression& difference,
                                           const check_point& point) const {
    try {
      const refined_value known =
          refine(difference, context_.visible.visible, variables_at(context_.subject, point), 3,
                 context_.options.precision, context_.options.limits, &context_.cache);
      const auto* result = std::get_if<number>(&known.result);
      return result == nullptr ? std::nullopt : sign(*result, known.precision);
    } catch (const undefined_value&) {
      return std::nullopt;
    }
  }

  // Whether the difference exists on the whole segment between two points.
  [[nodiscard]] bool exists_between(const expression& difference, const check_point& a,
                                    const check_point& b) const {
    const std::string& name = variables_.front();
    evaluator at({context_.visible.visible, box_precision, context_.options.limits, nullptr},
                 variables_without(a));
    try {
      const number low =
          evaluator({context_.visible.visible, box_precision, context_.options.limits, nullptr}, {})
              .evaluate_number(*a.at(name).formula);
      const number high =
          evaluator({context_.visible.visible, box_precision, context_.options.limits, nullptr}, {})
              .evaluate_number(*b.at(name).formula);
      at.bind(name, number(ball::hull(low.to_ball(box_precision), high.to_ball(box_precision))));
      return at.evaluate_number(difference).to_ball(box_precision).is_finite();
    } catch (const std::runtime_error&) {
      return false;
    }
  }

  // Subdivides the domain's box until the relation is certainly false everywhere or a solution
  // turns up.
  existence search_box(const check_point& universal) {
    existence answer;
    if (const char* reason = context_.options.limits.exhaustion()) {
      answer.reason = reason;
      return answer;
    }
    bool is_empty = false;
    const auto whole = region_of(universal, is_empty);
    if (is_empty) {
      answer.reason = fmt::format("the domain leaves no value for {}", fmt::join(variables_, ", "));
      return answer;
    }
    if (!whole) {
      const auto& unbounded = variables_.empty() ? listed_only_ : variables_;
      answer.reason = fmt::format(
          "no listed point is a solution, and the domain does not bound {} from both sides",
          fmt::join(unbounded, ", "));
      return answer;
    }
    answer.searched = *whole;
    std::vector<search_part> open{{*whole, 0}};
    bool all_settled = true;
    for (std::size_t examined = 0; !open.empty(); ++examined) {
      if (const char* reason = context_.options.limits.exhaustion()) {
        answer.reason = reason;
        return answer;
      }
      const search_part part = open.back();
      open.pop_back();
      if (certainly_without_solution(part.region, universal)) continue;
      const check_point middle = middle_of(part.region, universal);
      const point_outcome outcome = evaluate_at(context_, relation_, middle);
      if (outcome.state != point_state::outside) ++checked_;
      if (outcome.state == point_state::holds)
        return {existence::answer::solution, middle, false, outcome.precision, {}, {}};
      const std::vector<box> halves = split(part.region);
      if (part.depth >= deepest_split || examined >= most_boxes || halves.empty()) {
        all_settled = false;
        continue;
      }
      for (const box& half : halves) open.push_back({half, part.depth + 1});
    }
    if (all_settled)
      answer.found = existence::answer::none;
    else
      answer.reason = "no solution was found, but parts of the region stayed open";
    return answer;
  }

  // The box that the domain gives, its ends whole where the variable is.
  [[nodiscard]] std::optional<box> region_of(const check_point& universal, bool& is_empty) const {
    if (variables_.empty()) return std::nullopt;
    auto region = domain_box(context_, variables_, universal, &is_empty);
    if (!region) return std::nullopt;
    for (auto& [name, range] : *region) {
      if (!is_whole(name)) continue;
      range = {-rational(floor(-range.lower)), floor(range.upper)};
      if (range.lower > range.upper) is_empty = true;
    }
    return region;
  }

  bool certainly_without_solution(const box& part, const check_point& universal) const {
    const variable_map variables = variables_without(universal);
    evaluator at({context_.visible.visible, box_precision, context_.options.limits, nullptr},
                 variables);
    for (const auto& [name, range] : part)
      at.bind(name, number(enclosing_ball(range, box_precision)));
    const auto certainly_false = [&](const expression& condition) {
      try {
        return at.evaluate_truth(condition).value == false;
      } catch (const std::runtime_error&) {
        return false;
      }
    };
    return std::any_of(context_.subject.domain.begin(), context_.subject.domain.end(),
                       [&](const expression_ptr& c) { return certainly_false(*c); }) ||
           certainly_false(*relation_);
  }

  // The universal variables and local names of a point; the existential ones are bound to balls.
  [[nodiscard]] const variable_map& variables_without(const check_point& point) const {
    without_ = variables_at(context_.subject, point);
    for (const std::string& name : variables_) without_.erase(name);
    return without_;
  }

  [[nodiscard]] check_point middle_of(const box& part, const check_point& universal) const {
    check_point point = universal;
    for (const auto& [name, range] : part) {
      rational middle = (range.lower + range.upper) / 2;
      if (is_whole(name)) middle = floor(middle);
      point[name] = point_value_of(middle);
    }
    return point;
  }

  // The two halves of a part; none where it is a single point. Halves of whole numbers share none.
  [[nodiscard]] std::vector<box> split(const box& part) const {
    const auto widest =
        std::max_element(part.begin(), part.end(), [](const auto& a, const auto& b) {
          return a.second.upper - a.second.lower < b.second.upper - b.second.lower;
        });
    if (widest->second.lower == widest->second.upper) return {};
    const rational middle = (widest->second.lower + widest->second.upper) / 2;
    box lower = part;
    box upper = part;
    const bool whole = is_whole(widest->first);
    lower[widest->first].upper = whole ? rational(floor(middle)) : middle;
    upper[widest->first].lower = whole ? rational(floor(middle) + 1) : middle;
    return {upper, lower};
  }

  // Where the sides are shown: the first listed point of the region, or else its middle.
  [[nodiscard]] std::optional<check_point> failing_point(const std::vector<std::size_t>& members,
                                                         const box& searched) const {
    for (const std::size_t index : members) {
      check_point point = point_at(context_.subject, index);
      if (evaluate_at(context_, relation_, point).state == point_state::fails) return point;
    }
    check_point middle = middle_of(searched, point_at(context_.subject, members.front()));
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
      found.message = "looks at nothing: no point to check is certainly in the domain";
      found.witness.reset();
    } else if (open) {
      found.outcome = verdict::undecided;
      found.message = open->reason;
      found.witness.reset();
    } else {
      const bool is_complete = !has_universal_ && found.tied == 0;
      found.outcome = is_complete ? verdict::proved : verdict::verified;
      found.message = is_complete ? "a solution is certified"
                                  : "a solution is certified for every choice looked at";
      if (by_sign_)
        found.message += "; the first one by a change of sign just before the point shown";
    }
  }

  const claim_context& context_;
  const exists_claim& form_;
  expression_ptr relation_;
  std::vector<std::string> variables_;    // existential, and moved by the search
  std::vector<std::string> listed_only_;  // existential, but not in the domain's conditions
  bool has_universal_ = false;
  std::size_t checked_ = 0;
  bool by_sign_ = false;
  std::set<std::string> group_methods_;
  std::set<std::string> methods_;
  mutable variable_map without_;
};

}  // namespace

judgement judge_exists(const claim_context& context, const exists_claim& form,
                       const expression_ptr& relation) {
  return exists_judge(context, form, relation).run();
}

}  // namespace shufflecert
