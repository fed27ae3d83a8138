// The shaders' text: embedded, or from the folder GEL_SHADER_DIR, with their #include lines resolved.
#pragma once

#include <stddef.h>

typedef struct gelShaderFile {
    const char* name; // relative to shaders/, for example "surface.vert"
    const char* text;
    size_t size;
} gelShaderFile;

extern const gelShaderFile gelEmbeddedShaders[];
extern const int gelEmbeddedShaderCount;

// `name` with everything it includes in place, after a #version line. Release it with free. NULL where a file is missing
// or memory ran out; `problem` says which.
char* gelReadShader(const char* name, char* problem, size_t problemSize);
