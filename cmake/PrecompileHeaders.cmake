# The headers of other libraries that nearly every file reads are parsed once for each target. No
# header of the project is among them, and every file still includes what it uses: build with
# -DSHUFFLECERT_PRECOMPILE=OFF to see that it does.
option(SHUFFLECERT_PRECOMPILE "Parse the headers of other libraries once for each target" ON)

function(precompile_headers target)
  if(SHUFFLECERT_PRECOMPILE)
    target_precompile_headers(${target} PRIVATE
      <algorithm> <functional> <map> <optional> <set> <sstream> <string> <variant> <vector>
      <boost/multiprecision/gmp.hpp> <fmt/format.h> <mpfr.h> ${ARGN})
  endif()
endfunction()

# ccache keeps objects of precompiled headers only when it may overlook their times. Clang would
# write the time into them.
if(SHUFFLECERT_PRECOMPILE AND CCACHE_PROGRAM AND CMAKE_CXX_COMPILER_LAUNCHER STREQUAL CCACHE_PROGRAM)
  set(CMAKE_CXX_COMPILER_LAUNCHER "${CMAKE_COMMAND}" -E env
      CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime
      "${CCACHE_PROGRAM}")
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    add_compile_options(-fpch-preprocess)
  else()
    add_compile_options("SHELL:-Xclang -fno-pch-timestamp")
  endif()
endif()
