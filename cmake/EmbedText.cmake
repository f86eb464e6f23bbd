# embed_text(TARGET variable NAMESPACE ns FUNCTION name FILES glob...)
# Writes a source file that defines `const std::vector<text_file>& ns::name()`, holding each matched
# file's name and text, so that the program works from any directory. `variable` receives the path
# of the generated source.
function(embed_text)
  cmake_parse_arguments(ARG "" "TARGET;NAMESPACE;FUNCTION" "FILES" ${ARGN})
  set(output "${CMAKE_CURRENT_BINARY_DIR}/embedded/${ARG_FUNCTION}.cpp")
  file(GLOB inputs CONFIGURE_DEPENDS ${ARG_FILES})
  add_custom_command(
    OUTPUT "${output}"
    COMMAND ${CMAKE_COMMAND} "-DOUTPUT=${output}" "-DNAMESPACE=${ARG_NAMESPACE}"
            "-DFUNCTION=${ARG_FUNCTION}" "-DINPUTS=${inputs}"
            -P "${PROJECT_SOURCE_DIR}/cmake/WriteEmbeddedText.cmake"
    DEPENDS ${inputs} "${PROJECT_SOURCE_DIR}/cmake/WriteEmbeddedText.cmake"
    COMMENT "Embedding ${ARG_FUNCTION}"
    VERBATIM)
  set(${ARG_TARGET} "${output}" PARENT_SCOPE)
endfunction()
