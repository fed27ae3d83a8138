// Bars and blocks under small loads: what Gel's time steps settle at, the static solution on the same mesh, and closed
// forms. All in double precision.
#pragma once

#include "mesh/mesh.h"
#include "plan/kinds.h"
#include "support/fixtures.h"
#include "world/world.h"

#include <math.h>

typedef enum Load { stretch, bend, twist, shear, pressure, loadCount } Load;
static const char* const loadTexts[loadCount] = {"stretch", "bend", "twist", "shear", "pressure"};

// A bar of 4 x 1 x 1 m clamped at one end, or a free block of 1 m; `cells` across.
typedef struct Specimen {
    Load load;
    gelMaterialModel model;
    double young, poisson;
    gelTetMesh mesh;
    int count;       // vertices
    double* forces;  // [count][3], N: of a unit of load
    double* normals; // [count][3], m^2: the part of the surface at each vertex, outwards
    bool* isPinned;  // [count]
} Specimen;

static const double unitLoad = 1.0; // N of a force, N m of a torque, Pa of a stress
// The deflections that loads cause: so small that all is linear, yet larger than the rounding of
// the rest shape.
static const double smallLoads[loadCount] = {2e-3, 1.3e-2, 4e-3, 1.5e-3, 1e-3};

static inline bool isBar(Load load)
{
    return load < shear;
}

static inline const float* restOf(const Specimen* specimen, int vertex)
{
    return specimen->mesh.positions + 3 * (size_t)vertex;
}

static inline void measureNormals(Specimen* specimen)
{
    int *triangles, count;
    REQUIRE(gelExtractSurface(&specimen->mesh, &triangles, &count));
    for (int t = 0; t < count; t++) {
        double a[3], b[3];
        const int* v = triangles + 3 * t;
        gelMeasureEdge(specimen->mesh.positions, v[0], v[1], a);
        gelMeasureEdge(specimen->mesh.positions, v[0], v[2], b);
        for (int k = 0; k < 9; k++) {
            int axis = k % 3, y = (axis + 1) % 3, z = (axis + 2) % 3;
            specimen->normals[3 * v[k / 3] + axis] += (a[y] * b[z] - a[z] * b[y]) / 6.0;
        }
    }
    gelFree(triangles);
}

// Tractions: along x, along y, round x on the end face of a bar; in the plane of x and y, inwards, on a block.
static inline void setForces(Specimen* specimen)
{
    for (int i = 0; i < specimen->count; i++) {
        const double* n = specimen->normals + 3 * i;
        const double y = (double)restOf(specimen, i)[1], z = (double)restOf(specimen, i)[2];
        const double end = (double)restOf(specimen, i)[0] > 1.999 ? n[0] : 0.0;
        const double all[loadCount][3] = {{end, 0, 0},
                                          {0, end, 0},
                                          {0, -6.0 * z * end, 6.0 * y * end},
                                          {n[1], n[0], 0},
                                          {-n[0], -n[1], -n[2]}};
        for (int k = 0; k < 3; k++)
            specimen->forces[3 * i + k] = unitLoad * all[specimen->load][k];
        specimen->isPinned[i] = isBar(specimen->load) && (double)restOf(specimen, i)[0] < -1.999;
    }
}

static inline Specimen makeSpecimen(Load load, gelMaterialModel model, int cells, double young,
                                    double poisson)
{
    Specimen specimen = {.load = load, .model = model, .young = young, .poisson = poisson};
    gelVec3 size = {isBar(load) ? 4.0f : 1.0f, 1.0f, 1.0f};
    REQUIRE(gelCreateBoxMesh(size, isBar(load) ? 4 * cells : cells, cells, cells, &specimen.mesh));
    specimen.count = specimen.mesh.vertexCount;
    size_t numbers = 3 * (size_t)specimen.count;
    specimen.forces = calloc(numbers, sizeof(double));
    specimen.normals = calloc(numbers, sizeof(double));
    specimen.isPinned = calloc(numbers, sizeof(bool));
    measureNormals(&specimen);
    setForces(&specimen);
    return specimen;
}

static inline void destroySpecimen(Specimen* specimen)
{
    gelDestroyTetMesh(&specimen->mesh);
    free(specimen->forces);
    free(specimen->normals);
    free(specimen->isPinned);
}

// -- What is measured of displacements, and what theory says.

// A bar's middle half, away from its ends: mean of what `part` of the displacement is at the plane x.
static inline double meanAt(const Specimen* specimen, const double* u, double x)
{
    double sum = 0.0, weight = 0.0;
    for (int i = 0; i < specimen->count; i++) {
        const float* at = restOf(specimen, i);
        double y = (double)at[1], z = (double)at[2];
        if (fabs((double)at[0] - x) > 1e-4)
            continue;
        bool turns = specimen->load == twist;
        sum += turns ? y * u[3 * i + 2] - z * u[3 * i + 1] : u[3 * i + (specimen->load == bend)];
        weight += turns ? y * y + z * z : 1.0;
    }
    return sum / weight;
}

// Longer by m, lower by m, turned by rad, sheared, compressed.
static inline double respond(const Specimen* specimen, const double* u)
{
    double gradient[9] = {0};
    if (specimen->load == bend)
        return meanAt(specimen, u, 2.0);
    if (isBar(specimen->load))
        return meanAt(specimen, u, 1.0) - meanAt(specimen, u, -1.0);
    for (int i = 0; i < specimen->count; i++) // the mean gradient, as an integral over the surface
        for (int k = 0; k < 9; k++)
            gradient[k] += u[3 * i + k / 3] * specimen->normals[3 * i + k % 3];
    return specimen->load == shear ? gradient[1] + gradient[3] : -(gradient[0] + gradient[4] + gradient[8]);
}

// Bars: P l / (E A), P l^3 / (3 E I) + P l / (kappa G A) (Timoshenko), T l / (G J); J of a square is 0.1406 a^4, and
// the traction 6 r has the torque 6 a^4 / 6.
static inline double theoryOf(const Specimen* specimen)
{
    double e = specimen->young, nu = specimen->poisson, g = e / (2.0 * (1.0 + nu));
    double kappa = 10.0 * (1.0 + nu) / (12.0 + 11.0 * nu);
    const double all[loadCount] = {2.0 / e, 64.0 * 12.0 / (3.0 * e) + 4.0 / (kappa * g), 2.0 / (g * 0.14058),
                                   1.0 / g, 3.0 * (1.0 - 2.0 * nu) / e};
    return unitLoad * all[specimen->load];
}

// -- Statics: K u = f by conjugate gradients, K from linear elasticity or from springs and volumes.

typedef struct Term { // g g^T / alpha, of edges and volumes
    int vertices[4];
    double gradients[4][3], stiffness;
} Term;

typedef struct Statics {
    const Specimen* specimen;
    Term* terms;
    int termCount;
} Statics;

static inline void tetGradients(const gelTetMesh* mesh, const int* tet, double b[4][3])
{
    double edges[3][3], determinant = gelTetDeterminant(mesh->positions, tet);
    for (int k = 0; k < 3; k++)
        gelMeasureEdge(mesh->positions, tet[0], tet[k + 1], edges[k]);
    for (int i = 0; i < 9; i++) {
        int k = i / 3, axis = i % 3, y = (axis + 1) % 3, z = (axis + 2) % 3;
        const double *p = edges[(k + 1) % 3], *q = edges[(k + 2) % 3];
        b[k + 1][axis] = (p[y] * q[z] - p[z] * q[y]) / determinant;
    }
    for (int axis = 0; axis < 3; axis++)
        b[0][axis] = -(b[1][axis] + b[2][axis] + b[3][axis]);
}

static inline void addTetForces(const Specimen* specimen, const int* tet, const double* u, double* f)
{
    double b[4][3], h[9] = {0}, nu = specimen->poisson, mu = specimen->young / (2.0 * (1.0 + nu));
    double lambda = 2.0 * mu * nu / (1.0 - 2.0 * nu),
           volume = gelTetDeterminant(specimen->mesh.positions, tet) / 6.0;
    tetGradients(&specimen->mesh, tet, b);
    for (int i = 0; i < 36; i++)
        h[i % 9] += u[3 * tet[i / 9] + i % 9 / 3] * b[i / 9][i % 3];
    for (int i = 0; i < 36; i++) {
        int row = i % 9 / 3, column = i % 3;
        double stress = mu * (h[3 * row + column] + h[3 * column + row]) +
                        (row == column ? lambda * (h[0] + h[4] + h[8]) : 0.0);
        f[3 * tet[i / 9] + row] += volume * stress * b[i / 9][column];
    }
}

static inline void addTermForces(const Term* term, const double* u, double* f)
{
    double sum = 0.0;
    for (int i = 0; i < 12; i++)
        sum += term->gradients[i / 3][i % 3] * u[3 * term->vertices[i / 3] + i % 3];
    for (int i = 0; i < 12; i++)
        f[3 * term->vertices[i / 3] + i % 3] += term->stiffness * sum * term->gradients[i / 3][i % 3];
}

static inline void applyStiffness(const Statics* statics, const double* u, double* f)
{
    const Specimen* specimen = statics->specimen;
    memset(f, 0, 3 * (size_t)specimen->count * sizeof *f);
    for (int t = 0; t < specimen->mesh.tetCount && statics->terms == NULL; t++)
        addTetForces(specimen, specimen->mesh.tets + 4 * t, u, f);
    for (int t = 0; t < statics->termCount; t++)
        addTermForces(&statics->terms[t], u, f);
    for (int i = 0; i < 3 * specimen->count; i++)
        f[i] = specimen->isPinned[i / 3] ? 0.0 : f[i];
}

static inline Term makeTerm(const Specimen* specimen, gelConstraintKind kind, const gelConstraint* constraint)
{
    Term term = {.stiffness = 1.0 / (double)constraint->values[1]};
    const int* v = constraint->vertices;
    for (int k = 0; k < 4; k++)
        term.vertices[k] = v[k] >= 0 ? v[k] : v[0];
    if (kind == gel_distanceConstraint) {
        double length = gelMeasureEdge(specimen->mesh.positions, v[0], v[1], term.gradients[1]);
        for (int k = 0; k < 3; k++) {
            term.gradients[1][k] /= length;
            term.gradients[0][k] = -term.gradients[1][k];
        }
        return term;
    }
    tetGradients(&specimen->mesh, v, term.gradients);
    for (int i = 0; i < 12; i++)
        term.gradients[i / 3][i % 3] *= gelTetDeterminant(specimen->mesh.positions, v) / 6.0;
    return term;
}

static inline Statics makeStatics(const Specimen* specimen, gelWorld* world)
{
    gelCounters counters;
    Statics statics = {.specimen = specimen};
    REQUIRE(gelWorld_GetCounters(world, &counters));
    int max = counters.constraintCounts[gel_distanceConstraint] + counters.tetCount;
    if (specimen->model == gel_neoHookean)
        return statics;
    gelConstraint* list = calloc((size_t)max, sizeof *list);
    statics.terms = calloc((size_t)max, sizeof *statics.terms);
    for (int kind = gel_distanceConstraint; kind <= gel_volumeConstraint; kind++) {
        REQUIRE(gelWorld_GetConstraints(world, (gelConstraintKind)kind, list, max));
        for (int i = 0; i < counters.constraintCounts[kind]; i++)
            statics.terms[statics.termCount++] = makeTerm(specimen, (gelConstraintKind)kind, &list[i]);
    }
    free(list);
    return statics;
}

static inline double dotOf(const double* a, const double* b, int count)
{
    double sum = 0.0;
    for (int i = 0; i < count; i++)
        sum += a[i] * b[i];
    return sum;
}

// Free blocks have balanced loads, so that there is a solution, up to rigid motions.
static inline double solveStatics(const Specimen* specimen, gelWorld* world)
{
    int n = 3 * specimen->count;
    Statics statics = makeStatics(specimen, world);
    double *u = calloc((size_t)n, sizeof *u), *r = calloc((size_t)n, sizeof *u),
           *p = calloc((size_t)n, sizeof *u), *q = calloc((size_t)n, sizeof *u);
    for (int i = 0; i < n; i++)
        r[i] = p[i] = specimen->isPinned[i / 3] ? 0.0 : specimen->forces[i];
    double first = dotOf(r, r, n), square = first;
    for (int turn = 0; turn < 20000 && square > 1e-20 * first; turn++) {
        applyStiffness(&statics, p, q);
        double step = square / dotOf(p, q, n), before = square;
        for (int i = 0; i < n; i++) {
            u[i] += step * p[i];
            r[i] -= step * q[i];
        }
        square = dotOf(r, r, n);
        for (int i = 0; i < n; i++)
            p[i] = r[i] + square / before * p[i];
    }
    double result = respond(specimen, u);
    free(statics.terms);
    free(u);
    free(r);
    free(p);
    free(q);
    return result;
}

// -- Gel.

static inline gelWorld* makeSpecimenWorld(const Specimen* specimen)
{
    gelWorld* world;
    gelBodyId id;
    gelWorldDef def = gelDefaultWorldDef();
    gelBodyDef body = gelDefaultBodyDef();
    def.backend = gel_referenceDouble;
    def.gravity = (gelVec3){0};
    def.substepCount = 1;
    def.tileSize = 65536;
    body.material.model = specimen->model;
    body.material.youngModulus = (float)specimen->young;
    body.material.poissonRatio = (float)specimen->poisson;
    static const float dampings[loadCount] = {20.0f, 6.0f, 12.0f, 40.0f, 40.0f}; // about critical at 2e6 Pa
    body.material.damping = dampings[specimen->load];
    REQUIRE(gelCreateWorld(&def, &world));
    REQUIRE(gelCreateBody(world, &body, &specimen->mesh, &id));
    if (isBar(specimen->load))
        REQUIRE(gelBody_PinBox(world, id, (gelVec3){-9, -9, -9}, (gelVec3){-1.999f, 9, 9}, NULL));
    return world;
}

static inline double respondNow(const Specimen* specimen, gelWorld* world)
{
    double* u = calloc(3 * (size_t)specimen->count, sizeof *u);
    REQUIRE(gelWorldPull(world));
    for (int i = 0; i < 3 * specimen->count; i++)
        u[i] = world->vertices[i / 3].position[i % 3] - (double)specimen->mesh.positions[i];
    double result = respond(specimen, u);
    free(u);
    return result;
}

// Steps of a substep each, with the forces as changes of velocity before, until nothing changes. `times`: units of load.
static inline double settle(const Specimen* specimen, gelWorld* world, int substeps, double times)
{
    float h = 1.0f / 60.0f / (float)substeps;
    double last = 0.0, before = 0.0, now = 1.0;
    for (int quarter = 0; quarter < 60 && fabs(now - last) + fabs(last - before) > 4e-4 * fabs(now);
         quarter++) {
        before = last;
        for (int step = 0; step < 15 * substeps; step++) {
            REQUIRE(gelWorldPull(world));
            for (int i = 0; i < 3 * specimen->count; i++) {
                gelVertexState* vertex = &world->vertices[i / 3];
                vertex->velocity[i % 3] += (double)h * times * specimen->forces[i] * vertex->inverseMass;
            }
            gelWorldStateChanged(world);
            REQUIRE(gelWorld_Step(world, h));
        }
        last = now;
        now = respondNow(specimen, world);
    }
    return now / times;
}
