// Small helpers over OpenGL 3.3 core: programs, buffers that shaders read as textures, errors.
#pragma once

#include "app/output.h"

#include <glad/gl.h>

// Loads the functions of the current context and checks its version. Reports errors and returns the exit
// code. If the context is a debug one, its errors are counted and printed.
int gelLoadOpengl(gelOutput* output, GLADloadfunc load);
int gelOpenglErrorCount(void);

// Links a vertex and a fragment shader; `captured` (NULL-terminated, nullable) are outputs of the vertex
// shader to be written to a buffer, in which case `fragment` may be NULL. Reports failures with file and line, and
// returns the exit code; *program is 0 then.
int gelCreateProgram(gelOutput* output, const char* vertex, const char* fragment, const char* const* captured,
                     GLuint* program);

// A buffer that shaders read as a texture of `format` (GL_RGBA32F, GL_R32I, ...).
typedef struct gelBufferTexture {
    GLuint buffer, texture;
} gelBufferTexture;
gelBufferTexture gelCreateBufferTexture(GLenum format, size_t size, const void* data);
void gelDestroyBufferTexture(gelBufferTexture* texture);

// Binds a texture to a unit and sets the current program's sampler of that name.
void gelBindTexture(GLuint program, const char* name, int unit, GLenum target, GLuint texture);
void gelSetInt(GLuint program, const char* name, int value);
void gelSetFloat(GLuint program, const char* name, float value);
