#pragma once
// What formulas evaluate to in the second arithmetic.

#include "second/curves.hpp"
#include "shufflecert/number.hpp"  // only the names of the relations

namespace shufflecert::second {

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

}  // namespace shufflecert::second
