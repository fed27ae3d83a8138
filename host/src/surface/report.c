#include "surface/surface.h"
#include "mesh/mesh.h"
#include "surface/tree.h"
#include "base/triangle.h"
#include "base/tuple_set.h"

#include "gel/surface_check.h"

#include <assert.h>
#include <math.h>
#include <string.h>

// Relations between two triangles, marked on each triangle.
enum { markIntersecting = 1, markOverlapping = 2, markFolded = 4, markZeroArea = 8 };

// A part, indexed by its root vertex.
typedef struct Part {
    double volume; // about the first vertex of the surface
    double largestArea;
    int largestTriangle; // the last of those of equal area
    bool open, flat;
    gelBox box;
} Part;

typedef struct Examination {
    const gelSurfaceMesh* surface;
    gelSurfaceReport* report;
    gelTupleSet edges;
    int (*uses)[2];       // [edges.count]: by triangles that traverse it upwards, downwards in vertex order
    int* roots;           // [vertexCount]: union-find of the parts
    int* rims;            // [vertexCount]: union-find of the chains of open edges
    Part* parts;          // [vertexCount]
    unsigned char* marks; // [triangleCount]
    gelSurfaceTree tree;
    int item; // the triangle whose pairs are being tested
} Examination;

static void getCorners(const gelSurfaceMesh* surface, int triangle, double corners[3][3])
{
    for (int i = 0; i < 9; i++) {
        int vertex = surface->triangles[3 * (size_t)triangle + (size_t)(i / 3)];
        corners[i / 3][i % 3] = (double)surface->positions[3 * (size_t)vertex + (size_t)(i % 3)];
    }
}

static gelStatus checkSurface(const gelSurfaceMesh* surface)
{
    if (surface->triangleCount < 1)
        return gelFail(gel_invalidArgument, "expected a surface with triangles, found none");
    for (int i = 0; i < 3 * surface->triangleCount; i++)
        if (surface->triangles[i] < 0 || surface->triangles[i] >= surface->vertexCount)
            return gelFail(gel_invalidArgument, "triangle %d: expected vertices from 0 to %d, found %d",
                           i / 3, surface->vertexCount - 1, surface->triangles[i]);
    for (int i = 0; i < 3 * surface->vertexCount; i++)
        if (!isfinite(surface->positions[i]))
            return gelFail(gel_invalidArgument, "vertex %d: expected finite coordinates, found %g", i / 3,
                           (double)surface->positions[i]);
    return gel_success;
}

// Measures each triangle and adds it to its part.
static void measureTriangle(Examination* e, int triangle)
{
    const double straight = 1e-10, needle = 1e-3;
    double corners[3][3], sides[3][3], normal[3], origin[3][3], longest = 0.0;
    getCorners(e->surface, triangle, corners);
    for (int i = 0; i < 3; i++) {
        gelSubtract3(corners[(i + 1) % 3], corners[i], sides[i]);
        longest = fmax(longest, gelDot3(sides[i], sides[i]));
        gelMeasureEdge(e->surface->positions, 0, e->surface->triangles[3 * (size_t)triangle + (size_t)i],
                       origin[i]);
    }
    gelCross3(sides[0], sides[1], normal);
    double twice = sqrt(gelDot3(normal, normal));
    if (!(twice > straight * longest)) {
        e->marks[triangle] |= markZeroArea;
        e->report->counts[gel_findingZeroAreaTriangles]++;
    } else if (twice < needle * longest) {
        e->report->counts[gel_findingNeedleTriangles]++;
    }
    e->report->area += 0.5 * twice;
    Part* part = &e->parts[e->roots[e->surface->triangles[3 * (size_t)triangle]]];
    double volume = gelTripleProduct(origin[0], origin[1], origin[2]) / 6.0;
    part->volume += volume;
    e->report->volume += volume;
    for (int i = 0; i < 3; i++)
        gelBox_Widen(&part->box, corners[i], corners[i]);
    if (0.5 * twice >= part->largestArea) {
        part->largestArea = 0.5 * twice;
        part->largestTriangle = triangle;
    }
}

static void join(int* parents, int a, int b)
{
    a = gelFindRoot(parents, a);
    b = gelFindRoot(parents, b);
    parents[a > b ? a : b] = a > b ? b : a;
}

static gelStatus collectEdges(Examination* e)
{
    gelStatus status = gelCreateTupleSet(&e->edges, 2, 3 * e->surface->triangleCount / 2);
    for (int i = 0; i < 3 * e->surface->triangleCount && status == gel_success; i++) {
        const int* triangle = e->surface->triangles + 3 * (size_t)(i / 3);
        int a = triangle[i % 3], b = triangle[(i + 1) % 3], index;
        bool added;
        status = gelTupleSet_Insert(&e->edges, (const int[2]){a < b ? a : b, a < b ? b : a}, &index, &added);
        if (status == gel_success)
            e->uses[index][a > b]++;
        join(e->roots, a, b);
    }
    return status;
}

static void judgeEdges(Examination* e)
{
    int* counts = e->report->counts;
    for (int i = 0; i < e->edges.count; i++) {
        const int *edge = e->edges.tuples + 2 * (size_t)i, *uses = e->uses[i];
        int total = uses[0] + uses[1];
        counts[gel_findingNonManifoldEdges] += total > 2;
        counts[gel_findingTurnedEdges] += total == 2 && uses[0] != 1;
        if (total == 1) {
            counts[gel_findingOpenEdges]++;
            e->report->holeCount += (e->rims[edge[0]] < 0) + (e->rims[edge[1]] < 0);
            for (int k = 0; k < 2; k++)
                if (e->rims[edge[k]] < 0)
                    e->rims[edge[k]] = edge[k];
            e->report->holeCount -= gelFindRoot(e->rims, edge[0]) != gelFindRoot(e->rims, edge[1]);
            join(e->rims, edge[0], edge[1]);
        }
        if (total != 2 || uses[0] != 1)
            e->parts[e->roots[edge[0]]].open = true;
    }
    e->report->closed = counts[gel_findingOpenEdges] == 0;
}

static int sortCorners(const int* triangle, int order[3])
{
    memcpy(order, triangle, 3 * sizeof *order);
    int turns = 0; // odd: sorting reversed the orientation
    for (int i = 0; i < 3; i++) {
        int k = i % 2;
        if (order[k] <= order[k + 1])
            continue;
        int kept = order[k];
        order[k] = order[k + 1];
        order[k + 1] = kept;
        turns++;
    }
    return turns % 2;
}

// A duplicate has the same orientation as the first triangle of its vertices, or the opposite one.
static gelStatus findDuplicates(Examination* e)
{
    size_t count = (size_t)e->surface->triangleCount;
    unsigned char* turned = gelAllocate(count, 1);
    gelTupleSet faces = {0};
    gelStatus status = turned == NULL ? gelFailMemory(count, 1) : gelCreateTupleSet(&faces, 3, (int)count);
    for (size_t t = 0; t < count && status == gel_success; t++) {
        int sorted[3], index;
        bool added;
        int turn = sortCorners(e->surface->triangles + 3 * t, sorted);
        status = gelTupleSet_Insert(&faces, sorted, &index, &added);
        if (status != gel_success)
            break;
        if (added)
            turned[index] = (unsigned char)turn;
        else
            e->report->counts[turned[index] == turn ? gel_findingDuplicateTriangles
                                                    : gel_findingOppositeTriangles]++;
    }
    gelDestroyTupleSet(&faces);
    gelFree(turned);
    return status;
}

static void comparePair(void* context, int item)
{
    Examination* e = context;
    if (item <= e->item)
        return;
    int triangles[2] = {e->tree.triangles[e->item], e->tree.triangles[item]}, shared = 0;
    if (((e->marks[triangles[0]] | e->marks[triangles[1]]) & markZeroArea) != 0)
        return;
    for (int i = 0; i < 9; i++)
        shared += e->surface->triangles[3 * (size_t)triangles[0] + (size_t)(i / 3)] ==
                  e->surface->triangles[3 * (size_t)triangles[1] + (size_t)(i % 3)];
    if (shared == 3)
        return;
    int meeting = gelMeetTriangles((const double(*)[3])e->tree.corners[e->item].corners,
                                   (const double(*)[3])e->tree.corners[item].corners);
    if (meeting == 0)
        return;
    int mark = meeting == gel_trianglesOverlap ? markOverlapping : markIntersecting;
    for (int i = 0; i < 2; i++)
        e->marks[triangles[i]] |= (unsigned char)(shared > 0 ? markFolded : mark);
}

static void findMeetings(Examination* e)
{
    for (e->item = 0; e->item < e->tree.triangleCount; e->item++)
        gelBoxTree_VisitMeeting(&e->tree.boxes, &e->tree.boxes.boxes[e->item], comparePair, e);
    for (int t = 0; t < e->surface->triangleCount; t++) {
        e->report->counts[gel_findingIntersecting] += (e->marks[t] & markIntersecting) != 0;
        e->report->counts[gel_findingOverlapping] += (e->marks[t] & markOverlapping) != 0;
        e->report->counts[gel_findingFoldedTriangles] += (e->marks[t] & markFolded) != 0;
    }
}

// The extent of the box.
static double sizeOf(const gelBox* box)
{
    double sides[3];
    gelSubtract3(box->upper, box->lower, sides);
    return sqrt(gelDot3(sides, sides));
}

// A part is flat if every vertex lies in the plane of its largest triangle.
static void findFlatParts(Examination* e)
{
    const double thickness = 1e-5;
    for (int v = 0; v < e->surface->vertexCount; v++)
        e->parts[v].flat = true;
    for (int v = 0; v < e->surface->vertexCount; v++) {
        Part* part = &e->parts[e->roots[v]];
        double corners[3][3], a[3], b[3], normal[3], from[3];
        getCorners(e->surface, part->largestTriangle, corners);
        gelSubtract3(corners[1], corners[0], a);
        gelSubtract3(corners[2], corners[0], b);
        gelCross3(a, b, normal);
        for (int k = 0; k < 3; k++)
            from[k] = (double)e->surface->positions[3 * (size_t)v + (size_t)k] - corners[0][k];
        double height = fabs(gelDot3(from, normal));
        part->flat = part->flat && height <= thickness * sizeOf(&part->box) * sqrt(gelDot3(normal, normal));
    }
}

// A closed part that faces inwards is the wall of a cavity if it lies inside others, as seen from a point
// just behind its largest triangle, on the side that is outside of it alone.
static bool isInverted(const Examination* e, const Part* part)
{
    if (part->open || part->flat || part->volume >= 0.0)
        return false;
    double corners[3][3], a[3], b[3], normal[3], place[3];
    getCorners(e->surface, part->largestTriangle, corners);
    gelSubtract3(corners[1], corners[0], a);
    gelSubtract3(corners[2], corners[0], b);
    gelCross3(a, b, normal);
    double step = 1e-4 / sqrt(sqrt(gelDot3(normal, normal))); // a ten-thousandth of the triangle's size
    for (int k = 0; k < 3; k++)
        place[k] = (corners[0][k] + corners[1][k] + corners[2][k]) / 3.0 - step * normal[k];
    return gelSurfaceTree_Winding(&e->tree, place) < 0.5;
}

static void judgeParts(Examination* e)
{
    findFlatParts(e);
    for (int v = 0; v < e->surface->vertexCount; v++) {
        if (e->roots[v] != v || e->parts[v].largestTriangle < 0)
            continue;
        e->report->partCount++;
        e->report->counts[gel_findingFlatParts] += e->parts[v].flat;
        e->report->counts[gel_findingInvertedParts] += isInverted(e, &e->parts[v]);
    }
}

static void judgeSize(Examination* e)
{
    const gelBox* box = &e->tree.boxes.nodes[0].box;
    gelSurfaceReport* report = e->report;
    report->lower = (gelVec3){(float)box->lower[0], (float)box->lower[1], (float)box->lower[2]};
    report->upper = (gelVec3){(float)box->upper[0], (float)box->upper[1], (float)box->upper[2]};
    double side, reach;
    gelMeasureExtent(box->lower, box->upper, &side, &reach);
    report->counts[gel_findingTooLarge] = reach > gelLargestSurface;
    report->counts[gel_findingTooSmall] = side < gelSmallestSurface;
    report->counts[gel_findingNoArea] = report->counts[gel_findingZeroAreaTriangles] == report->triangleCount;
}

static gelStatus examine(Examination* e)
{
    gelStatus status = collectEdges(e);
    if (status != gel_success)
        return status;
    for (int v = 0; v < e->surface->vertexCount; v++) {
        e->roots[v] = gelFindRoot(e->roots, v);
        e->rims[v] = -1;
        e->parts[v].box = gelEmptyBox();
        e->parts[v].largestTriangle = -1;
    }
    judgeEdges(e);
    for (int t = 0; t < e->surface->triangleCount; t++)
        measureTriangle(e, t);
    status = findDuplicates(e);
    if (status == gel_success)
        status = gelCreateSurfaceTree(e->surface, &e->tree);
    if (status != gel_success)
        return status;
    findMeetings(e);
    judgeParts(e);
    judgeSize(e);
    for (int i = 0; i < gel_surfaceIssueCount; i++) {
        gelSurfaceVerdict verdict = gelDescribeSurfaceIssue((gelSurfaceIssue)i)->verdict;
        if (e->report->counts[i] > 0 && verdict > e->report->verdict)
            e->report->verdict = verdict;
    }
    return gel_success;
}

gelStatus gelReportSurface(const gelSurfaceMesh* surface, gelSurfaceReport* report)
{
    assert(surface != NULL && report != NULL);
    *report =
        (gelSurfaceReport){.vertexCount = surface->vertexCount, .triangleCount = surface->triangleCount};
    gelStatus status = checkSurface(surface);
    if (status != gel_success)
        return status;
    size_t vertexCount = (size_t)surface->vertexCount, triangleCount = (size_t)surface->triangleCount;
    Examination e = {.surface = surface,
                     .report = report,
                     .uses = gelAllocate(3 * triangleCount, sizeof *e.uses),
                     .roots = gelAllocate(vertexCount, sizeof *e.roots),
                     .rims = gelAllocate(vertexCount, sizeof *e.rims),
                     .parts = gelAllocate(vertexCount, sizeof *e.parts),
                     .marks = gelAllocate(triangleCount, sizeof *e.marks)};
    if (e.uses == NULL || e.roots == NULL || e.rims == NULL || e.parts == NULL || e.marks == NULL)
        status = gelFailMemory(3 * triangleCount, sizeof *e.uses);
    for (int v = 0; v < surface->vertexCount && status == gel_success; v++)
        e.roots[v] = v;
    if (status == gel_success)
        status = examine(&e);
    gelDestroyTupleSet(&e.edges);
    gelDestroySurfaceTree(&e.tree);
    gelFree(e.uses);
    gelFree(e.roots);
    gelFree(e.rims);
    gelFree(e.parts);
    gelFree(e.marks);
    if (status != gel_success)
        *report = (gelSurfaceReport){0};
    return status;
}
