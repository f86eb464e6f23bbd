// Compiled against Catch2 3's layout of headers: the entry point and a file of tests.
#include "support/main.cpp"

#include "arithmetic/test_rational.cpp"
#ifndef LAYOUT_OF_CATCH_3
#error "the headers of Catch2 3 are there and were not used"
#endif
