#pragma once

#include <algorithm>

#include "arithmetic/overloaded.hpp"
#include "shufflecert/expression.hpp"

namespace shufflecert::inline v0_1 {

/// Calls `see` for every direct part of the formula.
template <class See>
void for_each_part(const expression& formula, See see) {
  std::visit(
      overloaded{
          [](const literal&) {}, [](const variable&) {},
          [&](const call& c) { std::for_each(c.arguments.begin(), c.arguments.end(), see); },
          [&](const negation& n) { see(n.operand); },
          [&](const sum_chain& s) {
            for (const auto& term : s.terms) see(term.operand);
          },
          [&](const product_chain& p) {
            for (const auto& factor : p.factors) see(factor.operand);
          },
          [&](const power_of& p) {
            see(p.base);
            see(p.exponent);
          },
          [&](const comparison& c) {
            see(c.left);
            see(c.right);
          },
          [&](const conjunction& c) { std::for_each(c.operands.begin(), c.operands.end(), see); },
          [&](const disjunction& d) { std::for_each(d.operands.begin(), d.operands.end(), see); },
          [&](const logical_not& n) { see(n.operand); }},
      formula.node);
}

}  // namespace shufflecert::inline v0_1
