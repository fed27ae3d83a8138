#include "gel/mesh.h"
#include "mesh/mesh.h"
#include "base/tuple_set.h"
#include "base/vector3.h"

#include <assert.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// Beyond this, products of four differences exceed the range of single precision.
static const float largestCoordinate = 1e15f;

// Below this fraction of the cube of the longest edge, a volume is rounding error.
static const double smallestVolume = 1e-12;

// An int must be able to count six edges per tet.
enum { largestVertexCount = INT_MAX / 3, largestTetCount = INT_MAX / 6 };

const int gelTetEdges[6][2] = {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}};

double gelMeasureEdge(const float* positions, int a, int b, double vector[3])
{
    const float *from = positions + 3 * (size_t)a, *to = positions + 3 * (size_t)b;
    for (int axis = 0; axis < 3; axis++)
        vector[axis] = (double)to[axis] - (double)from[axis];
    return sqrt((vector[0] * vector[0] + vector[1] * vector[1]) + vector[2] * vector[2]);
}

double gelMeasureTriangle(const float* positions, int a, int b, int c, double normal[3])
{
    double sides[2][3];
    gelMeasureEdge(positions, a, b, sides[0]);
    gelMeasureEdge(positions, a, c, sides[1]);
    gelCross3(sides[0], sides[1], normal);
    return 0.5 * sqrt(gelDot3(normal, normal));
}

void gelFindBox(const float* positions, int count, float lower[3], float upper[3])
{
    for (int k = 0; k < 3; k++) {
        lower[k] = INFINITY;
        upper[k] = -INFINITY;
    }
    for (int i = 0; i < 3 * count; i++) {
        lower[i % 3] = fminf(lower[i % 3], positions[i]);
        upper[i % 3] = fmaxf(upper[i % 3], positions[i]);
    }
}

float gelLongestSide(const float* positions, int count)
{
    float lower[3], upper[3];
    gelFindBox(positions, count, lower, upper);
    return fmaxf(fmaxf(upper[0] - lower[0], upper[1] - lower[1]), upper[2] - lower[2]);
}

double gelTetDeterminant(const float* positions, const int tet[4])
{
    const float* p0 = positions + 3 * (size_t)tet[0];
    double edges[3][3];
    for (int i = 0; i < 3; i++) {
        const float* p = positions + 3 * (size_t)tet[i + 1];
        for (int axis = 0; axis < 3; axis++)
            edges[i][axis] = (double)p[axis] - (double)p0[axis];
    }
    return gelTripleProduct(edges[0], edges[1], edges[2]);
}

static double longestEdge(const float* positions, const int tet[4])
{
    double longest = 0, vector[3];
    for (int e = 0; e < 6; e++) {
        double length = gelMeasureEdge(positions, tet[gelTetEdges[e][0]], tet[gelTetEdges[e][1]], vector);
        longest = length > longest ? length : longest;
    }
    return longest;
}

static void sortIndices(int* indices, int count)
{
    for (int i = 1; i < count; i++)
        for (int j = i; j > 0 && indices[j] < indices[j - 1]; j--) {
            int swapped = indices[j];
            indices[j] = indices[j - 1];
            indices[j - 1] = swapped;
        }
}

static gelStatus checkInput(const float* positions, int vertexCount, const int* tets, int tetCount)
{
    if (vertexCount < 0 || vertexCount > largestVertexCount)
        return gelFail(gel_invalidArgument, "expected 1 to %d vertices, found %d", largestVertexCount,
                       vertexCount);
    if (tetCount < 0 || tetCount > largestTetCount)
        return gelFail(gel_invalidArgument, "expected 1 to %d tets, found %d", largestTetCount, tetCount);
    if (tetCount == 0 || vertexCount == 0)
        return gelFail(gel_invalidArgument, "expected a mesh with tets, found %d tets and %d vertices",
                       tetCount, vertexCount);
    for (int vertex = 0; vertex < vertexCount; vertex++)
        for (int axis = 0; axis < 3; axis++) {
            float value = positions[3 * vertex + axis];
            if (!(fabsf(value) <= largestCoordinate))
                return gelFail(gel_invalidArgument, "vertex %d: expected %c within 1e15, found %g", vertex,
                               "xyz"[axis], (double)value);
        }
    for (int i = 0; i < 4 * tetCount; i++)
        if (tets[i] < 0 || tets[i] >= vertexCount)
            return gelFail(gel_invalidArgument, "tet %d: expected vertices from 0 to %d, found %d", i / 4,
                           vertexCount - 1, tets[i]);
    return gel_success;
}

static gelStatus checkFill(const float* fillFractions, int tetCount)
{
    for (int t = 0; fillFractions != NULL && t < tetCount; t++)
        if (!(fillFractions[t] > 0.0f && (double)fillFractions[t] <= gelLargestFill))
            return gelFail(gel_invalidArgument,
                           "tet %d: expected a fill fraction above 0, at most %g, found %g", t,
                           gelLargestFill, (double)fillFractions[t]);
    return gel_success;
}

static bool hasVolume(const float* positions, const int tet[4], double determinant)
{
    double longest = longestEdge(positions, tet);
    return fabs(determinant) / 6.0 >= smallestVolume * longest * longest * longest && determinant != 0;
}

// Allocates room for all tets in `mesh`.
static gelStatus makeRoom(int tetCount, const gelTetAttributes* attributes, gelTetMesh* mesh)
{
    size_t count = (size_t)tetCount;
    mesh->tets = gelAllocate(count, 4 * sizeof *mesh->tets);
    if (attributes->fillFractions != NULL)
        mesh->fillFractions = gelAllocate(count, sizeof *mesh->fillFractions);
    if (attributes->parts != NULL)
        mesh->parts = gelAllocate(count, sizeof *mesh->parts);
    bool ok = mesh->tets != NULL && (mesh->fillFractions != NULL) == (attributes->fillFractions != NULL) &&
              (mesh->parts != NULL) == (attributes->parts != NULL);
    return ok ? gel_success : gelFailMemory(count, 4 * sizeof *mesh->tets);
}

// Appends tet t of the input to those that are kept.
static void keepTet(const int* tets, const gelTetAttributes* attributes, int t, bool inverted,
                    gelTetMesh* mesh)
{
    const int* tet = tets + 4 * (size_t)t;
    int kept = mesh->tetCount++;
    int* target = mesh->tets + 4 * (size_t)kept;
    target[0] = tet[0];
    target[1] = tet[1];
    target[2] = inverted ? tet[3] : tet[2];
    target[3] = inverted ? tet[2] : tet[3];
    if (mesh->fillFractions != NULL)
        mesh->fillFractions[kept] = attributes->fillFractions[t];
    if (mesh->parts != NULL)
        mesh->parts[kept] = attributes->parts[t];
}

// Copies the tets that can be simulated, each with positive volume.
static gelStatus keepGoodTets(const float* positions, const int* tets, int tetCount,
                              const gelTetAttributes* attributes, gelTetMesh* mesh, gelMeshRepair* repair)
{
    gelTupleSet seen;
    gelStatus status = gelCreateTupleSet(&seen, 4, tetCount);
    seen.isByFirst = true;
    for (int t = 0; t < tetCount && status == gel_success; t++) {
        const int* tet = tets + 4 * t;
        double determinant = gelTetDeterminant(positions, tet); // exactly 0 if a vertex appears twice
        if (!hasVolume(positions, tet, determinant)) {
            repair->zeroVolumeTets++;
            continue;
        }
        int sorted[4] = {tet[0], tet[1], tet[2], tet[3]};
        sortIndices(sorted, 4);
        int index = 0;
        bool added = false;
        status = gelTupleSet_Insert(&seen, sorted, &index, &added);
        if (status != gel_success)
            break;
        if (!added) {
            repair->duplicateTets++;
            continue;
        }
        repair->turnedTets += determinant < 0;
        keepTet(tets, attributes, t, determinant < 0, mesh);
    }
    gelDestroyTupleSet(&seen);
    return status;
}

// Numbers the vertices that the tets of `mesh` use, in the order of the input.
static gelStatus keepUsedVertices(const float* positions, int vertexCount, gelTetMesh* mesh,
                                  gelMeshRepair* repair)
{
    int* numbers = gelAllocate((size_t)vertexCount, sizeof *numbers);
    if (numbers == NULL)
        return gelFailMemory((size_t)vertexCount, sizeof *numbers);
    for (int i = 0; i < 4 * mesh->tetCount; i++)
        numbers[mesh->tets[i]] = 1;
    int used = 0;
    for (int vertex = 0; vertex < vertexCount; vertex++)
        numbers[vertex] = numbers[vertex] != 0 ? used++ : -1;
    mesh->positions = gelAllocate((size_t)used, 3 * sizeof *mesh->positions);
    mesh->sourceVertices = gelAllocate((size_t)used, sizeof *mesh->sourceVertices);
    if (mesh->positions == NULL || mesh->sourceVertices == NULL) {
        gelFree(numbers);
        return gelFailMemory((size_t)used, 3 * sizeof *mesh->positions);
    }
    for (int vertex = 0; vertex < vertexCount; vertex++)
        if (numbers[vertex] >= 0) {
            memcpy(mesh->positions + 3 * numbers[vertex], positions + 3 * vertex, 3 * sizeof *positions);
            mesh->sourceVertices[numbers[vertex]] = vertex;
        }
    for (int i = 0; i < 4 * mesh->tetCount; i++)
        mesh->tets[i] = numbers[mesh->tets[i]];
    mesh->vertexCount = used;
    mesh->sourceVertexCount = vertexCount;
    repair->unusedVertices = vertexCount - used;
    gelFree(numbers);
    return gel_success;
}

void gelListSources(const int* originals, int originalCount, int* sources)
{
    for (int i = originalCount - 1; i >= 0; i--)
        if (originals[i] >= 0)
            sources[originals[i]] = i;
}

gelStatus gelCreateTetMesh(const float* positions, int vertexCount, const int* tets, int tetCount,
                           const gelTetAttributes* attributes, gelTetMesh* mesh, gelMeshRepair* repair)
{
    static const gelTetAttributes none = {0};
    assert(mesh != NULL);
    *mesh = (gelTetMesh){0};
    gelMeshRepair mended = {0};
    if (repair != NULL)
        *repair = mended;
    attributes = attributes != NULL ? attributes : &none;
    gelStatus status = checkInput(positions, vertexCount, tets, tetCount);
    if (status == gel_success)
        status = checkFill(attributes->fillFractions, tetCount);
    if (status == gel_success)
        status = makeRoom(tetCount, attributes, mesh);
    if (status == gel_success)
        status = keepGoodTets(positions, tets, tetCount, attributes, mesh, &mended);
    if (status == gel_success && mesh->tetCount == 0)
        status =
            gelFail(gel_invalidArgument, "expected tets with a volume, found that all %d are flat", tetCount);
    if (status == gel_success)
        status = keepUsedVertices(positions, vertexCount, mesh, &mended);
    if (status != gel_success) {
        gelDestroyTetMesh(mesh);
        return status;
    }
    if (repair != NULL)
        *repair = mended;
    return gel_success;
}

void gelDestroyTetMesh(gelTetMesh* mesh)
{
    if (mesh == NULL)
        return;
    gelFree(mesh->positions);
    gelFree(mesh->tets);
    gelFree(mesh->sourceVertices);
    gelFree(mesh->fillFractions);
    gelFree(mesh->parts);
    *mesh = (gelTetMesh){0};
}

// The corners of each face of a tet, anticlockwise seen from outside.
static const int faceCorners[4][3] = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2}};

// Marks the first occurrence of each face, and unmarks it if a second tet has it.
static gelStatus markSurface(const gelTetMesh* mesh, unsigned char* marks, int* markCount)
{
    gelTupleSet faces;
    gelStatus status = gelCreateTupleSet(&faces, 3, 2 * mesh->tetCount);
    faces.isByFirst = true;
    int* firstFace = gelAllocate((size_t)mesh->tetCount * 4, sizeof *firstFace);
    if (status == gel_success && firstFace == NULL)
        status = gelFailMemory((size_t)mesh->tetCount * 4, sizeof *firstFace);
    for (int face = 0; face < 4 * mesh->tetCount && status == gel_success; face++) {
        const int* tet = mesh->tets + face / 4 * 4;
        const int* corners = faceCorners[face % 4];
        int sorted[3] = {tet[corners[0]], tet[corners[1]], tet[corners[2]]};
        sortIndices(sorted, 3);
        int index = 0;
        bool added = false;
        status = gelTupleSet_Insert(&faces, sorted, &index, &added);
        if (status != gel_success)
            break;
        if (added) {
            firstFace[index] = face;
            marks[face] = 1;
            ++*markCount;
        } else if (marks[firstFace[index]] != 0) {
            marks[firstFace[index]] = 0;
            --*markCount;
        }
    }
    gelFree(firstFace);
    gelDestroyTupleSet(&faces);
    return status;
}

gelStatus gelExtractSurface(const gelTetMesh* mesh, int** triangles, int* triangleCount)
{
    *triangles = NULL;
    *triangleCount = 0;
    size_t faceCount = (size_t)mesh->tetCount * 4;
    unsigned char* marks = gelAllocate(faceCount, 1);
    if (marks == NULL)
        return gelFailMemory(faceCount, 1);
    int count = 0;
    gelStatus status = markSurface(mesh, marks, &count);
    int* found = status == gel_success ? gelAllocate((size_t)count, 3 * sizeof *found) : NULL;
    if (status == gel_success && found == NULL)
        status = gelFailMemory((size_t)count, 3 * sizeof *found);
    if (status == gel_success) {
        int* next = found;
        for (int face = 0; face < 4 * mesh->tetCount; face++)
            for (int corner = 0; marks[face] != 0 && corner < 3; corner++)
                *next++ = mesh->tets[face / 4 * 4 + faceCorners[face % 4][corner]];
        *triangles = found;
        *triangleCount = count;
    }
    gelFree(marks);
    return status;
}

static int compareParts(const void* a, const void* b)
{
    int first = *(const int*)a, second = *(const int*)b;
    return (first > second) - (first < second);
}

gelStatus gelListParts(const gelTetMesh* mesh, gelPartList* parts)
{
    int count = mesh->parts != NULL ? mesh->tetCount : 1;
    int* numbers = gelAllocate((size_t)count, sizeof *numbers);
    if (numbers == NULL)
        return gelFailMemory((size_t)count, sizeof *numbers);
    *parts = (gelPartList){numbers, 1};
    if (mesh->parts != NULL) {
        memcpy(numbers, mesh->parts, (size_t)count * sizeof *numbers);
        qsort(numbers, (size_t)count, sizeof *numbers, compareParts);
    }
    for (int i = 1; i < count; i++)
        if (numbers[i] != numbers[i - 1])
            numbers[parts->count++] = numbers[i];
    return gel_success;
}

int gelFindPart(const gelPartList* parts, int part)
{
    const int* found = bsearch(&part, parts->numbers, (size_t)parts->count, sizeof part, compareParts);
    return (int)(found - parts->numbers);
}
