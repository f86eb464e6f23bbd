#include "shufflecert/quantities.hpp"
#include "language/functions/entries.hpp"

namespace shufflecert::inline v0_1 {
namespace {

using namespace entries;

formula_value evaluate_renyi(const arguments& given, const context& at) {
  const auto& pair = pair_at(given, 0);
  const auto& lambda = real_at(given, 1);
  return cached_quantity("renyi", exact_text(pair), lambda, at, [&] {
    return renyi(pair, lambda, at.precision, {.limits = at.limits, .method = at.method});
  });
}
formula_value evaluate_hockey_stick(const arguments& given, const context& at) {
  const auto& pair = pair_at(given, 0);
  const auto& eps = real_at(given, 1);
  return cached_quantity("hockey_stick", exact_text(pair), eps, at, [&] {
    return hockey_stick(pair, eps, at.precision, {.limits = at.limits, .method = at.method});
  });
}
formula_value evaluate_tradeoff(const arguments& given, const context& at) {
  const auto& pair = pair_at(given, 0);
  const auto& alpha = real_at(given, 1);
  return cached_quantity("tradeoff", exact_text(pair), alpha, at, [&] {
    return tradeoff(pair, alpha, at.precision, {.limits = at.limits, .method = at.method});
  });
}
formula_value evaluate_epsilon(const arguments& given, const context& at) {
  const auto& pair = pair_at(given, 0);
  const auto& delta = real_at(given, 1);
  return cached_quantity("epsilon", exact_text(pair), delta, at, [&] {
    return epsilon(pair, delta, at.precision, {.limits = at.limits, .method = at.method});
  });
}
formula_value evaluate_total_variation(const arguments& given, const context& at) {
  const auto& pair = pair_at(given, 0);
  return cached_quantity("total_variation", exact_text(pair), 0, at, [&] {
    return total_variation(pair, at.precision, {.limits = at.limits, .method = at.method});
  });
}
formula_value evaluate_chi_moment(const arguments& given, const context& at) {
  const auto& pair = pair_at(given, 0);
  const auto& a = real_at(given, 1);
  return cached_quantity("chi_moment", exact_text(pair), a, at, [&] {
    return chi_moment(pair, a, at.precision, {.limits = at.limits, .method = at.method});
  });
}
formula_value evaluate_ternary_moment(const arguments& given, const context& at) {
  const law_ptr& p = law_at(given, 0);
  const law_ptr& q = law_at(given, 1);
  const law_ptr& r = law_at(given, 2);
  const auto& a = real_at(given, 3);
  std::optional<std::string> subject;
  if (p->text && q->text && r->text) subject = *p->text + ", " + *q->text + ", " + *r->text;
  return cached_quantity("ternary_moment", subject, a, at, [&] {
    return ternary_moment(p, q, r, a, at.precision, {.limits = at.limits, .method = at.method});
  });
}

}  // namespace

std::vector<builtin> quantity_functions() {
  return {
      {
          .name = "renyi",
          .usage = "renyi(pair, lambda)",
          .parameters = {a_pair, {real, "lambda"}},
          .result = real,
          .is_continuous = true,
          .work = work_growth::little,
          .sign = value_sign::never_negative,
          .leak = leak_trend::rises,
          .forgets_outcomes = true,
          .apply = evaluate_renyi,
      },
      {
          .name = "hockey_stick",
          .usage = "hockey_stick(pair, eps)",
          .parameters = {a_pair, {real, "eps"}},
          .result = real,
          .is_continuous = true,
          .work = work_growth::little,
          .sign = value_sign::never_negative,
          .exists_in_ranges = true,
          .leak = leak_trend::rises,
          .forgets_outcomes = true,
          .apply = evaluate_hockey_stick,
      },
      {
          .name = "total_variation",
          .usage = "total_variation(pair)",
          .parameters = {a_pair},
          .result = real,
          .is_continuous = true,
          .work = work_growth::little,
          .sign = value_sign::never_negative,
          .exists_in_ranges = true,
          .leak = leak_trend::rises,
          .forgets_outcomes = true,
          .apply = evaluate_total_variation,
      },
      {
          .name = "chi_moment",
          .usage = "chi_moment(pair, a)",
          .parameters = {a_pair, real},
          .result = real,
          .is_continuous = false,
          .work = work_growth::little,
          .sign = value_sign::never_negative,
          .leak = leak_trend::rises,
          .forgets_outcomes = true,
          .apply = evaluate_chi_moment,
      },
      {
          .name = "ternary_moment",
          .usage = "ternary_moment(P, Q, R, a)",
          .parameters = {a_law, a_law, a_law, real},
          .result = real,
          .is_continuous = false,
          .work = work_growth::little,
          .sign = value_sign::never_negative,
          .apply = evaluate_ternary_moment,
      },
      {
          .name = "tradeoff",
          .usage = "tradeoff(pair, alpha)",
          .parameters = {a_pair, {real, "alpha", ranges::share}},
          .result = real,
          .is_continuous = true,
          .work = work_growth::little,
          .sign = value_sign::never_negative,
          .exists_in_ranges = true,
          .leak = leak_trend::falls,
          .forgets_outcomes = true,
          .apply = evaluate_tradeoff,
      },
      {
          .name = "epsilon",
          .usage = "epsilon(pair, delta)",
          .parameters = {a_pair, {real, "delta"}},
          .result = real,
          .is_continuous = true,
          .work = work_growth::little,
          .leak = leak_trend::rises,
          .forgets_outcomes = true,
          .apply = evaluate_epsilon,
      },
  };
}

}  // namespace shufflecert::inline v0_1
