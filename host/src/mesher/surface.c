// Normalises a surface: independent of the order and orientation of its triangles, so that flipped triangles,
// shuffled triangles and surfaces turned inside out give the mesh of the clean surface, bit for bit.
#include "mesher/surface.h"
#include "mesh/mesh.h"
#include "base/vector3.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double maxTrianglesNear = 300;

typedef struct Vertex {
    float at[3];
    int source;
} Vertex;

typedef struct Triangle {
    int corners[3]; // ascending
    int part;
    int votes; // input triangles of the orientation in which the corners ascend, less those of the other
} Triangle;

typedef struct Side {
    int ends[2]; // ascending
    int triangle, opposite;
} Side;

typedef struct Orienting {
    gelMesherSurface* surface;
    const Triangle* source;
    int (*neighbours)[3]; // across the side after each corner; -1: none
    int* patches;         // [triangleCount], -1 until reached
    int* queue;
    bool agrees;
} Orienting;

static int compareInts(const int* a, const int* b, int count)
{
    for (int i = 0; i < count; i++)
        if (a[i] != b[i])
            return a[i] < b[i] ? -1 : 1;
    return 0;
}

static int compareVertices(const void* a, const void* b)
{
    const Vertex *first = a, *second = b;
    for (int axis = 0; axis < 3; axis++)
        if (first->at[axis] < second->at[axis] || first->at[axis] > second->at[axis])
            return first->at[axis] < second->at[axis] ? -1 : 1;
    return compareInts(&first->source, &second->source, 1);
}

static int compareTriangles(const void* a, const void* b)
{
    return compareInts(((const Triangle*)a)->corners, ((const Triangle*)b)->corners, 3);
}

static int compareSides(const void* a, const void* b)
{
    const Side *first = a, *second = b;
    int order = compareInts(first->ends, second->ends, 2);
    return order != 0 ? order : compareInts(&first->triangle, &second->triangle, 1);
}

static gelStatus sortVertices(const gelSurfaceMesh* source, gelMesherSurface* surface, int* numbers)
{
    Vertex* vertices = gelAllocate((size_t)source->vertexCount, sizeof *vertices);
    if (vertices == NULL)
        return gelFailMemory((size_t)source->vertexCount, sizeof *vertices);
    for (int v = 0; v < source->vertexCount; v++) {
        memcpy(vertices[v].at, source->positions + 3 * (size_t)v, sizeof vertices[v].at);
        vertices[v].source = v;
    }
    qsort(vertices, (size_t)source->vertexCount, sizeof *vertices, compareVertices);
    surface->vertexCount = source->vertexCount;
    for (int v = 0; v < source->vertexCount; v++) {
        numbers[vertices[v].source] = v;
        surface->sources[v] = vertices[v].source;
        for (int axis = 0; axis < 3; axis++) {
            const double at = (double)vertices[v].at[axis];
            surface->positions[3 * (size_t)v + (size_t)axis] = at;
            surface->lower[axis] = v == 0 ? at : fmin(surface->lower[axis], at);
            surface->upper[axis] = v == 0 ? at : fmax(surface->upper[axis], at);
        }
    }
    gelFree(vertices);
    return gel_success;
}

static void mergeTriangles(Triangle* kept, const Triangle* same)
{
    kept->votes += same->votes;
    kept->part = same->part < kept->part ? same->part : kept->part;
}

// Sorts the triangles and merges those with the same corners; returns the number left.
static int sortTriangles(const gelSurfaceMesh* source, const int* numbers, Triangle* triangles)
{
    for (int t = 0; t < source->triangleCount; t++) {
        int corners[3], votes = 1;
        for (int i = 0; i < 3; i++)
            corners[i] = numbers[source->triangles[3 * (size_t)t + (size_t)i]];
        for (int i = 0; i < 3; i++) { // 0-1, 1-2, 0-1
            int *a = &corners[i & 1], *b = a + 1;
            if (*a > *b) {
                const int swapped = *a;
                *a = *b;
                *b = swapped;
                votes = -votes;
            }
        }
        triangles[t] = (Triangle){{corners[0], corners[1], corners[2]}, source->parts[t], votes};
    }
    qsort(triangles, (size_t)source->triangleCount, sizeof *triangles, compareTriangles);
    int count = 0;
    for (int t = 0; t < source->triangleCount; t++) {
        if (count > 0 && compareTriangles(&triangles[count - 1], &triangles[t]) == 0)
            mergeTriangles(&triangles[count - 1], &triangles[t]);
        else
            triangles[count++] = triangles[t];
    }
    return count;
}

static void cornersOf(const gelMesherSurface* surface, int triangle, double corners[3][3])
{
    for (int i = 0; i < 3; i++)
        memcpy(corners[i], surface->positions + 3 * (size_t)surface->triangles[3 * triangle + i],
               sizeof corners[i]);
}

// The angular position of a triangle around an edge, from 0 to 4 per turn, the first triangle at 0.
static double placeAroundEdge(const gelMesherSurface* surface, const Side* first, const Side* side)
{
    const double* positions = surface->positions;
    double along[3], to[2][3], up[3];
    gelSubtract3(positions + 3 * (size_t)first->ends[1], positions + 3 * (size_t)first->ends[0], along);
    const double square = gelDot3(along, along);
    for (int i = 0; i < 2; i++) {
        const Side* which = i == 0 ? first : side;
        gelSubtract3(positions + 3 * (size_t)which->opposite, positions + 3 * (size_t)first->ends[0], to[i]);
        const double share = square > 0 ? gelDot3(to[i], along) / square : 0;
        for (int axis = 0; axis < 3; axis++)
            to[i][axis] -= share * along[axis];
    }
    gelCross3(along, to[0], up);
    const double x = gelDot3(to[0], to[1]) * sqrt(square), y = gelDot3(up, to[1]);
    const double sum = fabs(x) + fabs(y), part = sum > 0 ? y / sum : 0;
    return x < 0 ? 2 - part : y < 0 ? 4 + part : part;
}

// Links the triangles at one edge: two are neighbours; of four, six, ... those adjacent around the edge are
// paired, so that every part stays without a border; an odd number makes them sheets.
static void linkSides(Orienting* orienting, Side* sides, int count)
{
    enum { maxSides = 16 };
    gelMesherSurface* surface = orienting->surface;
    double places[maxSides];
    if (count % 2 != 0 || count > maxSides) {
        for (int i = 0; i < count; i++)
            surface->sheets[sides[i].triangle] = true;
        return;
    }
    for (int i = 0; i < count && count > 2; i++) {
        const Side side = sides[i];
        const double place = i == 0 ? 0 : placeAroundEdge(surface, &sides[0], &side);
        int j = i;
        for (; j > 1 && places[j - 1] > place; j--) {
            places[j] = places[j - 1];
            sides[j] = sides[j - 1];
        }
        places[j] = place;
        sides[j] = side;
    }
    for (int i = 0; i < count; i++) {
        const int triangle = sides[i].triangle;
        for (int corner = 0; corner < 3; corner++) // side c is opposite corner c
            if (surface->triangles[3 * triangle + corner] == sides[i].opposite)
                orienting->neighbours[triangle][corner] = sides[i ^ 1].triangle;
    }
}

static gelStatus linkTriangles(Orienting* orienting)
{
    gelMesherSurface* surface = orienting->surface;
    const size_t count = 3 * (size_t)surface->triangleCount;
    Side* sides = gelAllocate(count, sizeof *sides);
    if (sides == NULL)
        return gelFailMemory(count, sizeof *sides);
    for (int t = 0; t < surface->triangleCount; t++) {
        const int* corners = surface->triangles + 3 * (size_t)t;
        for (int i = 0; i < 3; i++) {
            orienting->neighbours[t][i] = -1;
            sides[3 * (size_t)t + (size_t)i] =
                (Side){{corners[i == 0 ? 1 : 0], corners[i == 2 ? 1 : 2]}, t, corners[i]};
        }
    }
    qsort(sides, count, sizeof *sides, compareSides);
    for (size_t first = 0, end; first < count; first = end) {
        for (end = first + 1; end < count && compareInts(sides[first].ends, sides[end].ends, 2) == 0;)
            end++;
        linkSides(orienting, sides + first, (int)(end - first));
    }
    gelFree(sides);
    return gel_success;
}

static void turn(int* corners)
{
    const int kept = corners[1];
    corners[1] = corners[2];
    corners[2] = kept;
}

// Whether a triangle traverses the edge from a to b.
static bool passes(const int* corners, int a, int b)
{
    for (int i = 0; i < 3; i++)
        if (corners[i] == a && corners[(i + 1) % 3] == b)
            return true;
    return false;
}

// Gives all triangles reachable from one the same orientation; returns their number and leaves them in the
// queue.
static int reach(Orienting* orienting, int start, int patch)
{
    int* triangles = orienting->surface->triangles;
    int count = 0;
    orienting->patches[start] = patch;
    orienting->queue[count++] = start;
    for (int next = 0; next < count; next++) {
        const int from = orienting->queue[next];
        const int* source = orienting->source[from].corners; // neighbours are indexed in this order
        for (int side = 0; side < 3; side++) {
            const int to = orienting->neighbours[from][side];
            if (to < 0)
                continue;
            const int a = source[side == 0 ? 1 : 0], b = source[side == 2 ? 1 : 2];
            const bool same =
                passes(triangles + 3 * (size_t)from, a, b) == passes(triangles + 3 * (size_t)to, a, b);
            if (orienting->patches[to] >= 0) {
                orienting->agrees = orienting->agrees && !same;
                continue;
            }
            if (same)
                turn(triangles + 3 * (size_t)to);
            orienting->patches[to] = patch;
            orienting->queue[count++] = to;
        }
    }
    return count;
}

// Six times the volume that the triangles in the queue enclose, measured from their middle, and twice the
// area by which they agree with the orientation of the input.
static void measurePatch(const Orienting* orienting, int count, double* volume, double* agreement,
                         double* area)
{
    double middle[3] = {0, 0, 0}, corners[3][3], cross[3];
    *volume = *agreement = *area = 0;
    for (int pass = 0; pass < 2; pass++) {
        for (int i = 0; i < count; i++) {
            const int triangle = orienting->queue[i];
            cornersOf(orienting->surface, triangle, corners);
            for (int k = 0; k < 3; k++)
                gelSubtract3(corners[k], middle, corners[k]);
            if (pass == 1) {
                *volume += gelTripleProduct(corners[0], corners[1], corners[2]);
                continue;
            }
            double sides[2][3];
            gelSubtract3(corners[1], corners[0], sides[0]);
            gelSubtract3(corners[2], corners[0], sides[1]);
            gelCross3(sides[0], sides[1], cross);
            const Triangle* source = &orienting->source[triangle];
            const double twice = sqrt(gelDot3(cross, cross));
            const bool turned = orienting->surface->triangles[3 * triangle + 1] != source->corners[1];
            const int votes = (source->votes > 0) - (source->votes < 0);
            *area += twice;
            *agreement += twice * (turned ? -votes : votes);
        }
        if (pass == 1)
            break;
        for (int k = 0; k < 3; k++) {
            double sum = 0;
            for (int i = 0; i < count; i++) {
                cornersOf(orienting->surface, orienting->queue[i], corners);
                sum += (corners[0][k] + corners[1][k]) + corners[2][k];
            }
            middle[k] = sum / (3.0 * count);
        }
    }
}

static void orient(Orienting* orienting, bool keepSides)
{
    gelMesherSurface* surface = orienting->surface;
    orienting->agrees = true;
    for (int t = 0; t < surface->triangleCount; t++)
        orienting->patches[t] = -1;
    bool anySheet = false;
    for (int t = 0, patch = 0; t < surface->triangleCount; t++) {
        if (orienting->patches[t] >= 0)
            continue;
        const int count = reach(orienting, t, patch++);
        double volume, agreement, area;
        measurePatch(orienting, count, &volume, &agreement, &area);
        const bool inwards = keepSides && agreement != 0 ? agreement < 0 : volume < 0;
        bool sheet = false;
        for (int i = 0; i < count; i++)
            sheet = sheet || surface->sheets[orienting->queue[i]];
        for (int i = 0; i < count; i++) {
            surface->sheets[orienting->queue[i]] = sheet;
            if (inwards)
                turn(surface->triangles + 3 * (size_t)orienting->queue[i]);
        }
        anySheet = anySheet || sheet;
        surface->area += 0.5 * area;
        surface->volume += fabs(volume) / 6 * (keepSides && inwards != (volume < 0) ? -1 : 1);
    }
    surface->closed = !anySheet && orienting->agrees;
}

static gelStatus makeTree(gelMesherSurface* surface)
{
    const size_t count = 3 * (size_t)surface->vertexCount;
    gelSurfaceMesh turned = {.vertexCount = surface->vertexCount,
                             .triangleCount = surface->triangleCount,
                             .positions = gelAllocate(count, sizeof(float)),
                             .triangles = surface->triangles};
    if (turned.positions == NULL)
        return gelFailMemory(count, sizeof(float));
    for (size_t i = 0; i < count; i++)
        turned.positions[i] = (float)surface->positions[i];
    gelStatus status = gelCreateSurfaceTree(&turned, &surface->tree);
    gelFree(turned.positions);
    return status;
}

// Roughly the number of triangles summed for a winding number: those in leaves too close to count as dipoles.
static double trianglesNear(const gelMesherSurface* surface)
{
    double square = 0, sum = 0;
    for (int axis = 0; axis < 3; axis++) {
        const double half = 0.5 * (surface->upper[axis] - surface->lower[axis]);
        square += half * half;
    }
    for (int index = 0; index < surface->tree.boxes.nodeCount; index++) {
        const gelBoxNode* node = &surface->tree.boxes.nodes[index];
        const double share = fmin(surface->tree.dipoles[index].reach / square, 1);
        if (node->right == 0)
            sum += node->count * share * sqrt(share);
    }
    return sum;
}

gelStatus gelMakeMesherSurface(const gelSurfaceMesh* source, bool keepSides, gelMesherSurface* surface)
{
    const size_t vertices = (size_t)source->vertexCount, triangles = (size_t)source->triangleCount;
    *surface = (gelMesherSurface){.positions = gelAllocate(vertices, 3 * sizeof(double)),
                                  .sources = gelAllocate(vertices, sizeof(int)),
                                  .triangles = gelAllocate(triangles, 3 * sizeof(int)),
                                  .sheets = gelAllocate(triangles, sizeof(bool)),
                                  .partCount = source->partCount,
                                  .parts = gelAllocate(triangles, sizeof(int))};
    int* numbers = gelAllocate(vertices, sizeof *numbers);
    Triangle* sorted = gelAllocate(triangles, sizeof *sorted);
    Orienting orienting = {.surface = surface,
                           .source = sorted,
                           .neighbours = gelAllocate(triangles, sizeof *orienting.neighbours),
                           .patches = gelAllocate(triangles, sizeof *orienting.patches),
                           .queue = gelAllocate(triangles, sizeof *orienting.queue)};
    gelStatus status = gel_success;
    if (surface->positions == NULL || surface->sources == NULL || surface->triangles == NULL ||
        surface->sheets == NULL || surface->parts == NULL || numbers == NULL || sorted == NULL ||
        orienting.neighbours == NULL || orienting.patches == NULL || orienting.queue == NULL)
        status = gelFailMemory(vertices + triangles, 16 * sizeof(int));
    if (status == gel_success)
        status = sortVertices(source, surface, numbers);
    if (status == gel_success) {
        surface->triangleCount = sortTriangles(source, numbers, sorted);
        for (int t = 0; t < surface->triangleCount; t++) {
            memcpy(surface->triangles + 3 * (size_t)t, sorted[t].corners, sizeof sorted[t].corners);
            surface->parts[t] = sorted[t].part;
        }
        status = linkTriangles(&orienting);
    }
    if (status == gel_success) {
        orient(&orienting, keepSides);
        status = makeTree(surface);
    }
    if (status == gel_success)
        surface->tangled = !surface->closed && trianglesNear(surface) > maxTrianglesNear;
    gelFree(numbers);
    gelFree(sorted);
    gelFree(orienting.neighbours);
    gelFree(orienting.patches);
    gelFree(orienting.queue);
    if (status != gel_success)
        gelClearMesherSurface(surface);
    return status;
}

void gelClearMesherSurface(gelMesherSurface* surface)
{
    gelFree(surface->positions);
    gelFree(surface->triangles);
    gelFree(surface->sources);
    gelFree(surface->sheets);
    gelFree(surface->parts);
    gelDestroySurfaceTree(&surface->tree);
    *surface = (gelMesherSurface){0};
}
