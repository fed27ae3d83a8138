// Groups the corners of a surface's triangles for smooth shading: around a vertex, but not across a visible
// edge.
#include "base/core.h"
#include "mesh/mesh.h"
#include "base/vector3.h"

#include "gel/surface.h"

#include <assert.h>
#include <math.h>

enum { maxAround = 256 }; // triangles per vertex that are compared; more form another fan

static const double cosineOfCrease =
    0.5 + 1e-6; // 60 degrees: a hexagonal bar keeps its edges, whatever the rounding
static const double cosineOfEqual = 0.99996; // half a degree: one normal, written with few digits

// Triangles that meet at a vertex.
typedef struct Fan {
    int count;
    int corners[maxAround]; // 3 triangle + k
    int groups[maxAround];  // each identified by one of its members
    double normals[maxAround][3];
} Fan;

// NULL if the file has none.
static const float* fileNormal(const gelSurfaceMesh* surface, int corner)
{
    const float* n = surface->cornerNormals != NULL ? surface->cornerNormals + 3 * (size_t)corner : NULL;
    return n != NULL && (n[0] != 0.0f || n[1] != 0.0f || n[2] != 0.0f) ? n : NULL;
}

static void normalOf(const gelSurfaceMesh* surface, int triangle, double normal[3])
{
    const int* corners = surface->triangles + 3 * (size_t)triangle;
    double length = 2.0 * gelMeasureTriangle(surface->positions, corners[0], corners[1], corners[2], normal);
    for (int k = 0; k < 3 && length > 0.0; k++)
        normal[k] /= length;
}

static bool shareAnEdge(const int* a, const int* b)
{
    int shared = 0;
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            shared += a[i] == b[k];
    return shared >= 2;
}

// If both sides of a sheet share a normal, their triangles would cancel out.
static bool areEqual(const float* first, const float* second, const double firstFace[3],
                     const double secondFace[3])
{
    const double a[3] = {(double)first[0], (double)first[1], (double)first[2]};
    const double b[3] = {(double)second[0], (double)second[1], (double)second[2]};
    return gelDot3(a, b) > cosineOfEqual && (gelDot3(a, firstFace) < 0.0) == (gelDot3(b, secondFace) < 0.0);
}

static bool areSmooth(const gelSurfaceMesh* surface, const Fan* fan, int i, int k)
{
    int first = fan->corners[i], second = fan->corners[k];
    const float *a = fileNormal(surface, first), *b = fileNormal(surface, second);
    if (a != NULL && b != NULL)
        return areEqual(a, b, fan->normals[i], fan->normals[k]);
    return gelDot3(fan->normals[i], fan->normals[k]) > cosineOfCrease &&
           shareAnEdge(surface->triangles + 3 * (size_t)(first / 3),
                       surface->triangles + 3 * (size_t)(second / 3));
}

static void groupFan(const gelSurfaceMesh* surface, Fan* fan)
{
    for (int i = 0; i < fan->count; i++) {
        normalOf(surface, fan->corners[i] / 3, fan->normals[i]);
        fan->groups[i] = i;
    }
    for (int i = 0; i < fan->count; i++)
        for (int k = 0; k < i; k++) {
            int from = fan->groups[i], to = fan->groups[k];
            if (from == to || !areSmooth(surface, fan, i, k))
                continue;
            for (int j = 0; j < fan->count; j++)
                fan->groups[j] = fan->groups[j] == from ? to : fan->groups[j];
        }
}

static void addGroups(gelCornerGroups* groups, int vertex, const Fan* fan)
{
    int end = groups->firsts[groups->groupCount];
    for (int named = 0; named < fan->count; named++) {
        int before = end;
        for (int i = 0; i < fan->count; i++) {
            if (fan->groups[i] != named)
                continue;
            groups->around[end++] = fan->corners[i] / 3;
            groups->groupsOf[fan->corners[i]] = groups->groupCount;
        }
        if (end == before)
            continue;
        groups->vertices[groups->groupCount++] = vertex;
        groups->firsts[groups->groupCount] = end;
    }
}

// heads[vertex] and nexts[corner] form linked lists of the corners at each vertex.
static void walkVertices(const gelSurfaceMesh* surface, gelCornerGroups* groups, int* heads, int* nexts)
{
    for (int v = 0; v < surface->vertexCount; v++)
        heads[v] = -1;
    for (int i = 3 * surface->triangleCount - 1; i >= 0; i--) {
        nexts[i] = heads[surface->triangles[i]];
        heads[surface->triangles[i]] = i;
    }
    for (int v = 0; v < surface->vertexCount; v++) {
        int at = heads[v];
        while (at >= 0) {
            Fan fan;
            for (fan.count = 0; at >= 0 && fan.count < maxAround; at = nexts[at])
                fan.corners[fan.count++] = at;
            groupFan(surface, &fan);
            addGroups(groups, v, &fan);
        }
    }
}

static bool allocate(gelCornerGroups* groups)
{
    size_t count = 3 * (size_t)groups->triangleCount; // an upper bound on the number of groups
    groups->vertices = gelAllocate(count, sizeof(int));
    groups->groupsOf = gelAllocate(count, sizeof(int));
    groups->firsts = gelAllocate(count + 1, sizeof(int));
    groups->around = gelAllocate(count, sizeof(int));
    return groups->vertices != NULL && groups->groupsOf != NULL && groups->firsts != NULL &&
           groups->around != NULL;
}

gelStatus gelGroupCorners(const gelSurfaceMesh* surface, gelCornerGroups* groups)
{
    assert(surface != NULL && groups != NULL);
    *groups = (gelCornerGroups){.triangleCount = surface->triangleCount};
    int* heads = gelAllocate((size_t)surface->vertexCount, sizeof *heads);
    int* nexts = gelAllocate(3 * (size_t)surface->triangleCount, sizeof *nexts);
    bool ok = allocate(groups) && heads != NULL && nexts != NULL;
    if (ok)
        walkVertices(surface, groups, heads, nexts);
    else
        gelDestroyCornerGroups(groups);
    gelFree(heads);
    gelFree(nexts);
    return ok ? gel_success : gelFailMemory((size_t)surface->triangleCount, 15 * sizeof(int));
}

void gelDestroyCornerGroups(gelCornerGroups* groups)
{
    gelFree(groups->vertices);
    gelFree(groups->groupsOf);
    gelFree(groups->firsts);
    gelFree(groups->around);
    *groups = (gelCornerGroups){0};
}
