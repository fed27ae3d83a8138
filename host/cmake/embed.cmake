# Writes a C file with the bytes of FILES as byte arrays and the gelEmbeddedFiles TABLE of them, which HEADER
# declares. Names are relative to ROOT.
set(arrays "")
set(table "")
set(index 0)
foreach(file IN LISTS FILES)
  file(RELATIVE_PATH name "${ROOT}" "${file}")
  file(READ "${file}" bytes HEX)
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
${table}};
const gelEmbeddedFiles ${TABLE} = {files, ${index}};
")
