// A wedge with materials, textures and colours, in files of each kind.
#pragma once

#include "support/files.h"

// 2 x 2 pixels: red and green above blue and white.
static const unsigned char smallPng[] = {
    0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0x00, 0x00, 0x0d, 0x49, 0x48, 0x44,
    0x52, 0x00, 0x00, 0x00, 0x02, 0x00, 0x00, 0x00, 0x02, 0x08, 0x02, 0x00, 0x00, 0x00, 0xfd,
    0xd4, 0x9a, 0x73, 0x00, 0x00, 0x00, 0x12, 0x49, 0x44, 0x41, 0x54, 0x78, 0x9c, 0x63, 0xf8,
    0xcf, 0xc0, 0xc0, 0x00, 0xc2, 0x0c, 0xff, 0x81, 0x00, 0x00, 0x1f, 0xee, 0x05, 0xfb, 0x0b,
    0xd9, 0x68, 0x8b, 0x00, 0x00, 0x00, 0x00, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82};

// The segments of a JPEG picture of 3 x 5 pixels, with two bytes for its pixels.
static const unsigned char smallJpeg[] = {0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2, 0xff, 0xc0, 0, 9, 8, 0, 5, 0, 3,
                                          1,    0,    0xff, 0xda, 0, 2, 7, 7, 0xff, 0xd9};

static inline void writeData(const char* path, const void* data, size_t size)
{
    FILE* file = fopen(path, "wb");
    bool written = file != NULL && fwrite(data, 1, size, file) == size;
    if (file != NULL)
        written = fclose(file) == 0 && written;
    CHECK(written, "%s cannot be written", path);
}

// A cube of side 1 in two materials: "paint" with the texture in front (towards +Z) and above, "plain" elsewhere. On
// each face of the first V points up, or away.
static const char cubeObj[] =
    "mtllib cube.mtl\no cube\nv -.5 -.5 -.5\nv .5 -.5 -.5\nv .5 .5 -.5\nv -.5 .5 -.5\nv -.5 -.5 .5\nv .5 -.5 .5\n"
    "v .5 .5 .5\nv -.5 .5 .5\nvt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\nusemtl plain\nf 1/1 4/2 3/3 2/4\nf 2/1 3/2 7/3 6/4\n"
    "usemtl paint\nf 5/1 6/2 7/3 8/4\nf 8/1 7/2 3/3 4/4\nusemtl plain\nf 1/1 5/2 8/3 4/4\nf 1/1 2/2 6/3 5/4\n";
static const char cubeMtl[] = "# by hand\nnewmtl paint\nKd 0 0 0\nmap_Kd -s 1 1 1 -clamp on picture.png\n"
                              "newmtl plain\nKa 1 1 1\nKd 1 0.5 0\n";

static inline void writeCube(const char* folder, const char* mtl)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/cube.obj", folder);
    writeText(path, cubeObj);
    snprintf(path, sizeof path, "%s/cube.mtl", folder);
    writeText(path, mtl);
    snprintf(path, sizeof path, "%s/picture.png", folder);
    writeData(path, smallPng, sizeof smallPng);
}
