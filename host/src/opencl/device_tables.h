// The arrays of body, ensemble and patch: constraints of each class of bodies or patch, and lists of bodies.
#pragma once

#include "opencl/planner.h"
#include "tables.h"

typedef struct gelTables {
    BodyClass* classes; // [classCount], as in the schedule; empty for classes on the grid
    int classCount;
    int* indices;
    float* numbers;
    int64_t indexCount, numberCount;
    BodyEntry* bodies; // the costliest first, so that they do not come alone at the end
    int bodyCount;
    int largestBody; // vertices
    EnsembleEntry* entries;
    int* firstVertices; // [entryCount][lanes], record offsets
    int entryCount;
    int64_t scratchReals; // of `lanes` floats each
} gelTables;

// Errors: gel_outOfMemory, gel_unsupported (too many for the kernels' 32-bit indices).
gelStatus gelBuildTables(const gelSchedule* schedule, gelBody* const* bodies, int bodyCount, int lanes,
                         gelTables* tables);

// The rows of a table, one after another; `places` as in gelToOffsets.
gelStatus gelAddConstraints(gelTables* tables, const gelPlanConstraints* plan, const int* places,
                            ConstraintTable* table);
// A list of vertices, as offsets; *first is its place in `indices`.
gelStatus gelAddOffsets(gelTables* tables, const int* vertices, const int* places, int count, int* first);

void gelClearTables(gelTables* tables);
