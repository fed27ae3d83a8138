// Decides which vertices of a body are written, in which order, and the triangles between them.
#include "bake/bake.h"

#include <stdlib.h>
#include <string.h>

void gelReleaseBakeBody(gelBakeBody* body)
{
    gelFree(body->points);
    gelFree(body->triangles);
    gelFree(body->wires);
    gelFree(body->groups);
    gelFree(body->parts);
    gelFree(body->uvs);
    gelFree(body->colours);
}

int64_t gelCountBakeTriangles(const gelBake* bake)
{
    int64_t count = 0;
    for (int i = 0; i < bake->bodyCount; i++)
        count += bake->bodies[i].triangleCount;
    return count;
}

// Triangles between points, at first.
static gelStatus takeTriangles(gelBakeBody* body)
{
    if (body->skin == NULL && body->surface == NULL)
        return gelExtractSurface(body->mesh, &body->triangles, &body->triangleCount);
    const gelSurfaceMesh* surface = body->skin != NULL ? &body->skin->surface : body->surface;
    size_t count = (size_t)surface->triangleCount, size = 3 * sizeof *body->triangles;
    body->triangles = gelAllocate(count, size);
    if (body->triangles == NULL)
        return gelFailMemory(count, size);
    memcpy(body->triangles, surface->triangles, count * size);
    body->triangleCount = surface->triangleCount;
    return gel_success;
}

static gelStatus makePoints(gelBakeBody* body, int vertexCount)
{
    body->vertexCount = vertexCount;
    body->points = gelAllocate((size_t)vertexCount, sizeof *body->points);
    return body->points != NULL ? gel_success : gelFailMemory((size_t)vertexCount, sizeof *body->points);
}

// A vertex that the surface dropped moves with the one before it; at the start, with the first that was kept.
static gelStatus orderByFile(gelBakeBody* body)
{
    const gelSurfaceMesh* surface = body->skin != NULL ? &body->skin->surface : NULL;
    gelStatus status = makePoints(body, surface != NULL ? surface->originalCount : body->pointCount);
    int before = 0;
    while (surface != NULL && surface->originals[before] < 0)
        before++;
    for (int i = 0; i < body->vertexCount && status == gel_success; i++) {
        before = surface != NULL && surface->originals[i] >= 0 ? i : before;
        body->points[i] = surface != NULL ? surface->originals[before] : i;
    }
    return status;
}

// The vertices used by triangles: the first of each point. Others get a wire. `firsts` [pointCount]: -1 for
// none.
static int nameVertices(gelBakeBody* body, int* firsts)
{
    int missing = body->vertexCount;
    for (int i = 0; i < body->pointCount; i++)
        firsts[i] = -1;
    for (int i = 0; i < 3 * body->triangleCount; i++)
        firsts[body->triangles[i]] = -2; // wanted
    for (int i = 0; i < body->vertexCount; i++)
        if (firsts[body->points[i]] == -2) {
            firsts[body->points[i]] = i;
            missing--;
        }
    for (int i = 0; i < 3 * body->triangleCount; i++)
        body->triangles[i] = firsts[body->triangles[i]];
    return missing;
}

// Inside a mesh, a wire leads to a neighbour.
static void wireMesh(gelBakeBody* body, const int* firsts, int* neighbours)
{
    int* wire = body->wires;
    for (int i = 0; i < 4 * body->mesh->tetCount; i++)
        neighbours[body->mesh->tets[i]] = body->mesh->tets[i % 4 == 0 ? i + 1 : i - 1];
    for (int i = 0; i < body->vertexCount; i++)
        if (firsts[i] < 0) {
            *wire++ = i;
            *wire++ = neighbours[i];
        }
}

static void wireSkin(gelBakeBody* body, const int* firsts)
{
    int* wire = body->wires;
    for (int i = 0; i < body->vertexCount; i++)
        if (firsts[body->points[i]] != i) {
            *wire++ = i;
            *wire++ = firsts[body->points[i]];
        }
}

// Lines of a rope are written as such.
static gelStatus wireRope(gelBakeBody* body)
{
    size_t count = (size_t)body->lines->lineCount, size = 2 * sizeof *body->wires;
    body->wires = gelAllocate(count, size);
    if (body->wires == NULL)
        return gelFailMemory(count, size);
    memcpy(body->wires, body->lines->lines, count * size);
    body->wireCount = body->lines->lineCount;
    return gel_success;
}

// Importers that build a mesh from its faces drop vertices that no face uses, and with them the order that a
// vertex cache relies on. So each such vertex gets a wire.
static gelStatus nameAndWire(gelBakeBody* body)
{
    if (body->lines != NULL)
        return wireRope(body);
    int* firsts = gelAllocate((size_t)body->pointCount, sizeof *firsts);
    int* neighbours = gelAllocate((size_t)body->mesh->vertexCount, sizeof *neighbours);
    if (firsts != NULL && neighbours != NULL) {
        body->wireCount = nameVertices(body, firsts);
        body->wires = gelAllocate((size_t)body->wireCount, 2 * sizeof *body->wires);
    }
    bool ok = body->wires != NULL;
    if (ok && body->skin != NULL)
        wireSkin(body, firsts);
    else if (ok)
        wireMesh(body, firsts, neighbours);
    gelFree(firsts);
    gelFree(neighbours);
    return ok ? gel_success : gelFailMemory((size_t)body->vertexCount, 2 * sizeof *body->wires);
}

typedef struct Place {
    int part, material, triangle;
} Place;

// State while triangle corners become vertices.
typedef struct Split {
    gelSurfaceMesh surface; // the fields that are needed
    gelCornerGroups groups;
    Place* order; // [triangleCount], part by part, and material by material
    int runCount; // of one part and one material
    int *heads, *nexts;
} Split;

static gelStatus beginSplit(const gelBakeBody* body, Split* split)
{
    if (body->skin != NULL)
        split->surface = body->skin->surface;
    else
        split->surface = (gelSurfaceMesh){.vertexCount = body->pointCount,
                                          .triangleCount = body->triangleCount,
                                          .positions = body->mesh->positions,
                                          .triangles = body->triangles,
                                          .partCount = 1};
    if (body->surface != NULL && body->skin == NULL && body->surface->look != NULL) {
        split->surface.cornerUvs = body->surface->cornerUvs;
        split->surface.look = body->surface->look;
    }
    gelStatus status = gelGroupCorners(&split->surface, &split->groups);
    if (status != gel_success)
        return status;
    size_t triangles = (size_t)body->triangleCount;
    split->order = gelAllocate(triangles, sizeof *split->order);
    split->heads = gelAllocate((size_t)split->groups.groupCount, sizeof *split->heads);
    split->nexts = gelAllocate(triangles, 3 * sizeof *split->nexts);
    return split->order != NULL && split->heads != NULL && split->nexts != NULL
               ? gel_success
               : gelFailMemory(triangles, 8 * sizeof(int));
}

static void endSplit(Split* split)
{
    gelDestroyCornerGroups(&split->groups);
    gelFree(split->order);
    gelFree(split->heads);
    gelFree(split->nexts);
}

static bool isSameRun(const Place* a, const Place* b)
{
    return a->part == b->part && a->material == b->material;
}

static int compare(const void* first, const void* second)
{
    const Place *a = first, *b = second;
    if (a->part != b->part)
        return a->part < b->part ? -1 : 1;
    if (a->material != b->material)
        return a->material < b->material ? -1 : 1;
    return a->triangle < b->triangle ? -1 : a->triangle > b->triangle;
}

static void sortByPart(Split* split)
{
    const gelSurfaceMesh* surface = &split->surface;
    size_t count = (size_t)surface->triangleCount;
    for (size_t t = 0; t < count; t++)
        split->order[t] = (Place){surface->parts != NULL ? surface->parts[t] : 0,
                                  surface->look != NULL ? surface->look->materials[t] : -1, (int)t};
    qsort(split->order, count, sizeof *split->order, compare);
    for (size_t t = 0; t < count; t++)
        split->runCount += t == 0 || !isSameRun(&split->order[t - 1], &split->order[t]);
}

// The vertex for a corner, among those from `first` on: one per group, pair of UVs and colour.
static int findVertex(gelBakeBody* body, Split* split, int corner, int first)
{
    int group = split->groups.groupsOf[corner], found = split->heads[group];
    const float* uv = body->uvs != NULL ? split->surface.cornerUvs + 2 * (size_t)corner : NULL;
    const float* colour =
        body->colours != NULL ? split->surface.look->cornerColours + 3 * (size_t)corner : NULL;
    while (found >= first &&
           ((uv != NULL && memcmp(body->uvs + 2 * (size_t)found, uv, 2 * sizeof *uv) != 0) ||
            (colour != NULL && memcmp(body->colours + 3 * (size_t)found, colour, 3 * sizeof *colour) != 0)))
        found = split->nexts[found];
    if (found >= first)
        return found;
    int made = body->vertexCount++;
    split->nexts[made] = split->heads[group];
    split->heads[group] = made;
    body->points[made] = split->groups.vertices[group];
    body->groups[made] = group;
    if (uv != NULL)
        memcpy(body->uvs + 2 * (size_t)made, uv, 2 * sizeof *uv);
    if (colour != NULL)
        memcpy(body->colours + 3 * (size_t)made, colour, 3 * sizeof *colour);
    return made;
}

static void splitCorners(gelBakeBody* body, Split* split)
{
    memset(split->heads, -1, (size_t)split->groups.groupCount * sizeof *split->heads);
    for (int at = 0; at < body->triangleCount;) {
        int firstVertex = body->vertexCount, firstTriangle = at;
        const Place* first = &split->order[at];
        for (; at < body->triangleCount && isSameRun(first, &split->order[at]); at++)
            for (int k = 0; k < 3; k++)
                body->triangles[3 * at + k] =
                    findVertex(body, split, 3 * split->order[at].triangle + k, firstVertex);
        body->parts[body->partCount++] =
            (gelBakePart){.name = body->skin != NULL ? split->surface.partNames[first->part] : "",
                          .look = split->surface.look,
                          .material = first->material,
                          .vertexCount = body->vertexCount - firstVertex,
                          .triangleCount = at - firstTriangle};
    }
    body->groupCount = split->groups.groupCount;
}

static gelStatus makeCorners(gelBakeBody* body, const Split* split)
{
    size_t corners = 3 * (size_t)body->triangleCount;
    const gelSurfaceLook* look = split->surface.look;
    bool hasUvs = split->surface.cornerUvs != NULL, hasColours = look != NULL && look->cornerColours != NULL;
    body->points = gelAllocate(corners, sizeof *body->points);
    body->groups = gelAllocate(corners, sizeof *body->groups);
    body->parts = gelAllocate((size_t)split->runCount, sizeof *body->parts);
    body->uvs = hasUvs ? gelAllocate(corners, 2 * sizeof *body->uvs) : NULL;
    body->colours = hasColours ? gelAllocate(corners, 3 * sizeof *body->colours) : NULL;
    bool ok = body->points != NULL && body->groups != NULL && body->parts != NULL &&
              (body->uvs != NULL || !hasUvs) && (body->colours != NULL || !hasColours);
    return ok ? gel_success : gelFailMemory(corners, 7 * sizeof(int));
}

static gelStatus orderByCorners(gelBakeBody* body)
{
    Split split = {0};
    gelStatus status = beginSplit(body, &split);
    if (status == gel_success) {
        sortByPart(&split);
        status = makeCorners(body, &split);
    }
    if (status == gel_success)
        splitCorners(body, &split);
    endSplit(&split);
    return status;
}

gelStatus gelLayOutBody(gelBakeLayout layout, gelBakeBody* body)
{
    body->pointCount = body->skin != NULL ? body->skin->surface.vertexCount : body->mesh->vertexCount;
    gelStatus status = layout != gel_layoutTets ? takeTriangles(body) : gel_success;
    if (status != gel_success)
        return status;
    if (layout == gel_layoutDrawn)
        return orderByCorners(body);
    status = orderByFile(body);
    return status == gel_success && layout == gel_layoutFile ? nameAndWire(body) : status;
}
