// The bending constraints of a body: pairs of triangles of its surface, or of a sheet, that share an edge.
//
// A plate of bending stiffness D stores D / 2 per area and squared curvature. A sheet of equilateral
// triangles does so if each fold theta stores (D L^2 / A) theta^2 / 2, with L the length of the edge and A
// the area of both triangles (Seung, Nelson: Defects in flexible membranes with crystalline order, 1988,
// where L^2 / A is 2 / sqrt 3). So alpha = A / (D L^2), whatever the body's scale. Other triangles bend more
// easily one way than another: right-angled ones are three times as stiff across their diagonals.
#define GEL_DIALECT_DOUBLE
#include "base/tuple_set.h"
#include "plan/bends.h"
#include "plan/kinds.h"

// Both triangles at an edge of the surface, each identified by the corner that is not on the edge.
typedef struct Hinge {
    // First of the triangle that runs along the edge from its lower vertex to the higher, then of the other.
    int corners[2];
    int counts[2]; // of such triangles
} Hinge;

static gelStatus fillHinges(const int* triangles, int triangleCount, gelTupleSet* edges, Hinge* hinges)
{
    gelStatus status = gel_success;
    for (int i = 0; i < 3 * triangleCount && status == gel_success; i++) {
        const int* triangle = triangles + i / 3 * 3;
        int a = triangle[i % 3], b = triangle[(i + 1) % 3], edge, tuple[2] = {a < b ? a : b, a < b ? b : a};
        bool added;
        status = gelTupleSet_Insert(edges, tuple, &edge, &added);
        if (status != gel_success)
            break;
        hinges[edge].corners[a > b] = triangle[(i + 2) % 3];
        hinges[edge].counts[a > b]++;
    }
    return status;
}

vec3 gelFoldPoint(const gelTetMesh* mesh, int vertex)
{
    const float* x = mesh->positions + 3 * (size_t)vertex;
    return (vec3){(double)x[0], (double)x[1], (double)x[2]};
}

// factors: A / L^2, without unit.
static void addHinge(const gelTetMesh* mesh, const int* edge, const Hinge* hinge, gelConstraintSet* set)
{
    const int vertices[4] = {edge[0], edge[1], hinge->corners[0], hinge->corners[1]};
    const double noValues[max_values] = {0};
    vec3 x[4];
    for (int k = 0; k < 4; k++) {
        set->ownVertices[4 * (size_t)set->count + (size_t)k] = vertices[k];
        x[k] = gelFoldPoint(mesh, vertices[k]);
    }
    Fold fold = measure_fold(x);
    if (!(fold.edge2 > 0.0))
        return; // no compliance follows from an edge without length
    double area = 0.5 * (sqrt(fold.square2) + sqrt(fold.square3));
    set->rests[set->count] = measure_bending(x, noValues).value;
    set->factors[set->count++] = area / fold.edge2;
}

static gelStatus addHinges(const gelTetMesh* mesh, const gelTupleSet* edges, const Hinge* hinges,
                           gelConstraintSet* set)
{
    size_t max = (size_t)edges->count;
    set->vertices = set->ownVertices = gelAllocate(max, 4 * sizeof(int));
    set->rests = gelAllocate(max, sizeof *set->rests);
    set->factors = gelAllocate(max, sizeof *set->factors);
    if (set->ownVertices == NULL || set->rests == NULL || set->factors == NULL)
        return gelFailMemory(max, 4 * sizeof(int));
    for (int e = 0; e < edges->count; e++)
        if (hinges[e].counts[0] == 1 && hinges[e].counts[1] == 1)
            addHinge(mesh, edges->tuples + 2 * (size_t)e, &hinges[e], set);
    return gel_success;
}

gelStatus gelFind_bending(const gelShape* shape, gelConstraintSet* set)
{
    int *own = NULL, triangleCount = 0;
    gelTupleSet edges;
    gelStatus status = gel_success;
    if (shape->kind == gel_solidBody)
        status = gelExtractSurface(&shape->mesh, &own, &triangleCount);
    else if (shape->surface != NULL)
        triangleCount = shape->surface->triangleCount;
    if (status != gel_success)
        return status;
    const int* triangles = own != NULL || shape->surface == NULL ? own : shape->surface->triangles;
    Hinge* hinges = gelAllocate(3 * (size_t)triangleCount, sizeof *hinges);
    status = hinges != NULL ? gelCreateTupleSet(&edges, 2, 2 * triangleCount)
                            : gelFailMemory(3 * (size_t)triangleCount, sizeof *hinges);
    if (status == gel_success) {
        status = fillHinges(triangles, triangleCount, &edges, hinges);
        if (status == gel_success)
            status = addHinges(&shape->mesh, &edges, hinges, set);
        gelDestroyTupleSet(&edges);
    }
    gelFree(hinges);
    gelFree(own);
    return status;
}

// 1 / (12 (1 - nu^2)) at nu = 1/3, which sheets have.
static const double plateFactor = 3.0 / 32.0;

bool gelBends(const gelMaterial* material)
{
    return material->bendingStiffness > 0.0f || material->bending == gel_bendingOfPlate;
}

double gelPlateStiffness(const gelMaterial* material)
{
    double t = (double)material->thickness;
    return material->bending == gel_bendingOfPlate ? plateFactor * (double)material->youngModulus * t * t * t
                                                   : (double)material->bendingStiffness;
}

bool gelWants_bending(const gelMaterial* material)
{
    return gelBends(material) && material->bendingModel == gel_dihedralBending;
}

double gelRestFold(const gelBody* body, const int* vertices, double made)
{
    const gelTetMesh mesh = gelRestMesh(body);
    const double noValues[max_values] = {0};
    vec3 x[4];
    for (int k = 0; k < 4; k++)
        x[k] = gelFoldPoint(&mesh, vertices[k]);
    return body->restPositions != NULL ? measure_bending(x, noValues).value : made;
}

void gelSetValues_bending(const gelBody* body, int index, float* values)
{
    const gelConstraintSet* set = &body->shape->constraints[constraint_bending];
    values[0] = (float)gelRestFold(body, set->vertices + 4 * (size_t)index, set->rests[index]);
    values[1] = (float)(set->factors[index] / gelPlateStiffness(&body->material));
}
