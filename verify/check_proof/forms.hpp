#pragma once

#include "domain.hpp"

namespace check {

/// low <= high, or low < high.
struct order {
  formula_ptr low;
  formula_ptr high;
  bool is_strict = false;
};

node_kind op_of(const order& x);
/// The inequality in that order. Throws `wrong` for anything else.
order order_in(const formula_ptr& x);

/// Steps that follow from the form of both sides, and from what is certain of their parts. They
/// throw `unchecked` where the form is another one, or where something is open.
void check_largest(domain& where, const order& said);
void check_rises(domain& where, const order& said);
void check_undone(domain& where, const order& said);
void check_choice(domain& where, const order& said);
void check_powers(domain& where, const order& said);
void check_bodies(domain& where, const order& said);

}  // namespace check
