# The serial HDF5 library for C: defines HDF5C::HDF5C. Installed with the package, so users find it the same
# way; CMake's own module wants a C compiler.
include(FindPackageHandleStandardArgs)

find_path(HDF5C_INCLUDE_DIR hdf5.h PATH_SUFFIXES hdf5/serial)
find_library(HDF5C_LIBRARY NAMES hdf5_serial hdf5)
find_package_handle_standard_args(HDF5C REQUIRED_VARS HDF5C_INCLUDE_DIR HDF5C_LIBRARY)
mark_as_advanced(HDF5C_INCLUDE_DIR HDF5C_LIBRARY)

if(HDF5C_FOUND AND NOT TARGET HDF5C::HDF5C)
  add_library(HDF5C::HDF5C INTERFACE IMPORTED)
  set_target_properties(HDF5C::HDF5C PROPERTIES
    INTERFACE_INCLUDE_DIRECTORIES "${HDF5C_INCLUDE_DIR}"
    INTERFACE_LINK_LIBRARIES "${HDF5C_LIBRARY}")
endif()
