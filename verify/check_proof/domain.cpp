#include "domain.hpp"

#include <algorithm>
#include <deque>

#include "checker_errors.hpp"

namespace check {
namespace {

constexpr std::size_t most_boxes = 20'000;
constexpr std::size_t most_boxes_without_end = 1'000;
constexpr int deepest_box = 60;

node_kind turned(node_kind op) {
  if (op == "<=") return ">=";
  if (op == ">=") return "<=";
  if (op == "<") return ">";
  return op == ">" ? "<" : op;
}

// The largest whole number that is at most x.
integer largest_whole(const rational& x) {
  integer result = numerator(x) / denominator(x);
  while (rational(result) > x) --result;
  return result;
}

// A number that a formula without names is, exactly.
std::optional<rational> exact(algebra& numbers, const formula_ptr& x) {
  if (!names_in(*x).empty()) return std::nullopt;
  return constant_in(numbers.of(x));
}

}  // namespace

domain::domain(std::vector<formula_ptr> conditions, std::set<std::string> whole)
    : conditions_(std::move(conditions)), whole_(std::move(whole)) {
  for (const formula_ptr& condition : conditions_) {
    for (const std::string& name : names_in(*condition))
      if (!is_constant(name)) ends_[name];
    if (is_relation(*condition)) read_end(*condition);
  }
  for (const std::string& name : whole_) ends_[name];
  // What the domain states has a value there: its points are those where it is true.
  // Infinite parts of both sides do not cancel: x + inf <= inf says nothing of x.
  for (const formula_ptr& condition : conditions_)
    if (is_relation(*condition) &&
        !(may_be_infinite(*condition->parts[0]) && may_be_infinite(*condition->parts[1])))
      try {
        add(condition);
      } catch (const unchecked&) {
        // It is not made use of.
      }
}

// x >= L, or x <= U, for numbers; or x >= F for a formula without x.
void domain::read_end(const formula& condition) {
  for (const bool is_left : {true, false}) {
    const formula_ptr& side = condition.parts[is_left ? 0 : 1];
    const formula_ptr& end = condition.parts[is_left ? 1 : 0];
    const node_kind op = is_left ? condition.kind : turned(condition.kind);
    if (side->kind != "name" || names_in(*end).contains(side->name)) continue;
    ends& known = ends_[side->name];
    std::optional<rational> value;
    try {
      value = exact(numbers, end);
    } catch (const unchecked&) {
      continue;
    }
    if (op == ">=" || op == ">") {
      if (!value && !known.moving_low && !names_in(*end).empty()) known.moving_low = end;
      if (!value || (known.low && *value < *known.low)) continue;
      const bool is_same_end = known.low && *value == *known.low;
      known.low_is_open = op == ">" || (is_same_end && known.low_is_open);
      known.low = value;
      if (!whole_.contains(side->name)) continue;
      integer first = numerator(*value) / denominator(*value);
      while (rational(first) < *value || (known.low_is_open && rational(first) == *value)) ++first;
      known.low = rational(first);
      known.low_is_open = false;
    } else if ((op == "<=" || op == "<") && value && (!known.high || *value <= *known.high)) {
      const bool is_same_end = known.high && *value == *known.high;
      known.high_is_open = op == "<" || (is_same_end && known.high_is_open);
      known.high = value;
    }
  }
}

void domain::add(const formula_ptr& relation) {
  if (!is_relation(*relation) || relation->kind == "!=") return;
  node_kind op = relation->kind;
  fraction apart = numbers.of(relation->parts[0]) + negated(numbers.of(relation->parts[1]));
  const bool is_turned = op == ">=" || op == ">";
  facts_.push_back({is_turned ? turned(op) : op, is_turned ? negated(apart) : apart});
  signs_.clear();
  std::erase_if(certain_, [](const auto& one) { return !one.second; });
  std::erase_if(values_, [](const auto& one) { return !one.second; });
}

bool domain::is_certainly_empty() const {
  const bool ends_cross = std::any_of(ends_.begin(), ends_.end(), [](const auto& variable) {
    const ends& known = variable.second;
    return known.low && known.high &&
           (*known.low > *known.high ||
            (*known.low == *known.high && (known.low_is_open || known.high_is_open)));
  });
  return ends_cross ||
         std::any_of(conditions_.begin(), conditions_.end(), [&](const formula_ptr& condition) {
           try {
             return over(condition, {}) == false;
           } catch (const unchecked&) {
             return false;
           }
         });
}

bool domain::is_same(const formula_ptr& a, const formula_ptr& b) {
  return numbers.is_same(numbers.of(a), numbers.of(b));
}

std::optional<std::pair<integer, integer>> domain::whole_range(const std::string& name) const {
  const auto found = ends_.find(name);
  if (!whole_.contains(name) || found == ends_.end() || !found->second.low || !found->second.high)
    return std::nullopt;
  // The lower end is whole already.
  return std::pair(integer(numerator(*found->second.low)), largest_whole(*found->second.high));
}

bool domain::is_whole(const formula& x) const {
  if (x.kind == "number") return denominator(x.value) == 1;
  if (x.kind == "name") return whole_.contains(x.name);
  if (x.kind != "neg" && x.kind != "+" && x.kind != "-" && x.kind != "*") return false;
  return std::all_of(x.parts.begin(), x.parts.end(),
                     [this](const formula_ptr& part) { return is_whole(*part); });
}

// --- Conditions ----------------------------------------------------------------------------------

bool domain::is_certain(const formula_ptr& left, node_kind op, const formula_ptr& right) {
  return is_certain(node(op, {left, right}));
}

bool domain::is_certain(const formula_ptr& condition) {
  const std::string key = text_of(*condition);
  if (const auto known = certain_.find(key); known != certain_.end()) return known->second;
  if (condition->kind == "and")
    return is_certain(condition->parts[0]) && is_certain(condition->parts[1]);
  const nesting level(depth_);
  bool result = false;
  if (is_relation(*condition)) {
    const formula_ptr& left = condition->parts[0];
    const formula_ptr& right = condition->parts[1];
    try {
      result = has_value(left) && has_value(right) && holds_by_sign(left, condition->kind, right);
    } catch (const unchecked&) {
      result = false;
    }
  }
  result = result || holds_on_boxes(condition);
  if (!result && is_relation(*condition)) try {
      result = holds_by_coefficients(*condition);
    } catch (const unchecked&) {
      result = false;
    }
  if (!result && is_relation(*condition)) result = holds_by_derivatives(condition);
  certain_[key] = result;
  return result;
}

bool domain::holds_by_sign(const formula_ptr& left, node_kind op, const formula_ptr& right) {
  if (is_same(left, right)) return op == "<=" || op == ">=" || op == "==";
  if (op == "==") {
    if (holds_by_sign(left, "<=", right) && holds_by_sign(left, ">=", right)) return true;
    const fraction apart = numbers.of(left) + negated(numbers.of(right));
    return std::any_of(facts_.begin(), facts_.end(), [&](const fact& known) {
      return known.op == "==" &&
             (numbers.is_same(known.apart, apart) || numbers.is_same(known.apart, negated(apart)));
    });
  }
  const auto says = [&op](sign known) {
    if (op == "<=") return known == sign::zero_or_less || known == sign::negative;
    if (op == "<") return known == sign::negative;
    if (op == ">=") return is_above(known);
    if (op == ">") return known == sign::positive;
    return is_strict(known);
  };
  const bool is_sign = right->kind == "number" && right->value == 0;
  if (says(sign_of(is_sign ? left : node("-", {left, right})))) return true;
  // Each fact by itself: there may be one for each side of 0.
  const fraction apart = numbers.of(left) + negated(numbers.of(right));
  return std::any_of(facts_.begin(), facts_.end(), [&](const fact& known) {
    if (known.op == "==") return false;
    const sign found = known.op == "<" ? sign::negative : sign::zero_or_less;
    return (says(found) && numbers.is_same(known.apart, apart)) ||
           (says(opposite(found)) && numbers.is_same(known.apart, negated(apart)));
  });
}

std::optional<bool> domain::over(const formula_ptr& condition, const box& values) const {
  try {
    return truth(*condition, values);
  } catch (const no_value&) {
    return std::nullopt;
  }
}

// Cuts the closed box around the domain until each piece is decided.
bool domain::holds_on_boxes(const formula_ptr& condition, std::size_t times) {
  struct piece {
    std::map<std::string, std::pair<std::optional<rational>, std::optional<rational>>> ranges;
    int depth = 0;
  };
  piece all;
  std::set<std::string> names = names_in(*condition);
  for (const std::string& name : names) {
    if (is_constant(name)) continue;
    const auto known = ends_.find(name);
    if (known == ends_.end()) continue;
    all.ranges[name] = {known->second.low, known->second.high};
    if (whole_.contains(name) && known->second.high)
      all.ranges[name].second = rational(largest_whole(*known->second.high));
  }
  std::deque<piece> open{all};
  std::size_t count = 0;
  std::size_t without_end = 0;
  while (!open.empty()) {
    piece next = std::move(open.front());
    open.pop_front();
    const bool has_ends = std::all_of(next.ranges.begin(), next.ranges.end(), [](const auto& one) {
      return one.second.first && one.second.second;
    });
    if (!has_ends) ++without_end;
    if (without_end > times * most_boxes_without_end || ++count > times * most_boxes ||
        next.depth > deepest_box)
      return false;
    ++boxes;
    spend(std::uint64_t{10} * (1 + next.ranges.size()));
    box values;
    for (const auto& [name, range] : next.ranges)
      values.emplace(name, between(range.first, range.second));
    try {
      if (over(condition, values) == true) continue;
    } catch (const unchecked&) {
      // binomial() is known at whole numbers, and not between them.
      const bool may_become_whole =
          std::any_of(next.ranges.begin(), next.ranges.end(), [&](const auto& one) {
            const auto& [low, high] = one.second;
            return whole_.contains(one.first) && (!low || !high || *low < *high);
          });
      if (!may_become_whole) return false;
    }
    const bool is_outside =
        std::any_of(conditions_.begin(), conditions_.end(), [&](const formula_ptr& one) {
          try {
            return over(one, values) == false;
          } catch (const unchecked&) {
            return false;
          }
        });
    if (is_outside) continue;
    // The longest range is cut; one without an end first.
    std::string chosen;
    rational longest = 0;
    for (const auto& [name, range] : next.ranges) {
      const auto& [low, high] = range;
      if (!low && !high) return false;
      if (!low || !high) {
        chosen = name;
        break;
      }
      const rational length = (*high - *low) / (1 + abs(*low));
      if (length > longest) {
        longest = length;
        chosen = name;
      }
    }
    if (chosen.empty()) return false;
    const auto [low, high] = next.ranges[chosen];
    const rational cut = low && high ? rational((*low + *high) / 2)
                         : low       ? rational(2 * abs(*low) + 1)
                                     : rational(-2 * abs(*high) - 1);
    piece upper = next;
    ++next.depth;
    ++upper.depth;
    // Between two whole numbers a variable of them has no value.
    const bool is_whole_one = whole_.contains(chosen);
    const rational below = is_whole_one ? rational(largest_whole(cut)) : cut;
    next.ranges[chosen].second = below;
    upper.ranges[chosen].first = is_whole_one ? rational(below + 1) : below;
    open.push_back(std::move(next));
    open.push_back(std::move(upper));
  }
  return true;
}

}  // namespace check
