// The distance constraints of a body: the edges of its tets, or the springs of a sheet (sheet.c) or
// a rope (rope.c).
//
// The springs represent an isotropic solid of shear modulus G if each tet gives its edges k_e L_e^2 = G V s_e
// (spring_fit.h). This is independent of mesh size, and implies lambda = mu (Cauchy's relation), hence a bulk
// modulus of lambda + 2 mu / 3 = 5 G / 3; volume.c adds the rest. A tet with fill fraction f has f of the
// stiffness.
#include "mesh/mesh.h"
#include "plan/kinds.h"
#include "plan/spring_fit.h"
#include "plan/springs.h"

#include <stdlib.h>

typedef struct EdgeKey {
    int a, b, edge;
} EdgeKey;

static int compareEdges(const void* a, const void* b)
{
    const EdgeKey *p = a, *q = b;
    if (p->a != q->a)
        return p->a < q->a ? -1 : 1;
    return p->b < q->b ? -1 : p->b > q->b;
}

// Assigns springs to each tet's six edges, k L^2 = G V s; edges are looked up in a sorted list.
static void addSprings(const gelTetMesh* mesh, gelConstraintSet* edges, EdgeKey* keys)
{
    for (int e = 0; e < edges->count; e++) {
        const int* edge = edges->vertices + 2 * (size_t)e;
        keys[e] = (EdgeKey){edge[0], edge[1], e};
    }
    qsort(keys, (size_t)edges->count, sizeof *keys, compareEdges);
    for (int t = 0; t < mesh->tetCount; t++) {
        const int* tet = mesh->tets + 4 * (size_t)t;
        double shares[6];
        gelFitSprings(mesh->positions, tet, shares);
        for (int k = 0; k < 6; k++) {
            int a = tet[gelTetEdges[k][0]], b = tet[gelTetEdges[k][1]];
            EdgeKey wanted = {a < b ? a : b, a < b ? b : a, 0};
            const EdgeKey* found = bsearch(&wanted, keys, (size_t)edges->count, sizeof *keys, compareEdges);
            edges->factors[found->edge] += gelFilledVolume(mesh, t) * shares[k];
        }
    }
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
    gelStatus status = gelExtractEdges(mesh, &set->ownVertices, &set->count, NULL);
    if (status != gel_success)
        return status;
    set->vertices = set->ownVertices;
    set->rests = gelAllocate((size_t)set->count, sizeof *set->rests);
    set->factors = gelAllocate((size_t)set->count, sizeof *set->factors);
    EdgeKey* keys = gelAllocate((size_t)set->count, sizeof *keys);
    bool ok = set->rests != NULL && set->factors != NULL && keys != NULL;
    for (int e = 0; e < set->count && ok; e++) {
        const int* edge = set->vertices + 2 * (size_t)e;
        double vector[3];
        set->rests[e] = gelMeasureEdge(mesh->positions, edge[0], edge[1], vector);
    }
    if (ok)
        addSprings(mesh, set, keys);
    gelFree(keys);
    return ok ? gel_success : gelFailMemory((size_t)set->count, sizeof *keys);
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
