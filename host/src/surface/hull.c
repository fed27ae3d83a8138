// The convex hull of points, by quickhull (Barber, Dobkin and Huhdanpaa 1996). The points are rounded to a grid
// that is finer than single precision at their size: then everything is decided in whole numbers, without
// rounding, and flat or nearly flat parts need no tolerance.
#include "base/vector3.h"
#include "surface/surface.h"

#include <stdint.h>
#include <string.h>

// The longest side of the points' box has up to 2^gridBits steps: the normals of facets then have 55 bits.
enum { gridBits = 26, limbBits = 28 };
// The minimum distance of points from a line or a plane, in longest sides: nearer ones have no
// hull worth the name.
static const double flattest = 1e-6;
static const int64_t limb = INT64_C(1) << limbBits;

typedef struct Facet {
    int corners[3]; // anticlockwise seen from outside
    int beside[3];  // the facet across the edge from corner k to the next; [0] chains free ones
    int64_t normal[3];
    int above; // the first of the points above it that no other facet has; -1: none
    bool isUsed, isVisible;
} Facet;

typedef struct Hull {
    int64_t (*points)[3];
    int* candidates; // [candidateCount]: the points that are looked at
    int candidateCount;
    int* next;  // [points]: the next one above the same facet
    int* edges; // [points]: the new facet whose first edge begins there
    Facet* facets;
    int facetCount, facetCapacity, freeFacet;
    int *pending, *visible, *fresh; // facets: that may have points above, seen from a point, new
    int pendingCount, visibleCount, freshCount, pendingCapacity, visibleCapacity, freshCapacity;
} Hull;

typedef struct Height {
    int64_t high, low; // high * limb + low, 0 <= low < limb
} Height;

// The points stay below 2^27 and the normals below 2^56, so that no sum has more than 58 bits.
static Height heightOf(const Hull* hull, const Facet* facet, int point)
{
    const int64_t* origin = hull->points[facet->corners[0]];
    int64_t high = 0, low = 0;
    for (int k = 0; k < 3; k++) {
        int64_t away = hull->points[point][k] - origin[k], lower = facet->normal[k] & (limb - 1);
        high += (facet->normal[k] - lower) / limb * away;
        low += lower * away;
    }
    int64_t rest = low & (limb - 1);
    return (Height){high + (low - rest) / limb, rest};
}

static bool isHigher(Height a, Height b)
{
    return a.high > b.high || (a.high == b.high && a.low > b.low);
}

static bool isAbove(const Hull* hull, const Facet* facet, int point)
{
    return isHigher(heightOf(hull, facet, point), (Height){0, 0});
}

static gelStatus push(int** list, int* count, int* capacity, int value)
{
    gelStatus status = gelReserve(list, capacity, *count + 1, sizeof **list);
    if (status == gel_success)
        (*list)[(*count)++] = value;
    return status;
}

static void getPoint(const Hull* hull, int point, int from, double away[3])
{
    for (int k = 0; k < 3; k++)
        away[k] = (double)(hull->points[point][k] - hull->points[from][k]);
}

static gelStatus addFacet(Hull* hull, int a, int b, int c, int* index)
{
    gelStatus status = gel_success;
    *index = hull->freeFacet;
    if (*index >= 0) {
        hull->freeFacet = hull->facets[*index].beside[0];
    } else {
        *index = hull->facetCount;
        status = gelReserve(&hull->facets, &hull->facetCapacity, *index + 1, sizeof *hull->facets);
        hull->facetCount += status == gel_success;
    }
    if (status != gel_success)
        return status;
    const int64_t *x = hull->points[a], *y = hull->points[b], *z = hull->points[c];
    Facet* facet = &hull->facets[*index];
    *facet = (Facet){.corners = {a, b, c}, .above = -1, .isUsed = true};
    for (int k = 0; k < 3; k++) {
        int l = (k + 1) % 3, m = (k + 2) % 3;
        facet->normal[k] = (y[l] - x[l]) * (z[m] - x[m]) - (y[m] - x[m]) * (z[l] - x[l]);
    }
    return gel_success;
}

// Gives a point to the first of some facets that it is above.
static void assign(Hull* hull, const int* facets, int count, int point)
{
    for (int i = 0; i < count; i++) {
        Facet* facet = &hull->facets[facets[i]];
        if (!isAbove(hull, facet, point))
            continue;
        hull->next[point] = facet->above;
        facet->above = point;
        return;
    }
}

// Whether a point comes first along an axis; among equals, along the others. So it is a corner of the hull.
static bool isBefore(const int64_t* a, const int64_t* b, int axis)
{
    for (int k = 0; k < 3; k++) {
        int which = (axis + k) % 3;
        if (a[which] != b[which])
            return a[which] < b[which];
    }
    return false;
}

static gelStatus failFlat(const char* what, int count)
{
    return gelFail(gel_invalidArgument, "hull: the %d points lie %s: expected at least 4 that span a volume",
                   count, what);
}

// The farthest candidate from a point (corners: 1), a line (2) or a plane (3): the square of its distance.
static double findFarthest(const Hull* hull, const int* corners, int cornerCount, int* farthest)
{
    double max = -1.0, sides[2][3] = {{0}}, normal[3];
    for (int i = 1; i < cornerCount; i++)
        getPoint(hull, corners[i], corners[0], sides[i - 1]);
    gelCross3(sides[0], sides[1], normal);
    for (int i = 0; i < hull->candidateCount; i++) {
        double away[3], product[3], square;
        getPoint(hull, hull->candidates[i], corners[0], away);
        gelCross3(sides[0], away, product);
        if (cornerCount == 2)
            square = gelDot3(product, product) / gelDot3(sides[0], sides[0]);
        else
            square = gelDot3(normal, away) * gelDot3(normal, away) / gelDot3(normal, normal);
        if (square <= max)
            continue;
        max = square;
        *farthest = hull->candidates[i];
    }
    return max;
}

// The first tet: the ends along an axis, what is farthest from their line, and from the plane of these three.
static gelStatus findTet(const Hull* hull, int axis, int originalCount, int tet[4])
{
    const double min = flattest * (double)(INT64_C(1) << gridBits) * 0.5; // half: the side's power of two
    tet[0] = tet[1] = hull->candidates[0];
    for (int i = 1; i < hull->candidateCount; i++) {
        int point = hull->candidates[i];
        tet[0] = isBefore(hull->points[point], hull->points[tet[0]], axis) ? point : tet[0];
        tet[1] = isBefore(hull->points[tet[1]], hull->points[point], axis) ? point : tet[1];
    }
    if (findFarthest(hull, tet, 2, &tet[2]) < min * min)
        return failFlat("on a line", originalCount);
    if (findFarthest(hull, tet, 3, &tet[3]) < min * min)
        return failFlat("in a plane", originalCount);
    return gel_success;
}

static gelStatus begin(Hull* hull, int axis, int originalCount)
{
    static const int corners[4][3] = {{0, 1, 2}, {0, 3, 1}, {1, 3, 2}, {2, 3, 0}};
    static const int beside[4][3] = {{1, 2, 3}, {3, 2, 0}, {1, 3, 0}, {2, 1, 0}};
    int tet[4], facets[4];
    hull->facetCount = hull->pendingCount = 0;
    hull->freeFacet = -1;
    gelStatus status = findTet(hull, axis, originalCount, tet);
    if (status == gel_success)
        status = addFacet(hull, tet[0], tet[1], tet[2], &facets[0]);
    if (status == gel_success && isAbove(hull, &hull->facets[0], tet[3])) {
        int other = tet[1];
        tet[1] = tet[2];
        tet[2] = other;
    }
    hull->facetCount = 0;
    for (int f = 0; f < 4 && status == gel_success; f++) {
        status = addFacet(hull, tet[corners[f][0]], tet[corners[f][1]], tet[corners[f][2]], &facets[f]);
        if (status == gel_success)
            status = push(&hull->pending, &hull->pendingCount, &hull->pendingCapacity, facets[f]);
    }
    for (int f = 0; f < 4 && status == gel_success; f++)
        memcpy(hull->facets[f].beside, beside[f], sizeof beside[f]);
    for (int i = 0; i < hull->candidateCount && status == gel_success; i++)
        assign(hull, facets, 4, hull->candidates[i]);
    return status;
}

// Lists the facets that a point sees: all hang together.
static gelStatus findVisible(Hull* hull, int first, int point)
{
    hull->visibleCount = 0;
    gelStatus status = push(&hull->visible, &hull->visibleCount, &hull->visibleCapacity, first);
    hull->facets[first].isVisible = true;
    for (int i = 0; i < hull->visibleCount && status == gel_success; i++)
        for (int k = 0; k < 3 && status == gel_success; k++) {
            int other = hull->facets[hull->visible[i]].beside[k];
            Facet* facet = &hull->facets[other];
            if (facet->isVisible || !isAbove(hull, facet, point))
                continue;
            facet->isVisible = true;
            status = push(&hull->visible, &hull->visibleCount, &hull->visibleCapacity, other);
        }
    return status;
}

// A facet from an edge of the horizon, the k-th of a visible facet, to the point.
static gelStatus addToHorizon(Hull* hull, int visible, int k, int point)
{
    int added, start = hull->facets[visible].corners[k], end = hull->facets[visible].corners[(k + 1) % 3];
    gelStatus status = addFacet(hull, start, end, point, &added);
    if (status == gel_success)
        status = push(&hull->fresh, &hull->freshCount, &hull->freshCapacity, added);
    if (status == gel_success)
        status = push(&hull->pending, &hull->pendingCount, &hull->pendingCapacity, added);
    if (status != gel_success)
        return status;
    int other = hull->facets[visible].beside[k], side = 0;
    while (hull->facets[other].corners[side] != end)
        side++;
    hull->facets[other].beside[side] = added;
    hull->facets[added].beside[0] = other;
    hull->edges[start] = added;
    return gel_success;
}

// Frees the visible facets, and gives their points to the new ones.
static void replaceVisible(Hull* hull, int point)
{
    for (int i = 0; i < hull->freshCount; i++) {
        Facet* facet = &hull->facets[hull->fresh[i]];
        facet->beside[1] = hull->edges[facet->corners[1]];
        hull->facets[facet->beside[1]].beside[2] = hull->fresh[i];
    }
    for (int i = 0; i < hull->visibleCount; i++) {
        Facet* facet = &hull->facets[hull->visible[i]];
        for (int p = facet->above, next; p >= 0; p = next) {
            next = hull->next[p];
            if (p != point)
                assign(hull, hull->fresh, hull->freshCount, p);
        }
        *facet = (Facet){.beside = {hull->freeFacet}, .above = -1};
        hull->freeFacet = hull->visible[i];
    }
}

// Adds the highest of the points above a facet.
static gelStatus addHighest(Hull* hull, int index)
{
    const Facet* facet = &hull->facets[index];
    int point = facet->above;
    Height max = heightOf(hull, facet, point);
    for (int p = hull->next[point]; p >= 0; p = hull->next[p]) {
        Height height = heightOf(hull, facet, p);
        if (!isHigher(height, max))
            continue;
        max = height;
        point = p;
    }
    gelStatus status = findVisible(hull, index, point);
    hull->freshCount = 0;
    for (int i = 0; i < hull->visibleCount && status == gel_success; i++)
        for (int k = 0; k < 3 && status == gel_success; k++)
            if (!hull->facets[hull->facets[hull->visible[i]].beside[k]].isVisible)
                status = addToHorizon(hull, hull->visible[i], k, point);
    if (status == gel_success)
        replaceVisible(hull, point);
    return status;
}

static gelStatus build(Hull* hull, int axis, int originalCount)
{
    gelStatus status = begin(hull, axis, originalCount);
    while (hull->pendingCount > 0 && status == gel_success) {
        int facet = hull->pending[hull->pendingCount - 1];
        if (hull->facets[facet].isUsed && hull->facets[facet].above >= 0)
            status = addHighest(hull, facet);
        else
            hull->pendingCount--;
    }
    return status;
}

// Leaves only the corners as candidates, where three creases or more meet; points within an edge or a face may
// have become vertices, too. True if there are such.
static bool keepCorners(Hull* hull)
{
    int kept = 0, flat = 0;
    for (int i = 0; i < hull->candidateCount; i++)
        hull->edges[hull->candidates[i]] = -1;
    for (int f = 0; f < hull->facetCount; f++)
        for (int k = 0; k < 3 && hull->facets[f].isUsed; k++) {
            const Facet *facet = &hull->facets[f], *other = &hull->facets[facet->beside[k]];
            int* creases = &hull->edges[facet->corners[k]];
            *creases += *creases < 0; // a vertex
            for (int m = 0; m < 3; m++) {
                Height height = heightOf(hull, facet, other->corners[m]);
                if (height.high != 0 || height.low != 0) {
                    ++*creases;
                    break;
                }
            }
        }
    for (int i = 0; i < hull->candidateCount; i++) {
        int creases = hull->edges[hull->candidates[i]];
        flat += creases >= 0 && creases < 3;
        if (creases >= 3)
            hull->candidates[kept++] = hull->candidates[i];
    }
    hull->candidateCount = kept;
    return flat > 0;
}

// Rounds the points to the grid, in place in `rounded`, too.
static void roundPoints(const float* points, double step, Hull* hull, float* rounded)
{
    double lower[3] = {INFINITY, INFINITY, INFINITY};
    for (int i = 0; i < hull->candidateCount; i++)
        for (int k = 0; k < 3; k++)
            lower[k] = fmin(lower[k], round((double)points[3 * (size_t)i + (size_t)k] / step));
    for (int i = 0; i < hull->candidateCount; i++)
        for (int k = 0; k < 3; k++) {
            double place = round((double)points[3 * (size_t)i + (size_t)k] / step);
            hull->points[i][k] = (int64_t)(place - lower[k]);
            rounded[3 * (size_t)i + (size_t)k] = (float)(place * step);
        }
}

static gelStatus makeSurface(const Hull* hull, const float* rounded, int pointCount, gelSurfaceMesh* surface)
{
    int(*triangles)[3] = gelAllocate((size_t)hull->facetCount, sizeof *triangles), kept = 0;
    if (triangles == NULL)
        return gelFailMemory((size_t)hull->facetCount, sizeof *triangles);
    for (int f = 0; f < hull->facetCount; f++)
        if (hull->facets[f].isUsed)
            memcpy(triangles[kept++], hull->facets[f].corners, sizeof *triangles);
    gelStatus status = gelCreateSurfaceMesh(rounded, pointCount, triangles[0], kept, surface, NULL);
    gelFree(triangles);
    return status;
}

// The longest side of the points' box, and its axis.
static gelStatus measurePoints(const float* points, int count, double* side, int* axis)
{
    double lower[3] = {INFINITY, INFINITY, INFINITY}, upper[3] = {-INFINITY, -INFINITY, -INFINITY};
    if (count < 4)
        return gelFail(gel_invalidArgument, "hull: expected at least 4 points, found %d", count);
    for (size_t i = 0; i < 3 * (size_t)count; i++) {
        double x = (double)points[i];
        if (!(fabs(x) <= gelLargestSurface))
            return gelFail(gel_invalidArgument, "hull: point %zu: expected coordinates within %g m, found %g",
                           i / 3, gelLargestSurface, x);
        lower[i % 3] = fmin(lower[i % 3], x);
        upper[i % 3] = fmax(upper[i % 3], x);
    }
    *side = -1.0;
    for (int k = 0; k < 3; k++)
        if (upper[k] - lower[k] > *side) {
            *side = upper[k] - lower[k];
            *axis = k;
        }
    if (*side < gelSmallestSurface)
        return gelFail(gel_invalidArgument,
                       "hull: the %d points lie within %g m: expected at least %g m from side to side", count,
                       *side, gelSmallestSurface);
    return gel_success;
}

gelStatus gelCreateHullSurface(const float* points, int count, gelSurfaceMesh* surface)
{
    double side = 0.0;
    int axis = 0, exponent;
    *surface = (gelSurfaceMesh){0};
    gelStatus status = measurePoints(points, count, &side, &axis);
    if (status != gel_success)
        return status;
    size_t size = (size_t)count;
    Hull hull = {.points = gelAllocate(size, sizeof *hull.points),
                 .candidates = gelAllocate(size, sizeof(int)),
                 .candidateCount = count,
                 .next = gelAllocate(size, sizeof(int)),
                 .edges = gelAllocate(size, sizeof(int))};
    float* rounded = gelAllocate(size, 3 * sizeof *rounded);
    if (hull.points == NULL || hull.candidates == NULL || hull.next == NULL || hull.edges == NULL ||
        rounded == NULL)
        status = gelFailMemory(size, sizeof *hull.points + 3 * sizeof(int) + 3 * sizeof(float));
    if (status == gel_success) {
        frexp(side, &exponent);
        roundPoints(points, ldexp(1.0, exponent - gridBits), &hull, rounded);
        for (int i = 0; i < count; i++)
            hull.candidates[i] = i;
        status = build(&hull, axis, count);
    }
    if (status == gel_success && keepCorners(&hull))
        status = build(&hull, axis, count);
    if (status == gel_success)
        status = makeSurface(&hull, rounded, count, surface);
    gelFree(hull.points);
    gelFree(hull.candidates);
    gelFree(hull.next);
    gelFree(hull.edges);
    gelFree(hull.facets);
    gelFree(hull.pending);
    gelFree(hull.visible);
    gelFree(hull.fresh);
    gelFree(rounded);
    return status;
}
