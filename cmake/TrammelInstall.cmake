# `make install`: libraries, headers, the program, and trammelConfig.cmake for find_package(trammel).
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

get_property(folders GLOBAL PROPERTY TRAMMEL_FOLDERS)
install(TARGETS ${folders} trammel_klu EXPORT trammelTargets
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
if(TARGET trammel)
  install(TARGETS trammel RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()
install(DIRECTORY ${PROJECT_SOURCE_DIR}/src/ DESTINATION include/trammel FILES_MATCHING PATTERN "*.h")
install(EXPORT trammelTargets NAMESPACE trammel:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/trammel)
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/trammelConfig.cmake.in
  ${PROJECT_BINARY_DIR}/trammelConfig.cmake INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/trammel)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/trammelConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/trammelConfig.cmake ${PROJECT_BINARY_DIR}/trammelConfigVersion.cmake
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/trammel)
