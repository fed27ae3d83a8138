// What the writers of result files share.
#pragma once

#include "gel/bake.h"
#include "gel/skin.h"
#include "base/result_file.h"

// Which vertices a format wants, and in which order.
typedef enum gelBakeLayout {
    gel_layoutFile, // all, as in the file of the skin or mesh
    gel_layoutDrawn, // those of triangles, part by part; one that has several normals, UVs or parts several times
    gel_layoutTets, // all of the mesh, whatever the skin; no triangles
} gelBakeLayout;

// The vertices and triangles of a part follow each other, parts as well.
typedef struct gelBakePart {
    const char* name; // the skin's
    int vertexCount, triangleCount;
} gelBakePart;

// A body's share of the mesh that is written. Its points are the vertices of the skin's surface or, without a skin, of the
// mesh; each vertex that is written has the place of one of them.
typedef struct gelBakeBody {
    gelBodyId id;
    const gelTetMesh* mesh;
    const gelSkin* skin; // NULL: none, or it is not written
    int pointCount;
    int firstVertex, vertexCount;
    int* points;    // [vertexCount]
    int* triangles; // [triangleCount][3], of the body's own vertices
    int triangleCount;
    int* wires; // [wireCount][2]: a vertex without triangle and another one; for gel_layoutFile
    int wireCount;
    // For gel_layoutDrawn. Vertices of a group have the normal of all triangles of the group.
    int* groups; // [vertexCount], 0 to groupCount - 1
    int groupCount;
    gelBakePart* parts; // [partCount], those that have triangles
    int partCount;
    float* uvs; // [vertexCount][2], V upwards; NULL where the skin has none
} gelBakeBody;

typedef struct gelBakeFormat {
    const char* ending;
    gelBakeLayout layout;
    // `file` is open; frames come in order, `finish` before the file is closed. Nullable: begin, finish, release.
    gelStatus (*begin)(gelBake* bake, gelResultFile* file);
    gelStatus (*writeFrame)(gelBake* bake, gelResultFile* file);
    gelStatus (*finish)(gelBake* bake, gelResultFile* file);
    void (*release)(gelBake* bake); // what it keeps in `own`
    // Whole results are one file, perhaps with another one beside it; sequences are a file a frame, perhaps with an index.
    const char* rest;   // what the other one's name has for the ending; NULL: none
    const char* frames; // the ending of the sequence's files, "": that of the path; NULL: no sequence
    bool hasIndex;      // file 0, with this ending; `begin` and `finish` are for it
} gelBakeFormat;

struct gelBake {
    const gelBakeFormat* format;
    gelWorld* world;
    gelBakeMesh mesh;
    gelBodyId onlyBody; // null: all
    float timeStep;
    int frameCount; // promised
    int frame;      // written
    bool failed;
    gelBakeBody* bodies;
    int bodyCount;
    int vertexCount;
    float* positions;   // [vertexCount][3], of the frame that is being written
    float* tetVertices; // a body's
    float* skinPoints;  // and its skin's
    char* path;
    gelResultFile* files;
    int fileCount;
    void* own; // the format's
};

extern const gelBakeFormat gelBakePc2, gelBakeMdd, gelBakeGlb, gelBakePvd, gelBakeVtu, gelBakeObj, gelBakePly;

// Fills in what a body contributes: of `id`, mesh, skin and firstVertex are there. Releases nothing on failure.
gelStatus gelLayOutBody(gelBakeLayout layout, gelBakeBody* body);
void gelReleaseBakeBody(gelBakeBody* body);
int64_t gelCountBakeTriangles(const gelBake* bake);

// Opens the file behind the last one, under the name that gelGetBakeFileName gives it.
gelStatus gelOpenNextBakeFile(gelBake* bake);
// All positions of the frame, 12 bytes each.
gelStatus gelWriteBakePositions(gelBake* bake, gelResultFile* file);
