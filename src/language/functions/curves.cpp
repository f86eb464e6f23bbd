#include "shufflecert/curves.hpp"
#include "language/evaluation/arguments.hpp"
#include "shufflecert/quantities.hpp"

namespace shufflecert {
namespace {

constexpr value_kind real = value_kind::number;
constexpr value_kind a_pair = value_kind::pair;
constexpr value_kind a_curve = value_kind::curve;
using arguments = std::vector<formula_value>;
using context = builtin_context;

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
      {"curve", "curve(pair)", {a_pair}, 1, false, a_curve, make_curve},
      {"gaussian_curve", "gaussian_curve(mu)", {real}, 1, false, a_curve, make_gaussian_curve},
      {"mix_curves",
       "mix_curves(w, f, g)",
       {real, a_curve, a_curve},
       3,
       false,
       a_curve,
       make_mixed_curves},
      {"symmetrized", "symmetrized(f)", {a_curve}, 1, false, a_curve, make_symmetrized},
      {"at", "at(f, alpha)", {a_curve, real}, 2, false, real, evaluate_at},
      {"curve_renyi",
       "curve_renyi(f, lambda)",
       {a_curve, real},
       2,
       false,
       real,
       evaluate_curve_renyi},
      {"curve_delta", "curve_delta(f, eps)", {a_curve, real}, 2, false, real, evaluate_curve_delta},
  };
}

}  // namespace shufflecert
