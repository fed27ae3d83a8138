// The targets of a renderer: framebuffers with their depth and colours.
#pragma once

#include <glad/gl.h>

typedef struct gelTarget {
    GLuint framebuffer, colour, depth;
} gelTarget;

// Creates textures: depth, and colour of `format` where that is not 0. Leaves the framebuffer bound.
gelTarget gelCreateTarget(GLint format, int width, int height);
void gelDestroyTarget(gelTarget* target);
// Creates renderbuffers with `count` samples per pixel. Leaves the framebuffer bound.
gelTarget gelCreateSamples(int count, int width, int height);
void gelDestroySamples(gelTarget* target);

enum { gel_gBufferCount = 3 };

// Inputs of deferred shading for each pixel, as written by shaders/gbuffer.frag.
typedef struct gelGBuffer {
    GLuint framebuffer, textures[gel_gBufferCount];
} gelGBuffer;

// Its depth is that texture. Leaves the framebuffer bound.
gelGBuffer gelCreateGBuffer(GLuint depth, int width, int height);
void gelDestroyGBuffer(gelGBuffer* buffer);
