// Writes grey and coloured PNG pictures, stored without compression.
#pragma once

#include "support/harness.h"

#include <stdint.h>

static inline void putBig(uint8_t* bytes, uint32_t value)
{
    for (int i = 0; i < 4; i++)
        bytes[i] = (uint8_t)(value >> (24 - 8 * i));
}

static inline void writeChunk(FILE* file, const char* name, const uint8_t* bytes, uint32_t size)
{
    uint8_t head[8], tail[4];
    uint32_t crc = 0xffffffffu;
    putBig(head, size);
    memcpy(head + 4, name, 4);
    for (uint32_t i = 0; i < size + 4; i++) {
        crc ^= i < 4 ? head[4 + i] : bytes[i - 4];
        for (int k = 0; k < 8; k++)
            crc = crc >> 1 ^ ((crc & 1) != 0 ? 0xedb88320u : 0);
    }
    putBig(tail, ~crc);
    fwrite(head, 1, 8, file);
    fwrite(bytes, 1, size, file);
    fwrite(tail, 1, 4, file);
}

// `bits` per channel, 8 or 16; channels 1: grey, 3: colours; values row by row. One deflate block: at most 65000
// bytes.
static inline void writePng(const char* path, int width, int height, int bits, int channels,
                            const uint16_t* values)
{
    static uint8_t data[65100];
    uint8_t head[13] = {0};
    uint32_t a = 1, b = 0, size = 7, rowValues = (uint32_t)(width * channels);
    for (int y = 0; y < height; y++) {
        data[size++] = 0; // no filter
        for (uint32_t i = 0; i < rowValues && size < 65000; i++) {
            uint16_t value = values[(uint32_t)y * rowValues + i];
            if (bits == 16)
                data[size++] = (uint8_t)(value >> 8);
            data[size++] = (uint8_t)value;
        }
    }
    uint16_t length = (uint16_t)(size - 7), inverse = (uint16_t)~length;
    const uint8_t start[7] = {
        0x78, 0x01, 1, (uint8_t)length, (uint8_t)(length >> 8), (uint8_t)inverse, (uint8_t)(inverse >> 8)};
    memcpy(data, start, sizeof start);
    for (uint32_t i = 7; i < size; i++) {
        a = (a + data[i]) % 65521;
        b = (b + a) % 65521;
    }
    putBig(data + size, b << 16 | a);
    putBig(head, (uint32_t)width);
    putBig(head + 4, (uint32_t)height);
    head[8] = (uint8_t)bits;
    head[9] = channels == 3 ? 2 : 0;
    FILE* file = fopen(path, "wb");
    CHECK(file != NULL, "%s cannot be written", path);
    if (file == NULL)
        return;
    fwrite("\x89PNG\r\n\x1a\n", 1, 8, file);
    writeChunk(file, "IHDR", head, 13);
    writeChunk(file, "IDAT", data, size + 4);
    writeChunk(file, "IEND", data, 0);
    fclose(file);
}
