#include "draw/shader_source.h"

#include <stdlib.h>

const gelSourceFiles gelShaderFiles = {.embedded = &gelEmbeddedShaders,
                                       .kind = "shaders",
                                       .variable = "GEL_SHADER_DIR",
                                       .heading =
                                           "#version 330 core\n", // the oldest version with all features used
                                       .numbered = true,
                                       .resize = realloc,
                                       .release = free};
