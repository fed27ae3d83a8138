// Heightfields of grey pictures in PNG, decoded by stb_image where it is installed.
#include "base/text_reader.h"
#include "surface/surface.h"

#include <string.h>

#if GEL_HAS_STB
enum { largestPicture = 16 << 20, largestBlock = 32 << 20 }; // 1001 x 1001 pixels of 32 bits have 4 MB

// Whether memory ran out: what stb_image says of it is not always that.
static _Thread_local bool lacksMemory;

// A damaged file may ask for anything.
static void* resizePixels(void* block, size_t size)
{
    void* resized = size <= largestBlock ? gelResize(block, size, 1) : NULL;
    lacksMemory = lacksMemory || (resized == NULL && size <= largestBlock);
    return resized;
}

#define STBI_MALLOC(size) resizePixels(NULL, size)
#define STBI_REALLOC(block, size) resizePixels(block, size)
#define STBI_FREE(block) gelFree(block)
#define STBI_ONLY_PNG
#define STBI_NO_STDIO
#define STBI_FAILURE_USERMSG
#define STB_IMAGE_STATIC
#define STB_IMAGE_IMPLEMENTATION
#pragma GCC diagnostic ignored "-Wunused-function" // it declares more than it defines for PNG alone
#include <stb/stb_image.h>

// Some failures have no text.
static const char* failure(void)
{
    const char* text = stbi_failure_reason();
    return text != NULL ? text : "its parts do not fit each other";
}

typedef struct Picture {
    int width, height;
    bool isFine;  // 16 bits, not 8
    void* pixels; // row by row from the top; for stbi_image_free
} Picture;

static gelStatus decode(const gelTextReader* file, Picture* picture)
{
    const stbi_uc* bytes = (const stbi_uc*)file->bytes;
    int channels, size = (int)file->size, *width = &picture->width, *height = &picture->height;
    lacksMemory = false;
    if (!stbi_info_from_memory(bytes, size, width, height, &channels))
        return gelFail(gel_formatError, "%s: expected a PNG picture, found none: %s", file->path, failure());
    if (*width < 2 || *height < 2 || *width > 1001 || *height > 1001)
        return gelFail(gel_formatError, "%s: expected 2 to 1001 pixels each way, found %d x %d", file->path,
                       *width, *height);
    if (channels > 2)
        return gelFail(gel_formatError, "%s: expected a grey picture, found colours: convert it to grey",
                       file->path);
    picture->isFine = stbi_is_16_bit_from_memory(bytes, size) != 0;
    if (picture->isFine)
        picture->pixels = stbi_load_16_from_memory(bytes, size, width, height, &channels, 1);
    else
        picture->pixels = stbi_load_from_memory(bytes, size, width, height, &channels, 1);
    if (picture->pixels != NULL)
        return gel_success;
    if (lacksMemory || strcmp(failure(), "Out of memory") == 0)
        return gelFail(gel_outOfMemory, "%s: not enough memory for %d x %d pixels, or the picture is damaged",
                       file->path, *width, *height);
    return gelFail(gel_formatError, "%s: the picture is damaged: %s", file->path, failure());
}

static gelStatus readPicture(const char* path, Picture* picture)
{
    gelTextReader file;
    size_t size = 0;
    gelStatus status = gelCheckFile(path, &size);
    if (status == gel_success && size > largestPicture)
        status = gelFail(gel_formatError, "%s: expected a picture of at most %d MiB, found %zu MiB", path,
                         largestPicture >> 20, size >> 20);
    if (status == gel_success)
        status = gelOpenText(path, &file);
    if (status != gel_success)
        return status;
    status = decode(&file, picture);
    gelCloseText(&file);
    return status;
}

gelStatus gelLoadHeightfieldSurface(const char* path, float sizeX, float sizeZ, float lowest, float highest,
                                    gelSurfaceMesh* surface)
{
    Picture picture = {0};
    *surface = (gelSurfaceMesh){0};
    gelStatus status = readPicture(path, &picture);
    if (status != gel_success)
        return status;
    size_t count = (size_t)picture.width * (size_t)picture.height;
    float* heights = gelAllocate(count, sizeof *heights);
    if (heights == NULL)
        status = gelFailMemory(count, sizeof *heights);
    for (size_t i = 0; i < count && status == gel_success; i++) {
        double share = picture.isFine ? ((const stbi_us*)picture.pixels)[i] / 65535.0
                                      : ((const stbi_uc*)picture.pixels)[i] / 255.0;
        heights[i] = (float)((double)lowest + ((double)highest - (double)lowest) * share);
    }
    stbi_image_free(picture.pixels);
    if (status == gel_success)
        status = gelCreateHeightfieldSurface(sizeX, sizeZ, heights, picture.width, picture.height, surface);
    gelFree(heights);
    return status;
}
#else
gelStatus gelLoadHeightfieldSurface(const char* path, float sizeX, float sizeZ, float lowest, float highest,
                                    gelSurfaceMesh* surface)
{
    (void)sizeX, (void)sizeZ, (void)lowest, (void)highest;
    *surface = (gelSurfaceMesh){0};
    return gelFail(gel_unsupported, "%s: this library was built without stb_image, which reads pictures",
                   path);
}
#endif
