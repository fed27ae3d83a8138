# Builds gel.wasm in FOLDER, a build of its own for another processor, and packs it there as gel.wasm.lzma.
function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT result EQUAL 0)
    message(FATAL_ERROR "${output}\nCompiling Gel for browsers failed; GEL_BUILD_WEB=OFF leaves it out")
  endif()
endfunction()

run(${CMAKE_COMMAND} -S ${SOURCE} -B ${FOLDER} -G ${GENERATOR} ${SETTINGS})
cmake_host_system_information(RESULT cores QUERY NUMBER_OF_LOGICAL_CORES)
run(${CMAKE_COMMAND} --build ${FOLDER} --target gel_web --parallel ${cores})
set(wasm ${FOLDER}/web/gel.wasm)
set(packed ${FOLDER}/gel.wasm.lzma)
file(TIMESTAMP ${wasm} made "%s")
file(TIMESTAMP ${packed} kept "%s")
file(TIMESTAMP ${CMAKE_CURRENT_LIST_FILE} written "%s")
if(EXISTS ${packed} AND kept GREATER made AND kept GREATER written)
  file(TOUCH ${packed}) # nothing that it is made of has changed
  return()
endif()
if(WASM_OPT) # smaller: clang has inlined what is worth it
  run(${WASM_OPT} -O2 --one-caller-inline-max-function-size=0 --enable-simd --enable-bulk-memory
      --enable-sign-ext --enable-mutable-globals --enable-nontrapping-float-to-int ${wasm} -o ${FOLDER}/gel.wasm)
else()
  file(COPY ${wasm} DESTINATION ${FOLDER})
endif()
execute_process(COMMAND ${XZ} --format=lzma --lzma1=preset=9e,lc=4,pb=0 --stdout ${FOLDER}/gel.wasm
  OUTPUT_FILE ${packed} RESULT_VARIABLE result)
if(NOT result EQUAL 0)
  file(REMOVE ${packed})
  message(FATAL_ERROR "xz failed: ${result}")
endif()
