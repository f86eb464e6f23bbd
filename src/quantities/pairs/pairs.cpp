#include "shufflecert/pairs.hpp"

#include "arithmetic/overloaded.hpp"
#include "quantities/pairs/parameters.hpp"
#include "quantities/pairs/variation.hpp"
#include "shufflecert/errors.hpp"
#include "shufflecert/noise_laws.hpp"

namespace shufflecert::inline v0_1 {
namespace {

void check_probability(const number& p, bits precision) {
  require(p, relation::greater, 0, precision, "p", "in (0, 1]");
  require(p, relation::less_equal, 1, precision, "p", "in (0, 1]");
}

// (γP + (1−γ)Q, Q) is what subsampling does to (P, Q) only if Q lacks the differing user's input.
void check_is_subsampled(const distribution_pair& of) {
  const char* written_out =
      "; write the subsampled pair out: pair(mix(gamma, P, R), mix(gamma, Q, R)) with R the law "
      "without that input";
  if (of.swapped)
    throw undefined_value(
        std::string("subsampled() of a swapped pair: Q contains the differing user's input") +
        written_out);
  const bool is_possible = std::visit(
      overloaded{[](const rr_pair&) { return true; }, [](const normal_pair&) { return true; },
                 [](const laplace_pair&) { return true; }, [](const law_pair&) { return true; },
                 [](const subsampled_pair&) { return true; },
                 // The pairs at the ends are checked themselves.
                 [](const pair_range& range) {
                   check_is_subsampled(*range.least);
                   check_is_subsampled(*range.greatest);
                   return true;
                 },
                 [](const auto&) { return false; }},
      of.kind);
  if (!is_possible)
    throw undefined_value(
        std::string("subsampled() needs a pair whose Q is the law without the differing user's "
                    "input, such as rr_pair or gaussian_pair") +
        written_out);
}

constexpr std::int64_t most_clones = 1'000'000'000'000'000'000;

struct parameter_check {
  bits precision;

  void operator()(const krr_pair& pair) const {
    if (pair.k < 3)
      throw undefined_value("k must be a whole number >= 3, and it is " + std::to_string(pair.k) +
                            " (for two symbols there is rr_pair)");
    check_users(pair.n);
    check_eps0(pair.eps0, precision);
  }
  void operator()(const subsampled_pair& pair) const {
    check_is_subsampled(*pair.of);
    check_parameters(*pair.of, precision);
    check_weight(pair.gamma, "gamma", precision);
  }
  void operator()(const law_pair& pair) const {
    if (pair.p->dimension != pair.q->dimension)
      throw undefined_value("the two laws of a pair must have outcomes of the same length, not " +
                            std::to_string(pair.p->dimension) + " and " +
                            std::to_string(pair.q->dimension));
  }

  void operator()(const shuffled_pair& pair) const {
    if (pair.p->dimension != pair.r->dimension || pair.q->dimension != pair.r->dimension)
      throw undefined_value(
          "the three laws of shuffled_pair must have outcomes of the same length");
    check_users(pair.n);
  }

  void operator()(const allocation_pair& pair) const {
    if (pair.batches < 1)
      throw undefined_value("the number of batches T must be a whole number >= 1");
    require_finite(pair.sigma, "sigma");
    require(pair.sigma, relation::greater, 0, precision, "sigma", "> 0");
  }

  // Noise is checked where it is made.
  void operator()(const noise_pair&) const {}

  void operator()(const composed_pair& pair) const {
    for (const repeated_pair& part : pair.parts) {
      check_rounds(part.rounds);
      check_parameters(*part.of, precision);
    }
  }
  void operator()(const pair_range& pair) const {
    check_parameters(*pair.least, precision);
    check_parameters(*pair.greatest, precision);
  }
  void operator()(const clone_pair& pair) const {
    check_users(pair.n);
    check_eps0(pair.eps0, precision);
    if (pair.p) check_probability(*pair.p, precision);
  }
  void operator()(const clone_law_pair& pair) const {
    check_eps0(pair.eps0, precision);
    if (pair.clones->dimension != 1)
      throw undefined_value("the law of the number of clones must be a law of one whole number");
    const std::int64_t least = pair.clones->entries.front().outcome.front();
    if (least < 0)
      throw undefined_value("a number of clones must be >= 0, and the law has the outcome " +
                            std::to_string(least));
    if (pair.clones->entries.back().outcome.front() > most_clones)
      throw beyond_reach("more than 10^18 clones");
  }
  void operator()(const unmixed_pair& pair) const {
    check_users(pair.n);
    check_eps0(pair.eps0, precision);
    if (pair.p) check_probability(*pair.p, precision);
  }
  void operator()(const printed_pair& pair) const {
    check_users(pair.n);
    check_eps0(pair.eps0, precision);
    check_weight(pair.b, "b", precision);
  }
  void operator()(const rr_pair& pair) const {
    check_users(pair.n);
    check_eps0(pair.eps0, precision);
  }
  void operator()(const variation_pair& pair) const {
    check_users(pair.n);
    check_variation(pair, precision);
  }
  void operator()(const laplace_pair& pair) const {
    require_finite(pair.eps, "eps");
    require(pair.eps, relation::greater, 0, precision, "eps", "> 0");
  }
  void operator()(const normal_pair& pair) const {
    require_finite(pair.m1, "the first mean");
    require_finite(pair.m2, "the second mean");
    require_finite(pair.v1, "the first variance");
    require_finite(pair.v2, "the second variance");
    require(pair.v1, relation::greater, 0, precision, "the first variance", "> 0");
    require(pair.v2, relation::greater, 0, precision, "the second variance", "> 0");
  }
};

std::optional<std::string> joined(const std::string& name,
                                  std::initializer_list<const number*> parts) {
  std::string text = name;
  for (const number* part : parts) {
    const auto exact = part->exact_text();
    if (!exact) return std::nullopt;
    text += "|" + *exact;
  }
  return text;
}

struct text_of {
  std::optional<std::string> operator()(const krr_pair& pair) const {
    return joined("krr|" + std::to_string(pair.k) + "|" + std::to_string(pair.n), {&pair.eps0});
  }
  std::optional<std::string> operator()(const subsampled_pair& pair) const {
    const auto of = exact_text(*pair.of);
    if (!of) return std::nullopt;
    return joined("subsampled(" + *of + ")", {&pair.gamma});
  }
  std::optional<std::string> operator()(const law_pair& pair) const {
    if (!pair.p->text || !pair.q->text) return std::nullopt;
    return "pair(" + *pair.p->text + ", " + *pair.q->text + ")";
  }
  std::optional<std::string> operator()(const shuffled_pair& pair) const {
    if (!pair.p->text || !pair.q->text || !pair.r->text) return std::nullopt;
    return "shuffled(" + *pair.p->text + ", " + *pair.q->text + ", " + *pair.r->text + ", " +
           std::to_string(pair.n) + ")";
  }
  std::optional<std::string> operator()(const allocation_pair& pair) const {
    return joined("allocation|" + std::to_string(pair.batches), {&pair.sigma});
  }
  std::optional<std::string> operator()(const noise_pair& pair) const {
    if (!pair.p->text || !pair.q->text) return std::nullopt;
    return "pair(" + *pair.p->text + ", " + *pair.q->text + ")";
  }
  std::optional<std::string> operator()(const composed_pair& pair) const {
    std::string text = "rounds(";
    for (const repeated_pair& part : pair.parts) {
      const auto of = exact_text(*part.of);
      if (!of) return std::nullopt;
      text += std::to_string(part.rounds) + " of " + *of + ";";
    }
    return text + ")";
  }
  // Some pair between two, and not known which.
  std::optional<std::string> operator()(const pair_range&) const { return std::nullopt; }
  std::optional<std::string> operator()(const clone_pair& pair) const {
    const std::string name = "clone|" + std::to_string(pair.n);
    return pair.p ? joined(name, {&pair.eps0, &*pair.p}) : joined(name, {&pair.eps0});
  }
  std::optional<std::string> operator()(const clone_law_pair& pair) const {
    if (!pair.clones->text) return std::nullopt;
    return joined("clones of " + *pair.clones->text, {&pair.eps0});
  }
  std::optional<std::string> operator()(const unmixed_pair& pair) const {
    const std::string name = "unmixed|" + std::to_string(pair.n);
    return pair.p ? joined(name, {&pair.eps0, &*pair.p}) : joined(name, {&pair.eps0});
  }
  std::optional<std::string> operator()(const printed_pair& pair) const {
    return joined("printed|" + std::to_string(pair.n), {&pair.eps0, &pair.b});
  }
  std::optional<std::string> operator()(const rr_pair& pair) const {
    return joined("rr|" + std::to_string(pair.n), {&pair.eps0});
  }
  std::optional<std::string> operator()(const variation_pair& pair) const {
    const std::string name = "variation|" + std::to_string(pair.n);
    if (pair.p.is_infinity(1)) return joined(name + "|inf", {&pair.beta, &pair.q0, &pair.q1});
    return joined(name, {&pair.p, &pair.beta, &pair.q0, &pair.q1});
  }
  std::optional<std::string> operator()(const laplace_pair& pair) const {
    return joined("laplace", {&pair.eps});
  }
  std::optional<std::string> operator()(const normal_pair& pair) const {
    return joined("normal", {&pair.m1, &pair.v1, &pair.m2, &pair.v2});
  }
};

}  // namespace

normal_pair gaussian_pair(number mu) {
  return {std::move(mu), 1, 0, 1};
}

distribution_pair swap(distribution_pair pair) {
  // Rounds are swapped one by one, so that a composed pair itself never is.
  if (auto* rounds = std::get_if<composed_pair>(&pair.kind)) {
    for (repeated_pair& part : rounds->parts)
      part.of = std::make_shared<const distribution_pair>(swap(*part.of));
    return pair;
  }
  pair.swapped = !pair.swapped;
  return pair;
}

void check_parameters(const distribution_pair& pair, bits precision) {
  std::visit(parameter_check{precision}, pair.kind);
}

std::optional<std::string> exact_text(const distribution_pair& pair) {
  auto text = std::visit(text_of{}, pair.kind);
  if (text && pair.swapped) *text += "|swapped";
  return text;
}

}  // namespace shufflecert::inline v0_1
