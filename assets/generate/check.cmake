# Makes the meshes of ASSETS/meshes and the schema again in OUTPUT, with GENERATE_BEAR and GENERATE_SCHEMA, and compares
# them byte by byte with those in ASSETS. To renew them, run it with -DASSETS and -DOUTPUT both naming assets.
function(compare file)
  execute_process(COMMAND ${CMAKE_COMMAND} -E compare_files ${OUTPUT}/${file} ${ASSETS}/${file} RESULT_VARIABLE differs)
  if(differs)
    message(SEND_ERROR "${OUTPUT}/${file} is not what is in ${ASSETS}; to renew that: cmake -DASSETS=${ASSETS} "
      "-DOUTPUT=${ASSETS} -DGENERATE_BEAR=${GENERATE_BEAR} -DGENERATE_SCHEMA=${GENERATE_SCHEMA} "
      "-P ${CMAKE_CURRENT_LIST_FILE}")
  endif()
endfunction()

file(MAKE_DIRECTORY ${OUTPUT}/meshes)
execute_process(COMMAND ${GENERATE_SCHEMA} ${CMAKE_CURRENT_LIST_DIR}/scene.schema.in.json ${OUTPUT}/scene.schema.json
  RESULT_VARIABLE result)
if(result)
  message(FATAL_ERROR "generate_schema failed")
endif()
compare(scene.schema.json)
foreach(mesh "bear 0.096" "bear_fine 0.041" "bear_coarse 0.14" "bear_small 0.1135" "bear_skin.obj 0.024")
  separate_arguments(mesh)
  list(GET mesh 0 name)
  list(GET mesh 1 cell_size)
  execute_process(COMMAND ${GENERATE_BEAR} ${OUTPUT}/meshes/${name} ${cell_size} RESULT_VARIABLE result)
  if(result)
    message(FATAL_ERROR "generate_bear failed for ${name}")
  endif()
  set(files ${name}.node ${name}.ele)
  if(name MATCHES "\\.obj$")
    set(files ${name})
  endif()
  foreach(file ${files})
    compare(meshes/${file})
  endforeach()
endforeach()
