// The arrays for body, ensemble and tiles: the tiles of each class of bodies, and lists of bodies.
#pragma once

#include "opencl/strategy/constraint_tables.h"
#include "opencl/strategy/planner.h"

typedef struct gelTables {
    BodyClass* classes; // [classCount], as in the schedule; empty for classes that perColour steps
    int classCount;
    Tile* tiles; // class by class, phase by phase; all zero where other ranks alone solve it
    int tileCount;
    gelConstraintArrays arrays;
    BodyEntry* bodies; // the most expensive first, so that they do not run alone at the end
    int bodyCount;
    int largestBody; // vertices
    EnsembleEntry* entries;
    int* firstVertices; // [entryCount][lanes], record offsets
    int entryCount;
    int64_t scratchReals; // of `lanes` floats each
    bool awakeOnly;       // the lists of bodies leave out those that sleep
} gelTables;

// Errors: gel_outOfMemory, gel_unsupported (too many for the kernels' 32-bit indices).
gelStatus gelBuildTables(const gelSchedule* schedule, const gelPlan* plan, const gelOpencl* opencl,
                         gelTables* tables);

// Lists the bodies anew, all or those that are awake: the classes stay as they are.
gelStatus gelListTableBodies(gelTables* tables, const gelSchedule* schedule, const gelPlan* plan,
                             const gelOpencl* opencl);
void gelClearTableBodies(gelTables* tables); // the lists
void gelClearTables(gelTables* tables);
