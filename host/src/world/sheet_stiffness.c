// How stiff the mesh of a sheet makes it, by homogenisation: a patch of its springs or folds is strained or bent evenly at
// its rim, and the vertices within move to where they rest. What the inside of the patch then stores is that of an even
// plate, whose compliance gives the stiffness in each direction.
#define GEL_DIALECT_DOUBLE
#include "base/vector3.h"
#include "gel/measures.h"
#include "plan/bends.h"
#include "world/band.h"
#include "world/world.h"

#include <math.h>

enum {
    maxPatches = 3,
    maxVertices = 260, // of a patch
    directions = 18
};
static const double membraneShear = 3.0 / 8.0, // mu over E t, where Poisson's ratio is 1/3
    beamOfPlate = 8.0 / 9.0,                   // 1 - nu^2: a beam bends more easily, since it may curl across
    alike = 0.85;                              // least cosine between the normals of a patch

// How many edges from its rim the vertices of a patch are free, and its energy counts.
typedef struct Rim {
    int free, counted;
} Rim;
static const Rim rimOfSprings = {1, 3}, rimOfFolds = {2, 4};

// One term of the energy. Its value is linear in the moves of its vertices, and has a part for each of three strains.
typedef struct Term {
    int vertexCount, vertices[4]; // of the patch
    double weights[4][2], stiffness, values[3];
} Term;

typedef struct Patch {
    const gelBody* body;
    int *starts, *around; // [vertexCount + 1] of the body, into the springs at each vertex
    double (*normals)[3]; // [vertexCount] of the body
    bool* isOnEdge;       // [vertexCount] of the body
    int* numbers;         // [vertexCount] of the body: 1 + the number in the patch; 0: outside
    int members[maxVertices], depths[maxVertices], places[maxVertices], count;
    double x[maxVertices][2]; // in the plane, m
    Term* terms;              // [springs or folds]
    int termCount;
} Patch;

static void clearPatch(Patch* patch)
{
    gelFree(patch->starts);
    gelFree(patch->around);
    gelFree(patch->normals);
    gelFree(patch->isOnEdge);
    gelFree(patch->numbers);
    gelFree(patch->terms);
}

static const gelConstraintSet* foldsOf(const gelBody* body)
{
    return gelBodyConstraints(body, body->material.bendingModel == gel_isometricBending ? constraint_isometric
                                                                                        : constraint_bending);
}

static void listSprings(const gelConstraintSet* springs, int vertexCount, Patch* patch)
{
    for (int i = 0; i < 2 * springs->count; i++)
        patch->starts[springs->vertices[i] + 2]++;
    for (int v = 0; v < vertexCount; v++)
        patch->starts[v + 2] += patch->starts[v + 1];
    for (int i = 0; i < 2 * springs->count; i++)
        patch->around[patch->starts[springs->vertices[i] + 1]++] = i / 2;
}

// Adds up normals, and at each vertex what follows it in its triangles less what leads to it: nothing remains where these
// close a fan.
static gelStatus findNormals(const gelSurfaceMesh* surface, Patch* patch)
{
    int64_t* open = gelAllocate((size_t)surface->vertexCount, sizeof *open);
    if (open == NULL)
        return gelFailMemory((size_t)surface->vertexCount, sizeof *open);
    for (int t = 0; t < surface->triangleCount; t++) {
        const int* triangle = surface->triangles + 3 * (size_t)t;
        double normal[3];
        gelMeasureTriangle(surface->positions, triangle[0], triangle[1], triangle[2], normal);
        for (int k = 0; k < 3; k++) {
            int64_t next = triangle[(k + 1) % 3], last = triangle[(k + 2) % 3];
            open[triangle[k]] += (next - last) * (next + last + 1); // squares tell fans from chance
            for (int c = 0; c < 3; c++)
                patch->normals[triangle[k]][c] += normal[c];
        }
    }
    for (int v = 0; v < surface->vertexCount; v++) {
        double *n = patch->normals[v], length = sqrt(gelDot3(n, n));
        patch->isOnEdge[v] = open[v] != 0;
        for (int c = 0; c < 3 && length > 0.0; c++)
            n[c] /= length;
    }
    gelFree(open);
    return gel_success;
}

static gelStatus openPatch(const gelBody* body, Patch* patch)
{
    const gelConstraintSet* springs = &body->shape->constraints[constraint_distance];
    size_t vertices = (size_t)body->shape->mesh.vertexCount, terms = (size_t)springs->count;
    terms = (size_t)foldsOf(body)->count > terms ? (size_t)foldsOf(body)->count : terms;
    *patch = (Patch){.body = body,
                     .starts = gelAllocate(vertices + 2, sizeof *patch->starts),
                     .around = gelAllocate(2 * (size_t)springs->count, sizeof *patch->around),
                     .normals = gelAllocate(vertices, sizeof *patch->normals),
                     .isOnEdge = gelAllocate(vertices, sizeof *patch->isOnEdge),
                     .numbers = gelAllocate(vertices, sizeof *patch->numbers),
                     .terms = gelAllocate(terms, sizeof *patch->terms)};
    if (patch->starts == NULL || patch->around == NULL || patch->normals == NULL || patch->isOnEdge == NULL ||
        patch->numbers == NULL || patch->terms == NULL)
        return gelFailMemory(vertices + terms, sizeof *patch->terms);
    listSprings(springs, (int)vertices, patch);
    return findNormals(body->shape->surface, patch);
}

static int otherEnd(const Patch* patch, int spring, int vertex)
{
    const int* ends = patch->body->shape->constraints[constraint_distance].vertices + 2 * (size_t)spring;
    return ends[0] == vertex ? ends[1] : ends[0];
}

// Takes the vertices around a seed, breadth first, and places them in its tangent plane.
static void takePatch(Patch* patch, int seed)
{
    const gelTetMesh mesh = gelRestMesh(patch->body);
    const double* n = patch->normals[seed];
    double axes[2][3], along[3] = {0.0};
    along[fabs(n[0]) < 0.6 ? 0 : 1] = 1.0;
    gelCross3(n, along, axes[0]);
    double length = sqrt(gelDot3(axes[0], axes[0]));
    for (int c = 0; c < 3 && length > 0.0; c++)
        axes[0][c] /= length;
    gelCross3(n, axes[0], axes[1]);
    for (int i = 0; i < patch->count; i++)
        patch->numbers[patch->members[i]] = 0;
    patch->members[0] = seed;
    patch->numbers[seed] = patch->count = 1;
    for (int i = 0; i < patch->count; i++) {
        int v = patch->members[i];
        double vector[3];
        gelMeasureEdge(mesh.positions, seed, v, vector);
        for (int k = 0; k < 2; k++)
            patch->x[i][k] = v == seed ? 0.0 : patch->body->scale * gelDot3(vector, axes[k]);
        for (int s = patch->starts[v]; s < patch->starts[v + 1]; s++) {
            int other = otherEnd(patch, patch->around[s], v);
            if (patch->numbers[other] > 0 || patch->count == maxVertices ||
                gelDot3(patch->normals[other], n) < alike)
                continue;
            patch->members[patch->count] = other;
            patch->numbers[other] = ++patch->count;
        }
    }
}

// Counts how many edges each vertex is from the rim: the edge of the sheet, or vertices with neighbours outside.
static void findDepths(Patch* patch)
{
    for (int i = 0; i < patch->count; i++) {
        int v = patch->members[i];
        bool isRim = patch->isOnEdge[v];
        for (int s = patch->starts[v]; s < patch->starts[v + 1]; s++)
            isRim = isRim || patch->numbers[otherEnd(patch, patch->around[s], v)] == 0;
        patch->depths[i] = isRim ? 0 : patch->count;
    }
    for (int depth = 0, found = 1; found > 0; depth++) {
        found = 0;
        for (int i = 0; i < patch->count; i++) {
            int v = patch->members[i];
            if (patch->depths[i] != depth)
                continue;
            for (int s = patch->starts[v]; s < patch->starts[v + 1]; s++) {
                int number = patch->numbers[otherEnd(patch, patch->around[s], v)] - 1;
                if (number < 0 || patch->depths[number] <= depth + 1)
                    continue;
                patch->depths[number] = depth + 1;
                found++;
            }
        }
    }
}

// Fills the terms of the springs: their elongations, for the strains xx, yy and xy.
static void fillSprings(Patch* patch)
{
    const gelConstraintSet* springs = &patch->body->shape->constraints[constraint_distance];
    patch->termCount = 0;
    for (int e = 0; e < springs->count; e++) {
        int a = patch->numbers[springs->vertices[2 * e]] - 1,
            b = patch->numbers[springs->vertices[2 * e + 1]] - 1;
        if (a < 0 || b < 0)
            continue;
        double d[2] = {patch->x[b][0] - patch->x[a][0], patch->x[b][1] - patch->x[a][1]},
               length = sqrt(d[0] * d[0] + d[1] * d[1]);
        if (!(length > 0.0))
            continue;
        double n[2] = {d[0] / length, d[1] / length};
        patch->terms[patch->termCount++] =
            (Term){.vertexCount = 2,
                   .vertices = {a, b},
                   .weights = {{-n[0], -n[1]}, {n[0], n[1]}},
                   .stiffness = membraneShear * springs->factors[e] * patch->body->scale *
                                patch->body->scale / (length * length),
                   .values = {length * n[0] * n[0], length * n[1] * n[1], length * n[0] * n[1]}};
    }
}

// Fills the terms of the folds: their angles, for the curvatures xx, yy and twice xy, of a plate of stiffness 1.
static void fillFolds(Patch* patch)
{
    const gelConstraintSet* folds = foldsOf(patch->body);
    patch->termCount = 0;
    for (int f = 0; f < folds->count; f++) {
        const int* vertices = folds->vertices + 4 * (size_t)f;
        Term term = {.vertexCount = 4, .stiffness = folds->factors[f] > 0.0 ? 1.0 / folds->factors[f] : 0.0};
        double weights[4];
        bool isInside = true;
        gelFindFoldWeights(patch->body, vertices, weights);
        for (int k = 0; k < 4; k++) {
            int number = patch->numbers[vertices[k]] - 1;
            isInside = isInside && number >= 0;
            if (!isInside)
                break;
            const double* x = patch->x[number];
            term.vertices[k] = number;
            term.weights[k][0] = weights[k];
            term.values[0] += weights[k] * 0.5 * x[0] * x[0];
            term.values[1] += weights[k] * 0.5 * x[1] * x[1];
            term.values[2] += weights[k] * 0.5 * x[0] * x[1];
        }
        if (isInside)
            patch->terms[patch->termCount++] = term;
    }
}

// Moves the vertices that are free to where the terms balance, for each strain.
static gelStatus relax(Patch* patch, int dimension, int freeDepth)
{
    int free = 0;
    for (int i = 0; i < patch->count; i++)
        patch->places[i] = patch->depths[i] >= freeDepth ? free++ : -1;
    int size = dimension * free;
    gelBand matrix = {0};
    double* right = gelAllocate(3 * (size_t)size, sizeof *right);
    gelStatus status = right != NULL ? gelCreateBand(size > 0 ? size : 1, size > 0 ? size : 1, &matrix)
                                     : gelFailMemory(3 * (size_t)size, sizeof *right);
    for (int t = 0; t < patch->termCount && status == gel_success; t++) {
        const Term* term = &patch->terms[t];
        for (int p = 0; p < term->vertexCount * dimension; p++) {
            int row = patch->places[term->vertices[p / dimension]] * dimension + p % dimension;
            double weight = term->stiffness * term->weights[p / dimension][p % dimension];
            for (int s = 0; s < 3 && row >= 0; s++)
                right[s * size + row] -= weight * term->values[s];
            for (int q = 0; q < term->vertexCount * dimension && row >= 0; q++) {
                int column = patch->places[term->vertices[q / dimension]] * dimension + q % dimension;
                if (column >= 0 && column <= row)
                    *gelBandAt(&matrix, row, column) += weight * term->weights[q / dimension][q % dimension];
            }
        }
    }
    bool isSolved = status == gel_success && free > 0 && gelFactorBand(&matrix);
    for (int s = 0; s < 3 && isSolved; s++)
        gelSolveBand(&matrix, right + s * size);
    for (int t = 0; t < patch->termCount && isSolved; t++)
        for (int p = 0; p < patch->terms[t].vertexCount * dimension; p++) {
            Term* term = &patch->terms[t];
            int row = patch->places[term->vertices[p / dimension]] * dimension + p % dimension;
            for (int s = 0; s < 3 && row >= 0; s++)
                term->values[s] += term->weights[p / dimension][p % dimension] * right[s * size + row];
        }
    gelDestroyBand(&matrix);
    gelFree(right);
    return status;
}

// Computes the stiffness of the inside per area, for each pair of strains. False if there is none.
static bool findTensor(const Patch* patch, int countedDepth, double tensor[3][3])
{
    double area = 0.0, scale = patch->body->scale;
    int deepest = 0;
    for (int i = 0; i < patch->count; i++)
        deepest = patch->depths[i] > deepest ? patch->depths[i] : deepest;
    int from = deepest < countedDepth ? deepest : countedDepth;
    for (int i = 0; i < patch->count; i++)
        area += patch->depths[i] >= from ? patch->body->shape->vertexSizes[patch->members[i]] * scale * scale
                                         : 0.0;
    for (int i = 0; i < 9; i++)
        tensor[i / 3][i % 3] = 0.0;
    for (int t = 0; t < patch->termCount && area > 0.0; t++) {
        const Term* term = &patch->terms[t];
        double share = 0.0;
        for (int k = 0; k < 2; k++)
            share += patch->depths[term->vertices[k]] >= from ? 0.5 : 0.0;
        for (int i = 0; i < 9; i++)
            tensor[i / 3][i % 3] +=
                share * term->stiffness * term->values[i / 3] * term->values[i % 3] / area;
    }
    return area > 0.0;
}

// Inverts a symmetric matrix. False if it is singular.
static bool invert(double m[3][3], double inverse[3][3])
{
    double determinant = gelTripleProduct(m[0], m[1], m[2]);
    if (!(determinant > 1e-12 * m[0][0] * m[1][1] * m[2][2]))
        return false;
    for (int i = 0; i < 3; i++)
        gelCross3(m[(i + 1) % 3], m[(i + 2) % 3], inverse[i]);
    for (int i = 0; i < 9; i++)
        inverse[i / 3][i % 3] /= determinant;
    return true;
}

typedef struct Stiffness {
    double min, max, mean; // over directions; the mean is that of compliances
} Stiffness;

// Finds the stiffness of a strip along each direction: it may narrow, or curl, as it likes.
static bool findStiffness(const Patch* patch, Rim rim, Stiffness* stiffness)
{
    double tensor[3][3], s[3][3], sum = 0.0;
    *stiffness = (Stiffness){.min = INFINITY};
    if (!findTensor(patch, rim.counted, tensor) || !invert(tensor, s))
        return false;
    for (int i = 0; i < directions; i++) {
        double angle = 3.14159265358979 * i / directions, c = cos(angle), d = sin(angle);
        double compliance = s[0][0] * c * c * c * c + s[1][1] * d * d * d * d +
                            (2.0 * s[0][1] + s[2][2]) * c * c * d * d + 2.0 * s[0][2] * c * c * c * d +
                            2.0 * s[1][2] * c * d * d * d;
        stiffness->min = fmin(stiffness->min, 1.0 / compliance);
        stiffness->max = fmax(stiffness->max, 1.0 / compliance);
        sum += compliance;
    }
    stiffness->mean = directions / sum;
    return stiffness->min > 0.0 && isfinite(stiffness->max);
}

static gelStatus measure(Patch* patch, gelSheetStiffness* sum, int* patches)
{
    Stiffness found;
    findDepths(patch);
    fillSprings(patch);
    gelStatus status = relax(patch, 2, rimOfSprings.free);
    if (status != gel_success || !findStiffness(patch, rimOfSprings, &found))
        return status;
    sum->softest += found.min;
    sum->stiffest += found.max;
    ++*patches;
    if (foldsOf(patch->body)->count == 0 || !gelBends(&patch->body->material))
        return status;
    fillFolds(patch);
    status = relax(patch, 1, rimOfFolds.free);
    if (status == gel_success && findStiffness(patch, rimOfFolds, &found))
        sum->bending += found.mean / beamOfPlate;
    return status;
}

gelStatus gelBody_EstimateSheetStiffness(const gelWorld* world, gelBodyId id, gelSheetStiffness* stiffness)
{
    const gelBody* body = gelFindBody(world, id);
    *stiffness = (gelSheetStiffness){0};
    if (body == NULL)
        return gel_invalidHandle;
    if (body->shape->kind != gel_sheetBody)
        return gelFail(gel_invalidArgument, "body {%d, %u}: expected a sheet", (int)id.index1,
                       (unsigned)id.generation);
    Patch* patch = gelAllocate(1, sizeof *patch);
    if (patch == NULL)
        return gelFailMemory(1, sizeof *patch);
    int vertexCount = body->shape->mesh.vertexCount, patches = 0,
        wanted = vertexCount > maxVertices ? maxPatches : 1;
    gelStatus status = openPatch(body, patch);
    for (int p = 0; p < wanted && status == gel_success; p++) {
        takePatch(patch, (int)((2 * (int64_t)p + 1) * vertexCount / (2 * wanted)));
        status = measure(patch, stiffness, &patches);
    }
    for (double* sum = &stiffness->softest; sum <= &stiffness->bending && patches > 0; sum++)
        *sum /= patches;
    clearPatch(patch);
    gelFree(patch);
    return status;
}
