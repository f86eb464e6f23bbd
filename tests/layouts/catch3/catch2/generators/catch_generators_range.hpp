// Catch2 3 declares generators here; Catch2 2 has one header for everything.
#pragma once
#include <catch2/catch.hpp>
