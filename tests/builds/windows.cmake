# The tests of the build for Windows: every program of these folders, but those that are left out for a reason. wine runs them.
set(left_out
  # They start or fork other programs, or limit what those may use.
  bake bake_programs command_buffer journal mesh_save reader_deadline reading_time scene_schema threads tuning
  permissions mesh_malformed # of POSIX: modes of files, devices, files with holes
  reload kernel_source # of OpenCL's kernels, which the native back end has compiled in
  contact_surface plan tiling # measure memory, or make threads fail, by functions of the C library for Linux
  faults fault_names # of OpenCL's calls, by a layer between
  )
foreach(folder bake contact exactness mesh physics scene world)
  file(GLOB programs CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${folder}/test_*.c)
  foreach(program IN LISTS programs)
    string(REGEX REPLACE ".*/test_(.*)\\.c$" "\\1" name ${program})
    if(NOT name IN_LIST left_out)
      gel_test(${folder} ${name})
      target_include_directories(test_${name} SYSTEM PRIVATE ${OpenCL_INCLUDE_DIRS})
      target_compile_options(test_${name} PRIVATE -include ${CMAKE_CURRENT_SOURCE_DIR}/support/windows.h)
      list(APPEND targets test_${name})
    endif()
  endforeach()
endforeach()
gel_add_test(golden_hashes exactness $<TARGET_FILE:test_exactness> the_reference_gives_the_golden_hashes)
add_custom_target(windows_tests DEPENDS ${targets})
if(GEL_BUILD_CLI)
  add_test(NAME command COMMAND gel_cli run ${PROJECT_SOURCE_DIR}/assets/scenes/single_tet.json --frames 60 --backend native)
  set_tests_properties(command PROPERTIES PASS_REGULAR_EXPRESSION 6dbef6f872dd3418) # of golden_hashes.inc
endif()
