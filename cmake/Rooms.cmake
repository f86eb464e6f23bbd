# A room is a folder of source files that belong together. add_room(folder HOLDS sentence USES …) says
# what it holds and which rooms it may use; those must have been added before, so that arrows point
# down only. src/CMakeLists.txt, reports/CMakeLists.txt and verify/CMakeLists.txt list all rooms.
#
# Each room is compiled with a view of the headers that it may see: its own, those of the rooms that
# it uses, and what these use in turn. An include that points up finds no file.
# cmake/check-rooms.py says the same in words, and prints a map.

# What all rooms are compiled with. A library that a consumer must link is named where the rooms are
# put together (src/CMakeLists.txt).
add_library(shufflecert_room_settings INTERFACE)
target_link_libraries(shufflecert_room_settings INTERFACE
  FLINT::FLINT MPFR::MPFR GMP::GMP Boost::headers fmt::fmt TBB::tbb Nettle::Nettle
  tomlplusplus::tomlplusplus nlohmann_json::nlohmann_json taocpp::pegtl Mustache::Mustache
  CLI11::CLI11 shufflecert_flags)
target_include_directories(shufflecert_room_settings INTERFACE "${PROJECT_SOURCE_DIR}/include")
target_compile_features(shufflecert_room_settings INTERFACE cxx_std_20)

# Code that runs seldom is not worth the time that optimising it takes: with -Og a room is compiled in
# three quarters of the time of -O1, to code as small. GCC 12 takes the value of a std::optional that is
# empty for uninitialized there.
set(SHUFFLECERT_COLD_OPTIONS $<$<CONFIG:Release>:-Og>
                             $<$<AND:$<CONFIG:Release>,$<CXX_COMPILER_ID:GNU>>:-Wno-maybe-uninitialized>)

# Every room can be part of a shared library: of the project's own, or of the Python module. Nobody
# replaces a function of a room when a program is loaded, so GCC may inline it as ever.
# GCC looks for memory to free in all that it holds, the precompiled header included. With more room it
# seldom does, and takes a tenth less time.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  target_compile_options(shufflecert_room_settings INTERFACE -fno-semantic-interposition
                                                             "SHELL:--param ggc-min-heapsize=1048576")
endif()

# What takes longest for a room's files is their headers, which many of them share.
option(SHUFFLECERT_UNITY "Compile the files of a room together: a build from nothing is faster" ON)

# One precompiled header serves all that are compiled alike: the first target of a kind makes it.
function(precompile_once target kind)
  if(NOT SHUFFLECERT_PRECOMPILE)
    return()
  endif()
  get_property(first GLOBAL PROPERTY "shufflecert_precompiled_${kind}")
  if(first)
    target_precompile_headers(${target} REUSE_FROM ${first})
    return()
  endif()
  set_property(GLOBAL PROPERTY "shufflecert_precompiled_${kind}" ${target})
  if(kind STREQUAL "commands")
    precompile_headers(${target} <CLI/CLI.hpp> <nlohmann/json.hpp>)
  else()
    precompile_headers(${target})
  endif()
endfunction()

# add_room(folder HOLDS sentence [USES room...] [SOURCES file...] [PRECOMPILE header...] [COLD | COMMANDS])
# Makes the object library room_<name> of the folder's *.cpp and SOURCES. The name of a room is its
# folder from the top of the project, without a leading src/. A COLD room is compiled with little
# optimisation; so is a room of COMMANDS, whose precompiled header has what a command line is read with.
# With PRECOMPILE it has a precompiled header of its own, in which these are too. Files of one room have
# no name in common, since they are compiled together.
function(add_room folder)
  cmake_parse_arguments(ARG "COLD;COMMANDS" "HOLDS" "USES;SOURCES;PRECOMPILE" ${ARGN})
  set(here "${CMAKE_CURRENT_SOURCE_DIR}/${folder}")
  cmake_path(RELATIVE_PATH here BASE_DIRECTORY "${PROJECT_SOURCE_DIR}"
             OUTPUT_VARIABLE folder)
  string(REGEX REPLACE "^src/" "" name "${folder}")
  string(REPLACE "/" "_" target "room_${name}")
  string(REPLACE "/" "." view "${name}")
  set(view "${PROJECT_BINARY_DIR}/rooms/${view}")

  file(GLOB headers CONFIGURE_DEPENDS "${here}/*.hpp")
  set_property(GLOBAL PROPERTY "${target}_headers" "${headers}")
  set(visible "${name}")
  foreach(used IN LISTS ARG_USES)
    string(REPLACE "/" "_" used_target "room_${used}")
    if(NOT TARGET ${used_target})
      message(FATAL_ERROR "The room ${name} uses ${used}, which is not a room below it.")
    endif()
    get_property(closure GLOBAL PROPERTY "${used_target}_visible")
    list(APPEND visible ${closure})
  endforeach()
  list(REMOVE_DUPLICATES visible)
  set_property(GLOBAL PROPERTY "${target}_visible" "${visible}")

  file(REMOVE_RECURSE "${view}")
  foreach(room IN LISTS visible)
    string(REPLACE "/" "_" room_target "room_${room}")
    get_property(headers GLOBAL PROPERTY "${room_target}_headers")
    file(MAKE_DIRECTORY "${view}/${room}")
    foreach(header IN LISTS headers)
      cmake_path(GET header FILENAME file)
      file(CREATE_LINK "${header}" "${view}/${room}/${file}" SYMBOLIC)
    endforeach()
  endforeach()

  file(GLOB sources CONFIGURE_DEPENDS "${here}/*.cpp")
  list(APPEND sources ${ARG_SOURCES})
  if(NOT sources)
    add_library(${target} INTERFACE)
    return()
  endif()
  add_library(${target} OBJECT ${sources})
  target_include_directories(${target} PRIVATE "${view}")
  target_link_libraries(${target} PRIVATE shufflecert_room_settings)
  set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON)
  if(SHUFFLECERT_UNITY)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 16)
    # A class of one source file may have members of that file's own types.
    target_compile_options(${target} PRIVATE
                           $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
  endif()
  set(kind hot)
  if(ARG_COLD)
    set(kind cold)
  elseif(ARG_COMMANDS)
    set(kind commands)
  endif()
  if(NOT kind STREQUAL "hot")
    target_compile_options(${target} PRIVATE "${SHUFFLECERT_COLD_OPTIONS}")
  endif()
  if(ARG_PRECOMPILE)
    precompile_headers(${target} ${ARG_PRECOMPILE})
  else()
    precompile_once(${target} ${kind})
  endif()
endfunction()

# objects_of(variable folder...): the objects of all rooms in these folders.
function(objects_of variable)
  set(objects "")
  foreach(room IN LISTS ARGN)
    string(REPLACE "/" "_" target "room_${room}")
    get_target_property(type ${target} TYPE)
    if(type STREQUAL "OBJECT_LIBRARY")
      list(APPEND objects "$<TARGET_OBJECTS:${target}>")
    endif()
  endforeach()
  set(${variable} "${objects}" PARENT_SCOPE)
endfunction()
