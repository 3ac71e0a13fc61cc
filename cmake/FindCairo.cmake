# Cairo, which draws the plots: defines Cairo::Cairo. (LGPL or MPL; linked dynamically, by the program only.)
include(FindPackageHandleStandardArgs)

find_path(CAIRO_INCLUDE_DIR cairo.h PATH_SUFFIXES cairo)
find_library(CAIRO_LIBRARY cairo)
find_package_handle_standard_args(Cairo REQUIRED_VARS CAIRO_INCLUDE_DIR CAIRO_LIBRARY)
mark_as_advanced(CAIRO_INCLUDE_DIR CAIRO_LIBRARY)

if(Cairo_FOUND AND NOT TARGET Cairo::Cairo)
  add_library(Cairo::Cairo INTERFACE IMPORTED)
  set_target_properties(Cairo::Cairo PROPERTIES
    INTERFACE_INCLUDE_DIRECTORIES "${CAIRO_INCLUDE_DIR}"
    INTERFACE_LINK_LIBRARIES "${CAIRO_LIBRARY}")
endif()
