# Installs the build tree BUILD and moves the result to PREFIX: an installed copy may be moved.
set(first_place "${PREFIX}-before-it-was-moved")
file(REMOVE_RECURSE "${PREFIX}" "${first_place}")
execute_process(COMMAND "${CMAKE_COMMAND}" --install "${BUILD}" --prefix "${first_place}"
                        --component shufflecert
                COMMAND_ERROR_IS_FATAL ANY)
file(RENAME "${first_place}" "${PREFIX}")
