# gel_embed_shaders(VARIABLE): stores in VARIABLE the path of a source file that has all shaders, for whoever draws.
function(gel_embed_shaders variable)
  file(GLOB shaders CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/shaders/*.glsl ${PROJECT_SOURCE_DIR}/shaders/*.vert
       ${PROJECT_SOURCE_DIR}/shaders/*.frag)
  set(output ${CMAKE_CURRENT_BINARY_DIR}/embedded_shaders.c)
  add_custom_command(
    OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} -DOUTPUT=${output} -DROOT=${PROJECT_SOURCE_DIR}/shaders "-DFILES=${shaders}"
            -DTABLE=gelEmbeddedShaders -DHEADER=draw/shader_source.h -DNO_COMMENTS=$<BOOL:${GEL_WASI}>
            -P ${PROJECT_SOURCE_DIR}/host/cmake/embed.cmake
    DEPENDS ${shaders} ${PROJECT_SOURCE_DIR}/host/cmake/embed.cmake
    VERBATIM)
  set(${variable} ${output} PARENT_SCOPE)
endfunction()
