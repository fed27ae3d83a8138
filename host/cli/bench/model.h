// The device, the work of a strategy and the time that follows, for gel bench --model: model.c explains them.
#pragma once

#include "bench/case.h"

enum {
    warp = 32,
    barrierCycles = 30, // assumption: with all warps of a group at about the same place
};

typedef struct gelModelDevice {
    const char *key, *text;
    int processors;                             // multiprocessors
    double clock;                               // GHz
    double memory, cache;                       // bandwidth, GB/s
    double cacheSize;                           // bytes that the second-level cache holds
    int localSize;                              // bytes of local memory of a multiprocessor
    int loadCycles;                             // latency of a load that the first-level cache holds
    int cacheCycles, memoryCycles, localCycles; // of the second level, of memory, of local memory
} gelModelDevice;

typedef struct gelModelCost {
    int arity, tableBytes, instructions, chain;
} gelModelCost;
extern const gelModelCost gelModelCosts[gel_constraintKindCount];
extern const gelModelCost gelVertexCost; // the end of a substep and the beginning of the next
#define gelLaunchMicroseconds 4.0        // assumption: from the end of a kernel to the start of the next

// Registers, from scripts/gpu_report.sh.
enum { gridRegisters = 51, bodyRegisters = 79, tilesRegisters = 80 };

// A phase of the tiles of all bodies.
typedef struct gelModelPhase {
    double tiles, vertices, largest; // `largest`: vertices of the largest tile
    double constraints[gel_constraintKindCount], colours[gel_constraintKindCount]; // colours of a tile
} gelModelPhase;

enum { maxPhases = 32, strategyCount = 4 };
typedef struct gelModelScene {
    gelBenchCase bench;
    gelModelPhase phases[maxPhases];
    int phaseCount;
    gelModelPhase bodies; // each body a tile, with the colours of all its tiles one after another
    double tableBytes, sharedTableBytes; // of all bodies; where equal bodies share
} gelModelScene;

enum { partLaunches, partBytes, partChains, partIssue, partLocal, partBarriers, partCount };

typedef struct gelModelEstimate {
    const char* key;
    char reason[96];         // why there is none; otherwise empty
    double launches;         // of a frame
    double parts[partCount]; // of a substep, us
    double time;             // us
} gelModelEstimate;

// Where tables and vertices come from.
typedef struct gelModelStore {
    double bandwidth, load; // GB/s; cycles until a number is there
} gelModelStore;

// The work of a work-group in a launch.
typedef struct gelModelGroup {
    double chain;        // cycles of the work-item with most turns
    double instructions; // of all warps
    double localBytes;
    double barriers; // cycles
} gelModelGroup;

typedef struct gelModelLaunch {
    gelModelGroup group;
    double groups, resident; // of the launch; of a multiprocessor at once
    double longest;          // chain of the longest, relative to the others
    double bytes;
    gelModelStore store;
} gelModelLaunch;

typedef struct gelModel {
    gelOutput* output;
    const gelBenchSettings* settings;
    const gelModelDevice* device;
    int groupSize;
    gelModelScene scene;
    gelModelEstimate estimates[strategyCount];
    cJSON* scenes; // NULL without --json
} gelModel;

// Warps that the registers of a multiprocessor allow: they are handed out by warp, in units of 256.
int gelWarpsOfRegisters(int registers);
// Work-groups that a multiprocessor holds at once.
double gelResidentGroups(const gelModel* bench, int registers, double localBytes);
// The second-level cache where all that a substep touches fits it, memory otherwise.
gelModelStore gelModelStoreOf(const gelModel* bench, double tableBytes);
// Adds `count` equal launches.
void gelAddModelLaunches(const gelModel* bench, gelModelEstimate* estimate, double count,
                         gelModelLaunch launch);
// Adds items to a group. `load`: cycles until a number of a table is there; and until a vertex is, unless they are in local memory.
void gelAddModelItems(const gelModel* bench, gelModelGroup* group, const gelModelCost* cost, double items,
                      double turns, double load, bool isLocal);
// Adds launches with a work-item per constraint or vertex, whose vertices come from memory.
void gelAddItemLaunches(const gelModel* bench, gelModelEstimate* estimate, double count, double items,
                        const gelModelCost* cost, double bytes, gelModelStore store);
// Adds three over the vertices: integration, ground, velocity.
void gelAddVertexStages(const gelModel* bench, gelModelEstimate* estimate, gelModelStore store);

// A substep of the two-level solver for all bodies, with one cycle.
void gelModelTwoLevel(const gelModel* bench, gelModelEstimate* estimate);
