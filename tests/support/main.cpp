// The test program's entry point: Catch2's, then FLINT's caches are given back so that the leak
// checker sees only real leaks.
#if __has_include(<catch2/catch_session.hpp>)
#include <catch2/catch_session.hpp>
#else
#define CATCH_CONFIG_RUNNER
#include <catch2/catch.hpp>
#endif

#include "shufflecert/ball.hpp"

int main(int argc, char* argv[]) {
  const int result = Catch::Session().run(argc, argv);
  shufflecert::release_caches();
  return result;
}
