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
if(WASM_OPT) # a twentieth smaller
  run(${WASM_OPT} -Os --enable-simd --enable-bulk-memory --enable-sign-ext --enable-mutable-globals
      --enable-nontrapping-float-to-int ${wasm} -o ${FOLDER}/gel.wasm)
else()
  file(COPY ${wasm} DESTINATION ${FOLDER})
endif()
execute_process(COMMAND ${XZ} -9e --format=lzma --stdout ${FOLDER}/gel.wasm OUTPUT_FILE ${FOLDER}/gel.wasm.lzma RESULT_VARIABLE result)
if(NOT result EQUAL 0)
  message(FATAL_ERROR "xz failed: ${result}")
endif()
