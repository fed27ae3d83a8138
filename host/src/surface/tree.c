#include "surface/tree.h"

#include "base/triangle.h"

#include <assert.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// Squared: a node at twice its size away counts as a dipole.
static const double acceptance = 2.0 * 2.0;

// Relative: what is beyond a bound by less may be within it.
static const double rounding = 1e-9;

// A triangle while the tree is built.
typedef struct Entry {
    float corners[3][3];
    int triangle;
} Entry;

static int comparePlaces(const float* a, const float* b)
{
    for (int k = 0; k < 3; k++)
        if (a[k] != b[k])
            return a[k] < b[k] ? -1 : 1;
    return 0;
}

// By position; coincident triangles are interchangeable, and their numbers only make the order total.
static int compareEntries(const void* left, const void* right)
{
    const Entry *a = left, *b = right;
    for (int i = 0; i < 3; i++) {
        int order = comparePlaces(a->corners[i], b->corners[i]);
        if (order != 0)
            return order;
    }
    return (a->triangle > b->triangle) - (a->triangle < b->triangle);
}

static Entry entryOf(const gelSurfaceMesh* surface, int triangle)
{
    const int* vertices = surface->triangles + 3 * (size_t)triangle;
    const float* places[3];
    int min = 0;
    for (int i = 0; i < 3; i++) {
        places[i] = surface->positions + 3 * (size_t)vertices[i];
        if (comparePlaces(places[i], places[min]) < 0)
            min = i;
    }
    Entry entry = {.triangle = triangle};
    for (int i = 0; i < 3; i++)
        memcpy(entry.corners[i], places[(min + i) % 3], sizeof entry.corners[i]);
    return entry;
}

static gelStatus sortTriangles(const gelSurfaceMesh* surface, gelSurfaceTree* tree)
{
    size_t count = (size_t)surface->triangleCount;
    Entry* entries = gelAllocate(count, sizeof *entries);
    if (entries == NULL)
        return gelFailMemory(count, sizeof *entries);
    for (int t = 0; t < surface->triangleCount; t++)
        entries[t] = entryOf(surface, t);
    qsort(entries, count, sizeof *entries, compareEntries);
    for (size_t t = 0; t < count; t++) {
        tree->triangles[t] = entries[t].triangle;
        for (int i = 0; i < 9; i++)
            tree->corners[t].corners[i / 3][i % 3] =
                (double)entries[t].corners[i / 3][i % 3] + 0.0; // -0 becomes 0
    }
    gelFree(entries);
    return gel_success;
}

// A node's area, and its centre times that.
typedef struct Moment {
    double area, centre[3];
} Moment;

static void addTriangle(const gelSurfaceCorners* triangle, Moment* moment, double areaVector[3])
{
    double a[3], b[3], normal[3];
    gelSubtract3(triangle->corners[1], triangle->corners[0], a);
    gelSubtract3(triangle->corners[2], triangle->corners[0], b);
    gelCross3(a, b, normal);
    double area = 0.5 * sqrt(gelDot3(normal, normal));
    moment->area += area;
    for (int k = 0; k < 3; k++) {
        double sum = triangle->corners[0][k] + triangle->corners[1][k] + triangle->corners[2][k];
        moment->centre[k] += area * (sum / 3.0);
        areaVector[k] += 0.5 * normal[k];
    }
}

static void addMoment(const Moment* part, const double partArea[3], Moment* moment, double areaVector[3])
{
    moment->area += part->area;
    for (int k = 0; k < 3; k++) {
        moment->centre[k] += part->centre[k];
        areaVector[k] += partArea[k];
    }
}

static void boundNode(const gelSurfaceTree* tree, const gelBoxNode* node, gelSurfaceDipole* dipole)
{
    double furthest = 0.0;
    dipole->lower = INFINITY;
    dipole->upper = -INFINITY;
    for (int i = node->first; i < node->first + node->count; i++) {
        const gelSurfaceCorners* triangle = &tree->corners[tree->boxes.order[i]];
        for (int corner = 0; corner < 3; corner++) {
            double from[3];
            gelSubtract3(triangle->corners[corner], dipole->centre, from);
            furthest = gelGreater(furthest, gelDot3(from, from));
            double height = gelDot3(dipole->area, from);
            dipole->lower = gelLesser(dipole->lower, height);
            dipole->upper = gelGreater(dipole->upper, height);
        }
    }
    double slack = 1e-12 * sqrt(furthest * gelDot3(dipole->area, dipole->area));
    dipole->lower -= slack;
    dipole->upper += slack;
    dipole->reach = acceptance * furthest;
}

// From the leaves up: children come after their parent.
static void measureNodes(gelSurfaceTree* tree, Moment* moments)
{
    for (int index = tree->boxes.nodeCount - 1; index >= 0; index--) {
        const gelBoxNode* node = &tree->boxes.nodes[index];
        gelSurfaceDipole* dipole = &tree->dipoles[index];
        Moment* moment = &moments[index];
        if (node->right != 0) {
            addMoment(&moments[index + 1], tree->dipoles[index + 1].area, moment, dipole->area);
            addMoment(&moments[node->right], tree->dipoles[node->right].area, moment, dipole->area);
        } else {
            for (int i = node->first; i < node->first + node->count; i++)
                addTriangle(&tree->corners[tree->boxes.order[i]], moment, dipole->area);
        }
        for (int k = 0; k < 3; k++)
            dipole->centre[k] = moment->area > 0.0 ? moment->centre[k] / moment->area
                                                   : 0.5 * (node->box.lower[k] + node->box.upper[k]);
        boundNode(tree, node, dipole);
    }
}

static gelStatus makeDipoles(gelSurfaceTree* tree)
{
    size_t count = (size_t)tree->boxes.nodeCount;
    Moment* moments = gelAllocate(count, sizeof *moments);
    tree->dipoles = gelAllocate(count, sizeof *tree->dipoles);
    gelStatus status = gel_success;
    if (moments == NULL || tree->dipoles == NULL)
        status = gelFailMemory(count, sizeof *moments + sizeof *tree->dipoles);
    else
        measureNodes(tree, moments);
    gelFree(moments);
    return status;
}

static gelStatus makeBoxes(gelSurfaceTree* tree)
{
    gelBox* boxes = gelAllocate((size_t)tree->triangleCount, sizeof *boxes);
    if (boxes == NULL)
        return gelFailMemory((size_t)tree->triangleCount, sizeof *boxes);
    for (int item = 0; item < tree->triangleCount; item++) {
        boxes[item] = gelEmptyBox();
        for (int i = 0; i < 3; i++)
            gelBox_Widen(&boxes[item], tree->corners[item].corners[i], tree->corners[item].corners[i]);
    }
    return gelCreateBoxTree(boxes, tree->triangleCount, &tree->boxes);
}

gelStatus gelCreateSurfaceTree(const gelSurfaceMesh* surface, gelSurfaceTree* tree)
{
    assert(surface != NULL && surface->triangleCount > 0 && tree != NULL);
    size_t count = (size_t)surface->triangleCount;
    *tree = (gelSurfaceTree){.triangleCount = surface->triangleCount,
                             .corners = gelAllocate(count, sizeof *tree->corners),
                             .triangles = gelAllocate(count, sizeof *tree->triangles)};
    gelStatus status = tree->corners != NULL && tree->triangles != NULL
                           ? sortTriangles(surface, tree)
                           : gelFailMemory(count, sizeof *tree->corners + sizeof *tree->triangles);
    if (status == gel_success)
        status = makeBoxes(tree);
    if (status == gel_success)
        status = makeDipoles(tree);
    if (status != gel_success)
        gelDestroySurfaceTree(tree);
    return status;
}

void gelDestroySurfaceTree(gelSurfaceTree* tree)
{
    gelFree(tree->corners);
    gelFree(tree->triangles);
    gelFree(tree->dipoles);
    gelDestroyBoxTree(&tree->boxes);
    *tree = (gelSurfaceTree){0};
}

static double windingOf(const gelSurfaceTree* tree, int index, const double point[3])
{
    const double sphere = 12.566370614359172954; // 4 pi
    const gelBoxNode* node = &tree->boxes.nodes[index];
    const gelSurfaceDipole* dipole = &tree->dipoles[index];
    double to[3];
    gelSubtract3(dipole->centre, point, to);
    double square = gelDot3(to, to);
    if (square > dipole->reach)
        return gelDot3(dipole->area, to) / (sphere * (square * sqrt(square)));
    if (node->right != 0)
        return windingOf(tree, index + 1, point) + windingOf(tree, node->right, point);
    double winding = 0.0;
    for (int i = node->first; i < node->first + node->count; i++)
        winding += gelTriangleWinding((const double(*)[3])tree->corners[tree->boxes.order[i]].corners, point);
    return winding;
}

double gelSurfaceTree_Winding(const gelSurfaceTree* tree, const double point[3])
{
    return windingOf(tree, 0, point);
}

typedef struct NearestQuery {
    const gelSurfaceTree* tree;
    const double* point;
    int item;
    double place[3];
} NearestQuery;

// A cheap way to leave out a triangle: its plane is further away already.
static bool isPlaneBeyond(const double corners[3][3], const double point[3], double bound)
{
    double sides[2][3], normal[3], from[3];
    gelSubtract3(corners[1], corners[0], sides[0]);
    gelSubtract3(corners[2], corners[0], sides[1]);
    gelSubtract3(point, corners[0], from);
    gelCross3(sides[0], sides[1], normal);
    double height = gelDot3(from, normal);
    return height * height * (1.0 - rounding) > bound * gelDot3(normal, normal);
}

static void tryTriangle(void* context, int item, double* bound)
{
    NearestQuery* query = context;
    const double(*corners)[3] = (const double(*)[3])query->tree->corners[item].corners;
    double place[3];
    if (isPlaneBeyond(corners, query->point, *bound))
        return;
    double distance = gelNearestOnTriangle(corners, query->point, place);
    if (distance > *bound || (distance == *bound && query->item >= 0 && query->item < item))
        return;
    *bound = distance;
    query->item = item;
    memcpy(query->place, place, sizeof place);
}

// Boxes round slanted triangles reach far to either side of them: without this, points deep inside a round
// body would visit a large part of its surface.
static bool isBeyond(const void* context, int node, double bound)
{
    const NearestQuery* query = context;
    const gelSurfaceDipole* dipole = &query->tree->dipoles[node];
    double from[3];
    gelSubtract3(query->point, dipole->centre, from);
    double height = gelDot3(dipole->area, from);
    double gap = gelGreater(dipole->lower - height, height - dipole->upper);
    return gap > 0.0 && gap * gap * (1.0 - rounding) > bound * gelDot3(dipole->area, dipole->area);
}

gelSurfacePlace gelSurfaceTree_NearestWithin(const gelSurfaceTree* tree, const double point[3], double max)
{
    NearestQuery query = {.tree = tree, .point = point, .item = -1};
    double bound = max * max;
    gelBoxTree_VisitNearer(&tree->boxes, gelBox_MeasureToPoint, point, &bound, isBeyond, tryTriangle, &query);
    gelSurfacePlace place = {.triangle = query.item < 0 ? -1 : tree->triangles[query.item],
                             .distance = sqrt(bound)};
    memcpy(place.point, query.place, sizeof place.point);
    return place;
}

gelSurfacePlace gelSurfaceTree_Nearest(const gelSurfaceTree* tree, const double point[3])
{
    return gelSurfaceTree_NearestWithin(tree, point, INFINITY);
}

typedef struct RayQuery {
    const gelSurfaceTree* tree;
    gelRay ray;
    double min, met;
} RayQuery;

static void tryRay(void* context, int item, double* bound)
{
    RayQuery* query = context;
    double met = gelMeetRay((const double(*)[3])query->tree->corners[item].corners, query->ray.origin,
                            query->ray.direction);
    if (met >= query->min && met < query->met)
        *bound = query->met = met;
}

double gelSurfaceTree_CastRay(const gelSurfaceTree* tree, const double origin[3], const double direction[3],
                              double min)
{
    RayQuery query = {.tree = tree, .min = min, .met = INFINITY};
    double bound = DBL_MAX;
    memcpy(query.ray.origin, origin, sizeof query.ray.origin);
    memcpy(query.ray.direction, direction, sizeof query.ray.direction);
    gelBoxTree_VisitAlong(&tree->boxes, &query.ray, &bound, tryRay, &query);
    return query.met;
}
