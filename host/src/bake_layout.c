// Which vertices of a body are written, in which order, and the triangles between them.
#include "bake_internal.h"

#include <string.h>

void gelReleaseBakeBody(gelBakeBody* body)
{
    gelFree(body->points);
    gelFree(body->triangles);
    gelFree(body->wires);
    gelFree(body->uvs);
}

int64_t gelCountBakeTriangles(const gelBake* bake)
{
    int64_t count = 0;
    for (int i = 0; i < bake->bodyCount; i++)
        count += bake->bodies[i].triangleCount;
    return count;
}

// Triangles of points at first.
static gelStatus takeTriangles(gelBakeBody* body)
{
    if (body->skin == NULL)
        return gelExtractSurface(body->mesh, &body->triangles, &body->triangleCount);
    const gelSurfaceMesh* surface = &body->skin->surface;
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

// A vertex that the surface has dropped goes with the one before it, those at the beginning with the first that is there.
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

// The vertices that triangles name: the first of each point. Others get a wire. `firsts` [pointCount]: -1 for none.
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

// Inside a mesh to a neighbour.
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

// An importer that reads a mesh from its faces drops vertices that no face uses, and with them the order that a vertex
// cache relies on. So each of them gets a wire.
static gelStatus nameAndWire(gelBakeBody* body)
{
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

// Vertices of the corners of triangles: one for each point and pair of UVs.
static int splitCorners(gelBakeBody* body, int* heads, int* nexts)
{
    const float* uvs = body->skin != NULL ? body->skin->surface.cornerUvs : NULL;
    int count = 0;
    memset(heads, -1, (size_t)body->pointCount * sizeof *heads);
    for (int i = 0; i < 3 * body->triangleCount; i++) {
        int point = body->triangles[i], found = heads[point];
        const float* uv = uvs != NULL ? uvs + 2 * (size_t)i : NULL;
        while (found >= 0 && uv != NULL && memcmp(body->uvs + 2 * (size_t)found, uv, 2 * sizeof *uv) != 0)
            found = nexts[found];
        if (found < 0) {
            found = count++;
            nexts[found] = heads[point];
            heads[point] = found;
            body->points[found] = point;
            if (uv != NULL)
                memcpy(body->uvs + 2 * (size_t)found, uv, 2 * sizeof *uv);
        }
        body->triangles[i] = found;
    }
    return count;
}

static gelStatus orderByCorners(gelBakeBody* body)
{
    size_t corners = 3 * (size_t)body->triangleCount;
    bool hasUvs = body->skin != NULL && body->skin->surface.cornerUvs != NULL;
    int* heads = gelAllocate((size_t)body->pointCount, sizeof *heads);
    int* nexts = gelAllocate(corners, sizeof *nexts);
    body->points = gelAllocate(corners, sizeof *body->points);
    body->uvs = hasUvs ? gelAllocate(corners, 2 * sizeof *body->uvs) : NULL;
    bool ok = heads != NULL && nexts != NULL && body->points != NULL && (body->uvs != NULL || !hasUvs);
    if (ok)
        body->vertexCount = splitCorners(body, heads, nexts);
    gelFree(heads);
    gelFree(nexts);
    return ok ? gel_success : gelFailMemory(corners, 2 * sizeof *body->uvs);
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
