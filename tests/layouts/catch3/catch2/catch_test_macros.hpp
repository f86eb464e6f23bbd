// Catch2 3's place for its macros, with what Catch2 2 has in it.
#pragma once
#define LAYOUT_OF_CATCH_3
#include <catch2/catch.hpp>
