// Sort and sweep along x, and again if bodies hit each other.
//
// The search looks as far as bodies move if nothing stops them. A body that is hit in the frame moves
// differently: if it rests before a wall, the next frame must not find it inside the wall. So a body that
// another meets at more than a slow speed is compared with walls as far as the impact may carry it.
#include "contact/pairs.h"

#include "contact/restitution.h"

#include <math.h>
#include <stdlib.h>

// The smallest impact that counts, in mean edges of the body.
static const double minImpact = 0.25;

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
    return 1.0001 * ((double)entry->thickness + (double)entry->margin + (double)tables->cacheMargin) +
           1e-6 * largest;
}

// Only walls are searched for so far: soft bodies that have entered each other are separated, and in a heap that
// is poured all hit all.
static bool isWall(const gelPlan* plan, int body)
{
    return body < 0 || gelIsObstacle(plan->bodies[body]);
}

static double farthestImpact(const gelPairs* pairs, int body)
{
    return 1.0001 * pairs->impacts[body].farthest;
}

static bool isThere(const gelSweptBox* box)
{
    return box->lower[0] <= box->upper[0];
}

// The largest relative way of points of two bodies in the frame, if nothing stops them.
static double relativeDisplacement(const gelSweptBox* a, const gelSweptBox* b)
{
    double sum = 0.0;
    for (int k = 0; k < 3 && isThere(a) && isThere(b); k++) {
        double forth = (double)a->upper[k] - (double)b->lower[k];
        double back = (double)b->upper[k] - (double)a->lower[k];
        double max = fmax(forth, back);
        sum += max * max;
    }
    return sqrt(sum);
}

static void addImpact(gelImpact* impact, int other, double distance)
{
    if (distance > impact->farthest)
        *impact = (gelImpact){distance, impact->farthest, other};
    else
        impact->second = fmax(impact->second, distance);
}

static double impactByOthers(const gelImpact* impact, int other)
{
    return impact->other == other ? impact->second : impact->farthest;
}

bool gelWantToMeet(const gelBody* a, const gelBody* b)
{
    return !a->isQuarantined && !b->isQuarantined && (a->filter.category & b->filter.collidesWith) != 0 &&
           (b->filter.category & a->filter.collidesWith) != 0 && !(gelIsObstacle(a) && gelIsObstacle(b)) &&
           !gelIgnoreEachOther(a, b);
}

bool gelMayTouch(const gelSurfaceTables* tables, const gelPairs* pairs, const gelSweptBox* boxes, int a,
                 int b)
{
    double margin = isWall(tables->plan, a) || isWall(tables->plan, b)
                        ? farthestImpact(pairs, a) + farthestImpact(pairs, b)
                        : 0.0;
    for (int k = 0; k < 3; k++) {
        const gelSweptBox *p = &boxes[a], *q = &boxes[b];
        double grown = growth(tables, boxes, a, k) + growth(tables, boxes, b, k) + margin;
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
        pairs->pairs[pairs->count++] = (SearchPair){{a, b}, 0.0f};
    return status;
}

// Boxes that are empty or not numbers are in no pair.
static int listIntervals(const gelSurfaceTables* tables, const gelSweptBox* boxes, gelPairs* pairs)
{
    gelInterval* intervals = pairs->intervals;
    int count = 0;
    for (int i = 0; i < tables->bodyCount; i++) {
        double grown = 1.0001 * growth(tables, boxes, i, 0) + farthestImpact(pairs, i);
        if (isThere(&boxes[i]))
            intervals[count++] =
                (gelInterval){(double)boxes[i].lower[0] - grown, (double)boxes[i].upper[0] + grown, i};
    }
    qsort(intervals, (size_t)count, sizeof *intervals, byLower);
    return count;
}

// The lowest corner of the box, along the ground's normal, is not above the ground.
static bool reaches(const gelSurfaceTables* tables, const gelPairs* pairs, const gelSweptBox* boxes, int body,
                    const SearchGround* ground)
{
    const gelSweptBox* box = &boxes[body];
    double height = -(double)ground->offset;
    for (int k = 0; k < 3; k++) {
        double n = (double)ground->normal[k];
        double grown = growth(tables, boxes, body, k) + farthestImpact(pairs, body);
        height += n > 0.0 ? n * ((double)box->lower[k] - grown) : n * ((double)box->upper[k] + grown);
    }
    return height <= 0.0;
}

static gelStatus addGround(const gelSurfaceTables* tables, const gelSweptBox* boxes,
                           const SearchGround* ground, gelPairs* pairs)
{
    gelStatus status = gel_success;
    for (int i = 0; i < tables->bodyCount && status == gel_success; i++)
        if (tables->bodies[i].has_skin && !gelIsStill(tables->plan->bodies[i]) &&
            reaches(tables, pairs, boxes, i, ground))
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

double gelFallInFrame(const float gravity[3], float frameTime)
{
    double sum = 0.0;
    for (int k = 0; k < 3; k++)
        sum += (double)gravity[k] * (double)gravity[k];
    return sqrt(sum) * (double)frameTime * (double)frameTime;
}

bool gelMayPair(const gelSurfaceTables* tables, bool hasGround)
{
    bool may = tables->bodyCount > 1;
    for (int i = 0; i < tables->bodyCount && !may; i++)
        may = tables->plan->bodies[i]->selfContact || (hasGround && tables->bodies[i].has_skin != 0);
    return may && tables->counts[surface_points] > 0;
}

// All elements of a pair are compared: bodies that lie in one place take minutes, and nobody knows why.
static void warnOfCrowd(gelPairs* pairs, int bodyCount)
{
    const int many = 20000, manyEach = 50;
    if (pairs->hasWarned || pairs->count < many || pairs->count / manyEach < bodyCount)
        return;
    pairs->hasWarned = true;
    gelLog(gel_logWarning,
           "%d bodies are so close that %d pairs of them may touch: if they are in one place, a step needs "
           "minutes and gigabytes; move them apart, or let them pass through each other (gel/filter.h)",
           bodyCount, pairs->count);
}

// Whether the corners of two boxes are nearer than a hundredth of the first one's size.
static bool coincide(const gelSweptBox* a, const gelSweptBox* b)
{
    bool same = true;
    for (int k = 0; k < 3; k++) {
        double max = 0.01 * ((double)a->upper[k] - (double)a->lower[k]);
        same = same && fabs((double)a->lower[k] - (double)b->lower[k]) <= max &&
               fabs((double)a->upper[k] - (double)b->upper[k]) <= max;
    }
    return same;
}

// Copies in one place touch with all they have, and nothing says which way is out: a hundred take seconds per step,
// a thousand do not end. Pairs are in ascending order, so that the first of such bodies has all others.
static gelStatus refuseCopies(const gelSweptBox* boxes, const gelPairs* pairs)
{
    const int max = 64;
    for (int i = 0, count = 1; i < pairs->count; i++) {
        const int* bodies = pairs->pairs[i].bodies;
        if (i == 0 || bodies[0] != pairs->pairs[i - 1].bodies[0])
            count = 1;
        count += bodies[1] >= 0 && bodies[1] != bodies[0] && coincide(&boxes[bodies[0]], &boxes[bodies[1]]);
        if (count > max) {
            const gelSweptBox* box = &boxes[bodies[0]];
            return gelFail(
                gel_unsupported,
                "more than %d bodies are in one place, in the box from (%g, %g, %g) to (%g, %g, %g): move "
                "them apart, or let them pass through each other (gel/filter.h)",
                max, (double)box->lower[0], (double)box->lower[1], (double)box->lower[2],
                (double)box->upper[0], (double)box->upper[1], (double)box->upper[2]);
        }
    }
    return gel_success;
}

static gelStatus sweep(const gelSurfaceTables* tables, const gelSweptBox* boxes, const SearchGround* ground,
                       gelPairs* pairs)
{
    const gelInterval* intervals = pairs->intervals;
    gelStatus status = gel_success;
    int count = listIntervals(tables, boxes, pairs);
    pairs->count = 0;
    for (int i = 0; i < count && status == gel_success; i++)
        for (int k = i + 1; k < count && intervals[k].lower <= intervals[i].upper && status == gel_success;
             k++) {
            int a = intervals[i].body, b = intervals[k].body;
            if (gelMayTouch(tables, pairs, boxes, a, b))
                status = addPair(pairs, a < b ? a : b, a < b ? b : a);
        }
    if (status == gel_success)
        status = addFolding(tables, intervals, count, pairs);
    if (ground != NULL && status == gel_success)
        status = addGround(tables, boxes, ground, pairs);
    return status;
}

// How far a pair, or the ground, may carry either body.
static void addPairImpact(const gelSurfaceTables* tables, const gelSweptBox* displacements,
                          const SearchPair* pair, gelPairs* pairs)
{
    const gelSweptBox still = {{0.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f}};
    int a = pair->bodies[0], b = pair->bodies[1];
    double displacement = relativeDisplacement(&displacements[a], b >= 0 ? &displacements[b] : &still);
    for (int side = 0; side < 2 && a != b; side++) {
        int body = pair->bodies[side];
        if (body >= 0 && !gelIsObstacle(tables->plan->bodies[body]))
            addImpact(&pairs->impacts[body], pair->bodies[1 - side], displacement);
    }
}

static int findBody(const gelPlan* plan, gelBodyId id)
{
    for (int i = 0; i < plan->bodyCount; i++)
        if (plan->bodies[i]->id.index1 == id.index1 && plan->bodies[i]->id.generation == id.generation)
            return i;
    return -1;
}

// Adds an impact for each bouncing pair: the bodies may part as fast as they met.
static void addRestitutionImpacts(const gelSurfaceTables* tables, gelPairs* pairs)
{
    for (int i = 0; pairs->restitution != NULL && i < pairs->restitution->count; i++) {
        const gelRestitutionState* bounce = &pairs->restitution->pairs[i];
        double displacement = gelRestitutionSpeed(bounce) * (double)tables->frameTime;
        int bodies[2] = {findBody(tables->plan, bounce->bodies[0]),
                         findBody(tables->plan, bounce->bodies[1])};
        for (int side = 0; side < 2; side++)
            if (bodies[side] >= 0 && !gelIsObstacle(tables->plan->bodies[bodies[side]]))
                addImpact(&pairs->impacts[bodies[side]], bodies[1 - side], displacement);
    }
}

static double minImpactOf(const gelSurfaceTables* tables, int body)
{
    return minImpact * (double)tables->bodies[body].edge + tables->fall;
}

bool gelRestitutionHasImpacts(const gelSurfaceTables* tables, const gelPairs* pairs)
{
    bool impacts = false;
    for (int i = 0; pairs->restitution != NULL && i < pairs->restitution->count; i++)
        for (int side = 0; side < 2; side++) {
            const gelRestitutionState* bounce = &pairs->restitution->pairs[i];
            int body = findBody(tables->plan, bounce->bodies[side]);
            impacts |= body >= 0 &&
                       gelRestitutionSpeed(bounce) * (double)tables->frameTime > minImpactOf(tables, body);
        }
    return impacts;
}

// Slow impacts do not count, nor does a fall that is no longer than one from rest: the search sees a body that
// lies on another as falling. So where little moves, nothing is searched farther.
static bool findImpacts(const gelSurfaceTables* tables, const gelSweptBox* displacements, gelPairs* pairs)
{
    bool isAny = false;
    for (int i = 0; i < pairs->count; i++)
        addPairImpact(tables, displacements, &pairs->pairs[i], pairs);
    addRestitutionImpacts(tables, pairs);
    for (int i = 0; i < tables->bodyCount; i++) {
        gelImpact* impact = &pairs->impacts[i];
        double min = minImpactOf(tables, i);
        pairs->hasImpacts |= impact->farthest + (double)tables->cacheMargin > min;
        if (impact->farthest <= min)
            *impact = (gelImpact){0.0, 0.0, -1};
        if (impact->second <= min)
            impact->second = 0.0;
        isAny |= impact->farthest > 0.0;
    }
    return isAny;
}

static void setImpactMargins(const gelPlan* plan, gelPairs* pairs)
{
    for (int i = 0; i < pairs->count; i++) {
        SearchPair* pair = &pairs->pairs[i];
        int a = pair->bodies[0], b = pair->bodies[1];
        double first = impactByOthers(&pairs->impacts[a], b);
        double second = b >= 0 && b != a ? impactByOthers(&pairs->impacts[b], a) : 0.0;
        pair->impact_margin = isWall(plan, a) || isWall(plan, b) ? (float)fmax(first, second) : 0.0f;
    }
}

gelStatus gelFindPairs(const gelSurfaceTables* tables, const gelSweptBox* boxes, const SearchGround* ground,
                       gelPairs* pairs)
{
    const gelSweptBox* displacements = boxes + tables->bodyCount;
    gelStatus status =
        gelReserve(&pairs->intervals, &pairs->intervalCapacity, tables->bodyCount, sizeof *pairs->intervals);
    if (status == gel_success)
        status =
            gelReserve(&pairs->impacts, &pairs->impactCapacity, tables->bodyCount, sizeof *pairs->impacts);
    pairs->count = 0;
    pairs->hasImpacts = false;
    if (status != gel_success)
        return status;
    for (int i = 0; i < tables->bodyCount; i++)
        pairs->impacts[i] = (gelImpact){0.0, 0.0, -1};
    status = sweep(tables, boxes, ground, pairs);
    if (status == gel_success && findImpacts(tables, displacements, pairs))
        status = sweep(tables, boxes, ground, pairs);
    if (status != gel_success)
        return status;
    warnOfCrowd(pairs, tables->bodyCount);
    setImpactMargins(tables->plan, pairs);
    if (pairs->count > 0)
        qsort(pairs->pairs, (size_t)pairs->count, sizeof *pairs->pairs, byBodies);
    return refuseCopies(boxes, pairs);
}

void gelClearPairs(gelPairs* pairs)
{
    gelFree(pairs->pairs);
    gelFree(pairs->intervals);
    gelFree(pairs->impacts);
    *pairs = (gelPairs){0};
}
