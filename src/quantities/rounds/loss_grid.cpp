#include "quantities/rounds/loss_grid.hpp"

#include <algorithm>
#include <cmath>

#include "quantities/outcomes/discrete_pairs.hpp"
#include "quantities/rounds/loss_sketch.hpp"
#include "shufflecert/errors.hpp"

namespace shufflecert::inline v0_1 {
namespace {

// Bits of the probabilities, and of the sums that are made of them.
constexpr bits outcome_bits = 64;
constexpr bits sum_bits = 128;

// Σ P and Σ Q over the outcomes whose losses lie in one cell, between two grid points, and e^−loss
// at the lower one.
struct loss_cell {
  ball p{sum_bits};
  ball q{sum_bits};
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
    if (!(std::abs(place) < farthest)) refuse();
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
    grid_law law{first_, {}, infinite_, upper_bound(left_out)};
    law.masses.assign(cells_.size() + 1, ball(sum_bits));
    for (std::size_t i = 0; i < cells_.size(); ++i) {
      const loss_cell& from = cells_[i];
      if (from.p.is_exact_zero()) continue;
      const ball& low = ratio_at(first_ + static_cast<std::int64_t>(i));
      const ball& high = ratio_at(first_ + static_cast<std::int64_t>(i) + 1);
      // (G.7): both masses keep Σ P and Σ Q.
      const ball width = low - high;
      law.masses[i] += nonnegative_part((from.q - from.p * high) / width);
      law.masses[i + 1] += nonnegative_part((from.p * low - from.q) / width);
    }
    return law;
  }

 private:
  [[noreturn]] static void refuse() {
    throw beyond_reach("the losses of one round cover too many steps of the grid");
  }

  // Adds the outcome to the cell if its loss certainly lies there.
  bool add_to(std::int64_t index, const arb_t p, const arb_t q) {
    reach(index);
    arb_mul(bound_.raw(), p, ratio_at(index).raw(), sum_bits);
    if (arb_le(q, bound_.raw()) == 0) return false;
    arb_mul(bound_.raw(), p, ratio_at(index + 1).raw(), sum_bits);
    if (arb_ge(q, bound_.raw()) == 0) return false;
    loss_cell& at = cells_[static_cast<std::size_t>(index - first_)];
    arb_add(at.p.raw(), at.p.raw(), p, sum_bits);
    arb_add(at.q.raw(), at.q.raw(), q, sum_bits);
    return true;
  }

  // The loss is that of the grid point up to 2^log2_raise: what it is above stays, what it is below
  // is raised.
  void add_at(std::int64_t index, const arb_t p, const arb_t q) {
    reach(index);
    arb_mul(bound_.raw(), p, ratio_at(index).raw(), sum_bits);
    arb_sub(gap_.raw(), q, bound_.raw(), sum_bits);
    arb_mul_2exp_si(largest_gap_.raw(), bound_.raw(), log2_raise);
    arb_abs(gap_.raw(), gap_.raw());
    if (arb_le(gap_.raw(), largest_gap_.raw()) == 0)
      throw precision_needed("on which side of a grid point a loss lies is not determined");
    loss_cell& at = cells_[static_cast<std::size_t>(index - first_)];
    arb_add(at.p.raw(), at.p.raw(), p, sum_bits);
    arb_min(bound_.raw(), bound_.raw(), q, sum_bits);
    arb_add(at.q.raw(), at.q.raw(), bound_.raw(), sum_bits);
  }

  // Makes room for the cell.
  void reach(std::int64_t index) {
    if (cells_.empty()) first_ = index;
    const std::int64_t last = first_ + static_cast<std::int64_t>(cells_.size()) - 1;
    if (index >= first_ && index <= last) return;
    const std::int64_t count = std::max(last, index) - std::min(first_, index) + 1;
    if (count > most_cells) refuse();
    if (index > last) {
      cells_.resize(static_cast<std::size_t>(count));
      ratios_.resize(static_cast<std::size_t>(count) + 1, ball(2));
      return;
    }
    // In front room is made for more than one, since that moves all.
    const std::int64_t spare =
        std::min(static_cast<std::int64_t>(cells_.size()), most_cells - count);
    const auto more = static_cast<std::size_t>(first_ - index + spare);
    cells_.insert(cells_.begin(), more, loss_cell());
    ratios_.insert(ratios_.begin(), more, ball(2));
    first_ -= static_cast<std::int64_t>(more);
  }

  // e^{−index·h}
  const ball& ratio_at(std::int64_t index) {
    ball& ratio = ratios_[static_cast<std::size_t>(index - first_)];
    if (ratio.is_exact_zero()) ratio = exp(-step_.of(index, sum_bits));
    return ratio;
  }

  grid_step step_;
  double unit_;
  std::int64_t first_ = 0;
  std::vector<loss_cell> cells_;
  std::vector<ball> ratios_;
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
