#define GEL_DIALECT_DOUBLE
#include "world/statics.h"
#include "base/vector3.h"
#include "constraints.h"
#include "plan/kinds.h"
#include "world/band.h"

#include <float.h>
#include <math.h>
#include <string.h>

enum { maxIterations = 60, minIterations = 12, minIterationsOfSolids = 3 };
static const double exact = 1e-5,                  // share of the inertia that softens tethers and limits
    farthest = 0.2,                                // move of an iteration, in lengths of the body
    slow = 1e-4, converged = 2e-3, settled = 1e-6; // drag, over the first; the last move, over the sag

typedef struct Row {
    int kind, vertices[max_vertices];
    bool isTether;
    double values[max_values];
} Row;

struct gelStatics {
    int vertexCount, rowCount, rowCapacity, freeCount, halfWidth;
    Row* rows;
    vec3 *start, *x, *force; // [vertexCount]
    double* w;               // [vertexCount]: 1/kg; of the world
    int* places;             // [vertexCount]: in the band; -1: held
    double* right;
    gelBand band;
    vec3 gravity;
    double size, h;               // m, s
    double cost, costOfIteration; // multiplications that are left
    bool isSolid, isUnlimited;    // without the limits of its springs
};

void gelDestroyStatics(gelStatics* statics)
{
    if (statics == NULL)
        return;
    gelFree(statics->rows);
    gelFree(statics->start);
    gelFree(statics->x);
    gelFree(statics->force);
    gelFree(statics->w);
    gelFree(statics->places);
    gelFree(statics->right);
    gelDestroyBand(&statics->band);
    gelFree(statics);
}

static gelStatus addRow(gelStatics* statics, Row row)
{
    gelStatus status =
        gelReserve(&statics->rows, &statics->rowCapacity, statics->rowCount + 1, sizeof *statics->rows);
    if (status == gel_success)
        statics->rows[statics->rowCount++] = row;
    return status;
}

static gelStatus addRows(gelStatics* statics, const gelBody* body)
{
    gelStatus status = gel_success;
    for (int kind = 0; kind < constraint_kinds; kind++) {
        const gelConstraintSet* set = gelBodyConstraints(body, kind);
        int arity = gelKinds[kind].arity;
        for (int i = 0; i < set->count && status == gel_success; i++) {
            float values[max_values];
            Row row = {.kind = kind};
            gelGetConstraintValues(body, kind, i, values);
            for (int k = 0; k < gelKinds[kind].valueCount; k++)
                row.values[k] = (double)values[k];
            memcpy(row.vertices, set->vertices + (size_t)i * (size_t)arity, (size_t)arity * sizeof(int));
            status = addRow(statics, row);
        }
    }
    return status;
}

static gelStatus addTethers(gelStatics* statics, const gelWorld* world, const gelBody* body)
{
    gelTetherList list = {0};
    gelBody* bodies[] = {(gelBody*)body};
    gelStatus status = gelListTethers(bodies, 1, world->vertices, world->vertexCount, &list);
    for (int i = 0; i < list.count && status == gel_success; i++)
        status =
            addRow(statics,
                   (Row){.kind = constraint_tension,
                         .isTether = true,
                         .vertices = {list.pins[i] - body->firstVertex, list.vertices[i] - body->firstVertex},
                         .values = {(double)list.lengths[i], 0.0, (double)list.lengths[i]}});
    gelClearTetherList(&list);
    return status;
}

static void placeVertices(gelStatics* statics, const gelWorld* world, const gelBody* body)
{
    const gelTetMesh mesh = gelRestMesh(body);
    const gelQuat r = body->rotation;
    double q[4] = {(double)r.x, (double)r.y, (double)r.z, (double)r.w},
           lower[3] = {DBL_MAX, DBL_MAX, DBL_MAX}, upper[3] = {-DBL_MAX, -DBL_MAX, -DBL_MAX};
    double norm = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    for (int k = 0; k < 4; k++)
        q[k] /= norm;
    for (int i = 0; i < statics->vertexCount; i++) {
        double v[3], p[3];
        for (int k = 0; k < 3; k++)
            v[k] = body->scale * (double)mesh.positions[3 * (size_t)i + (size_t)k];
        gelRotate(q, v, p);
        for (int k = 0; k < 3; k++) {
            lower[k] = fmin(lower[k], p[k]);
            upper[k] = fmax(upper[k], p[k]);
        }
        statics->start[i] = (vec3){p[0], p[1], p[2]};
        statics->w[i] = world->vertices[body->firstVertex + i].inverseMass;
        statics->places[i] = statics->w[i] > 0.0 ? 0 : -1;
    }
    statics->size = fmax(upper[0] - lower[0], fmax(upper[1] - lower[1], upper[2] - lower[2]));
}

static bool holdPoint(gelStatics* statics, const gelBody* body, const gelBodyPoint* point)
{
    if (point->body.index1 != body->id.index1 || point->body.generation != body->id.generation)
        return false;
    for (int k = 0; k < 4; k++)
        if (point->weights[k] > 0.0f)
            statics->places[point->vertices[k]] = -1;
    return true;
}

// Holds the body where it is attached; if it is not, and has no pins, its lowest twentieth.
static void hold(gelStatics* statics, const gelWorld* world, const gelBody* body)
{
    bool isHeld = false;
    double lowest = DBL_MAX;
    for (int i = 0; i < world->attachments.count; i++) {
        bool a = holdPoint(statics, body, &world->attachments.all[i].def.a),
             b = holdPoint(statics, body, &world->attachments.all[i].def.b);
        isHeld = isHeld || a || b;
    }
    for (int i = 0; i < statics->vertexCount; i++) {
        isHeld = isHeld || statics->places[i] < 0;
        lowest = fmin(lowest, -vec3_dot(statics->start[i], statics->gravity));
    }
    double reach = 0.05 * statics->size * sqrt(vec3_dot(statics->gravity, statics->gravity));
    for (int i = 0; i < statics->vertexCount && !isHeld; i++)
        if (-vec3_dot(statics->start[i], statics->gravity) <= lowest + reach)
            statics->places[i] = -1;
}

// The rows at each vertex.
typedef struct Incidence {
    int *starts, *rows; // [vertexCount + 1] into the rows
} Incidence;

static bool findIncidence(const gelStatics* statics, Incidence* at)
{
    int count = statics->vertexCount;
    at->starts = gelAllocate((size_t)count + 2, sizeof *at->starts);
    at->rows = gelAllocate((size_t)statics->rowCount * max_vertices, sizeof *at->rows);
    if (at->starts == NULL || at->rows == NULL)
        return false;
    for (int pass = 0; pass < 2; pass++) {
        for (int r = 0; r < statics->rowCount; r++)
            for (int k = 0; k < gelKinds[statics->rows[r].kind].arity; k++) {
                int v = statics->rows[r].vertices[k];
                if (pass == 0)
                    at->starts[v + 2]++;
                else
                    at->rows[at->starts[v + 1]++] = r;
            }
        for (int v = 0; v < count && pass == 0; v++)
            at->starts[v + 2] += at->starts[v + 1];
    }
    return true;
}

// Numbers the vertices that hang together with the first of the queue, breadth first; `places` are below -1 where they have
// no number yet. Returns the end of the queue.
static int walk(gelStatics* statics, const Incidence* at, int* queue, int begin)
{
    int end = begin + 1;
    statics->places[queue[begin]] = begin;
    for (int i = begin; i < end; i++)
        for (int k = at->starts[queue[i]]; k < at->starts[queue[i] + 1]; k++) {
            const Row* row = &statics->rows[at->rows[k]];
            for (int n = 0; n < gelKinds[row->kind].arity; n++) {
                int v = row->vertices[n];
                if (statics->places[v] >= -1)
                    continue;
                statics->places[v] = end;
                queue[end++] = v;
            }
        }
    return end;
}

// Numbers the vertices that move: breadth first from the vertex that is last from any other, so that the numbers of a row
// are close (Cuthill, McKee 1969), then backwards, so that few zeros are between them (George 1971).
static gelStatus number(gelStatics* statics)
{
    const int none = -2;
    Incidence at = {NULL, NULL};
    int count = statics->vertexCount, end = 0, *queue = gelAllocate((size_t)count, sizeof *queue);
    bool ok = findIncidence(statics, &at) && queue != NULL;
    for (int v = 0; v < count && ok; v++)
        statics->places[v] = statics->places[v] < 0 ? -1 : none;
    for (int v = 0; v < count && ok; v++) {
        int begin = end;
        if (statics->places[v] != none)
            continue;
        queue[begin] = v;
        end = walk(statics, &at, queue, begin);
        for (int i = begin; i < end; i++)
            statics->places[queue[i]] = none;
        queue[begin] = queue[end - 1];
        end = walk(statics, &at, queue, begin);
    }
    for (int v = 0; v < count && ok; v++)
        if (statics->places[v] >= 0)
            statics->places[v] = end - 1 - statics->places[v];
    statics->freeCount = end;
    gelFree(at.starts);
    gelFree(at.rows);
    gelFree(queue);
    return ok ? gel_success : gelFailMemory((size_t)statics->rowCount, max_vertices * sizeof(int));
}

static int halfWidthOf(const gelStatics* statics)
{
    int width = 0;
    for (int r = 0; r < statics->rowCount; r++) {
        int low = statics->freeCount, high = -1;
        for (int k = 0; k < gelKinds[statics->rows[r].kind].arity; k++) {
            int place = statics->places[statics->rows[r].vertices[k]];
            low = place >= 0 && place < low ? place : low;
            high = place > high ? place : high;
        }
        width = high - low > width ? high - low : width;
    }
    return width;
}

static gelStatus prepare(gelStatics* statics, const gelWorld* world, const gelBody* body, double cost)
{
    size_t count = (size_t)statics->vertexCount;
    double weight = (double)body->fieldWeights[0];
    gelVec3 g = world->def.gravity;
    statics->start = gelAllocate(count, sizeof *statics->start);
    statics->x = gelAllocate(count, sizeof *statics->x);
    statics->force = gelAllocate(count, sizeof *statics->force);
    statics->w = gelAllocate(count, sizeof *statics->w);
    statics->places = gelAllocate(count, sizeof *statics->places);
    statics->right = gelAllocate(count, 3 * sizeof *statics->right);
    if (statics->start == NULL || statics->x == NULL || statics->force == NULL || statics->w == NULL ||
        statics->places == NULL || statics->right == NULL)
        return gelFailMemory(count, sizeof *statics->start);
    statics->gravity = (vec3){weight * (double)g.x, weight * (double)g.y, weight * (double)g.z};
    if (!(vec3_dot(statics->gravity, statics->gravity) > 0.0))
        statics->gravity = (vec3){0.0, -9.81, 0.0};
    statics->isSolid = body->shape->kind == gel_solidBody;
    placeVertices(statics, world, body);
    hold(statics, world, body);
    gelStatus status = addRows(statics, body);
    if (status == gel_success)
        status = addTethers(statics, world, body);
    if (status == gel_success)
        status = number(statics);
    int width = 3 * (halfWidthOf(statics) + 1);
    statics->cost = cost;
    statics->costOfIteration =
        3.0 * statics->freeCount * 0.5 * (double)width * width + 300.0 * statics->rowCount;
    int solutions = 2 * (statics->isSolid ? minIterationsOfSolids : minIterations);
    if (status != gel_success || statics->freeCount == 0 || solutions * statics->costOfIteration > cost)
        return status;
    return gelCreateBand(3 * statics->freeCount, width, &statics->band);
}

// A solid's numbers are at least as wide apart as a plane through it has vertices.
static double leastCost(const gelBody* body)
{
    double count = body->shape->mesh.vertexCount,
           width = body->shape->kind == gel_solidBody ? cbrt(count) : 1.0;
    return 2.0 * minIterationsOfSolids * count * (300.0 + width * width * width * width);
}

gelStatus gelCreateStatics(const gelWorld* world, const gelBody* body, double h, double cost,
                           gelStatics** result)
{
    gelStatics* statics = gelAllocate(1, sizeof *statics);
    gelStatus status = gel_success;
    int vertexCount = body->shape->mesh.vertexCount;
    *result = NULL;
    if (statics == NULL)
        return gelFailMemory(1, sizeof *statics);
    statics->vertexCount = vertexCount;
    statics->h = h;
    if (leastCost(body) < cost)
        status = prepare(statics, world, body, cost);
    if (status == gel_success && statics->band.rows != NULL)
        *result = statics;
    else
        gelDestroyStatics(statics);
    return status;
}

static void addBlock(gelStatics* statics, int a, int b, const double block[3][3])
{
    int i = statics->places[a], j = statics->places[b];
    if (i < 0 || j < 0 || j > i)
        return;
    for (int row = 0; row < 3; row++)
        for (int column = 0; column < (i == j ? row + 1 : 3); column++)
            *gelBandAt(&statics->band, 3 * i + row, 3 * j + column) += block[row][column];
}

// Adds k g g^T.
static void addProduct(gelStatics* statics, const Row* row, int arity, const vec3* g, double k)
{
    for (int a = 0; a < arity; a++)
        for (int b = 0; b < arity; b++) {
            const double p[3] = {k * g[a].x, k * g[a].y, k * g[a].z}, q[3] = {g[b].x, g[b].y, g[b].z};
            double block[3][3];
            for (int i = 0; i < 9; i++)
                block[i / 3][i % 3] = p[i / 3] * q[i % 3];
            addBlock(statics, row->vertices[a], row->vertices[b], (const double(*)[3])block);
        }
}

// Adds k weights weights^T in each direction.
static void addWeights(gelStatics* statics, const Row* row, int arity, const double* weights, double k)
{
    for (int a = 0; a < arity; a++)
        for (int b = 0; b < arity; b++) {
            double entry = k * weights[a] * weights[b],
                   block[3][3] = {{entry, 0.0, 0.0}, {0.0, entry, 0.0}, {0.0, 0.0, entry}};
            addBlock(statics, row->vertices[a], row->vertices[b], (const double(*)[3])block);
        }
}

static double divisorOf(const Row* row, const double* w, const vec3* g, int arity, double inverseH2)
{
    double sum = row->values[1] * inverseH2;
    for (int k = 0; k < arity; k++)
        sum += w[k] * vec3_dot(g[k], g[k]);
    return sum;
}

static void addSpring(gelStatics* statics, const Row* row, const vec3* x, const double* w, double inverseH2)
{
    const double ends[2] = {-1.0, 1.0};
    vec3 d = vec3_subtract(x[1], x[0]);
    double length = sqrt(vec3_dot(d, d)), rest = row->values[0], compliance = row->values[1];
    if (row->kind == constraint_tension) {
        if (!(length > rest))
            return;
        compliance = length > row->values[2] ? 0.0 : compliance;
        rest = length > row->values[2] ? row->values[2] : rest;
    }
    double divisor = w[0] + w[1] + compliance * inverseH2;
    if (!(length > 0.0) || !(divisor > 0.0))
        return;
    double k = inverseH2 / divisor, across = k * fmax(0.0, 1.0 - rest / length);
    const vec3 g[2] = {vec3_scale(d, -1.0 / length), vec3_scale(d, 1.0 / length)};
    addProduct(statics, row, 2, g, k - across);
    addWeights(statics, row, 2, ends, across);
}

// Adds the second derivative of mu (I1 / 2 - J) + mu (J - 1)^2 / (2 ratio), but for a part that is 0 at J = 1.
static void addSolid(gelStatics* statics, const Row* row, const vec3* x, const double* w, double inverseH2)
{
    const double* m = row->values + 3;
    double metric[4][4] = {{0.0}, {0.0, m[0], m[3], m[4]}, {0.0, m[3], m[1], m[5]}, {0.0, m[4], m[5], m[2]}},
           trace = 0.0, volume = 6.0 * row->values[0], s = 1.0 / (row->values[1] * inverseH2);
    for (int i = 1; i < 4; i++)
        for (int j = 1; j < 4; j++) {
            metric[0][0] += metric[i][j];
            metric[i][0] -= metric[i][j];
            metric[0][i] = metric[i][0];
        }
    vec3 e[4] = {{0.0, 0.0, 0.0}}, c[4];
    for (int i = 1; i < 4; i++)
        e[i] = vec3_subtract(x[i], x[0]);
    for (int i = 1; i < 4; i++)
        c[i] = vec3_scale(vec3_cross(e[i % 3 + 1], e[(i + 1) % 3 + 1]), 1.0 / volume);
    c[0] = vec3_negate(vec3_add(vec3_add(c[1], c[2]), c[3]));
    for (int i = 0; i < 4; i++)
        trace += s * w[i] * metric[i][i];
    double k = inverseH2 * s / (1.0 + trace), cc = 0.0;
    for (int i = 0; i < 4; i++)
        cc += s * w[i] * vec3_dot(c[i], c[i]);
    addProduct(statics, row, 4, c, k * (1.0 + trace) / (row->values[2] * (1.0 + trace) + cc));
    // d c_i / d x_j is the matrix of a cross product with an edge, which i, j and the two others are on.
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++) {
            vec3 a = {0.0, 0.0, 0.0};
            if (i != j) {
                static const int edges[4][4][2] = {{{0, 0}, {3, 2}, {1, 3}, {2, 1}},
                                                   {{2, 3}, {0, 0}, {3, 0}, {0, 2}},
                                                   {{3, 1}, {0, 3}, {0, 0}, {1, 0}},
                                                   {{1, 2}, {2, 0}, {0, 1}, {0, 0}}};
                a = vec3_scale(vec3_subtract(x[edges[i][j][1]], x[edges[i][j][0]]), k / volume);
            }
            double p = k * metric[i][j], block[3][3] = {{p, a.z, -a.y}, {-a.z, p, a.x}, {a.y, -a.x, p}};
            addBlock(statics, row->vertices[i], row->vertices[j], (const double(*)[3])block);
        }
}

static void addMatrix(gelStatics* statics, const Row* row, const vec3* x, const double* w, double inverseH2,
                      const vec3* gradients)
{
    const double *v = row->values, fold[4] = {-(v[2] + v[3] + v[4]), v[2], v[3], v[4]},
                 bend[3] = {v[2], -(v[2] + v[3]), v[3]}, *weights = row->kind == constraint_rod ? bend : fold;
    int arity = gelKinds[row->kind].arity;
    double sum = v[1] * inverseH2;
    vec3 g[4];
    switch (row->kind) {
        case constraint_distance:
        case constraint_tension:
            addSpring(statics, row, x, w, inverseH2);
            break;
        case constraint_isometric:
        case constraint_rod:
            for (int k = 0; k < arity; k++)
                sum += w[k] * weights[k] * weights[k];
            addWeights(statics, row, arity, weights, sum > 0.0 ? inverseH2 / sum : 0.0);
            break;
        case constraint_neo_hookean:
            addSolid(statics, row, x, w, inverseH2);
            break;
        default: // volumes and folds
            for (int k = 0; k < arity; k++)
                g[k] = vec3_scale(gradients[k], row->kind == constraint_volume ? 1.0 / 6.0 : 1.0);
            sum = divisorOf(row, w, g, arity, inverseH2);
            addProduct(statics, row, arity, g, sum > 0.0 ? inverseH2 / sum : 0.0);
    }
}

static double multiplierOf(const Row* row, const vec3* x, const double* w, double inverseH2, vec3* gradients)
{
    switch (row->kind) {
#define ROW(name, arity, valueCount)                                                                         \
    case constraint_##name:                                                                                  \
        return lambda_##name(x, w, row->values, inverseH2, gradients);
        CONSTRAINT_LIST(ROW)
#undef ROW
    }
    return 0.0;
}

// Whether a row is a limit and nothing else.
static bool isLimit(const Row* row)
{
    return row->kind == constraint_tension && !row->isTether && row->values[1] == 0.0;
}

// Whether an edge is at its limit, which is held.
static bool isBeyond(const Row* row, const vec3* x)
{
    vec3 d = vec3_subtract(x[1], x[0]);
    return vec3_dot(d, d) > row->values[2] * row->values[2];
}

// Adds up forces and their derivatives at the places now.
static void assemble(gelStatics* statics, double inverseH2)
{
    memset(statics->band.rows, 0,
           (size_t)statics->band.size * (size_t)statics->band.width * sizeof *statics->band.rows);
    for (int i = 0; i < statics->vertexCount; i++)
        statics->force[i] =
            statics->w[i] > 0.0 ? vec3_scale(statics->gravity, 1.0 / statics->w[i]) : (vec3){0.0, 0.0, 0.0};
    for (int r = 0; r < statics->rowCount; r++) {
        Row unlimited = statics->rows[r];
        const Row* row = statics->isUnlimited && !unlimited.isTether ? &unlimited : &statics->rows[r];
        unlimited.values[2] = row->kind == constraint_tension ? FLT_MAX : unlimited.values[2];
        if (statics->isUnlimited && isLimit(&unlimited))
            continue;
        int arity = gelKinds[row->kind].arity;
        vec3 x[max_vertices], gradients[max_vertices];
        double w[max_vertices];
        for (int k = 0; k < arity; k++) {
            x[k] = statics->x[row->vertices[k]];
            w[k] = statics->w[row->vertices[k]];
        }
        if (row->isTether || (row->kind == constraint_tension && isBeyond(row, x)))
            for (int k = 0; k < 2; k++)
                w[k] *= exact * 0.5 * statics->h * statics->h * inverseH2;
        double multiplier = multiplierOf(row, x, w, inverseH2, gradients) * inverseH2;
        for (int k = 0; k < arity; k++)
            statics->force[row->vertices[k]] =
                vec3_add(statics->force[row->vertices[k]], vec3_scale(gradients[k], multiplier));
        addMatrix(statics, row, x, w, inverseH2, gradients);
    }
}

// Moves to where the forces linearised here would balance, but for friction of `drag` times the masses. Returns how far the
// vertex went that went farthest, m; negative: the system has no solution.
static double iterate(gelStatics* statics, double inverseH2, double drag)
{
    bool isDone = false;
    for (int attempt = 0; attempt < 8 && !isDone; attempt++, drag *= 30.0) {
        assemble(statics, inverseH2);
        for (int i = 0; i < statics->vertexCount; i++)
            for (int k = 0; k < 3 && statics->places[i] >= 0; k++) {
                int at = 3 * statics->places[i] + k;
                const vec3 f = statics->force[i];
                *gelBandAt(&statics->band, at, at) += drag / statics->w[i];
                statics->right[at] = k == 0 ? f.x : k == 1 ? f.y : f.z;
            }
        isDone = gelFactorBand(&statics->band);
    }
    if (!isDone)
        return -1.0;
    gelSolveBand(&statics->band, statics->right);
    double longest = 0.0, limit = farthest * statics->size;
    for (int i = 0; i < statics->freeCount; i++) {
        const double* d = statics->right + 3 * (size_t)i;
        double length = sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
        if (!isfinite(length))
            return -1.0;
        longest = fmax(longest, length);
    }
    double share = longest > limit ? limit / longest : 1.0;
    for (int i = 0; i < statics->vertexCount; i++)
        if (statics->places[i] >= 0) {
            const double* d = statics->right + 3 * (size_t)statics->places[i];
            statics->x[i] = vec3_add(statics->x[i], vec3_scale((vec3){d[0], d[1], d[2]}, share));
        }
    return share * longest;
}

static double sagOf(const gelStatics* statics, double h)
{
    double sag = 0.0;
    vec3 free = vec3_scale(statics->gravity, 0.5 * h * h);
    for (int i = 0; i < statics->vertexCount; i++)
        if (statics->places[i] >= 0) {
            vec3 moved = vec3_subtract(statics->x[i], statics->start[i]), d = vec3_subtract(moved, free);
            sag = fmax(sag,
                       sqrt(fmin(vec3_dot(moved, moved), vec3_dot(d, d)))); // what is held moves by neither
        }
    return sag;
}

double gelFindSag(gelStatics* statics, double h)
{
    const double g = sqrt(vec3_dot(statics->gravity, statics->gravity)),
                 first = g / (farthest * statics->size);
    double inverseH2 = 2.0 / (h * h), drag = first * (statics->isSolid ? 1e-4 : 1.0);
    memcpy(statics->x, statics->start, (size_t)statics->vertexCount * sizeof *statics->x);
    for (int i = 0; i < maxIterations; i++, drag *= 0.5) {
        statics->cost -= statics->costOfIteration;
        double move = iterate(statics, inverseH2, drag);
        if (!(move >= 0.0) || statics->cost < 0.0)
            return -1.0;
        double sag = sagOf(statics, h);
        if ((move <= converged * sag && drag <= slow * first) || move <= settled * sag)
            break;
    }
    return sagOf(statics, h);
}

double gelSizeOfStatics(const gelStatics* statics)
{
    return statics->size;
}

double gelFindUnlimitedStrain(gelStatics* statics, double h)
{
    statics->isUnlimited = true;
    double sag = gelFindSag(statics, h), largest = 0.0;
    for (int r = 0; r < statics->rowCount; r++) {
        const Row* row = &statics->rows[r];
        if (!gelIsSpring(row->kind) || isLimit(row) || row->isTether)
            continue;
        vec3 d = vec3_subtract(statics->x[row->vertices[1]], statics->x[row->vertices[0]]);
        largest = fmax(largest, sqrt(vec3_dot(d, d)) / row->values[0] - 1.0);
    }
    statics->isUnlimited = false;
    return sag >= 0.0 ? largest : -1.0;
}
