// Ways to ruin the shape of a body, and whether it is back. Shared by bench_recovery and the tests.
#pragma once

#include "gel/gel.h"
#include "support/fixtures.h"

#include "mesh/mesh.h"

#include <math.h>
#include <stdlib.h>

typedef enum Ruin { onPlane, onLine, atPoint, mirrored, scrambled, insideOut, shrunk, ruinCount } Ruin;
static const char* const ruinTexts[] = {"plane",     "line",       "point", "mirrored",
                                        "scrambled", "inside out", "shrunk"};

// From -1 to 1, of a linear congruential generator: Knuth, TAOCP 3.3.4.
static inline double drawNumber(uint64_t* seed)
{
    *seed = *seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (double)(*seed >> 11) * 0x1p-52 - 1.0;
}

static inline void drawDirection(uint64_t* seed, double direction[3])
{
    double square;
    do {
        for (int k = 0; k < 3; k++)
            direction[k] = drawNumber(seed);
        square = direction[0] * direction[0] + direction[1] * direction[1] + direction[2] * direction[2];
    } while (square > 1.0 || square < 0.01);
    for (int k = 0; k < 3; k++)
        direction[k] /= sqrt(square);
}

// The frame of a body's ruin: the body's box, and a plane or line through the middle.
typedef struct RuinFrame {
    double middle[3], half[3], direction[3];
} RuinFrame;

static inline RuinFrame frameOf(const float* xyz, int vertexCount, uint64_t* seed)
{
    RuinFrame frame;
    drawDirection(seed, frame.direction);
    for (int k = 0; k < 3; k++) {
        double lower = INFINITY, upper = -INFINITY;
        for (int i = 0; i < vertexCount; i++) {
            lower = fmin(lower, (double)xyz[3 * (size_t)i + (size_t)k]);
            upper = fmax(upper, (double)xyz[3 * (size_t)i + (size_t)k]);
        }
        frame.middle[k] = 0.5 * (lower + upper);
        frame.half[k] = 0.5 * (upper - lower);
    }
    return frame;
}

// The random numbers differ by vertex and seed.
static inline void ruinVertex(Ruin ruin, const RuinFrame* frame, uint64_t* seed, float x[3])
{
    double along = 0.0, chance = drawNumber(seed);
    for (int k = 0; k < 3; k++)
        along += ((double)x[k] - frame->middle[k]) * frame->direction[k];
    bool isMirrored = ruin == mirrored || (ruin == insideOut && chance < 0.0);
    for (int k = 0; k < 3; k++) {
        double place = (double)x[k], middle = frame->middle[k], direction = frame->direction[k];
        double random = drawNumber(seed);
        place = ruin == onPlane     ? place - along * direction
                : ruin == onLine    ? middle + along * direction
                : ruin == atPoint   ? middle
                : isMirrored        ? place - 2.0 * along * direction
                : ruin == scrambled ? middle + random * frame->half[k]
                : ruin == shrunk    ? middle + 0.001 * (place - middle)
                                    : place;
        x[k] = (float)place;
    }
}

static inline void ruinBody(gelWorld* world, gelBodyId id, Ruin ruin, uint64_t seed)
{
    int count = gelBody_GetMesh(world, id)->vertexCount;
    float* xyz = malloc((size_t)count * 3 * sizeof *xyz);
    REQUIRE(gelBody_ReadPositions(world, id, xyz, count));
    seed = seed * UINT64_C(2654435761) + 12345;
    drawNumber(&seed);
    RuinFrame frame = frameOf(xyz, count, &seed);
    for (int i = 0; i < count; i++)
        ruinVertex(ruin, &frame, &seed, xyz + 3 * (size_t)i);
    REQUIRE(gelBody_WritePositions(world, id, xyz, count));
    free(xyz);
}

typedef struct Shape {
    int inverted;     // tets whose volume is not above 0
    double edgeError; // mean of |l / L - 1| over the edges of tets
} Shape;

static inline Shape shapeOf(gelWorld* world, gelBodyId id)
{
    const gelTetMesh* mesh = gelBody_GetMesh(world, id);
    float* xyz = malloc((size_t)mesh->vertexCount * 3 * sizeof *xyz);
    Shape shape = {0};
    REQUIRE(gelBody_ReadPositions(world, id, xyz, mesh->vertexCount));
    for (int t = 0; t < mesh->tetCount; t++) {
        const int* tet = mesh->tets + 4 * (size_t)t;
        shape.inverted += !(gelTetDeterminant(xyz, tet) > 0.0);
        for (int e = 0; e < 6; e++) {
            double vector[3], a = gelMeasureEdge(xyz, tet[gelTetEdges[e][0]], tet[gelTetEdges[e][1]], vector);
            double rest =
                gelMeasureEdge(mesh->positions, tet[gelTetEdges[e][0]], tet[gelTetEdges[e][1]], vector);
            shape.edgeError += fabs(a / rest - 1.0) / (6.0 * mesh->tetCount);
        }
    }
    free(xyz);
    return shape;
}

// Up to a rigid motion: no tet is inverted, so that no mirror image counts, and edges have their lengths within 2 %.
static inline bool isBack(Shape shape)
{
    return shape.inverted == 0 && shape.edgeError < 0.02;
}
