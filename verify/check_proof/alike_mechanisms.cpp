#include "alike_mechanisms.hpp"

#include <algorithm>
#include <set>

#include "checker_errors.hpp"
#include "checker_formula.hpp"

namespace check {
namespace {

const std::string family = "any_mechanism_alike";

bool has_family(const formula& x) {
  spend(1);
  return is_call(x, family) ||
         std::any_of(x.parts.begin(), x.parts.end(),
                     [](const formula_ptr& part) { return has_family(*part); });
}

bool is_of_family(const formula& x) {
  return is_call(x, family) && x.parts.size() == 2 && !has_family(*x.parts[0]) &&
         !has_family(*x.parts[1]);
}

bool is_pair_of_family(const formula& x) {
  return is_of_family(x) ||
         (is_call(x, "swap") && x.parts.size() == 1 && is_of_family(*x.parts[0]));
}

// A side that does not grow where the mechanism leaks less; of trade-off functions, does not fall.
bool follows_leakage(const formula& side, bool is_lesser) {
  if (!has_family(side)) return true;
  if (is_call(side, is_lesser ? "max" : "min"))
    return std::all_of(side.parts.begin(), side.parts.end(),
                       [&](const formula_ptr& part) { return follows_leakage(*part, is_lesser); });
  static const std::set<std::string> divergences{"renyi", "hockey_stick", "total_variation",
                                                 "epsilon"};
  const bool is_known = is_lesser ? side.kind == "call" && divergences.contains(side.name)
                                  : is_call(side, "tradeoff");
  return is_known && !side.parts.empty() && is_pair_of_family(*side.parts.front()) &&
         std::none_of(side.parts.begin() + 1, side.parts.end(),
                      [](const formula_ptr& part) { return has_family(*part); });
}

bool is_bound(const formula& part) {
  const bool is_upper = part.kind == "<=" || part.kind == "<";
  if (!is_upper && part.kind != ">=" && part.kind != ">") return !has_family(part);
  const formula& lesser = *part.parts[is_upper ? 0 : 1];
  const formula& greater = *part.parts[is_upper ? 1 : 0];
  return follows_leakage(lesser, true) && follows_leakage(greater, false);
}

bool continues_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

}  // namespace

bool is_about_alike(const std::string& claim) {
  return has_family(*parsed(claim));
}

std::string decided_by_response(const std::string& claim) {
  for (const formula_ptr& part : conjuncts(parsed(claim)))
    demand_certain(is_bound(*part),
                   "a claim about " + family +
                       " is not made of bounds, from above on its divergences or from below on its "
                       "trade-off function");
  std::string text;
  for (std::size_t at = 0; at < claim.size();) {
    std::size_t end = at;
    while (end < claim.size() && continues_name(claim[end])) ++end;
    if (end == at) ++end;
    const std::string word = claim.substr(at, end - at);
    text += word == family ? "rr_pair" : word;
    at = end;
  }
  return text;
}

}  // namespace check
