# The native back end: the kernels, compiled for this processor by clang's OpenCL front end; see find_native.cmake.
set(GEL_NATIVE_SOURCES "")
set(includes "")
set(rows "")

# The program of the usual kinds of constraint leaves out all that the kernels can be without, as gelMakeBuildOptions
# does for gelUsualKinds.
set(usual "")
foreach(file constraints.h two_level_tables.h jacobi.cl integrators.cl)
  set(path ${PROJECT_SOURCE_DIR}/kernels/${file})
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${path})
  file(STRINGS ${path} lines REGEX "^#ifn?def GEL_WITHOUT_")
  foreach(line IN LISTS lines)
    string(REGEX REPLACE "^#ifn?def " "-D" option "${line}")
    list(APPEND usual ${option})
  endforeach()
endforeach()

set_property(GLOBAL PROPERTY GEL_NATIVE_USUAL "${usual}") # a test compares the two

# Adds the kernels of a file for a processor, which gelHasInstructions knows, with the options for it that follow.
# has_all_kinds: of constraint, and the Jacobi orders and integrators; else the options end with those of `usual`.
function(gel_add_native_kernels processor lanes root has_all_kinds)
  set(symbol gelNative_${processor}_${root})
  if(NOT has_all_kinds)
    string(APPEND symbol _usual)
  endif()
  set(object ${CMAKE_CURRENT_BINARY_DIR}/native/${symbol}.o)
  set(table ${CMAKE_CURRENT_BINARY_DIR}/native/${symbol}.c)
  set(file ${PROJECT_SOURCE_DIR}/kernels/${root}.cl)
  set(clang ${GEL_CLANG} ${GEL_NATIVE_FLAGS} ${ARGN})
  if(GEL_WASI AND has_all_kinds) # each byte counts; with -Oz piles cost a third more, flags four fifths
    list(APPEND clang -Os -DGEL_SMALL)
  endif()
  set(preprocessed -I${PROJECT_SOURCE_DIR}/kernels -include ${GEL_NATIVE_BUILTINS} -DGEL_LANES=${lanes})
  add_custom_command(
    OUTPUT ${object} ${table}
    COMMAND ${CMAKE_COMMAND} "-DCLANG=${clang}" "-DPREPROCESSED=${preprocessed}" -DFILE=${file}
            -DOBJECT=${object} -DTABLE=${table} -DSYMBOL=${symbol}
            -P ${CMAKE_CURRENT_SOURCE_DIR}/cmake/native_kernels.cmake
    DEPENDS ${file} cmake/native_kernels.cmake
    DEPFILE ${object}.d # what the file includes
    VERBATIM)
  set(GEL_NATIVE_SOURCES ${GEL_NATIVE_SOURCES} ${object} ${table} PARENT_SCOPE)
  set(includes "${includes}extern const gelNativeKernel ${symbol}[];\n" PARENT_SCOPE)
  set(row "{&gelNativeMark, \"${processor}\", ${lanes}, \"${root}.cl\", ${has_all_kinds}, ${symbol}}")
  set(rows "${rows}    ${row},\n" PARENT_SCOPE)
endfunction()

if(GEL_HAS_NATIVE)
  # The first that the processor has is used. The solvers add up eight columns, so narrower vectors take eight lanes in
  # two halves.
  if(GEL_TARGET_PROCESSOR MATCHES "^(aarch64|arm64)$")
    set(processors neon)
  elseif(GEL_WASI)
    set(processors simd128)
  else()
    set(processors avx512 avx2 sse2)
    set(options_avx512 -mavx512f -mavx512dq -mavx512bw -mavx512vl -mprefer-vector-width=512)
    set(options_avx2 -mavx2)
    set(options_sse2 -msse2)
  endif()
  foreach(processor IN LISTS processors)
    set(lanes 8)
    if(processor STREQUAL avx512)
      set(lanes 16)
    endif()
    gel_add_native_kernels(${processor} ${lanes} gel false ${options_${processor}} ${usual}) # first: it is faster
    foreach(root gel contact two_level balance)
      gel_add_native_kernels(${processor} ${lanes} ${root} true ${options_${processor}})
    endforeach()
    if(lanes EQUAL 8) # with 512 bits, files for one lane would be no faster
      foreach(root contact_search fields links plasticity pressures)
        gel_add_native_kernels(${processor} 1 ${root} true ${options_${processor}})
      endforeach()
    endif()
  endforeach()
endif()
if(GEL_HAS_DEVICES)
  set(table ${CMAKE_CURRENT_BINARY_DIR}/native/programs.c)
  list(APPEND GEL_NATIVE_SOURCES ${table})
  file(CONFIGURE OUTPUT ${table} CONTENT "// Made by cmake/native.cmake.
#include \"opencl/runtime/native_kernels.h\"

${includes}
const gelNativeProgram gelNativePrograms[] = {
${rows}    {0, 0, 0, 0, 0, 0},
};
")
endif()
