# Tests that build: with other compilers and sanitizers, and as a user of the installed library; and tests of the
# scripts. Builds inside such a test do not contain them. `ctest -LE build` omits those that build.
if(NOT GEL_IN_VARIANT)
  foreach(variant gcc-O0 gcc-native clang-O2 sanitize sanitize-view thread fuzz)
    add_test(NAME build_${variant} COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/builds/build_variant.sh
      ${variant} ${PROJECT_SOURCE_DIR} ${PROJECT_BINARY_DIR}/variants/${variant})
    list(APPEND builds build_${variant})
  endforeach()
  foreach(kind static shared)
    set(build ${PROJECT_BINARY_DIR})
    if(kind STREQUAL "shared")
      set(build ${PROJECT_BINARY_DIR}/variants/gcc-O0)
    endif()
    add_test(NAME install_${kind} COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/builds/install/install_test.sh
      ${kind} ${PROJECT_SOURCE_DIR} ${PROJECT_BINARY_DIR}/variants/install-${kind} ${build})
    list(APPEND builds install_${kind})
  endforeach()
  # Each on one core, together with another, as configuring and most of their tests use only one. They find
  # the kernels that the tests of this build have built: no compiler of the program changes those.
  set_tests_properties(${builds} PROPERTIES LABELS build TIMEOUT 3600 SKIP_RETURN_CODE 77 COST 3 DEPENDS kernels
    ENVIRONMENT "CMAKE_GENERATOR=${CMAKE_GENERATOR};GEL_TEST_KERNELS=${CMAKE_CURRENT_BINARY_DIR}/pocl-cache")
  # The longest starts first of all, once the tests that build the kernels of its own are done.
  set_tests_properties(build_sanitize PROPERTIES COST 5 DEPENDS "kernels;faults;state_file")
  set_tests_properties(build_thread PROPERTIES DEPENDS share) # which builds for all numbers of lanes
  set_tests_properties(install_shared PROPERTIES DEPENDS "kernels;build_gcc-O0")

  add_test(NAME dependencies COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/builds/dependencies_test.sh
    ${PROJECT_SOURCE_DIR} ${CMAKE_CURRENT_BINARY_DIR}/dependencies)
  set_tests_properties(dependencies PROPERTIES LABELS scripts TIMEOUT ${GEL_TEST_LIMIT})
endif()
