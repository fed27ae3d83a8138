# The tests of a build without OpenCL: the native back end is the default, or without it the reference, and what needs a
# device of OpenCL says why there is none.
gel_test(exactness exactness RUN ten_runs_give_one_hash)
gel_add_test(golden_hashes exactness $<TARGET_FILE:test_exactness> the_reference_gives_the_golden_hashes)
if(GEL_HAS_NATIVE)
  gel_test(exactness native)
endif()
if(GEL_BUILD_CLI)
  set(scene ${PROJECT_SOURCE_DIR}/assets/scenes/single_tet.json)
  add_test(NAME without_devices_run COMMAND gel_cli run ${scene} --frames 1)
  set_tests_properties(without_devices_run PROPERTIES PASS_REGULAR_EXPRESSION "$<IF:$<BOOL:${GEL_HAS_NATIVE}>,native this processor,reference \\(float\\)>")
  add_test(NAME without_devices_refused COMMAND gel_cli run ${scene} --backend opencl)
  add_test(NAME without_devices_refused_by_number COMMAND gel_cli run ${scene} --backend opencl:0)
  set_tests_properties(without_devices_refused without_devices_refused_by_number PROPERTIES
    PASS_REGULAR_EXPRESSION "built without OpenCL .GEL_USE_OPENCL is OFF.: choose the .*\"reference\" back end")
  add_test(NAME without_devices_listed COMMAND gel_cli devices)
  set_tests_properties(without_devices_listed PROPERTIES PASS_REGULAR_EXPRESSION "built without OpenCL .GEL_USE_OPENCL is")
endif()
