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

typedef struct Exit {
    const gelContactSurface* surface;
    const gelTetMesh* mesh;
    double point[3]; // inside, at rest
    double minStep;  // beyond a surface, m
} Exit;

static bool isInside(const Exit* exit, const double point[3])
{
    return gelSurfaceTree_Winding(&exit->surface->tree, point) >= 0.5;
}

static void findNormal(const Exit* exit, int triangle, double normal[3])
{
    double corners[3][3], sides[2][3];
    for (int i = 0; i < 9; i++) {
        int vertex = exit->surface->points[exit->surface->triangles[triangle][i / 3]].vertices[0];
        corners[i / 3][i % 3] = (double)exit->mesh->positions[3 * (size_t)vertex + (size_t)(i % 3)];
    }
    gelSubtract3(corners[1], corners[0], sides[0]);
    gelSubtract3(corners[2], corners[0], sides[1]);
    gelCross3(sides[0], sides[1], normal);
}

// Whether the inside ends at a place, seen from the point, or another part begins there. A point on the
// surface looks along its normal.
static bool leadsOut(const Exit* exit, const gelSurfacePlace* place)
{
    double direction[3], beyond[3];
    gelSubtract3(place->point, exit->point, direction);
    if (place->distance < exit->minStep)
        findNormal(exit, place->triangle, direction);
    double length = sqrt(gelDot3(direction, direction)), step = fmax(behind * place->distance, exit->minStep);
    for (int k = 0; k < 3; k++)
        beyond[k] = place->point[k] + step / length * direction[k];
    return !isInside(exit, beyond);
}

// Returns the triangle at the nearest end of the inside along the axes and between them: where parts
// overlap, the nearest triangle may be within another part.
static int searchAround(const Exit* exit)
{
    const gelSurfaceTree* tree = &exit->surface->tree;
    double nearest = INFINITY;
    int triangle = -1;
    for (int i = 0; i < 27; i++) {
        const double direction[3] = {i % 3 - 1, i / 3 % 3 - 1, i / 9 - 1};
        double length = sqrt(gelDot3(direction, direction)), from = 0.0, place[3], beyond[3];
        for (int crossed = 0; crossed < maxCrossed && length > 0.0; crossed++) {
            double met = gelSurfaceTree_CastRay(tree, exit->point, direction, from);
            if (!(met * length < nearest))
                break;
            from = met + fmax(behind * met, exit->minStep / length);
            for (int k = 0; k < 3; k++) {
                place[k] = exit->point[k] + met * direction[k];
                beyond[k] = exit->point[k] + from * direction[k];
            }
            if (isInside(exit, beyond))
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
    Exit exit = {surface, inside, .minStep = rounding * largestCoordinate(&surface->tree.boxes.nodes[0].box)};
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
            exit.point[k] += weights[i] * (double)inside->positions[3 * (size_t)vertex + (size_t)k];
    }
    if (!(total > 0.0) || !isInside(&exit, exit.point))
        return -1;
    gelSurfacePlace place = gelSurfaceTree_Nearest(&surface->tree, exit.point);
    return leadsOut(&exit, &place) ? place.triangle : searchAround(&exit);
}
