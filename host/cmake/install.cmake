# Installs the library, its headers and assets, and the files by which CMake (find_package(Gel)) and pkg-config find them.
# Components, which are Debian's packages: libgel to run programs, libgel-dev to build them, gel for the command.
include(CMakePackageConfigHelpers)

get_target_property(GEL_LIBRARY_TYPE gel TYPE)
# An installed command finds the shared library by a relative path, so the folder may move.
if(TARGET gel_cli AND GEL_LIBRARY_TYPE STREQUAL SHARED_LIBRARY)
  file(RELATIVE_PATH GEL_RPATH /prefix/${CMAKE_INSTALL_BINDIR} /prefix/${CMAKE_INSTALL_LIBDIR})
  if(APPLE)
    set(origin @loader_path)
  else()
    set(origin $ORIGIN)
  endif()
  set_target_properties(gel_cli PROPERTIES INSTALL_RPATH "${origin}/${GEL_RPATH}")
endif()

set(GEL_CMAKE_FOLDER ${CMAKE_INSTALL_LIBDIR}/cmake/Gel)
install(TARGETS gel EXPORT GelTargets
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT libgel-dev
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT libgel NAMELINK_COMPONENT libgel-dev
  RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT libgel)
install(DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR}/include/gel ${CMAKE_CURRENT_BINARY_DIR}/include/gel
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT libgel-dev)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/assets/ DESTINATION ${CMAKE_INSTALL_DATADIR}/gel COMPONENT gel
  FILES_MATCHING PATTERN *.json PATTERN *.msh PATTERN *.node PATTERN *.ele PATTERN *.mesh PATTERN *.vtk PATTERN *.vtu PATTERN *.obj PATTERN *.values
  REGEX "/thumbnails/[^/]*\\.png$"
  PATTERN generate EXCLUDE)
# Its name has the version of the shared library's file, so two versions stand side by side.
set(GEL_LIBRARY_PACKAGE libgel${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
foreach(component libgel libgel-dev gel) # each folder is of one package
  string(REGEX REPLACE "^libgel$" ${GEL_LIBRARY_PACKAGE} package ${component})
  install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${package} RENAME copyright
    COMPONENT ${component})
endforeach()
if(GEL_CJSON_SOURCE)
  install(FILES ${GEL_CJSON_SOURCE}/LICENSE DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${GEL_LIBRARY_PACKAGE}
    RENAME copyright.cjson COMPONENT libgel)
endif()
if(MINGW) # parts of its run-time library are in the program
  install(FILES /usr/share/doc/mingw-w64-x86-64-dev/copyright DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${GEL_LIBRARY_PACKAGE}
    RENAME copyright.mingw-w64 COMPONENT libgel OPTIONAL)
endif()

install(EXPORT GelTargets NAMESPACE gel:: DESTINATION ${GEL_CMAKE_FOLDER} COMPONENT libgel-dev)
configure_package_config_file(cmake/GelConfig.cmake.in ${CMAKE_CURRENT_BINARY_DIR}/GelConfig.cmake
  INSTALL_DESTINATION ${GEL_CMAKE_FOLDER})
# Before 1.0 a new minor version may be incompatible.
write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/GelConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/GelConfig.cmake ${CMAKE_CURRENT_BINARY_DIR}/GelConfigVersion.cmake
  DESTINATION ${GEL_CMAKE_FOLDER} COMPONENT libgel-dev)

# The .pc file finds the prefix by a relative path, so an installed folder may move.
if(IS_ABSOLUTE "${CMAKE_INSTALL_LIBDIR}" OR IS_ABSOLUTE "${CMAKE_INSTALL_INCLUDEDIR}")
  set(GEL_PC_PREFIX ${CMAKE_INSTALL_PREFIX})
  set(GEL_PC_LIBDIR ${CMAKE_INSTALL_FULL_LIBDIR})
  set(GEL_PC_INCLUDEDIR ${CMAKE_INSTALL_FULL_INCLUDEDIR})
else()
  file(RELATIVE_PATH up /prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig /prefix)
  string(REGEX REPLACE "/$" "" up "${up}")
  set(GEL_PC_PREFIX "\${pcfiledir}/${up}")
  set(GEL_PC_LIBDIR "\${prefix}/${CMAKE_INSTALL_LIBDIR}")
  set(GEL_PC_INCLUDEDIR "\${prefix}/${CMAKE_INSTALL_INCLUDEDIR}")
endif()
# Users of the static library need its dependencies; users of the shared one do not.
if(GEL_LIBRARY_TYPE STREQUAL SHARED_LIBRARY)
  set(GEL_PC_CFLAGS " -DGEL_SHARED")
  set(GEL_PC_LINKS "Libs: -L\${libdir} -lgel")
else()
  # Listed as a library: "Requires" would pass cJSON's include folder to every program, and no public header needs it.
  string(REPLACE ";" " " GEL_PC_CJSON "${CJSON_LDFLAGS}")
  string(REPLACE ";" " " GEL_PC_ASSIMP "${ASSIMP_LDFLAGS}")
  string(REPLACE ";" " " GEL_PC_ZLIB "${ZLIB_LDFLAGS}")
  set(GEL_PC_LINKS "Libs: -L\${libdir} -lgel ${GEL_PC_CJSON} ${GEL_PC_ASSIMP} ${GEL_PC_ZLIB} -pthread -ldl -lm")
endif()
configure_file(cmake/gel.pc.in ${CMAKE_CURRENT_BINARY_DIR}/gel.pc @ONLY)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/gel.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT libgel-dev)
