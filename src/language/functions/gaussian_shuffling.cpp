// Gaussian mechanisms whose users or batches are shuffled.

#include "shufflecert/gaussian_shuffling.hpp"
#include "language/functions/entries.hpp"

namespace shufflecert::inline v0_1 {
namespace {

using namespace entries;

formula_value evaluate_shuffle_gaussian(const arguments& given, const context& at) {
  return shuffle_gaussian_renyi(whole_at(real_at(given, 0), "n"), real_at(given, 1),
                                real_at(given, 2), at.precision, at.limits);
}
formula_value evaluate_shuffled_batches(const arguments& given, const context& at) {
  return shuffled_batches_lower(real_at(given, 0), whole_at(real_at(given, 1), "T"),
                                real_at(given, 2), at.precision, at.limits);
}

}  // namespace

std::vector<builtin> gaussian_shuffling_functions() {
  // The second arithmetic has none of them: it would need the same sums, or a search of its own.
  return {
      {
          .name = "shuffle_gaussian_renyi",
          .usage = "shuffle_gaussian_renyi(n, sigma, lambda), lambda whole",
          .parameters = {{real, "n", ranges::from_one},
                         {real, "", ranges::positive},
                         {real, "lambda", true, ranges::from_two}},
          .result = real,
          .is_continuous = true,
          .work = work_growth::little,
          .sign = value_sign::never_negative,
          .exists_in_ranges = true,
          .has_second = false,
          .has_script = false,
          .inputs = {input_scope::fixed, "all 0"},
          .apply = evaluate_shuffle_gaussian,
      },
      {
          .name = "shuffled_batches_lower",
          .usage = "shuffled_batches_lower(sigma, T, eps)",
          .parameters = {real, a_count, {real, "eps"}},
          .result = real,
          .is_continuous = true,
          .work = work_growth::little,
          .has_second = false,
          .has_script = false,
          .apply = evaluate_shuffled_batches,
      },
  };
}

}  // namespace shufflecert::inline v0_1
