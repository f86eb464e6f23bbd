#include "quantities/rounds/loss_grid.hpp"

#include <algorithm>
#include <cmath>
#include <deque>
#include <vector>

#include "quantities/outcomes/discrete_pairs.hpp"
#include "quantities/rounds/loss_sketch.hpp"
#include "shufflecert/errors.hpp"

namespace shufflecert::inline v0_1 {
namespace {

// Bits of the probabilities, and of the sums that are made of them.
constexpr bits outcome_bits = 64;
constexpr bits sum_bits = 128;

// Σ P and Σ Q over the outcomes whose losses lie in one cell, between two grid points.
struct loss_cell {
  ball p{sum_bits};
  ball q{sum_bits};
};

// e^−loss at a grid point; 0 as long as it was not asked for.
struct grid_ratio {
  ball value{2};
};

[[noreturn]] void refuse_losses() {
  throw beyond_reach("the losses of one round cover too many steps of the grid");
}

// What is known at some of the grid's places. A fine grid has far more places than outcomes: only
// those with an outcome cost more than a number of 32 bits.
template <class Value>
class grid_places {
 public:
  // As many places, in all, as there may be from the first to the last with something.
  explicit grid_places(std::int64_t most) : most_(most) {}

  // What is at the place; made where there is nothing yet.
  Value& at(std::int64_t index) {
    reach(index);
    std::int32_t& place = where_[static_cast<std::size_t>(index - first_)];
    if (place == nothing) {
      place = static_cast<std::int32_t>(values_.size());
      values_.emplace_back();
    }
    return values_[static_cast<std::size_t>(place)];
  }
  // Null where there is nothing.
  [[nodiscard]] Value* find(std::int64_t index) {
    if (index < first_ || index > last()) return nullptr;
    const std::int32_t place = where_[static_cast<std::size_t>(index - first_)];
    return place == nothing ? nullptr : &values_[static_cast<std::size_t>(place)];
  }
  [[nodiscard]] std::int64_t first() const { return first_; }
  [[nodiscard]] std::int64_t last() const {
    return first_ + static_cast<std::int64_t>(where_.size()) - 1;
  }

 private:
  static constexpr std::int32_t nothing = -1;

  void reach(std::int64_t index) {
    if (where_.empty()) first_ = index;
    if (index >= first_ && index <= last()) return;
    const std::int64_t count = std::max(last(), index) - std::min(first_, index) + 1;
    if (count > most_) refuse_losses();
    if (index > last()) {
      where_.resize(static_cast<std::size_t>(count), nothing);
      return;
    }
    // In front room is made for more than one, since that moves all.
    const std::int64_t spare = std::min(static_cast<std::int64_t>(where_.size()), most_ - count);
    const std::int64_t more = first_ - index + spare;
    where_.insert(where_.begin(), static_cast<std::size_t>(more), nothing);
    first_ -= more;
  }

  std::int64_t most_;
  std::int64_t first_ = 0;
  std::vector<std::int32_t> where_;
  std::deque<Value> values_;  // so that what is referred to stays where it is
};

class cell_sums : public outcome_visitor {
 public:
  explicit cell_sums(grid_step step) : step_(step), unit_(step.near()) {}

  void single(const arb_t p, const arb_t q) override {
    if (arb_is_zero(p) != 0) return;
    if (arb_is_zero(q) != 0) {
      arb_add(infinite_.raw(), infinite_.raw(), p, sum_bits);
      return;
    }
    const double place = (log_of_midpoint(p) - log_of_midpoint(q)) / unit_;
    constexpr double farthest = 1e12;
    if (!(std::abs(place) < farthest)) refuse_losses();
    const auto index = static_cast<std::int64_t>(std::floor(place));
    if (add_to(index, p, q)) return;
    // At a grid point, as far as the enclosures tell: (G.8).
    add_at(static_cast<std::int64_t>(std::llround(place)), p, q);
  }
  void mirrored(const arb_t p, const arb_t q) override {
    single(p, q);
    single(q, p);
  }

  grid_law take(const ball& left_out) {
    // Room that was made and not used costs nothing from here on.
    std::int64_t first = cells_.first();
    while (first < cells_.last() && cells_.find(first) == nullptr) ++first;
    grid_law law{first, {}, infinite_, upper_bound(left_out)};
    law.masses.assign(static_cast<std::size_t>(cells_.last() - first) + 2, ball(sum_bits));
    for (std::int64_t index = first; index <= cells_.last(); ++index) {
      const loss_cell* from = cells_.find(index);
      if (from == nullptr || from->p.is_exact_zero()) continue;
      const ball& low = ratio_at(index);
      const ball& high = ratio_at(index + 1);
      // (G.7): both masses keep Σ P and Σ Q.
      const ball width = low - high;
      ball* masses = &law.masses[static_cast<std::size_t>(index - first)];
      masses[0] += nonnegative_part((from->q - from->p * high) / width);
      masses[1] += nonnegative_part((from->p * low - from->q) / width);
    }
    return law;
  }

 private:
  // Adds the outcome to the cell if its loss certainly lies there.
  bool add_to(std::int64_t index, const arb_t p, const arb_t q) {
    arb_mul(bound_.raw(), p, ratio_at(index).raw(), sum_bits);
    if (arb_le(q, bound_.raw()) == 0) return false;
    arb_mul(bound_.raw(), p, ratio_at(index + 1).raw(), sum_bits);
    if (arb_ge(q, bound_.raw()) == 0) return false;
    loss_cell& at = cells_.at(index);
    arb_add(at.p.raw(), at.p.raw(), p, sum_bits);
    arb_add(at.q.raw(), at.q.raw(), q, sum_bits);
    return true;
  }

  // The loss is that of the grid point up to 2^log2_raise: what it is above stays, what it is below
  // is raised.
  void add_at(std::int64_t index, const arb_t p, const arb_t q) {
    arb_mul(bound_.raw(), p, ratio_at(index).raw(), sum_bits);
    arb_sub(gap_.raw(), q, bound_.raw(), sum_bits);
    arb_mul_2exp_si(largest_gap_.raw(), bound_.raw(), log2_raise);
    arb_abs(gap_.raw(), gap_.raw());
    if (arb_le(gap_.raw(), largest_gap_.raw()) == 0)
      throw precision_needed("on which side of a grid point a loss lies is not determined");
    loss_cell& at = cells_.at(index);
    arb_add(at.p.raw(), at.p.raw(), p, sum_bits);
    arb_min(bound_.raw(), bound_.raw(), q, sum_bits);
    arb_add(at.q.raw(), at.q.raw(), bound_.raw(), sum_bits);
  }

  // e^{−index·h}
  const ball& ratio_at(std::int64_t index) {
    grid_ratio& ratio = ratios_.at(index);
    if (ratio.value.is_exact_zero()) ratio.value = exp(-step_.of(index, sum_bits));
    return ratio.value;
  }

  grid_step step_;
  double unit_;
  grid_places<loss_cell> cells_{most_cells};
  grid_places<grid_ratio> ratios_{most_cells + 1};
  ball infinite_{sum_bits};
  ball bound_{sum_bits};
  ball gap_{sum_bits};
  ball largest_gap_{sum_bits};
};

}  // namespace

grid_step grid_step::up_to(double most) {
  constexpr int digits = 4;
  int exponent = 0;
  const double fraction = std::frexp(most, &exponent);
  return {static_cast<std::int64_t>(std::ldexp(fraction, digits)), exponent - digits};
}

ball grid_step::of(std::int64_t index, bits precision) const {
  ball value = ball::of(index, std::max<bits>(precision, 64)) * numerator;
  arb_mul_2exp_si(value.raw(), value.raw(), exponent);
  return value;
}

double grid_step::near() const {
  return std::ldexp(static_cast<double>(numerator), static_cast<int>(exponent));
}

grid_law spread_over_outcomes(const distribution_pair& pair, grid_step step, double log2_threshold,
                              const budget& limits) {
  cell_sums cells(step);
  const ball left_out = visit_outcomes(pair, {outcome_bits, log2_threshold, limits}, cells);
  return cells.take(left_out);
}

}  // namespace shufflecert::inline v0_1
