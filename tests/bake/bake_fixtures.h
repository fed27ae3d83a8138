// A world whose bakes are read back: a body without a skin, and one whose skin file has everything that may
// bring vertices out of order.
#pragma once

#include "gel/gel.h"
#include "support/folder.h"

enum {
    bakeFrames = 4,
    boxVertices = 27,
    boxTets = 40,
    boxTriangles = 48,
    skinVertices = 10,
    skinTriangles = 12
};
#define TIME_STEP 0.02f

// In file order: an unused vertex, the corners of a cube, and the first of them again.
static const float skinCorners[skinVertices][3] = {{9, 9, 9},
                                                   {-0.4f, -0.4f, -0.4f},
                                                   {0.4f, -0.4f, -0.4f},
                                                   {0.4f, 0.4f, -0.4f},
                                                   {-0.4f, 0.4f, -0.4f},
                                                   {-0.4f, -0.4f, 0.45f},
                                                   {0.4f, -0.4f, 0.4f},
                                                   {0.4f, 0.4f, 0.4f},
                                                   {-0.4f, 0.4f, 0.4f},
                                                   {-0.4f, -0.4f, -0.4f}};
static const char skinFaces[] = "vt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\n"
                                "f 5/1 4/2 3/3 2/4\nf 6/1 7/2 8/3 9/4\nf 2/1 3/2 7/3 6/4\n"
                                "f 3/1 4/2 8/3 7/4\nf 4/1 5/2 9/3 8/4\nf 5/1 10/2 6/3 9/4\n";

static inline void writeSkinFile(const char* path)
{
    FILE* file = fopen(path, "w");
    CHECK(file != NULL, "cannot write %s", path);
    for (int i = 0; i < skinVertices && file != NULL; i++)
        fprintf(file, "v %.9g %.9g %.9g\n", (double)skinCorners[i][0], (double)skinCorners[i][1],
                (double)skinCorners[i][2]);
    if (file != NULL) {
        fputs(skinFaces, file);
        fclose(file);
    }
}

// Body 0 has no skin; body 1 has that of `skinFile`, and partly filled tets.
static inline gelWorld* createBakeWorld(const char* skinFile, gelBodyId ids[2])
{
    gelWorldDef def = gelDefaultWorldDef();
    def.backend = gel_referenceFloat;
    gelWorld* world = NULL;
    gelTetMesh mesh, filled;
    float fractions[boxTets];
    int parts[boxTets];
    gelSurfaceMesh skin;
    CHECK_INT(gelCreateWorld(&def, &world), gel_success);
    CHECK_INT(gelCreateBoxMesh((gelVec3){1, 1, 1}, 2, 2, 2, &mesh), gel_success);
    for (int i = 0; i < boxTets; i++) {
        fractions[i] = 1.0f / (float)(i + 1);
        parts[i] = i % 3;
    }
    CHECK_INT(gelCreateTetMesh(mesh.positions, boxVertices, mesh.tets, boxTets,
                               &(const gelTetAttributes){fractions, parts}, &filled, NULL),
              gel_success);
    for (int i = 0; i < 2; i++) {
        gelBodyDef bodyDef = gelDefaultBodyDef();
        bodyDef.position = (gelVec3){1.0f / 3.0f + 1.3f * (float)i, 0.1f, 0.2f};
        bodyDef.rotation = (gelQuat){0.3f, 0.1f, 0.2f, 1};
        bodyDef.velocity = (gelVec3){0.5f * (float)i, -3, 0.7f};
        CHECK_INT(gelCreateBody(world, &bodyDef, i == 0 ? &mesh : &filled, &ids[i]), gel_success);
    }
    CHECK_INT(gelBody_SetPinned(world, ids[1], (const int[]){0, 1}, 2, true), gel_success);
    writeSkinFile(skinFile);
    CHECK(gelLoadSurfaceMesh(skinFile, &skin, NULL) == gel_success, "%s", gelLastError());
    CHECK_INT(skin.originalCount, skinVertices);
    CHECK_INT(gelBody_SetSkin(world, ids[1], &skin, NULL), gel_success);
    gelDestroySurfaceMesh(&skin);
    gelDestroyTetMesh(&mesh);
    gelDestroyTetMesh(&filled);
    return world;
}

// The cube without its irregularities, in two parts: a hard-edged lid, and a can whose side is
// smooth all round and has a UV seam. The can's bottom comes after the lid.
enum { partsTriangles = 12, canVertices = 8 + 2 + 4, lidVertices = 4 };
#define LID_NAME "l\"\xc3\xa4\xe4" // UTF-8, then Latin-1
static const char partsFaces[] =
    "vt 0 0\nvt .25 0\nvt .5 0\nvt .75 0\nvt 1 0\nvt 0 1\nvt .25 1\nvt .5 1\nvt .75 1\nvt 1 1\n"
    "vt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\nvn 0 1 0\nvn 0 -1 0\nvn -1 0 -1\nvn 1 0 -1\nvn 1 0 1\nvn -1 0 1\n"
    "o can\nf 1/1/3 4/6/3 3/7/4 2/2/4\nf 2/2/4 3/7/4 7/8/5 6/3/5\nf 6/3/5 7/8/5 8/9/6 5/4/6\n"
    "f 5/4/6 8/9/6 4/10/3 1/5/3\no " LID_NAME
    "\nf 4/11/1 8/12/1 7/13/1 3/14/1\nf 1/11/2 2/12/2 6/13/2 5/14/2\n";

static inline const gelSkin* wearParts(gelWorld* world, gelBodyId id, const char* path)
{
    gelSurfaceMesh surface;
    FILE* file = fopen(path, "w");
    CHECK(file != NULL, "cannot write %s", path);
    for (int i = 1; i <= 8 && file != NULL; i++)
        fprintf(file, "v %.9g %.9g %.9g\n", (double)skinCorners[i][0], (double)skinCorners[i][1],
                (double)skinCorners[i][2]);
    if (file != NULL) {
        fputs(partsFaces, file);
        fclose(file);
    }
    CHECK(gelLoadSurfaceMesh(path, &surface, NULL) == gel_success, "%s", gelLastError());
    CHECK_INT(surface.triangleCount, partsTriangles);
    CHECK_INT(surface.partCount, 2);
    surface.parts[10] = surface.parts[11] = 0; // the can's bottom
    CHECK_INT(gelBody_SetSkin(world, id, &surface, NULL), gel_success);
    gelDestroySurfaceMesh(&surface);
    return gelBody_GetSkin(world, id);
}

typedef struct PartCorner {
    float position[3], normal[3], uv[2];
} PartCorner;

// The expected corner of that skin: its normal is that of the adjacent triangles that share its normal in the
// file, with the file's vertices at points[][3].
static inline PartCorner expectPartCorner(const gelSurfaceMesh* surface, const float* points, int corner)
{
    PartCorner expected = {0};
    double sum[3] = {0};
    int vertex = surface->triangles[corner];
    const float* normal = &surface->cornerNormals[3 * corner];
    for (int i = 0; i < 3 * surface->triangleCount; i++) {
        double a[3], b[3];
        const int* triangle = &surface->triangles[i / 3 * 3];
        if (surface->triangles[i] != vertex ||
            memcmp(&surface->cornerNormals[3 * i], normal, 3 * sizeof *normal) != 0)
            continue;
        for (int k = 0; k < 3; k++) {
            a[k] = (double)points[3 * triangle[1] + k] - (double)points[3 * triangle[0] + k];
            b[k] = (double)points[3 * triangle[2] + k] - (double)points[3 * triangle[0] + k];
        }
        for (int k = 0; k < 3; k++)
            sum[k] += a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3];
    }
    double length = sqrt(sum[0] * sum[0] + sum[1] * sum[1] + sum[2] * sum[2]);
    for (int k = 0; k < 3; k++) {
        expected.position[k] = points[3 * vertex + k];
        expected.normal[k] = (float)(sum[k] / length);
    }
    memcpy(expected.uv, &surface->cornerUvs[2 * corner], sizeof expected.uv);
    return expected;
}

// The positions of the skin file's vertices, by an independent embedding. The unused one moves with the first
// used one.
static inline void evaluateSkinFile(gelWorld* world, gelBodyId id, float points[skinVertices][3])
{
    const gelTetMesh* mesh = gelBody_GetMesh(world, id);
    gelEmbedding embedding;
    float positions[3 * boxVertices];
    CHECK_INT(gelBody_ReadPositions(world, id, positions, boxVertices), gel_success);
    CHECK_INT(gelCreateEmbedding(mesh, skinCorners[0], skinVertices, &embedding), gel_success);
    gelEvaluateEmbedding(&embedding, mesh, positions, points[0]);
    memcpy(points[0], points[1], sizeof points[0]);
    gelDestroyEmbedding(&embedding);
}

// All baked vertices: body 0's tet vertices, then the skin's.
typedef struct BakedFrame {
    float box[boxVertices][3];
    float skin[skinVertices][3];
} BakedFrame;

static inline void readBakedFrame(gelWorld* world, const gelBodyId ids[2], BakedFrame* frame)
{
    CHECK_INT(gelBody_ReadPositions(world, ids[0], frame->box[0], boxVertices), gel_success);
    evaluateSkinFile(world, ids[1], frame->skin);
}

// Writes the world's state for each path and keeps it in `frames`; every bake promises `promised` frames.
static inline void bakeWorld(gelWorld* world, const gelBodyId ids[2], const gelBakeDef* defs, int count,
                             int promised, BakedFrame* frames)
{
    gelBake* bakes[8];
    for (int b = 0; b < count; b++) {
        gelBakeDef def = defs[b];
        def.timeStep = TIME_STEP;
        def.frameCount = promised;
        CHECK(gelOpenBake(world, &def, &bakes[b]) == gel_success, "%s", gelLastError());
    }
    for (int frame = 0; frame < bakeFrames; frame++) {
        if (frame > 0)
            CHECK_INT(gelWorld_Step(world, TIME_STEP), gel_success);
        readBakedFrame(world, ids, &frames[frame]);
        for (int b = 0; b < count; b++)
            CHECK(gelBake_WriteFrame(bakes[b]) == gel_success, "%s", gelLastError());
    }
    for (int b = 0; b < count; b++)
        CHECK(gelCloseBake(bakes[b]) == gel_success, "%s", gelLastError());
    CHECK(memcmp(&frames[0], &frames[bakeFrames - 1], sizeof frames[0]) != 0, "nothing moved");
}
