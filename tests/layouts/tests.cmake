# Versions of libraries that are not installed here: their layout of files stands in for them, and
# forwards to the version that is installed. Nothing is linked, so that this shows only that the
# switches choose right.
function(add_layout_test name source layout)
  # The headers of the layout win over installed ones.
  add_test(NAME "${name}"
           COMMAND "${CMAKE_CXX_COMPILER}" -std=c++20 -fsyntax-only
                   "-I${CMAKE_CURRENT_LIST_DIR}/${layout}" "-I${PROJECT_SOURCE_DIR}/include"
                   "-I${PROJECT_SOURCE_DIR}/src" "-I${PROJECT_SOURCE_DIR}/tests"
                   "-I${PROJECT_SOURCE_DIR}" "${CMAKE_CURRENT_LIST_DIR}/${source}")
  set_tests_properties("${name}" PROPERTIES TIMEOUT 600)
endfunction()

# With the newer version installed, the build itself is the test.
if(NOT FLINT_HAS_BALLS)
  add_layout_test("the headers of FLINT 3" flint3.cpp flint3)
endif()
if(Catch2_VERSION VERSION_LESS 3)
  add_layout_test("the headers of Catch2 3" catch3.cpp catch3)
endif()

add_test(NAME "FLINT 3 and FLINT 2 are found"
         COMMAND "${CMAKE_COMMAND}" "-DPROJECT_MODULES=${PROJECT_SOURCE_DIR}/cmake"
                 -S "${CMAKE_CURRENT_LIST_DIR}/find_flint"
                 -B "${CMAKE_CURRENT_BINARY_DIR}/find_flint")
