#include "verify/coq_export/coq_rules.hpp"

#include <algorithm>
#include <utility>

#include "verify/coq_export/coq_terms.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

const call* call_in(const expression& formula, const char* name) {
  const auto* x = std::get_if<call>(&formula.node);
  return x != nullptr && x->name == name ? x : nullptr;
}

// A pair of randomized response (rr_pair or krr_pair), swapped or not, or a clone pair:
// clone_pair(n, eps0), the one of 2023, or one of another rate.
struct known_pair {
  bool is_response = false;
  bool is_clone = false;
  bool has_rate = false;
  bool has_other_rate = false;
  bool is_binary = false;
};

known_pair pair_of(const expression& formula, bool may_be_swapped = true) {
  if (const call* swapped = call_in(formula, "swap"); swapped != nullptr && may_be_swapped) {
    const known_pair inside = pair_of(*swapped->arguments[0], false);
    return {.is_response = inside.is_response};
  }
  if (call_in(formula, "rr_pair") != nullptr) return {.is_response = true, .is_binary = true};
  if (call_in(formula, "krr_pair") != nullptr) return {.is_response = true};
  const call* clone = call_in(formula, "clone_pair");
  if (clone == nullptr) return {};
  if (clone->arguments.size() == 2) return {.is_clone = true};
  const std::string usual = "2/(exp(" + to_text(*clone->arguments[1]) + ") + 1)";
  const bool is_usual = to_text(*clone->arguments[2]) == usual;
  return {.is_clone = is_usual, .has_rate = true, .has_other_rate = !is_usual};
}

// Whether it is subsampled(rr_pair(n, eps0), gamma).
bool is_subsampled_response(const expression& formula) {
  const call* sampled = call_in(formula, "subsampled");
  return sampled != nullptr && call_in(*sampled->arguments[0], "rr_pair") != nullptr;
}

// Whether the conditions say that the order is above a whole number; of a formula Coq decides it.
bool is_above(int end_of_orders, const expression& order,
              const std::vector<expression_ptr>& domain) {
  if (const auto* value = std::get_if<literal>(&order.node)) return value->value > end_of_orders;
  if (is_infinite(order)) return false;  // A rule for it has to say so.
  if (!std::holds_alternative<variable>(order.node)) return true;
  const std::string text = to_text(order);
  return std::any_of(domain.begin(), domain.end(), [&](const expression_ptr& condition) {
    const auto* x = std::get_if<comparison>(&condition->node);
    if (x == nullptr || to_text(*x->left) != text) return false;
    const auto* end = std::get_if<literal>(&x->right->node);
    if (end == nullptr) return false;
    return (x->op == relation::greater && end->value >= end_of_orders) ||
           (x->op == relation::greater_equal && end->value > end_of_orders);
  });
}

// Of a divergence whose pair is known, and whose order, if it has one, is above 0: its pair.
known_pair divergence_in(const expression& formula, const std::vector<expression_ptr>& domain) {
  const call* renyi = call_in(formula, "renyi");
  const call* stick = call_in(formula, "hockey_stick");
  if (renyi != nullptr && !is_above(0, *renyi->arguments[1], domain)) return {};
  const call* known = renyi != nullptr ? renyi : stick;
  return known == nullptr ? known_pair{} : pair_of(*known->arguments[0]);
}

// Whether both are one divergence, of clone pairs that differ in their rates alone.
bool have_other_rates(const expression& left, const expression& right,
                      const std::vector<expression_ptr>& domain) {
  for (const char* name : {"renyi", "hockey_stick"}) {
    const call* a = call_in(left, name);
    const call* b = call_in(right, name);
    if (a == nullptr || b == nullptr) continue;
    const call* c = call_in(*a->arguments[0], "clone_pair");
    const call* d = call_in(*b->arguments[0], "clone_pair");
    const auto are_alike = [](const call& x, const call& y, std::size_t i) {
      return to_text(*x.arguments[i]) == to_text(*y.arguments[i]);
    };
    return c != nullptr && d != nullptr && are_alike(*c, *d, 0) && are_alike(*c, *d, 1) &&
           are_alike(*a, *b, 1) &&
           (call_in(left, "renyi") == nullptr || is_above(0, *a->arguments[1], domain));
  }
  return false;
}

// Whether both are one quantity of randomized response or of clones, of pairs that differ in the
// number of users alone.
bool have_other_users(const expression& left, const expression& right) {
  const auto are_alike = [](const call& x, const call& y) {
    if (x.arguments.size() != y.arguments.size()) return false;
    for (std::size_t i = 1; i < x.arguments.size(); ++i)
      if (to_text(*x.arguments[i]) != to_text(*y.arguments[i])) return false;
    return true;
  };
  for (const auto& [quantity, pair] :
       {std::pair{"hockey_stick", "clone_pair"}, std::pair{"hockey_stick", "rr_pair"},
        std::pair{"chi_moment", "rr_pair"}}) {
    const call* a = call_in(left, quantity);
    const call* b = call_in(right, quantity);
    if (a == nullptr || b == nullptr || !are_alike(*a, *b)) continue;
    const call* c = call_in(*a->arguments[0], pair);
    const call* d = call_in(*b->arguments[0], pair);
    if (c != nullptr && d != nullptr && are_alike(*c, *d)) return true;
  }
  return false;
}

// Whether it is mix(w, P, Q), of laws of randomized response.
bool is_mixture_of_responses(const expression& formula) {
  const call* x = call_in(formula, "mix");
  if (x == nullptr) return false;
  return std::all_of(x->arguments.begin() + 1, x->arguments.end(), [](const expression_ptr& law) {
    return call_in(*law, "rr_law") != nullptr || call_in(*law, "krr_law") != nullptr;
  });
}

// Whether it is a moment, or a Kullback-Leibler divergence, of such mixtures.
bool is_of_mixtures(const expression& formula) {
  if (const call* moment = call_in(formula, "ternary_moment"))
    return std::all_of(moment->arguments.begin(), moment->arguments.end() - 1,
                       [](const expression_ptr& law) { return is_mixture_of_responses(*law); });
  const call* renyi = call_in(formula, "renyi");
  if (renyi != nullptr && to_text(*renyi->arguments[1]) != "1") return false;
  const call* known = renyi != nullptr ? renyi : call_in(formula, "chi_moment");
  const call* pair = known == nullptr ? nullptr : call_in(*known->arguments[0], "pair");
  return pair != nullptr &&
         std::all_of(pair->arguments.begin(), pair->arguments.end(),
                     [](const expression_ptr& law) { return is_mixture_of_responses(*law); });
}

// Whether it is a moment of rr_pair(), or the square one of three symbols with all others on one of
// them.
bool is_of_response_or_three_symbols(const expression& formula) {
  const call* moment = call_in(formula, "chi_moment");
  if (moment == nullptr) return false;
  if (call_in(*moment->arguments[0], "rr_pair") != nullptr) return true;
  const call* pair = call_in(*moment->arguments[0], "pair");
  const call* zero = pair == nullptr ? nullptr : call_in(*pair->arguments[0], "krr_law");
  const call* rest = pair == nullptr ? nullptr : call_in(*pair->arguments[1], "krr_law");
  if (zero == nullptr || rest == nullptr || to_text(*moment->arguments[1]) != "2") return false;
  const auto counts = [](const call& law) {
    return law.arguments.size() == 4
               ? to_text(*law.arguments[1]) + ", " + to_text(*law.arguments[2])
               : std::string();
  };
  return counts(*zero) == "1, 0" && counts(*rest) == "0, 0" &&
         to_text(*zero->arguments[3]) == to_text(*rest->arguments[3]) + " - 1";
}

// Whether it is a moment of bits or of three symbols, of laws whose inputs differ in one user, as
// in (O.5).
bool is_of_one_user(const expression& formula) {
  const auto has_one_more = [](const expression_ptr& more, const expression_ptr& less) {
    return to_text(*more) == to_text(*less) + " + 1";
  };
  if (const call* moment = call_in(formula, "chi_moment")) {
    const call* pair = call_in(*moment->arguments[0], "pair");
    const call* zero = pair == nullptr ? nullptr : call_in(*pair->arguments[0], "rr_law");
    const call* one = pair == nullptr ? nullptr : call_in(*pair->arguments[1], "rr_law");
    return zero != nullptr && one != nullptr &&
           has_one_more(zero->arguments[1], one->arguments[1]) &&
           has_one_more(one->arguments[2], zero->arguments[2]);
  }
  const call* moment = call_in(formula, "ternary_moment");
  if (moment == nullptr) return false;
  const call* zero = call_in(*moment->arguments[0], "krr_law");
  const call* one = call_in(*moment->arguments[1], "krr_law");
  const call* two = call_in(*moment->arguments[2], "krr_law");
  if (zero == nullptr || one == nullptr || two == nullptr) return false;
  return zero->arguments.size() == 4 && one->arguments.size() == 4 && two->arguments.size() == 4 &&
         has_one_more(zero->arguments[1], one->arguments[1]) &&
         has_one_more(one->arguments[2], zero->arguments[2]) &&
         has_one_more(two->arguments[3], zero->arguments[3]);
}

// Whether a quantity of a clone pair, or the trade-off function of a mixture of two laws, is
// compared with a symmetrized curve.
bool is_of_swapped_laws(const expression& left, const expression& right) {
  if (const call* delta = call_in(right, "curve_delta")) {
    const call* stick = call_in(left, "hockey_stick");
    return stick != nullptr && call_in(*delta->arguments[0], "symmetrized") != nullptr &&
           call_in(*stick->arguments[0], "clone_pair") != nullptr;
  }
  const call* at = call_in(left, "at");
  const call* curve = call_in(right, "tradeoff");
  if (at == nullptr || curve == nullptr || call_in(*at->arguments[0], "symmetrized") == nullptr)
    return false;
  return call_in(*curve->arguments[0], "clone_pair") != nullptr ||
         call_in(*curve->arguments[0], "pair") != nullptr;
}

// Whether one divergence of a variation pair and of krr_pair(), of an order above 0, is compared.
bool is_of_two_counts(const expression& left, const expression& right) {
  for (const char* name : {"renyi", "hockey_stick"}) {
    const call* low = call_in(left, name);
    const call* high = call_in(right, name);
    if (low == nullptr || high == nullptr) continue;
    return call_in(*low->arguments[0], "variation_pair") != nullptr &&
           call_in(*high->arguments[0], "krr_pair") != nullptr && !is_infinite(*low->arguments[1]);
  }
  return false;
}

// Whether a hockey-stick divergence of rounds of rr_pair() is compared with that of rounds of
// clone_pair(n, eps0).
bool are_rounds_of_clones(const expression& left, const expression& right) {
  const call* low = call_in(left, "hockey_stick");
  const call* high = call_in(right, "hockey_stick");
  if (low == nullptr || high == nullptr) return false;
  const call* rounds = call_in(*low->arguments[0], "compose");
  const call* more = call_in(*high->arguments[0], "compose");
  if (rounds == nullptr || more == nullptr) return false;
  const call* swapped = call_in(*rounds->arguments[0], "swap");
  const expression& pair = swapped != nullptr ? *swapped->arguments[0] : *rounds->arguments[0];
  const call* clones = call_in(*more->arguments[0], "clone_pair");
  return call_in(pair, "rr_pair") != nullptr && clones != nullptr && clones->arguments.size() == 2;
}

}  // namespace

std::string coq_rule(const std::string& place, const expression& condition,
                     const std::vector<expression_ptr>& domain) {
  const auto* order = std::get_if<comparison>(&condition.node);
  if (order == nullptr || order->op != relation::less_equal) return "";
  const known_pair low = divergence_in(*order->left, domain);
  if (const call* high = call_in(*order->right, "tradeoff"); place == "(K.1)" && high != nullptr) {
    const call* curve = call_in(*order->left, "tradeoff");
    const bool is_known = curve != nullptr && pair_of(*curve->arguments[0]).is_clone &&
                          pair_of(*high->arguments[0]).is_response;
    return is_known ? "by_K_1" : "";
  }
  if (place == "(O.16)" && is_of_two_counts(*order->left, *order->right)) return "by_O_16";
  if (place == "(K.1), (V.13)" && are_rounds_of_clones(*order->left, *order->right))
    return "by_K_1_V_13";
  if (place == "(O.2)" && is_of_swapped_laws(*order->left, *order->right)) return "by_O_2";
  if (place == "(K.1)" && low.is_response && divergence_in(*order->right, domain).is_clone)
    return "by_K_1";
  const call* smaller = call_in(*order->left, "renyi");
  const call* larger = call_in(*order->right, "renyi");
  if (place == "(U.6)" && smaller != nullptr && is_infinite(*smaller->arguments[1])) {
    const known_pair pair = pair_of(*smaller->arguments[0]);
    if (pair.is_response || (pair.is_clone && !pair.has_rate)) return "by_U_6";
  }
  if (smaller != nullptr && is_above(1, *smaller->arguments[1], domain)) {
    if (place == "(K.18)" && low.is_binary) return "by_K_18";
    const bool is_bounded = low.is_response || low.is_clone || low.has_other_rate;
    if (place == "(K.4)" && is_bounded) return "by_K_4";
    if (place == "(K.5)" && is_bounded) return "by_K_5";
    if (place == "(K.8)" && is_bounded) return "by_K_8";
    if (place == "(K.9)" && is_bounded) return "by_K_9";
    if (place == "(O.7)" && (is_bounded || is_subsampled_response(*smaller->arguments[0])))
      return "by_O_7";
    if (place == "(K.17)" && low.is_binary) return "by_K_17";
    if (place == "(O.8)" && is_subsampled_response(*smaller->arguments[0])) return "by_O_8";
  }
  if (larger != nullptr && is_above(1, *larger->arguments[1], domain)) {
    const known_pair high = pair_of(*larger->arguments[0]);
    if (place == "(K.6)" && high.is_binary) return "by_K_6";
    if (place == "(K.17)" && high.is_binary) return "by_K_17";
    if (place == "(U.4)" && (high.is_clone || high.has_other_rate)) return "by_U_4";
    if (place == "(O.8)" && is_subsampled_response(*larger->arguments[0])) return "by_O_8";
    if (place == "(K.1), (K.6)" && high.is_clone) return "by_K_1_K_6";
  }
  if (const call* stick = call_in(*order->right, "hockey_stick");
      place == "(K.14)" && stick != nullptr) {
    const known_pair high = pair_of(*stick->arguments[0]);
    if (high.is_clone || high.has_other_rate) return "by_K_14";
  }
  if (place == "(U.2)" && larger != nullptr && is_above(1, *larger->arguments[1], domain) &&
      to_text(*larger->arguments[0]).starts_with("swap(rr_pair("))
    return "by_U_2";
  if (place == "(K.1), (U.2)" && larger != nullptr && is_above(1, *larger->arguments[1], domain) &&
      pair_of(*larger->arguments[0]).is_clone)
    return "by_K_1_U_2";
  const bool is_usual = low.is_response || (low.is_clone && !low.has_rate);
  if (place == "(V.11)" && have_other_users(*order->left, *order->right)) return "by_V_11";
  if (place == "(O.3)" && is_of_mixtures(*order->left)) return "by_O_3";
  if (place == "(O.4)" && is_of_response_or_three_symbols(*order->left)) return "by_O_4";
  if (place == "(O.9)" && call_in(*order->left, "ternary_moment") != nullptr &&
      is_of_mixtures(*order->left) && to_text(*order->right).find("max(") != std::string::npos)
    return "by_O_9";
  if (place == "(O.5)" && is_of_one_user(*order->left)) return "by_O_5";
  if (place == "(V.4)" && have_other_rates(*order->left, *order->right, domain)) return "by_V_4";
  if (place == "(K.3)" && is_usual) return "by_K_3";
  if (place == "(U.6)" && is_usual) return "by_U_6";
  return "";
}

}  // namespace shufflecert::inline v0_1::claims
