# One library per folder of src/, one test program per folder of tests/; sources are globbed.

find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CCACHE_PROGRAM})
endif()

if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
  set(TRAMMEL_SHADOW_IN_GROUPS -Wshadow=local -Wno-subobject-linkage)
else()
  set(TRAMMEL_SHADOW_IN_GROUPS "")
endif()
add_library(trammel_flags INTERFACE)
target_compile_options(trammel_flags INTERFACE
  -Wall -Wextra -Wpedantic -Wconversion
  # Sources that are compiled as one (TrammelQuickBuild) see each other's names without meaning them.
  "$<IF:$<BOOL:$<TARGET_PROPERTY:UNITY_BUILD>>,${TRAMMEL_SHADOW_IN_GROUPS},-Wshadow>"
  # GCC 12 sees overlapping copies in  "text" + std::string  (its bug 105651).
  $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>
  $<$<BOOL:${TRAMMEL_WERROR}>:-Werror>)
target_compile_definitions(trammel_flags INTERFACE $<$<CONFIG:Debug>:_GLIBCXX_ASSERTIONS>)
if(TRAMMEL_SANITIZE)
  target_compile_options(trammel_flags INTERFACE
    -fsanitize=${TRAMMEL_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(trammel_flags INTERFACE -fsanitize=${TRAMMEL_SANITIZE})
endif()
if(TRAMMEL_COVERAGE)
  target_compile_options(trammel_flags INTERFACE --coverage -fprofile-update=atomic)
  target_link_options(trammel_flags INTERFACE --coverage)
endif()
if(TRAMMEL_BUILD_FUZZERS)
  target_compile_options(trammel_flags INTERFACE -fsanitize=fuzzer-no-link)
  target_link_options(trammel_flags INTERFACE -fsanitize=fuzzer-no-link)
endif()

# The targets of folders; a folder without sources has none and stands for those it depends on.
function(trammel_targets result)
  set(targets "")
  foreach(folder ${ARGN})
    string(REPLACE "/" "_" name ${folder})
    if(TARGET trammel_${name})
      list(APPEND targets trammel_${name})
    else()
      get_property(depends GLOBAL PROPERTY TRAMMEL_DEPENDS_${folder})
      trammel_targets(inherited ${depends})
      list(APPEND targets ${inherited})
    endif()
  endforeach()
  list(REMOVE_DUPLICATES targets)
  set(${result} ${targets} PARENT_SCOPE)
endfunction()

# trammel_folder(<folder> [DEPENDS <folder>...] [LINK <library>...] [LINK_PRIVATE <library>...])
# Library of all sources in src/<folder>; DEPENDS are the arrows of ARCHITECTURE.md.
function(trammel_folder folder)
  cmake_parse_arguments(arg "" "" "DEPENDS;LINK;LINK_PRIVATE" ${ARGN})
  string(REPLACE "/" "_" name ${folder})
  set_property(GLOBAL PROPERTY TRAMMEL_DEPENDS_${folder} ${arg_DEPENDS})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/${folder}/*.cpp)
  file(GLOB_RECURSE headers CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/${folder}/*.h)
  if(NOT sources AND NOT headers)
    return()
  endif()
  if(sources)
    add_library(trammel_${name} STATIC ${sources})
    set(visibility PUBLIC)
    target_link_libraries(trammel_${name} PRIVATE $<BUILD_INTERFACE:trammel_flags> ${arg_LINK_PRIVATE})
    trammel_quick_library(trammel_${name})
  else()
    add_library(trammel_${name} INTERFACE)
    set(visibility INTERFACE)
  endif()
  add_library(trammel::${name} ALIAS trammel_${name})
  target_include_directories(trammel_${name} ${visibility}
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/src> $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
    $<INSTALL_INTERFACE:include/trammel> $<INSTALL_INTERFACE:include>)
  target_compile_features(trammel_${name} ${visibility} cxx_std_20)
  trammel_targets(dependencies ${arg_DEPENDS})
  target_link_libraries(trammel_${name} ${visibility} ${dependencies} ${arg_LINK})
  set_target_properties(trammel_${name} PROPERTIES EXPORT_NAME ${name})
  set_property(GLOBAL APPEND PROPERTY TRAMMEL_FOLDERS trammel_${name})
endfunction()

# trammel_program(<folder>): the program `trammel`, from all sources in src/<folder> and every library;
# it lands at build/<preset>/trammel.
function(trammel_program folder)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/${folder}/*.cpp)
  if(NOT sources)
    return()
  endif()
  get_property(folders GLOBAL PROPERTY TRAMMEL_FOLDERS)
  add_executable(trammel ${sources})
  target_compile_definitions(trammel PRIVATE TRAMMEL_VERSION="${PROJECT_VERSION}")
  target_link_libraries(trammel PRIVATE trammel_flags ${folders}
                        CLI11::CLI11 Cairo::Cairo nlohmann_json::nlohmann_json fmt::fmt)
  trammel_quick_library(trammel)
  set_target_properties(trammel PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR})
endfunction()

# trammel_executable(<name> <source> <library>...): a program beside src/ (test, example, benchmark).
function(trammel_executable name source)
  add_executable(${name} ${source})
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/tests)
  target_compile_definitions(${name} PRIVATE
    TRAMMEL_SOURCE_DIR="${PROJECT_SOURCE_DIR}" TRAMMEL_SHARED_DIR="${PROJECT_SOURCE_DIR}/../shared")
  target_link_libraries(${name} PRIVATE trammel_flags ${ARGN})
endfunction()

# trammel_tests(<folder> [PARTS <number>] <library>...): every tests/<folder>/*_test.cpp in one program.
# It runs as a whole, or in parts side by side where its tests take long (a process for each of thousands
# of tests costs more than the tests); tools/test_totals.py counts the tests in what they leave behind.
# Without one of the libraries there is nothing to test yet.
function(trammel_tests folder)
  cmake_parse_arguments(arg "" PARTS "" ${ARGN})
  string(REPLACE "/" "_" name ${folder})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/${folder}/*_test.cpp)
  if(NOT sources)
    return()
  endif()
  foreach(library ${arg_UNPARSED_ARGUMENTS})
    if(NOT TARGET ${library})
      return()
    endif()
  endforeach()
  trammel_executable(${name}_tests "${sources}" ${arg_UNPARSED_ARGUMENTS} GTest::gmock GTest::gtest_main)
  trammel_quick_tests(${name}_tests)
  set(parts ${arg_PARTS})
  if(NOT parts)
    set(parts 1)
  endif()
  foreach(part RANGE 1 ${parts})
    math(EXPR index "${part} - 1")
    set(test ${folder})
    if(parts GREATER 1)
      string(APPEND test ".${part}")
    endif()
    string(REPLACE "/" "_" results ${test})
    add_test(NAME ${test} COMMAND ${name}_tests WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
    set_tests_properties(${test} PROPERTIES LABELS program TIMEOUT 1800 ENVIRONMENT
      "GTEST_BRIEF=1;GTEST_TOTAL_SHARDS=${parts};GTEST_SHARD_INDEX=${index};GTEST_OUTPUT=xml:${PROJECT_BINARY_DIR}/test-results/${results}.xml")
  endforeach()
endfunction()

# trammel_verifications(<library>...): every tests/verification/*_verify.cpp is a program that writes
# its tables into the folder given as argument; `make verify` runs them (ctest label "verify").
function(trammel_verifications)
  file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/verification/*_verify.cpp)
  foreach(source ${sources})
    get_filename_component(name ${source} NAME_WE)
    trammel_executable(${name} ${source} ${ARGN})
    trammel_quick_tests(${name})
    set_target_properties(${name} PROPERTIES EXCLUDE_FROM_ALL ON)
    list(APPEND programs ${name})
    add_test(NAME verification.${name} WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}
             COMMAND ${name} ${PROJECT_SOURCE_DIR}/docs/verification)
    set_tests_properties(verification.${name} PROPERTIES LABELS verify TIMEOUT 7200)
  endforeach()
  add_custom_target(verifications DEPENDS ${programs})
endfunction()
