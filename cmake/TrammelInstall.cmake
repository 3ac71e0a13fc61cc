# `make install`: libraries, headers, the program, and trammelConfig.cmake for find_package(trammel).
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/trammel)

get_property(folders GLOBAL PROPERTY TRAMMEL_FOLDERS)
install(TARGETS ${folders} EXPORT trammelTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/src/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/trammel
        FILES_MATCHING PATTERN "*.h" PATTERN "app" EXCLUDE)
# For user routines, which need nothing else.
install(FILES ${PROJECT_SOURCE_DIR}/include/trammel/user.h
        DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/trammel)
install(EXPORT trammelTargets NAMESPACE trammel:: DESTINATION ${package_dir})
add_custom_target(product)  # all that is installed
add_dependencies(product ${folders})
if(TARGET trammel)
  install(TARGETS trammel RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  add_dependencies(product trammel)
endif()

configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/trammelConfig.cmake.in
  ${PROJECT_BINARY_DIR}/trammelConfig.cmake INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/trammelConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/trammelConfig.cmake
              ${PROJECT_BINARY_DIR}/trammelConfigVersion.cmake
              ${PROJECT_SOURCE_DIR}/cmake/FindKLU.cmake
              ${PROJECT_SOURCE_DIR}/cmake/FindHDF5C.cmake
        DESTINATION ${package_dir})
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
