#include "window/thumbnails.h"

#include "app/asset.h"
#include "draw/image.h"
#include "files/temporary_file.h"

#include <glad/gl.h>
#include <stdio.h>
#include <string.h>

enum { maxBytes = 1 << 16, maxPixels = 512 };

static GLuint createTexture(const gelPixels* pixels)
{
    GLuint texture;
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, pixels->width, pixels->height, 0, GL_RGBA, GL_UNSIGNED_BYTE,
                 pixels->rgba);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    return texture;
}

// Returns the texture of a scene's picture; 0: none.
static GLuint loadThumbnail(const char* scenePath)
{
    unsigned char bytes[maxBytes];
    char name[700], path[gel_assetPathSize];
    const char* slash = strrchr(scenePath, '/');
    const char* scene = slash != NULL ? slash + 1 : scenePath;
    snprintf(name, sizeof name, "thumbnails/%.*s.png", (int)strcspn(scene, "."), scene);
    gelAssetPath(name, path);
    FILE* file = gelIsRegular(path) ? fopen(path, "rb") : NULL;
    size_t size = file != NULL ? fread(bytes, 1, sizeof bytes, file) : 0;
    if (file != NULL)
        fclose(file);
    const gelSurfaceImage image = {.bytes = bytes, .size = size};
    gelPixels pixels;
    if (size == 0 || gelDecodeImage(&image, maxPixels, &pixels) != NULL)
        return 0;
    GLuint texture = createTexture(&pixels);
    gelReleasePixels(&pixels);
    return texture;
}

void gelLoadThumbnails(gelCatalogue* catalogue)
{
    for (int i = 0; i < catalogue->sceneCount && !catalogue->hasThumbnails; i++)
        catalogue->scenes[i].thumbnail = loadThumbnail(catalogue->scenes[i].path);
    catalogue->hasThumbnails = true;
}

void gelDropThumbnails(gelCatalogue* catalogue)
{
    for (int i = 0; i < catalogue->sceneCount; i++)
        glDeleteTextures(1, &catalogue->scenes[i].thumbnail);
    catalogue->hasThumbnails = false;
}
