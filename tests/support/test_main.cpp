// The test program's entry point: Catch2's, then FLINT's caches are given back so that the leak
// checker sees only real leaks.
//
// Exit status 0: all passed; 1: something failed; 2: the environment asks for what there is not;
// 4: nothing failed, and something was skipped.
#if __has_include(<catch2/catch_session.hpp>)
#include <catch2/catch_session.hpp>
#else
#define CATCH_CONFIG_RUNNER
#include <catch2/catch.hpp>
#define VERSION_2_OF_CATCH
#endif

#include <cstdio>
#include <exception>

#include "shufflecert/ball.hpp"
#include "support/this_run.hpp"

namespace {

// Catch2's own status counts failures, up to any number, or what it listed.
int run(Catch::Session& session) {
  const auto& asked = session.configData();
  bool only_lists = asked.listTests || asked.listTags || asked.listReporters;
#ifdef VERSION_2_OF_CATCH
  only_lists = only_lists || asked.listTestNamesOnly;
#endif
  if (only_lists) return session.run();
  static_cast<void>(test_seed());
  static_cast<void>(test_multiplier());
  static_cast<void>(test_divisor());
  static_cast<void>(all_tests_are_required());
  const int status = session.run();
  const bool is_skipped = skipped_parts() > 0 && (status == 0 || status == status_of_skipped);
  if (is_skipped) std::printf("skipped, in part or as a whole: %d\n", skipped_parts());
  return is_skipped ? status_of_skipped : status == 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char* argv[]) {
  Catch::Session session;
  int status = session.applyCommandLine(argc, argv);
  if (status != 0) return status;
  try {
    status = run(session);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 2;
  }
  shufflecert::release_caches();
  return status;
}
