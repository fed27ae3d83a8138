#include "app/png.h"

#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <zlib.h>

// Takes the place of stb's own compression, which writes through NULL when memory runs out. NULL if it did.
static unsigned char* compressBytes(unsigned char* bytes, int size, int* packedSize, int level)
{
    uLongf packed = compressBound((uLong)size);
    unsigned char* result = packed <= INT_MAX ? malloc(packed) : NULL;
    if (result == NULL || compress2(result, &packed, bytes, (uLong)size, level) != Z_OK) {
        free(result);
        return NULL;
    }
    *packedSize = (int)packed;
    return result;
}

#define STBIW_ZLIB_COMPRESS compressBytes
#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STB_IMAGE_WRITE_STATIC
#include <stb/stb_image_write.h>

typedef struct Sink {
    FILE* file;
    bool ok;
} Sink;

static void writeBytes(void* context, void* data, int size)
{
    Sink* sink = context;
    sink->ok = fwrite(data, 1, (size_t)size, sink->file) == (size_t)size;
}

gelExitCode gelWritePng(FILE* file, int width, int height, const unsigned char* pixels)
{
    Sink sink = {.file = file};
    // On pictures of scenes the filter that subtracts the pixel to the left beats stb's choice per row, and a higher
    // level takes twice the time for a tenth of the size.
    stbi_write_force_png_filter = 1;
    stbi_write_png_compression_level = 5;
    if (stbi_write_png_to_func(writeBytes, &sink, width, height, 3, pixels, 3 * width) == 0)
        return gel_exitInternal;
    return sink.ok ? gel_exitDone : gel_exitOutput;
}
