# TRAMMEL_QUICK_BUILD (docs/decisions/0001): headers of other libraries are precompiled once for all
# targets with the same flags, a dozen sources of a target are compiled as one, and code without arithmetic of
# its own (commands, reports, tests) is compiled with -O1 or -O0. `make lint` and the other presets compile each source by itself, without precompiled headers,
# and find the forgotten includes that all this hides.
if(NOT TRAMMEL_QUICK_BUILD)
  function(trammel_quick_library target)
  endfunction()
  function(trammel_quick_tests target)
  endfunction()
  function(trammel_quick_program target)
  endfunction()
  return()
endif()

# Of Release builds only: fuzzers ask for -O0. GCC 12 sees overflows in copies of std::string at -O1, and values of std::optional without values, that are not
# there.
set(TRAMMEL_QUICK_TEST_FLAGS $<$<CONFIG:Release>:-O1> $<$<CXX_COMPILER_ID:GNU>:-Wno-array-bounds>
    $<$<CXX_COMPILER_ID:GNU>:-Wno-stringop-overflow> $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)

# GCC collects its garbage from 0.13 GB on, a group of sources needs ten times that: a twelfth of its time.
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
  add_compile_options(--param=ggc-min-heapsize=500000)  # in kB
endif()

# A library of one empty source that owns precompiled headers: trammel_quick_owner(<name> <header>...)
function(trammel_quick_owner name)
  file(CONFIGURE OUTPUT ${name}.cpp CONTENT "namespace trammel {}\n")
  add_library(${name} OBJECT ${CMAKE_CURRENT_BINARY_DIR}/${name}.cpp)
  target_link_libraries(${name} PRIVATE trammel_flags Eigen3::Eigen)
  target_precompile_headers(${name} PRIVATE <Eigen/Core> <Eigen/Geometry> ${ARGN})
endfunction()

# With and without fmt, whose definitions (FMT_SHARED) decide which precompiled headers fit.
trammel_quick_owner(trammel_headers)
trammel_quick_owner(trammel_headers_fmt <fmt/format.h>)
trammel_quick_owner(trammel_headers_plain <fmt/format.h>)
foreach(owner trammel_headers_fmt trammel_headers_plain)
  target_link_libraries(${owner} PRIVATE fmt::fmt)
endforeach()
target_compile_options(trammel_headers_plain PRIVATE ${TRAMMEL_QUICK_TEST_FLAGS})

# Libraries and programs that leave arithmetic to others.
set(TRAMMEL_PLAIN_LIBRARIES trammel trammel_model trammel_io_adm trammel_io_acf trammel_diagnostics trammel_report
    trammel_bench)

# Compiles the sources of a target in groups that do not use a name twice; the launcher compiles them
# one by one where they do not go together after all.
find_package(Python3 REQUIRED COMPONENTS Interpreter)
set(CMAKE_CXX_COMPILER_LAUNCHER ${PROJECT_SOURCE_DIR}/tools/compile_group.py ${CMAKE_CXX_COMPILER_LAUNCHER})
function(trammel_quick_groups target)
  get_target_property(sources ${target} SOURCES)
  list(TRANSFORM sources PREPEND ${CMAKE_CURRENT_SOURCE_DIR}/ REGEX "^[^/]")
  execute_process(COMMAND ${Python3_EXECUTABLE} -B ${PROJECT_SOURCE_DIR}/tools/group_sources.py 12 ${sources}
                  OUTPUT_VARIABLE groups COMMAND_ERROR_IS_FATAL ANY)
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  string(REGEX MATCHALL "[^\n]+" groups "${groups}")
  foreach(line ${groups})
    string(REGEX MATCH "^([0-9]+) (.+)$" line "${line}")
    set_source_files_properties(${CMAKE_MATCH_2} PROPERTIES UNITY_GROUP ${target}_${CMAKE_MATCH_1})
  endforeach()
endfunction()

function(trammel_quick_library target)
  trammel_quick_groups(${target})
  get_target_property(linked ${target} LINK_LIBRARIES)
  if(target IN_LIST TRAMMEL_PLAIN_LIBRARIES)
    target_precompile_headers(${target} REUSE_FROM trammel_headers_plain)
    target_compile_options(${target} PRIVATE ${TRAMMEL_QUICK_TEST_FLAGS})
  elseif(fmt::fmt IN_LIST linked)
    target_precompile_headers(${target} REUSE_FROM trammel_headers_fmt)
  else()
    target_precompile_headers(${target} REUSE_FROM trammel_headers)
  endif()
  target_compile_options(${target} PRIVATE -fPIC)  # the program as well, to share their headers
endfunction()

# Tests whose arithmetic is in the libraries are compiled in two thirds of the time without optimisation.
set(TRAMMEL_PLAIN_TESTS expression_tests model_tests elements_tests results_tests report_tests diagnostics_tests
    analysis_tests bench_tests io_adm_tests io_acf_tests app_tests)

# Headers of GoogleTest with the flags of the target: trammel_quick_test_headers(<owner> <flag>...)
function(trammel_quick_test_headers owner)
  if(NOT TARGET ${owner})
    trammel_quick_owner(${owner} <gmock/gmock.h> <gtest/gtest.h>)
    target_link_libraries(${owner} PRIVATE GTest::gmock)
    target_compile_options(${owner} PRIVATE ${ARGN})
  endif()
endfunction()

# Test programs are compiled as libraries are (-fPIC), so that test libraries share their headers.
function(trammel_quick_tests target)
  if(target IN_LIST TRAMMEL_PLAIN_TESTS)
    set(owner trammel_headers_gtest_plain)
    set(flags -O0)
  else()
    set(owner trammel_headers_gtest)
    set(flags ${TRAMMEL_QUICK_TEST_FLAGS})
  endif()
  trammel_quick_test_headers(${owner} ${flags})
  trammel_quick_groups(${target})
  target_link_libraries(${target} PRIVATE GTest::gmock)  # for its flags
  target_compile_options(${target} PRIVATE ${flags} -fPIC)
  target_precompile_headers(${target} REUSE_FROM ${owner})
endfunction()

# Programs of few lines (examples, replays of a corpus): not optimised, with the headers of reports and commands.
trammel_quick_owner(trammel_headers_program <fmt/format.h>)
target_link_libraries(trammel_headers_program PRIVATE fmt::fmt)
target_compile_options(trammel_headers_program PRIVATE $<$<CONFIG:Release>:-O0>)
function(trammel_quick_program target)
  target_link_libraries(${target} PRIVATE fmt::fmt)  # for its flags
  target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O0> -fPIC)
  target_precompile_headers(${target} REUSE_FROM trammel_headers_program)
endfunction()
