#include "claims/frontier/nodes.hpp"

#include <algorithm>

namespace shufflecert::inline v0_1::claims {
namespace {

// A stretch between nodes, as it is reported.
struct stretch {
  rational from;
  rational to;
  enum class kind { settled, sampled, open, boundary } what = kind::open;
  frontier_state state = frontier_state::open;
  std::string reason;
  bool needs_whole = false;

  void take_reason_of(const frontier_node& node) {
    reason = node.reason;
    needs_whole = node.needs_whole;
  }

  // Why it is outside of the domain.
  void take_reason_of(const frontier_node& left, const frontier_node& right) {
    if (left.state == frontier_state::outside)
      take_reason_of(left);
    else if (right.state == frontier_state::outside)
      take_reason_of(right);
    else
      reason = "outside of the domain";
  }
};

class collection {
 public:
  collection(const frontier_nodes& nodes, const frontier_options& options, const char* exhaustion,
             frontier_row& row)
      : nodes_(nodes), options_(options), exhaustion_(exhaustion), row_(row) {}

  void run() {
    std::vector<stretch> stretches;
    for (auto node = nodes_.begin(); std::next(node) != nodes_.end(); ++node)
      stretches.push_back(stretch_at(node));
    if (nodes_.size() == 1) {
      const auto& [x, only] = *nodes_.begin();
      const bool is_known = is_certain(only.state);
      row_.pieces.push_back({x, x, only.state, is_known, is_known ? 1u : 0u,
                             is_known ? "" : only.reason, !is_known && only.needs_whole});
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
        add_edge(part, below, above);
        continue;
      }
      add_piece({part.from, part.to, part.state, part.what == stretch::kind::settled, 0,
                 part.reason, part.needs_whole});
    }
    if (options_.is_whole && is_after_bracket_) add_last_single_point();
    for (frontier_piece& piece : row_.pieces)
      if (is_certain(piece.state)) piece.points = certain_points(piece);
  }

 private:
  [[nodiscard]] stretch stretch_at(frontier_nodes::const_iterator node) const {
    const auto next = std::next(node);
    const frontier_node& left = node->second;
    const frontier_node& right = next->second;
    stretch result{node->first, next->first, stretch::kind::open, frontier_state::open, ""};
    if (left.after == frontier_node::cell::proved) {
      result.what = stretch::kind::settled;
      result.state = left.proved;
      if (left.proved == frontier_state::outside) result.take_reason_of(left, right);
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
      if (known.state != frontier_state::outside) return result;
      result.take_reason_of(left, right);
      if (!is_complete)
        result.reason +=
            result.reason.empty() ? "at the points checked" : ", at the points checked";
      return result;
    }
    const frontier_node& open = left.state == frontier_state::open ? left : right;
    if (exhaustion_ != nullptr)
      result.reason = exhaustion_;
    else if (open.reason.empty())
      result.reason = "not decided";
    else
      result.take_reason_of(open);
    return result;
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
                   widest_bracket(options_, stretches[i].from, stretches[i].to);
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
          stretches[last].to - stretches[i].from >
              widest_bracket(options_, stretches[i].from, stretches[last].to))
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

  // A point between two edges is a piece: both its neighbours may lie outside.
  void add_edge(const stretch& part, frontier_state below, frontier_state above) {
    constexpr const char* edge = "the edge of the domain lies here";
    if (is_certain(below)) add_single_point(part, below);
    if (!options_.is_whole) {
      add_piece({part.from, part.to, frontier_state::outside, false, 0, edge, false, true});
      return;
    }
    const rational& outer = is_certain(below) ? part.to : part.from;
    const std::string& known = nodes_.at(outer).reason;
    add_piece({outer, outer, frontier_state::outside, true, 0, known.empty() ? edge : known});
    is_after_bracket_ = is_certain(above);
    after_bracket_ = above;
  }

  // A whole number between two brackets, or between a bracket and the end of the range, is a piece.
  void add_single_point(const stretch& part, frontier_state below) {
    const bool is_covered = !row_.pieces.empty() && row_.pieces.back().to == part.from &&
                            row_.pieces.back().state == below;
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

  const frontier_nodes& nodes_;
  const frontier_options& options_;
  const char* exhaustion_;
  frontier_row& row_;
  bool is_after_bracket_ = false;
  frontier_state after_bracket_ = frontier_state::open;
};

}  // namespace

rational widest_bracket(const frontier_options& options, const rational& from, const rational& to) {
  if (options.is_whole) return 1;
  return power(rational(10), -options.digits) *
         std::max(rational(1), std::min(rational(abs(from)), rational(abs(to))));
}

void collect_pieces(const frontier_nodes& nodes, const frontier_options& options,
                    const char* exhaustion, frontier_row& row) {
  collection(nodes, options, exhaustion, row).run();
}

}  // namespace shufflecert::inline v0_1::claims
