// From Rényi divergences to ε.

#include "shufflecert/conversions.hpp"
#include "language/functions/entries.hpp"

namespace shufflecert::inline v0_1 {
namespace {

using namespace entries;

formula_value of_pair(const char* name, rdp_conversion by, const arguments& given,
                      const context& at) {
  const auto& pair = pair_at(given, 0);
  const auto& delta = real_at(given, 1);
  return cached_quantity(name, exact_text(pair), delta, at, [&] {
    return rdp_epsilon(pair, delta, at.precision, {.limits = at.limits, .method = at.method}, by);
  });
}

formula_value evaluate_rdp_epsilon(const arguments& given, const context& at) {
  return of_pair("rdp_epsilon", rdp_conversion::optimal, given, at);
}
formula_value evaluate_canonne(const arguments& given, const context& at) {
  return of_pair("rdp_epsilon_canonne", rdp_conversion::canonne, given, at);
}
formula_value evaluate_mironov(const arguments& given, const context& at) {
  return of_pair("rdp_epsilon_mironov", rdp_conversion::mironov, given, at);
}
formula_value evaluate_of_order(const arguments& given, const context& at) {
  return rdp_epsilon_of_order(real_at(given, 0), real_at(given, 1), real_at(given, 2),
                              at.precision);
}

}  // namespace

std::vector<builtin> conversion_functions() {
  // The second arithmetic has none of them: it would need a search of its own for the best order.
  return {
      {
          .name = "rdp_epsilon",
          .usage = "rdp_epsilon(pair, delta)",
          .parameters = {a_pair, {real, "delta"}},
          .result = real,
          .is_continuous = true,
          .work = work_growth::little,
          .has_second = false,
          .has_script = false,
          .apply = evaluate_rdp_epsilon,
      },
      {
          .name = "rdp_epsilon_canonne",
          .usage = "rdp_epsilon_canonne(pair, delta)",
          .parameters = {a_pair, {real, "delta"}},
          .result = real,
          .is_continuous = true,
          .work = work_growth::little,
          .has_second = false,
          .has_script = false,
          .apply = evaluate_canonne,
      },
      {
          .name = "rdp_epsilon_mironov",
          .usage = "rdp_epsilon_mironov(pair, delta)",
          .parameters = {a_pair, {real, "delta"}},
          .result = real,
          .is_continuous = true,
          .work = work_growth::little,
          .has_second = false,
          .has_script = false,
          .apply = evaluate_mironov,
      },
      {
          .name = "rdp_epsilon_of_order",
          .usage = "rdp_epsilon_of_order(rho, lambda, delta)",
          .parameters = {real, {real, "lambda"}, {real, "delta"}},
          .result = real,
          .is_continuous = true,
          .work = work_growth::little,
          .has_second = false,
          .has_script = false,
          .apply = evaluate_of_order,
      },
  };
}

}  // namespace shufflecert::inline v0_1
