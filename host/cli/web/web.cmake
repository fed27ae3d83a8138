# What `gel web` carries: the files of the page, and gel.wasm, where this system can build it.
option(GEL_BUILD_WEB "Compile Gel for browsers, for gel web, where clang and wasi-libc are installed" ON)
set(web ${PROJECT_SOURCE_DIR}/web)
set(folder ${PROJECT_BINARY_DIR}/web)
set(json ${PROJECT_SOURCE_DIR}/build/cjson)
if(GEL_CJSON_SOURCE)
  set(json ${GEL_CJSON_SOURCE})
endif()
find_program(GEL_WASM_LINKER NAMES wasm-ld wasm-ld-19 wasm-ld-18 wasm-ld-17 wasm-ld-16 wasm-ld-15 wasm-ld-14)
find_program(GEL_XZ xz)
find_program(GEL_WASM_OPT wasm-opt)
find_path(GEL_WASI_LIBC wasi/api.h PATHS /usr/include/wasm32-wasi NO_DEFAULT_PATH NO_CMAKE_FIND_ROOT_PATH)
set(runtime "")
if(GEL_CLANG)
  execute_process(COMMAND ${GEL_CLANG} --target=wasm32-wasi -print-libgcc-file-name OUTPUT_VARIABLE runtime
    OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
endif()

set(missing "")
if(NOT GEL_BUILD_WEB)
  set(missing "it (GEL_BUILD_WEB is OFF)")
elseif(GEL_IN_VARIANT OR GEL_REFERENCE_ONLY OR GEL_SANITIZE)
  set(missing "it, as are builds with sanitizers, of variants, and of the reference alone")
elseif(NOT GEL_CLANG)
  set(missing "clang (name as of Debian)")
elseif(NOT GEL_WASM_LINKER)
  set(missing "lld (name as of Debian)")
elseif(NOT GEL_WASI_LIBC)
  set(missing "wasi-libc (name as of Debian)")
elseif(NOT EXISTS "${runtime}")
  set(missing "libclang-rt-dev-wasm32 (name as of Debian)")
elseif(NOT GEL_XZ)
  set(missing "xz-utils (name as of Debian)")
elseif(NOT EXISTS ${json}/cJSON.c)
  set(missing "cJSON's source in build/cjson, which scripts/build.sh gets where clang and wasi-libc are installed")
elseif(NOT OpenCL_INCLUDE_DIR)
  set(missing "opencl-headers (name as of Debian)")
endif()

file(GLOB pages CONFIGURE_DEPENDS ${web}/*.mjs ${web}/*.css ${web}/*.html)
set(parts ${pages})
set(GEL_HAS_WEB OFF)
if(missing STREQUAL "")
  set(GEL_HAS_WEB ON)
  # Whole folders: what the inner build reads of them is its own matter, and it is quick where nothing is to do.
  set(sources "")
  foreach(part kernels web shaders host/app host/cmake host/common host/files host/include host/src host/viewer)
    file(GLOB_RECURSE found CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${part}/*)
    list(APPEND sources ${found})
  endforeach()
  list(FILTER sources EXCLUDE REGEX "\\.(mjs|css|html|md)$")
  set(wasm ${folder}/gel.wasm.lzma)
  set(settings -DCMAKE_TOOLCHAIN_FILE=${PROJECT_SOURCE_DIR}/host/cmake/wasi.cmake -DCMAKE_BUILD_TYPE=MinSizeRel
    -DOpenCL_INCLUDE_DIR=${OpenCL_INCLUDE_DIR} -DGEL_STB_IMAGE=${GEL_STB_IMAGE} -DGEL_CJSON_SOURCE=${json}
    -DGEL_USE_OPENCL=OFF -DGEL_USE_ASSIMP=OFF -DGEL_USE_ZLIB=OFF -DGEL_BUILD_CLI=OFF -DGEL_BUILD_EXAMPLES=OFF
    -DGEL_BUILD_TESTS=OFF -DGEL_WERROR=${GEL_WERROR})
  add_custom_command(
    OUTPUT ${wasm}
    COMMAND ${CMAKE_COMMAND} -DSOURCE=${PROJECT_SOURCE_DIR} -DFOLDER=${folder} "-DGENERATOR=${CMAKE_GENERATOR}"
            "-DSETTINGS=${settings}" -DWASM_OPT=${GEL_WASM_OPT} -DXZ=${GEL_XZ}
            -P ${CMAKE_CURRENT_LIST_DIR}/build_wasm.cmake
    DEPENDS ${sources} ${PROJECT_SOURCE_DIR}/CMakeLists.txt ${PROJECT_SOURCE_DIR}/host/CMakeLists.txt
            ${CMAKE_CURRENT_LIST_DIR}/build_wasm.cmake
    COMMENT "Compiling Gel for browsers"
    VERBATIM)
  list(APPEND parts ${wasm})
  message(STATUS "gel web: pages with Gel compiled by ${GEL_CLANG}")
else()
  message(STATUS "gel web: left out, without ${missing}")
endif()
set(GEL_HAS_WEB ${GEL_HAS_WEB} CACHE INTERNAL "for the tests too")
set(GEL_WEB_MISSING ${missing} CACHE INTERNAL "for the tests too")

set(embedded ${CMAKE_CURRENT_BINARY_DIR}/embedded_web.c)
add_custom_command(
  OUTPUT ${embedded}
  COMMAND ${CMAKE_COMMAND} -DOUTPUT=${embedded} "-DFILES=${parts}" -DTABLE=gelEmbeddedWeb -DHEADER=web/embedded_web.h
          -P ${PROJECT_SOURCE_DIR}/host/cmake/embed.cmake
  DEPENDS ${parts} ${PROJECT_SOURCE_DIR}/host/cmake/embed.cmake
  VERBATIM)
target_sources(gel_cli PRIVATE ${embedded})
set_source_files_properties(web/web.c PROPERTIES COMPILE_DEFINITIONS "GEL_WEB_MISSING=\"${missing}\"")
# Without a library that the command does not have anyway, files of scenes are not compressed.
set_source_files_properties(web/packed.c PROPERTIES COMPILE_DEFINITIONS GEL_HAS_DEFLATE=$<BOOL:${GEL_HAS_RASTER}>)
if(GEL_HAS_RASTER)
  target_link_libraries(gel_cli PRIVATE PkgConfig::DEFLATE)
endif()
