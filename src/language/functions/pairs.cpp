#include "shufflecert/pairs.hpp"
#include "language/evaluation/arguments.hpp"

namespace shufflecert {
namespace {

constexpr value_kind real = value_kind::number;
constexpr value_kind a_pair = value_kind::pair;
constexpr value_kind a_law = value_kind::law;
using arguments = std::vector<formula_value>;
using context = builtin_context;

// The first argument of every shuffle-model pair.
std::int64_t users(const number& n) {
  return whole_at(n, "n");
}

template <class Pair>
formula_value checked(Pair pair, const context& at) {
  distribution_pair result{std::move(pair)};
  check_parameters(result, at.precision);
  return result;
}

formula_value make_clone_pair(const arguments& given, const context& at) {
  return checked(clone_pair{users(real_at(given, 0)), real_at(given, 1), optional_real(given, 2)},
                 at);
}
formula_value make_unmixed_pair(const arguments& given, const context& at) {
  return checked(unmixed_pair{users(real_at(given, 0)), real_at(given, 1), optional_real(given, 2)},
                 at);
}
formula_value make_printed_pair(const arguments& given, const context& at) {
  return checked(printed_pair{users(real_at(given, 0)), real_at(given, 1), real_at(given, 2)}, at);
}
formula_value make_rr_pair(const arguments& given, const context& at) {
  return checked(rr_pair{users(real_at(given, 0)), real_at(given, 1)}, at);
}
formula_value make_normal_pair(const arguments& given, const context& at) {
  return checked(
      normal_pair{real_at(given, 0), real_at(given, 1), real_at(given, 2), real_at(given, 3)}, at);
}
formula_value make_gaussian_pair(const arguments& given, const context& at) {
  return checked(gaussian_pair(real_at(given, 0)), at);
}
formula_value make_krr_pair(const arguments& given, const context& at) {
  return checked(
      krr_pair{whole_at(real_at(given, 0), "k"), users(real_at(given, 1)), real_at(given, 2)}, at);
}
formula_value make_subsampled(const arguments& given, const context& at) {
  const distribution_pair& of = pair_at(given, 0);
  const number& gamma = real_at(given, 1);
  const distribution_pair sampled{
      subsampled_pair{std::make_shared<const distribution_pair>(of), gamma}};
  check_parameters(sampled, at.precision);
  if (subtract(1, gamma, at.precision).is_zero()) return of;
  const auto* laws = std::get_if<law_pair>(&of.kind);
  if (laws == nullptr) return sampled;
  return distribution_pair{law_pair{mixture(gamma, laws->p, laws->q, at.precision), laws->q}};
}
formula_value make_pair_of_laws(const arguments& given, const context& at) {
  return checked(law_pair{law_at(given, 0), law_at(given, 1)}, at);
}
formula_value make_swapped(const arguments& given, const context&) {
  return swap(pair_at(given, 0));
}

}  // namespace

std::vector<builtin> pair_functions() {
  return {
      {"clone_pair",
       "clone_pair(n, eps0) or clone_pair(n, eps0, p)",
       {real, real, real},
       2,
       false,
       a_pair,
       make_clone_pair},
      {"unmixed_pair",
       "unmixed_pair(n, eps0) or unmixed_pair(n, eps0, p)",
       {real, real, real},
       2,
       false,
       a_pair,
       make_unmixed_pair},
      {"printed_pair",
       "printed_pair(n, eps0, b)",
       {real, real, real},
       3,
       false,
       a_pair,
       make_printed_pair},
      {"rr_pair", "rr_pair(n, eps0)", {real, real}, 2, false, a_pair, make_rr_pair},
      {"normal_pair",
       "normal_pair(m1, v1, m2, v2), variances v1, v2",
       {real, real, real, real},
       4,
       false,
       a_pair,
       make_normal_pair},
      {"gaussian_pair", "gaussian_pair(mu)", {real}, 1, false, a_pair, make_gaussian_pair},
      {"krr_pair",
       "krr_pair(k, n, eps0), k >= 3 symbols",
       {real, real, real},
       3,
       false,
       a_pair,
       make_krr_pair},
      {"subsampled",
       "subsampled(pair, gamma), of a pair such as rr_pair or gaussian_pair",
       {a_pair, real},
       2,
       false,
       a_pair,
       make_subsampled},
      {"pair", "pair(P, Q) of two laws", {a_law, a_law}, 2, false, a_pair, make_pair_of_laws},
      {"swap", "swap(pair)", {a_pair}, 1, false, a_pair, make_swapped},
  };
}

}  // namespace shufflecert
