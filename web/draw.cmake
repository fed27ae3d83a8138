# The renderer of the window, host/viewer/draw, for the browser: added to gel_web. Its OpenGL is glad/gl.h here, and gl.mjs.
set(viewer ${PROJECT_SOURCE_DIR}/host/viewer)
file(GLOB drawing CONFIGURE_DEPENDS ${viewer}/draw/*.c)
list(FILTER drawing EXCLUDE REGEX "/(context_properties|offscreen|picture|picture_clock)\\.c$") # of programs with a display

include(${PROJECT_SOURCE_DIR}/host/cmake/shaders.cmake)
gel_embed_shaders(embedded)

target_sources(gel_web PRIVATE ${drawing} ${viewer}/contact_arrows.c ${embedded})
target_include_directories(gel_web PRIVATE ${CMAKE_CURRENT_SOURCE_DIR} ${viewer} ${PROJECT_SOURCE_DIR}/host)
target_include_directories(gel_web SYSTEM PRIVATE ${GEL_STB_IMAGE})
