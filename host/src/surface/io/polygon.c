// Triangulates polygons.
#include "mesh/mesh.h"
#include "surface/io/readers.h"

typedef struct Polygon {
    const float* positions;
    const int* vertices;
    const int* next; // the next remaining corner after each
    double normal[3];
} Polygon;

// Newell's normal: twice the area, whatever the shape.
static void measureNormal(Polygon* polygon, int cornerCount)
{
    for (int k = 0; k < 3; k++)
        polygon->normal[k] = 0.0;
    for (int i = 1; i + 1 < cornerCount; i++) {
        double a[3], b[3];
        gelMeasureEdge(polygon->positions, polygon->vertices[0], polygon->vertices[i], a);
        gelMeasureEdge(polygon->positions, polygon->vertices[0], polygon->vertices[i + 1], b);
        polygon->normal[0] += a[1] * b[2] - a[2] * b[1];
        polygon->normal[1] += a[2] * b[0] - a[0] * b[2];
        polygon->normal[2] += a[0] * b[1] - a[1] * b[0];
    }
}

// Positive if a, b, c have the polygon's orientation.
static double turnOf(const Polygon* polygon, int a, int b, int c)
{
    const int* vertices = polygon->vertices;
    double first[3], second[3];
    gelMeasureEdge(polygon->positions, vertices[a], vertices[b], first);
    gelMeasureEdge(polygon->positions, vertices[a], vertices[c], second);
    return gelTripleProduct(first, second, polygon->normal);
}

// Whether three consecutive corners form an ear: convex, with no other corner inside.
static bool isEar(const Polygon* polygon, int a, int b, int c)
{
    if (!(turnOf(polygon, a, b, c) > 0.0))
        return false;
    const int* vertices = polygon->vertices;
    for (int i = polygon->next[c]; i != a; i = polygon->next[i]) {
        bool isCorner =
            vertices[i] == vertices[a] || vertices[i] == vertices[b] || vertices[i] == vertices[c];
        if (!isCorner && turnOf(polygon, a, b, i) >= 0.0 && turnOf(polygon, b, c, i) >= 0.0 &&
            turnOf(polygon, c, a, i) >= 0.0)
            return false;
    }
    return true;
}

static bool isConvex(const Polygon* polygon, int cornerCount)
{
    for (int i = 0; i < cornerCount; i++)
        if (turnOf(polygon, i, (i + 1) % cornerCount, (i + 2) % cornerCount) < 0.0)
            return false;
    return true;
}

void gelCutPolygon(const float* positions, const int* vertices, int cornerCount, int* next, int* triangles)
{
    Polygon polygon = {positions, vertices, next, {0}};
    int left = cornerCount, refused = 0, before = cornerCount - 1;
    measureNormal(&polygon, cornerCount);
    bool convex = cornerCount < 4 || isConvex(&polygon, cornerCount);
    for (int i = 0; i < cornerCount; i++)
        next[i] = (i + 1) % cornerCount;
    if (convex)
        before = 0; // clips 1, 2, ...: a fan
    while (left > 2) {
        int a = before, b = next[a], c = next[b];
        // A self-intersecting polygon may have no ear left: clip anyway.
        if (!convex && left > 3 && refused < left && !isEar(&polygon, a, b, c)) {
            refused++;
            before = b;
            continue;
        }
        const int triangle[3] = {a, b, c};
        for (int i = 0; i < 3; i++)
            *triangles++ = triangle[i];
        next[a] = c;
        refused = 0;
        left--;
    }
}
