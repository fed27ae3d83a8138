// What the writers of result files share.
#pragma once

#include "gel/bake.h"
#include "result_file.h"

// A body's share of the mesh that is written.
typedef struct gelBakeBody {
    gelBodyId id;
    const gelTetMesh* mesh;
    int firstVertex;
    int* triangles; // of the body's own vertices
    int triangleCount;
    int* wires; // an inner vertex and a neighbour, see writeObj
    int wireCount;
} gelBakeBody;

typedef struct gelBakeFormat {
    const char* ending;
    // `file` is open; frames come in order, `finish` before the file is closed. Nullable: begin, finish.
    gelStatus (*begin)(gelBake* bake, gelResultFile* file);
    gelStatus (*writeFrame)(gelBake* bake, gelResultFile* file);
    gelStatus (*finish)(gelBake* bake, gelResultFile* file);
    bool sequence;         // a file for each frame
    const char* companion; // the ending of a second file beside the first; NULL for none
} gelBakeFormat;

struct gelBake {
    const gelBakeFormat* format;
    gelWorld* world;
    float timeStep;
    int frameCount; // promised
    int frame;      // written
    bool failed;
    gelBakeBody* bodies;
    int bodyCount;
    int vertexCount;
    float* positions;      // of the frame that is being written
    unsigned char* buffer; // 12 bytes a vertex
    char* path;
    gelResultFile* files;
    int fileCount;
};

extern const gelBakeFormat gelBakePc2, gelBakeObj, gelBakePly;

// Little endian, whatever the host is. Each returns the place behind what it wrote.
unsigned char* gelPutInt(unsigned char* out, int32_t value);
unsigned char* gelPutFloat(unsigned char* out, float value);
// Opens the file behind the last one, under the name that gelGetBakeFileName gives it.
gelStatus gelOpenNextBakeFile(gelBake* bake);
// All positions of the frame, 12 bytes each.
gelStatus gelWriteBakePositions(gelBake* bake, gelResultFile* file);
