# The native back end: the kernels, compiled for this processor by clang's OpenCL front end.
option(GEL_USE_NATIVE "Compile the kernels for the processor with clang: the back end \"native\"" ON)
set(GEL_NATIVE_TABLE ${CMAKE_CURRENT_BINARY_DIR}/native/programs.c)
set(GEL_NATIVE_SOURCES ${GEL_NATIVE_TABLE})
set(includes "")
set(rows "")

# Adds the kernels of a file for a processor. `processor` is known to gelHasInstructions.
function(gel_add_native_kernels processor flags lanes root)
  set(symbol gelNative_${processor}_${root})
  set(object ${CMAKE_CURRENT_BINARY_DIR}/native/${symbol}.o)
  set(table ${CMAKE_CURRENT_BINARY_DIR}/native/${symbol}.c)
  set(clang ${GEL_CLANG} ${GEL_NATIVE_FLAGS} ${flags})
  set(preprocessed -I${PROJECT_SOURCE_DIR}/kernels -include ${CMAKE_CURRENT_SOURCE_DIR}/src/opencl/runtime/native_builtins.h
      -DGEL_LANES=${lanes})
  add_custom_command(
    OUTPUT ${object} ${table}
    COMMAND ${CMAKE_COMMAND} "-DCLANG=${clang}" "-DPREPROCESSED=${preprocessed}" -DFILE=${PROJECT_SOURCE_DIR}/kernels/${root}.cl -DOBJECT=${object}
            -DTABLE=${table} -DSYMBOL=${symbol} -P ${CMAKE_CURRENT_SOURCE_DIR}/cmake/native_kernels.cmake
    DEPENDS ${GEL_KERNELS} cmake/native_kernels.cmake src/opencl/runtime/native_builtins.h
    VERBATIM)
  set(GEL_NATIVE_SOURCES ${GEL_NATIVE_SOURCES} ${object} ${table} PARENT_SCOPE)
  set(includes "${includes}extern const gelNativeKernel ${symbol}[];\n" PARENT_SCOPE)
  set(rows "${rows}    {\"${processor}\", ${lanes}, \"${root}.cl\", ${symbol}},\n" PARENT_SCOPE)
endfunction()

if(GEL_USE_NATIVE)
  find_program(GEL_CLANG NAMES clang clang-19 clang-18 clang-17 clang-16 clang-15 clang-14)
  set(GEL_NATIVE_FLAGS -x cl -cl-std=CL1.2 -cl-no-stdinc -cl-fp32-correctly-rounded-divide-sqrt -ffp-contract=off -O2
      -fno-math-errno -fPIC -fvisibility=hidden -w) # kernel_lint looks at warnings
  if(MINGW)
    list(APPEND GEL_NATIVE_FLAGS --target=${CMAKE_SYSTEM_PROCESSOR}-w64-mingw32)
  endif()
  if(GEL_CLANG)
    set(smallest ${CMAKE_CURRENT_BINARY_DIR}/native/smallest.cl)
    file(WRITE ${smallest} "void root(float* a) { vstore8(sqrt(vload8(0, a)), 0, a); }\n")
    execute_process(COMMAND ${GEL_CLANG} ${GEL_NATIVE_FLAGS} -mavx2 -D__global= -fsyntax-only
      -include ${CMAKE_CURRENT_SOURCE_DIR}/src/opencl/runtime/native_builtins.h ${smallest}
      RESULT_VARIABLE GEL_CLANG_FAILS OUTPUT_QUIET ERROR_QUIET)
  endif()
endif()
if(NOT GEL_HAS_DEVICES)
  message(STATUS "native back end: left out, its host code is that of OpenCL devices, and GEL_USE_OPENCL is OFF")
elseif(NOT GEL_USE_NATIVE)
  message(STATUS "native back end: left out, GEL_USE_NATIVE is OFF")
elseif(APPLE OR (CMAKE_CROSSCOMPILING AND NOT MINGW) OR NOT CMAKE_SIZEOF_VOID_P EQUAL 8
       OR NOT CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|amd64)$")
  message(STATUS "native back end: left out, it is for Linux and BSD on x86-64, built there, and Windows by mingw-w64")
elseif(NOT GEL_CLANG)
  message(STATUS "native back end: left out, this package is missing: clang (name as of Debian)")
elseif(GEL_CLANG_FAILS)
  message(STATUS "native back end: left out, ${GEL_CLANG} does not compile the kernels (clang 14 does)")
else()
  message(STATUS "native back end: compiled by ${GEL_CLANG}")
  foreach(row "avx2;-mavx2" "sse2;-msse2")
    list(GET row 0 processor)
    list(GET row 1 flags)
    foreach(root gel contact two_level balance)
      gel_add_native_kernels(${processor} ${flags} 8 ${root})
    endforeach()
    foreach(root contact_search fields links plasticity pressures)
      gel_add_native_kernels(${processor} ${flags} 1 ${root})
    endforeach()
  endforeach()
endif()
if(NOT GEL_HAS_DEVICES)
  set(GEL_NATIVE_SOURCES "")
endif()
file(CONFIGURE OUTPUT ${GEL_NATIVE_TABLE} CONTENT "// Made by cmake/native.cmake.
#include \"opencl/runtime/native_kernels.h\"

${includes}
const gelNativeProgram gelNativePrograms[] = {
${rows}    {0, 0, 0, 0},
};
")
