# Everything Trammel links against; all of it comes from Debian (tools/install-deps).
# What the libraries use is repeated in trammelConfig.cmake.in.
find_package(Eigen3 3.4 REQUIRED NO_MODULE)
find_package(fmt 9 REQUIRED)
find_package(KLU REQUIRED)
find_package(LAPACK REQUIRED)
find_package(nlohmann_json 3.11 REQUIRED)
find_package(ZLIB REQUIRED)
find_package(HDF5C REQUIRED)
find_package(CLI11 2.1 REQUIRED)  # the program only, as is the next
find_package(Cairo REQUIRED)
