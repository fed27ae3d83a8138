// The target of a renderer: a framebuffer with its depth and colour.
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
