// In place of glad's header where the renderer of the window draws in a browser: the part of OpenGL 3.3 that it uses.
// gl.mjs turns each function into calls of WebGL 2.
#pragma once

#include <stddef.h>
#include <stdint.h>

typedef unsigned int GLenum, GLuint, GLbitfield;
typedef int GLint, GLsizei;
typedef float GLfloat;
typedef char GLchar;
typedef unsigned char GLboolean;
typedef uint64_t GLuint64;
typedef ptrdiff_t GLsizeiptr, GLintptr;
typedef struct __GLsync* GLsync;

#define GL_BACK 0x0405
#define GL_BLEND 0x0BE2
#define GL_CLAMP_TO_EDGE 0x812F
#define GL_COLOR_ATTACHMENT0 0x8CE0
#define GL_COLOR_BUFFER_BIT 0x00004000
#define GL_COMPILE_STATUS 0x8B81
#define GL_CONTEXT_FLAGS 0x821E
#define GL_CONTEXT_FLAG_DEBUG_BIT 0x00000002
#define GL_CULL_FACE 0x0B44
#define GL_DEBUG_OUTPUT 0x92E0
#define GL_DEBUG_OUTPUT_SYNCHRONOUS 0x8242
#define GL_DEBUG_TYPE_ERROR 0x824C
#define GL_DEBUG_TYPE_UNDEFINED_BEHAVIOR 0x824E
#define GL_DEPTH_ATTACHMENT 0x8D00
#define GL_DEPTH_BUFFER_BIT 0x00000100
#define GL_DEPTH_CLAMP 0x864F
#define GL_DEPTH_COMPONENT 0x1902
#define GL_DEPTH_COMPONENT32F 0x8CAC
#define GL_DEPTH_TEST 0x0B71
#define GL_DRAW_FRAMEBUFFER 0x8CA9
#define GL_DYNAMIC_DRAW 0x88E8
#define GL_FALSE 0
#define GL_FLOAT 0x1406
#define GL_FRAGMENT_SHADER 0x8B30
#define GL_FRAMEBUFFER 0x8D40
#define GL_FRAMEBUFFER_COMPLETE 0x8CD5
#define GL_FRAMEBUFFER_SRGB 0x8DB9
#define GL_FRONT 0x0404
#define GL_GREATER 0x0204
#define GL_INTERLEAVED_ATTRIBS 0x8C8C
#define GL_INVALID_INDEX 0xFFFFFFFF
#define GL_LEQUAL 0x0203
#define GL_LESS 0x0201
#define GL_LINEAR 0x2601
#define GL_LINEAR_MIPMAP_LINEAR 0x2703
#define GL_LINK_STATUS 0x8B82
#define GL_MAP_COHERENT_BIT 0x0080
#define GL_MAP_PERSISTENT_BIT 0x0040
#define GL_MAP_READ_BIT 0x0001
#define GL_MAP_WRITE_BIT 0x0002
#define GL_MAX_TEXTURE_SIZE 0x0D33
#define GL_NEAREST 0x2600
#define GL_NONE 0
#define GL_ONE_MINUS_SRC_ALPHA 0x0303
#define GL_POINTS 0x0000
#define GL_POLYGON_OFFSET_FILL 0x8037
#define GL_R32F 0x822E
#define GL_R32I 0x8235
#define GL_RASTERIZER_DISCARD 0x8C89
#define GL_READ_FRAMEBUFFER 0x8CA8
#define GL_RENDERBUFFER 0x8D41
#define GL_RGBA 0x1908
#define GL_RGBA32F 0x8814
#define GL_RGBA32I 0x8D82
#define GL_RGBA8 0x8058
#define GL_SCISSOR_TEST 0x0C11
#define GL_SRC_ALPHA 0x0302
#define GL_SRGB8_ALPHA8 0x8C43
#define GL_SYNC_FLUSH_COMMANDS_BIT 0x00000001
#define GL_SYNC_GPU_COMMANDS_COMPLETE 0x9117
#define GL_TEXTURE0 0x84C0
#define GL_TEXTURE_2D 0x0DE1
#define GL_TEXTURE_BUFFER 0x8C2A
#define GL_TEXTURE_MAG_FILTER 0x2800
#define GL_TEXTURE_MIN_FILTER 0x2801
#define GL_TEXTURE_WRAP_S 0x2802
#define GL_TEXTURE_WRAP_T 0x2803
#define GL_TIMEOUT_EXPIRED 0x911B
#define GL_TRANSFORM_FEEDBACK_BUFFER 0x8C8E
#define GL_TRIANGLES 0x0004
#define GL_TRUE 1
#define GL_UNIFORM_BUFFER 0x8A11
#define GL_UNPACK_ALIGNMENT 0x0CF5
#define GL_UNSIGNED_BYTE 0x1401
#define GL_VERTEX_SHADER 0x8B31

#define GEL_GL(type, name, ...)                                                                              \
    __attribute__((import_module("env"), import_name(#name))) type name(__VA_ARGS__)

GEL_GL(void, glActiveTexture, GLenum texture);
GEL_GL(void, glAttachShader, GLuint program, GLuint shader);
GEL_GL(void, glBeginTransformFeedback, GLenum primitiveMode);
GEL_GL(void, glBindBuffer, GLenum target, GLuint buffer);
GEL_GL(void, glBindBufferBase, GLenum target, GLuint index, GLuint buffer);
GEL_GL(void, glBindFramebuffer, GLenum target, GLuint framebuffer);
GEL_GL(void, glBindRenderbuffer, GLenum target, GLuint renderbuffer);
GEL_GL(void, glBindTexture, GLenum target, GLuint texture);
GEL_GL(void, glBindVertexArray, GLuint array);
GEL_GL(void, glBlendFunc, GLenum sfactor, GLenum dfactor);
GEL_GL(void, glBlitFramebuffer, GLint srcX0, GLint srcY0, GLint srcX1, GLint srcY1, GLint dstX0, GLint dstY0,
       GLint dstX1, GLint dstY1, GLbitfield mask, GLenum filter);
GEL_GL(void, glBufferData, GLenum target, GLsizeiptr size, const void* data, GLenum usage);
GEL_GL(void, glBufferSubData, GLenum target, GLintptr offset, GLsizeiptr size, const void* data);
GEL_GL(GLenum, glCheckFramebufferStatus, GLenum target);
GEL_GL(void, glClear, GLbitfield mask);
GEL_GL(void, glClearColor, GLfloat red, GLfloat green, GLfloat blue, GLfloat alpha);
GEL_GL(GLenum, glClientWaitSync, GLsync sync, GLbitfield flags, GLuint64 timeout);
GEL_GL(void, glCompileShader, GLuint shader);
GEL_GL(GLuint, glCreateProgram, void);
GEL_GL(GLuint, glCreateShader, GLenum type);
GEL_GL(void, glCullFace, GLenum mode);
GEL_GL(void, glDeleteBuffers, GLsizei n, const GLuint* buffers);
GEL_GL(void, glDeleteFramebuffers, GLsizei n, const GLuint* framebuffers);
GEL_GL(void, glDeleteProgram, GLuint program);
GEL_GL(void, glDeleteRenderbuffers, GLsizei n, const GLuint* renderbuffers);
GEL_GL(void, glDeleteShader, GLuint shader);
GEL_GL(void, glDeleteSync, GLsync sync);
GEL_GL(void, glDeleteTextures, GLsizei n, const GLuint* textures);
GEL_GL(void, glDeleteVertexArrays, GLsizei n, const GLuint* arrays);
GEL_GL(void, glDepthFunc, GLenum func);
GEL_GL(void, glDepthMask, GLboolean flag);
GEL_GL(void, glDisable, GLenum cap);
GEL_GL(void, glDrawArrays, GLenum mode, GLint first, GLsizei count);
GEL_GL(void, glDrawBuffer, GLenum buf);
GEL_GL(void, glDrawBuffers, GLsizei n, const GLenum* bufs);
GEL_GL(void, glEnable, GLenum cap);
GEL_GL(void, glEndTransformFeedback, void);
GEL_GL(GLsync, glFenceSync, GLenum condition, GLbitfield flags);
GEL_GL(void, glFinish, void);
GEL_GL(void, glFramebufferRenderbuffer, GLenum target, GLenum attachment, GLenum renderbuffertarget,
       GLuint renderbuffer);
GEL_GL(void, glFramebufferTexture2D, GLenum target, GLenum attachment, GLenum textarget, GLuint texture,
       GLint level);
GEL_GL(void, glGenBuffers, GLsizei n, GLuint* buffers);
GEL_GL(void, glGenFramebuffers, GLsizei n, GLuint* framebuffers);
GEL_GL(void, glGenRenderbuffers, GLsizei n, GLuint* renderbuffers);
GEL_GL(void, glGenTextures, GLsizei n, GLuint* textures);
GEL_GL(void, glGenVertexArrays, GLsizei n, GLuint* arrays);
GEL_GL(void, glGenerateMipmap, GLenum target);
GEL_GL(void, glGetBufferSubData, GLenum target, GLintptr offset, GLsizeiptr size, void* data);
GEL_GL(void, glGetIntegerv, GLenum pname, GLint* data);
GEL_GL(void, glGetProgramInfoLog, GLuint program, GLsizei bufSize, GLsizei* length, GLchar* infoLog);
GEL_GL(void, glGetProgramiv, GLuint program, GLenum pname, GLint* params);
GEL_GL(void, glGetShaderInfoLog, GLuint shader, GLsizei bufSize, GLsizei* length, GLchar* infoLog);
GEL_GL(void, glGetShaderiv, GLuint shader, GLenum pname, GLint* params);
GEL_GL(GLuint, glGetUniformBlockIndex, GLuint program, const GLchar* uniformBlockName);
GEL_GL(GLint, glGetUniformLocation, GLuint program, const GLchar* name);
GEL_GL(GLboolean, glIsEnabled, GLenum cap);
GEL_GL(void, glLinkProgram, GLuint program);
GEL_GL(void, glPixelStorei, GLenum pname, GLint param);
GEL_GL(void, glPolygonOffset, GLfloat factor, GLfloat units);
GEL_GL(void, glReadBuffer, GLenum src);
GEL_GL(void, glRenderbufferStorageMultisample, GLenum target, GLsizei samples, GLenum internalformat,
       GLsizei width, GLsizei height);
GEL_GL(void, glShaderSource, GLuint shader, GLsizei count, const GLchar* const* string, const GLint* length);
GEL_GL(void, glTexBuffer, GLenum target, GLenum internalformat, GLuint buffer);
GEL_GL(void, glTexImage2D, GLenum target, GLint level, GLint internalformat, GLsizei width, GLsizei height,
       GLint border, GLenum format, GLenum type, const void* pixels);
GEL_GL(void, glTexParameteri, GLenum target, GLenum pname, GLint param);
GEL_GL(void, glTransformFeedbackVaryings, GLuint program, GLsizei count, const GLchar* const* varyings,
       GLenum bufferMode);
GEL_GL(void, glUniform1f, GLint location, GLfloat v0);
GEL_GL(void, glUniform1i, GLint location, GLint v0);
GEL_GL(void, glUniformBlockBinding, GLuint program, GLuint uniformBlockIndex, GLuint uniformBlockBinding);
GEL_GL(void, glUniformMatrix4fv, GLint location, GLsizei count, GLboolean transpose, const GLfloat* value);
GEL_GL(void, glUseProgram, GLuint program);
GEL_GL(void, glViewport, GLint x, GLint y, GLsizei width, GLsizei height);

// A browser lacks these: the renderer asks, and does without.
#define GLAD_API_PTR
#define GLAD_VERSION_MAJOR(version) ((version) / 10000)
#define GLAD_VERSION_MINOR(version) ((version) % 10000)
typedef void (*GLADapiproc)(void);
typedef GLADapiproc (*GLADloadfunc)(const char* name);
typedef void (*GLDEBUGPROC)(GLenum, GLenum, GLuint, GLenum, GLsizei, const GLchar*, const void*);
static inline int gladLoadGL(GLADloadfunc load)
{
    (void)load;
    return 30003;
}
static void (*const glBufferStorage)(GLenum, GLsizeiptr, const void*, GLbitfield)
    __attribute__((unused)) = NULL;
static void* (*const glMapBufferRange)(GLenum, GLintptr, GLsizeiptr, GLbitfield)
    __attribute__((unused)) = NULL;
static void (*const glDebugMessageCallback)(GLDEBUGPROC, const void*) __attribute__((unused)) = NULL;
