// The distance constraints of a body: the edges of its tets, or the springs of a sheet (sheet.c) or
// a rope (rope.c).
//
// The springs represent an isotropic solid of shear modulus G if each tet gives its edges k_e L_e^2 = G V s_e
// (spring_fit.h). This is independent of mesh size, and implies lambda = mu (Cauchy's relation), hence a bulk
// modulus of lambda + 2 mu / 3 = 5 G / 3; volume.c adds the rest. A tet with fill fraction f has f of the
// stiffness.
#include "base/parallel.h"
#include "base/pool.h"
#include "mesh/edges.h"
#include "plan/kinds.h"
#include "plan/spring_fit.h"
#include "plan/springs.h"

// Tets are taken in blocks. One task numbers a block's edges, the others find the springs of its tets at the same time.
enum { tetsPerBlock = 1 << 15, tetsPerTask = 1 << 11, worthThreads = 1 << 13 /* tets */ };

typedef struct Finder {
    const gelTetMesh* mesh;
    gelEdgeNumbering numbering;
    double* factors; // [capacity]
    size_t capacity;
    int first, end;      // tets of the block
    int* numbers;        // [tetsPerBlock][6]: its edges
    double (*shares)[6]; // [tetsPerBlock]: what its tets give to them
    gelStatus status;    // of the numbering
} Finder;

static void findShares(const Finder* finder, int first, int end)
{
    const gelTetMesh* mesh = finder->mesh;
    for (int t = first; t < end; t++) {
        double *shares = finder->shares[t - finder->first], volume = gelFilledVolume(mesh, t);
        gelFitSprings(mesh->positions, mesh->tets + 4 * (size_t)t, shares);
        for (int k = 0; k < 6; k++)
            shares[k] *= volume;
    }
}

static void doTasks(void* context, int firstTask, int endTask, int worker)
{
    Finder* finder = context;
    (void)worker;
    for (int task = firstTask; task < endTask; task++) {
        int first = finder->first + (task - 1) * tetsPerTask;
        if (task == 0)
            finder->status = gelNumberEdges(&finder->numbering, finder->first, finder->end, finder->numbers);
        else
            findShares(finder, first, finder->end - first < tetsPerTask ? finder->end : first + tetsPerTask);
    }
}

static gelStatus makeFactors(Finder* finder, size_t count)
{
    double* factors = gelResize(finder->factors, count, sizeof *factors);
    if (factors == NULL)
        return gelFailMemory(count, sizeof *factors);
    for (size_t e = finder->capacity; e < count; e++)
        factors[e] = 0.0;
    finder->factors = factors;
    finder->capacity = count;
    return gel_success;
}

// Gives each edge its springs, k L^2 = G V s, in order of the tets.
static gelStatus addBlock(Finder* finder)
{
    enum { ahead = 24 };
    int count = 6 * (finder->end - finder->first);
    const double* shares = finder->shares[0];
    gelStatus status = finder->status == gel_success
                           ? gel_success
                           : gelFailMemory((size_t)finder->numbering.set.count, 2 * sizeof(int));
    if (status == gel_success && (size_t)finder->numbering.set.count > finder->capacity)
        status = makeFactors(finder, (size_t)finder->numbering.set.capacity);
    for (int i = 0; i < count && status == gel_success; i++) {
        if (i + ahead < count)
            __builtin_prefetch(&finder->factors[finder->numbers[i + ahead]], 1);
        finder->factors[finder->numbers[i]] += shares[i];
    }
    return status;
}

static gelStatus findBlocks(Finder* finder)
{
    const int tetCount = finder->mesh->tetCount;
    const int threads = tetCount < worthThreads ? 1 : gelThreadCount(0);
    gelStatus status = gel_success;
    if (threads > 1)
        gelOpenPool();
    for (int first = 0; first < tetCount && status == gel_success; first = finder->end) {
        finder->first = first;
        finder->end = tetCount - first < tetsPerBlock ? tetCount : first + tetsPerBlock;
        int tasks = 1 + (finder->end - first + tetsPerTask - 1) / tetsPerTask;
        gelParallelFor(tasks, 1, threads, doTasks, finder);
        status = addBlock(finder);
    }
    if (threads > 1)
        gelClosePool();
    return status;
}

// Finds the edges of the tets, and the springs along them.
static gelStatus findEdges(const gelTetMesh* mesh, gelConstraintSet* set)
{
    Finder finder = {.mesh = mesh};
    size_t blockSize = mesh->tetCount < tetsPerBlock ? (size_t)mesh->tetCount : tetsPerBlock;
    gelStatus status = gelBeginEdges(mesh, &finder.numbering);
    finder.numbers = gelAllocate(blockSize, 6 * sizeof *finder.numbers);
    finder.shares = gelAllocate(blockSize, sizeof *finder.shares);
    if (status == gel_success && (finder.numbers == NULL || finder.shares == NULL))
        status = gelFailMemory(blockSize, sizeof *finder.shares);
    if (status == gel_success)
        status = findBlocks(&finder);
    if (status == gel_success)
        status = makeFactors(&finder, (size_t)finder.numbering.set.count);
    if (status == gel_success)
        gelTakeEdges(&finder.numbering, &set->ownVertices, &set->count);
    gelEndEdges(&finder.numbering);
    gelFree(finder.numbers);
    gelFree(finder.shares);
    set->vertices = set->ownVertices;
    set->factors = finder.factors;
    return status;
}

// Fills the set with the springs of a sheet or a rope, which it owns from then on.
static gelStatus takeSprings(const gelShape* shape, gelConstraintSet* set)
{
    gelSprings springs = {.count = 0};
    gelStatus status = shape->lines != NULL ? gelFindRopeSprings(shape->lines, &springs)
                                            : gelFindSheetSprings(shape->surface, &springs);
    set->count = springs.count;
    set->vertices = set->ownVertices = springs.vertices;
    set->rests = springs.rests;
    set->factors = springs.factors;
    return status;
}

// factors: the springs, stiffness times squared length for a shear modulus of 1, in m^3.
gelStatus gelFind_distance(const gelShape* shape, gelConstraintSet* set)
{
    const gelTetMesh* mesh = &shape->mesh;
    if (shape->kind == gel_sheetBody || shape->kind == gel_ropeBody)
        return takeSprings(shape, set);
    gelStatus status = findEdges(mesh, set);
    if (status != gel_success)
        return status;
    set->rests = gelAllocate((size_t)set->count, sizeof *set->rests);
    if (set->rests == NULL)
        return gelFailMemory((size_t)set->count, sizeof *set->rests);
    for (int e = 0; e < set->count; e++) {
        const int* edge = set->vertices + 2 * (size_t)e;
        double vector[3];
        set->rests[e] = gelMeasureEdge(mesh->positions, edge[0], edge[1], vector);
    }
    return gel_success;
}

// mu of a membrane over E t, where Poisson's ratio is 1/3.
static const double sheetShear = 3.0 / 8.0;

static double compliance(const gelBody* body, double length, double spring)
{
    const gelMaterial* material = &body->material;
    if (material->stiffness == gel_compliances)
        return (double)material->edgeCompliance;
    double young = (double)material->youngModulus;
    if (body->shape->kind == gel_sheetBody)
        return length * length / (sheetShear * young * gelSectionOf(body) * spring);
    if (body->shape->kind == gel_ropeBody)
        return length * length / (young * gelSectionOf(body) * spring) * body->scale;
    double shear = young / (2.0 * (1.0 + (double)material->poissonRatio));
    return length * length / (shear * spring) / body->scale;
}

bool gelWants_distance(const gelMaterial* material)
{
    return material->model == gel_edgesAndVolumes && material->springs == gel_pushAndPull;
}

void gelSetValues_distance(const gelBody* body, int index, float* values)
{
    const gelConstraintSet* set = &body->shape->constraints[constraint_distance];
    values[0] = body->restLengths != NULL ? body->restLengths[index] : gelMadeLength(body, index);
    values[1] = (float)compliance(body, set->rests[index], set->factors[index]);
}
