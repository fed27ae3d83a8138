#include "draw/target.h"

#include <stddef.h>

static GLuint createTexture(GLint format, GLenum layout, GLenum type, int width, int height)
{
    GLuint texture;
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexImage2D(GL_TEXTURE_2D, 0, format, width, height, 0, layout, type, NULL);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    return texture;
}

gelTarget gelCreateTarget(GLint format, int width, int height)
{
    gelTarget target = {0};
    target.depth = createTexture(GL_DEPTH_COMPONENT32F, GL_DEPTH_COMPONENT, GL_FLOAT, width, height);
    if (format != 0)
        target.colour = createTexture(format, GL_RGBA, GL_UNSIGNED_BYTE, width, height);
    glGenFramebuffers(1, &target.framebuffer);
    glBindFramebuffer(GL_FRAMEBUFFER, target.framebuffer);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_TEXTURE_2D, target.depth, 0);
    if (format != 0) {
        glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, target.colour, 0);
    } else {
        glDrawBuffer(GL_NONE);
        glReadBuffer(GL_NONE);
    }
    return target;
}

void gelDestroyTarget(gelTarget* target)
{
    glDeleteFramebuffers(1, &target->framebuffer);
    glDeleteTextures(1, &target->colour);
    glDeleteTextures(1, &target->depth);
    *target = (gelTarget){0};
}

gelTarget gelCreateSamples(int count, int width, int height)
{
    gelTarget target;
    glGenRenderbuffers(1, &target.colour);
    glBindRenderbuffer(GL_RENDERBUFFER, target.colour);
    glRenderbufferStorageMultisample(GL_RENDERBUFFER, count, GL_SRGB8_ALPHA8, width, height);
    glGenRenderbuffers(1, &target.depth);
    glBindRenderbuffer(GL_RENDERBUFFER, target.depth);
    glRenderbufferStorageMultisample(GL_RENDERBUFFER, count, GL_DEPTH_COMPONENT32F, width, height);
    glGenFramebuffers(1, &target.framebuffer);
    glBindFramebuffer(GL_FRAMEBUFFER, target.framebuffer);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, target.colour);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, target.depth);
    return target;
}

void gelDestroySamples(gelTarget* target)
{
    glDeleteFramebuffers(1, &target->framebuffer);
    glDeleteRenderbuffers(1, &target->colour);
    glDeleteRenderbuffers(1, &target->depth);
    *target = (gelTarget){0};
}

gelGBuffer gelCreateGBuffer(GLuint depth, int width, int height)
{
    gelGBuffer buffer;
    GLenum places[gel_gBufferCount];
    for (int i = 0; i < gel_gBufferCount; i++)
        buffer.textures[i] = createTexture(GL_RGBA32F, GL_RGBA, GL_FLOAT, width, height);
    glGenFramebuffers(1, &buffer.framebuffer);
    glBindFramebuffer(GL_FRAMEBUFFER, buffer.framebuffer);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_TEXTURE_2D, depth, 0);
    for (GLenum i = 0; i < gel_gBufferCount; i++) {
        places[i] = GL_COLOR_ATTACHMENT0 + i;
        glFramebufferTexture2D(GL_FRAMEBUFFER, places[i], GL_TEXTURE_2D, buffer.textures[i], 0);
    }
    glDrawBuffers(gel_gBufferCount, places);
    return buffer;
}

void gelDestroyGBuffer(gelGBuffer* buffer)
{
    glDeleteFramebuffers(1, &buffer->framebuffer);
    glDeleteTextures(gel_gBufferCount, buffer->textures);
    *buffer = (gelGBuffer){0};
}
