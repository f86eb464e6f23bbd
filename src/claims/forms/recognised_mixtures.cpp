// Forms that are pairs, or three laws, of two mixtures each: docs/methods/orderings.md.

#include "claims/catalogue/formula_matching.hpp"
#include "claims/forms/pair_forms.hpp"
#include "claims/forms/recognised_forms.hpp"
#include "claims/forms/response_laws.hpp"
#include "claims/forms/terms.hpp"
#include "language/syntax/builtins.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

// A pair of two mixtures of laws.
struct mixed_pair {
  const call* first;
  const call* second;
};

std::optional<mixed_pair> mixed_pair_in(const expression_ptr& pair) {
  const call* laws = call_of(pair, "pair");
  if (laws == nullptr) return std::nullopt;
  const mixed_pair mixtures{call_of(laws->arguments[0], "mix"), call_of(laws->arguments[1], "mix")};
  if (mixtures.first == nullptr || mixtures.second == nullptr) return std::nullopt;
  return mixtures;
}

// The first three arguments as mixtures with one weight; none where they are not.
std::vector<const call*> three_mixtures_of(const call& quantity) {
  std::vector<const call*> mixtures;
  for (std::size_t i = 0; i < 3; ++i) {
    mixtures.push_back(call_of(quantity.arguments[i], "mix"));
    if (mixtures.back() == nullptr ||
        !is_same_number(*mixtures.front()->arguments[0], *mixtures.back()->arguments[0]))
      return {};
  }
  return mixtures;
}

}  // namespace

// Each of the two laws is, with some probability, the other one of an exchangeable pair.
std::optional<recognised> exchanged_mixture_in(const call& quantity) {
  const auto mixtures = mixed_pair_in(quantity.arguments[0]);
  if (!mixtures) return std::nullopt;
  const auto& a = mixtures->first->arguments;
  const auto& b = mixtures->second->arguments;
  const expression_ptr rest = make_node(sum_chain{{{false, make_number(1)}, {true, a[0]}}});
  const bool is_crossed =
      is_same_text(a[1], b[2]) && is_same_text(a[2], b[1]) && is_same_number(*a[0], *b[0]);
  const bool is_straight =
      is_same_text(a[1], b[1]) && is_same_text(a[2], b[2]) && is_same_number(*rest, *b[0]);
  if (!is_crossed && !is_straight) return std::nullopt;
  const expression_ptr plain = simplified_up_to_outcomes(make_call("pair", {a[1], a[2]}));
  const auto* plain_pair = std::get_if<call>(&plain->node);
  if (!(plain_pair != nullptr && makes_symmetric_pairs(plain_pair->name)) &&
      !are_exchanged_by_symbols(a[1], a[2]))
    return std::nullopt;
  return recognised{{{"u", a[0]}, {"C", make_call("curve", {plain})}}};
}

std::optional<recognised> mixture_in(const call& quantity) {
  const auto mixtures = mixed_pair_in(quantity.arguments[0]);
  if (!mixtures) return std::nullopt;
  const auto& p = mixtures->first->arguments;
  const auto& q = mixtures->second->arguments;
  if (!is_same_number(*p[0], *q[0])) return std::nullopt;
  return recognised{{{"w", p[0]}, {"P1", p[1]}, {"P2", p[2]}, {"Q1", q[1]}, {"Q2", q[2]}}};
}

std::optional<recognised> three_mixtures_in(const call& quantity) {
  const auto mixtures = three_mixtures_of(quantity);
  if (mixtures.empty()) return std::nullopt;
  recognised way{{{"w", mixtures[0]->arguments[0]}}};
  const std::vector<std::string> laws{"P", "Q", "R"};
  for (std::size_t law = 0; law < laws.size(); ++law)
    for (const std::size_t part : {1U, 2U})
      way.letters[laws[law] + std::to_string(part)] = mixtures[law]->arguments[part];
  return way;
}

std::optional<recognised> three_mixed_alike_in(const call& quantity) {
  const auto mixtures = three_mixtures_of(quantity);
  if (mixtures.empty() || !is_same_text(mixtures[0]->arguments[2], mixtures[1]->arguments[2]))
    return std::nullopt;
  return three_mixtures_in(quantity);
}

}  // namespace shufflecert::inline v0_1::claims
