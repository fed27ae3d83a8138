# Makes the meshes of assets/meshes again in OUTPUT with GENERATE_BEAR and compares them byte by byte with those in MESHES.
# To renew them, run it with -DMESHES and -DOUTPUT both naming assets/meshes.
file(MAKE_DIRECTORY ${OUTPUT})
foreach(mesh "bear 0.096" "bear_fine 0.041" "bear_small 0.1135")
  separate_arguments(mesh)
  list(GET mesh 0 name)
  list(GET mesh 1 cell_size)
  execute_process(COMMAND ${GENERATE_BEAR} ${OUTPUT}/${name} ${cell_size} RESULT_VARIABLE result)
  if(result)
    message(FATAL_ERROR "generate_bear failed for ${name}")
  endif()
  foreach(ending node ele)
    execute_process(
      COMMAND ${CMAKE_COMMAND} -E compare_files ${OUTPUT}/${name}.${ending} ${MESHES}/${name}.${ending}
      RESULT_VARIABLE differs)
    if(differs)
      message(SEND_ERROR "${OUTPUT}/${name}.${ending} is not what is in ${MESHES}")
    endif()
  endforeach()
endforeach()
