# Compiles a kernel file to an object for a processor, and writes the table of its kernels, a C file. FILE is preprocessed
# by the command CLANG with the options PREPROCESSED; what it includes is listed in OBJECT.d. Then each kernel becomes a
# function of its work-item's number, and a caller follows that runs a range of work-items with arguments that it finds in
# an array: host/src/opencl/runtime/native_kernels.h. SYMBOL is a prefix.
function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE result)
  if(NOT result EQUAL 0)
    message(FATAL_ERROR "compiling ${FILE} for the native back end failed; GEL_USE_NATIVE=OFF leaves it out")
  endif()
endfunction()

run(${CLANG} ${PREPROCESSED} -E ${FILE} -o ${OBJECT}.i.cl -MD -MF ${OBJECT}.d -MT ${OBJECT})
file(READ ${OBJECT}.i.cl text)
string(REGEX MATCHALL "__kernel void [a-z_0-9]+\\([^)]*\\)" kernels "${text}")
string(REGEX REPLACE "__kernel void ([a-z_0-9]+)\\("
       "static inline __attribute__((always_inline)) void \\1(const size_t gel_item, const size_t gel_items, "
       text "${text}")

set(callers "")
set(declarations "")
set(rows "")
foreach(kernel IN LISTS kernels)
  string(REGEX REPLACE "[ \t\r\n]+" " " kernel "${kernel}")
  string(REGEX MATCH "^__kernel void ([a-z_0-9]+)\\((.*)\\)$" whole "${kernel}")
  set(name ${CMAKE_MATCH_1})
  string(REPLACE "," ";" parameters "${CMAKE_MATCH_2}")
  set(kinds "")
  set(values "")
  set(index 0)
  foreach(parameter IN LISTS parameters)
    string(REGEX REPLACE "[a-z_0-9]+ *$" "" type "${parameter}")
    if(parameter MATCHES "__global")
      string(APPEND kinds b)
    else()
      string(APPEND kinds v)
    endif()
    string(APPEND values ", *(${type}*)arguments[${index}]")
    math(EXPR index "${index} + 1")
  endforeach()
  if(index GREATER 64)
    message(FATAL_ERROR "${name} has ${index} arguments, expected at most 64: those of Kernel in native.c")
  endif()
  set(signature "void ${SYMBOL}_${name}(void* const* arguments, size_t first, size_t end, size_t all)")
  string(APPEND callers "${signature}
{
    for (size_t i = first; i < end; i++)
        ${name}(i, all${values});
}
")
  string(APPEND declarations "${signature};\n")
  string(APPEND rows "    {\"${name}\", \"${kinds}\", ${SYMBOL}_${name}},\n")
endforeach()
file(WRITE ${OBJECT}.cl "${text}\n${callers}")
set(clang ${CLANG} -D__global= -D__local=)
if("${CLANG}" MATCHES "=wasm32")
  # Clang 14 and 15 for WebAssembly may read a number that fills a vector only after later stores and calls, which may
  # have changed it: LOAD_SPLAT in LLVM's WebAssemblyISelLowering.cpp has no chain. A freeze keeps the two apart.
  run(${clang} -S -emit-llvm ${OBJECT}.cl -o ${OBJECT}.ll)
  file(READ ${OBJECT}.ll text)
  string(REGEX REPLACE "\n  %([0-9]+) = (insertelement [^\n]*, )([a-z0-9]+) (%[0-9]+), (i[0-9]+ [0-9]+)"
         "\n  %frozen\\1 = freeze \\3 \\4\n  %\\1 = \\2\\3 %frozen\\1, \\5" text "${text}")
  file(WRITE ${OBJECT}.ll "${text}")
  run(${clang} -x ir -Xclang -disable-llvm-passes -c ${OBJECT}.ll -o ${OBJECT})
else()
  run(${clang} -c ${OBJECT}.cl -o ${OBJECT})
endif()
file(WRITE ${TABLE} "// Made from ${FILE} at build time.
#include \"opencl/runtime/native_kernels.h\"

${declarations}
const gelNativeKernel ${SYMBOL}[] = {
${rows}    {NULL, NULL, NULL},
};
")
