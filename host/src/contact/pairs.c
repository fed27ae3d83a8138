// Sort and sweep along x.
#include "contact/pairs.h"

#include <math.h>
#include <stdlib.h>

static int byLower(const void* a, const void* b)
{
    const gelInterval *p = a, *q = b;
    return p->lower != q->lower ? (p->lower < q->lower ? -1 : 1) : p->body - q->body;
}

static int byBodies(const void* a, const void* b)
{
    const SearchPair *p = a, *q = b;
    return p->bodies[0] != q->bodies[0] ? p->bodies[0] - q->bodies[0] : p->bodies[1] - q->bodies[1];
}

// By how much a body's box is grown along an axis: a little more than its elements' boxes, which are compared
// in single precision, so that no hit depends on the boxes of bodies.
static double growth(const gelSurfaceTables* tables, const gelSweptBox* boxes, int body, int axis)
{
    const SurfaceBody* entry = &tables->bodies[body];
    const gelSweptBox* box = &boxes[body];
    double largest = fmax(fabs((double)box->lower[axis]), fabs((double)box->upper[axis]));
    return 1.0001 * ((double)entry->thickness + (double)entry->margin + (double)tables->slack) +
           1e-6 * largest;
}

bool gelWantToMeet(const gelBody* a, const gelBody* b)
{
    return (a->filter.category & b->filter.collidesWith) != 0 &&
           (b->filter.category & a->filter.collidesWith) != 0 && !(gelIsObstacle(a) && gelIsObstacle(b)) &&
           !gelIgnoreEachOther(a, b);
}

static bool meet(const gelSurfaceTables* tables, const gelSweptBox* boxes, int a, int b)
{
    for (int k = 0; k < 3; k++) {
        const gelSweptBox *p = &boxes[a], *q = &boxes[b];
        double grown = growth(tables, boxes, a, k) + growth(tables, boxes, b, k);
        if (!((double)p->lower[k] - grown <= (double)q->upper[k] &&
              (double)q->lower[k] - grown <= (double)p->upper[k]))
            return false;
    }
    const gelBody *first = tables->plan->bodies[a], *second = tables->plan->bodies[b];
    return !(gelIsStill(first) && gelIsStill(second)) && gelWantToMeet(first, second);
}

static gelStatus addPair(gelPairs* pairs, int a, int b)
{
    gelStatus status = gelReserve(&pairs->pairs, &pairs->capacity, pairs->count + 1, sizeof *pairs->pairs);
    if (status == gel_success)
        pairs->pairs[pairs->count++] = (SearchPair){{a, b}};
    return status;
}

// Boxes that are empty or not numbers are in no pair.
static int listIntervals(const gelSurfaceTables* tables, const gelSweptBox* boxes, gelInterval* intervals)
{
    int count = 0;
    for (int i = 0; i < tables->bodyCount; i++) {
        double grown = 1.0001 * growth(tables, boxes, i, 0);
        if (boxes[i].lower[0] <= boxes[i].upper[0])
            intervals[count++] =
                (gelInterval){(double)boxes[i].lower[0] - grown, (double)boxes[i].upper[0] + grown, i};
    }
    qsort(intervals, (size_t)count, sizeof *intervals, byLower);
    return count;
}

// The lowest corner of the box, along the ground's normal, is not above the ground.
static bool reaches(const gelSurfaceTables* tables, const gelSweptBox* boxes, int body,
                    const SearchGround* ground)
{
    const gelSweptBox* box = &boxes[body];
    double height = -(double)ground->offset;
    for (int k = 0; k < 3; k++) {
        double n = (double)ground->normal[k], grown = growth(tables, boxes, body, k);
        height += n > 0.0 ? n * ((double)box->lower[k] - grown) : n * ((double)box->upper[k] + grown);
    }
    return height <= 0.0;
}

static gelStatus addGround(const gelSurfaceTables* tables, const gelSweptBox* boxes,
                           const SearchGround* ground, gelPairs* pairs)
{
    gelStatus status = gel_success;
    for (int i = 0; i < tables->bodyCount && status == gel_success; i++)
        if (tables->bodies[i].is_dressed && !gelIsStill(tables->plan->bodies[i]) &&
            reaches(tables, boxes, i, ground))
            status = addPair(pairs, i, -1);
    return status;
}

static gelStatus addFolding(const gelSurfaceTables* tables, const gelInterval* intervals, int count,
                            gelPairs* pairs)
{
    gelStatus status = gel_success;
    for (int i = 0; i < count && status == gel_success; i++)
        if (tables->plan->bodies[intervals[i].body]->selfContact &&
            !gelIsStill(tables->plan->bodies[intervals[i].body]))
            status = addPair(pairs, intervals[i].body, intervals[i].body);
    return status;
}

bool gelMayPair(const gelSurfaceTables* tables, bool hasGround)
{
    bool may = tables->bodyCount > 1;
    for (int i = 0; i < tables->bodyCount && !may; i++)
        may = tables->plan->bodies[i]->selfContact || (hasGround && tables->bodies[i].is_dressed != 0);
    return may && tables->counts[surface_points] > 0;
}

// All elements of a pair are compared: bodies that lie in one place take minutes, and nobody knows why.
static void warnOfCrowd(gelPairs* pairs, int bodyCount)
{
    const int many = 20000, manyEach = 50;
    if (pairs->hasWarned || pairs->count < many || pairs->count / manyEach < bodyCount)
        return;
    pairs->hasWarned = true;
    gelLog(
        gel_logWarning,
        "%d bodies are so close that %d pairs of them may touch: if they lie in one place, a step takes minutes "
        "and gigabytes; put them apart, or let them pass through each other (gel/filter.h)",
        bodyCount, pairs->count);
}

gelStatus gelFindPairs(const gelSurfaceTables* tables, const gelSweptBox* boxes, const SearchGround* ground,
                       gelPairs* pairs)
{
    gelStatus status =
        gelReserve(&pairs->intervals, &pairs->intervalCapacity, tables->bodyCount, sizeof *pairs->intervals);
    pairs->count = 0;
    if (status != gel_success)
        return status;
    const gelInterval* intervals = pairs->intervals;
    int count = listIntervals(tables, boxes, pairs->intervals);
    for (int i = 0; i < count && status == gel_success; i++)
        for (int k = i + 1; k < count && intervals[k].lower <= intervals[i].upper && status == gel_success;
             k++) {
            int a = intervals[i].body, b = intervals[k].body;
            if (meet(tables, boxes, a, b))
                status = addPair(pairs, a < b ? a : b, a < b ? b : a);
        }
    if (status == gel_success)
        status = addFolding(tables, intervals, count, pairs);
    if (ground != NULL && status == gel_success)
        status = addGround(tables, boxes, ground, pairs);
    warnOfCrowd(pairs, count);
    if (pairs->count > 0)
        qsort(pairs->pairs, (size_t)pairs->count, sizeof *pairs->pairs, byBodies);
    return status;
}

void gelClearPairs(gelPairs* pairs)
{
    gelFree(pairs->pairs);
    gelFree(pairs->intervals);
    *pairs = (gelPairs){0};
}
