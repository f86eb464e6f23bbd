#pragma once
// The one place that knows how FLINT is laid out: FLINT 3 carries the balls as <flint/arb.h>, with
// FLINT 2 they come from the separate library Arb as <arb.h>.

// FLINT 3 declares what exchanges numbers with MPFR only after <mpfr.h>.
#include <mpfr.h>

#if __has_include(<flint/arb.h>)
#include <flint/arb.h>
#include <flint/arb_hypgeom.h>
#include <flint/fmpq.h>
#else
#include <arb.h>
#include <arb_hypgeom.h>
#include <flint/fmpq.h>
#endif
