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

// The second arithmetic has none of them: it would need a search of its own for the best order.
builtin conversion(const char* name, const char* usage, std::vector<builtin_parameter> parameters,
                   formula_value (*apply)(const arguments&, const context&)) {
  return {
      .name = name,
      .usage = usage,
      .parameters = std::move(parameters),
      .result = real,
      .is_continuous = true,
      .work = work_growth::little,
      .has_second = false,
      .has_script = false,
      .leak = leak_trend::rises,
      .forgets_outcomes = true,
      .apply = apply,
  };
}

}  // namespace

std::vector<builtin> conversion_functions() {
  const std::vector<builtin_parameter> of_a_pair{a_pair, {real, "delta"}};
  return {
      conversion("rdp_epsilon", "rdp_epsilon(pair, delta)", of_a_pair, evaluate_rdp_epsilon),
      conversion("rdp_epsilon_canonne", "rdp_epsilon_canonne(pair, delta)", of_a_pair,
                 evaluate_canonne),
      conversion("rdp_epsilon_mironov", "rdp_epsilon_mironov(pair, delta)", of_a_pair,
                 evaluate_mironov),
      conversion("rdp_epsilon_of_order", "rdp_epsilon_of_order(rho, lambda, delta)",
                 {real, {real, "lambda"}, {real, "delta"}}, evaluate_of_order),
  };
}

}  // namespace shufflecert::inline v0_1
