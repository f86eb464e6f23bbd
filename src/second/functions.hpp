#pragma once
// The functions that evaluate all their arguments, by name.

#include <string_view>

#include "second/divergences.hpp"
#include "second/second_curves.hpp"
#include "second/shuffle_pairs.hpp"
#include "shufflecert/number.hpp"  // only the names of the relations

namespace shufflecert::inline v0_1::second {

/// A condition's answer; `tied` where it hangs on two sides that count as equal but differ.
struct answer {
  bool value = false;
  bool tied = false;
};

template <class R>
using value = std::variant<R, answer, pair_of_laws<R>, law<R>, trade_off_curve<R>>;

template <class Kind, class R>
const Kind& held(const value<R>& of, const char* expected) {
  const auto* found = std::get_if<Kind>(&of);
  if (found == nullptr) throw undefined_value(std::string("expected a ") + expected);
  return *found;
}

template <class R>
answer compared(const R& a, relation op, const R& b, const setting<R>& in) {
  const bool equal = are_equal(a, b, in);
  const bool tied = equal && a != b;
  switch (op) {
    case relation::less:
      return {!equal && a < b, tied};
    case relation::less_equal:
      return {equal || a < b, tied};
    case relation::greater:
      return {!equal && a > b, tied};
    case relation::greater_equal:
      return {equal || a > b, tied};
    case relation::equal:
      return {equal, tied};
    case relation::not_equal:
      return {!equal, tied};
  }
  return {};
}

template <class R>
class arguments {
 public:
  arguments(const std::vector<value<R>>& given, const setting<R>& in) : given_(given), in_(in) {}

  [[nodiscard]] const setting<R>& in() const { return in_; }
  [[nodiscard]] std::size_t count() const { return given_.size(); }
  [[nodiscard]] const R& real(std::size_t i) const { return held<R>(given_.at(i), "number"); }
  [[nodiscard]] const R* optional_real(std::size_t i) const {
    return i < given_.size() ? &real(i) : nullptr;
  }
  [[nodiscard]] const pair_of_laws<R>& pair(std::size_t i) const {
    return held<pair_of_laws<R>>(given_.at(i), "pair");
  }
  [[nodiscard]] const law<R>& law_at(std::size_t i) const {
    return held<law<R>>(given_.at(i), "law");
  }
  [[nodiscard]] const trade_off_curve<R>& curve_at(std::size_t i) const {
    return held<trade_off_curve<R>>(given_.at(i), "trade-off function");
  }
  /// The arguments from i on, as whole numbers.
  [[nodiscard]] std::vector<std::int64_t> counts_from(std::size_t i) const {
    std::vector<std::int64_t> counts;
    for (; i < given_.size(); ++i) counts.push_back(whole_number(real(i), "a count", in_));
    return counts;
  }

 private:
  const std::vector<value<R>>& given_;
  const setting<R>& in_;
};

template <class R>
struct function {
  std::string_view name;
  std::size_t least;
  std::size_t most;
  value<R> (*apply)(const arguments<R>&);
};

inline constexpr std::size_t any_number = 100'000;

template <class R>
value<R> chosen_extreme(const arguments<R>& a, bool largest) {
  R best = a.real(0);
  for (std::size_t i = 1; i < a.count(); ++i)
    if (largest ? a.real(i) > best : a.real(i) < best) best = a.real(i);
  return best;
}

template <class R>
normal_pair_of<R> checked_normal_pair(const R& m1, const R& v1, const R& m2, const R& v2) {
  for (const R* x : {&m1, &v1, &m2, &v2})
    if (!is_finite(*x)) throw undefined_value("means and variances must be finite");
  if (v1 <= 0 || v2 <= 0) throw undefined_value("variances must be > 0");
  return {{m1, v1}, {m2, v2}};
}

template <class R>
const std::vector<function<R>>& elementary_functions() {
  using args = arguments<R>;
  static const std::vector<function<R>> all{
      {"exp", 1, 1,
       [](const args& a) -> value<R> {
         using std::exp;
         return R(exp(a.real(0)));
       }},
      {"expm1", 1, 1,
       [](const args& a) -> value<R> {
         using std::expm1;
         return R(expm1(a.real(0)));
       }},
      {"log", 1, 1, [](const args& a) -> value<R> { return logarithm(a.real(0)); }},
      {"log1p", 1, 1, [](const args& a) -> value<R> { return logarithm_of_one_plus(a.real(0)); }},
      {"sqrt", 1, 1, [](const args& a) -> value<R> { return square_root(a.real(0)); }},
      {"abs", 1, 1,
       [](const args& a) -> value<R> {
         using std::abs;
         return R(abs(a.real(0)));
       }},
      {"tanh", 1, 1,
       [](const args& a) -> value<R> {
         using std::tanh;
         return R(tanh(a.real(0)));
       }},
      {"floor", 1, 1, [](const args& a) -> value<R> { return rounded_down(a.real(0), a.in()); }},
      {"ceil", 1, 1, [](const args& a) -> value<R> { return rounded_up(a.real(0), a.in()); }},
      {"min", 2, any_number, [](const args& a) { return chosen_extreme(a, false); }},
      {"max", 2, any_number, [](const args& a) { return chosen_extreme(a, true); }},
      {"gamma", 1, 1, [](const args& a) -> value<R> { return gamma_function(a.real(0), a.in()); }},
      {"lgamma", 1, 1, [](const args& a) -> value<R> { return log_gamma_function(a.real(0)); }},
      {"factorial", 1, 1, [](const args& a) -> value<R> { return factorial(a.real(0), a.in()); }},
      {"binomial", 2, 2,
       [](const args& a) -> value<R> {
         return binomial_coefficient(a.real(0), a.real(1), a.in());
       }},
      {"Phi", 1, 1, [](const args& a) -> value<R> { return normal_cdf(a.real(0)); }},
      {"Phi_inv", 1, 1,
       [](const args& a) -> value<R> { return normal_quantile(a.real(0), a.in()); }},
      {"binomial_cdf", 3, 3,
       [](const args& a) -> value<R> {
         return binomial_cdf(a.real(0), a.real(1), a.real(2), a.in());
       }},
      {"binomial_quantile", 3, 3,
       [](const args& a) -> value<R> {
         return binomial_quantile(a.real(0), a.real(1), a.real(2), a.in());
       }},
      {"rounds_to", 3, 3,
       [](const args& a) -> value<R> {
         using std::abs;
         if (a.real(2) <= 0) throw undefined_value("the unit of rounds_to must be > 0");
         const R away = existing(R(a.real(0) - a.real(1)), "inf - inf");
         return compared(R(abs(away)), relation::less_equal, R(a.real(2) / 2), a.in());
       }},
  };
  return all;
}

template <class R>
const std::vector<function<R>>& pair_functions() {
  using args = arguments<R>;
  static const std::vector<function<R>> all{
      {"clone_pair", 2, 3,
       [](const args& a) -> value<R> {
         return clone_pair(users(a.real(0), a.in()), a.real(1), a.optional_real(2), a.in());
       }},
      {"clone_law_pair", 2, 2,
       [](const args& a) -> value<R> { return clone_law_pair(a.law_at(0), a.real(1), a.in()); }},
      {"unmixed_pair", 2, 3,
       [](const args& a) -> value<R> {
         return unmixed_pair(users(a.real(0), a.in()), a.real(1), a.optional_real(2), a.in());
       }},
      {"printed_pair", 3, 3,
       [](const args& a) -> value<R> {
         return printed_pair(users(a.real(0), a.in()), a.real(1), a.real(2), a.in());
       }},
      {"variation_pair", 4, 5,
       [](const args& a) -> value<R> {
         const R* other = a.optional_real(4);
         return variation_pair(users(a.real(0), a.in()), a.real(1), a.real(2), a.real(3),
                               other != nullptr ? *other : a.real(3), a.in());
       }},
      {"rr_pair", 2, 2,
       [](const args& a) -> value<R> {
         return rr_pair(users(a.real(0), a.in()), a.real(1), a.in());
       }},
      {"krr_pair", 3, 3,
       [](const args& a) -> value<R> {
         return krr_pair(whole_number(a.real(0), "k", a.in()), users(a.real(1), a.in()), a.real(2),
                         a.in());
       }},
      {"staircase_pair", 6, any_number,
       [](const args& a) -> value<R> {
         std::vector<R> rest;
         for (std::size_t i = 2; i < a.count(); ++i) rest.push_back(a.real(i));
         return staircase_pair(a.real(0), whole_number(a.real(1), "k", a.in()), rest, a.in());
       }},
      {"shuffled_pair", 4, 4,
       [](const args& a) -> value<R> {
         return shuffled_pair(a.law_at(0), a.law_at(1), a.law_at(2), users(a.real(3), a.in()),
                              a.in());
       }},
      {"normal_pair", 4, 4,
       [](const args& a) -> value<R> {
         return pair_of_laws<R>(checked_normal_pair(a.real(0), a.real(1), a.real(2), a.real(3)));
       }},
      {"gaussian_pair", 1, 1,
       [](const args& a) -> value<R> {
         return pair_of_laws<R>(checked_normal_pair(a.real(0), R(1), R(0), R(1)));
       }},
      {"laplace_pair", 1, 1,
       [](const args& a) -> value<R> {
         const R eps = a.real(0);
         if (!(eps > 0) || is_infinite(eps)) throw undefined_value("eps must be > 0 and finite");
         return pair_of_laws<R>(laplace_pair_of<R>{eps});
       }},
      {"swap", 1, 1, [](const args& a) -> value<R> { return exchanged(a.pair(0)); }},
      {"subsampled", 2, 2,
       [](const args& a) -> value<R> { return subsampled(a.pair(0), a.real(1)); }},
      {"compose", 2, 2,
       [](const args& a) -> value<R> {
         return composed(a.pair(0), whole_number(a.real(1), "k", a.in()));
       }},
      {"product_pair", 2, 2,
       [](const args& a) -> value<R> { return product_of(a.pair(0), a.pair(1)); }},
      {"pair", 2, 2, [](const args& a) -> value<R> { return pair_from(a.law_at(0), a.law_at(1)); }},
      {"first", 1, 1, [](const args& a) -> value<R> { return one_of(a.pair(0), false); }},
      {"second", 1, 1, [](const args& a) -> value<R> { return one_of(a.pair(0), true); }},
      {"mix", 3, 3,
       [](const args& a) -> value<R> { return mixed(a.real(0), a.law_at(1), a.law_at(2)); }},
      {"rr_law", 3, 3,
       [](const args& a) -> value<R> {
         return count_of_ones(a.real(0), a.counts_from(1), a.in());
       }},
      {"krr_law", 3, any_number,
       [](const args& a) -> value<R> {
         return randomized_response_law(a.real(0), a.counts_from(1), a.in());
       }},
      {"binomial_law", 2, 2,
       [](const args& a) -> value<R> {
         return law_of_successes(binomial_law<R>(a.real(0), a.real(1), a.in()));
       }},
      {"discrete_gaussian_law", 2, 2,
       [](const args& a) -> value<R> {
         return law<R>(noise_of(noise_name::gaussian, a.real(0), a.real(1), a.in()));
       }},
      {"geometric_law", 2, 2,
       [](const args& a) -> value<R> {
         return law<R>(noise_of(noise_name::geometric, a.real(0), a.real(1), a.in()));
       }},
      {"poisson_law", 1, 1,
       [](const args& a) -> value<R> {
         return law<R>(noise_of(noise_name::poisson, R(0), a.real(0), a.in()));
       }},
      {"negative_binomial_law", 2, 2,
       [](const args& a) -> value<R> {
         return law<R>(noise_of(noise_name::negative_binomial, a.real(0), a.real(1), a.in()));
       }},
      {"skellam_law", 2, 2,
       [](const args& a) -> value<R> {
         const std::int64_t m = whole_number(a.real(0), "the centre m", a.in());
         return law<R>(noise_of(noise_name::skellam, from_count<R>(m), a.real(1), a.in()));
       }},
      {"sum_law", 2, any_number,
       [](const args& a) -> value<R> {
         law<R> sum = a.law_at(0);
         for (std::size_t i = 1; i < a.count(); ++i) sum = summed(sum, a.law_at(i), a.in());
         return sum;
       }},
      {"pmf", 2, any_number,
       [](const args& a) -> value<R> {
         using std::exp;
         const outcome at = a.counts_from(1);
         if (const auto* noise = std::get_if<noise_law<R>>(&a.law_at(0))) {
           if (at.size() != 1)
             throw undefined_value("an outcome of another length than those of the law");
           return R(exp((*noise)->log_mass(at.front())));
         }
         const auto& of = require_finite_law(a.law_at(0));
         if (!of.empty() && of.begin()->first.size() != at.size())
           throw undefined_value("an outcome of another length than those of the law");
         return R(exp(log_mass(of, at)));
       }},
  };
  return all;
}

template <class R>
const std::vector<function<R>>& quantity_functions() {
  using args = arguments<R>;
  static const std::vector<function<R>> all{
      {"renyi", 2, 2,
       [](const args& a) -> value<R> {
         return std::visit([&](const auto& of) { return renyi(of, a.real(1), a.in()); }, a.pair(0));
       }},
      {"hockey_stick", 2, 2,
       [](const args& a) -> value<R> {
         return std::visit([&](const auto& of) { return hockey_stick(of, a.real(1), a.in()); },
                           a.pair(0));
       }},
      {"total_variation", 1, 1,
       [](const args& a) -> value<R> {
         return std::visit([&](const auto& of) { return total_variation(of, a.in()); }, a.pair(0));
       }},
      {"epsilon", 2, 2,
       [](const args& a) -> value<R> {
         return std::visit([&](const auto& of) { return epsilon(of, a.real(1), a.in()); },
                           a.pair(0));
       }},
      {"tradeoff", 2, 2,
       [](const args& a) -> value<R> {
         return std::visit([&](const auto& of) { return tradeoff(of, a.real(1), a.in()); },
                           a.pair(0));
       }},
      {"chi_moment", 2, 2,
       [](const args& a) -> value<R> {
         return std::visit([&](const auto& of) { return chi_moment(of, a.real(1), a.in()); },
                           a.pair(0));
       }},
      {"ternary_moment", 4, 4,
       [](const args& a) -> value<R> {
         return ternary_moment(a.law_at(0), a.law_at(1), a.law_at(2), a.real(3), a.in());
       }},
  };
  return all;
}

template <class R>
const std::vector<function<R>>& curve_functions() {
  using args = arguments<R>;
  static const std::vector<function<R>> all{
      {"curve", 1, 1, [](const args& a) -> value<R> { return curve_of(a.pair(0), a.in()); }},
      {"gaussian_curve", 1, 1,
       [](const args& a) -> value<R> { return gaussian_curve(a.real(0), a.in()); }},
      {"mix_curves", 3, 3,
       [](const args& a) -> value<R> {
         return mixed_curves(a.real(0), a.curve_at(1), a.curve_at(2), a.in());
       }},
      {"symmetrized", 1, 1,
       [](const args& a) -> value<R> { return symmetrized(a.curve_at(0), a.in()); }},
      {"at", 2, 2, [](const args& a) -> value<R> { return value_at(a.curve_at(0), a.real(1)); }},
      {"curve_delta", 2, 2,
       [](const args& a) -> value<R> { return curve_delta(a.curve_at(0), a.real(1), a.in()); }},
      {"curve_renyi", 2, 2,
       [](const args& a) -> value<R> { return curve_renyi(a.curve_at(0), a.real(1), a.in()); }},
  };
  return all;
}

template <class R>
std::vector<const std::vector<function<R>>*> all_functions() {
  return {&elementary_functions<R>(), &pair_functions<R>(), &quantity_functions<R>(),
          &curve_functions<R>()};
}

template <class R>
const function<R>* find_function(std::string_view name) {
  for (const auto* group : all_functions<R>())
    for (const auto& one : *group)
      if (one.name == name) return &one;
  return nullptr;
}

}  // namespace shufflecert::inline v0_1::second
