// The shaders' text: embedded, or from the folder GEL_SHADER_DIR.
#pragma once

#include "files/source_file.h"

extern const gelEmbeddedFiles gelEmbeddedShaders;
extern const gelSourceFiles gelShaderFiles; // for gelReadSource
