// gel bench --model: the two-level solver, as nine launches over its own tables: kernels/two_level_passes.h.
#include "bench/model.h"

#include <math.h>

// Sizes of the kernels. All numbers of instructions are rough.
enum {
    recordBytes = 16,
    aggregatesOfBody = 8, // the automatic number
    unknowns = 12 * aggregatesOfBody,
    slotsOfPiece = 128,
    slotsOfItem = 8,        // of a column of a piece
    constraintsOfItem = 32, // of a column of a chunk
    sumsOfChunk = 160 * 8,  // numbers that a chunk of 256 constraints adds up, in eight columns
    recordsOfPlace = 9,
    recordsOfBegin = 11,
    recordsOfRestrict = 6,
    recordsOfProlong = 8,
    recordsOfFinish = 5,
    slotInstructions = 150,    // of a vertex in a pass
    productInstructions = 120, // of a row's products
    cornerInstructions = 20
};
// Blocks of aggregates visit a constraint so often: counted in a beam of 40 x 4 x 4 cells.
static const double visits = 1.5;

// A launch of `items`, each a chain of operations.
static void addPass(const gelModel* bench, gelModelEstimate* estimate, double items, double chain,
                    double instructions, double bytes, gelModelStore store)
{
    gelModelLaunch launch = {
        .group = {.chain = chain, .instructions = (double)bench->groupSize / warp * instructions},
        .groups = ceil(items / bench->groupSize),
        .resident = gelResidentGroups(bench, tilesRegisters, 0.0),
        .longest = 1.0,
        .bytes = bytes,
        .store = store};
    gelAddModelLaunches(bench, estimate, 1.0, launch);
    estimate->launches += bench->scene.bench.substeps;
}

// A work-group per body factors the matrix, a row after another, with three barriers each, and solves twice, with two.
static void addSolve(const gelModel* bench, gelModelEstimate* estimate, double bodies, gelModelStore store)
{
    double n = unknowns, madds = n * n * n / 6.0 + 2.0 * n * n,
           turns = n * n * n / 24.0 / bench->groupSize + 4.0 * n;
    gelModelLaunch launch = {.group = {.chain = turns * (bench->device->loadCycles + 16.0) + n * 110.0,
                                       .instructions = 4.0 * madds / warp,
                                       .barriers = 7.0 * n * barrierCycles},
                             .groups = bodies,
                             .resident = gelResidentGroups(bench, gridRegisters, 0.0),
                             .longest = 1.0,
                             .bytes = bodies * 2.0 * 4.0 * n * n,
                             .store = store};
    gelAddModelLaunches(bench, estimate, 1.0, launch);
    estimate->launches += bench->scene.bench.substeps;
}

void gelModelTwoLevel(const gelModel* bench, gelModelEstimate* estimate)
{
    const gelBenchCase* scene = &bench->scene.bench;
    double vertices = scene->counters.vertexCount, bodies = bench->scene.bodies.tiles, constraints = 0.0,
           corners = 0.0, tables = 0.0, instructions = 0.0, chain = 0.0;
    for (int kind = 0; kind < gel_constraintKindCount; kind++) {
        double count = (double)scene->counters.constraintCounts[kind];
        constraints += count;
        corners += count * gelModelCosts[kind].arity;
        tables += count * gelModelCosts[kind].tableBytes;
        instructions += count * (gelModelCosts[kind].instructions + productInstructions);
        chain += count * gelModelCosts[kind].chain;
    }
    double record = recordBytes, perVertex = corners / vertices, columns = vertices / slotsOfItem,
           sums = visits * constraints / 256.0 * sumsOfChunk * 4.0;
    gelModelStore store = gelModelStoreOf(bench, tables + corners * 3.0 * record);
    double load = store.load, ends = corners * (4.0 + record), each = constraintsOfItem;
    addPass(bench, estimate, vertices, 2.0 * load + 60.0, slotInstructions,
            vertices * recordsOfPlace * record, store);
    addPass(bench, estimate, visits * constraints / each, each * (2.0 * load + chain / constraints),
            each * instructions / constraints,
            visits * (ends + tables) + (corners + constraints) * record + sums, store);
    addPass(bench, estimate, vertices, perVertex * load + 400.0,
            slotInstructions + perVertex * 2.0 * cornerInstructions,
            vertices * recordsOfBegin * record + ends + sums, store);
    addPass(bench, estimate, constraints, 2.0 * load + 60.0, instructions / constraints,
            ends + 2.0 * corners * record, store);
    addPass(bench, estimate, columns, slotsOfItem * (perVertex + 1.0) * load,
            slotsOfItem * (slotInstructions + perVertex * cornerInstructions),
            vertices * recordsOfRestrict * record + ends, store);
    addSolve(bench, estimate, bodies, store);
    addPass(bench, estimate, columns, slotsOfItem * (2.0 * load + 60.0), slotsOfItem * slotInstructions,
            vertices * recordsOfProlong * record, store);
    addPass(bench, estimate, bodies * bench->groupSize, vertices / bodies / slotsOfPiece * (load + 60.0),
            slotInstructions, 0.0, store);
    addPass(bench, estimate, vertices, 2.0 * load + 60.0, slotInstructions,
            vertices * recordsOfFinish * record, store);
    gelAddVertexStages(bench, estimate, store);
}
