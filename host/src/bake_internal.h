// What the writers of result files share.
#pragma once

#include "core.h"
#include "gel/bake.h"

#include <stdio.h>

// A file that has its name only when it is complete: see part_file.h.
typedef struct gelBakeFile {
    FILE* file; // NULL when closed
    char* path;
    char* partPath;
} gelBakeFile;

gelStatus gelOpenBakeFile(gelBakeFile* file, const char* path);
gelStatus gelWriteBakeFile(gelBakeFile* file, const void* bytes, size_t size);
gelStatus gelFlushBakeFile(gelBakeFile* file);       // closes it, still under its temporary name
gelStatus gelCheckBakeFile(const gelBakeFile* file); // could it be given its name?
gelStatus gelPublishBakeFile(gelBakeFile* file);     // gives it its name and releases the strings
void gelAbandonBakeFile(gelBakeFile* file);          // removes it; allowed at any time

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
    gelStatus (*begin)(gelBake* bake, gelBakeFile* file);
    gelStatus (*writeFrame)(gelBake* bake, gelBakeFile* file);
    gelStatus (*finish)(gelBake* bake, gelBakeFile* file);
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
    gelBakeFile* files;
    int fileCount;
};

extern const gelBakeFormat gelBakePc2, gelBakeObj, gelBakePly;

// Little endian, whatever the host is. Each returns the place behind what it wrote.
unsigned char* gelPutInt(unsigned char* out, int32_t value);
unsigned char* gelPutFloat(unsigned char* out, float value);
// Opens the file behind the last one, under the name that gelGetBakeFileName gives it.
gelStatus gelOpenNextBakeFile(gelBake* bake);
// All positions of the frame, 12 bytes each.
gelStatus gelWriteBakePositions(gelBake* bake, gelBakeFile* file);
