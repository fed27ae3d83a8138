#include "draw/model_look.h"

#include "draw/image.h"

#include <stdlib.h>
#include <string.h>

typedef struct Texture {
    const gelSurfaceImage* image;
    GLuint name; // 0: could not be shown
} Texture;

typedef struct Maker {
    gelOutput* output;
    Texture* textures;
    int textureCount;
    int triangleCount, flatCount;
    int* textureOf; // [triangleCount]: one more than the texture's index; 0: none
    float* corners; // [triangleCount][3][2][4]
} Maker;

static GLuint upload(const gelPixels* pixels)
{
    GLuint name;
    glGenTextures(1, &name);
    glBindTexture(GL_TEXTURE_2D, name);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_SRGB8_ALPHA8, pixels->width, pixels->height, 0, GL_RGBA,
                 GL_UNSIGNED_BYTE, pixels->rgba);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    glGenerateMipmap(GL_TEXTURE_2D);
    return name;
}

// *texture: one more than the index of the image's texture; 0 if it cannot be shown. Bodies that were loaded twice have
// the same image twice. False if out of memory.
static bool findTexture(Maker* maker, const gelSurfaceImage* image, int* texture)
{
    *texture = 0;
    for (int i = 0; i < maker->textureCount; i++) {
        const gelSurfaceImage* other = maker->textures[i].image;
        if (other == image ||
            (other->size == image->size && memcmp(other->bytes, image->bytes, image->size) == 0)) {
            *texture = maker->textures[i].name != 0 ? i + 1 : 0;
            return true;
        }
    }
    Texture* grown = realloc(maker->textures, ((size_t)maker->textureCount + 1) * sizeof *grown);
    if (grown == NULL)
        return false;
    maker->textures = grown;
    Texture* made = &grown[maker->textureCount++];
    *made = (Texture){.image = image};
    GLint max = 0;
    gelPixels pixels;
    glGetIntegerv(GL_MAX_TEXTURE_SIZE, &max);
    const char* reason = gelDecodeImage(image, max, &pixels);
    if (reason == NULL)
        made->name = upload(&pixels);
    else if (!pixels.lacksMemory)
        gelPrintWarning(maker->output, "the texture %s is not shown: %s", image->name, reason);
    bool ok = !pixels.lacksMemory;
    gelReleasePixels(&pixels);
    *texture = made->name != 0 ? maker->textureCount : 0;
    return ok;
}

// False if out of memory.
static bool paintTriangle(Maker* maker, const gelPaintedPart* painted, int triangle)
{
    const gelSurfaceMesh* surface = &painted->surface;
    const gelSurfaceAppearance* look = surface->look;
    const int inOrder[3] = {3 * triangle, 3 * triangle + 1, 3 * triangle + 2};
    const int* corners = painted->corners != NULL ? painted->corners + 3 * triangle : inOrder;
    int from = corners[0] / 3, to = painted->firstTriangle + triangle;
    const gelSurfaceMaterial* material =
        look->materials[from] >= 0 ? &look->list[look->materials[from]] : NULL;
    if (material == NULL && look->cornerColours == NULL)
        return true;
    bool isTextured = material != NULL && material->image >= 0 && surface->cornerUvs != NULL;
    int texture = 0;
    if (isTextured && !findTexture(maker, &look->images[material->image], &texture))
        return false;
    maker->textureOf[to] = texture;
    for (size_t i = 0; i < 3; i++) {
        size_t corner = (size_t)corners[i];
        float* at = maker->corners + 8 * (3 * (size_t)to + i);
        for (size_t k = 0; k < 3; k++)
            at[k] = (material != NULL ? material->colour[k] : 1.0f) *
                    (look->cornerColours != NULL ? look->cornerColours[3 * corner + k] : 1.0f);
        at[3] = texture > 0 ? 2.0f : 1.0f;
        if (texture > 0)
            memcpy(at + 4, surface->cornerUvs + 2 * corner, 2 * sizeof *at);
    }
    return true;
}

// Stable: triangles of one texture keep their order.
static bool sortByTexture(Maker* maker, int* triangles, gelDrawnAppearance* look)
{
    size_t count = (size_t)maker->triangleCount, flat = (size_t)maker->flatCount, at = 0;
    int textures = maker->textureCount + 1;
    int* sorted = malloc((count + 1) * 3 * sizeof *sorted);
    float* corners = malloc((count + 1) * 24 * sizeof *corners);
    look->ranges = calloc(2 * (size_t)textures, sizeof *look->ranges);
    bool ok = sorted != NULL && corners != NULL && look->ranges != NULL;
    for (int i = 0; i < 2 * textures && ok; i++) {
        int texture = i % textures;
        gelDrawnRange* range = &look->ranges[look->rangeCount++];
        *range =
            (gelDrawnRange){.texture = texture > 0 ? maker->textures[texture - 1].name : 0, .first = (int)at};
        for (size_t t = i < textures ? 0 : flat; t < (i < textures ? flat : count); t++) {
            if (maker->textureOf[t] != texture)
                continue;
            memcpy(sorted + 3 * at, triangles + 3 * t, 3 * sizeof *sorted);
            memcpy(corners + 24 * at++, maker->corners + 24 * t, 24 * sizeof *corners);
        }
        range->count = (int)at - range->first;
    }
    if (ok) {
        memcpy(triangles, sorted, count * 3 * sizeof *sorted);
        memcpy(maker->corners, corners, count * 24 * sizeof *corners);
    }
    free(sorted);
    free(corners);
    return ok;
}

static bool paint(Maker* maker, const gelPaintedPart* painted, int paintedCount, int* triangles,
                  gelDrawnAppearance* look)
{
    size_t count = (size_t)maker->triangleCount;
    maker->textureOf = calloc(count + 1, sizeof *maker->textureOf);
    maker->corners = calloc(count + 1, 24 * sizeof *maker->corners);
    if (maker->textureOf == NULL || maker->corners == NULL)
        return false;
    for (int i = 0; i < paintedCount; i++)
        for (int t = 0; t < painted[i].triangleCount; t++)
            if (!paintTriangle(maker, &painted[i], t))
                return false;
    return sortByTexture(maker, triangles, look);
}

bool gelCreateDrawnAppearance(gelOutput* output, const gelPaintedPart* painted, int paintedCount,
                              int triangleCount, int flatCount, int* triangles, gelDrawnAppearance* look)
{
    Maker maker = {.output = output, .triangleCount = triangleCount, .flatCount = flatCount};
    *look = (gelDrawnAppearance){0};
    bool ok = paintedCount == 0 || paint(&maker, painted, paintedCount, triangles, look);
    look->corners = gelCreateBufferTexture(
        GL_RGBA32F, ok && paintedCount > 0 ? 96 * (size_t)triangleCount : 0, maker.corners);
    if (!ok) {
        for (int i = 0; i < maker.textureCount; i++)
            glDeleteTextures(1, &maker.textures[i].name);
        free(look->ranges);
        look->ranges = NULL;
        look->rangeCount = 0;
    }
    free(maker.textures);
    free(maker.textureOf);
    free(maker.corners);
    return ok;
}

void gelDestroyDrawnAppearance(gelDrawnAppearance* look)
{
    for (int i = 0; i < look->rangeCount / 2; i++)
        glDeleteTextures(1, &look->ranges[i].texture); // 0 is ignored
    gelDestroyBufferTexture(&look->corners);
    free(look->ranges);
    *look = (gelDrawnAppearance){0};
}
