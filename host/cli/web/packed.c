#include "web/packed.h"

#include "app/memory.h"
#include "app/read_file.h"
#include "common/hash.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#if GEL_HAS_DEFLATE
#include <zlib.h>
#endif

#if GEL_HAS_DEFLATE
// NULL where memory ran out.
static char* compressBytes(const char* bytes, size_t* size)
{
    enum { gzip = 16 + MAX_WBITS, mostMemory = 9 };
    z_stream stream = {.next_in = (z_const Bytef*)(uintptr_t)bytes, .avail_in = (uInt)*size};
    if (deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, gzip, mostMemory, Z_DEFAULT_STRATEGY) != Z_OK)
        return NULL;
    uLong bound = deflateBound(&stream, (uLong)*size);
    char* packed = gelNew(bound, 1);
    stream.next_out = (Bytef*)packed;
    stream.avail_out = (uInt)bound;
    bool ok = packed != NULL && deflate(&stream, Z_FINISH) == Z_STREAM_END;
    *size = stream.total_out;
    deflateEnd(&stream);
    if (!ok)
        free(packed);
    return ok ? packed : NULL;
}
#endif

char* gelPackBytes(char* bytes, size_t* size)
{
#if GEL_HAS_DEFLATE
    if (bytes == NULL || *size > UINT32_MAX / 2)
        return bytes;
    char* packed = compressBytes(bytes, size);
    free(bytes);
    if (packed == NULL)
        errno = ENOMEM;
    return packed;
#else
    (void)size;
    return bytes;
#endif
}

char* gelPackFile(const char* path, size_t* size)
{
    char* bytes = gelReadFile(path, size);
    return gelPackBytes(bytes, size);
}

void gelNameBytes(const void* bytes, size_t size, char name[17])
{
    snprintf(name, 17, "%016" PRIx64, gelHashBytes(GEL_HASH_START, bytes, size));
}

void gelWriteBase85(FILE* file, const void* data, size_t size)
{
    static const char digits[] =
        "()*+,-./0123456789:;=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[]^_`abcdefghijklmnopqrstuvwxyz{|}~";
    const unsigned char* bytes = data;
    for (size_t i = 0; i < size; i += 4) {
        size_t count = size - i < 4 ? size - i : 4;
        uint32_t value = 0;
        char text[5];
        for (size_t k = 0; k < 4; k++)
            value = value << 8 | (k < count ? bytes[i + k] : 0u);
        for (int k = 4; k >= 0; k--) {
            text[k] = digits[value % 85];
            value /= 85;
        }
        fwrite(text, 1, count + 1, file);
    }
}
