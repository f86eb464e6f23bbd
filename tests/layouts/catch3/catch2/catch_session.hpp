// Catch2 3's place for its main program.
#pragma once
#define LAYOUT_OF_CATCH_3
#define CATCH_CONFIG_RUNNER
#include <catch2/catch.hpp>
