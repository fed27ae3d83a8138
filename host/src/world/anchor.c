// The point of a body that is nearest to a place.
#include "gel/attachment.h"
#include "base/triangle.h"
#include "base/vector3.h"
#include "world/world.h"

#include <math.h>
#include <string.h>

// The faces of a tet, by corner. Inside a body others are nearer than these, or the place is in a tet.
static const int faces[4][3] = {{1, 2, 3}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}};

typedef struct Search {
    const gelVertexState* vertices; // of the body
    double place[3], min;           // squared distance to `anchor`
    gelBodyPoint* anchor;
} Search;

static double signedVolume(const double* a, const double* b, const double* c, const double* d)
{
    double ab[3], ac[3], ad[3], normal[3];
    gelSubtract3(b, a, ab);
    gelSubtract3(c, a, ac);
    gelSubtract3(d, a, ad);
    gelCross3(ab, ac, normal);
    return gelDot3(normal, ad);
}

// Whether the place is in the tet; then that is its anchor.
static bool isInTet(const Search* search, const int corners[4])
{
    const double* x[4];
    double weights[4];
    for (int i = 0; i < 4; i++)
        x[i] = search->vertices[corners[i]].position;
    double whole = signedVolume(x[0], x[1], x[2], x[3]);
    bool isIn = fabs(whole) > 0.0;
    for (int i = 0; i < 4 && isIn; i++) {
        const double* corner = x[i];
        x[i] = search->place;
        weights[i] = signedVolume(x[0], x[1], x[2], x[3]) / whole;
        x[i] = corner;
        isIn = weights[i] >= 0.0;
    }
    if (!isIn)
        return false;
    search->anchor->vertexCount = 4;
    for (int i = 0; i < 4; i++) {
        search->anchor->vertices[i] = corners[i];
        search->anchor->weights[i] = (float)weights[i];
    }
    return true;
}

// Shares of the corners in a point of a triangle that has an area; otherwise the corner nearest to it.
static void shareCorners(const double corners[3][3], const double point[3], float weights[4])
{
    double edges[2][3], normal[3];
    gelSubtract3(corners[1], corners[0], edges[0]);
    gelSubtract3(corners[2], corners[0], edges[1]);
    gelCross3(edges[0], edges[1], normal);
    double area = gelDot3(normal, normal), nearest = INFINITY;
    for (int i = 0; i < 3; i++) {
        double to[2][3], part[3], away[3];
        gelSubtract3(corners[(i + 1) % 3], point, to[0]);
        gelSubtract3(corners[(i + 2) % 3], point, to[1]);
        gelSubtract3(corners[i], point, away);
        gelCross3(to[0], to[1], part);
        double square = gelDot3(away, away);
        weights[i] = area > 0.0 ? (float)(gelDot3(part, normal) / area) : 0.0f;
        if (area > 0.0 || square >= nearest)
            continue;
        nearest = square;
        weights[0] = weights[1] = weights[2] = 0.0f;
        weights[i] = 1.0f;
    }
}

static void tryTriangle(Search* search, const int corners[3])
{
    double places[3][3], nearest[3];
    for (int i = 0; i < 3; i++)
        memcpy(places[i], search->vertices[corners[i]].position, sizeof places[i]);
    double square = gelNearestOnTriangle((const double(*)[3])places, search->place, nearest);
    if (!(square < search->min))
        return;
    search->min = square;
    search->anchor->vertexCount = 3;
    memcpy(search->anchor->vertices, corners, 3 * sizeof *corners);
    shareCorners((const double(*)[3])places, nearest, search->anchor->weights);
}

static void tryLine(Search* search, const int ends[2])
{
    const double* a = search->vertices[ends[0]].position;
    double along[3], from[3], apart[3];
    gelSubtract3(search->vertices[ends[1]].position, a, along);
    gelSubtract3(search->place, a, from);
    double square = gelDot3(along, along);
    double share = square > 0.0 ? fmin(fmax(gelDot3(along, from) / square, 0.0), 1.0) : 0.0;
    for (int k = 0; k < 3; k++)
        apart[k] = from[k] - share * along[k];
    square = gelDot3(apart, apart);
    if (!(square < search->min))
        return;
    search->min = square;
    *search->anchor = (gelBodyPoint){.body = search->anchor->body,
                                     .vertexCount = 2,
                                     .vertices = {ends[0], ends[1]},
                                     .weights = {(float)(1.0 - share), (float)share}};
}

static void searchBody(const gelBody* body, Search* search)
{
    const gelTetMesh* mesh = &body->shape->mesh;
    const gelSurfaceMesh* surface = body->shape->surface;
    const gelLineMesh* lines = body->shape->lines;
    for (int i = 0; lines != NULL && i < lines->lineCount; i++)
        tryLine(search, lines->lines + 2 * (size_t)i);
    for (int t = 0; surface != NULL && t < surface->triangleCount; t++)
        tryTriangle(search, surface->triangles + 3 * (size_t)t);
    for (int t = 0; surface == NULL && t < mesh->tetCount; t++)
        if (isInTet(search, mesh->tets + 4 * (size_t)t))
            return;
    for (int f = 0; surface == NULL && f < 4 * mesh->tetCount; f++) {
        const int *tet = mesh->tets + 4 * (size_t)(f / 4), *face = faces[f % 4];
        tryTriangle(search, (const int[]){tet[face[0]], tet[face[1]], tet[face[2]]});
    }
}

gelStatus gelBody_FindPoint(gelWorld* world, gelBodyId id, gelVec3 place, gelBodyPoint* anchor)
{
    const gelBody* body = gelFindBody(world, id);
    if (body == NULL)
        return gel_invalidHandle;
    Search search = {
        .place = {(double)place.x, (double)place.y, (double)place.z}, .min = INFINITY, .anchor = anchor};
    for (int k = 0; k < 3; k++)
        if (!(fabs(search.place[k]) <= 1e9))
            return gelFail(gel_invalidArgument, "anchor: expected a place within 1e9 m, found {%g, %g, %g}",
                           search.place[0], search.place[1], search.place[2]);
    gelStatus status = gelWorldPull(world);
    if (status != gel_success)
        return status;
    *anchor = (gelBodyPoint){.body = id};
    search.vertices = world->vertices + body->firstVertex;
    searchBody(body, &search);
    return gel_success;
}
