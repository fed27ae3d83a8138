#define GEL_DIALECT_FLOAT
#include "contact/depth.h"
#include "base/vector3.h"
#include "physics/contact.h"
#include "surface/depenetration.h"

#include <math.h>
#include <string.h>

// A pair overlaps deeply if so many points are inside, and such a part of those of its smaller body, the deepest so
// many mean edges; or if most points of a body with tets are, however deep. Fewer are pressed in where it is candidate:
// without contacts the bodies would pass through each other.
static const int deepCount = 8, deepPart = 16;
static const float deepInEdges = 0.25f;
// Where the area vectors of an overlap nearly cancel, the way from centre to centre has so large a part.
static const double centrePart = 0.2;

// A point so little above a face of the other body, in lengths of the face, is inside: faces of both may be in one plane.
static const float flatPart = 1e-4f;

// A body that encloses less of its volume does not meet itself: it is inside out, or flat, and surfaces that have
// gone through each other would keep it so.
static const double crushedPart = 0.5;

// The sums over a pair's points that are inside the other body.
typedef struct Overlap {
    int counts[2];          // points of the first body and of the second
    float deepest;          // m
    double areas[3], total; // the second's area vectors less the first's; their lengths
} Overlap;

gelStatus gelCreateDepth(const gelSurfaceTables* tables, gelDepth* depth)
{
    size_t points = (size_t)tables->counts[surface_points];
    *depth = (gelDepth){.seenIn1 = gelAllocate(points, sizeof(int))};
    return depth->seenIn1 != NULL ? gel_success : gelFailMemory(points, sizeof(int));
}

void gelClearDepth(gelDepth* depth)
{
    gelFree(depth->exits);
    gelFree(depth->isDeep);
    gelFree(depth->seenIn1);
    gelFree(depth->deepPairs);
    *depth = (gelDepth){0};
}

static vec3 pointAt(const gelSurfaceIssues* findings, int point)
{
    const float* x = findings->x[point];
    return (vec3){x[0], x[1], x[2]};
}

// `below`: whether the point is on the inner side of the triangle.
static float distanceTo(const gelSurfaceTables* tables, const gelSurfaceIssues* findings, int point,
                        int triangle, bool* below)
{
    const int* corners = tables->triangles[triangle].points;
    vec3 x[4] = {pointAt(findings, point), pointAt(findings, corners[0]), pointAt(findings, corners[1]),
                 pointAt(findings, corners[2])};
    float weights[4];
    vec3 offset;
    offset_from_triangle(x, weights, &offset);
    vec3 area = triangle_area(x);
    float size = real_sqrt(vec3_dot(area, area));
    *below = vec3_dot(offset, area) < (flatPart * size) * real_sqrt(size);
    return real_sqrt(vec3_dot(offset, offset));
}

// The triangles by which a point in a tet may leave, numbered in the owner's surface; fewer end with -1.
static void findExits(const gelSurfaceTables* tables, const gelSurfaceIssues* findings,
                      const CandidatePair* candidate, int owner, int exits[gel_exitCount])
{
    const gelShape* shape = tables->plan->bodies[owner]->shape;
    const gelContactSurface* surface = gelSurfaceOf(tables->plan->bodies[owner]);
    const SurfaceBody* body = &tables->bodies[owner];
    int tet = candidate->second - body->first_tet;
    if (shape->kind == gel_solidBody) {
        gelFindExits(surface, gelInsideOf(shape), surface->tets[tet], exits);
        return;
    }
    exits[0] = gelFindWayOut(surface, gelInsideOf(shape), tet, findings->x[candidate->first],
                             findings->x + body->first[surface_points]);
    exits[1] = -1;
}

// The triangle by which a point leaves, of those that lead out of its tet. -1 if there is none, or if the point
// is outside already: tets stick out of a skin.
static int findExit(const gelSurfaceTables* tables, const gelSurfaceIssues* findings,
                    const CandidatePair* candidate, float* distance)
{
    int owner = findings->pairs[candidate->pair].bodies[candidate->kind == search_points_tets ? 1 : 0];
    int exits[gel_exitCount], best = -1;
    bool isInsideBest = false;
    findExits(tables, findings, candidate, owner, exits);
    for (int i = 0; i < gel_exitCount && exits[i] >= 0; i++) {
        int triangle = tables->bodies[owner].first[surface_triangles] + exits[i];
        bool below;
        float found = distanceTo(tables, findings, candidate->first, triangle, &below);
        if (best < 0 || found < *distance) {
            best = triangle;
            *distance = found;
            isInsideBest = below;
        }
    }
    return isInsideBest ? best : -1;
}

static gelStatus addExit(gelDepth* depth, const CandidatePair* candidate, int triangle)
{
    gelStatus status =
        gelReserve(&depth->exits, &depth->exitCapacity, depth->exitCount + 1, sizeof *depth->exits);
    if (status == gel_success)
        depth->exits[depth->exitCount++] =
            (CandidatePair){candidate->pair, candidate->kind, candidate->first, triangle};
    return status;
}

static void addToOverlap(const gelSurfaceIssues* findings, const CandidatePair* candidate, float distance,
                         Overlap* overlap)
{
    int which = candidate->kind == search_points_tets ? 0 : 1;
    const float* area = findings->normals[candidate->first];
    double square = 0.0;
    for (int k = 0; k < 3; k++) {
        overlap->areas[k] += which == 0 ? -(double)area[k] : (double)area[k];
        square += (double)area[k] * (double)area[k];
    }
    overlap->total += sqrt(square);
    overlap->counts[which]++;
    overlap->deepest = distance > overlap->deepest ? distance : overlap->deepest;
}

static bool isDeep(const gelSurfaceTables* tables, const SearchPair* pair, const Overlap* overlap)
{
    const SurfaceBody *a = &tables->bodies[pair->bodies[0]], *b = &tables->bodies[pair->bodies[1]];
    gelBody* const* bodies = tables->plan->bodies;
    float edge = a->edge > b->edge ? a->edge : b->edge;
    const int inside = overlap->counts[0] + overlap->counts[1];
    bool isPart = false, isQuarter = false, isMost = false;
    for (int i = 0; i < 2; i++) {
        int points = tables->bodies[pair->bodies[i]].count[surface_points];
        if (gelIsObstacle(bodies[pair->bodies[i]]))
            continue; // of its few corners, a part says little
        isPart = isPart || deepPart * inside >= points;
        isQuarter = isQuarter || 4 * overlap->counts[i] >= points;
        isMost = isMost ||
                 (bodies[pair->bodies[i]]->shape->kind == gel_solidBody && 2 * overlap->counts[i] > points);
    }
    bool isFarIn = overlap->deepest > deepInEdges * edge;
    return isMost || (isFarIn && ((inside >= deepCount && isPart) || isQuarter));
}

// Six times the volume that a body's surface encloses, with its points at `x`, or at rest if that is NULL.
static double measureVolume(const gelSurfaceTables* tables, const SurfaceBody* body, const float (*x)[3])
{
    double volume = 0.0;
    int first = body->first[surface_points];
    const float* origin = x != NULL ? x[first] : tables->points[first].rest;
    for (int i = 0; i < body->count[surface_triangles]; i++) {
        double sides[3][3];
        for (int corner = 0; corner < 3; corner++) {
            int point = tables->triangles[body->first[surface_triangles] + i].points[corner];
            const float* at = x != NULL ? x[point] : tables->points[point].rest;
            for (int k = 0; k < 3; k++)
                sides[corner][k] = (double)at[k] - (double)origin[k];
        }
        volume += gelTripleProduct(sides[0], sides[1], sides[2]);
    }
    return volume;
}

static bool isCrushed(const gelSurfaceTables* tables, const gelSurfaceIssues* findings, int body)
{
    const SurfaceBody* entry = &tables->bodies[body];
    return tables->plan->bodies[body]->shape->kind == gel_solidBody &&
           measureVolume(tables, entry, findings->x) < crushedPart * measureVolume(tables, entry, NULL);
}

static void findCentre(const gelSurfaceIssues* findings, const SurfaceBody* body, double centre[3])
{
    int first = body->first[surface_points], count = body->count[surface_points];
    memset(centre, 0, 3 * sizeof *centre);
    for (int i = first; i < first + count; i++)
        for (int k = 0; k < 3; k++)
            centre[k] += (double)findings->x[i][k] / count;
}

static bool normalise(double v[3])
{
    double length = sqrt((v[0] * v[0] + v[1] * v[1]) + v[2] * v[2]);
    for (int k = 0; k < 3 && length > 0.0; k++)
        v[k] /= length;
    return length > 0.0;
}

// The direction in which the first body of a pair is led.
static void findWayOut(const gelSurfaceTables* tables, const gelSurfaceIssues* findings,
                       const SearchPair* pair, const Overlap* overlap, double way[3])
{
    double centres[2][3], square = 0.0;
    for (int k = 0; k < 3; k++) {
        way[k] = overlap->total > 0.0 ? overlap->areas[k] / overlap->total : 0.0;
        square += way[k] * way[k];
    }
    if (square < centrePart * centrePart) {
        for (int i = 0; i < 2; i++)
            findCentre(findings, &tables->bodies[pair->bodies[i]], centres[i]);
        for (int k = 0; k < 3; k++)
            centres[0][k] -= centres[1][k];
        normalise(centres[0]);
        for (int k = 0; k < 3; k++)
            way[k] += centrePart * centres[0][k];
    }
    if (!normalise(way))
        way[1] = 1.0;
}

// Each moves by the share of the other's mass.
static gelStatus separatePair(const gelSurfaceTables* tables, const gelSurfaceIssues* findings,
                              const SearchPair* pair, const Overlap* overlap, gelDepth* depth)
{
    gelStatus status = gelReserve(&depth->deepPairs, &depth->deepPairCapacity, depth->deepPairCount + 1,
                                  sizeof *depth->deepPairs);
    if (status != gel_success)
        return status;
    double a = findings->masses[pair->bodies[0]], b = findings->masses[pair->bodies[1]];
    double share = isinf(a) ? (isinf(b) ? 0.5 : 0.0) : isinf(b) ? 1.0 : b / (a + b);
    gelDeepPair* deep = &depth->deepPairs[depth->deepPairCount++];
    *deep = (gelDeepPair){{pair->bodies[0], pair->bodies[1]}, .shares = {share, 1.0 - share}};
    findWayOut(tables, findings, pair, overlap, deep->way);
    return gel_success;
}

// The candidates of a pair start at *candidate, which moves on to those of the next.
static gelStatus measurePair(const gelSurfaceTables* tables, const gelSurfaceIssues* findings,
                             const gelTornElements* torn, int pair, int* candidate, gelDepth* depth)
{
    Overlap overlap = {.total = 0.0};
    const int *bodies = findings->pairs[pair].bodies, firstCandidate = *candidate,
              firstExit = depth->exitCount;
    for (; *candidate < findings->candidateCount && findings->candidates[*candidate].pair == pair;
         (*candidate)++) {
        const CandidatePair* found = &findings->candidates[*candidate];
        float distance = 0.0f;
        if (findings->isCached || !gelIsInside(found) || depth->seenIn1[found->first] == pair + 1 ||
            gelIsTornCandidate(tables, torn, found))
            continue;
        depth->seenIn1[found->first] = pair + 1; // a point on a face is in two tets
        int triangle = findExit(tables, findings, found, &distance);
        if (triangle < 0)
            continue;
        addToOverlap(findings, found, distance, &overlap);
        gelStatus status = addExit(depth, found, triangle);
        if (status != gel_success)
            return status;
    }
    if (bodies[0] == bodies[1]) {
        depth->isDeep[pair] = *candidate > firstCandidate && isCrushed(tables, findings, bodies[0]);
        return gel_success;
    }
    depth->isDeep[pair] = bodies[1] >= 0 && isDeep(tables, &findings->pairs[pair], &overlap);
    if (!depth->isDeep[pair])
        return gel_success;
    depth->exitCount = firstExit;
    return separatePair(tables, findings, &findings->pairs[pair], &overlap, depth);
}

gelStatus gelMeasureDepth(const gelSurfaceTables* tables, const gelSurfaceIssues* findings,
                          const gelTornElements* torn, gelDepth* depth)
{
    gelStatus status =
        gelReserve(&depth->isDeep, &depth->pairCapacity, findings->pairCount, sizeof *depth->isDeep);
    depth->exitCount = depth->deepPairCount = 0;
    for (int pair = 0, candidate = 0; pair < findings->pairCount && status == gel_success; pair++)
        status = measurePair(tables, findings, torn, pair, &candidate, depth);
    for (int i = 0; i < findings->candidateCount; i++)
        if (gelIsInside(&findings->candidates[i]))
            depth->seenIn1[findings->candidates[i].first] = 0;
    return status;
}
