#include "surface/appearance.h"

#include <math.h>
#include <string.h>

static char* copyName(const char* name, size_t length)
{
    char* copy = gelAllocate(length + 1, 1);
    if (copy != NULL)
        memcpy(copy, name, length);
    return copy;
}

// A list that holds `count` elements grows when that is 0 or a power of two.
static bool hasRoom(void** list, int count, size_t size)
{
    if ((count & (count - 1)) != 0)
        return true;
    void* grown = gelResize(*list, 2 * (size_t)count + 1, size);
    *list = grown != NULL ? grown : *list;
    return grown != NULL;
}

int gelAddMaterial(gelSurfaceAppearance* look, const char* name, size_t length)
{
    char* copy = copyName(name, length);
    void* list = look->list;
    bool ok = copy != NULL && hasRoom(&list, look->materialCount, sizeof *look->list);
    look->list = list;
    if (!ok) {
        gelFree(copy);
        return -1;
    }
    look->list[look->materialCount] = (gelSurfaceMaterial){.name = copy, .colour = {1, 1, 1}, .image = -1};
    return look->materialCount++;
}

int gelAddImage(gelSurfaceAppearance* look, const char* name, size_t length)
{
    char* copy = copyName(name, length);
    void* images = look->images;
    bool ok = copy != NULL && hasRoom(&images, look->imageCount, sizeof *look->images);
    look->images = images;
    if (!ok) {
        gelFree(copy);
        return -1;
    }
    look->images[look->imageCount] = (gelSurfaceImage){.name = copy};
    return look->imageCount++;
}

static bool copyLists(const gelSurfaceAppearance* from, gelSurfaceAppearance* made)
{
    for (int i = 0; i < from->materialCount; i++) {
        const gelSurfaceMaterial* material = &from->list[i];
        if (gelAddMaterial(made, material->name, strlen(material->name)) < 0)
            return false;
        memcpy(made->list[i].colour, material->colour, sizeof material->colour);
        made->list[i].image = material->image;
    }
    for (int i = 0; i < from->imageCount; i++) {
        const gelSurfaceImage* image = &from->images[i];
        if (gelAddImage(made, image->name, strlen(image->name)) < 0)
            return false;
        if (image->bytes == NULL)
            continue;
        made->images[i].bytes = gelAllocate(image->size, 1);
        if (made->images[i].bytes == NULL)
            return false;
        memcpy(made->images[i].bytes, image->bytes, image->size);
        made->images[i].size = image->size;
    }
    return true;
}

gelStatus gelCopyAppearance(const gelSurfaceAppearance* from, int triangleCount, gelSurfaceAppearance** look)
{
    size_t count = (size_t)triangleCount;
    gelSurfaceAppearance* made = *look = gelAllocate(1, sizeof *made);
    if (made == NULL)
        return gelFailMemory(1, sizeof *made);
    made->materials = gelAllocate(count, sizeof *made->materials);
    if (from->cornerColours != NULL)
        made->cornerColours = gelAllocate(count, 9 * sizeof *made->cornerColours);
    if (made->materials == NULL || (from->cornerColours != NULL && made->cornerColours == NULL) ||
        !copyLists(from, made))
        return gelFailMemory(count, 10 * sizeof(float));
    memcpy(made->materials, from->materials, count * sizeof *from->materials);
    if (from->cornerColours != NULL)
        memcpy(made->cornerColours, from->cornerColours, count * 9 * sizeof *from->cornerColours);
    return gel_success;
}

void gelCopyAppearanceTriangle(const gelSurfaceAppearance* from, int source, gelSurfaceAppearance* to,
                               int target)
{
    to->materials[target] = from->materials[source];
    for (size_t k = 0; from->cornerColours != NULL && k < 9; k++)
        to->cornerColours[9 * (size_t)target + k] =
            gelClampColour((double)from->cornerColours[9 * (size_t)source + k]);
}

void gelFlipAppearanceTriangle(gelSurfaceAppearance* look, int triangle)
{
    float* colours = look->cornerColours != NULL ? look->cornerColours + 9 * (size_t)triangle : NULL;
    for (int k = 3; colours != NULL && k < 6; k++) {
        float kept = colours[k];
        colours[k] = colours[k + 3];
        colours[k + 3] = kept;
    }
}

static bool areListsEqual(const gelSurfaceAppearance* a, const gelSurfaceAppearance* b)
{
    bool equal = true;
    for (int i = 0; i < a->materialCount && equal; i++)
        equal = strcmp(a->list[i].name, b->list[i].name) == 0 && a->list[i].image == b->list[i].image &&
                memcmp(a->list[i].colour, b->list[i].colour, sizeof a->list[i].colour) == 0;
    for (int i = 0; i < a->imageCount && equal; i++)
        equal = a->images[i].size == b->images[i].size &&
                (a->images[i].size == 0 ||
                 memcmp(a->images[i].bytes, b->images[i].bytes, a->images[i].size) == 0);
    return equal;
}

bool gelIsEqualAppearance(const gelSurfaceAppearance* a, const gelSurfaceAppearance* b, int triangleCount)
{
    size_t count = (size_t)triangleCount;
    if (a == NULL || b == NULL)
        return a == b;
    return a->materialCount == b->materialCount && a->imageCount == b->imageCount &&
           (a->cornerColours != NULL) == (b->cornerColours != NULL) &&
           memcmp(a->materials, b->materials, count * sizeof *a->materials) == 0 &&
           (a->cornerColours == NULL ||
            memcmp(a->cornerColours, b->cornerColours, count * 9 * sizeof *a->cornerColours) == 0) &&
           areListsEqual(a, b);
}

void gelDestroyAppearance(gelSurfaceAppearance* look)
{
    if (look == NULL)
        return;
    for (int i = 0; i < look->materialCount; i++)
        gelFree(look->list[i].name);
    for (int i = 0; i < look->imageCount; i++) {
        gelFree(look->images[i].name);
        gelFree(look->images[i].bytes);
    }
    gelFree(look->list);
    gelFree(look->images);
    gelFree(look->materials);
    gelFree(look->cornerColours);
    gelFree(look);
}

float gelClampColour(double linear)
{
    return linear > 0.0 ? (float)fmin(linear, 1.0) : 0.0f; // also for what is not a number
}

float gelLinearColour(double screen)
{
    return gelClampColour(screen <= 0.04045 ? screen / 12.92 : pow((screen + 0.055) / 1.055, 2.4));
}

static uint32_t numberAt(const unsigned char* bytes, int count) // big endian
{
    uint32_t number = 0;
    for (int i = 0; i < count; i++)
        number = number << 8 | bytes[i];
    return number;
}

static const char* checkSides(uint32_t width, uint32_t height)
{
    bool ok = width > 0 && height > 0 && width <= gel_widestImage && height <= gel_widestImage;
    return ok ? NULL : "empty, or of more than 8192 pixels in a row or column";
}

// Chunks: length, kind, data, checksum.
static const char* checkPng(const unsigned char* bytes, size_t size)
{
    size_t at = 8;
    if (size < 33 || memcmp(bytes + 12, "IHDR", 4) != 0)
        return "cut short or damaged";
    const char* reason = checkSides(numberAt(bytes + 16, 4), numberAt(bytes + 20, 4));
    while (reason == NULL && size - at >= 12) {
        size_t length = numberAt(bytes + at, 4);
        if (memcmp(bytes + at + 4, "IEND", 4) == 0)
            return NULL;
        if (length > size - at - 12)
            break;
        at += length + 12;
    }
    return reason != NULL ? reason : "cut short or damaged";
}

// Segments: FF, kind, length; the pixels follow the one of kind DA, and FF D9 ends them.
static const char* checkJpeg(const unsigned char* bytes, size_t size)
{
    const char* reason = "cut short or damaged";
    for (size_t at = 2; size - at >= 4 && bytes[at] == 0xff;) {
        unsigned kind = bytes[at + 1];
        size_t length = numberAt(bytes + at + 2, 2);
        if (kind == 0xff) { // padding
            at++;
            continue;
        }
        if (length < 2 || length > size - at - 2)
            break;
        if (kind >= 0xc0 && kind <= 0xcf && kind != 0xc4 && kind != 0xc8 && kind != 0xcc && length >= 7)
            reason = checkSides(numberAt(bytes + at + 7, 2), numberAt(bytes + at + 5, 2));
        at += length + 2;
        if (kind != 0xda)
            continue;
        while (size > at + 2 && !(bytes[size - 2] == 0xff && bytes[size - 1] == 0xd9))
            size--; // what a camera appended
        return size > at + 2 ? reason : "cut short or damaged";
    }
    return "cut short or damaged";
}

const char* gelCheckImage(const unsigned char* bytes, size_t size)
{
    if (size > gel_largestImage)
        return "of more than 64 MiB";
    if (size >= 8 && memcmp(bytes, "\x89PNG\r\n\x1a\n", 8) == 0)
        return checkPng(bytes, size);
    if (size >= 4 && bytes[0] == 0xff && bytes[1] == 0xd8)
        return checkJpeg(bytes, size);
    return "neither a PNG nor a JPEG picture";
}
