# The page of reports, viewer/, built in the build tree with npm and compiled into trammel_report.
# Without Node the program is complete but for `trammel report`, which says so.
find_package(Python3 REQUIRED COMPONENTS Interpreter)
find_program(NODE_PROGRAM NAMES node nodejs)
find_program(NPM_PROGRAM npm)
mark_as_advanced(NODE_PROGRAM NPM_PROGRAM)

set(TRAMMEL_VIEWER_FOLDER ${PROJECT_BINARY_DIR}/viewer/npm)  # with node_modules; its tests run here

function(trammel_viewer target)
  set(source ${PROJECT_SOURCE_DIR}/viewer)
  set(page ${PROJECT_BINARY_DIR}/viewer/viewer_page.cpp)
  file(GLOB_RECURSE inputs CONFIGURE_DEPENDS ${source}/src/* ${source}/*.json ${source}/*.ts ${source}/index.html)
  list(FILTER inputs EXCLUDE REGEX "/(node_modules|dist)/")
  set(programs "")
  if(NODE_PROGRAM)
    list(APPEND programs --node ${NODE_PROGRAM})
  endif()
  if(NPM_PROGRAM)
    list(APPEND programs --npm ${NPM_PROGRAM})
  endif()
  set(tool ${PROJECT_SOURCE_DIR}/tools/build_viewer.py)
  add_custom_command(OUTPUT ${page} VERBATIM COMMENT "Building the viewer"
    COMMAND ${Python3_EXECUTABLE} -B ${tool} ${programs} ${source} ${TRAMMEL_VIEWER_FOLDER} ${page}
    DEPENDS ${inputs} ${source}/.npmrc ${tool})
  target_sources(${target} PRIVATE ${page})
  set_source_files_properties(${page} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON SKIP_PRECOMPILE_HEADERS ON)
endfunction()
