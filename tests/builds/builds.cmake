# Tests that build: with other compilers and sanitizers, and as a user of the installed library; and tests of the
# scripts. Builds inside such a test do not contain them. `ctest -LE build` omits those that build.
if(NOT GEL_IN_VARIANT)
  foreach(variant gcc-O0 gcc-O2 gcc-native clang-O2 sanitize thread fuzz)
    add_test(NAME build_${variant} COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/builds/build_variant.sh
      ${variant} ${PROJECT_SOURCE_DIR} ${PROJECT_BINARY_DIR}/variants/${variant})
    list(APPEND builds build_${variant})
  endforeach()
  foreach(kind static shared)
    add_test(NAME install_${kind} COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/builds/install/install_test.sh
      ${kind} ${PROJECT_SOURCE_DIR} ${PROJECT_BINARY_DIR}/variants/install-${kind})
    list(APPEND builds install_${kind})
  endforeach()
  set_tests_properties(${builds} PROPERTIES LABELS build PROCESSORS 2 TIMEOUT 3600 SKIP_RETURN_CODE 77
    ENVIRONMENT "CMAKE_GENERATOR=${CMAKE_GENERATOR}")

  add_test(NAME dependencies COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/builds/dependencies_test.sh
    ${PROJECT_SOURCE_DIR} ${CMAKE_CURRENT_BINARY_DIR}/dependencies)
  set_tests_properties(dependencies PROPERTIES LABELS scripts TIMEOUT ${GEL_TEST_LIMIT})
endif()
