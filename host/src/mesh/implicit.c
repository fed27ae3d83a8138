// Isosurface stuffing (Labelle & Shewchuk 2007), uniform size: fills the inside of an implicit function with
// the tets of a body-centred cubic lattice. Lattice vertices very close to the surface move onto it; tets
// that still straddle the surface are cut along it. This keeps every dihedral angle above 10 and below 165
// degrees.
#include "base/core.h"
#include "gel/mesh.h"

#include <assert.h>
#include <limits.h>
#include <math.h>
#include <string.h>

// A cell's lower corner and its centre share one slot in the grid. Doubled coordinates make both integers:
// corners are even, centres odd. Long edges join two corners or two centres, short ones a corner and a
// centre.
typedef struct Lattice {
    int places[3]; // along each axis
    double origin[3], cellSize;
} Lattice;

typedef struct Point {
    int64_t key; // a lattice vertex, or an edge for a point where the surface cuts it
    double at[3];
    int output; // index in the mesh, -1 until a tet uses it
} Point;

// Sorted by key, because points are found in that order.
typedef struct Points {
    Point* items;
    int count, capacity;
} Points;

typedef struct Fill {
    gelImplicitFunction* function;
    void* context;
    Lattice lattice;
    double lower[3], upper[3];
    signed char* signs; // of each lattice vertex: 1 inside, 0 on the surface, -1 outside
    Points cuts;        // where lattice edges cross the surface
    Points moved;       // lattice vertices that were moved onto it
    Points nodes;       // lattice vertices that are inside or on it
    float* positions;
    int* tets;
    int vertexCount, vertexCapacity, tetCount, tetCapacity;
} Fill;

typedef struct Corner {
    int64_t vertex;
    int at[3]; // doubled coordinates
    int sign;
} Corner;

enum { padding = 2, edgesPerVertex = 11, maxCells = 1 << 27, maxCellsToOrigin = 1 << 14 };

// A vertex moves if a cut is closer than this fraction of the edge. Chosen for the best smallest angle over
// millions of tets with random signs and adverse cuts: 11.2 degrees, against 9.2 to 9.8 with the paper's pair
// 0.24999, 0.41189.
static const double closeOnLongEdge = 0.28, closeOnShortEdge = 0.39;

static int64_t vertexAt(const Lattice* lattice, const int at[3])
{
    const int64_t row = (at[2] >> 1) * (int64_t)lattice->places[1] + (at[1] >> 1);
    return 2 * (row * lattice->places[0] + (at[0] >> 1)) + (at[0] & 1);
}

static void locate(const Lattice* lattice, const int at[3], double position[3])
{
    for (int axis = 0; axis < 3; axis++)
        position[axis] = lattice->origin[axis] + 0.5 * lattice->cellSize * at[axis];
}

// Edge `slot` of a vertex: 0 to 2 lead along an axis to the next vertex of its kind, 3 to 10 from a centre to
// a corner of its cell. Every edge has one owner.
static void edgeEnd(const int at[3], int slot, int end[3])
{
    for (int axis = 0; axis < 3; axis++) {
        if (slot < 3)
            end[axis] = at[axis] + (slot == axis ? 2 : 0);
        else
            end[axis] = at[axis] + ((slot - 3) >> axis & 1 ? 1 : -1);
    }
}

static int64_t edgeKey(const Lattice* lattice, const int a[3], const int b[3])
{
    const bool isShort = ((a[0] ^ b[0]) & 1) != 0;
    int direction[3], slot = 3;
    bool ownedByA = isShort ? (a[0] & 1) != 0 : a[0] + a[1] + a[2] < b[0] + b[1] + b[2];
    const int *owner = ownedByA ? a : b, *end = ownedByA ? b : a;
    for (int axis = 0; axis < 3; axis++)
        direction[axis] = end[axis] - owner[axis];
    if (isShort)
        slot += (direction[0] > 0) + 2 * (direction[1] > 0) + 4 * (direction[2] > 0);
    else
        slot = direction[0] > 0 ? 0 : direction[1] > 0 ? 1 : 2;
    return vertexAt(lattice, owner) * edgesPerVertex + slot;
}

static gelStatus addPoint(Points* points, int64_t key, const double at[3])
{
    if (points->count == points->capacity) {
        if (points->capacity > INT_MAX / 2)
            return gelFail(gel_outOfMemory, "implicit mesh: more points than an int can count");
        const int capacity = points->capacity == 0 ? 1024 : points->capacity * 2;
        Point* items = gelResize(points->items, (size_t)capacity, sizeof *items);
        if (items == NULL)
            return gelFailMemory((size_t)capacity, sizeof *items);
        points->items = items;
        points->capacity = capacity;
    }
    points->items[points->count++] = (Point){key, {at[0], at[1], at[2]}, -1};
    return gel_success;
}

static Point* findPoint(const Points* points, int64_t key)
{
    int first = 0, end = points->count;
    while (first < end) {
        const int middle = first + (end - first) / 2;
        if (points->items[middle].key < key)
            first = middle + 1;
        else
            end = middle;
    }
    return first < points->count && points->items[first].key == key ? points->items + first : NULL;
}

static gelStatus evaluate(const Fill* fill, const double at[3], double* value)
{
    *value = fill->function(fill->context, at[0], at[1], at[2]);
    if (*value != *value)
        return gelFail(
            gel_invalidArgument,
            "implicit mesh: the function is NaN at (%g, %g, %g), expected a number everywhere up to two "
            "cells outside the box",
            at[0], at[1], at[2]);
    return gel_success;
}

// Calls a visitor for every lattice vertex that has all of its neighbours, in the order of vertexAt.
typedef gelStatus Visitor(Fill* fill, const int at[3], int64_t vertex);

static gelStatus visitVertices(Fill* fill, Visitor* visitor)
{
    const int* places = fill->lattice.places;
    for (int z = 1; z < places[2] - 1; z++) {
        for (int y = 1; y < places[1] - 1; y++) {
            int64_t vertex = vertexAt(&fill->lattice, (int[3]){2, 2 * y, 2 * z});
            for (int x = 1; x < places[0] - 1; x++) {
                for (int centre = 0; centre < 2; centre++, vertex++) {
                    const int at[3] = {2 * x + centre, 2 * y + centre, 2 * z + centre};
                    gelStatus status = visitor(fill, at, vertex);
                    if (status != gel_success)
                        return status;
                }
            }
        }
    }
    return gel_success;
}

static gelStatus findSign(Fill* fill, const int at[3], int64_t vertex)
{
    double position[3], value;
    locate(&fill->lattice, at, position);
    gelStatus status = evaluate(fill, position, &value);
    if (status != gel_success)
        return status;
    fill->signs[vertex] = (signed char)((value < 0) - (value > 0));
    for (int axis = 0; axis < 3 && value < 0; axis++) {
        if (position[axis] < fill->lower[axis] || position[axis] > fill->upper[axis])
            return gelFail(
                gel_invalidArgument,
                "implicit mesh: (%g, %g, %g) is outside the box but inside the surface (function value %g), "
                "expected the surface to be inside the box; enlarge the box or clip the function",
                position[0], position[1], position[2], value);
    }
    return gel_success;
}

// The root of the function between two points of opposite sign: secant steps (Illinois), with every third a
// bisection, so that no function needs many steps, not even one with jumps.
static gelStatus findRoot(const Fill* fill, const double a[3], const double b[3], double root[3])
{
    double low = 0, high = 1, lowValue = 0, highValue = 0, value = 0;
    gelStatus status = evaluate(fill, a, &lowValue);
    if (status == gel_success)
        status = evaluate(fill, b, &highValue);
    const bool lowInside = lowValue < 0;
    const double smaller = fmin(fabs(lowValue), fabs(highValue));
    const double close = isfinite(smaller) ? 1e-12 * smaller : 0; // infinite values leave only bisection
    double t = 0.5;
    for (int step = 0, side = 0; status == gel_success && step < 60 && high - low > 1e-10; step++) {
        const double secant = low - lowValue * (high - low) / (highValue - lowValue);
        t = step % 3 < 2 && secant > low && secant < high ? secant : 0.5 * (low + high);
        for (int axis = 0; axis < 3; axis++)
            root[axis] = a[axis] + t * (b[axis] - a[axis]);
        status = evaluate(fill, root, &value);
        if (fabs(value) <= close)
            return status;
        const bool isLow = (value < 0) == lowInside;
        if (side == (isLow ? -1 : 1)) // the other end stayed twice: halve its value to bend the secant
            *(isLow ? &highValue : &lowValue) *= 0.5;
        side = isLow ? -1 : 1;
        *(isLow ? &low : &high) = t;
        *(isLow ? &lowValue : &highValue) = value;
    }
    return status;
}

static gelStatus findCuts(Fill* fill, const int at[3], int64_t vertex)
{
    const int slots = at[0] & 1 ? edgesPerVertex : 3;
    for (int slot = 0; slot < slots; slot++) {
        int end[3];
        edgeEnd(at, slot, end);
        if (fill->signs[vertex] * fill->signs[vertexAt(&fill->lattice, end)] >= 0)
            continue;
        double a[3], b[3], root[3];
        locate(&fill->lattice, at, a);
        locate(&fill->lattice, end, b);
        gelStatus status = findRoot(fill, a, b, root);
        if (status == gel_success)
            status = addPoint(&fill->cuts, vertex * edgesPerVertex + slot, root);
        if (status != gel_success)
            return status;
    }
    return gel_success;
}

// Moves a vertex to the nearest of the cuts that are too close to it. This discards all cuts on its edges,
// which may make moving its neighbours unnecessary.
static gelStatus moveVertex(Fill* fill, const int at[3], int64_t vertex)
{
    const Point* nearest = NULL;
    double position[3], nearestSquare = HUGE_VAL;
    locate(&fill->lattice, at, position);
    for (int i = 0; i < 14 && fill->signs[vertex] != 0; i++) {
        int end[3];
        if (i < 6) {
            memcpy(end, at, sizeof end);
            end[i >> 1] += i & 1 ? 2 : -2;
        } else {
            edgeEnd(at, i - 3, end);
        }
        if (fill->signs[vertex] * fill->signs[vertexAt(&fill->lattice, end)] >= 0)
            continue;
        const Point* cut = findPoint(&fill->cuts, edgeKey(&fill->lattice, at, end));
        const double d[3] = {cut->at[0] - position[0], cut->at[1] - position[1], cut->at[2] - position[2]};
        const double square = d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
        const double limit =
            fill->lattice.cellSize * (i < 6 ? closeOnLongEdge : closeOnShortEdge * sqrt(0.75));
        if (square < limit * limit && square < nearestSquare) {
            nearest = cut;
            nearestSquare = square;
        }
    }
    if (nearest == NULL)
        return gel_success;
    fill->signs[vertex] = 0;
    return addPoint(&fill->moved, vertex, nearest->at);
}

static gelStatus keepNode(Fill* fill, const int at[3], int64_t vertex)
{
    if (fill->signs[vertex] < 0)
        return gel_success;
    double position[3];
    locate(&fill->lattice, at, position);
    const Point* moved = fill->signs[vertex] == 0 ? findPoint(&fill->moved, vertex) : NULL;
    if (moved != NULL) // NULL also if the function happened to be 0
        memcpy(position, moved->at, sizeof position);
    return addPoint(&fill->nodes, vertex, position);
}

static gelStatus addVertex(Fill* fill, Point* point, int* vertex)
{
    if (point->output < 0) {
        if (fill->vertexCount == fill->vertexCapacity) {
            const int capacity = fill->vertexCapacity == 0 ? 1024 : fill->vertexCapacity * 2;
            float* positions = gelResize(fill->positions, (size_t)capacity, 3 * sizeof *positions);
            if (positions == NULL)
                return gelFailMemory((size_t)capacity, 3 * sizeof *positions);
            fill->positions = positions;
            fill->vertexCapacity = capacity;
        }
        point->output = fill->vertexCount++;
        for (int axis = 0; axis < 3; axis++)
            fill->positions[3 * (size_t)point->output + (size_t)axis] = (float)point->at[axis];
    }
    *vertex = point->output;
    return gel_success;
}

static gelStatus addTet(Fill* fill, Point* a, Point* b, Point* c, Point* d)
{
    if (fill->tetCount == fill->tetCapacity) {
        if (fill->tetCapacity > INT_MAX / 8) // an int counts 4 indices per tet
            return gelFail(gel_invalidArgument, "implicit mesh: more than %d tets; increase cellSize",
                           fill->tetCount);
        const int capacity = fill->tetCapacity == 0 ? 1024 : fill->tetCapacity * 2;
        int* tets = gelResize(fill->tets, (size_t)capacity, 4 * sizeof *tets);
        if (tets == NULL)
            return gelFailMemory((size_t)capacity, 4 * sizeof *tets);
        fill->tets = tets;
        fill->tetCapacity = capacity;
    }
    Point* const points[4] = {a, b, c, d};
    int* tet = fill->tets + 4 * (size_t)fill->tetCount++;
    for (int i = 0; i < 4; i++) {
        gelStatus status = addVertex(fill, points[i], tet + i);
        if (status != gel_success)
            return status;
    }
    return gel_success;
}

static Point* nodeOf(const Fill* fill, const Corner* corner)
{
    return findPoint(&fill->nodes, corner->vertex);
}

static Point* cutOf(const Fill* fill, const Corner* a, const Corner* b)
{
    return findPoint(&fill->cuts, edgeKey(&fill->lattice, a->at, b->at));
}

// A face with two corners inside and one outside leaves a quadrilateral. Its diagonal starts at a (true) or
// at b. Both tets at the face ask, so the answer must depend on the face alone.
static bool diagonalStartsAtFirst(const Corner* a, const Corner* b, const Corner* outside)
{
    int greater = 0;
    const bool isLong = ((a->at[0] ^ b->at[0]) & 1) == 0;
    if (!isLong) // start at the cut on the short edge: the long edge is cut further away
        return ((b->at[0] ^ outside->at[0]) & 1) == 0;
    for (int axis = 0; axis < 3; axis++) // the parity rule: true for exactly one of a and b
        greater += outside->at[axis] > a->at[axis];
    return (greater & 1) == 0;
}

// A prism between the triangles top and bottom. `from01` says that the diagonal of the side between corners 0
// and 1 starts at top[0], not at top[1]; the three diagonals must not form a cycle.
static gelStatus addPrism(Fill* fill, Point* const top[3], Point* const bottom[3], const bool from01,
                          const bool from12, const bool from20)
{
    // The top corner where two diagonals start comes first, the one where none starts last.
    const int starts[3] = {from01 + !from20, from12 + !from01, from20 + !from12};
    int x = 0, y = 0, z = 0;
    for (int i = 0; i < 3; i++)
        *(starts[i] == 2 ? &x : starts[i] == 1 ? &y : &z) = i;
    assert(x != y && y != z && z != x);
    const bool even = (x + 1) % 3 == y;
    gelStatus status = even ? addTet(fill, top[x], top[y], top[z], bottom[z])
                            : addTet(fill, top[y], top[x], top[z], bottom[z]);
    if (status == gel_success)
        status = even ? addTet(fill, top[x], top[y], bottom[z], bottom[y])
                      : addTet(fill, top[y], top[x], bottom[z], bottom[y]);
    if (status == gel_success)
        status = even ? addTet(fill, top[x], bottom[x], bottom[y], bottom[z])
                      : addTet(fill, bottom[x], top[x], bottom[y], bottom[z]);
    return status;
}

// Sorts the corners: inside before surface before outside, without mirroring the tet.
static void sortCorners(Corner corner[4])
{
    bool mirrored = false;
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3 - i; j++) {
            if (corner[j].sign < corner[j + 1].sign) {
                const Corner swapped = corner[j];
                corner[j] = corner[j + 1];
                corner[j + 1] = swapped;
                mirrored = !mirrored;
            }
        }
    }
    for (int i = 0; i < 3 && mirrored; i++) { // four corners, three signs: two are equal
        if (corner[i].sign == corner[i + 1].sign) {
            const Corner swapped = corner[i];
            corner[i] = corner[i + 1];
            corner[i + 1] = swapped;
            mirrored = false;
        }
    }
}

// Two or three corners inside, one or two outside.
static gelStatus addCutTet(Fill* fill, const Corner corner[4], int inside, int outside)
{
    const Corner *a = corner, *b = corner + 1, *c = corner + 2, *d = corner + 3;
    if (inside == 3) {
        Point* const top[3] = {nodeOf(fill, a), nodeOf(fill, b), nodeOf(fill, c)};
        Point* const bottom[3] = {cutOf(fill, a, d), cutOf(fill, b, d), cutOf(fill, c, d)};
        return addPrism(fill, top, bottom, diagonalStartsAtFirst(a, b, d), diagonalStartsAtFirst(b, c, d),
                        diagonalStartsAtFirst(c, a, d));
    }
    if (outside == 2) {
        Point* const top[3] = {nodeOf(fill, a), cutOf(fill, a, c), cutOf(fill, a, d)};
        Point* const bottom[3] = {nodeOf(fill, b), cutOf(fill, b, c), cutOf(fill, b, d)};
        const bool fromC = diagonalStartsAtFirst(a, b, c), fromD = diagonalStartsAtFirst(a, b, d);
        return addPrism(fill, top, bottom, fromC, fromD, !fromD);
    }
    Point *cutA = cutOf(fill, a, d), *cutB = cutOf(fill, b, d), *nodeA = nodeOf(fill, a),
          *nodeB = nodeOf(fill, b);
    const bool fromA = diagonalStartsAtFirst(a, b, d);
    Point* apex = nodeOf(fill, c);
    gelStatus status = addTet(fill, nodeA, nodeB, apex, fromA ? cutB : cutA);
    if (status == gel_success)
        status = fromA ? addTet(fill, nodeA, cutB, apex, cutA) : addTet(fill, cutA, nodeB, apex, cutB);
    return status;
}

static gelStatus fillTet(Fill* fill, Corner corner[4])
{
    int inside = 0, outside = 0;
    for (int i = 0; i < 4; i++) {
        inside += corner[i].sign > 0;
        outside += corner[i].sign < 0;
    }
    if (inside == 0)
        return gel_success;
    sortCorners(corner);
    if (inside >= 2 && outside > 0)
        return addCutTet(fill, corner, inside, outside);
    Point* points[4];
    for (int i = 0; i < 4; i++)
        points[i] = corner[i].sign >= 0 ? nodeOf(fill, corner + i) : cutOf(fill, corner, corner + i);
    return addTet(fill, points[0], points[1], points[2], points[3]);
}

// Four tets lie around the edge from this centre to the next one along each axis.
static gelStatus fillAroundCentre(Fill* fill, const int at[3], int64_t vertex)
{
    static const int around[5][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}, {-1, -1}};
    const Lattice* lattice = &fill->lattice;
    for (int axis = 0; axis < 3 && (at[0] & 1) != 0; axis++) {
        Corner centre[2] = {{vertex, {at[0], at[1], at[2]}, 0}, {0, {at[0], at[1], at[2]}, 0}};
        centre[1].at[axis] += 2;
        centre[1].vertex = vertexAt(lattice, centre[1].at);
        Corner ring[5];
        for (int i = 0; i < 5; i++) {
            ring[i].at[axis] = at[axis] + 1;
            ring[i].at[(axis + 1) % 3] = at[(axis + 1) % 3] + around[i][0];
            ring[i].at[(axis + 2) % 3] = at[(axis + 2) % 3] + around[i][1];
            ring[i].vertex = vertexAt(lattice, ring[i].at);
            ring[i].sign = fill->signs[ring[i].vertex];
        }
        for (int i = 0; i < 2; i++)
            centre[i].sign = fill->signs[centre[i].vertex];
        for (int i = 0; i < 4; i++) {
            Corner corner[4] = {centre[0], centre[1], ring[i], ring[i + 1]};
            gelStatus status = fillTet(fill, corner);
            if (status != gel_success)
                return status;
        }
    }
    return gel_success;
}

static gelStatus runFill(Fill* fill, gelTetMesh* mesh)
{
    Visitor* const stages[] = {findSign, findCuts, moveVertex, keepNode, fillAroundCentre};
    for (size_t i = 0; i < sizeof stages / sizeof stages[0]; i++) {
        gelStatus status = visitVertices(fill, stages[i]);
        if (status != gel_success)
            return status;
    }
    if (fill->tetCount == 0)
        return gelFail(gel_invalidArgument,
                       "implicit mesh: no lattice point is inside the surface, expected a function that is "
                       "negative somewhere in the box; lower cellSize (now %g) if the shape is thin",
                       fill->lattice.cellSize);
    gelMeshRepair repair;
    const int tetCount = fill->tetCount;
    gelStatus status =
        gelCreateTetMesh(fill->positions, fill->vertexCount, fill->tets, tetCount, NULL, mesh, &repair);
    if (status == gel_success && (repair.turnedTets > 0 || mesh->tetCount != tetCount)) {
        gelDestroyTetMesh(mesh);
        memset(mesh, 0, sizeof *mesh);
        return gelFail(gel_invalidArgument,
                       "implicit mesh: cells of %g m are too small for float coordinates",
                       fill->lattice.cellSize);
    }
    return status;
}

static gelStatus makeLattice(Fill* fill, double cellSize)
{
    double cells[3], largest = 0;
    if (!(cellSize > 0) || !isfinite(cellSize))
        return gelFail(gel_invalidArgument, "implicit mesh: cellSize is %g, expected a finite length above 0",
                       cellSize);
    for (int axis = 0; axis < 3; axis++) {
        const double lower = fill->lower[axis], upper = fill->upper[axis];
        if (!isfinite(lower) || !isfinite(upper) || lower >= upper)
            return gelFail(gel_invalidArgument,
                           "implicit mesh: the box along %c is %g to %g, expected finite numbers "
                           "of which the second is greater",
                           "xyz"[axis], lower, upper);
        largest = fmax(largest, fmax(fabs(lower), fabs(upper)));
        cells[axis] = ceil((upper - lower) / cellSize - 1e-6); // a rounded quotient must not add a cell
        cells[axis] = 2 * padding + fmax(cells[axis], 1);
    }
    if (largest > cellSize * maxCellsToOrigin)
        return gelFail(
            gel_invalidArgument,
            "implicit mesh: the box reaches %g m from the origin, expected at most %d "
            "times cellSize (%g), to keep angles accurate in float coordinates; move the box to the origin "
            "or increase cellSize",
            largest, (int)maxCellsToOrigin, cellSize);
    if (!(cells[0] * cells[1] * cells[2] <= maxCells))
        return gelFail(gel_invalidArgument,
                       "implicit mesh: %.0f x %.0f x %.0f cells are too many, expected at most %d "
                       "in all; increase cellSize (now %g)",
                       cells[0], cells[1], cells[2], (int)maxCells, cellSize);
    fill->lattice.cellSize = cellSize;
    for (int axis = 0; axis < 3; axis++) { // centred in the box, which preserves symmetry
        fill->lattice.places[axis] = (int)cells[axis] + 1;
        fill->lattice.origin[axis] =
            0.5 * (fill->lower[axis] + fill->upper[axis]) - 0.5 * cells[axis] * cellSize;
    }
    const size_t count = (size_t)vertexAt(&fill->lattice, (int[3]){0, 0, 2 * fill->lattice.places[2]});
    fill->signs = gelAllocate(count, 1);
    if (fill->signs == NULL)
        return gelFailMemory(count, 1);
    memset(fill->signs, -1, count);
    return gel_success;
}

gelStatus gelCreateImplicitMesh(gelImplicitFunction* function, void* context, gelVec3 lower, gelVec3 upper,
                                float cellSize, gelTetMesh* mesh)
{
    assert(function != NULL && mesh != NULL);
    memset(mesh, 0, sizeof *mesh);
    Fill fill = {.function = function,
                 .context = context,
                 .lower = {lower.x, lower.y, lower.z},
                 .upper = {upper.x, upper.y, upper.z}};
    gelStatus status = makeLattice(&fill, cellSize);
    if (status == gel_success)
        status = runFill(&fill, mesh);
    gelFree(fill.signs);
    gelFree(fill.cuts.items);
    gelFree(fill.moved.items);
    gelFree(fill.nodes.items);
    gelFree(fill.positions);
    gelFree(fill.tets);
    return status;
}
