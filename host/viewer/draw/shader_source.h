// The shaders' text: embedded, or from the folder GEL_SHADER_DIR, with their #include lines resolved.
#pragma once

#include "common/embedded_file.h"

extern const gelEmbeddedFile gelEmbeddedShaders[];
extern const int gelEmbeddedShaderCount;

// Which files a shader was put together from: OpenGL's messages name them by number.
enum { gel_mostShaderFiles = 16, gel_shaderNameSize = 64 };
typedef struct gelShaderFiles {
    char names[gel_mostShaderFiles][gel_shaderNameSize];
    int count;
} gelShaderFiles;

// `name` with everything it includes in place, after a #version line. Release it with free. NULL where a file is missing
// or memory ran out; `problem` says which.
char* gelReadShader(const char* name, gelShaderFiles* files, char* problem, size_t problemSize);
