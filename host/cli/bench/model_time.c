// gel bench --model: from the work of launches to their time.
#include "bench/model.h"

#include <math.h>

enum {
    // Limits of both devices; CUDA C++ Programming Guide.
    registersHeld = 65536, // of a multiprocessor
    warpsHeld = 64,
    groupsHeld = 32,
    localPerGroup = 1024, // reserved, besides what the group asks for
    warpsIssued = 4,      // instructions in a cycle, one per scheduler
    localPerCycle = 128   // bytes: 32 banks of 4
};
// Turns that local memory takes for one: tests/bench/bench_banks.c counts them.
static const double bankConflicts = 2.5;

// The cost of a constraint. Instructions: those of the loop in step_tiles that clang makes for
// NVIDIA, with ten for a division and nine for a square root. Chain, in cycles: the operations that
// wait for each other, four each, 60 for a division, 50 for a square root, and 41 for an offset
// that is read again before the last store. The numbers of both bending models, of neo-Hookean tets
// and of a vertex are rough.
const gelModelCost gelModelCosts[gel_constraintKindCount] = {
    [gel_distanceConstraint] = {2, 16, 75, 200},   [gel_volumeConstraint] = {4, 24, 170, 180},
    [gel_bendingConstraint] = {4, 24, 340, 560},   [gel_neoHookeanConstraint] = {4, 52, 370, 320},
    [gel_rodConstraint] = {3, 28, 110, 260},       [gel_tensionConstraint] = {2, 20, 80, 200},
    [gel_isometricConstraint] = {4, 36, 170, 240},
};
const gelModelCost gelVertexCost = {1, 0, 250, 260}; // the end of a substep and the beginning of the next

int gelWarpsOfRegisters(int registers)
{
    return registersHeld / ((warp * registers + 255) / 256 * 256);
}

double gelResidentGroups(const gelModel* bench, int registers, double localBytes)
{
    double warps = ceil((double)bench->groupSize / warp);
    double held = fmin(groupsHeld, fmin(warpsHeld, gelWarpsOfRegisters(registers)) / warps);
    if (localBytes > 0.0)
        held = fmin(held, bench->device->localSize / (localBytes + localPerGroup));
    return fmax(floor(held), 1.0);
}

gelModelStore gelModelStoreOf(const gelModel* bench, double tableBytes)
{
    const gelModelDevice* device = bench->device;
    double vertexBytes =
        3.0 * 16.0 * bench->scene.bench.counters.vertexCount; // position, predicted, velocity
    return tableBytes + vertexBytes <= device->cacheSize
               ? (gelModelStore){device->cache, device->cacheCycles}
               : (gelModelStore){device->memory, device->memoryCycles};
}

void gelAddModelLaunches(const gelModel* bench, gelModelEstimate* estimate, double count,
                         gelModelLaunch launch)
{
    const gelModelDevice* device = bench->device;
    const gelModelGroup* group = &launch.group;
    double cycle = 1e-3 / device->clock;                    // us
    double each = ceil(launch.groups / device->processors); // work-groups of a multiprocessor
    double waves = ceil(each / launch.resident);
    double parts[partCount] = {
        [partLaunches] = gelLaunchMicroseconds,
        [partBytes] = launch.bytes / launch.store.bandwidth * 1e-3,
        [partChains] = (waves - 1.0 + launch.longest) * group->chain * cycle,
        [partIssue] = each * group->instructions / warpsIssued * cycle,
        [partLocal] = each * group->localBytes / localPerCycle * bankConflicts * cycle,
        [partBarriers] = waves * group->barriers * cycle,
    };
    double inGroups = fmax(parts[partChains], fmax(parts[partIssue], parts[partLocal])) + parts[partBarriers];
    for (int i = 0; i < partCount; i++)
        estimate->parts[i] += count * parts[i];
    estimate->time += count * (gelLaunchMicroseconds + fmax(parts[partBytes], inGroups));
}

void gelAddModelItems(const gelModel* bench, gelModelGroup* group, const gelModelCost* cost, double items,
                      double turns, double load, bool isLocal)
{
    double vertexLoad = isLocal ? bench->device->localCycles : load;
    group->chain += turns * (load + vertexLoad + cost->chain);
    group->instructions += items / warp * cost->instructions;
    group->localBytes += isLocal ? items * cost->arity * 2 * 16 : 0.0;
}

void gelAddItemLaunches(const gelModel* bench, gelModelEstimate* estimate, double count, double items,
                        const gelModelCost* cost, double bytes, gelModelStore store)
{
    gelModelLaunch launch = {.groups = ceil(items / bench->groupSize),
                             .resident = gelResidentGroups(bench, gridRegisters, 0.0),
                             .longest = 1.0,
                             .bytes = bytes,
                             .store = store};
    gelAddModelItems(bench, &launch.group, cost, bench->groupSize, 1.0, store.load, false);
    gelAddModelLaunches(bench, estimate, count, launch);
    estimate->launches += count * bench->scene.bench.substeps;
}

void gelAddVertexStages(const gelModel* bench, gelModelEstimate* estimate, gelModelStore store)
{
    const gelBenchCase* scene = &bench->scene.bench;
    double stages = scene->ground ? 3.0 : 2.0, vertices = scene->counters.vertexCount;
    double bytes = vertices * (scene->ground ? 224.0 : 144.0) / stages; // case.c counts them
    gelAddItemLaunches(bench, estimate, stages, vertices, &gelVertexCost, bytes, store);
}
