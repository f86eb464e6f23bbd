// FLINT 3's place for this header, with what FLINT 2's Arb has in it.
#pragma once
#define LAYOUT_OF_FLINT_3
#ifndef __MPFR_H
#error "FLINT 3 needs <mpfr.h> first"
#endif
#include <arb.h>
