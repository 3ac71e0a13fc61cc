# Everything Trammel links against; all of it comes from Debian (tools/install-deps).
find_package(Eigen3 3.4 REQUIRED NO_MODULE)
find_package(fmt 9 REQUIRED)
find_package(CLI11 2.1 REQUIRED)
find_package(nlohmann_json 3.11 REQUIRED)

# KLU and its orderings (LGPL/BSD parts of SuiteSparse; UMFPACK, CHOLMOD and SPQR are GPL and stay out).
find_path(KLU_INCLUDE_DIR klu.h PATH_SUFFIXES suitesparse REQUIRED)
add_library(trammel_klu INTERFACE)
add_library(trammel::klu ALIAS trammel_klu)
target_include_directories(trammel_klu SYSTEM INTERFACE $<BUILD_INTERFACE:${KLU_INCLUDE_DIR}>)
foreach(component klu amd colamd btf suitesparseconfig)
  find_library(${component}_LIBRARY ${component} REQUIRED)
  target_link_libraries(trammel_klu INTERFACE $<BUILD_INTERFACE:${${component}_LIBRARY}>
                                              $<INSTALL_INTERFACE:${component}>)
endforeach()
set_target_properties(trammel_klu PROPERTIES EXPORT_NAME klu)
