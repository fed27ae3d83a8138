#include "draw/model_rope.h"

#include <stdlib.h>
#include <string.h>

enum { ringCorners = 2 * gel_ropeSides, lineTriangles = 2 * gel_ropeSides, capTriangles = gel_ropeSides - 2 };

// The neighbours of a vertex, and their number.
typedef struct Joint {
    int neighbours[2], count;
} Joint;

static Joint* findJoints(const gelLineMesh* lines)
{
    Joint* joints = calloc((size_t)lines->vertexCount + 1, sizeof *joints);
    for (int i = 0; i < 2 * lines->lineCount && joints != NULL; i++) {
        Joint* joint = &joints[lines->lines[i]];
        if (joint->count < 2)
            joint->neighbours[joint->count] = lines->lines[i ^ 1];
        joint->count++;
    }
    return joints;
}

// The vertex behind an end of a line, or the end itself.
static int beyond(const Joint* joints, int end, int other)
{
    const Joint* joint = &joints[end];
    return joint->count != 2 ? end : joint->neighbours[joint->neighbours[0] == other];
}

static void addTriangle(int** next, int a, int b, int c)
{
    const int corners[3] = {a, b, c};
    memcpy(*next, corners, sizeof corners);
    *next += 3;
}

static void addTube(int firstCorner, const bool isEnd[2], int** next)
{
    enum { sides = gel_ropeSides };
    for (int s = 0; s < sides; s++) {
        int a = firstCorner + s, b = firstCorner + (s + 1) % sides, c = a + sides, d = b + sides;
        addTriangle(next, a, b, c);
        addTriangle(next, b, d, c);
    }
    for (int s = 1; s + 1 < sides && isEnd[0]; s++)
        addTriangle(next, firstCorner, firstCorner + s + 1, firstCorner + s);
    for (int s = 1; s + 1 < sides && isEnd[1]; s++)
        addTriangle(next, firstCorner + sides, firstCorner + sides + s, firstCorner + sides + s + 1);
}

static void fillRope(gelSurfaceDraft* draft, int body, int first, const gelLineMesh* lines, float radius,
                     const Joint* joints)
{
    gelDrawnSurface* drawn = draft->drawn;
    int *begin = draft->triangles + 3 * (size_t)drawn->triangleCount, *next = begin;
    for (int i = 0; i < lines->lineCount; i++) {
        int a = lines->lines[2 * i], b = lines->lines[2 * i + 1];
        const int rings[2][3] = {{beyond(joints, a, b), a, b}, {a, b, beyond(joints, b, a)}};
        const bool isEnd[2] = {joints[a].count != 2, joints[b].count != 2};
        addTube(drawn->cornerCount, isEnd, &next);
        for (int k = 0; k < ringCorners; k++) {
            const int* ring = rings[k / gel_ropeSides];
            const int around[4] = {first + ring[0], first + ring[1], first + ring[2], 0};
            draft->corners[drawn->cornerCount++] =
                (gelDrawnCorner){.point = first + ring[1],
                                 .first = draft->aroundCount,
                                 .body = body,
                                 .shift = radius,
                                 .shape = gel_cornerOfRing + k % gel_ropeSides};
            memcpy(draft->around + 4 * (size_t)draft->aroundCount++, around, sizeof around);
        }
    }
    drawn->triangleCount += (int)((next - begin) / 3);
}

bool gelSurfaceDraft_AddRope(gelSurfaceDraft* draft, int body, int first, const gelLineMesh* lines,
                             float radius)
{
    Joint* joints = findJoints(lines);
    int corners = ringCorners * lines->lineCount;
    bool ok = joints != NULL &&
              gelSurfaceDraft_Reserve(draft, corners, (lineTriangles + 2 * capTriangles) * lines->lineCount,
                                      corners);
    if (ok)
        fillRope(draft, body, first, lines, radius, joints);
    free(joints);
    return ok;
}
