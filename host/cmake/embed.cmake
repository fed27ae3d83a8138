# Writes a C file with the bytes of FILES as byte arrays and the gelEmbeddedFiles TABLE of them, which HEADER
# declares. Names are relative to ROOT, or without it those of the files alone. HASH: also a number of that name, which
# changes as the files do. ONLY_HASH: that alone, and an empty table. NO_COMMENTS: without those that begin with //.
set(arrays "")
set(table "")
set(index 0)
set(hash "")
if(HASH)
  foreach(file IN LISTS FILES)
    file(RELATIVE_PATH name "${ROOT}" "${file}")
    file(SHA256 "${file}" own)
    string(APPEND hash "${name} ${own}\n")
  endforeach()
  string(SHA256 hash "${hash}")
  string(SUBSTRING "${hash}" 0 16 hash)
  set(hash "const uint64_t ${HASH} = 0x${hash}u;\n")
endif()
if(ONLY_HASH)
  set(FILES "")
endif()
foreach(file IN LISTS FILES)
  if(ROOT)
    file(RELATIVE_PATH name "${ROOT}" "${file}")
  else()
    get_filename_component(name "${file}" NAME)
  endif()
  file(READ "${file}" bytes HEX)
  if(NO_COMMENTS)
    file(READ "${file}" text)
    string(REGEX REPLACE " *//[^\n]*" "" text "${text}") # lines keep their numbers
    string(HEX "${text}" bytes)
  endif()
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "'\\\\x\\1'," bytes "${bytes}")
  string(REGEX REPLACE "(..................................................................................................)" "\\1\n    " bytes "${bytes}")
  string(APPEND arrays "static const char text${index}[] = {\n    ${bytes}0};\n")
  string(APPEND table "    {\"${name}\", text${index}, sizeof text${index} - 1},\n")
  math(EXPR index "${index} + 1")
endforeach()
file(WRITE "${OUTPUT}" "// Made from files at build time.
#include \"${HEADER}\"

${arrays}
static const gelEmbeddedFile files[] = {
${table}    {0, 0, 0}};
const gelEmbeddedFiles ${TABLE} = {files, ${index}};
${hash}")
