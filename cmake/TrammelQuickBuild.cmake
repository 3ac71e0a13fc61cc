# TRAMMEL_QUICK_BUILD (docs/decisions/0001): headers of other libraries are precompiled once for all
# targets with the same flags, and test code is compiled with -O1. `make lint` reads src/ without
# precompiled headers and finds the forgotten includes that they hide.
if(NOT TRAMMEL_QUICK_BUILD)
  function(trammel_quick_library target)
  endfunction()
  function(trammel_quick_tests target)
  endfunction()
  return()
endif()

# GCC 12 sees overflows in copies of std::string at -O1 that are not there.
set(TRAMMEL_QUICK_TEST_FLAGS -O1 $<$<CXX_COMPILER_ID:GNU>:-Wno-array-bounds>
    $<$<CXX_COMPILER_ID:GNU>:-Wno-stringop-overflow>)

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
target_link_libraries(trammel_headers_fmt PRIVATE fmt::fmt)

function(trammel_quick_library target)
  get_target_property(linked ${target} LINK_LIBRARIES)
  if(fmt::fmt IN_LIST linked)
    target_precompile_headers(${target} REUSE_FROM trammel_headers_fmt)
  else()
    target_precompile_headers(${target} REUSE_FROM trammel_headers)
  endif()
endfunction()

# Test programs are compiled as libraries are (-fPIC), so that test libraries share their headers.
function(trammel_quick_tests target)
  if(NOT TARGET trammel_headers_gtest)
    trammel_quick_owner(trammel_headers_gtest <gmock/gmock.h> <gtest/gtest.h>)
    target_link_libraries(trammel_headers_gtest PRIVATE GTest::gmock)
    target_compile_options(trammel_headers_gtest PRIVATE ${TRAMMEL_QUICK_TEST_FLAGS})
  endif()
  target_link_libraries(${target} PRIVATE GTest::gmock)  # for its flags
  target_compile_options(${target} PRIVATE ${TRAMMEL_QUICK_TEST_FLAGS} -fPIC)
  target_precompile_headers(${target} REUSE_FROM trammel_headers_gtest)
endfunction()
