#include "claims/forms/response_laws.hpp"
#include "claims/forms/pair_forms.hpp"

#include <algorithm>

#include "claims/catalogue/formula_matching.hpp"
#include "claims/forms/terms.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

constexpr std::size_t most_symbols = 4;

expression_ptr plus_one(const expression_ptr& count) {
  return make_node(sum_chain{{{false, count}, {false, make_number(1)}}});
}

// How many others have a symbol: of a law in which the one user has another one.
std::optional<expression_ptr> others_with(std::size_t symbol, const std::vector<response_law>& laws,
                                          const std::vector<std::size_t>& symbols) {
  expression_ptr others;
  for (std::size_t i = 0; i < laws.size(); ++i)
    if (symbols[i] != symbol && !others) others = laws[i].counts[symbol];
  if (!others) return std::nullopt;
  const expression_ptr with_one = plus_one(others);
  for (std::size_t i = 0; i < laws.size(); ++i)
    if (!is_same_number(*laws[i].counts[symbol], symbols[i] == symbol ? *with_one : *others))
      return std::nullopt;
  return others;
}

}  // namespace

std::optional<response_law> response_law_in(const expression_ptr& law) {
  const auto* x = std::get_if<call>(&law->node);
  if (x == nullptr || (x->name != "rr_law" && x->name != "krr_law")) return std::nullopt;
  return response_law{x->arguments[0], {x->arguments.begin() + 1, x->arguments.end()}};
}

expression_ptr neighbours::other_users() const {
  std::vector<signed_term> counts;
  for (const expression_ptr& count : others)
    if (!is_literal(count, 0)) counts.push_back({false, count});
  return sum_of(counts);
}

expression_ptr neighbours::users() const {
  return plus_one(other_users());
}

bool neighbours::all_others_have(std::size_t symbol) const {
  for (std::size_t i = 0; i < others.size(); ++i)
    if (i != symbol && !is_literal(others[i], 0)) return false;
  return true;
}

std::optional<neighbours> neighbours_in(const std::vector<expression_ptr>& laws) {
  std::vector<response_law> known;
  for (const expression_ptr& law : laws) {
    auto one = response_law_in(law);
    if (!one) return std::nullopt;
    known.push_back(*std::move(one));
  }
  const std::size_t count = known.front().counts.size();
  for (const response_law& one : known)
    if (one.counts.size() != count || !is_same_number(*one.eps0, *known.front().eps0))
      return std::nullopt;
  if (count < 2 || count > most_symbols) return std::nullopt;
  // Every choice of the one user's symbols, as digits of a number.
  std::size_t choices = 1;
  for (std::size_t i = 0; i < known.size(); ++i) choices *= count;
  for (std::size_t choice = 0; choice < choices; ++choice) {
    neighbours found{known.front().eps0, {}, {}};
    std::size_t rest = choice;
    for (std::size_t i = 0; i < known.size(); ++i) {
      found.symbols.push_back(rest % count);
      rest /= count;
    }
    if (found.symbols[0] == found.symbols[1]) continue;
    for (std::size_t symbol = 0; symbol < count; ++symbol) {
      auto others = others_with(symbol, known, found.symbols);
      if (!others) break;
      found.others.push_back(*std::move(others));
    }
    if (found.others.size() == count) return found;
  }
  return std::nullopt;
}

bool are_exchanged_by_symbols(const expression_ptr& first, const expression_ptr& second) {
  const auto a = response_law_in(first);
  const auto b = response_law_in(second);
  if (!a || !b || a->counts.size() != b->counts.size() || a->counts.size() > most_symbols ||
      !is_same_number(*a->eps0, *b->eps0))
    return false;
  const std::size_t count = a->counts.size();
  for (std::size_t s = 0; s < count; ++s)
    for (std::size_t t = s + 1; t < count; ++t) {
      bool fits = true;
      for (std::size_t i = 0; i < count && fits; ++i) {
        const std::size_t image = i == s ? t : i == t ? s : i;
        fits = is_same_number(*a->counts[i], *b->counts[image]);
      }
      if (fits) return true;
    }
  return false;
}

}  // namespace shufflecert::inline v0_1::claims
