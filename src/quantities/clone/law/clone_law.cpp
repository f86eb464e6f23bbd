#include "quantities/clone/law/clone_law.hpp"

#include <queue>

#include "arithmetic/bit_length.hpp"
#include "shufflecert/laws.hpp"

namespace shufflecert::inline v0_1 {
namespace {

// What lies between two numbers of clones at which f is known, those two left out.
struct gap {
  std::size_t before;  // places in the law
  std::size_t after;
  ball mass;
  ball most;  // f at the first of the two: no f between exceeds it
  ball least;
  double log2_width;  // about that of mass·(most − least)
};

struct is_narrower {
  bool operator()(const gap& a, const gap& b) const { return a.log2_width < b.log2_width; }
};

class falling_mean {
 public:
  falling_mean(const law_table& clones, const std::function<ball(std::int64_t)>& of, bits precision,
               const budget& limits)
      : clones_(clones),
        of_(of),
        precision_(precision),
        limits_(limits),
        sum_(precision + guard_bits) {}

  ball value() {
    const std::size_t end = clones_.entries.size() - 1;
    const ball first = taken(0);
    if (end > 0) add_gap(0, end, first, taken(end));
    while (!gaps_.empty() && gaps_.top().log2_width > log2_near(sum_) + negligible()) {
      const gap widest = gaps_.top();
      gaps_.pop();
      const std::size_t middle = widest.before + (widest.after - widest.before) / 2;
      const ball here = taken(middle);
      add_gap(widest.before, middle, widest.most, here);
      add_gap(middle, widest.after, here, widest.least);
    }
    // (HH.4)
    for (; !gaps_.empty(); gaps_.pop())
      sum_ += gaps_.top().mass * ball::hull(gaps_.top().least, gaps_.top().most);
    return sum_.with_precision(precision_);
  }

 private:
  static constexpr bits guard_bits = 16;

  // Of a gap beside the sum; some dozen are left at the end.
  [[nodiscard]] double negligible() const { return -static_cast<double>(precision_) - 8; }

  [[nodiscard]] ball mass_at(std::size_t place) const {
    return clones_.entries[place].probability.to_ball(precision_ + guard_bits);
  }

  // f at a place, whose part of the sum is added at once.
  ball taken(std::size_t place) {
    limits_.check();
    ball value = of_(clones_.entries[place].outcome.front());
    sum_ += mass_at(place) * value;
    return value;
  }

  void add_gap(std::size_t before, std::size_t after, const ball& most, const ball& least) {
    if (after - before < 2) return;
    ball mass(precision_ + guard_bits);
    for (std::size_t i = before + 1; i < after; ++i) mass += mass_at(i);
    const double log2_width = log2_near(abs(mass * (most - least)));
    gaps_.push({before, after, std::move(mass), most, least, log2_width});
  }

  const law_table& clones_;
  const std::function<ball(std::int64_t)>& of_;
  bits precision_;
  const budget& limits_;
  ball sum_;
  std::priority_queue<gap, std::vector<gap>, is_narrower> gaps_;
};

}  // namespace

distribution_pair pair_beside(std::int64_t clones, const number& eps0) {
  return {clone_pair{clones + 1, eps0, number(1)}};
}

ball mean_of_falling(const law_table& clones, const std::function<ball(std::int64_t)>& of,
                     bits precision, const budget& limits) {
  return falling_mean(clones, of, precision, limits).value();
}

ball mean_over_clones(const law_table& clones, const std::function<ball(std::int64_t)>& of,
                      bits precision, const budget& limits) {
  ball sum(precision);
  for (const law_entry& entry : clones.entries) {
    limits.check();
    sum += entry.probability.to_ball(precision) * of(entry.outcome.front());
  }
  return sum;
}

}  // namespace shufflecert::inline v0_1
