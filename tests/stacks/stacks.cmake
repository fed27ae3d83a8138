# The tests that matter for exactness, once more on each OpenCL stack of the machine: PoCL on one thread and, of
# contact, on seven, rusticl on llvmpipe, and the simulator oclgrind.
function(gel_stack_test name stack)
  cmake_parse_arguments(ARG "" "" "RUN;ENVIRONMENT" ${ARGN})
  gel_add_test(${name}_${stack} stack $<TARGET_FILE:test_${name}> ${ARG_RUN})
  set_property(TEST ${name}_${stack} APPEND PROPERTY ENVIRONMENT ${ARG_ENVIRONMENT})
endfunction()

set(pocl /etc/OpenCL/vendors/pocl.icd)
set(rusticl /etc/OpenCL/vendors/rusticl.icd)
find_file(OCLGRIND_ICD liboclgrind-rt-icd.so PATHS /usr/lib/oclgrind /usr/lib/x86_64-linux-gnu/oclgrind /usr/lib64/oclgrind)

if(EXISTS ${pocl})
  set(one_thread "OCL_ICD_VENDORS=${pocl};POCL_MAX_PTHREAD_COUNT=1")
  gel_stack_test(exactness pocl_one_thread RUN every_device_gives bodies_in_tiles ENVIRONMENT "${one_thread}")
  gel_stack_test(strategies pocl_one_thread ENVIRONMENT "${one_thread}")
  gel_stack_test(contact_piles pocl_one_thread RUN bears_that ENVIRONMENT "${one_thread}")
  gel_stack_test(contact_piles pocl_seven_threads RUN bears_that
    ENVIRONMENT "OCL_ICD_VENDORS=${pocl};POCL_MAX_PTHREAD_COUNT=7")
else()
  gel_test_missing(pocl "${pocl} is not there: pocl-opencl-icd")
endif()

if(EXISTS ${rusticl})
  # Its compiler takes a second for one lane, which Gel takes there, fifteen for 8, a minute for 16: more
  # than one are for scripts/rusticl.sh. The first test keeps the results for the others.
  set(on_rusticl "OCL_ICD_VENDORS=${rusticl};RUSTICL_ENABLE=llvmpipe"
    "MESA_SHADER_CACHE_DIR=${CMAKE_CURRENT_BINARY_DIR}/mesa-cache")
  # A launch takes half a millisecond there: four substeps instead of ten or twenty.
  gel_stack_test(exactness rusticl
    ENVIRONMENT "${on_rusticl};GEL_TEST_SUBSTEPS=4;GEL_TEST_SCENES=4;GEL_TEST_FRAMES=20;GEL_TEST_LANES=1")
  gel_stack_test(strategies rusticl ENVIRONMENT "${on_rusticl};GEL_TEST_FRAMES=4")
  gel_stack_test(share rusticl ENVIRONMENT "${on_rusticl};GEL_TEST_LANES=1")
  gel_stack_test(timing rusticl ENVIRONMENT "${on_rusticl}")
  gel_stack_test(compare rusticl RUN devices_and_reference ENVIRONMENT "${on_rusticl};GEL_TEST_FRAMES=4")
  gel_stack_test(contact_exact rusticl RUN every_device ENVIRONMENT "${on_rusticl};GEL_TEST_FRAMES=4;GEL_TEST_LANES=1")
  gel_stack_test(fields rusticl RUN every_back_end ENVIRONMENT "${on_rusticl};GEL_TEST_FRAMES=4")
  gel_stack_test(pressure rusticl RUN every_back_end ENVIRONMENT "${on_rusticl};GEL_TEST_FRAMES=2")
  gel_stack_test(orders rusticl RUN every_back_end ENVIRONMENT "${on_rusticl};GEL_TEST_FRAMES=2;GEL_TEST_LANES=1")
  gel_stack_test(integrators rusticl RUN every_back_end ENVIRONMENT "${on_rusticl};GEL_TEST_FRAMES=1;GEL_TEST_LANES=1")
  gel_stack_test(plasticity rusticl RUN below_the_yield ENVIRONMENT "${on_rusticl};GEL_TEST_LANES=1")
  set_tests_properties(fields_rusticl plasticity_rusticl pressure_rusticl integrators_rusticl orders_rusticl strategies_rusticl share_rusticl timing_rusticl compare_rusticl
    contact_exact_rusticl PROPERTIES DEPENDS exactness_rusticl)
else()
  gel_test_missing(rusticl "${rusticl} is not there: mesa-opencl-icd")
endif()

if(OCLGRIND_ICD)
  set(on_oclgrind "OCL_ICD_VENDORS=${OCLGRIND_ICD}")
  gel_stack_test(exactness oclgrind
    ENVIRONMENT "${on_oclgrind};GEL_TEST_SUBSTEPS=4;GEL_TEST_FRAMES=2;GEL_TEST_SCENES=1")
  gel_stack_test(strategies oclgrind ENVIRONMENT "${on_oclgrind};GEL_TEST_FRAMES=1")
  gel_stack_test(fields oclgrind RUN every_back_end ENVIRONMENT "${on_oclgrind};GEL_TEST_FRAMES=1")
  gel_stack_test(pressure oclgrind RUN every_back_end ENVIRONMENT "${on_oclgrind};GEL_TEST_FRAMES=1")
  # Without the large meshes, which take it longer than all others together.
  gel_stack_test(share oclgrind RUN what_is_written what_was_written the_box worlds_and ENVIRONMENT "${on_oclgrind};OCLGRIND_DATA_RACES=1;OCLGRIND_CHECK_API=1")
  set_tests_properties(share_oclgrind PROPERTIES FAIL_REGULAR_EXPRESSION "data race;Invalid;divergence")
else()
  gel_test_missing(oclgrind "the simulator oclgrind is not installed: oclgrind")
endif()

if(OCLGRIND_ICD AND GEL_BUILD_CLI)
  add_library(keep_buffers_layer MODULE stacks/keep_buffers_layer.c)
  target_include_directories(keep_buffers_layer PRIVATE ${CMAKE_CURRENT_SOURCE_DIR})
  target_link_libraries(keep_buffers_layer PRIVATE gel_options)
  target_include_directories(keep_buffers_layer SYSTEM PRIVATE ${OpenCL_INCLUDE_DIRS})
  foreach(kernels clean wide planted again stiff)
    add_test(NAME kernel_races_${kernels} COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/stacks/kernel_races.sh ${kernels}
      $<TARGET_FILE:gel_cli> ${PROJECT_SOURCE_DIR} ${OCLGRIND_ICD} $<TARGET_FILE:keep_buffers_layer>
      ${CMAKE_CURRENT_BINARY_DIR}/kernel_races_${kernels})
    set_tests_properties(kernel_races_${kernels} PROPERTIES LABELS stack TIMEOUT 1500 COST 2)
  endforeach()
endif()
