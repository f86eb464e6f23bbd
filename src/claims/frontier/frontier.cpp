#include "claims/frontier/frontier.hpp"

#include <algorithm>
#include <cmath>
#include <queue>

#include "claims/catalogue/axis.hpp"
#include "claims/catalogue/claim_variables.hpp"
#include "claims/frontier/nodes.hpp"
#include "claims/frontier/range.hpp"
#include "claims/points/region_truth.hpp"
#include "language/evaluation/not_whole.hpp"

namespace shufflecert::inline v0_1::claims {
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
    frontier_range clipped = clip_to_domain(context_, row_.fixed, options_);
    row_.range = clipped.range;
    row_.reason = std::move(clipped.reason);
    if (!row_.range) return row_;
    conditions_ = std::move(clipped.conditions);
    const rational from = row_.range->lower;
    const rational to = row_.range->upper;
    if (clipped.excludes_lower) exclude(from);
    if (clipped.excludes_upper) exclude(to);
    look_at(from);
    if (from < to) {
      look_at(to);
      push(from, to);
      work();
      finish_brackets();
    }
    collect_pieces(nodes_, options_, context_.options.limits.exhaustion(), row_);
    return row_;
  }

 private:
  void exclude(const rational& end) {
    frontier_node& node = nodes_[end];
    node.state = frontier_state::outside;
    node.reason = excluded_end;
    node.is_excluded_end = true;
  }

  [[nodiscard]] check_point point_with(const rational& x) const {
    check_point point = row_.fixed;
    point[options_.over] = point_value_of(x);
    return point;
  }

  // Whether the point has no truth because something needs a whole number. The conditions of the
  // domain come first, as where the point is judged.
  [[nodiscard]] bool needs_whole_number(const check_point& point) const {
    const variable_map variables = variables_at(context_.subject, point);
    std::vector<expression_ptr> asked = context_.subject.domain;
    asked.push_back(relation_);
    try {
      for (const expression_ptr& condition : asked) {
        const refined_value known =
            refine(*condition, context_.visible.visible, variables, guiding_digits,
                   context_.options.precision,
                   {.limits = context_.options.limits, .cache = &context_.cache});
        const auto* decided = std::get_if<truth>(&known.result);
        if (decided == nullptr || decided->value != true) return false;
      }
    } catch (const not_whole&) {
      return true;
    } catch (const undefined_value&) {
      return false;
    }
    return false;
  }

  frontier_node evaluate(const rational& x) const {
    const check_point point = point_with(x);
    const point_outcome outcome = evaluate_at(context_, relation_, point);
    frontier_node node;
    node.reason = outcome.reason;
    const bool is_nowhere =
        outcome.state == point_state::outside || outcome.state == point_state::invalid;
    node.needs_whole = is_nowhere && !is_integer(x) && needs_whole_number(point);
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

  void push(const rational& from, const rational& to) {
    if (!(from < to)) return;
    const bool is_known = is_certain(nodes_[from].state) || is_certain(nodes_[to].state);
    queue_.push({is_known, measure(from, to), from, to});
  }

  [[nodiscard]] bool is_over() const { return context_.options.limits.is_exhausted(); }

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
    // No one state holds on the whole of a cell whose ends are known to have two.
    if (is_boundary(nodes_.at(cell.from), nodes_.at(cell.to))) return std::nullopt;
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
          guiding_digits, context_.options.precision,
          {.limits = context_.options.limits, .cache = &context_.cache});
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

  const claim_context& context_;
  const expression_ptr& relation_;
  const frontier_options& options_;
  expression_ptr difference_;
  std::vector<expression_ptr> conditions_;  ///< of the domain, on the variable, not in the range
  std::size_t effort_;
  frontier_row row_;
  frontier_nodes nodes_;
  std::priority_queue<queued_cell> queue_;
};

}  // namespace

bool frontier_row::is_open() const {
  return std::any_of(pieces.begin(), pieces.end(), [](const frontier_piece& piece) {
    return piece.state == frontier_state::open;
  });
}

frontier_row find_frontier(const claim_context& context, const expression_ptr& relation,
                           const check_point& fixed, const frontier_options& options) {
  if (!options.is_whole || is_whole_variable(context.subject, options.over))
    return frontier_search(context, relation, fixed, options).run();
  // What takes whole values only because it was asked for is told to those who look at a cell.
  claim with_whole = context.subject;
  with_whole.integers.push_back(options.over);
  const claim_context told{with_whole, context.visible, context.cache, context.options};
  return frontier_search(told, relation, fixed, options).run();
}

}  // namespace shufflecert::inline v0_1::claims
