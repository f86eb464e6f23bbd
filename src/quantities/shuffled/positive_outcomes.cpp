#include <algorithm>
#include <cmath>
#include <cstddef>
#include <unordered_map>
#include <vector>

#include "arithmetic/bit_length.hpp"
#include "quantities/shuffled/positive_mean.hpp"

// Formula numbers refer to docs/methods/sums.md.

namespace shufflecert::inline v0_1 {
namespace {

// How many outcomes have S > 0, in doubles, which decide only whether they are summed.
class outcome_count {
 public:
  outcome_count(const report_sum& sum, double most) : most_(most) {
    for (const report_value& each : sum.values) values_.push_back(each.value.near());
    add(0, static_cast<double>(sum.n), 0);
  }

  [[nodiscard]] bool is_small() const { return count_ <= most_; }

 private:
  void add(std::size_t level, double left, double value) {
    if (++calls_ > most_) count_ = INFINITY;
    const double high = values_[level];
    const double low = values_[level + 1];
    if (level + 2 == values_.size()) {
      // c·high + (left − c)·low > −value
      const double least = std::ceil((-value - left * low) / (high - low));
      count_ += std::min(std::max(left - std::max(least, 0.0) + 1, 0.0), left + 1);
      return;
    }
    for (double c = left; c >= 0 && count_ <= most_; --c) {
      if (!(value + c * high + (left - c) * low > 0)) return;
      add(level + 1, left - c, value + c * high);
    }
  }

  double most_;
  double count_ = 0;
  double calls_ = 0;
  std::vector<double> values_;
};

class outcome_walk {
 public:
  outcome_walk(const report_sum& sum, bits working, const budget& limits)
      : sum_(sum),
        limits_(limits),
        working_(working),
        total_(working),
        powers_(sum.values.size()) {}

  // E(S)₊
  ball run() {
    walk(0, sum_.n, ball(working_), ball::of(1, working_));
    return total_ * exp(lgamma(ball::of(sum_.n, working_) + 1));
  }

 private:
  // w^count/count!
  const ball& power(std::size_t level, std::int64_t count) {
    const auto found = powers_[level].find(count);
    if (found != powers_[level].end()) return found->second;
    const ball log_power = log(sum_.values[level].mass) * count;
    const ball value = exp(log_power - lgamma(ball::of(count, working_) + 1));
    return powers_[level].emplace(count, value).first->second;
  }

  // `left` reports have values[level] or a smaller one; the others add `value` and have the
  // probability `weight`, without n!.
  void walk(std::size_t level, std::int64_t left, const ball& value, const ball& weight) {
    if (level + 2 == sum_.values.size()) {
      walk_last(level, left, value, weight);
      return;
    }
    const report_value& here = sum_.values[level];
    ball share = weight * power(level, left);
    for (std::int64_t c = left; c >= 0; --c) {
      const ball added = value + here.value * c;
      const ball most = added + sum_.values[level + 1].value * (left - c);
      if (most.is_certainly_nonpositive()) return;
      walk(level + 1, left - c, added, share);
      share = share * c / here.mass;
    }
  }

  void walk_last(std::size_t level, std::int64_t left, const ball& value, const ball& weight) {
    limits_.check();
    const report_value& high = sum_.values[level];
    const report_value& low = sum_.values[level + 1];
    const ball step = high.value - low.value;
    const ball ratio = low.mass / high.mass;
    ball share = weight * power(level, left);
    ball here = value + high.value * left;
    ball term(working_);
    for (std::int64_t c = left; c >= 0; --c) {
      if (here.is_certainly_nonpositive()) return;
      arb_nonnegative_part(term.raw(), here.raw());
      arb_addmul(total_.raw(), term.raw(), share.raw(), working_);
      arb_mul_si(share.raw(), share.raw(), c, working_);
      arb_div_si(share.raw(), share.raw(), left - c + 1, working_);
      arb_mul(share.raw(), share.raw(), ratio.raw(), working_);
      arb_sub(here.raw(), here.raw(), step.raw(), working_);
    }
  }

  const report_sum& sum_;
  const budget& limits_;
  bits working_;
  ball total_;
  std::vector<std::unordered_map<std::int64_t, ball>> powers_;
};

}  // namespace

std::optional<ball> positive_mean_by_outcomes(const report_sum& sum, double most, bits precision,
                                              const budget& limits) {
  if (!outcome_count(sum, most).is_small()) return std::nullopt;
  const bits working = precision + 3 * bit_length(sum.n) + 40;
  return outcome_walk(sum, working, limits).run() / sum.n;
}

}  // namespace shufflecert::inline v0_1
