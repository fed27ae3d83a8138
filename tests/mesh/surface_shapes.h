// Small surfaces with closed forms, made triangle by triangle.
#pragma once

#include "gel/skin.h"
#include "support/harness.h"

enum { soupCapacity = 40000 };

// Triangles with separate corners, which gelCreateSurfaceMesh would weld.
typedef struct Soup {
    int count;
    float corners[soupCapacity][3][3];
} Soup;

static inline void addTriangle(Soup* soup, const float a[3], const float b[3], const float c[3])
{
    if (soup->count == soupCapacity)
        abort();
    const float* places[3] = {a, b, c};
    for (int i = 0; i < 3; i++)
        memcpy(soup->corners[soup->count][i], places[i], sizeof soup->corners[0][0]);
    soup->count++;
}

static inline void addQuad(Soup* soup, const float a[3], const float b[3], const float c[3], const float d[3])
{
    addTriangle(soup, a, b, c);
    addTriangle(soup, a, c, d);
}

// Twelve triangles, outwards.
static inline void addBox(Soup* soup, const float lower[3], const float upper[3])
{
    static const int faces[6][4] = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4},
                                    {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
    float corners[8][3];
    for (int i = 0; i < 8; i++)
        for (int k = 0; k < 3; k++)
            corners[i][k] = (i >> k & 1) != 0 ? upper[k] : lower[k];
    for (int f = 0; f < 6; f++)
        addQuad(soup, corners[faces[f][0]], corners[faces[f][1]], corners[faces[f][2]], corners[faces[f][3]]);
}

static inline void spherePoint(const float centre[3], double radius, double polar, double azimuth,
                               float point[3])
{
    point[0] = (float)((double)centre[0] + radius * sin(polar) * cos(azimuth));
    point[1] = (float)((double)centre[1] + radius * sin(polar) * sin(azimuth));
    point[2] = (float)((double)centre[2] + radius * cos(polar));
}

// 4 rings (rings - 1) triangles around the axis z, outwards.
static inline void addSphere(Soup* soup, const float centre[3], double radius, int rings)
{
    const double pi = 3.14159265358979323846;
    for (int i = 0; i < rings; i++) {
        for (int j = 0; j < 2 * rings; j++) {
            float p[2][2][3];
            for (int k = 0; k < 4; k++) // the poles to the bit, the seam closed
                spherePoint(centre, i + k / 2 == 0 || i + k / 2 == rings ? 0 : radius,
                            pi * (i + k / 2) / rings, pi * ((j + k % 2) % (2 * rings)) / rings,
                            p[k / 2][k % 2]);
            for (int k = 0; k < 4; k++)
                if (i + k / 2 == 0 || i + k / 2 == rings)
                    p[k / 2][k % 2][2] = (float)((double)centre[2] + (i + k / 2 == 0 ? radius : -radius));
            if (i > 0)
                addTriangle(soup, p[0][0], p[1][0], p[0][1]);
            if (i < rings - 1)
                addTriangle(soup, p[0][1], p[1][0], p[1][1]);
        }
    }
}

static inline gelSurfaceMesh surfaceOf(const Soup* soup)
{
    static int triangles[3 * soupCapacity];
    for (int i = 0; i < 3 * soup->count; i++)
        triangles[i] = i;
    gelSurfaceMesh surface;
    gelStatus status =
        gelCreateSurfaceMesh(soup->corners[0][0], 3 * soup->count, triangles, soup->count, &surface, NULL);
    CHECK(status == gel_success, "%s", gelLastError());
    if (status != gel_success)
        abort();
    return surface;
}
