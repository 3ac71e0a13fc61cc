# KLU and its orderings: defines KLU::KLU. Installed with the package, so users find it the same way.
# (LGPL and BSD parts of SuiteSparse only; UMFPACK, CHOLMOD and SPQR are GPL and stay out.)
include(FindPackageHandleStandardArgs)

find_path(KLU_INCLUDE_DIR klu.h PATH_SUFFIXES suitesparse)
set(KLU_LIBRARIES "")
set(KLU_required_variables KLU_INCLUDE_DIR)
foreach(component klu amd colamd btf suitesparseconfig)
  find_library(KLU_${component}_LIBRARY ${component})
  list(APPEND KLU_required_variables KLU_${component}_LIBRARY)
  list(APPEND KLU_LIBRARIES ${KLU_${component}_LIBRARY})
endforeach()
find_package_handle_standard_args(KLU REQUIRED_VARS ${KLU_required_variables})
mark_as_advanced(${KLU_required_variables})

if(KLU_FOUND AND NOT TARGET KLU::KLU)
  add_library(KLU::KLU INTERFACE IMPORTED)
  set_target_properties(KLU::KLU PROPERTIES
    INTERFACE_INCLUDE_DIRECTORIES "${KLU_INCLUDE_DIR}"
    INTERFACE_LINK_LIBRARIES "${KLU_LIBRARIES}")
endif()
