# Installs BUILD under WORK, moves it (nothing may depend on the place), and builds and runs consumer/.
cmake_minimum_required(VERSION 3.25)

function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT status EQUAL 0)
    list(JOIN ARGN " " command)
    message(FATAL_ERROR "${command}\n${output}")
  endif()
endfunction()

file(REMOVE_RECURSE ${WORK})
run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${WORK}/installed)
file(RENAME ${WORK}/installed ${WORK}/moved)

file(GLOB_RECURSE package ${WORK}/moved/*.cmake)
foreach(file ${package})
  file(READ ${file} text)
  foreach(place ${SOURCE} ${BUILD})
    string(FIND "${text}" "${place}" position)
    if(position GREATER -1)
      message(FATAL_ERROR "${file} mentions ${place}")
    endif()
  endforeach()
endforeach()

run(${CMAKE_COMMAND} -S ${SOURCE}/tests/checks/consumer -B ${WORK}/consumer -G ${GENERATOR}
    -D CMAKE_PREFIX_PATH=${WORK}/moved -D CMAKE_CXX_COMPILER=${COMPILER} -D CMAKE_BUILD_TYPE=${CONFIG})
run(${CMAKE_COMMAND} --build ${WORK}/consumer)
run(${WORK}/consumer/consumer)
if(EXISTS ${WORK}/moved/bin/trammel)
  run(${WORK}/moved/bin/trammel --version)
endif()
