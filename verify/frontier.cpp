#include "verify/frontier.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <queue>
#include <set>

#include "verify/region_truth.hpp"

namespace shufflecert {
namespace {

// A bracket is first made narrower than it has to be by this factor: what cannot be settled next to
// it then finds room in it.
constexpr long spare_digits = 2;
// Brackets are looked for once a cell is this share of the range: earlier, more than one switch is
// likely to be between its ends.
const rational coarse_share(1, 16);
constexpr long guiding_digits = 6;

constexpr const char* excluded_end = "the domain ends here";

rational power_of_ten(long exponent) {
  return power(rational(10), exponent);
}

// floor(log10(value)) for a value above 0.
long decimal_exponent(const rational& value) {
  const auto length = [](const integer& x) { return static_cast<long>(x.str().size()); };
  long exponent = length(numerator(value)) - length(denominator(value));
  while (power_of_ten(exponent) > value) --exponent;
  while (power_of_ten(exponent + 1) <= value) ++exponent;
  return exponent;
}

rational larger_size(const rational& a, const rational& b) {
  return std::max(rational(abs(a)), rational(abs(b)));
}

bool is_certain(frontier_state state) {
  return state == frontier_state::holds || state == frontier_state::fails;
}

// A point that was looked at, and what is known of the cell from it to the next one.
struct frontier_node {
  frontier_state state = frontier_state::open;
  std::string reason;
  bool is_excluded_end = false;  ///< an end of the range that the domain leaves out
  enum class cell { unsettled, proved, bracket } after = cell::unsettled;
  frontier_state proved = frontier_state::open;
};

struct queued_cell {
  bool has_certain_end = false;
  rational measure;
  rational from;
  rational to;

  // Cells with a certain end come first, then wide ones: where nothing can be decided, as where the
  // claim has no value, there is little to find.
  friend bool operator<(const queued_cell& a, const queued_cell& b) {
    if (a.has_certain_end != b.has_certain_end) return b.has_certain_end;
    return a.measure != b.measure ? a.measure < b.measure : a.from > b.from;
  }
};

class frontier_search {
 public:
  frontier_search(const claim_context& context, const expression_ptr& relation,
                  const check_point& fixed, const frontier_options& options)
      : context_(context), relation_(relation), options_(options), effort_(options.effort) {
    row_.fixed = fixed;
    row_.fixed.erase(options.over);
    if (const auto* sides = std::get_if<comparison>(&relation->node))
      difference_ = std::make_shared<const expression>(
          expression{sum_chain{{{false, sides->left}, {true, sides->right}}}, relation->column});
  }

  frontier_row run() {
    if (!clip()) return row_;
    const rational from = row_.range->lower;
    const rational to = row_.range->upper;
    look_at(from);
    if (from < to) {
      look_at(to);
      push(from, to);
      work();
      finish_brackets();
    }
    collect();
    return row_;
  }

 private:
  using node_map = std::map<rational, frontier_node>;

  // Whether a formula depends on the variable, directly or through a local name.
  bool depends_on_variable(const expression& formula, std::set<std::string>& seen) const {
    const auto names = free_variables(formula);
    return std::any_of(names.begin(), names.end(), [&](const std::string& name) {
      if (name == options_.over) return true;
      const auto local = context_.subject.let.find(name);
      return local != context_.subject.let.end() && seen.insert(name).second &&
             depends_on_variable(*local->second, seen);
    });
  }

  [[nodiscard]] bool depends_on_variable(const expression& formula) const {
    std::set<std::string> seen;
    return depends_on_variable(formula, seen);
  }

  [[nodiscard]] bool is_the_variable(const expression& formula) const {
    const auto* name = std::get_if<variable>(&formula.node);
    return name != nullptr && name->name == options_.over;
  }

  [[nodiscard]] std::optional<rational> exact_value(const expression& formula) const {
    try {
      const refined_value known = refine(
          formula, context_.visible.visible, variables_at(context_.subject, row_.fixed),
          guiding_digits, context_.options.precision, context_.options.limits, &context_.cache);
      const auto* result = std::get_if<number>(&known.result);
      const rational* exact = result == nullptr ? nullptr : result->as_rational();
      return exact == nullptr ? std::nullopt : std::optional(*exact);
    } catch (const undefined_value&) {
      return std::nullopt;
    }
  }

  // Takes off the range what the domain's conditions `variable op exact number` exclude; the other
  // conditions on the variable are kept for later. False where nothing is left.
  bool clip() {
    interval range = options_.range;
    bool excludes_lower = false;
    bool excludes_upper = false;
    for (const auto& whole_condition : context_.subject.domain)
      for (const auto& condition : conjuncts(whole_condition)) {
        if (!depends_on_variable(*condition)) {
          if (decide_condition(context_, *condition, row_.fixed) == false) {
            row_.reason = "'" + to_text(*condition) + "' is false here";
            return false;
          }
          continue;
        }
        if (!clip_by(*condition, range, excludes_lower, excludes_upper))
          conditions_.push_back(condition);
      }
    if (options_.is_whole) {
      range.lower = -rational(floor(-range.lower)) == range.lower && excludes_lower
                        ? rational(range.lower + 1)
                        : -rational(floor(-range.lower));
      range.upper = rational(floor(range.upper)) == range.upper && excludes_upper
                        ? rational(range.upper - 1)
                        : rational(floor(range.upper));
    } else if (range.lower < range.upper) {
      if (excludes_lower) exclude(range.lower);
      if (excludes_upper) exclude(range.upper);
    } else if (excludes_lower || excludes_upper) {
      row_.reason = "the domain leaves no value of " + options_.over + " in the range";
      return false;
    }
    if (range.lower > range.upper) {
      row_.reason = "the domain leaves no value of " + options_.over + " in the range";
      return false;
    }
    row_.range = range;
    return true;
  }

  void exclude(const rational& end) {
    frontier_node& node = nodes_[end];
    node.state = frontier_state::outside;
    node.reason = excluded_end;
    node.is_excluded_end = true;
  }

  bool clip_by(const expression& condition, interval& range, bool& excludes_lower,
               bool& excludes_upper) const {
    const auto* sides = std::get_if<comparison>(&condition.node);
    if (sides == nullptr) return false;
    const bool is_left = is_the_variable(*sides->left);
    if (!is_left && !is_the_variable(*sides->right)) return false;
    const expression& other = is_left ? *sides->right : *sides->left;
    if (depends_on_variable(other)) return false;
    const auto end = exact_value(other);
    if (!end) return false;
    const relation op = sides->op;
    const bool is_less = op == relation::less || op == relation::less_equal;
    const bool is_greater = op == relation::greater || op == relation::greater_equal;
    if (!is_less && !is_greater) return false;
    const bool is_strict = op == relation::less || op == relation::greater;
    if (is_less == is_left) {
      if (*end < range.upper) excludes_upper = false;
      if (*end <= range.upper) excludes_upper = excludes_upper || is_strict;
      range.upper = std::min(range.upper, *end);
    } else {
      if (*end > range.lower) excludes_lower = false;
      if (*end >= range.lower) excludes_lower = excludes_lower || is_strict;
      range.lower = std::max(range.lower, *end);
    }
    return true;
  }

  [[nodiscard]] check_point point_with(const rational& x) const {
    check_point point = row_.fixed;
    const std::string text = to_text(x);
    point[options_.over] = {text, parse_formula(text)};
    return point;
  }

  frontier_node evaluate(const rational& x) const {
    const point_outcome outcome = evaluate_at(context_, relation_, point_with(x));
    frontier_node node;
    node.reason = outcome.reason;
    switch (outcome.state) {
      case point_state::holds:
        node.state = frontier_state::holds;
        break;
      case point_state::fails:
        node.state = frontier_state::fails;
        break;
      case point_state::outside:
        node.state = frontier_state::outside;
        break;
      case point_state::tied:
        node.reason = "both sides are equal to 50 digits";
        break;
      case point_state::undecided:
      case point_state::invalid:
        break;
    }
    return node;
  }

  const frontier_node& look_at(const rational& x) {
    const auto known = nodes_.find(x);
    if (known != nodes_.end()) return known->second;
    return nodes_.emplace(x, evaluate(x)).first->second;
  }

  [[nodiscard]] rational measure(const rational& from, const rational& to) const {
    return (to - from) / std::max(rational(1), larger_size(from, to));
  }

  // The width of the narrowest cells and of the first form of brackets.
  [[nodiscard]] rational step_near(const rational& x) const {
    if (options_.is_whole) return 1;
    const rational size = std::max(rational(1), rational(abs(x)));
    return power_of_ten(decimal_exponent(size) - options_.digits - spare_digits);
  }

  [[nodiscard]] rational tolerance(const rational& from, const rational& to) const {
    if (options_.is_whole) return 1;
    return power_of_ten(-options_.digits) *
           std::max(rational(1), std::min(rational(abs(from)), rational(abs(to))));
  }

  void push(const rational& from, const rational& to) {
    if (!(from < to)) return;
    const bool is_known = is_certain(nodes_[from].state) || is_certain(nodes_[to].state);
    queue_.push({is_known, measure(from, to), from, to});
  }

  [[nodiscard]] bool is_over() const { return context_.options.limits.is_exhausted(); }

  // Two states between which a boundary is to be bracketed.
  [[nodiscard]] static bool is_boundary(const frontier_node& a, const frontier_node& b) {
    const auto is_known = [](const frontier_node& node) {
      return node.state != frontier_state::open && !node.is_excluded_end;
    };
    return is_known(a) && is_known(b) && a.state != b.state;
  }

  // Widest cells first, so that what the effort does not reach are small ones.
  void work() {
    const rational coarse = coarse_share * measure(row_.range->lower, row_.range->upper);
    while (!queue_.empty() && !is_over()) {
      const queued_cell cell = queue_.top();
      queue_.pop();
      if (cell.to - cell.from <= step_near(larger_size(cell.from, cell.to))) continue;
      if (effort_ == 0) return;
      --effort_;
      if (const auto state = proved_state(cell)) {
        nodes_[cell.from].after = frontier_node::cell::proved;
        nodes_[cell.from].proved = *state;
      } else if (is_boundary(nodes_[cell.from], nodes_[cell.to]) && cell.measure <= coarse) {
        bracket(cell.from, cell.to);
      } else {
        const rational middle = middle_of(cell.from, cell.to);
        look_at(middle);
        push(cell.from, middle);
        push(middle, cell.to);
      }
    }
  }

  // What the effort left: cells whose ends differ still hold a switch. A point with a third state
  // in such a cell makes two of it.
  void finish_brackets() {
    constexpr int most_rounds = 8;
    for (int round = 0; round < most_rounds && !is_over(); ++round)
      if (!finish_brackets_once()) return;
  }

  bool finish_brackets_once() {
    std::vector<std::pair<rational, rational>> cells;
    for (auto node = nodes_.begin(); std::next(node) != nodes_.end(); ++node)
      if (node->second.after == frontier_node::cell::unsettled &&
          is_boundary(node->second, std::next(node)->second))
        cells.emplace_back(node->first, std::next(node)->first);
    for (const auto& [from, to] : cells)
      if (!is_over()) bracket(from, to);
    return !cells.empty();
  }

  [[nodiscard]] std::optional<frontier_state> proved_state(const queued_cell& cell) const {
    const box region{{options_.over, {cell.from, cell.to}}};
    bool is_inside = true;
    for (const auto& condition : conditions_) {
      const auto answer = truth_over(context_, condition, row_.fixed, region);
      if (answer == false) return frontier_state::outside;
      is_inside = is_inside && answer == true;
    }
    if (!is_inside) return std::nullopt;
    const auto answer = truth_over(context_, relation_, row_.fixed, region);
    if (!answer) return std::nullopt;
    return *answer ? frontier_state::holds : frontier_state::fails;
  }

  // A short decimal near the middle; near the geometric mean where the ends are far apart.
  [[nodiscard]] rational middle_of(const rational& from, const rational& to) const {
    constexpr int far_apart = 4;
    constexpr int parts = 8;
    rational middle = (from + to) / 2;
    rational room = (to - from) / parts;
    if (from > 0 && to > far_apart * from) {
      const double mean = std::sqrt(from.convert_to<double>()) * std::sqrt(to.convert_to<double>());
      if (std::isfinite(mean) && mean > 0) {
        const rational exact(mean);
        if (exact > from && exact < to) {
          middle = exact;
          room = std::min(rational(exact - from), rational(to - exact)) / parts;
        }
      }
    }
    if (options_.is_whole) {
      const rational whole = floor(middle);
      return whole > from ? whole : rational(from + 1);
    }
    const rational quantum = power_of_ten(decimal_exponent(room));
    return floor(middle / quantum) * quantum;
  }

  // What the two sides differ by, in double: chooses where to look next, and decides nothing.
  [[nodiscard]] double margin_at(const rational& x) const {
    if (!difference_ || is_over()) return std::nan("");
    try {
      const refined_value known = refine(
          *difference_, context_.visible.visible, variables_at(context_.subject, point_with(x)),
          guiding_digits, context_.options.precision, context_.options.limits, &context_.cache);
      const auto* result = std::get_if<number>(&known.result);
      return result == nullptr ? std::nan("") : result->to_ball(64).near();
    } catch (const std::runtime_error&) {
      return std::nan("");
    }
  }

  // Narrows [from, to], whose ends have different states, down to one step. False where a point
  // with a third state came in between; it is then a node.
  void bracket(rational from, rational to) {
    const rational first = from;
    const rational last = to;
    const frontier_state below = nodes_[from].state;
    const frontier_state above = nodes_[to].state;
    const rational step = step_near(larger_size(from, to));
    const bool is_guided = is_certain(below) && is_certain(above);
    double margin_below = is_guided ? margin_at(from) : std::nan("");
    double margin_above = is_guided ? margin_at(to) : std::nan("");
    std::optional<rational> obstacle;
    int rounds = 0;
    rational width_before = to - from;
    while (to - from > step && !is_over()) {
      // Regula falsi where it does its work, else halves.
      double share = margin_below / (margin_below - margin_above);
      constexpr int patience = 3;
      if (++rounds % patience == 0) {
        if (2 * (to - from) > width_before) share = std::nan("");
        width_before = to - from;
      }
      const bool is_usable = share >= 0 && share <= 1;
      const rational aim = from + (to - from) * (is_usable ? rational(share) : rational(1, 2));
      rational x = floor(aim / step) * step;
      if (x <= from) x = (floor(from / step) + 1) * step;
      if (x >= to) x = -rational(floor(-to / step) + 1) * step;
      if (x <= from || x >= to) break;
      const frontier_node here = evaluate(x);
      if (here.state == below) {
        from = x;
        if (is_guided) margin_below = margin_at(x);
        margin_above /= 2;  // the end that stays counts for less and less
      } else if (here.state == above) {
        to = x;
        if (is_guided) margin_above = margin_at(x);
        margin_below /= 2;
      } else {
        nodes_[x] = here;
        obstacle = x;
        break;
      }
    }
    nodes_[from].state = below;
    nodes_[to].state = above;
    push(first, from);
    push(to, last);
    if (obstacle) {
      push(from, *obstacle);
      push(*obstacle, to);
    } else if (!is_over() || to - from <= step) {
      nodes_[from].after = frontier_node::cell::bracket;
    }
  }

  // A stretch between nodes, as it is reported.
  struct stretch {
    rational from;
    rational to;
    enum class kind { settled, sampled, open, boundary } what = kind::open;
    frontier_state state = frontier_state::open;
    frontier_state below = frontier_state::open;
    std::string reason;
  };

  [[nodiscard]] stretch stretch_at(node_map::const_iterator node) const {
    const auto next = std::next(node);
    const frontier_node& left = node->second;
    const frontier_node& right = next->second;
    stretch result{node->first,          next->first, stretch::kind::open,
                   frontier_state::open, left.state,  ""};
    if (left.after == frontier_node::cell::proved) {
      result.what = stretch::kind::settled;
      result.state = left.proved;
      if (left.proved == frontier_state::outside) result.reason = outside_reason(left, right);
      return result;
    }
    if (left.after == frontier_node::cell::bracket) {
      result.what = stretch::kind::boundary;
      return result;
    }
    if (options_.is_whole && next->first - node->first == 1 && is_boundary(left, right)) {
      result.what = stretch::kind::boundary;
      return result;
    }
    const frontier_node& known = left.is_excluded_end ? right : left;
    const frontier_node& other = right.is_excluded_end ? left : right;
    if (known.state != frontier_state::open && known.state == other.state) {
      const bool is_complete = options_.is_whole && next->first - node->first == 1;
      result.what = is_complete ? stretch::kind::settled : stretch::kind::sampled;
      result.state = known.state;
      if (known.state == frontier_state::outside) result.reason = outside_reason(left, right);
      return result;
    }
    const frontier_node& open = left.state == frontier_state::open ? left : right;
    if (const char* over = context_.options.limits.exhaustion())
      result.reason = over;
    else
      result.reason = open.reason.empty() ? "not decided" : open.reason;
    return result;
  }

  static std::string outside_reason(const frontier_node& left, const frontier_node& right) {
    if (left.state == frontier_state::outside) return left.reason;
    return right.state == frontier_state::outside ? right.reason : "outside of the domain";
  }

  // Brackets take in the unsettled cells at their sides as far as their width allows.
  void widen_brackets(std::vector<stretch>& stretches) const {
    for (std::size_t i = 0; i < stretches.size(); ++i) {
      if (stretches[i].what != stretch::kind::boundary || options_.is_whole) continue;
      const auto can_take = [&](std::size_t j) {
        return stretches[j].what == stretch::kind::sampled &&
               !nodes_.at(stretches[j].from).is_excluded_end &&
               !nodes_.at(stretches[j].to).is_excluded_end &&
               std::max(stretches[i].to, stretches[j].to) -
                       std::min(stretches[i].from, stretches[j].from) <=
                   tolerance(stretches[i].from, stretches[i].to);
      };
      while (i > 0 && can_take(i - 1)) {
        stretches[i].from = stretches[i - 1].from;
        stretches.erase(stretches.begin() + static_cast<std::ptrdiff_t>(i) - 1);
        --i;
      }
      while (i + 1 < stretches.size() && can_take(i + 1)) {
        stretches[i].to = stretches[i + 1].to;
        stretches.erase(stretches.begin() + static_cast<std::ptrdiff_t>(i) + 1);
      }
    }
  }

  // Open stretches between two points at which the condition is certain, and differs, are a
  // bracket, if they are narrow enough together.
  void close_narrow_gaps(std::vector<stretch>& stretches) const {
    for (std::size_t i = 0; i < stretches.size(); ++i) {
      if (stretches[i].what != stretch::kind::open ||
          !is_certain(nodes_.at(stretches[i].from).state))
        continue;
      std::size_t last = i;
      while (last + 1 < stretches.size() && stretches[last + 1].what == stretch::kind::open &&
             !is_certain(nodes_.at(stretches[last].to).state))
        ++last;
      if (!is_boundary(nodes_.at(stretches[i].from), nodes_.at(stretches[last].to)) ||
          stretches[last].to - stretches[i].from > tolerance(stretches[i].from, stretches[last].to))
        continue;
      stretches[i].to = stretches[last].to;
      stretches[i].what = stretch::kind::boundary;
      stretches.erase(stretches.begin() + static_cast<std::ptrdiff_t>(i) + 1,
                      stretches.begin() + static_cast<std::ptrdiff_t>(last) + 1);
    }
  }

  [[nodiscard]] std::size_t certain_points(const frontier_piece& piece) const {
    const auto first = nodes_.lower_bound(piece.from);
    const auto last = nodes_.upper_bound(piece.to);
    return static_cast<std::size_t>(std::count_if(
        first, last, [&](const auto& node) { return node.second.state == piece.state; }));
  }

  void collect() {
    std::vector<stretch> stretches;
    for (auto node = nodes_.begin(); std::next(node) != nodes_.end(); ++node)
      stretches.push_back(stretch_at(node));
    if (nodes_.size() == 1) {
      const auto& [x, only] = *nodes_.begin();
      row_.pieces.push_back({x, x, only.state, is_certain(only.state),
                             is_certain(only.state) ? 1u : 0u,
                             is_certain(only.state) ? "" : only.reason});
      return;
    }
    close_narrow_gaps(stretches);
    widen_brackets(stretches);
    for (const stretch& part : stretches) {
      if (part.what == stretch::kind::boundary) {
        const frontier_state below = nodes_.at(part.from).state;
        const frontier_state above = nodes_.at(part.to).state;
        if (is_certain(below) && is_certain(above)) {
          row_.switches.push_back({part.from, part.to, below == frontier_state::holds});
          if (options_.is_whole) add_single_point(part, below);
          is_after_bracket_ = true;
          after_bracket_ = above;
          continue;
        }
        add_piece({part.from, part.to, frontier_state::outside, false, 0,
                   "the edge of the domain lies here"});
        continue;
      }
      add_piece(
          {part.from, part.to, part.state, part.what == stretch::kind::settled, 0, part.reason});
    }
    if (options_.is_whole && is_after_bracket_) add_last_single_point();
    for (frontier_piece& piece : row_.pieces)
      if (is_certain(piece.state)) piece.points = certain_points(piece);
  }

  // A whole number between two brackets, or between a bracket and the end of the range, is a piece.
  void add_single_point(const stretch& part, frontier_state below) {
    const bool is_covered = !row_.pieces.empty() && row_.pieces.back().to == part.from;
    if (!is_covered) row_.pieces.push_back({part.from, part.from, below, true, 1, ""});
  }

  void add_last_single_point() {
    const rational& end = row_.range->upper;
    const bool is_covered = !row_.pieces.empty() && row_.pieces.back().to == end;
    if (!is_covered) row_.pieces.push_back({end, end, after_bracket_, true, 1, ""});
  }

  void add_piece(frontier_piece piece) {
    if (!row_.pieces.empty()) {
      frontier_piece& last = row_.pieces.back();
      if (last.to == piece.from && last.state == piece.state && last.is_proved == piece.is_proved &&
          (is_certain(piece.state) || last.reason == piece.reason)) {
        last.to = piece.to;
        return;
      }
    }
    row_.pieces.push_back(std::move(piece));
  }

  const claim_context& context_;
  const expression_ptr& relation_;
  const frontier_options& options_;
  expression_ptr difference_;
  std::vector<expression_ptr> conditions_;  ///< of the domain, on the variable, not in the range
  std::size_t effort_;
  frontier_row row_;
  node_map nodes_;
  std::priority_queue<queued_cell> queue_;
  bool is_after_bracket_ = false;
  frontier_state after_bracket_ = frontier_state::open;
};

}  // namespace

bool frontier_row::is_open() const {
  return std::any_of(pieces.begin(), pieces.end(), [](const frontier_piece& piece) {
    return piece.state == frontier_state::open;
  });
}

frontier_row find_frontier(const claim_context& context, const expression_ptr& relation,
                           const check_point& fixed, const frontier_options& options) {
  return frontier_search(context, relation, fixed, options).run();
}

}  // namespace shufflecert
