# What other projects rely on: an installed copy, found by CMake and by pkg-config. A consumer of a
# library built with sanitizers would need their flags, so that such a build has none of these tests.
if(SHUFFLECERT_SANITIZE)
  return()
endif()
find_program(PKG_CONFIG_PROGRAM pkg-config REQUIRED)

set(consumer_source "${CMAKE_CURRENT_LIST_DIR}")
set(consumer_prefix "${CMAKE_CURRENT_BINARY_DIR}/installed")
# log(7/3) = 0.84729786038720361371010…
set(consumer_output
    "^between 0\\.84729786038720361371 and 0\\.84729786038720361372\n$")

add_test(NAME "an installed copy" COMMAND "${CMAKE_COMMAND}" "-DBUILD=${PROJECT_BINARY_DIR}"
         "-DPREFIX=${consumer_prefix}" -P "${consumer_source}/install.cmake")
set_tests_properties("an installed copy" PROPERTIES FIXTURES_SETUP installed_copy TIMEOUT 600)

add_test(NAME "the installed program runs"
         COMMAND "${consumer_prefix}/${CMAKE_INSTALL_BINDIR}/shufflecert" eval "1/2 < 1")
set_tests_properties("the installed program runs" PROPERTIES PASS_REGULAR_EXPRESSION "^true\n$")

add_test(NAME "a project that uses find_package builds"
         COMMAND "${CMAKE_CTEST_COMMAND}"
                 --build-and-test "${consumer_source}" "${CMAKE_CURRENT_BINARY_DIR}/consumer"
                 --build-generator "${CMAKE_GENERATOR}"
                 --build-options "-DCMAKE_PREFIX_PATH=${consumer_prefix}"
                                 "-DCMAKE_CXX_COMPILER=${CMAKE_CXX_COMPILER}")
set_tests_properties("a project that uses find_package builds"
                     PROPERTIES FIXTURES_SETUP consumer_program)
add_test(NAME "a project that uses find_package runs"
         COMMAND "${CMAKE_CURRENT_BINARY_DIR}/consumer/consumer")
set_tests_properties("a project that uses find_package runs"
                     PROPERTIES FIXTURES_REQUIRED consumer_program
                     PASS_REGULAR_EXPRESSION "${consumer_output}")

add_test(NAME "a program that uses pkg-config builds and runs"
         COMMAND "${consumer_source}/with_pkg_config.sh" "${CMAKE_CXX_COMPILER}"
                 "${consumer_source}/consumer.cpp" "${consumer_prefix}"
                 "${CMAKE_CURRENT_BINARY_DIR}/consumer_by_pkg_config")
set_tests_properties("a program that uses pkg-config builds and runs"
                     PROPERTIES PASS_REGULAR_EXPRESSION "${consumer_output}")

set_tests_properties("the installed program runs" "a project that uses find_package builds"
                     "a program that uses pkg-config builds and runs"
                     PROPERTIES FIXTURES_REQUIRED installed_copy TIMEOUT 600)
