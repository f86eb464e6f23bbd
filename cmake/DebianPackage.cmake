# `make package`: one Debian package with what `make install` installs, by CPack. What it depends on is
# found from the program; who links its static libraries needs the development packages that it suggests.
find_program(GZIP_PROGRAM gzip)
set(SHUFFLECERT_PACKAGE_CONTACT "the shufflecert authors <shufflecert@localhost.localdomain>" CACHE STRING
    "Name and address of who maintains the Debian package; whoever hands it on gives their own")

# What Debian wants beside it: who may copy it, and what changed.
set(debian_files "${PROJECT_BINARY_DIR}/debian")
file(READ "${PROJECT_SOURCE_DIR}/LICENSE" license)
file(WRITE "${debian_files}/copyright" "${license}\n"
  "On Debian, the texts of the GNU licenses are in /usr/share/common-licenses: LGPL-3, LGPL-2.1, GPL-3.\n")
file(WRITE "${debian_files}/changelog"
  "shufflecert (${PROJECT_VERSION}) unstable; urgency=low\n\n"
  "  * CHANGELOG.md of the sources says what changed.\n\n"
  " -- ${SHUFFLECERT_PACKAGE_CONTACT}  Thu, 01 Jan 1970 00:00:00 +0000\n")
if(GZIP_PROGRAM)
  execute_process(COMMAND "${GZIP_PROGRAM}" -9nf "${debian_files}/changelog" COMMAND_ERROR_IS_FATAL ANY)
  install(FILES "${debian_files}/copyright" "${debian_files}/changelog.gz"
          DESTINATION "${CMAKE_INSTALL_DATADIR}/doc/shufflecert" COMPONENT debian EXCLUDE_FROM_ALL)
endif()

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME shufflecert)
set(CPACK_PACKAGE_CONTACT "${SHUFFLECERT_PACKAGE_CONTACT}")
set(CPACK_PACKAGE_DIRECTORY "${PROJECT_BINARY_DIR}/packages")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_INSTALL_CMAKE_PROJECTS "${PROJECT_BINARY_DIR};shufflecert;shufflecert;/;${PROJECT_BINARY_DIR};shufflecert;debian;/")
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ
    GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION math)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS gnuplot-nox)
set(CPACK_DEBIAN_PACKAGE_SUGGESTS
    "g++, libgmp-dev, libmpfr-dev, libflint-dev, libflint-arb-dev, libboost-dev, libfmt-dev, libtbb-dev, nettle-dev, libtomlplusplus-dev")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "certified divergences of the shuffle model of privacy")
set(CPACK_PACKAGE_DESCRIPTION
"Computes Rényi divergences, hockey-stick divergences and trade-off functions
with certified error bounds, and audits published bounds against them.
.
With the program come the C++ libraries, static, and their headers.")
include(CPack)
