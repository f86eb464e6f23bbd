#include "quantities/rounds/loss_sketch.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "arithmetic/log_gamma.hpp"
#include "arithmetic/overloaded.hpp"
#include "quantities/densities/subsampled.hpp"
#include "quantities/outcomes/discrete_pairs.hpp"
#include "quantities/rounds/many_users.hpp"

namespace shufflecert::inline v0_1 {
namespace {

constexpr int bins_per_octave = 64;
constexpr int least_exponent = -60;
constexpr int largest_exponent = 40;
constexpr int bins_per_sign = (largest_exponent - least_exponent) * bins_per_octave;

// Which bin a loss belongs to: the bins of each sign grow with the loss.
std::size_t bin_of(double loss) {
  const double size = std::abs(loss);
  if (size < std::ldexp(1.0, least_exponent)) return bins_per_sign;
  int exponent = 0;
  const double fraction = std::frexp(size, &exponent);
  const int within = static_cast<int>((fraction - 0.5) * 2 * bins_per_octave);
  const int at =
      std::min((exponent - 1 - least_exponent) * bins_per_octave + within, bins_per_sign - 1);
  return static_cast<std::size_t>(loss > 0 ? bins_per_sign + 1 + at : bins_per_sign - 1 - at);
}

class sketching : public outcome_visitor {
 public:
  void single(const arb_t p, const arb_t q) override {
    if (arb_is_zero(p) != 0) return;
    const double log_p = log_of_midpoint(p);
    if (arb_is_zero(q) != 0) {
      infinite_ += std::exp(log_p);
      return;
    }
    add(log_p - log_of_midpoint(q), std::exp(log_p));
  }
  void mirrored(const arb_t p, const arb_t q) override {
    single(p, q);
    single(q, p);
  }

  void add(double loss, double mass) {
    lowest_ = std::min(lowest_, loss);
    highest_ = std::max(highest_, loss);
    sum& bin = bins_[bin_of(loss)];
    bin.mass += mass;
    bin.loss += mass * loss;
  }

  loss_sketch take() {
    loss_sketch found;
    found.lowest = lowest_;
    found.highest = highest_;
    found.infinite = infinite_;
    for (const sum& bin : bins_)
      if (bin.mass > 0) found.atoms.push_back({bin.loss / bin.mass, bin.mass});
    return found;
  }

 private:
  struct sum {
    double mass = 0;
    double loss = 0;
  };

  std::vector<sum> bins_ = std::vector<sum>(2 * bins_per_sign + 1);
  double lowest_ = 0;
  double highest_ = 0;
  double infinite_ = 0;
};

double log_binomial(double n, double k) {
  return log_gamma(n + 1) - log_gamma(k + 1) - log_gamma(n - k + 1);
}

// A clone or unmixed pair with many users: some of the layers, and some of the outcomes of each,
// stand for all.
std::optional<loss_sketch> sketch_of_layers(const layered_form& pair, double log2_threshold,
                                            const budget& limits) {
  constexpr bits few = 64;
  constexpr double layers_each_side = 30;
  constexpr double outcomes_each_side = 200;
  const double p = pair.p.to_ball(few).near();
  const double rest = pair.one_minus_p.to_ball(few).near();
  const double t = pair.d.to_ball(few).near();
  if (!(p > 0) || !(rest > 0)) return std::nullopt;
  const double least = log2_threshold * std::log(2.0);
  const double deviations = std::sqrt(-2 * least);
  const auto trials = static_cast<double>(pair.n - 1);
  const double reach = deviations * std::sqrt(trials * p * rest) + 1;
  const double stride = std::max(1.0, std::floor(reach / layers_each_side));
  const double first = std::max(0.0, std::floor(trials * p - reach));
  const double last = std::min(trials, trials * p + reach);

  sketching found;
  double total = 0;
  constexpr double as_normal = 1e8;
  if (trials * p > as_normal) {
    // Y is as good as normal, and its layer as good as the mean.
    const double deviation = t / std::sqrt(trials * p);
    for (double i = -10 * outcomes_each_side; i <= 10 * outcomes_each_side; ++i) {
      const double z = deviations * i / (10 * outcomes_each_side);
      const double tilt = deviation * z;
      if (std::abs(tilt) >= 1) continue;
      const double mass = std::exp(-z * z / 2) * (1 + tilt);
      found.add(2 * std::atanh(tilt), mass);
      total += mass;
    }
    loss_sketch result = found.take();
    for (loss_sketch::atom& atom : result.atoms) atom.mass /= total;
    return result;
  }
  for (double clones = first; clones <= last; clones += stride) {
    limits.check_time();
    const double log_layer =
        log_binomial(trials, clones) + clones * std::log(p) + (trials - clones) * std::log(rest);
    const double layer = clones + 1;
    const double width = deviations * std::sqrt(layer) / 2 + 1;
    const double skip = std::max(1.0, std::floor(width / outcomes_each_side));
    const double log_stands_for = std::log(stride * skip);
    for (double a = std::max(0.0, std::ceil(layer / 2 - width));
         a <= std::min(layer, layer / 2 + width); a += skip) {
      const double log_mass = log_layer + log_binomial(layer, a) - layer * std::log(2.0);
      const double tilt = t * (2 * a - layer) / layer;
      const double log_all = log_mass + log_stands_for;
      if (log_all < least || std::abs(tilt) >= 1) continue;
      const double mass = std::exp(log_all) * (1 + tilt);
      found.add(2 * std::atanh(tilt), mass);
      total += mass;
    }
  }
  if (!(total > 0)) return std::nullopt;
  loss_sketch result = found.take();
  for (loss_sketch::atom& atom : result.atoms) atom.mass /= total;
  return result;
}

double value_near(const number& x) {
  constexpr bits few = 64;
  return x.to_ball(few).near();
}

// The loss of a subsampled pair where that of the pair itself is `whole`.
double sampled_loss(double whole, double gamma, bool swapped) {
  double mixed = whole;
  if (gamma < 1)
    mixed = whole > 0 && gamma > 0 ? whole + std::log(gamma + (1 - gamma) * std::exp(-whole))
                                   : std::log1p(gamma * std::expm1(std::min(whole, 0.0)));
  return swapped ? -mixed : mixed;
}

// Points at equal distances of each normal law that P is mixed of.
loss_sketch sketch_of(const normal_pair& of, double gamma, bool swapped, double log2_threshold) {
  constexpr double far_enough = -300;  // no loss is the largest
  constexpr int points_each_side = 2000;
  const double mean_p = value_near(of.m1);
  const double mean_q = value_near(of.m2);
  const double deviation_p = std::sqrt(value_near(of.v1));
  const double deviation_q = std::sqrt(value_near(of.v2));
  const auto loss = [&](double x) {
    const double a = (x - mean_p) / deviation_p;
    const double b = (x - mean_q) / deviation_q;
    const double whole = (b - a) * (b + a) / 2 + std::log(deviation_q / deviation_p);
    return sampled_loss(whole, gamma, swapped);
  };
  const double reach = std::sqrt(-2 * std::log(2.0) * std::min(log2_threshold, far_enough));
  const double distance = reach / points_each_side;
  sketching found;
  const auto add = [&](double share, double mean, double deviation) {
    if (!(share > 0)) return;
    for (int i = -points_each_side; i <= points_each_side; ++i) {
      const double z = i * distance;
      const double mass =
          share * std::exp(-z * z / 2) * distance * std::numbers::inv_sqrtpi / std::numbers::sqrt2;
      found.add(loss(mean + z * deviation), mass);
    }
  };
  if (!swapped) add(gamma, mean_p, deviation_p);
  add(swapped ? 1 : 1 - gamma, mean_q, deviation_q);
  return found.take();
}

// The losses of the Laplace pair are all between −ε and ε, where both laws have an atom each.
loss_sketch sketch_of(const laplace_pair& of, double gamma, bool swapped) {
  constexpr int points = 4000;
  const double eps = value_near(of.eps);
  const double of_p = swapped ? 0 : gamma;
  sketching found;
  const auto add = [&](double whole, double under_p, double under_q) {
    const double mass = of_p * under_p + (1 - of_p) * under_q;
    if (mass > 0) found.add(sampled_loss(whole, gamma, swapped), mass);
  };
  const double far = std::exp(-eps) / 2;
  add(eps, 0.5, far);
  add(-eps, far, 0.5);
  for (int i = 0; i < points; ++i) {
    const double x = (i + 0.5) / points;
    const double share = eps / (2 * points);
    add(eps * (2 * x - 1), share * std::exp(eps * (x - 1)), share * std::exp(-eps * x));
  }
  return found.take();
}

loss_sketch sketch_of_densities(const subsampled_densities& laws, double log2_threshold) {
  const double gamma = value_near(laws.gamma);
  return std::visit(
      overloaded{
          [&](const normal_pair& of) { return sketch_of(of, gamma, laws.swapped, log2_threshold); },
          [&](const laplace_pair& of) { return sketch_of(of, gamma, laws.swapped); }},
      laws.of);
}

// Under a larger tilt nothing but the largest loss of a round is left.
double largest_tilt(const std::vector<sketched_rounds>& all) {
  constexpr double times_loss = 1e6;
  double highest = 0;
  for (const sketched_rounds& part : all) highest = std::max(highest, part.one.highest);
  return highest > 0 ? times_loss * std::max(1.0, 1 / highest) : times_loss;
}

// The θ in [0, largest] at which a falling function passes 0, as far as it matters; where it does
// not fall so far, about where it falls no more.
template <class Function>
double root_of_falling(const Function& asked, double largest) {
  const double start = asked(0);
  if (start <= 0) return 0;
  constexpr double nearly = 1e-3;
  const double end = asked(largest);
  const double rest = end > 0 ? end + nearly * (start - end) : 0;
  const auto f = [&](double theta) { return asked(theta) - rest; };
  double low = 0;
  double high = 1;
  while (high < largest && f(high) > 0) {
    low = high;
    high *= 2;
  }
  constexpr int halvings = 40;
  for (int i = 0; i < halvings; ++i) {
    const double middle = (low + high) / 2;
    (f(middle) > 0 ? low : high) = middle;
  }
  return low;
}

}  // namespace

double log_of_midpoint(arb_srcptr x) {
  constexpr double least = 1e-290;
  const arf_srcptr middle = arb_midref(x);
  const double value = arf_get_d(middle, ARF_RND_DOWN);
  if (value > least) return std::log(value);
  arf_t fraction;
  arf_init(fraction);
  const slong exponent = arf_abs_bound_lt_2exp_si(middle);
  arf_mul_2exp_si(fraction, middle, -exponent);
  const double result =
      std::log(arf_get_d(fraction, ARF_RND_DOWN)) + static_cast<double>(exponent) * std::log(2.0);
  arf_clear(fraction);
  return result;
}

loss_sketch sketch_of(const distribution_pair& pair, double log2_threshold, const budget& limits) {
  constexpr bits few = 40;
  if (const auto laws = as_densities(pair, few)) return sketch_of_densities(*laws, log2_threshold);
  if (has_many_layers(pair))
    if (auto sketch = sketch_of_layers(*layers_of_pair(pair, few), log2_threshold, limits))
      return *std::move(sketch);
  sketching visitor;
  visit_outcomes(pair, {few, log2_threshold, limits}, visitor);
  return visitor.take();
}

tilted_sum tilted(const std::vector<sketched_rounds>& all, double theta) {
  tilted_sum total{0, 0, 0};
  for (const sketched_rounds& part : all) {
    double mass = 0;
    double first = 0;
    double second = 0;
    // Atoms are means of bins, so that none need be at the highest loss; they rise.
    if (part.one.atoms.empty()) continue;
    const double shift = theta * part.one.atoms.back().loss;
    for (const loss_sketch::atom& atom : part.one.atoms) {
      const double weight = atom.mass * std::exp(theta * atom.loss - shift);
      mass += weight;
      first += weight * atom.loss;
      second += weight * atom.loss * atom.loss;
    }
    if (!(mass > 0)) continue;
    const double mean = first / mass;
    total.log_moment += part.rounds * (std::log(mass) + shift);
    total.mean += part.rounds * mean;
    total.variance += part.rounds * std::max(0.0, second / mass - mean * mean);
  }
  return total;
}

double infinite_mass(const std::vector<sketched_rounds>& all) {
  double log_finite = 0;
  for (const sketched_rounds& part : all)
    log_finite += part.rounds * std::log1p(-std::min(part.one.infinite, 1.0));
  return -std::expm1(log_finite);
}

double highest_loss(const std::vector<sketched_rounds>& all) {
  double highest = 0;
  for (const sketched_rounds& part : all) highest += part.rounds * part.one.highest;
  return highest;
}

double log_least_mass(const std::vector<sketched_rounds>& all) {
  double least = 0;
  for (const sketched_rounds& part : all)
    for (const loss_sketch::atom& atom : part.one.atoms)
      least = std::min(least, part.rounds * std::log(atom.mass));
  return least;
}

double tilt_for_epsilon(const std::vector<sketched_rounds>& all, double eps) {
  if (eps >= highest_loss(all)) return 0;
  return root_of_falling([&](double theta) { return eps - tilted(all, theta).mean; },
                         largest_tilt(all));
}

double log_delta_near(const tilted_sum& sum, double theta) {
  // H is about E[e^{θL}]·e^{−θε} times the mean of e^{−θx}(1 − e^{−x})₊ for a normal x.
  const double spread = std::sqrt(sum.variance);
  return sum.log_moment - theta * sum.mean -
         std::log1p(2.5 * spread * theta * (1 + theta) + 1 / (1 + spread));
}

double tilt_for_delta(const std::vector<sketched_rounds>& all, double log_delta) {
  return root_of_falling(
      [&](double theta) { return log_delta_near(tilted(all, theta), theta) - log_delta; },
      largest_tilt(all));
}

}  // namespace shufflecert::inline v0_1
