// Shared by the writers of result files.
#pragma once

#include "gel/bake.h"
#include "gel/body.h"
#include "gel/skin.h"
#include "gel/surface_appearance.h"
#include "base/result_file.h"

// Which vertices a format wants, and in which order.
typedef enum gelBakeLayout {
    gel_layoutFile,  // all, as in the skin's or mesh's file
    gel_layoutDrawn, // those used by triangles, part by part; duplicated for several normals, UVs or parts
    gel_layoutTets,  // all of the mesh, whatever the skin; no triangles
} gelBakeLayout;

// The triangles of a part of the skin that have one material. Its vertices and triangles are contiguous, as are the
// parts.
typedef struct gelBakePart {
    const char* name; // the skin's
    const gelSurfaceAppearance* look;
    int material; // of the look; -1: none
    int vertexCount, triangleCount;
} gelBakePart;

// A body's share of the output mesh. Its points are the vertices of the skin's surface or, without a skin, of
// the mesh; each output vertex is at one of them.
typedef struct gelBakeBody {
    gelBodyId id;
    gelBodyKind kind;
    const gelTetMesh* mesh;
    const gelSkin* skin; // NULL: none, or not written
    const gelSurfaceMesh*
        surface;              // of a sheet or an obstacle: its own, of the mesh's vertices; NULL of others
    const gelLineMesh* lines; // of a rope, the same
    int pointCount;
    int firstVertex, vertexCount;
    int* points;    // [vertexCount]
    int* names;     // [pointCount], the vertex of each; NULL for gel_layoutDrawn
    int* triangles; // [triangleCount][3], of the body's own vertices
    int triangleCount;
    // For gel_layoutFile: [wireCount][2]: the lines of a rope; then a vertex without triangles or lines, and another.
    int* wires;
    int wireCount;
    // For gel_layoutDrawn. Vertices of a group share the normal of all triangles of the group.
    int* groups; // [vertexCount], 0 to groupCount - 1
    int groupCount;
    gelBakePart* parts; // [partCount], parts with triangles
    int partCount;
    float* uvs;     // [vertexCount][2], V upwards; NULL if the surface has none
    float* colours; // [vertexCount][3], linear; NULL if the surface has none
} gelBakeBody;

typedef struct gelBakeFormat {
    const char* ending;
    gelBakeLayout layout;
    // `file` is open; frames come in order, `finish` before the file is closed. Nullable: begin, finish,
    // release. When another process has kept the file, `begin` writes again over what it wrote then.
    gelStatus (*begin)(gelBake* bake, gelResultFile* file);
    gelStatus (*writeFrame)(gelBake* bake, gelResultFile* file);
    gelStatus (*finish)(gelBake* bake, gelResultFile* file);
    // Learns again what it knew of the frames in a file of an earlier process; after `begin`. NULL: nothing.
    gelStatus (*relearn)(gelBake* bake, gelResultFile* file);
    void (*release)(gelBake* bake); // frees `own`
    // A whole result is one file, possibly with a companion; a sequence is one file per frame, possibly with
    // an index.
    const char* rest;   // what replaces the extension in the companion's name; NULL: none
    const char* frames; // the extension of the sequence's files, "": that of the path; NULL: no sequence
    bool hasIndex;      // file 0, with this extension; `begin` and `finish` write it
} gelBakeFormat;

struct gelBake {
    const gelBakeFormat* format;
    gelWorld* world;
    gelBakeMesh mesh;
    gelBodyId onlyBody; // null: all
    float timeStep;
    int first, every;
    int frameCount; // promised
    int frame;      // written
    bool failed;
    gelBakeBody* bodies;
    int bodyCount;
    int vertexCount;
    float* positions;   // [vertexCount][3], of the current frame
    float* tetVertices; // a body's
    float* skinPoints;  // and its skin's
    char* path;
    gelResultFile* files;
    int fileCount;
    const char* keptEnding; // while it is opened: of the files to go on with; or NULL
    int keptCount;          // how many files are kept, and closed
    void* own;              // the format's
};

extern const gelBakeFormat gelBakePc2, gelBakeMdd, gelBakeGlb, gelBakePvd, gelBakeVtu, gelBakeObj, gelBakePly;

// Fills in a body's contribution, given its `id`, mesh, skin and firstVertex. Releases nothing on failure.
gelStatus gelLayOutBody(gelBakeLayout layout, gelBakeBody* body);
void gelReleaseBakeBody(gelBakeBody* body);
// Replaces the corners, which are points, by the vertices of the points.
void gelNameBakeCorners(const gelBakeBody* body, int* corners, int cornerCount);
int64_t gelCountBakeTriangles(const gelBake* bake);
// Returns the number of the frame of which that sample is, and its time, s.
int gelGetBakeFrame(const gelBake* bake, int sample);
double gelGetBakeTime(const gelBake* bake, int sample);

// Opens the next file, under the name that gelGetBakeFileName returns.
gelStatus gelOpenNextBakeFile(gelBake* bake);
// All positions of the frame, 12 bytes each.
gelStatus gelWriteBakePositions(gelBake* bake, gelResultFile* file);

// The heads of vertex caches. A .pc2 counts in frames: the first, and how many from one sample to the next. In a .mdd
// the time of each frame follows, s.
gelStatus gelWritePc2Head(gelResultFile* file, int frameCount, int pointCount, float first, float rate);
gelStatus gelWriteMddCounts(gelResultFile* file, int frameCount, int pointCount);
