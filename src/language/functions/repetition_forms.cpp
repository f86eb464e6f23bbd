#include "language/functions/entries.hpp"

namespace shufflecert::inline v0_1 {
namespace {

using namespace entries;

constexpr std::uint64_t longest_sum = 10'000'000;

template <number (*Combine)(const number&, const number&, bits)>
number repeated(const binder_call& call, number total) {
  const std::int64_t low = whole_at(real_at(call.arguments, 0), "the lower limit");
  const std::int64_t high = whole_at(real_at(call.arguments, 1), "the upper limit");
  if (high < low) return total;
  if (static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low) >= longest_sum)
    throw beyond_reach("a sum or product of more than 10000000 terms");
  for (std::int64_t j = low; j <= high; ++j) {
    if (((j - low) & 63) == 63) call.context.limits.check();
    total = Combine(total, std::get<number>(call.evaluate(number(j))), call.context.precision);
  }
  return total;
}

formula_value sum_of(const binder_call& call) {
  return repeated<add>(call, 0);
}

formula_value product_of(const binder_call& call) {
  return repeated<multiply>(call, 1);
}

}  // namespace

std::vector<builtin> repetition_forms() {
  return {
      {
          .name = "sum",
          .usage = "sum(j, lo, hi, body)",
          .parameters = {any, a_count, a_count, real},
          .result = real,
          .is_continuous = true,
          .work = work_growth::terms,
          .is_quick_in_double = true,
          .leak = leak_trend::rises,
          .uses = argument_use::body,
          .form = sum_of,
      },
      {
          .name = "product",
          .usage = "product(j, lo, hi, body)",
          .parameters = {any, a_count, a_count, real},
          .result = real,
          .is_continuous = true,
          .work = work_growth::terms,
          .is_quick_in_double = true,
          .uses = argument_use::body,
          .form = product_of,
      },
  };
}

}  // namespace shufflecert::inline v0_1
