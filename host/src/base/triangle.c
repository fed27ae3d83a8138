#include "base/triangle.h"

#include "base/vector3.h"

#include <math.h>
#include <string.h>

// `to` is set to the vector from the nearest point of the edge to the point.
static double measureToEdge(const double a[3], const double along[3], const double point[3], double to[3])
{
    gelSubtract3(point, a, to);
    double t = gelDot3(to, along) / gelDot3(along, along);
    t = t > 0.0 ? t : 0.0; // also if the edge has no length
    t = t < 1.0 ? t : 1.0;
    for (int k = 0; k < 3; k++)
        to[k] -= t * along[k];
    return gelDot3(to, to);
}

// To the plane if the point projects into the triangle, else to the nearest edge.
double gelNearestOnTriangle(const double corners[3][3], const double point[3], double nearest[3])
{
    double normal[3], sides[3][3], to[3], best[3] = {0}, min = INFINITY;
    for (int i = 0; i < 3; i++)
        gelSubtract3(corners[(i + 1) % 3], corners[i], sides[i]);
    gelCross3(sides[0], sides[1], normal);
    double square = gelDot3(normal, normal);
    bool above = square > 0.0;
    for (int i = 0; i < 3; i++) {
        double across[3];
        gelSubtract3(point, corners[i], to);
        gelCross3(normal, sides[i], across);
        above = above && gelDot3(across, to) >= 0.0;
    }
    gelSubtract3(point, corners[0], to);
    double height = gelDot3(to, normal);
    for (int i = 0; i < 3 && !above; i++) {
        double distance = measureToEdge(corners[i], sides[i], point, to);
        if (distance >= min)
            continue;
        min = distance;
        memcpy(best, to, sizeof best);
    }
    for (int k = 0; k < 3; k++)
        nearest[k] = point[k] - (above ? height / square * normal[k] : best[k]);
    return above ? height * height / square : min;
}

double gelMeetRay(const double corners[3][3], const double origin[3], const double direction[3])
{
    const double beyond = 1e-9;
    double ab[3], ac[3], ao[3], p[3], q[3];
    gelSubtract3(corners[1], corners[0], ab);
    gelSubtract3(corners[2], corners[0], ac);
    gelSubtract3(origin, corners[0], ao);
    gelCross3(direction, ac, p);
    double determinant = gelDot3(ab, p);
    if (determinant == 0.0)
        return INFINITY;
    double u = gelDot3(ao, p) / determinant;
    gelCross3(ao, ab, q);
    double v = gelDot3(direction, q) / determinant;
    double distance = gelDot3(ac, q) / determinant;
    bool met = u >= -beyond && v >= -beyond && u + v <= 1.0 + beyond && distance >= 0.0;
    return met ? distance : INFINITY;
}

double gelTriangleWinding(const double corners[3][3], const double point[3])
{
    const double twoPi = 6.283185307179586477;
    double to[3][3], lengths[3];
    for (int i = 0; i < 3; i++) {
        gelSubtract3(corners[i], point, to[i]);
        lengths[i] = sqrt(gelDot3(to[i], to[i]));
    }
    double across = gelTripleProduct(to[0], to[1], to[2]);
    double along = (lengths[0] * lengths[1] * lengths[2] + gelDot3(to[0], to[1]) * lengths[2]) +
                   (gelDot3(to[1], to[2]) * lengths[0] + gelDot3(to[2], to[0]) * lengths[1]);
    return atan2(across, along) / twoPi;
}

// The sign of a sum of products, 0 if rounding could have caused it; `size` is the sum of their magnitudes.
static int signOf(double sum, double size)
{
    const double rounding = 1e-15;
    return sum > rounding * size ? 1 : sum < -rounding * size ? -1 : 0;
}

// The side of the plane through a, b, c on which d lies: 1 if they appear clockwise from d.
static int sideOfPlane(const double a[3], const double b[3], const double c[3], const double d[3])
{
    double x[3], y[3], z[3], sum = 0.0, size = 0.0;
    gelSubtract3(a, d, x);
    gelSubtract3(b, d, y);
    gelSubtract3(c, d, z);
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        double one = x[j] * y[k], other = x[k] * y[j];
        sum += (one - other) * z[i];
        size += (fabs(one) + fabs(other)) * fabs(z[i]);
    }
    return signOf(sum, size);
}

static bool sharesCorner(const double first[3][3], const double second[3][3])
{
    for (int i = 0; i < 9; i++)
        if (memcmp(first[i / 3], second[i % 3], 3 * sizeof(double)) == 0)
            return true;
    return false;
}

// An edge goes through a triangle if its ends are on different sides of it and its line passes inside: on the
// same side of all its edges. Passing through one of the edges counts too, or intersecting boxes that meet on
// the diagonals of their faces would be missed; not so for neighbours, which touch anyway, nor passing
// through a corner.
static bool pierces(const double triangle[3][3], const double other[3][3], const int sides[3],
                    bool neighbours)
{
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3;
        if (sides[i] * sides[j] >= 0)
            continue;
        int counts[3] = {0, 0, 0};
        for (int k = 0; k < 3; k++)
            counts[1 + sideOfPlane(other[i], other[j], triangle[k], triangle[(k + 1) % 3])]++;
        if ((counts[0] == 0) != (counts[2] == 0) && counts[1] <= (neighbours ? 0 : 1))
            return true;
    }
    return false;
}

static int sideOfLine(const double a[3], const double b[3], const double c[3], int x, int y)
{
    double one = (a[x] - c[x]) * (b[y] - c[y]), other = (a[y] - c[y]) * (b[x] - c[x]);
    return signOf(one - other, fabs(one) + fabs(other));
}

// Whether the other triangle lies entirely outside the line of one of this one's edges.
static bool keepsOutside(const double triangle[3][3], const double other[3][3], int x, int y)
{
    int turn = sideOfLine(triangle[0], triangle[1], triangle[2], x, y);
    for (int i = 0; i < 3; i++) {
        int outside = 0;
        for (int k = 0; k < 3; k++)
            outside += turn * sideOfLine(triangle[i], triangle[(i + 1) % 3], other[k], x, y) <= 0;
        if (outside == 3)
            return true;
    }
    return false;
}

// Two coplanar triangles, projected along the axis closest to their normal.
static bool overlap(const double first[3][3], const double second[3][3])
{
    double a[3], b[3], normal[3];
    gelSubtract3(first[1], first[0], a);
    gelSubtract3(first[2], first[0], b);
    gelCross3(a, b, normal);
    int axis = fabs(normal[1]) > fabs(normal[0]) ? 1 : 0;
    axis = fabs(normal[2]) > fabs(normal[axis]) ? 2 : axis;
    int x = (axis + 1) % 3, y = (axis + 2) % 3;
    return !keepsOutside(first, second, x, y) && !keepsOutside(second, first, x, y);
}

// On which sides of a triangle's plane the other's corners lie; true if all strictly on one.
static bool sidesOf(const double triangle[3][3], const double other[3][3], int sides[3])
{
    for (int i = 0; i < 3; i++)
        sides[i] = sideOfPlane(triangle[0], triangle[1], triangle[2], other[i]);
    return sides[0] != 0 && sides[0] == sides[1] && sides[1] == sides[2];
}

int gelMeetTriangles(const double first[3][3], const double second[3][3])
{
    int sidesOfFirst[3], sidesOfSecond[3];
    if (sidesOf(first, second, sidesOfFirst) || sidesOf(second, first, sidesOfSecond))
        return 0;
    bool flat = (sidesOfFirst[0] | sidesOfFirst[1] | sidesOfFirst[2]) == 0 ||
                (sidesOfSecond[0] | sidesOfSecond[1] | sidesOfSecond[2]) == 0;
    if (flat)
        return overlap(first, second) ? gel_trianglesOverlap : 0;
    bool neighbours = sharesCorner(first, second);
    return (pierces(first, second, sidesOfFirst, neighbours) ? gel_firstPierced : 0) |
           (pierces(second, first, sidesOfSecond, neighbours) ? gel_secondPierced : 0);
}
