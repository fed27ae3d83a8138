#include "surface/depenetration.h"

#include <math.h>

// How far beyond a surface the inside is tested: this part of the way there, but at least so many times the
// largest coordinate, more than rounding.
static const double behind = 1e-3, rounding = 1e-6;

enum { maxCrossed = 8 }; // surfaces on the way out

static double volumeOf(const double a[3], const double b[3], const double c[3], const double d[3])
{
    double sides[3][3];
    gelSubtract3(b, a, sides[0]);
    gelSubtract3(c, a, sides[1]);
    gelSubtract3(d, a, sides[2]);
    return gelTripleProduct(sides[0], sides[1], sides[2]);
}

typedef struct WayOut {
    const gelContactSurface* surface;
    const gelTetMesh* mesh;
    double point[3]; // inside, at rest
    double least;    // m
} WayOut;

static bool isInside(const WayOut* way, const double point[3])
{
    return gelSurfaceTree_Winding(&way->surface->tree, point) >= 0.5;
}

static void findNormal(const WayOut* way, int triangle, double normal[3])
{
    double corners[3][3], sides[2][3];
    for (int i = 0; i < 9; i++) {
        int vertex = way->surface->points[way->surface->triangles[triangle][i / 3]].vertices[0];
        corners[i / 3][i % 3] = (double)way->mesh->positions[3 * (size_t)vertex + (size_t)(i % 3)];
    }
    gelSubtract3(corners[1], corners[0], sides[0]);
    gelSubtract3(corners[2], corners[0], sides[1]);
    gelCross3(sides[0], sides[1], normal);
}

// Whether the surface ends there, seen from the point, or a part begins that overlaps. A point on the surface sees it
// along the normal.
static bool leadsOut(const WayOut* way, const gelSurfacePlace* place)
{
    double direction[3], beyond[3];
    gelSubtract3(place->point, way->point, direction);
    if (place->distance < way->least)
        findNormal(way, place->triangle, direction);
    double length = sqrt(gelDot3(direction, direction)), step = fmax(behind * place->distance, way->least);
    for (int k = 0; k < 3; k++)
        beyond[k] = place->point[k] + step / length * direction[k];
    return !isInside(way, beyond);
}

// Where parts overlap, the nearest triangle may be within another part: then the nearest end of the inside along
// the axes and between them.
static int searchAround(const WayOut* out)
{
    const gelSurfaceTree* tree = &out->surface->tree;
    double nearest = INFINITY;
    int triangle = -1;
    for (int i = 0; i < 27; i++) {
        const double way[3] = {i % 3 - 1, i / 3 % 3 - 1, i / 9 - 1};
        double length = sqrt(gelDot3(way, way)), from = 0.0, place[3], beyond[3];
        for (int crossed = 0; crossed < maxCrossed && length > 0.0; crossed++) {
            double met = gelSurfaceTree_CastRay(tree, out->point, way, from);
            if (!(met * length < nearest))
                break;
            from = met + fmax(behind * met, out->least / length);
            for (int k = 0; k < 3; k++) {
                place[k] = out->point[k] + met * way[k];
                beyond[k] = out->point[k] + from * way[k];
            }
            if (isInside(out, beyond))
                continue;
            nearest = met * length;
            triangle = gelSurfaceTree_Nearest(tree, place).triangle;
        }
    }
    return triangle;
}

static double largestCoordinate(const gelBox* box)
{
    double largest = 0.0;
    for (int k = 0; k < 3; k++)
        largest = fmax(largest, fmax(fabs(box->lower[k]), fabs(box->upper[k])));
    return largest;
}

int gelFindWayOut(const gelContactSurface* surface, const gelTetMesh* inside, int tet, const float now[3],
                  const float (*places)[3])
{
    WayOut way = {surface, inside, .least = rounding * largestCoordinate(&surface->tree.boxes.nodes[0].box)};
    double x[5][3], weights[4], total;
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
            way.point[k] += weights[i] * (double)inside->positions[3 * (size_t)vertex + (size_t)k];
    }
    if (!(total > 0.0) || !isInside(&way, way.point))
        return -1;
    gelSurfacePlace place = gelSurfaceTree_Nearest(&surface->tree, way.point);
    return leadsOut(&way, &place) ? place.triangle : searchAround(&way);
}
