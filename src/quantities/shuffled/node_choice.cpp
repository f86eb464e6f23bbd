#include "quantities/shuffled/node_choice.hpp"

#include <algorithm>
#include <cmath>

#include "arithmetic/bit_length.hpp"

// Formula numbers refer to docs/methods/sums.md.

namespace shufflecert::inline v0_1 {
namespace {

constexpr int least_size = 3;

// The largest number of 61-bit fractions, at most 2^61·2^(−2·level/n): (FF.16).
std::int64_t threshold(int level, std::int64_t n) {
  constexpr bits precision = 128;
  ball power = ball::of(-2 * static_cast<std::int64_t>(level), precision) / n;
  ball two = log(ball::of(2, precision));
  ball value = lower_bound(exp(power * two));
  arb_mul_2exp_si(value.raw(), value.raw(), 61);
  return std::min(arf_get_si(arb_midref(value.raw()), ARF_RND_FLOOR), (std::int64_t{1} << 61U) - 1);
}

class chooser {
 public:
  chooser(const phase_table& phases, const sum_plan& plan, std::int64_t n, const sum_effort& effort,
          const budget& limits)
      : phases_(phases),
        plan_(plan),
        n_(n),
        most_nodes_(effort.most_nodes),
        most_blocks_(effort.most_terms / static_cast<std::int64_t>(phases.terms())),
        limits_(limits) {}

  node_choice run() {
    found_.is_complete = true;
    constexpr double growth = 1.25;
    std::vector<std::int64_t> edges{1};
    while (edges.back() <= plan_.last) {
      const double next = std::ceil(static_cast<double>(edges.back()) * growth);
      edges.push_back(std::min(static_cast<std::int64_t>(next), plan_.last + 1));
      if (edges.back() == plan_.last + 1) break;
    }
    for (std::size_t i = 0; i + 1 < edges.size() && found_.is_complete; ++i)
      add_stretch(edges[i], edges[i + 1], static_cast<double>(edges.size() - 1));
    return std::move(found_);
  }

 private:
  void add_stretch(std::int64_t first, std::int64_t end, double stretches) {
    const double all = plan_.weight(first) * static_cast<double>(end - first);
    const double log2_needed = std::log2(all * stretches / plan_.allowed);
    if (!(log2_needed > 0)) {
      found_.skipped.push_back({first, end - first, 0});
      return;
    }
    level_ = static_cast<int>(std::min(std::ceil(log2_needed), 4000.0));
    threshold_ = threshold(level_, n_);
    skipped_ = 0;
    const int size = phases_.largest_size();
    const std::int64_t length = std::int64_t{1} << static_cast<unsigned>(size);
    for (std::int64_t at = first; at < end && found_.is_complete; at += length)
      add_block(at, std::min(at + length, end), size);
    if (skipped_ > 0) found_.skipped.push_back({first, skipped_, level_});
  }

  // The nodes from `first` to `end` − 1, at most 2^size.
  void add_block(std::int64_t first, std::int64_t end, int size) {
    if (first >= end || !found_.is_complete) return;
    if ((++blocks_ & 1023) == 0) limits_.check();
    found_.reached = first;
    const std::int64_t half = size > 0 ? std::int64_t{1} << static_cast<unsigned>(size - 1) : 0;
    if (phases_.bound_around(first + half, size) <= threshold_) {
      skipped_ += end - first;
    } else if (size <= least_size) {
      visit(first, end);
    } else {
      add_block(first, std::min(first + half, end), size - 1);
      add_block(first + half, end, size - 1);
    }
    if (blocks_ > most_blocks_) found_.is_complete = false;
  }

  void visit(std::int64_t first, std::int64_t end) {
    found_.nodes += end - first;
    if (found_.nodes > most_nodes_) found_.is_complete = false;
    if (!found_.visited.empty() && found_.visited.back().end == first)
      found_.visited.back().end = end;
    else
      found_.visited.push_back({first, end});
  }

  const phase_table& phases_;
  const sum_plan& plan_;
  std::int64_t n_;
  std::int64_t most_nodes_;
  std::int64_t most_blocks_;
  const budget& limits_;
  node_choice found_{};
  int level_ = 0;
  std::int64_t threshold_ = 0;
  std::int64_t skipped_ = 0;
  std::int64_t blocks_ = 0;
};

}  // namespace

node_choice choose_nodes(const phase_table& phases, const sum_plan& plan, std::int64_t n,
                         const sum_effort& effort, const budget& limits) {
  return chooser(phases, plan, n, effort, limits).run();
}

}  // namespace shufflecert::inline v0_1
