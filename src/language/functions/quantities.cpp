#include "shufflecert/quantities.hpp"
#include "language/evaluation/arguments.hpp"

namespace shufflecert {
namespace {

constexpr value_kind real = value_kind::number;
constexpr value_kind a_pair = value_kind::pair;
constexpr value_kind a_law = value_kind::law;
using arguments = std::vector<formula_value>;
using context = builtin_context;

formula_value evaluate_renyi(const arguments& given, const context& at) {
  const auto& pair = pair_at(given, 0);
  const auto& lambda = real_at(given, 1);
  return cached_quantity("renyi", exact_text(pair), lambda, at,
                         [&] { return renyi(pair, lambda, at.precision, at.limits, at.method); });
}
formula_value evaluate_hockey_stick(const arguments& given, const context& at) {
  const auto& pair = pair_at(given, 0);
  const auto& eps = real_at(given, 1);
  return cached_quantity("hockey_stick", exact_text(pair), eps, at, [&] {
    return hockey_stick(pair, eps, at.precision, at.limits, at.method);
  });
}
formula_value evaluate_tradeoff(const arguments& given, const context& at) {
  const auto& pair = pair_at(given, 0);
  const auto& alpha = real_at(given, 1);
  return cached_quantity("tradeoff", exact_text(pair), alpha, at,
                         [&] { return tradeoff(pair, alpha, at.precision, at.limits, at.method); });
}
formula_value evaluate_epsilon(const arguments& given, const context& at) {
  const auto& pair = pair_at(given, 0);
  const auto& delta = real_at(given, 1);
  return cached_quantity("epsilon", exact_text(pair), delta, at,
                         [&] { return epsilon(pair, delta, at.precision, at.limits, at.method); });
}
formula_value evaluate_total_variation(const arguments& given, const context& at) {
  const auto& pair = pair_at(given, 0);
  return cached_quantity("total_variation", exact_text(pair), 0, at,
                         [&] { return total_variation(pair, at.precision, at.limits, at.method); });
}
formula_value evaluate_chi_moment(const arguments& given, const context& at) {
  const auto& pair = pair_at(given, 0);
  const auto& a = real_at(given, 1);
  return cached_quantity("chi_moment", exact_text(pair), a, at,
                         [&] { return chi_moment(pair, a, at.precision, at.limits, at.method); });
}
formula_value evaluate_ternary_moment(const arguments& given, const context& at) {
  const law_ptr& p = law_at(given, 0);
  const law_ptr& q = law_at(given, 1);
  const law_ptr& r = law_at(given, 2);
  const auto& a = real_at(given, 3);
  std::optional<std::string> subject;
  if (p->text && q->text && r->text) subject = *p->text + ", " + *q->text + ", " + *r->text;
  return cached_quantity("ternary_moment", subject, a, at, [&] {
    return ternary_moment(p, q, r, a, at.precision, at.limits, at.method);
  });
}

}  // namespace

std::vector<builtin> quantity_functions() {
  return {
      {"renyi", "renyi(pair, lambda)", {a_pair, real}, 2, false, real, evaluate_renyi},
      {"hockey_stick",
       "hockey_stick(pair, eps)",
       {a_pair, real},
       2,
       false,
       real,
       evaluate_hockey_stick},
      {"total_variation",
       "total_variation(pair)",
       {a_pair},
       1,
       false,
       real,
       evaluate_total_variation},
      {"chi_moment", "chi_moment(pair, a)", {a_pair, real}, 2, false, real, evaluate_chi_moment},
      {"ternary_moment",
       "ternary_moment(P, Q, R, a)",
       {a_law, a_law, a_law, real},
       4,
       false,
       real,
       evaluate_ternary_moment},
      {"tradeoff", "tradeoff(pair, alpha)", {a_pair, real}, 2, false, real, evaluate_tradeoff},
      {"epsilon", "epsilon(pair, delta)", {a_pair, real}, 2, false, real, evaluate_epsilon},
  };
}

}  // namespace shufflecert
