#pragma once
// Complex balls and integration, wherever this version of FLINT has them; see flint_headers.hpp.

#include "shufflecert/flint_headers.hpp"

#if __has_include(<flint/acb.h>)
#include <flint/acb.h>
#include <flint/acb_calc.h>
#include <flint/acb_hypgeom.h>
#else
#include <acb.h>
#include <acb_calc.h>
#include <acb_hypgeom.h>
#endif
