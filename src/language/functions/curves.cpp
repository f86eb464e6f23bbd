#include "shufflecert/curves.hpp"
#include "language/functions/entries.hpp"
#include "shufflecert/quantities.hpp"

namespace shufflecert::inline v0_1 {
namespace {

using namespace entries;

formula_value make_curve(const arguments& given, const context& at) {
  return curve_of(pair_at(given, 0), at.precision);
}
formula_value make_gaussian_curve(const arguments& given, const context& at) {
  return gaussian_curve(real_at(given, 0), at.precision);
}
formula_value make_mixed_curves(const arguments& given, const context& at) {
  return mix_curves(real_at(given, 0), curve_at(given, 1), curve_at(given, 2), at.precision);
}
formula_value make_symmetrized(const arguments& given, const context&) {
  return symmetrized(curve_at(given, 0));
}
formula_value evaluate_at(const arguments& given, const context& at) {
  const auto& f = curve_at(given, 0);
  const auto& alpha = real_at(given, 1);
  return cached_quantity("at", exact_text(f), alpha, at,
                         [&] { return curve_value(f, alpha, at.precision, at.limits); });
}
formula_value evaluate_curve_renyi(const arguments& given, const context& at) {
  const auto& f = curve_at(given, 0);
  const auto& lambda = real_at(given, 1);
  return cached_quantity("curve_renyi", exact_text(f), lambda, at,
                         [&] { return curve_renyi(f, lambda, at.precision, at.limits); });
}
formula_value evaluate_curve_delta(const arguments& given, const context& at) {
  const auto& f = curve_at(given, 0);
  const auto& eps = real_at(given, 1);
  return cached_quantity("curve_delta", exact_text(f), eps, at,
                         [&] { return curve_delta(f, eps, at.precision, at.limits); });
}

}  // namespace

std::vector<builtin> curve_functions() {
  return {
      {
          .name = "curve",
          .usage = "curve(pair)",
          .parameters = {a_pair},
          .result = a_curve,
          .is_continuous = true,
          .work = work_growth::little,
          .exists_in_ranges = true,
          .leak = leak_trend::falls,
          .forgets_outcomes = true,
          .apply = make_curve,
      },
      {
          .name = "gaussian_curve",
          .usage = "gaussian_curve(mu)",
          .parameters = {{real, "", ranges::not_negative}},
          .result = a_curve,
          .is_continuous = true,
          .work = work_growth::little,
          .exists_in_ranges = true,
          .apply = make_gaussian_curve,
      },
      {
          .name = "mix_curves",
          .usage = "mix_curves(w, f, g)",
          .parameters = {{real, "", ranges::share}, a_curve, a_curve},
          .result = a_curve,
          .is_continuous = true,
          .work = work_growth::little,
          .exists_in_ranges = true,
          .leak = leak_trend::rises,
          .apply = make_mixed_curves,
      },
      {
          .name = "symmetrized",
          .usage = "symmetrized(f)",
          .parameters = {a_curve},
          .result = a_curve,
          .is_continuous = true,
          .work = work_growth::little,
          .exists_in_ranges = true,
          .leak = leak_trend::rises,
          .apply = make_symmetrized,
      },
      {
          .name = "at",
          .usage = "at(f, alpha)",
          .parameters = {a_curve, {real, "", ranges::share}},
          .result = real,
          .is_continuous = true,
          .work = work_growth::little,
          .sign = value_sign::never_negative,
          .exists_in_ranges = true,
          .leak = leak_trend::rises,
          .apply = evaluate_at,
      },
      {
          .name = "curve_renyi",
          .usage = "curve_renyi(f, lambda)",
          .parameters = {a_curve, real},
          .result = real,
          .is_continuous = true,
          .work = work_growth::little,
          .leak = leak_trend::falls,
          .apply = evaluate_curve_renyi,
      },
      {
          .name = "curve_delta",
          .usage = "curve_delta(f, eps)",
          .parameters = {a_curve, real},
          .result = real,
          .is_continuous = true,
          .work = work_growth::little,
          .sign = value_sign::never_negative,
          .exists_in_ranges = true,
          .leak = leak_trend::falls,
          .apply = evaluate_curve_delta,
      },
  };
}

}  // namespace shufflecert::inline v0_1
