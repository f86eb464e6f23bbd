# Versions of libraries that are not installed here: their layout of files stands in for them, and
# forwards to the version that is installed. Nothing is linked, so that this shows only that the
# switches choose right.
set(layouts "${CMAKE_CURRENT_BINARY_DIR}/layouts")

# A header of a layout: these lines, and what the installed version has in `target`.
function(forward_header header target)
  list(JOIN ARGN "\n" lines)
  file(CONFIGURE OUTPUT "${layouts}/${header}" CONTENT "#pragma once\n${lines}\n#include <${target}>\n")
endfunction()

# Compiles these lines with the layout.
function(add_layout_test name layout)
  list(JOIN ARGN "\n" lines)
  file(CONFIGURE OUTPUT "${layouts}/${layout}.cpp" CONTENT "${lines}\n" @ONLY)
  # The headers of the layout win over installed ones.
  add_test(NAME "${name}"
           COMMAND "${CMAKE_CXX_COMPILER}" -std=c++20 -fsyntax-only
                   "-I${layouts}/${layout}" "-I${PROJECT_SOURCE_DIR}/include"
                   "-I${PROJECT_SOURCE_DIR}/src" "-I${PROJECT_SOURCE_DIR}/tests"
                   "-I${PROJECT_SOURCE_DIR}" "${layouts}/${layout}.cpp")
  set_tests_properties("${name}" PROPERTIES TIMEOUT 600)
endfunction()

# With the newer version installed, the build itself is the test.
if(NOT FLINT_HAS_BALLS)
  foreach(header arb.h arb_hypgeom.h)
    forward_header(flint3/flint/${header} ${header} "#define LAYOUT_OF_FLINT_3" "#ifndef __MPFR_H"
                   "#error FLINT 3 needs mpfr.h first" "#endif")
  endforeach()
  # All of the library that names FLINT's functions.
  add_layout_test("the headers of FLINT 3" flint3 "#include \"shufflecert/flint_headers.hpp\""
                  "#ifndef LAYOUT_OF_FLINT_3" "#error the headers of FLINT 3 were not used" "#endif"
                  "#include \"arithmetic/ball.cpp\"" "#include \"arithmetic/decimal.cpp\"")
endif()
if(Catch2_VERSION VERSION_LESS 3)
  # Catch2 2 has one header for everything, and its main program where it is asked for.
  forward_header(catch3/catch2/catch_session.hpp catch2/catch.hpp "#define LAYOUT_OF_CATCH_3"
                 "#define CATCH_CONFIG_RUNNER")
  forward_header(catch3/catch2/catch_test_macros.hpp catch2/catch.hpp "#define LAYOUT_OF_CATCH_3")
  foreach(part catch_generators catch_generators_range)
    forward_header(catch3/catch2/generators/${part}.hpp catch2/catch.hpp)
  endforeach()
  # The entry point and a file of tests.
  add_layout_test("the headers of Catch2 3" catch3 "#include \"support/test_main.cpp\""
                  "#include \"arithmetic/test_rational.cpp\"" "#ifndef LAYOUT_OF_CATCH_3"
                  "#error the headers of Catch2 3 were not used" "#endif")
endif()

add_test(NAME "FLINT 3 and FLINT 2 are found"
         COMMAND "${CMAKE_COMMAND}" "-DPROJECT_MODULES=${PROJECT_SOURCE_DIR}/cmake"
                 -S "${CMAKE_CURRENT_LIST_DIR}/find_flint"
                 -B "${CMAKE_CURRENT_BINARY_DIR}/find_flint")
