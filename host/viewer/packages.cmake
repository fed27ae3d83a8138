# Looks for the window's dependencies; GEL_BUILD_VIEWER says whether it is built.
include(CheckLanguage)
pkg_check_modules(GLFW IMPORTED_TARGET glfw3)
pkg_check_modules(EGL IMPORTED_TARGET egl)
pkg_check_modules(IMGUI IMPORTED_TARGET imgui) # with its back ends for GLFW and OpenGL, as in Debian
find_path(GEL_STB_INCLUDE stb/stb_image_write.h)
pkg_check_modules(DEFLATE IMPORTED_TARGET zlib) # for .png files; GEL_USE_ZLIB is about what the library reads
find_file(GEL_FONT DejaVuSans.ttf PATHS /usr/share/fonts/truetype/dejavu /usr/share/fonts/dejavu-sans-fonts
  /usr/share/fonts/dejavu /usr/share/fonts/TTF) # embedded: the window's texts, and those of gel bench
# Prefer the system's program: it uses the system's Python, which has the module.
find_program(GEL_GLAD glad PATHS /usr/bin NO_DEFAULT_PATH)
find_program(GEL_GLAD glad)
check_language(CXX)

set(missing "")
foreach(need "GLFW_FOUND|libglfw3-dev" "EGL_FOUND|libegl-dev" "IMGUI_FOUND|libimgui-dev"
             "GEL_STB_INCLUDE|libstb-dev" "DEFLATE_FOUND|zlib1g-dev" "GEL_FONT|fonts-dejavu-core"
             "GEL_GLAD|python3-glad" "CMAKE_CXX_COMPILER|g++")
  string(REPLACE "|" ";" need "${need}")
  list(GET need 0 found)
  list(GET need 1 package)
  if(NOT ${found})
    list(APPEND missing ${package})
  endif()
endforeach()
list(REMOVE_DUPLICATES missing)
string(JOIN " " missing ${missing})
if(missing STREQUAL "")
  set(default ON)
else()
  set(default OFF)
endif()
option(GEL_BUILD_VIEWER "Build the window: gel view" ${default})
if(GEL_BUILD_VIEWER AND NOT missing STREQUAL "")
  message(FATAL_ERROR "GEL_BUILD_VIEWER is ON, but these packages are missing: ${missing}")
endif()
if(GEL_BUILD_VIEWER)
  message(STATUS "gel view: built with GLFW ${GLFW_VERSION}")
  enable_language(CXX)
elseif(missing STREQUAL "")
  message(STATUS "gel view: left out, GEL_BUILD_VIEWER is OFF")
else()
  message(STATUS "gel view: left out, these packages are missing: ${missing} (names as of Debian)")
endif()
set(GEL_VIEWER_MISSING "${missing}")
