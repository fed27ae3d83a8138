#include "draw/image.h"

#include <limits.h>
#include <stdlib.h>

static bool ranOut; // stb's hooks take no context

// A damaged file may ask for anything; 8192 x 8192 pixels are 256 MiB.
static void* resizePixels(void* block, size_t size)
{
    bool isSane = size <= ((size_t)3 << 28);
    void* resized = isSane ? realloc(block, size > 0 ? size : 1) : NULL;
    ranOut = ranOut || (isSane && resized == NULL);
    return resized;
}

#define STBI_MALLOC(size) resizePixels(NULL, size)
#define STBI_REALLOC(block, size) resizePixels(block, size)
#define STBI_FREE(block) free(block)
#define STBI_ONLY_PNG
#define STBI_ONLY_JPEG
#define STBI_NO_STDIO
#define STBI_FAILURE_USERMSG
#define STB_IMAGE_STATIC
#define STB_IMAGE_IMPLEMENTATION
#pragma GCC diagnostic ignored "-Wunused-function" // it declares more than it defines for these two
#include <stb/stb_image.h>

const char* gelDecodeImage(const gelSurfaceImage* image, int maxPixels, gelPixels* pixels)
{
    int channels;
    const stbi_uc* bytes = image->bytes;
    int size = image->size < INT_MAX ? (int)image->size : 0;
    *pixels = (gelPixels){0};
    ranOut = false;
    if (stbi_info_from_memory(bytes, size, &pixels->width, &pixels->height, &channels) &&
        (pixels->width > maxPixels || pixels->height > maxPixels))
        return "it is larger than this graphics driver allows";
    pixels->rgba = stbi_load_from_memory(bytes, size, &pixels->width, &pixels->height, &channels, 4);
    if (pixels->rgba != NULL)
        return NULL;
    pixels->lacksMemory = ranOut;
    const char* reason = stbi_failure_reason();
    return reason != NULL ? reason : "it is damaged";
}

void gelReleasePixels(gelPixels* pixels)
{
    stbi_image_free(pixels->rgba);
    *pixels = (gelPixels){0};
}
