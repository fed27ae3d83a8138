# A variant compiles groups of sources as one file each: most of its time would go into reading headers. The main build
# compiles each source for itself, and looks for shadowed names: in a group a local variable may have the name of another
# source's variable.
find_program(GEL_PYTHON python3 PATHS /usr/bin NO_DEFAULT_PATH)
target_compile_options(gel_options INTERFACE -Wno-shadow)
foreach(target gel gel_app gel_cli gel_viewer)
  if(NOT TARGET ${target} OR NOT GEL_PYTHON)
    continue()
  endif()
  get_target_property(sources ${target} SOURCES)
  list(FILTER sources INCLUDE REGEX "^${PROJECT_SOURCE_DIR}/host/.*\\.(c|cpp)$")
  list(FILTER sources EXCLUDE REGEX "/src/reference/") # one file, included with other macros
  set(groups ${CMAKE_CURRENT_BINARY_DIR}/groups_${target}.cmake)
  execute_process(COMMAND ${GEL_PYTHON} ${CMAKE_CURRENT_LIST_DIR}/groups.py ${groups} ${target} ${sources}
    COMMAND_ERROR_IS_FATAL ANY)
  include(${groups})
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
endforeach()
