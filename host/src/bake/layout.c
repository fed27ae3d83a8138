// Decides which vertices of a body are written, in which order, and the triangles between them.
#include "bake/bake.h"
#include "mesh/mesh.h"

#include <stdlib.h>
#include <string.h>

void gelReleaseBakeBody(gelBakeBody* body)
{
    gelFree(body->points);
    gelFree(body->names);
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
    body->names = gelAllocate((size_t)body->pointCount, sizeof *body->names);
    return body->points != NULL && body->names != NULL
               ? gel_success
               : gelFailMemory((size_t)vertexCount, 2 * sizeof *body->points);
}

static gelStatus orderByMesh(gelBakeBody* body)
{
    gelStatus status = makePoints(body, body->pointCount);
    for (int i = 0; i < body->vertexCount && status == gel_success; i++)
        body->points[i] = body->names[i] = i;
    return status;
}

// The point that each vertex of the file became, or -1. Surfaces may have sewn several into one.
static void takeOriginals(gelBakeBody* body, const gelSurfaceMesh* surface)
{
    size_t size = (size_t)body->vertexCount * sizeof *body->points;
    if (surface != NULL) {
        memcpy(body->points, surface->originals, size);
        return;
    }
    memset(body->points, -1, size);
    for (int v = 0; v < body->mesh->vertexCount; v++)
        body->points[body->mesh->sourceVertices[v]] = v;
}

// A vertex that was dropped moves with the one before it; at the start, with the first that was kept.
static gelStatus orderByFile(gelBakeBody* body)
{
    const gelSurfaceMesh* surface = body->skin != NULL ? &body->skin->surface : body->surface;
    int count = surface != NULL ? surface->originalCount : body->mesh->sourceVertexCount;
    gelStatus status = makePoints(body, count);
    if (status != gel_success)
        return status;
    takeOriginals(body, surface);
    gelListSources(body->points, count, body->names);
    int first = 0;
    while (body->points[first] < 0)
        first++;
    for (int i = 0, before = body->points[first]; i < count; i++)
        body->points[i] = before = body->points[i] >= 0 ? body->points[i] : before;
    return gel_success;
}

void gelNameBakeCorners(const gelBakeBody* body, int* corners, int cornerCount)
{
    for (int i = 0; i < cornerCount; i++)
        corners[i] = body->names[corners[i]];
}

// A neighbour of each point inside a mesh, [pointCount]; -1 for one with triangles or lines.
static void findNeighbours(const gelBakeBody* body, int* neighbours)
{
    memset(neighbours, -1, (size_t)body->pointCount * sizeof *neighbours);
    for (int i = 0; i < 4 * body->mesh->tetCount && body->skin == NULL; i++)
        neighbours[body->mesh->tets[i]] = body->mesh->tets[i % 4 == 0 ? i + 1 : i - 1];
    for (int i = 0; i < 3 * body->triangleCount; i++)
        neighbours[body->triangles[i]] = -1;
}

// A wire leads to the vertex that names the point, and from that, inside a mesh, to a neighbour.
static void wireVertices(gelBakeBody* body, const int* neighbours)
{
    for (int i = 0; i < body->vertexCount; i++) {
        int name = body->names[body->points[i]], neighbour = neighbours[body->points[i]];
        int end = name == i && neighbour >= 0 ? body->names[neighbour] : name;
        if (end != i) {
            body->wires[2 * body->wireCount] = i;
            body->wires[2 * body->wireCount++ + 1] = end;
        }
    }
}

// Importers that build a mesh from its faces drop vertices that no face uses, and with them the order that a
// vertex cache relies on. So each such vertex gets a wire. Lines of a rope are written as such.
static gelStatus nameAndWire(gelBakeBody* body)
{
    size_t lineCount = body->lines != NULL ? (size_t)body->lines->lineCount : 0;
    size_t wireCount = lineCount + (size_t)body->vertexCount;
    int* neighbours = gelAllocate((size_t)body->pointCount, sizeof *neighbours);
    body->wires = gelAllocate(wireCount, 2 * sizeof *body->wires);
    bool ok = neighbours != NULL && body->wires != NULL;
    if (ok) {
        findNeighbours(body, neighbours);
        if (lineCount > 0)
            memcpy(body->wires, body->lines->lines, 2 * lineCount * sizeof *body->wires);
        body->wireCount = (int)lineCount;
        gelNameBakeCorners(body, body->wires, 2 * body->wireCount);
        gelNameBakeCorners(body, body->triangles, 3 * body->triangleCount);
        wireVertices(body, neighbours);
    }
    gelFree(neighbours);
    return ok ? gel_success : gelFailMemory(wireCount, 2 * sizeof *body->wires);
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
    const gelSurfaceAppearance* look = split->surface.look;
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
    if (layout != gel_layoutFile)
        return layout == gel_layoutDrawn ? orderByCorners(body) : orderByMesh(body);
    status = body->kind == gel_obstacleBody ? orderByMesh(body) : orderByFile(body);
    return status == gel_success ? nameAndWire(body) : status;
}
