#include "claims/mechanisms/falsify.hpp"

#include <algorithm>
#include <cmath>
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
/// Mechanisms that are looked at for making a find simpler.
constexpr std::size_t most_simplifications = 400;

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
  explicit draw(std::uint64_t seed) : engine_(seed) {}
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
        drawn_(options.seed) {
    const auto& sides = std::get<comparison>(relation.formula->node);
    left_ = constant_side(*sides.left);
    right_ = constant_side(*sides.right);
  }

  falsify_result run() {
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
    return seen;
  }

  // Half of the tries, or as many as there are.
  void look_at_simple_ones() {
    const std::size_t most = std::max<std::size_t>(1, options_.tries / 2);
    for (const staircase_mechanism& mechanism : simple_mechanisms(users_, simple_weight)) {
      if (is_over() || result_.looked_at >= most) return;
      try_one(mechanism);
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
        if (!next.is_usable()) continue;
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
    for (long& w : m.shared) w *= factor;
    return m;
  }

  staircase_mechanism anywhere() {
    for (;;) {
      staircase_mechanism m;
      for (long user = 1; user < users_; ++user)
        ++m.others[static_cast<std::size_t>(drawn_.between(0, 2))];
      if (drawn_.one_in(3)) {
        m.others[0] += m.others[2];
        m.others[2] = 0;
      }
      m.favoured = drawn_.between(1, most_weight);
      if (m.inputs() == 3)
        for (long& w : m.shared)
          if (drawn_.one_in(2)) w = drawn_.between(0, m.favoured);
      if (drawn_.one_in(2)) m.by_nobody = drawn_.between(1, most_weight);
      if (m.is_usable()) return m;
    }
  }

  // One step: a weight becomes larger, smaller or 0, or another user has another input.
  staircase_mechanism moved(staircase_mechanism m) {
    constexpr std::array<long, 5> steps{1, 2, 5, 10, 25};
    const long step =
        (drawn_.one_in(2) ? 1 : -1) * steps[static_cast<std::size_t>(drawn_.between(0, 4))];
    const long what = drawn_.between(0, m.inputs() == 3 ? 5 : 2);
    if (what == 0) {
      m.favoured += step;
    } else if (what == 1) {
      m.by_nobody = drawn_.one_in(5) ? 0 : m.by_nobody + step;
    } else if (what == 2) {
      --m.others[static_cast<std::size_t>(drawn_.between(0, 2))];
      ++m.others[static_cast<std::size_t>(drawn_.between(0, 2))];
      if (m.inputs() == 2) m.shared = {};
    } else {
      long& w = m.shared[static_cast<std::size_t>(what - 3)];
      w = drawn_.one_in(5) ? 0 : w + step;
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
    const auto with_weights = [&](const auto& change) {
      staircase_mechanism m = of;
      change(m.favoured);
      change(m.by_nobody);
      for (long& w : m.shared) change(w);
      add(m);
    };
    for (long most = 1; most < of.favoured; ++most)
      with_weights([&](long& w) { w = (2 * w * most + of.favoured) / (2 * of.favoured); });
    const auto with_one = [&](const auto& member) {
      staircase_mechanism m = of;
      long& w = member(m);
      const long before = w;
      for (const long less : {0L, before / 2, before - 1}) {
        w = less;
        add(m);
      }
    };
    with_one([](staircase_mechanism& m) -> long& { return m.favoured; });
    with_one([](staircase_mechanism& m) -> long& { return m.by_nobody; });
    for (std::size_t i = 0; i < 3; ++i)
      with_one([i](staircase_mechanism& m) -> long& { return m.shared[i]; });
    for (std::size_t from = 0; from < 3; ++from)
      for (std::size_t to = 0; to < 3; ++to) {
        if (from == to) continue;
        staircase_mechanism m = of;
        m.others[to] += std::exchange(m.others[from], 0);
        if (m.inputs() == 2) m.shared = {};
        add(m);
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
