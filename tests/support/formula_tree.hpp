#pragma once
// A second, deliberately plain way to write a syntax tree down: every operation in brackets, so
// that a test can state the structure that it expects without trusting the library's own printing.

#include <string>

#include "shufflecert/expression.hpp"

/// "a - b*c" is "[ +a -[ *b *c]]", "-2^n" is "minus(power(2, n))". Literals show their spelling.
std::string tree_of(const shufflecert::expression& formula);
