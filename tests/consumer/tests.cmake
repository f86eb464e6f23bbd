# What other projects rely on: an installed copy, found by CMake and by pkg-config. The examples are
# such a project. A consumer of a library built with sanitizers would need their flags, so that such
# a build has none of these tests.
if(SHUFFLECERT_SANITIZE OR NOT SHUFFLECERT_INSTALL)
  return()
endif()
find_program(PKG_CONFIG_PROGRAM pkg-config REQUIRED)

set(consumer_source "${CMAKE_CURRENT_LIST_DIR}")
set(consumer_prefix "${CMAKE_CURRENT_BINARY_DIR}/installed")
set(examples "${CMAKE_CURRENT_BINARY_DIR}/examples")

add_test(NAME "an installed copy" COMMAND "${CMAKE_COMMAND}" "-DBUILD=${PROJECT_BINARY_DIR}"
         "-DPREFIX=${consumer_prefix}" -P "${consumer_source}/install.cmake")
set_tests_properties("an installed copy" PROPERTIES FIXTURES_SETUP installed_copy TIMEOUT 600)

add_test(NAME "the installed program runs"
         COMMAND "${consumer_prefix}/${CMAKE_INSTALL_BINDIR}/shufflecert" eval "1/2 < 1")
set_tests_properties("the installed program runs" PROPERTIES PASS_REGULAR_EXPRESSION "^true\n$")

# The compiler cache knows a copy whose files are as they were.
set(through_cache "")
if(CCACHE_PROGRAM)
  set(through_cache "-DCMAKE_CXX_COMPILER_LAUNCHER=${CCACHE_PROGRAM}")
endif()
add_test(NAME "the examples build with find_package"
         COMMAND "${CMAKE_CTEST_COMMAND}"
                 --build-and-test "${PROJECT_SOURCE_DIR}/examples" "${examples}"
                 --build-generator "${CMAKE_GENERATOR}"
                 --build-options "-DCMAKE_PREFIX_PATH=${consumer_prefix}"
                                 "-DCMAKE_CXX_COMPILER=${CMAKE_CXX_COMPILER}" ${through_cache})
set_tests_properties("the examples build with find_package" PROPERTIES FIXTURES_SETUP examples)

# The digits are those of the second arithmetic's double sum
# (tests/quantities/divergences/test_oracle_inclusion.cpp).
add_test(NAME "example divergence" COMMAND "${examples}/divergence")
# At ε = 0 it is the total variation: half of E|P/Q − 1|.
add_test(NAME "example sweep" COMMAND "${examples}/sweep")
set_tests_properties("example sweep" PROPERTIES PASS_REGULAR_EXPRESSION
  "^eps,delta_lower,delta_upper\n0\\.00,[0-9.]+,[0-9.]+\n(0\\.[0-9]+,[0-9.e-]+,[0-9.e-]+\n)+$")
add_test(NAME "example judge_bound" COMMAND "${examples}/judge_bound")
set_tests_properties("example judge_bound" PROPERTIES
                     PASS_REGULAR_EXPRESSION "^refuted my-paper/theorem-1: fails at [0-9]+ of 8 points")
set_tests_properties("example divergence" "example sweep" "example judge_bound"
                     PROPERTIES FIXTURES_REQUIRED examples)

# Systems of published papers, each a tiny version.
add_test(NAME "example check_randomizers" COMMAND "${examples}/systems/check_randomizers")
add_test(NAME "example shuffled_sgd" COMMAND "${examples}/systems/shuffled_sgd" --made-up 500 --blocks 400
         --epochs 2 --rate 20 --output shuffled-sgd.csv)
set_tests_properties("example shuffled_sgd" PROPERTIES PASS_REGULAR_EXPRESSION
  "400 blocks of 1 samples\n.*epoch 2 of 2: loss [0-9.]+, accuracy [0-9.]+, epsilon at most [0-9.]+\n")
add_test(NAME "example sampled_sgd" COMMAND "${examples}/systems/sampled_sgd" --made-up 500 --clients 100
         --steps 8 --norm l2 --output sampled-sgd.csv)
set_tests_properties("example sampled_sgd" PROPERTIES PASS_REGULAR_EXPRESSION
  "100 of 400 clients a step\n.*step 8 of 8: loss [0-9.]+, accuracy [0-9.]+, epsilon at most [0-9.]+\n")
add_test(NAME "example one_step_gd" COMMAND "${examples}/systems/one_step_gd" --runs 20
         --output one-step-gd.csv)
set_tests_properties("example one_step_gd" PROPERTIES PASS_REGULAR_EXPRESSION
  "epsilon 1: delta at most [0-9.e-]+, without the random start [0-9.e-]+\n")
set_tests_properties("example check_randomizers" "example shuffled_sgd" "example sampled_sgd"
                     "example one_step_gd" PROPERTIES FIXTURES_REQUIRED examples)

# The same example without CMake.
set(compiler "'${CMAKE_CXX_COMPILER}'")
if(CCACHE_PROGRAM)
  string(PREPEND compiler "'${CCACHE_PROGRAM}' ")
endif()
set(by_pkg_config "
  export PKG_CONFIG_PATH=$(dirname $(find '${consumer_prefix}' -name shufflecert.pc))
  ${compiler} -std=c++20 $(pkg-config --cflags shufflecert) -c '${PROJECT_SOURCE_DIR}/examples/divergence.cpp' \
    -o by_pkg_config.o
  ${compiler} by_pkg_config.o -o by_pkg_config $(pkg-config --static --libs shufflecert)
  exec ./by_pkg_config")
add_test(NAME "a program that uses pkg-config builds and runs" COMMAND sh -euc "${by_pkg_config}")
set_tests_properties("example divergence" "a program that uses pkg-config builds and runs" PROPERTIES
  PASS_REGULAR_EXPRESSION
  "^\\[0\\.00343016810493237733436964711252, 0\\.00343016810493237733436964711253\\]\n$")

set_tests_properties("the installed program runs" "the examples build with find_package"
                     "a program that uses pkg-config builds and runs"
                     PROPERTIES FIXTURES_REQUIRED installed_copy TIMEOUT 600)
