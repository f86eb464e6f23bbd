# Finds FLINT with its ball arithmetic. In FLINT 3 the balls are part of FLINT; with FLINT 2 they
# are a library of their own (Arb), called flint-arb on Debian and arb elsewhere.
# Defines the target FLINT::FLINT, which carries Arb where it is separate.
find_path(FLINT_INCLUDE_DIR flint/flint.h)
find_library(FLINT_LIBRARY flint)

set(FLINT_REQUIRED FLINT_LIBRARY FLINT_INCLUDE_DIR)
if(FLINT_INCLUDE_DIR AND EXISTS "${FLINT_INCLUDE_DIR}/flint/arb.h")
  set(FLINT_HAS_BALLS TRUE)
else()
  set(FLINT_HAS_BALLS FALSE)
  find_path(ARB_INCLUDE_DIR arb.h)
  find_library(ARB_LIBRARY NAMES flint-arb arb)
  list(APPEND FLINT_REQUIRED ARB_LIBRARY ARB_INCLUDE_DIR)
endif()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(FLINT REQUIRED_VARS ${FLINT_REQUIRED})
if(FLINT_FOUND AND NOT TARGET FLINT::FLINT)
  add_library(FLINT::FLINT UNKNOWN IMPORTED)
  set_target_properties(FLINT::FLINT PROPERTIES IMPORTED_LOCATION "${FLINT_LIBRARY}"
                        INTERFACE_INCLUDE_DIRECTORIES "${FLINT_INCLUDE_DIR}")
  if(NOT FLINT_HAS_BALLS)
    set_property(TARGET FLINT::FLINT APPEND PROPERTY INTERFACE_LINK_LIBRARIES "${ARB_LIBRARY}")
    set_property(TARGET FLINT::FLINT APPEND PROPERTY
                 INTERFACE_INCLUDE_DIRECTORIES "${ARB_INCLUDE_DIR}")
  endif()
  set_property(TARGET FLINT::FLINT APPEND PROPERTY INTERFACE_LINK_LIBRARIES MPFR::MPFR GMP::GMP)
endif()
mark_as_advanced(FLINT_INCLUDE_DIR FLINT_LIBRARY ARB_INCLUDE_DIR ARB_LIBRARY)
