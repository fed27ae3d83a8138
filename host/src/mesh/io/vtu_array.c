#include "mesh/io/vtu_array.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>
#if GEL_HAS_ZLIB
#include <zlib.h>
#endif

gelVtkType gelVtuTypeOf(gelWord name)
{
    static const gelVtkType types[] = {
        {"Float32", 4, true}, {"Float64", 8, true}, {"Int32", 4, false}, {"Int64", 8, false},
        {"UInt8", 1, false},  {"Int8", 1, false},   {"Int16", 2, false}, {"UInt16", 2, false},
        {"UInt32", 4, false}, {"UInt64", 8, false},
    };
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++)
        if (gelWordIs(name, types[i].name))
            return types[i];
    return (gelVtkType){NULL, 0, false};
}

// Bytes of a file, raw or base64. Base64 may contain padding where one encoded block ends and another starts.
typedef struct Source {
    const char* next;
    const char* end;
    bool base64;
    unsigned char group[3];
    int groupSize, groupTaken;
} Source;

static int valueOfDigit(char c)
{
    if (c >= 'A' && c <= 'Z')
        return c - 'A';
    if (c >= 'a' && c <= 'z')
        return c - 'a' + 26;
    if (c >= '0' && c <= '9')
        return c - '0' + 52;
    return c == '+' ? 62 : c == '/' ? 63 : -1;
}

static bool decodeGroup(Source* source)
{
    unsigned long bits = 0;
    int digits = 0, count = 0;
    for (; count < 4; count++) {
        while (source->next < source->end && strchr(" \t\r\n", *source->next) != NULL &&
               *source->next != '\0')
            source->next++;
        if (source->next == source->end)
            return false;
        char c = *source->next++;
        int value = valueOfDigit(c);
        if (value < 0 && !(c == '=' && count >= 2))
            return false;
        if (value >= 0 && digits < count)
            return false; // a digit after padding
        digits += value >= 0;
        bits = bits << 6 | (unsigned long)(value >= 0 ? value : 0);
    }
    for (int i = 0; i < 3; i++)
        source->group[i] = (unsigned char)(bits >> (16 - 8 * i) & 0xff);
    source->groupSize = digits - 1;
    source->groupTaken = 0;
    return true;
}

// At most this many bytes are left.
static size_t bytesLeft(const Source* source)
{
    size_t left = (size_t)(source->end - source->next);
    return source->base64 ? left / 4 * 3 + 3 : left;
}

static bool take(Source* source, void* bytes, size_t size)
{
    unsigned char* out = bytes;
    if (!source->base64) {
        if (bytesLeft(source) < size)
            return false;
        memcpy(out, source->next, size);
        source->next += size;
        return true;
    }
    for (size_t i = 0; i < size; i++) {
        if (source->groupTaken == source->groupSize && !decodeGroup(source))
            return false;
        out[i] = source->group[source->groupTaken++];
    }
    return true;
}

static bool takeLength(const gelVtuCoding* coding, Source* source, uint64_t* length)
{
    unsigned char bytes[8];
    *length = 0;
    if (!take(source, bytes, (size_t)coding->headerBytes))
        return false;
    for (int i = 0; i < coding->headerBytes; i++)
        *length |= (uint64_t)bytes[i] << 8 * (coding->bigEndian ? coding->headerBytes - 1 - i : i);
    return true;
}

static gelStatus failArray(const gelVtuValues* values, const char* what)
{
    return gelFail(gel_formatError, "%s: %s", values->place, what);
}

static gelStatus makeBytes(gelVtuValues* values, size_t size)
{
    values->decoded = gelResize(NULL, size + 1, 1);
    if (values->decoded == NULL)
        return gelFailMemory(size + 1, 1);
    values->decoded[size] = '\0';
    values->reader.bytes = values->decoded;
    values->reader.size = size;
    return gel_success;
}

// A length, followed by the bytes.
static gelStatus readPlain(const gelVtuCoding* coding, Source* source, gelVtuValues* values)
{
    uint64_t size = 0;
    if (!takeLength(coding, source, &size) || size > bytesLeft(source))
        return failArray(values, "expected as many bytes as announced, found the end of the data");
    gelStatus status = makeBytes(values, (size_t)size);
    if (status == gel_success && !take(source, values->decoded, (size_t)size))
        status =
            failArray(values, "expected as many bytes as announced, found the end of the data, or no base64");
    return status;
}

#if GEL_HAS_ZLIB
typedef struct Blocks {
    uint64_t count, size, lastSize; // the last block may be shorter
    uint64_t* packed;               // [count], bytes of each
} Blocks;

static size_t sizeOfBlock(const Blocks* blocks, uint64_t block)
{
    return (size_t)(block + 1 == blocks->count && blocks->lastSize > 0 ? blocks->lastSize : blocks->size);
}

static gelStatus readBlockSizes(const gelVtuCoding* coding, Source* source, gelVtuValues* values,
                                Blocks* blocks)
{
    static const char cut[] =
        "expected the sizes of compressed blocks, found the end of the data, or no base64";
    if (!takeLength(coding, source, &blocks->count))
        return failArray(values, cut);
    if (blocks->count == 0)
        return gel_success;
    if (!takeLength(coding, source, &blocks->size) || !takeLength(coding, source, &blocks->lastSize) ||
        blocks->count > bytesLeft(source) / (size_t)coding->headerBytes)
        return failArray(values, cut);
    blocks->packed = gelAllocate((size_t)blocks->count, sizeof *blocks->packed);
    if (blocks->packed == NULL)
        return gelFailMemory((size_t)blocks->count, sizeof *blocks->packed);
    for (uint64_t i = 0; i < blocks->count; i++)
        if (!takeLength(coding, source, &blocks->packed[i]))
            return failArray(values, cut);
    // Deflate compresses at most 1032 bytes into one: a larger size is false.
    uint64_t max = 1032 * (uint64_t)bytesLeft(source);
    max = max < INT_MAX ? max : INT_MAX;
    if (blocks->size == 0 || blocks->lastSize > blocks->size || blocks->size > max ||
        blocks->count > max / blocks->size + 1)
        return failArray(values,
                         "expected compressed blocks of sizes that the data can hold, found other sizes");
    return gel_success;
}

static gelStatus unpackBlocks(Source* source, gelVtuValues* values, const Blocks* blocks)
{
    uint64_t size =
        blocks->count == 0 ? 0 : (blocks->count - 1) * blocks->size + sizeOfBlock(blocks, blocks->count - 1);
    gelStatus status = makeBytes(values, (size_t)size);
    char* out = values->decoded;
    for (uint64_t i = 0; i < blocks->count && status == gel_success; i++) {
        size_t packedSize = (size_t)blocks->packed[i], blockSize = sizeOfBlock(blocks, i);
        if (blocks->packed[i] > bytesLeft(source))
            return failArray(values, "expected a compressed block, found the end of the data");
        unsigned char* packed = gelResize(NULL, packedSize, 1);
        uLongf unpacked = (uLongf)blockSize;
        if (packed == NULL)
            status = gelFailMemory(packedSize, 1);
        else if (!take(source, packed, packedSize) ||
                 uncompress((Bytef*)out, &unpacked, packed, (uLong)packedSize) != Z_OK ||
                 unpacked != blockSize)
            status = failArray(values, "expected blocks that zlib can decompress, found damaged ones");
        gelFree(packed);
        out += blockSize;
    }
    return status;
}

// The number of blocks, their size, the size of the last, the compressed size of each; then the blocks.
static gelStatus readPacked(const gelVtuCoding* coding, Source* source, gelVtuValues* values)
{
    Blocks blocks = {.packed = NULL};
    gelStatus status = readBlockSizes(coding, source, values, &blocks);
    if (status == gel_success)
        status = unpackBlocks(source, values, &blocks);
    gelFree(blocks.packed);
    return status;
}
#else
static gelStatus readPacked(const gelVtuCoding* coding, Source* source, gelVtuValues* values)
{
    (void)source;
    (void)values;
    return gelFail(
        gel_unsupported,
        "%s: its arrays are compressed, and this Gel was built without zlib; build it with zlib (Debian: "
        "zlib1g-dev), or save the file uncompressed",
        coding->file->path);
}
#endif

static gelStatus findSource(const gelVtuCoding* coding, const gelVtuArray* array, const gelVtuValues* values,
                            Source* source)
{
    const gelTextReader* file = coding->file;
    *source = (Source){
        .next = array->content.text, .end = array->content.text + array->content.length, .base64 = true};
    if (array->format == gel_vtuBinary)
        return gel_success;
    if (coding->appended == 0)
        return failArray(values, "expected appended data in the file, found none");
    if (array->offset < 0 || (uint64_t)array->offset > file->size - coding->appended)
        return failArray(values, "expected an offset into the appended data, found one beyond its end");
    source->base64 = coding->appendedBase64;
    source->next = file->bytes + coding->appended + array->offset;
    source->end = file->bytes + file->size;
    return gel_success;
}

gelStatus gelOpenVtuArray(const gelVtuCoding* coding, const gelVtuArray* array, gelVtuValues* values)
{
    const gelTextReader* file = coding->file;
    *values = (gelVtuValues){.reader = {.path = file->path, .line = array->line}};
    if (array->type.bytes == 0)
        return gelFail(gel_unsupported,
                       "%s: array \"%.*s\": expected values of a type such as Float32 or Int64, found '%.*s'",
                       file->path, (int)array->name.length, array->name.text, (int)array->typeName.length,
                       array->typeName.text);
    if (array->format == gel_vtuText) {
        values->reader.bytes = file->bytes + (array->content.text - file->bytes);
        values->reader.size = array->content.length;
        return gel_success;
    }
    size_t room = strlen(file->path) + array->name.length + 32;
    values->place = gelAllocate(room, 1);
    if (values->place == NULL)
        return gelFailMemory(room, 1);
    snprintf(values->place, room, "%s: array \"%.*s\"", file->path, (int)array->name.length,
             array->name.text);
    values->reader.path = values->place;
    values->reader.binary = true;
    values->reader.bigEndian = coding->bigEndian;
    Source source;
    gelStatus status = findSource(coding, array, values, &source);
    if (status != gel_success)
        return status;
    if (coding->compressor.length == 0)
        return readPlain(coding, &source, values);
    if (gelWordIs(coding->compressor, "vtkZLibDataCompressor"))
        return readPacked(coding, &source, values);
    return gelFail(gel_unsupported,
                   "%s: expected arrays that are not compressed, or with zlib, found the compressor '%.*s'",
                   file->path, (int)coding->compressor.length, coding->compressor.text);
}

void gelCloseVtuArray(gelVtuValues* values)
{
    gelFree(values->place);
    gelFree(values->decoded);
    *values = (gelVtuValues){.place = NULL};
}
