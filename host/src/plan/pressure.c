#include "plan/pressure.h"
#include "base/vector3.h"
#include "plan/outer.h"
#include "surface/open_parts.h"

#include <math.h>

static const double* cornerOf(const double* xyz, const int* triangle, int k)
{
    return xyz + 3 * (size_t)triangle[k];
}

// About the first vertex, so that rounding does not grow with the distance from the origin. Negative: inside out.
static double volumeWithin(const double* xyz, const int* triangles, int count)
{
    double volume = 0.0;
    for (int t = 0; t < count; t++) {
        double corners[3][3];
        for (int k = 0; k < 3; k++)
            gelSubtract3(cornerOf(xyz, triangles + 3 * (size_t)t, k), xyz, corners[k]);
        volume += gelTripleProduct(corners[0], corners[1], corners[2]) / 6.0;
    }
    return volume;
}

// The triangles of a shape, and what they enclose at rest.
static gelStatus findInside(const gelShape* shape, int** triangles, int* count, double* volume)
{
    size_t numbers = 3 * (size_t)shape->mesh.vertexCount;
    gelStatus status = gelFindOuterTriangles(shape, triangles, count);
    double* xyz = gelAllocate(numbers, sizeof *xyz);
    if (status == gel_success && xyz == NULL)
        status = gelFailMemory(numbers, sizeof *xyz);
    for (size_t i = 0; i < numbers && status == gel_success; i++)
        xyz[i] = (double)shape->mesh.positions[i];
    *volume = status == gel_success ? volumeWithin(xyz, *triangles, *count) : 0.0;
    gelFree(xyz);
    if (status != gel_success) {
        gelFree(*triangles);
        *triangles = NULL;
    }
    return status;
}

gelStatus gelMeasureInsideNow(const gelBody* body, const gelVertexState* vertices, double* volume)
{
    int *triangles, count;
    size_t numbers = 3 * (size_t)body->shape->mesh.vertexCount;
    double rest, *xyz = gelAllocate(numbers, sizeof *xyz);
    *volume = 0.0;
    if (xyz == NULL)
        return gelFailMemory(numbers, sizeof *xyz);
    gelStatus status = findInside(body->shape, &triangles, &count, &rest);
    for (size_t i = 0; i < numbers && status == gel_success; i++)
        xyz[i] = vertices[(size_t)body->firstVertex + i / 3].position[i % 3];
    if (status == gel_success)
        *volume = (rest < 0.0 ? -1.0 : 1.0) * volumeWithin(xyz, triangles, count);
    gelFree(triangles);
    gelFree(xyz);
    return status;
}

gelStatus gelCheckFilling(gelShape* shape, const gelMaterial* material)
{
    int *triangles, count, open, turned;
    double volume;
    if (material->filling == gel_notFilled || shape->kind == gel_obstacleBody)
        return gel_success;
    if (shape->kind == gel_ropeBody)
        return gelFail(gel_invalidArgument, "material.filling: expected none for a rope, which has no "
                                            "inside");
    gelStatus status = findInside(shape, &triangles, &count, &volume);
    if (status == gel_success && shape->kind == gel_sheetBody) {
        status = gelCountOpenEdges(triangles, count, &open, &turned);
        if (status == gel_success && open > 0)
            status =
                gelFail(gel_invalidArgument,
                        "material.filling: expected a closed surface, found %d open edge%s: close its holes, "
                        "or let filling be none",
                        open, open == 1 ? "" : "s");
        if (status == gel_success && turned > 0)
            status = gelFail(gel_invalidArgument,
                             "material.filling: at %d edge%s of the surface the triangles disagree on which "
                             "side is outside: recalculate its normals",
                             turned, turned == 1 ? "" : "s");
    }
    if (status == gel_success && !(volume != 0.0))
        status = gelFail(gel_invalidArgument, "material.filling: the surface encloses nothing: it is flat");
    if (status == gel_success)
        shape->insideVolume = fabs(volume);
    gelFree(triangles);
    return status;
}

// A list of `count` integers more.
static gelStatus grow(int** list, int before, int count)
{
    size_t total = (size_t)before + (size_t)count;
    int* grown = gelResize(*list, total, sizeof *grown);
    if (grown == NULL)
        return gelFailMemory(total, sizeof *grown);
    *list = grown;
    return gel_success;
}

typedef struct Part {
    const gelBody* body;
    const int* places; // or NULL
    int *triangles, count;
    bool isInsideOut;
    int* seen; // [vertexCount]: corners of triangles, then 1 + the number among listed vertices
} Part;

static int placeOf(const Part* part, int vertex)
{
    int i = part->body->firstVertex + vertex;
    return part->places != NULL ? part->places[i] : i;
}

static gelStatus reservePart(const Part* part, int listed, gelFilledSurface* surface)
{
    int bodies = surface->bodyCount, sums = listed / pressure_sum_size + 1;
    gelStatus status = grow(&surface->bodies, bodies, 1);
    if (status == gel_success)
        status = grow(&surface->firsts, bodies, 2);
    if (status == gel_success)
        status = grow(&surface->firstSums, bodies, 2);
    if (status == gel_success)
        status = grow(&surface->sumStarts, surface->sumCount, sums + 1);
    if (status == gel_success)
        status = grow(&surface->vertices, surface->listed, listed);
    if (status == gel_success)
        status = grow(&surface->owners, surface->listed, listed);
    if (status == gel_success)
        status = grow(&surface->starts, surface->listed, listed + 1);
    int corners = surface->listed > 0 && status == gel_success ? surface->starts[surface->listed] : 0;
    return status == gel_success ? grow(&surface->rings, 2 * corners, 6 * part->count) : status;
}

// The vertices that have triangles, and where their rings start.
static void listVertices(const Part* part, gelFilledSurface* surface)
{
    int corner = surface->listed > 0 ? surface->starts[surface->listed] : 0;
    for (int v = 0; v < part->body->shape->mesh.vertexCount; v++) {
        int corners = part->seen[v];
        if (corners == 0)
            continue;
        surface->vertices[surface->listed] = placeOf(part, v);
        surface->owners[surface->listed] = surface->bodyCount;
        surface->starts[surface->listed] = corner;
        corner += corners;
        part->seen[v] = ++surface->listed;
        surface->starts[surface->listed] = corner;
    }
}

// Each start moves on to the next one's, and is moved back in the end.
static void listRings(const Part* part, int first, gelFilledSurface* surface)
{
    for (int i = 0; i < 3 * part->count; i++) {
        const int* triangle = part->triangles + 3 * (size_t)(i / 3);
        int next = placeOf(part, triangle[(i + 1) % 3]), last = placeOf(part, triangle[(i + 2) % 3]);
        int* ring = surface->rings + 2 * (size_t)surface->starts[part->seen[triangle[i % 3]] - 1]++;
        ring[0] = part->isInsideOut ? last : next;
        ring[1] = part->isInsideOut ? next : last;
    }
    for (int i = surface->listed - 1; i > first; i--)
        surface->starts[i] = surface->starts[i - 1];
    surface->starts[first] = surface->starts[surface->listed] - 3 * part->count;
}

static gelStatus addPart(const Part* part, int index, gelFilledSurface* surface)
{
    int listed = 0, first = surface->listed;
    for (int i = 0; i < 3 * part->count; i++)
        listed += part->seen[part->triangles[i]]++ == 0;
    gelStatus status = reservePart(part, listed, surface);
    if (status != gel_success)
        return status;
    listVertices(part, surface);
    listRings(part, first, surface);
    surface->bodies[surface->bodyCount] = index;
    surface->firsts[surface->bodyCount] = first;
    surface->firstSums[surface->bodyCount] = surface->sumCount;
    for (int i = first; i < surface->listed; i += pressure_sum_size)
        surface->sumStarts[surface->sumCount++] = i;
    surface->sumStarts[surface->sumCount] = surface->listed;
    surface->bodyCount++;
    surface->firsts[surface->bodyCount] = surface->listed;
    surface->firstSums[surface->bodyCount] = surface->sumCount;
    return gel_success;
}

static gelStatus addBody(const gelPlan* plan, int index, const int* places, gelFilledSurface* surface)
{
    const gelBody* body = plan->bodies[index];
    size_t vertices = (size_t)body->shape->mesh.vertexCount;
    double volume;
    Part part = {.body = body, .places = places, .seen = gelAllocate(vertices, sizeof(int))};
    gelStatus status = part.seen != NULL ? findInside(body->shape, &part.triangles, &part.count, &volume)
                                         : gelFailMemory(vertices, sizeof(int));
    if (status == gel_success) {
        part.isInsideOut = volume < 0.0;
        status = addPart(&part, index, surface);
    }
    gelFree(part.triangles);
    gelFree(part.seen);
    return status;
}

gelStatus gelFindFilledSurface(const gelPlan* plan, const int* places, gelFilledSurface* surface)
{
    gelStatus status = gel_success;
    *surface = (gelFilledSurface){0};
    for (int b = 0; b < plan->bodyCount && status == gel_success; b++)
        if (gelIsFilled(plan->bodies[b]))
            status = addBody(plan, b, places, surface);
    if (status != gel_success)
        gelClearFilledSurface(surface);
    return status;
}

void gelPlacePressures(const gelFilledSurface* surface, PressureRecord* records)
{
    for (int i = 0; i < surface->bodyCount; i++) {
        records[i].first = surface->firsts[i];
        records[i].end = surface->firsts[i + 1];
        records[i].first_sum = surface->firstSums[i];
        records[i].end_sum = surface->firstSums[i + 1];
    }
}

void gelClearFilledSurface(gelFilledSurface* surface)
{
    gelFree(surface->bodies);
    gelFree(surface->firsts);
    gelFree(surface->vertices);
    gelFree(surface->owners);
    gelFree(surface->starts);
    gelFree(surface->rings);
    gelFree(surface->firstSums);
    gelFree(surface->sumStarts);
    *surface = (gelFilledSurface){0};
}
