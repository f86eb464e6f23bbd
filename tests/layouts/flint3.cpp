// Compiled against FLINT 3's layout of headers: all of the library that names FLINT's functions.
#include "shufflecert/flint_headers.hpp"
#ifndef LAYOUT_OF_FLINT_3
#error "the headers of FLINT 3 are there and were not used"
#endif
#include "arithmetic/ball.cpp"
#include "arithmetic/decimal.cpp"
