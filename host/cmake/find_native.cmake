# Whether the native back end can be built: by clang's OpenCL front end, for this processor. Sets GEL_HAS_NATIVE,
# GEL_CLANG, GEL_TARGET_PROCESSOR and GEL_NATIVE_FLAGS.
option(GEL_USE_NATIVE "Compile the kernels for the processor with clang: the back end \"native\"" ON)
set(GEL_HAS_NATIVE OFF)
set(GEL_NATIVE_BUILTINS ${PROJECT_SOURCE_DIR}/host/src/opencl/runtime/native_builtins.h)
set(GEL_NATIVE_FLAGS -x cl -cl-std=CL1.2 -cl-no-stdinc -cl-fp32-correctly-rounded-divide-sqrt -ffp-contract=off -O2
    -fno-math-errno -fvisibility=hidden -w) # kernel_lint looks at warnings

string(TOLOWER "${CMAKE_SYSTEM_PROCESSOR}" GEL_TARGET_PROCESSOR) # Windows itself says AMD64
string(REGEX REPLACE "^amd64$" "x86_64" GEL_TARGET_PROCESSOR "${GEL_TARGET_PROCESSOR}")
if(GEL_USE_NATIVE)
  find_program(GEL_CLANG NAMES clang clang-19 clang-18 clang-17 clang-16 clang-15 clang-14)
endif()
if(GEL_CLANG)
  if(GEL_WASI)
    list(APPEND GEL_NATIVE_FLAGS --target=wasm32-wasi -msimd128 -fno-slp-vectorize)
  else()
    list(APPEND GEL_NATIVE_FLAGS -fPIC)
  endif()
  if(MINGW)
    list(APPEND GEL_NATIVE_FLAGS --target=${GEL_TARGET_PROCESSOR}-w64-mingw32)
  elseif(CMAKE_CROSSCOMPILING AND CMAKE_SYSTEM_NAME STREQUAL "Linux")
    list(APPEND GEL_NATIVE_FLAGS --target=${GEL_TARGET_PROCESSOR}-linux-gnu)
  endif()
  # To an object: whether LLVM knows its names of roots shows when it chooses instructions.
  set(smallest ${PROJECT_BINARY_DIR}/smallest.cl)
  file(WRITE ${smallest} "")
  foreach(width 4 8 16)
    file(APPEND ${smallest}
      "void root${width}(float* a) { vstore${width}(sqrt(vload${width}(0, a)), 0, a); }\n")
  endforeach()
  set(options -O2)
  if(GEL_TARGET_PROCESSOR STREQUAL x86_64)
    set(options -msse2 -mavx2 -mavx512f)
  endif()
  set(GEL_CLANG_FAILS OFF)
  foreach(option IN LISTS options)
    execute_process(
      COMMAND ${GEL_CLANG} ${GEL_NATIVE_FLAGS} ${option} -D__global= -include ${GEL_NATIVE_BUILTINS}
              -c ${smallest} -o ${PROJECT_BINARY_DIR}/smallest.o
      RESULT_VARIABLE result OUTPUT_QUIET ERROR_QUIET)
    if(NOT result EQUAL 0)
      set(GEL_CLANG_FAILS ON)
    endif()
  endforeach()
endif()

if(NOT GEL_USE_NATIVE)
  set(why "GEL_USE_NATIVE is OFF")
elseif(NOT GEL_WASI AND (NOT (UNIX OR MINGW) OR APPLE OR NOT CMAKE_SIZEOF_VOID_P EQUAL 8
       OR NOT GEL_TARGET_PROCESSOR MATCHES "^(x86_64|aarch64|arm64)$"))
  set(why "it is for Linux and BSD on x86-64 and aarch64, Windows by mingw-w64, and WebAssembly")
elseif(NOT GEL_CLANG)
  set(why "this package is missing: clang (name as of Debian)")
elseif(GEL_CLANG_FAILS)
  set(why "${GEL_CLANG} does not compile the kernels (clang 14 does)")
elseif(NOT OpenCL_INCLUDE_DIR)
  set(why "this package is missing: opencl-headers (name as of Debian)")
else()
  set(GEL_HAS_NATIVE ON)
endif()
if(GEL_HAS_NATIVE)
  message(STATUS "native back end: compiled by ${GEL_CLANG}")
else()
  message(STATUS "native back end: left out, ${why}")
endif()
