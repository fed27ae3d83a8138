# The toolchain of the preset web: clang, lld and wasi-libc.
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(GEL_WASI ON)
find_program(GEL_CLANG NAMES clang clang-19 clang-18 clang-17 clang-16 clang-15 clang-14)
set(CMAKE_C_COMPILER ${GEL_CLANG})
set(CMAKE_C_COMPILER_TARGET wasm32-wasi)
set(CMAKE_EXECUTABLE_SUFFIX .wasm)
set(CMAKE_FIND_ROOT_PATH /usr/lib/wasm32-wasi)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
# The system has no threads: files/wasi/pthread.h says so to each caller.
set(CMAKE_C_FLAGS_INIT "-isystem ${CMAKE_CURRENT_LIST_DIR}/../files/wasi")
set(CMAKE_HAVE_PTHREAD_H 1 CACHE INTERNAL "")
set(CMAKE_HAVE_LIBC_PTHREAD 1 CACHE INTERNAL "")
# A linker with -O would run a wasm-opt that it finds, without the features that are on.
set(CMAKE_EXE_LINKER_FLAGS_INIT -O0)
