// A world whose bakes are read back: a body without skin, and one in a skin whose file has all that may bring vertices out
// of order.
#pragma once

#include "gel/gel.h"
#include "folder.h"

enum {
    bakeFrames = 4,
    boxVertices = 27,
    boxTets = 40,
    boxTriangles = 48,
    skinVertices = 10,
    skinTriangles = 12
};
#define TIME_STEP 0.02f

// In the order of the file: one that no face uses, the corners of a cube, and the first of them once more.
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

// Body 0 has no skin, body 1 has the one of `skinFile`, and tets filled in part.
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

// Where the vertices of the skin's file are, by an embedding of their own. The one that no face uses goes with the first
// that one does.
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

// All that is baked: body 0's tet vertices, then the skin's.
typedef struct BakedFrame {
    float box[boxVertices][3];
    float skin[skinVertices][3];
} BakedFrame;

static inline void readBakedFrame(gelWorld* world, const gelBodyId ids[2], BakedFrame* frame)
{
    CHECK_INT(gelBody_ReadPositions(world, ids[0], frame->box[0], boxVertices), gel_success);
    evaluateSkinFile(world, ids[1], frame->skin);
}

// The world's state is written for each path and kept in `frames`; every bake promises `promised` frames.
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
