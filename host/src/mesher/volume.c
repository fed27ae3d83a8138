// Computes how much of a tet is inside a surface. The divergence theorem turns the volume into a sum over the
// surface within the tet and over the parts of the tet's sides that are inside; seen from one corner, only
// the opposite side counts. The area inside that side is likewise a sum over the lines where the surface
// crosses it and over one edge, and the length inside that edge a sum over the points where it is crossed,
// from a corner of known state. All in barycentric coordinates.
#include "mesher/volume.h"
#include "base/vector3.h"

#include <math.h>
#include <string.h>

typedef struct Weights {
    double at[4];
} Weights;

static Weights weigh(double rows[3][3], const double origin[3], const double place[3])
{
    double from[3];
    gelSubtract3(place, origin, from);
    const double b = gelDot3(rows[0], from), c = gelDot3(rows[1], from), d = gelDot3(rows[2], from);
    return (Weights){{1 - b - c - d, b, c, d}};
}

static Weights between(const Weights* a, const Weights* b, double t)
{
    Weights result;
    for (int i = 0; i < 4; i++)
        result.at[i] = a->at[i] + t * (b->at[i] - a->at[i]);
    return result;
}

// Clips away the part with a negative weight.
static int clip(Weights polygon[8], int count)
{
    for (int side = 0; side < 4 && count > 0; side++) {
        Weights from[8];
        memcpy(from, polygon, sizeof from);
        int kept = 0;
        for (int i = 0; i < count; i++) {
            const Weights *a = &from[i], *b = &from[(i + 1) % count];
            const double p = a->at[side], q = b->at[side];
            if (p >= 0)
                polygon[kept++] = *a;
            if ((p >= 0) == (q >= 0))
                continue;
            polygon[kept] = between(a, b, p / (p - q));
            polygon[kept++].at[side] = 0;
        }
        count = kept;
    }
    return count;
}

// Returns the point where the edge from a to b crosses the side opposite corner 0. Both triangles
// at the edge get the same bits, though they traverse it in opposite directions.
static Weights crossEdge(const Weights corners[3], const int* vertices, int a, int b)
{
    const int first = vertices[a] < vertices[b] ? a : b, second = first == a ? b : a;
    const double p = corners[first].at[0], q = corners[second].at[0];
    return between(&corners[first], &corners[second], p / (p - q));
}

// The contribution of the line from p to q, on the side opposite corner 0, to the area inside: the line is
// clipped to the side.
static double addLine(const Weights* p, const Weights* q)
{
    double first = 0, last = 1;
    for (int i = 1; i < 4; i++) {
        const double a = p->at[i], b = q->at[i];
        if (a < 0 && b < 0)
            return 0;
        if (a < 0)
            first = fmax(first, a / (a - b));
        else if (b < 0)
            last = fmin(last, a / (a - b));
    }
    if (first >= last)
        return 0;
    const Weights a = between(p, q, first), b = between(p, q, last);
    return a.at[2] * b.at[3] - a.at[3] * b.at[2];
}

// The contribution of a crossing of the edge from corner 2 to 3 to the length inside.
static double addCrossing(const Weights* p, const Weights* q)
{
    if ((p->at[1] >= 0) == (q->at[1] >= 0))
        return 0;
    const double t = p->at[1] / (p->at[1] - q->at[1]);
    const double at = p->at[3] + t * (q->at[3] - p->at[3]);
    if (!(at > 0 && at < 1))
        return 0;
    return p->at[1] >= 0 ? 1 - at : at - 1;
}

static double shareOfTriangle(Weights corners[3], const int* vertices)
{
    double share = 0;
    Weights polygon[8] = {corners[0], corners[1], corners[2]};
    const int count = clip(polygon, 3);
    for (int i = 1; i + 1 < count; i++) {
        double cross[3];
        gelCross3(polygon[i].at + 1, polygon[i + 1].at + 1, cross);
        share += gelDot3(polygon[0].at + 1, cross);
    }
    int enter = -1, leave = -1;
    for (int i = 0; i < 3; i++) {
        const bool inside = corners[i].at[0] >= 0, next = corners[(i + 1) % 3].at[0] >= 0;
        if (inside && !next)
            leave = i;
        if (!inside && next)
            enter = i;
    }
    if (enter >= 0) {
        const Weights p = crossEdge(corners, vertices, enter, (enter + 1) % 3);
        const Weights q = crossEdge(corners, vertices, leave, (leave + 1) % 3);
        share += addLine(&p, &q) + addCrossing(&p, &q);
    }
    return share;
}

static bool weighTriangle(const gelMesherCover* cover, double rows[3][3], const double origin[3],
                          int triangle, Weights weights[3])
{
    const int* vertices = cover->surface->triangles + 3 * (size_t)triangle;
    for (int i = 0; i < 3; i++)
        weights[i] = weigh(rows, origin, cover->points + 3 * (size_t)vertices[i]);
    for (int i = 0; i < 4; i++)
        if (weights[0].at[i] < 0 && weights[1].at[i] < 0 && weights[2].at[i] < 0)
            return false;
    return true;
}

double gelShareInside(const gelMesherCover* cover, double corners[4][3], const gelTouchList* touches,
                      int known, int winding)
{
    static const int orders[4][4] = {{1, 2, 0, 3}, {2, 0, 1, 3}, {0, 1, 2, 3}, {0, 2, 3, 1}}; // all even
    double ordered[4][3], rows[3][3], share = winding;
    for (int i = 0; i < 4; i++)
        memcpy(ordered[i], corners[orders[known][i]], sizeof ordered[i]);
    gelMakeFrame(ordered, rows);
    for (int i = 0; i < touches->count; i++) {
        Weights weights[3];
        const int triangle = touches->triangles[i];
        if ((touches->masks[i] & touches->wanted) != 0 &&
            weighTriangle(cover, rows, ordered[0], triangle, weights))
            share += shareOfTriangle(weights, cover->surface->triangles + 3 * (size_t)triangle);
    }
    return share;
}

double gelSheetArea(const gelMesherCover* cover, double corners[4][3], const gelTouchList* touches)
{
    double rows[3][3], sides[3][3], area = 0;
    gelMakeFrame(corners, rows);
    for (int i = 0; i < 3; i++)
        gelSubtract3(corners[i + 1], corners[0], sides[i]);
    for (int i = 0; i < touches->count; i++) {
        Weights polygon[8];
        const int triangle = touches->triangles[i];
        if ((touches->masks[i] & touches->wanted) == 0 || !cover->surface->sheets[triangle] ||
            !weighTriangle(cover, rows, corners[0], triangle, polygon))
            continue;
        const int kept = clip(polygon, 3);
        double places[8][3];
        for (int j = 0; j < kept; j++) {
            for (int k = 0; k < 3; k++)
                places[j][k] = (polygon[j].at[1] * sides[0][k] + polygon[j].at[2] * sides[1][k]) +
                               polygon[j].at[3] * sides[2][k];
            if (j > 0)
                gelSubtract3(places[j], places[0], places[j]);
        }
        for (int j = 1; j + 1 < kept; j++) {
            double cross[3];
            gelCross3(places[j], places[j + 1], cross);
            area += 0.5 * sqrt(gelDot3(cross, cross));
        }
    }
    return area;
}
