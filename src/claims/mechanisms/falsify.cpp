#include "claims/mechanisms/falsify.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <random>
#include <utility>

#include "language/syntax/builtins.hpp"
#include "shufflecert/refine.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

constexpr bits search_bits = 64;
constexpr long simple_weight = 3;
/// Steps without progress after which the local search starts elsewhere.
constexpr int patience = 25;
/// Mechanisms that are checked for making a find simpler.
constexpr std::size_t most_simplifications = 400;
/// More would make one look slow. Mechanisms of three inputs have fewer.
constexpr double most_histograms = 20'000;

enum class answer { holds, fails, open, no_value };

struct look {
  answer state = answer::open;
  /// How much larger the side is that should be, relative to the sides; the search makes it small.
  double gap = std::numeric_limits<double>::infinity();
  bool is_tied = false;  ///< both sides agree to 50 digits
};

double near(const number& x) {
  return x.to_ball(search_bits).near();
}

// Sides in the order in which they should be.
double gap_between(double less, double more) {
  const double scale = std::max(std::abs(less), std::abs(more));
  if (scale == 0) return 0;
  const double gap = (more - less) / scale;
  return std::isnan(gap) ? 1 : gap;
}

// The same numbers on every machine, which the distributions of the library do not promise.
class draw {
 public:
  draw(std::uint64_t seed, std::size_t block) : engine_(seed) {
    if (block == 0) return;
    std::seed_seq both{static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32),
                       static_cast<std::uint32_t>(block)};
    engine_.seed(both);
  }
  /// A whole number from `least` to `most`.
  long between(long least, long most) {
    return least + static_cast<long>(engine_() % static_cast<std::uint64_t>(most - least + 1));
  }
  bool one_in(long n) { return between(1, n) == 1; }

 private:
  std::mt19937_64 engine_;
};

class mechanism_search {
 public:
  mechanism_search(const mechanism_relation& relation, long users, const definitions& visible,
                   const variable_map& variables, const falsify_options& options)
      : relation_(relation),
        users_(users),
        visible_(visible),
        variables_(variables),
        options_(options),
        drawn_(options.seed, options.block) {
    const auto& sides = std::get<comparison>(relation.formula->node);
    left_ = constant_side(*sides.left);
    right_ = constant_side(*sides.right);
  }

  falsify_result run() {
    if (options_.start) try_one(*options_.start);
    look_at_simple_ones();
    if (!result_.broken_by) look_around();
    if (result_.broken_by) simplify();
    if (const char* reason = options_.limits.exhaustion()) result_.stopped = reason;
    return result_;
  }

 private:
  // The value of a side that no mechanism changes; nothing where it needs more bits.
  std::optional<number> constant_side(const expression& side) const {
    if (calls_any_mechanism(side)) return std::nullopt;
    try {
      return at_search_bits().evaluate_number(side);
    } catch (const precision_needed&) {
      return std::nullopt;
    }
  }

  [[nodiscard]] evaluator at_search_bits() const {
    return evaluator({.visible = visible_, .precision = search_bits, .limits = options_.limits},
                     variables_);
  }

  [[nodiscard]] bool is_over() const {
    return result_.broken_by || result_.looked_at >= options_.tries ||
           options_.limits.is_exhausted();
  }

  look examine(const staircase_mechanism& mechanism) {
    const expression_ptr formula = relation_.about(mechanism);
    const auto& sides = std::get<comparison>(formula->node);
    look seen;
    try {
      evaluator here = at_search_bits();
      const number left = left_ ? *left_ : here.evaluate_number(*sides.left);
      const number right = right_ ? *right_ : here.evaluate_number(*sides.right);
      const bool is_upper = sides.op == relation::less || sides.op == relation::less_equal;
      seen.gap =
          is_upper ? gap_between(near(left), near(right)) : gap_between(near(right), near(left));
      // What this says to be false is asked once more, of the whole formula.
      if (compare(left, sides.op, right, search_bits).value == true) {
        seen.state = answer::holds;
        return seen;
      }
    } catch (const undefined_value& error) {
      return without_value(error);
    } catch (const precision_needed&) {
    } catch (const beyond_reach&) {
    }
    return decide(*formula, seen);
  }

  look decide(const expression& formula, look seen) {
    try {
      const refined_value known =
          refine(formula, visible_, variables_, tie_digits, {}, {.limits = options_.limits});
      const auto* decided = std::get_if<truth>(&known.result);
      if (decided != nullptr && decided->value && known.precision > 0) {
        seen.state = *decided->value ? answer::holds : answer::fails;
        if (*decided->value) seen.gap = std::max(seen.gap, 0.0);
        seen.is_tied = decided->tied;
      } else {
        seen.state = answer::open;
        if (result_.open.empty()) result_.open = known.reason;
      }
      return seen;
    } catch (const undefined_value& error) {
      return without_value(error);
    }
  }

  look without_value(const undefined_value& error) {
    if (result_.no_value.empty()) result_.no_value = error.what();
    return {.state = answer::no_value};
  }

  // Looks at a mechanism, once, and keeps what it says.
  look try_one(const staircase_mechanism& given) {
    const staircase_mechanism mechanism = given.reduced();
    if (const auto known = seen_.find(mechanism); known != seen_.end()) return known->second;
    const look seen = examine(mechanism);
    // What the end of the time left open says nothing.
    if (options_.limits.is_exhausted() && seen.state == answer::open) return seen;
    seen_.emplace(mechanism, seen);
    ++result_.looked_at;
    const std::size_t outputs = mechanism.outputs().size();
    result_.most_outputs = std::max(result_.most_outputs, outputs);
    result_.fewest_outputs =
        result_.looked_at == 1 ? outputs : std::min(result_.fewest_outputs, outputs);
    if (seen.state == answer::open) ++result_.undecided;
    if (seen.is_tied) ++result_.tied;
    if (seen.state == answer::no_value) ++result_.without_value;
    if (seen.state == answer::fails) result_.broken_by = mechanism;
    if (std::isfinite(seen.gap) && seen.gap < result_.nearest_gap) {
      result_.nearest_gap = seen.gap;
      result_.nearest = mechanism;
    }
    if (options_.observer) options_.observer(result_);
    return seen;
  }

  // Half of the tries go to those of two and three inputs, an eighth to those of more, or as many
  // as there are. A later block has those that come after the ones of the blocks before.
  void look_at_simple_ones() {
    constexpr std::size_t few_inputs = 3;
    struct share {
      std::size_t skipped;
      std::size_t left;
    };
    const auto share_of = [&](std::size_t part) {
      return share{options_.block * (tries_of_block / part), options_.tries / part};
    };
    share few = share_of(2);
    few.left = std::max<std::size_t>(1, few.left);
    share many = share_of(8);
    for (const staircase_mechanism& mechanism : simple_mechanisms(users_, simple_weight)) {
      if (is_over()) return;
      share& its = mechanism.inputs() <= few_inputs ? few : many;
      if (its.skipped > 0) {
        --its.skipped;
      } else if (its.left > 0) {
        --its.left;
        try_one(mechanism);
      }
    }
  }

  // Local searches, in turn from the nearest one and from anywhere. For few users there may be
  // fewer mechanisms than tries.
  void look_around() {
    const std::size_t most_steps = 20 * options_.tries;
    std::size_t steps = 0;
    for (bool from_nearest = true; !is_over() && steps < most_steps; from_nearest = !from_nearest) {
      staircase_mechanism here =
          from_nearest && result_.nearest ? enlarged(*result_.nearest) : anywhere();
      double gap = try_one(here).gap;
      for (int failures = 0; failures < patience && !is_over() && steps < most_steps; ++steps) {
        const staircase_mechanism next = moved(here);
        ++failures;
        if (!is_in_reach(next)) continue;
        const double found = try_one(next).gap;
        if (found > gap) continue;
        if (found < gap) failures = 0;
        here = next;
        gap = found;
      }
    }
  }

  // The same mechanism, with weights that small steps change little.
  staircase_mechanism enlarged(staircase_mechanism m) {
    long largest = 1;
    for (const auto& output : m.outputs()) largest = std::max(largest, output.weight);
    const long factor = drawn_.between(1, std::max(1L, most_weight / largest));
    m.favoured *= factor;
    m.by_nobody *= factor;
    for (auto& [set, weight] : m.shared) weight *= factor;
    return m;
  }

  staircase_mechanism anywhere() {
    for (;;) {
      staircase_mechanism m;
      const auto inputs = static_cast<std::size_t>(drawn_.between(2, most_inputs()));
      // Each further input has a user; the rest have any.
      long left = users_ - 1;
      for (std::size_t i = 2; i < inputs; ++i, --left) m.others[i] = 1;
      for (; left > 0; --left) ++m.others[any_of(inputs)];
      std::sort(m.others.begin() + 2, m.others.end(), std::greater<>());
      m.favoured = drawn_.between(1, most_weight);
      // Half of three sets; of more sets about as many.
      const std::vector<input_set> sets = shared_sets(inputs);
      for (const input_set set : sets)
        if (drawn_.one_in(std::max<long>(2, static_cast<long>(sets.size()) / 2)))
          m.share(set, drawn_.between(0, m.favoured));
      if (drawn_.one_in(2)) m.by_nobody = drawn_.between(1, most_weight);
      if (is_in_reach(m)) return m;
    }
  }

  // Inputs of `users_` users.
  [[nodiscard]] long most_inputs() const {
    return std::min(static_cast<long>(most_mechanism_inputs), users_ + 1);
  }

  std::size_t any_of(std::size_t count) {
    return static_cast<std::size_t>(drawn_.between(0, static_cast<long>(count) - 1));
  }

  static bool is_in_reach(const staircase_mechanism& m) {
    return m.is_usable() && m.histograms() <= most_histograms;
  }

  // One step: a weight becomes larger, smaller or 0, or another user has another input.
  staircase_mechanism moved(staircase_mechanism m) {
    constexpr std::array<long, 5> steps{1, 2, 5, 10, 25};
    const long step = (drawn_.one_in(2) ? 1 : -1) * steps[any_of(steps.size())];
    const auto changed = [&](long weight) { return drawn_.one_in(5) ? 0 : weight + step; };
    const std::vector<input_set> sets = shared_sets(m.inputs());
    const long what = drawn_.between(0, sets.empty() ? 2 : 5);
    if (what == 0) {
      m.favoured += step;
    } else if (what == 1) {
      m.by_nobody = changed(m.by_nobody);
    } else if (what == 2) {
      const std::size_t from = any_of(m.inputs());
      const std::size_t to =
          any_of(std::min(m.inputs() + 1, static_cast<std::size_t>(most_inputs())));
      if (m.others[from] > 0) m = m.with_other(from, to);
    } else if (what == 3 || m.shared.empty()) {
      const input_set set = sets[any_of(sets.size())];
      const auto known = m.shared.find(set);
      m.share(set, changed(known == m.shared.end() ? 0 : known->second));
    } else {
      // Those that have a weight are checked more often, where there are many sets.
      const auto known = std::next(m.shared.begin(), static_cast<long>(any_of(m.shared.size())));
      m.share(known->first, changed(known->second));
    }
    return m;
  }

  // Simpler mechanisms for which the relation fails too, until none of the next ones does.
  void simplify() {
    std::size_t looks = 0;
    for (bool is_simpler_found = true; is_simpler_found;) {
      is_simpler_found = false;
      for (const staircase_mechanism& simpler : simpler_ones(*result_.broken_by)) {
        if (looks++ == most_simplifications || options_.limits.is_exhausted()) return;
        if (try_one(simpler).state != answer::fails) continue;
        result_.broken_by = simpler;
        is_simpler_found = true;
        break;
      }
    }
  }

  static std::vector<staircase_mechanism> simpler_ones(const staircase_mechanism& of) {
    std::vector<staircase_mechanism> found;
    const auto add = [&](const staircase_mechanism& m) {
      if (m.is_usable() && is_simpler(m.reduced(), of)) found.push_back(m.reduced());
    };
    for (long most = 1; most < of.favoured; ++most) {
      const auto smaller = [&](long w) { return (2 * w * most + of.favoured) / (2 * of.favoured); };
      staircase_mechanism m = of;
      m.favoured = smaller(of.favoured);
      m.by_nobody = smaller(of.by_nobody);
      for (const auto& [set, weight] : of.shared) m.share(set, smaller(weight));
      add(m);
    }
    const auto less_than = [](long weight) {
      return std::array<long, 3>{0, weight / 2, weight - 1};
    };
    for (const long less : less_than(of.favoured)) {
      staircase_mechanism m = of;
      m.favoured = less;
      add(m);
    }
    for (const long less : less_than(of.by_nobody)) {
      staircase_mechanism m = of;
      m.by_nobody = less;
      add(m);
    }
    for (const auto& [set, weight] : of.shared)
      for (const long less : less_than(weight)) {
        staircase_mechanism m = of;
        m.share(set, less);
        add(m);
      }
    // All others that have one input have another instead.
    for (std::size_t from = 0; from < of.inputs(); ++from)
      for (std::size_t to = 0; to < of.inputs(); ++to) {
        if (from == to || of.others[from] == 0) continue;
        staircase_mechanism m = of;
        m.others[to] += m.others[from] - 1;
        m.others[from] = 1;
        add(m.with_other(from, to));
      }
    std::sort(found.begin(), found.end(), is_simpler);
    return found;
  }

  const mechanism_relation& relation_;
  long users_;
  const definitions& visible_;
  const variable_map& variables_;
  const falsify_options& options_;
  draw drawn_;
  std::optional<number> left_;
  std::optional<number> right_;
  falsify_result result_;
  std::map<staircase_mechanism, look> seen_;
};

}  // namespace

falsify_result falsify(const mechanism_relation& relation, long users, const definitions& visible,
                       const variable_map& variables, const falsify_options& options) {
  return mechanism_search(relation, users, visible, variables, options).run();
}

}  // namespace shufflecert::inline v0_1::claims
