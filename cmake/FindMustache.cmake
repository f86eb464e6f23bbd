# Finds the header-only Mustache template library (kainjow). Defines the target Mustache::Mustache.
find_path(MUSTACHE_INCLUDE_DIR kainjow/mustache.hpp)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Mustache REQUIRED_VARS MUSTACHE_INCLUDE_DIR)
if(Mustache_FOUND AND NOT TARGET Mustache::Mustache)
  add_library(Mustache::Mustache INTERFACE IMPORTED)
  target_include_directories(Mustache::Mustache SYSTEM INTERFACE "${MUSTACHE_INCLUDE_DIR}")
endif()
mark_as_advanced(MUSTACHE_INCLUDE_DIR)
