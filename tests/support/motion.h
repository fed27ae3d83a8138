// Shared by tests of contact: how bodies move as a whole, and whether they are inside each other.
#pragma once

#include "support/fixtures.h"

#include "base/vector3.h"

#include <math.h>

// Mass centre and its velocity, from equal shares of mass that tests need not be exact about.
typedef struct Motion {
    double mass, momentum[3], angular[3], centre[3], lowest[3], highest[3];
} Motion;

// Stores the masses of a mesh's vertices: each has a quarter of its tets'.
static inline void measureMasses(const gelTetMesh* mesh, double density, double* mass)
{
    for (int i = 0; i < mesh->vertexCount; i++)
        mass[i] = 0.0;
    for (int t = 0; t < mesh->tetCount; t++) {
        double a[4][3], e[3][3];
        const int* tet = mesh->tets + 4 * t;
        for (int i = 0; i < 12; i++)
            a[i / 3][i % 3] = (double)mesh->positions[3 * tet[i / 3] + i % 3];
        for (int i = 0; i < 9; i++)
            e[i / 3][i % 3] = a[i / 3 + 1][i % 3] - a[0][i % 3];
        double volume = (e[0][0] * (e[1][1] * e[2][2] - e[1][2] * e[2][1]) -
                         e[0][1] * (e[1][0] * e[2][2] - e[1][2] * e[2][0]) +
                         e[0][2] * (e[1][0] * e[2][1] - e[1][1] * e[2][0])) /
                        6.0;
        for (int k = 0; k < 4; k++)
            mass[tet[k]] += density * fabs(volume) / 4.0;
    }
}

static inline void addMotion(gelWorld* world, gelBodyId id, double density, Motion* motion)
{
    const gelTetMesh* mesh = gelBody_GetMesh(world, id);
    int count = mesh->vertexCount;
    float *x = malloc((size_t)count * 12), *v = malloc((size_t)count * 12);
    REQUIRE(gelBody_ReadPositions(world, id, x, count));
    REQUIRE(gelBody_ReadVelocities(world, id, v, count));
    gelBodyDef def;
    REQUIRE(gelBody_GetDef(world, id, &def));
    density *= pow((double)def.scale, 3.0);
    double* mass = malloc((size_t)count * sizeof *mass);
    measureMasses(mesh, density, mass);
    for (int i = 0; i < count; i++) {
        motion->mass += mass[i];
        for (int k = 0; k < 3; k++) {
            double p = (double)x[3 * i + k];
            int a = (k + 1) % 3, b = (k + 2) % 3;
            motion->momentum[k] += mass[i] * (double)v[3 * i + k];
            motion->centre[k] += mass[i] * p;
            motion->angular[k] += mass[i] * ((double)x[3 * i + a] * (double)v[3 * i + b] -
                                             (double)x[3 * i + b] * (double)v[3 * i + a]);
            motion->lowest[k] = p < motion->lowest[k] ? p : motion->lowest[k];
            motion->highest[k] = p > motion->highest[k] ? p : motion->highest[k];
        }
    }
    free(x);
    free(v);
    free(mass);
}

static inline Motion measure(gelWorld* world, const gelBodyId* ids, int count)
{
    Motion motion = {.lowest = {1e9, 1e9, 1e9}, .highest = {-1e9, -1e9, -1e9}};
    for (int i = 0; i < count; i++)
        addMotion(world, ids[i], 1000.0, &motion);
    for (int k = 0; k < 3; k++)
        motion.centre[k] /= motion.mass;
    return motion;
}

// How many of some points, [count][3], are in tets of a body.
static inline int countPointsInside(gelWorld* world, const float* x, int pointCount, gelBodyId tets)
{
    const gelTetMesh* b = gelBody_GetMesh(world, tets);
    float* y = malloc((size_t)b->vertexCount * 12);
    float lower[3] = {INFINITY, INFINITY, INFINITY}, upper[3] = {-INFINITY, -INFINITY, -INFINITY};
    int count = 0;
    REQUIRE(gelBody_ReadPositions(world, tets, y, b->vertexCount));
    for (int i = 0; i < 3 * b->vertexCount; i++) {
        lower[i % 3] = fminf(lower[i % 3], y[i]);
        upper[i % 3] = fmaxf(upper[i % 3], y[i]);
    }
    for (int i = 0; i < pointCount; i++) {
        bool near = true;
        for (int k = 0; k < 3; k++)
            near = near && x[3 * i + k] >= lower[k] && x[3 * i + k] <= upper[k];
        for (int t = 0; t < b->tetCount && near; t++) {
            int signs = 0;
            for (int face = 0; face < 5;
                 face++) { // the tet itself, and with each corner replaced by the point
                double p[4][3], product[3];
                for (int k = 0; k < 12; k++)
                    p[k / 3][k % 3] = k / 3 == face - 1 ? (double)x[3 * i + k % 3]
                                                        : (double)y[3 * b->tets[4 * t + k / 3] + k % 3];
                for (int k = 0; k < 9; k++)
                    p[k / 3 + 1][k % 3] -= p[0][k % 3];
                gelCross3(p[1], p[2], product);
                signs += gelDot3(product, p[3]) > 0.0;
            }
            if (signs == 5) {
                count++;
                break;
            }
        }
    }
    free(y);
    return count;
}

// The vertices of one body that are in tets of another.
static inline int countInside(gelWorld* world, gelBodyId points, gelBodyId tets)
{
    int count = gelBody_GetMesh(world, points)->vertexCount;
    float* x = malloc((size_t)count * 12);
    REQUIRE(gelBody_ReadPositions(world, points, x, count));
    int inside = countPointsInside(world, x, count, tets);
    free(x);
    return inside;
}
