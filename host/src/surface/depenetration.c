#include "surface/depenetration.h"

#include <math.h>

// How far behind a surface, as a part of the way there, it is seen what is behind it.
static const double behind = 1e-3;

enum { maxCrossed = 8 }; // surfaces on the way out

static double volumeOf(const double a[3], const double b[3], const double c[3], const double d[3])
{
    double sides[3][3];
    gelSubtract3(b, a, sides[0]);
    gelSubtract3(c, a, sides[1]);
    gelSubtract3(d, a, sides[2]);
    return gelTripleProduct(sides[0], sides[1], sides[2]);
}

static bool isInside(const gelSurfaceTree* tree, const double point[3])
{
    return gelSurfaceTree_Winding(tree, point) >= 0.5;
}

// Whether the surface ends there, seen from a point inside, or a part begins that overlaps.
static bool leadsOut(const gelSurfaceTree* tree, const double point[3], const gelSurfacePlace* place)
{
    double beyond[3];
    for (int k = 0; k < 3; k++)
        beyond[k] = place->point[k] + behind * (place->point[k] - point[k]);
    return !isInside(tree, beyond);
}

// Where parts overlap, the nearest triangle may be within another part: then the nearest end of the inside along
// the axes and between them.
static int searchAround(const gelSurfaceTree* tree, const double point[3])
{
    double nearest = INFINITY;
    int triangle = -1;
    for (int i = 0; i < 27; i++) {
        const double way[3] = {i % 3 - 1, i / 3 % 3 - 1, i / 9 - 1};
        double length = sqrt(gelDot3(way, way)), met = 0.0, place[3], beyond[3];
        for (int crossed = 0; crossed < maxCrossed && length > 0.0; crossed++) {
            met = gelSurfaceTree_CastRay(tree, point, way, met * (1.0 + behind));
            if (!(met * length < nearest))
                break;
            for (int k = 0; k < 3; k++) {
                place[k] = point[k] + met * way[k];
                beyond[k] = point[k] + met * (1.0 + behind) * way[k];
            }
            if (isInside(tree, beyond))
                continue;
            nearest = met * length;
            triangle = gelSurfaceTree_Nearest(tree, place).triangle;
        }
    }
    return triangle;
}

int gelFindWayOut(const gelContactSurface* surface, const gelTetMesh* inside, int tet, const float now[3],
                  const float (*places)[3])
{
    double x[5][3], weights[4], total, rest[3] = {0};
    for (int k = 0; k < 3; k++) {
        x[4][k] = (double)now[k];
        for (int i = 0; i < 4; i++)
            x[i][k] = (double)places[surface->tetPoints[tet][i]][k];
    }
    total = volumeOf(x[0], x[1], x[2], x[3]);
    weights[0] = volumeOf(x[4], x[1], x[2], x[3]) / total;
    weights[1] = volumeOf(x[0], x[4], x[2], x[3]) / total;
    weights[2] = volumeOf(x[0], x[1], x[4], x[3]) / total;
    weights[3] = volumeOf(x[0], x[1], x[2], x[4]) / total;
    for (int i = 0; i < 4; i++) {
        int vertex = inside->tets[4 * (size_t)surface->tets[tet] + (size_t)i];
        for (int k = 0; k < 3; k++)
            rest[k] += weights[i] * (double)inside->positions[3 * (size_t)vertex + (size_t)k];
    }
    if (!(total > 0.0) || !isInside(&surface->tree, rest))
        return -1;
    gelSurfacePlace place = gelSurfaceTree_Nearest(&surface->tree, rest);
    return leadsOut(&surface->tree, rest, &place) ? place.triangle : searchAround(&surface->tree, rest);
}
