# The tests that matter for exactness, once more on each OpenCL stack of the machine: PoCL on one thread, rusticl on
# llvmpipe, and the simulator oclgrind. A stack that is not installed is passed over.
function(gel_stack_test name stack)
  cmake_parse_arguments(ARG "" "TIMEOUT" "ENVIRONMENT" ${ARGN})
  if(NOT ARG_TIMEOUT)
    set(ARG_TIMEOUT 120)
  endif()
  add_test(NAME ${name}_${stack} COMMAND test_${name})
  set_tests_properties(${name}_${stack} PROPERTIES LABELS "stack" TIMEOUT ${ARG_TIMEOUT} SKIP_RETURN_CODE 77
    ENVIRONMENT "POCL_CACHE_DIR=${CMAKE_CURRENT_BINARY_DIR}/pocl-cache/${name}_${stack};GEL_TUNING=off;${ARG_ENVIRONMENT}")
endfunction()

set(pocl /etc/OpenCL/vendors/pocl.icd)
set(rusticl /etc/OpenCL/vendors/rusticl.icd)
find_file(OCLGRIND_ICD liboclgrind-rt-icd.so PATHS /usr/lib/oclgrind /usr/lib/x86_64-linux-gnu/oclgrind /usr/lib64/oclgrind)

if(EXISTS ${pocl})
  gel_stack_test(exactness pocl_one_thread TIMEOUT 300
    ENVIRONMENT "OCL_ICD_VENDORS=${pocl};POCL_MAX_PTHREAD_COUNT=1")
endif()
if(EXISTS ${pocl})
  gel_stack_test(strategies pocl_one_thread
    ENVIRONMENT "OCL_ICD_VENDORS=${pocl};POCL_MAX_PTHREAD_COUNT=1")
endif()
if(EXISTS ${rusticl})
  gel_stack_test(strategies rusticl TIMEOUT 400
    ENVIRONMENT "OCL_ICD_VENDORS=${rusticl};RUSTICL_ENABLE=llvmpipe;GEL_TEST_FRAMES=4")
endif()
if(OCLGRIND_ICD)
  gel_stack_test(strategies oclgrind TIMEOUT 300
    ENVIRONMENT "OCL_ICD_VENDORS=${OCLGRIND_ICD};GEL_TEST_FRAMES=1")
endif()
if(EXISTS ${rusticl})
  # A launch takes half a millisecond there: four substeps instead of ten or twenty.
  gel_stack_test(exactness rusticl TIMEOUT 400
    ENVIRONMENT "OCL_ICD_VENDORS=${rusticl};RUSTICL_ENABLE=llvmpipe;GEL_TEST_SUBSTEPS=4;GEL_TEST_SCENES=4;GEL_TEST_FRAMES=60")
  gel_stack_test(share rusticl ENVIRONMENT "OCL_ICD_VENDORS=${rusticl};RUSTICL_ENABLE=llvmpipe")
  gel_stack_test(compare rusticl ENVIRONMENT "OCL_ICD_VENDORS=${rusticl};RUSTICL_ENABLE=llvmpipe")
endif()
if(OCLGRIND_ICD)
  gel_stack_test(exactness oclgrind TIMEOUT 300
    ENVIRONMENT "OCL_ICD_VENDORS=${OCLGRIND_ICD};GEL_TEST_SUBSTEPS=4;GEL_TEST_FRAMES=2;GEL_TEST_SCENES=2")
  gel_stack_test(share oclgrind
    ENVIRONMENT "OCL_ICD_VENDORS=${OCLGRIND_ICD};OCLGRIND_DATA_RACES=1;OCLGRIND_CHECK_API=1")
  set_tests_properties(share_oclgrind PROPERTIES FAIL_REGULAR_EXPRESSION "data race;Invalid;divergence")
endif()
if(OCLGRIND_ICD AND GEL_BUILD_CLI)
  add_library(keep_buffers_layer MODULE stacks/keep_buffers_layer.c)
  target_include_directories(keep_buffers_layer PRIVATE ${CMAKE_CURRENT_SOURCE_DIR})
  target_link_libraries(keep_buffers_layer PRIVATE gel_options)
  target_include_directories(keep_buffers_layer SYSTEM PRIVATE ${OpenCL_INCLUDE_DIRS})
  add_test(NAME kernel_races COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/stacks/kernel_races.sh
    $<TARGET_FILE:gel_cli> ${PROJECT_SOURCE_DIR} ${OCLGRIND_ICD} $<TARGET_FILE:keep_buffers_layer>
    ${CMAKE_CURRENT_BINARY_DIR}/kernel_races)
  set_tests_properties(kernel_races PROPERTIES LABELS stack TIMEOUT 600)
endif()
