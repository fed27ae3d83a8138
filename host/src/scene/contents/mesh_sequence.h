// Sequences of meshes as point caches: a file per frame, with its number in its name, as Gel's bakes and modelling
// programs write them.
#pragma once

#include "scene/contents/point_cache.h"

typedef struct gelMeshFrame {
    int number;
    char* path;
} gelMeshFrame;

typedef struct gelMeshSequence {
    gelMeshFrame* frames; // [count], in ascending order of their numbers
    int count, capacity;
} gelMeshSequence;

// Whether a path has a *, which stands for the number of the frame.
bool gelIsMeshSequence(const char* name);

// Finds the files whose name has 1 to 9 digits where the pattern has its one *, in the part after the last slash. On
// failure the sequence is empty. Errors: gel_formatError (a pattern that is none; two files of one number; more than 10,000
// files), gel_fileError (there are none; the folder cannot be read), gel_outOfMemory.
gelStatus gelListMeshSequence(const char* pattern, gelMeshSequence* sequence);
void gelClearMeshSequence(gelMeshSequence* sequence);

// Reads the vertices of all files, surfaces or tets, in the order of each file. Frame n is at n frames. On
// failure *cache is empty. Errors: of the files; gel_formatError (another number of vertices than the first has, a
// coordinate beyond 1e15), gel_unsupported (2 GiB or more), gel_outOfMemory.
gelStatus gelLoadMeshSequence(const gelMeshSequence* sequence, gelPointCache* cache);
