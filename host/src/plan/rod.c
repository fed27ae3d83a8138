// The bends of a rope: vertices at which two of its lines meet, and no more. A round rod of diameter d has the bending
// stiffness E I = E pi d^4 / 64.
#define GEL_DIALECT_DOUBLE
#include "mesh/mesh.h"
#include "plan/bends.h"
#include "plan/kinds.h"

// The first two neighbours of a vertex, and their number.
typedef struct Joint {
    int neighbours[2], count;
} Joint;

static void addNeighbour(Joint* joint, int vertex)
{
    if (joint->count < 2)
        joint->neighbours[joint->count] = vertex;
    joint->count++;
}

static double bendAt(const gelTetMesh* mesh, const int vertices[3], double* length)
{
    double before[3], after[3], square = 0.0;
    double l0 = gelMeasureEdge(mesh->positions, vertices[0], vertices[1], before);
    double l1 = gelMeasureEdge(mesh->positions, vertices[1], vertices[2], after);
    for (int k = 0; k < 3; k++) {
        double d = after[k] / l1 - before[k] / l0;
        square += d * d;
    }
    *length = l0 + l1;
    return sqrt(square);
}

// factors: the length of both lines, m.
static void addBend(const gelTetMesh* mesh, int vertex, const Joint* joint, gelConstraintSet* set)
{
    int* vertices = set->ownVertices + 3 * (size_t)set->count;
    vertices[0] = joint->neighbours[0];
    vertices[1] = vertex;
    vertices[2] = joint->neighbours[1];
    set->rests[set->count] = bendAt(mesh, vertices, &set->factors[set->count]);
    set->count++;
}

gelStatus gelFind_rod(const gelShape* shape, gelConstraintSet* set)
{
    size_t max = (size_t)shape->mesh.vertexCount;
    int lineCount = shape->lines != NULL ? shape->lines->lineCount : 0;
    Joint* joints = gelAllocate(max, sizeof *joints);
    set->vertices = set->ownVertices = gelAllocate(lineCount > 0 ? max : 0, 3 * sizeof(int));
    set->rests = gelAllocate(lineCount > 0 ? max : 0, sizeof *set->rests);
    set->factors = gelAllocate(lineCount > 0 ? max : 0, sizeof *set->factors);
    bool ok = joints != NULL && set->ownVertices != NULL && set->rests != NULL && set->factors != NULL;
    for (int i = 0; i < lineCount && ok; i++)
        for (int k = 0; k < 2; k++)
            addNeighbour(&joints[shape->lines->lines[2 * i + k]], shape->lines->lines[2 * i + 1 - k]);
    for (int v = 0; v < shape->mesh.vertexCount && ok; v++)
        if (joints[v].count == 2)
            addBend(&shape->mesh, v, &joints[v], set);
    gelFree(joints);
    return ok ? gel_success : gelFailMemory(max, 3 * sizeof(double));
}

bool gelWants_rod(const gelMaterial* material)
{
    return gelBends(material);
}

static double stiffnessOf(const gelMaterial* material)
{
    const double pi = 3.14159265358979323846, d = (double)material->thickness;
    return material->bending == gel_bendingOfPlate
               ? (double)material->youngModulus * pi * (d * d) * (d * d) / 64.0
               : (double)material->bendingStiffness;
}

void gelSetValues_rod(const gelBody* body, int index, float* values)
{
    const gelConstraintSet* set = &body->shape->constraints[constraint_rod];
    const gelTetMesh mesh = gelRestMesh(body);
    const int* vertices = set->vertices + 3 * (size_t)index;
    double vector[3], length;
    values[0] = (float)bendAt(&mesh, vertices, &length);
    values[1] = (float)(set->factors[index] * body->scale / (2.0 * stiffnessOf(&body->material)));
    for (int k = 0; k < 2; k++)
        values[2 + k] = (float)(1.0 / (body->scale *
                                       gelMeasureEdge(mesh.positions, vertices[k], vertices[k + 1], vector)));
}
