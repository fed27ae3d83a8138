// Pictures written by `gel view`, and its final output.
#pragma once

#include "viewer/viewer.h"

#include <stb/stb_image.h>

enum { width = 320, height = 200 };

typedef struct Shot {
    unsigned char* pixels;
} Shot;

static inline Shot readShot(const char* path)
{
    int w = 0, h = 0, channels = 0;
    Shot shot = {stbi_load(path, &w, &h, &channels, 3)};
    CHECK(shot.pixels != NULL && w == width && h == height, "%s is %d x %d", path, w, h);
    return shot;
}

// Pixels that differ by more than a sixteenth in a channel.
static inline int countDifferent(Shot a, Shot b)
{
    int count = 0;
    for (int i = 0; i < width * height && a.pixels != NULL && b.pixels != NULL; i++) {
        int largest = 0;
        for (int k = 0; k < 3; k++) {
            int difference = abs(a.pixels[3 * i + k] - b.pixels[3 * i + k]);
            largest = difference > largest ? difference : largest;
        }
        count += largest > 16;
    }
    return count;
}

// Pixels with a strong colour: the ground and the sky have none.
static inline int countColouredRows(Shot shot, int first, int end)
{
    int count = 0;
    for (int i = width * first; i < width * end && shot.pixels != NULL; i++) {
        const unsigned char* p = &shot.pixels[3 * i];
        int max = p[0] > p[1] ? p[0] : p[1], min = p[0] < p[1] ? p[0] : p[1];
        max = p[2] > max ? p[2] : max;
        min = p[2] < min ? p[2] : min;
        count += max - min > 60;
    }
    return count;
}

static inline int countColoured(Shot shot)
{
    return countColouredRows(shot, 0, height);
}

static inline void hashOf(char hash[32])
{
    cJSON* end = parseOutput();
    const cJSON* text = cJSON_GetObjectItem(end, "hash");
    snprintf(hash, 32, "%s", cJSON_IsString(text) ? text->valuestring : "none");
    cJSON_Delete(end);
}

#define WINDOW                                                                                               \
    "gel", "view", BEAR, "--backend", "reference", "--width", "320", "--height", "200", "--json", "--no-panel"
