# What `cmake --install` and `make install` put where. The result may be moved: nothing in it holds
# the prefix. Consumers use find_package(shufflecert) or pkg-config; docs/develop/building.md.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/shufflecert")

install(TARGETS shufflecert shufflecert_core shufflecert_claims EXPORT shufflecert_targets
        LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT shufflecert
        ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT shufflecert)
install(TARGETS shufflecert_program check_proof
        RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}" COMPONENT shufflecert)
install(DIRECTORY "${PROJECT_SOURCE_DIR}/include/shufflecert"
        DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}" COMPONENT shufflecert
        FILES_MATCHING PATTERN "*.hpp")

file(GLOB documents "${PROJECT_SOURCE_DIR}/README.md" "${PROJECT_SOURCE_DIR}/LICENSE*"
     "${PROJECT_SOURCE_DIR}/COPYING*")
install(FILES ${documents} DESTINATION "${CMAKE_INSTALL_DOCDIR}" COMPONENT shufflecert)
install(DIRECTORY "${PROJECT_SOURCE_DIR}/docs" DESTINATION "${CMAKE_INSTALL_DOCDIR}"
        COMPONENT shufflecert FILES_MATCHING PATTERN "*.md")

# CMake: the targets, and the modules that find what the static library needs.
install(EXPORT shufflecert_targets NAMESPACE shufflecert:: DESTINATION "${package_dir}"
        FILE shufflecertTargets.cmake COMPONENT shufflecert)
configure_package_config_file("${PROJECT_SOURCE_DIR}/cmake/shufflecertConfig.cmake.in"
                              "${PROJECT_BINARY_DIR}/shufflecertConfig.cmake"
                              INSTALL_DESTINATION "${package_dir}"
                              NO_SET_AND_CHECK_MACRO)
# Before version 1 any minor version may differ.
write_basic_package_version_file("${PROJECT_BINARY_DIR}/shufflecertConfigVersion.cmake"
                                 COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/shufflecertConfig.cmake"
              "${PROJECT_BINARY_DIR}/shufflecertConfigVersion.cmake"
              "${PROJECT_SOURCE_DIR}/cmake/FindFLINT.cmake"
              "${PROJECT_SOURCE_DIR}/cmake/FindGMP.cmake"
              "${PROJECT_SOURCE_DIR}/cmake/FindMPFR.cmake"
              "${PROJECT_SOURCE_DIR}/cmake/FindNettle.cmake"
        DESTINATION "${package_dir}" COMPONENT shufflecert)

# pkg-config: FLINT 2 and Arb have no .pc files, so their names are written out. A library outside of
# the compiler's own directories brings its directory along.
set(FLINT_LINK_FLAGS "")
foreach(library IN ITEMS "${ARB_LIBRARY}" "${FLINT_LIBRARY}")
  if(library)
    cmake_path(GET library PARENT_PATH directory)
    cmake_path(GET library STEM name)
    string(REGEX REPLACE "^lib" "" name "${name}")
    if(NOT directory IN_LIST CMAKE_CXX_IMPLICIT_LINK_DIRECTORIES)
      string(APPEND FLINT_LINK_FLAGS " -L${directory}")
    endif()
    string(APPEND FLINT_LINK_FLAGS " -l${name}")
  endif()
endforeach()
set(FLINT_COMPILE_FLAGS "")
foreach(directory IN ITEMS "${FLINT_INCLUDE_DIR}" "${ARB_INCLUDE_DIR}")
  if(directory AND NOT directory IN_LIST CMAKE_CXX_IMPLICIT_INCLUDE_DIRECTORIES)
    string(APPEND FLINT_COMPILE_FLAGS " -I${directory}")
  endif()
endforeach()
set(package_config_dir "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
# From the .pc file's own directory back to the prefix.
string(REGEX REPLACE "[^/]+" ".." PREFIX_FROM_PACKAGE_CONFIG "${package_config_dir}")
configure_file("${PROJECT_SOURCE_DIR}/cmake/shufflecert.pc.in"
               "${PROJECT_BINARY_DIR}/shufflecert.pc" @ONLY)
install(FILES "${PROJECT_BINARY_DIR}/shufflecert.pc" DESTINATION "${package_config_dir}"
        COMPONENT shufflecert)
