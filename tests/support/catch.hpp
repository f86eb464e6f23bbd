#pragma once
// Catch2 is one header in version 2 and several from version 3.3 on.

#if __has_include(<catch2/catch_test_macros.hpp>)
#include <catch2/catch_test_macros.hpp>
#else
#include <catch2/catch.hpp>
#endif
