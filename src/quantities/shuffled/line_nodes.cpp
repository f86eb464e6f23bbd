#include "quantities/shuffled/line_nodes.hpp"

#include <algorithm>

#include "arithmetic/flint_complex.hpp"
#include "quantities/shuffled/line_arithmetic.hpp"

// Formula numbers refer to docs/methods/sums.md.

namespace shufflecert::inline v0_1 {
namespace {

// e^{2πi·turns}
void set_direction(complex_ball& result, const ball& turns) {
  const ball halves = turns * 2;
  arb_sin_cos_pi(acb_imagref(result.raw()), acb_realref(result.raw()), halves.raw(),
                 turns.precision());
}

// What M(c + iy)^n is multiplied by, all but a factor of modulus 1 that is the same for both sums.
class kernel {
 public:
  kernel(const report_line& line, bits working)
      : line_(line), working_(working), ratio_(working), first_(working), rest_(working) {
    const ball h = square(line.smoothing);
    half_ = h / 2;
    cross_ = h * line.abscissa;
    arb_set(acb_realref(s_.raw()), line.abscissa.raw());
    if (!line.lattice) return;
    const report_lattice& on = *line.lattice;
    ratio_ = exp(-line.abscissa * on.spacing);
    const ball scale = on.spacing * exp(-line.abscissa * on.smallest);
    first_ = scale * nonnegative_part(on.smallest);
    rest_ = scale * on.smallest;
    last_ = scale * on.spacing;
  }

  // Multiplies `power` by the kernel at node k; `density` gets its real part before that.
  void apply(complex_ball& power, std::int64_t k, ball& density) {
    if (line_.lattice)
      apply_lattice(power, k);
    else
      apply_smoothing(power, k, density);
  }

 private:
  // e^{h²(s² − c²)/2} and 1/s²
  void apply_smoothing(complex_ball& power, std::int64_t k, ball& density) {
    const ball y = line_.step * k;
    arb_set(acb_imagref(s_.raw()), y.raw());
    const ball fall = -(square(y) * half_);
    const ball angle = y * cross_;
    arb_set(acb_realref(part_.raw()), fall.raw());
    arb_set(acb_imagref(part_.raw()), angle.raw());
    acb_exp(part_.raw(), part_.raw(), working_);
    acb_mul(power.raw(), power.raw(), part_.raw(), working_);
    arb_set(density.raw(), acb_realref(power.raw()));
    acb_mul(part_.raw(), s_.raw(), s_.raw(), working_);
    acb_div(power.raw(), power.raw(), part_.raw(), working_);
  }

  // (FF.20): η e^{−c x_0}·((x_0)₊ + x_0 q/(1−q) + ηq/(1−q)²)
  void apply_lattice(complex_ball& power, std::int64_t k) {
    const ball turns = line_.step * line_.lattice->spacing * (-k) / (ball::pi(working_) * 2);
    set_direction(s_, turns);
    acb_mul_arb(s_.raw(), s_.raw(), ratio_.raw(), working_);
    acb_sub_ui(part_.raw(), s_.raw(), 1, working_);
    acb_neg(part_.raw(), part_.raw());
    acb_inv(part_.raw(), part_.raw(), working_);
    acb_mul(s_.raw(), s_.raw(), part_.raw(), working_);
    acb_mul_arb(part_.raw(), part_.raw(), last_.raw(), working_);
    acb_add_arb(part_.raw(), part_.raw(), rest_.raw(), working_);
    acb_mul(part_.raw(), part_.raw(), s_.raw(), working_);
    acb_add_arb(part_.raw(), part_.raw(), first_.raw(), working_);
    acb_mul(power.raw(), power.raw(), part_.raw(), working_);
  }

  const report_line& line_;
  bits working_;
  ball ratio_;
  ball first_;
  ball rest_;
  ball last_ = ball(2);
  ball half_ = ball(2);
  ball cross_ = ball(2);
  complex_ball s_;
  complex_ball part_;
};

}  // namespace

report_line::report_line(const report_sum& sum, const sum_plan& plan,
                         const std::optional<report_lattice>& on, bits working)
    : abscissa(exactly(plan.abscissa, working)),
      smoothing(exactly(plan.smoothing, working)),
      step(working),
      height(working),
      offset(working),
      lattice(on) {
  const ball turn = ball::pi(working) * 2;
  const std::int64_t nodes = 2 * plan.last + 1;
  step = on ? turn / (on->spacing * nodes) : exactly(plan.step, working);
  for (const report_value& each : sum.values) {
    tilted.push_back(each.mass * exp(abscissa * each.value));
    height += tilted.back();
  }
  for (ball& each : tilted) each = each / height;
  const ball& largest = sum.values.front().value;
  for (std::size_t j = 0; j < sum.values.size(); ++j)
    turns.push_back(on ? ball::of(-on->places[j], working) / nodes
                       : step * (sum.values[j].value - largest) / turn);
  offset =
      on ? ball::of(integer(on->largest % nodes), working) / nodes : step * largest * sum.n / turn;
}

node_sums middle_node(const report_line& line) {
  const bits working = line.step.precision();
  complex_ball one;
  acb_one(one.raw());
  ball density = ball::of(1, working);
  kernel(line, working).apply(one, 0, density);
  ball excess(working);
  arb_set(excess.raw(), acb_realref(one.raw()));
  return {excess, density};
}

node_sums sum_nodes(const report_line& line, std::int64_t n, const node_range& range,
                    const budget& limits) {
  const bits working = line.step.precision();
  const std::size_t size = line.tilted.size();
  node_sums sums{ball(working), ball(working)};
  std::vector<complex_ball> turned(size);
  std::vector<complex_ball> turn(size);
  for (std::size_t j = 0; j < size; ++j) set_direction(turn[j], line.turns[j]);
  complex_ball whole;
  complex_ball part;
  ball density(working);
  kernel factor(line, working);
  // Rotations enlarge a rectangle, by a factor of up to √2 each.
  constexpr std::int64_t most_rotations = 24;
  for (std::int64_t k = range.first; k < range.end; ++k) {
    const std::int64_t since = (k - range.first) % most_rotations;
    if (since == 0) {
      limits.check();
      for (std::size_t j = 0; j < size; ++j) {
        set_direction(turned[j], line.turns[j] * k);
        acb_mul_arb(turned[j].raw(), turned[j].raw(), line.tilted[j].raw(), working);
      }
    }
    acb_set(whole.raw(), turned[0].raw());
    for (std::size_t j = 1; j < size; ++j)
      acb_add(whole.raw(), whole.raw(), turned[j].raw(), working);
    if (since + 1 < most_rotations)
      for (std::size_t j = 0; j < size; ++j)
        acb_mul(turned[j].raw(), turned[j].raw(), turn[j].raw(), working);
    if (acb_contains_zero(whole.raw()) != 0) {
      acb_pow_ui(whole.raw(), whole.raw(), static_cast<ulong>(n), working);
    } else {
      acb_log(whole.raw(), whole.raw(), working);
      acb_mul_si(whole.raw(), whole.raw(), n, working);
      acb_exp(whole.raw(), whole.raw(), working);
    }
    set_direction(part, line.offset * k);
    acb_mul(whole.raw(), whole.raw(), part.raw(), working);
    factor.apply(whole, k, density);
    sums.density += density;
    arb_add(sums.excess.raw(), sums.excess.raw(), acb_realref(whole.raw()), working);
  }
  return {sums.excess * 2, sums.density * 2};
}

node_sums largest_node(const report_line& line, std::int64_t first) {
  const ball y = line.step * first;
  if (!line.lattice) {
    const ball density = exp(-square(line.smoothing * y) / 2) * 2;
    return {density / (square(line.abscissa) + square(y)), density};
  }
  const report_lattice& on = *line.lattice;
  const ball ratio = exp(-line.abscissa * on.spacing);
  const ball turn = on.spacing * y / ball::pi(y.precision());
  const ball gap = square(1 - ratio) + ratio * 4 * square(turn);
  const ball most = on.spacing * exp(-line.abscissa * on.smallest) *
                    (abs(on.smallest) / sqrt(gap) + on.spacing * ratio / gap);
  return {most * 2, ball(y.precision())};
}

}  // namespace shufflecert::inline v0_1
