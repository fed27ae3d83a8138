#include "draw/model_sheet.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// A sheet that is given its thickness.
typedef struct Maker {
    gelSurfaceDraft* draft;
    const gelDrawnSheet* sheet;
    int* firsts; // [points + 1]: into `at`
    int* at;     // the triangles at each point, without those that have torn
    int* rim;    // [rimCount]: edges of one triangle alone, 3 triangle + corner
    int rimCount;
} Maker;

static const int* cornersOf(const Maker* maker, int triangle)
{
    return maker->draft->triangles + 3 * ((size_t)maker->sheet->firstTriangle + (size_t)triangle);
}

// Within the sheet.
static int pointOf(const Maker* maker, int triangle, int corner)
{
    return maker->draft->corners[cornersOf(maker, triangle)[corner % 3]].point - maker->sheet->firstPoint;
}

static bool isTorn(const Maker* maker, int triangle)
{
    const int* corners = cornersOf(maker, triangle);
    return corners[0] == corners[1];
}

static void listTrianglesAtPoints(Maker* maker)
{
    int points = maker->sheet->surface.vertexCount, corners = 3 * maker->sheet->surface.triangleCount;
    for (int i = 0; i < corners; i++)
        maker->firsts[pointOf(maker, i / 3, i % 3)] += !isTorn(maker, i / 3);
    for (int p = 0; p < points; p++)
        maker->firsts[p + 1] += maker->firsts[p];
    for (int i = corners - 1; i >= 0; i--) // backwards: ends become firsts
        if (!isTorn(maker, i / 3))
            maker->at[--maker->firsts[pointOf(maker, i / 3, i % 3)]] = i / 3;
}

// Whether no other triangle has the edge that begins at the corner.
static bool isRim(const Maker* maker, int triangle, int corner)
{
    int begin = pointOf(maker, triangle, corner), end = pointOf(maker, triangle, corner + 1);
    for (int i = maker->firsts[begin]; i < maker->firsts[begin + 1]; i++)
        for (int k = 0; k < 3; k++)
            if (maker->at[i] != triangle && pointOf(maker, maker->at[i], k) == end)
                return false;
    return true;
}

static void findRim(Maker* maker)
{
    for (int i = 0; i < 3 * maker->sheet->surface.triangleCount; i++)
        if (!isTorn(maker, i / 3) && isRim(maker, i / 3, i % 3))
            maker->rim[maker->rimCount++] = i;
}

// A corner of the front, 3 triangle + 0 to 2, of which the back, seen from behind, has another one.
static int turned(int corner)
{
    return corner % 3 == 0 ? corner : corner / 3 * 3 + 3 - corner % 3;
}

// All triangles at a point give the direction, so that sides that meet in a crease stay together.
static void moveSides(Maker* maker)
{
    gelSurfaceDraft* draft = maker->draft;
    const gelDrawnSheet* sheet = maker->sheet;
    int points = sheet->surface.vertexCount, back = draft->drawn->cornerCount - sheet->firstCorner;
    for (int i = 0; i < maker->firsts[points]; i++) {
        int* around = draft->around + 4 * ((size_t)draft->aroundCount + (size_t)i);
        for (int k = 0; k < 3; k++)
            around[k] = sheet->firstPoint + pointOf(maker, maker->at[i], k);
        around[3] = 0;
    }
    for (int i = 0; i < sheet->cornerCount; i++) {
        gelDrawnCorner* corner = &draft->corners[sheet->firstCorner + i];
        const int* firsts = maker->firsts + corner->point - sheet->firstPoint;
        corner->shift = sheet->half;
        corner->shiftFirst = draft->aroundCount + firsts[0];
        corner->shiftEnd = draft->aroundCount + firsts[1];
        draft->corners[draft->drawn->cornerCount + i] = *corner;
        draft->corners[draft->drawn->cornerCount + i].shift = -sheet->half;
    }
    int* to = draft->triangles + 3 * (size_t)draft->drawn->triangleCount;
    for (int i = 0; i < 3 * sheet->surface.triangleCount; i++)
        to[i] = back + cornersOf(maker, 0)[turned(i)];
    draft->drawn->cornerCount += sheet->cornerCount;
    draft->drawn->triangleCount += sheet->surface.triangleCount;
    draft->aroundCount += maker->firsts[points];
}

static const int quad[6] = {2, 3, 1, 2, 1, 0}; // anticlockwise from outside

// A quad from side to side, with corners of its own: begin and end of the edge in front, and at the back.
static void addRim(Maker* maker)
{
    gelSurfaceDraft* draft = maker->draft;
    for (int i = 0; i < maker->rimCount; i++) {
        const int* corners = cornersOf(maker, maker->rim[i] / 3);
        const gelDrawnCorner ends[2] = {draft->corners[corners[maker->rim[i] % 3]],
                                        draft->corners[corners[(maker->rim[i] + 1) % 3]]};
        const int edge[4] = {ends[0].point, ends[1].point, 0, 0};
        int* triangles = draft->triangles + 3 * (size_t)draft->drawn->triangleCount;
        for (int k = 0; k < 4; k++) {
            gelDrawnCorner* corner = &draft->corners[draft->drawn->cornerCount + k];
            *corner = ends[k % 2];
            corner->first = draft->aroundCount;
            corner->shift = k < 2 ? maker->sheet->half : -maker->sheet->half;
            corner->shape = gel_cornerOfRim;
        }
        for (int k = 0; k < 6; k++)
            triangles[k] = draft->drawn->cornerCount + quad[k];
        memcpy(draft->around + 4 * (size_t)draft->aroundCount++, edge, sizeof edge);
        draft->drawn->cornerCount += 4;
        draft->drawn->triangleCount += 2;
    }
}

// The back as the front, the rim as the edge of the front.
static bool paint(const Maker* maker)
{
    const gelDrawnSheet* sheet = maker->sheet;
    int back = 3 * sheet->surface.triangleCount, rim = 6 * maker->rimCount;
    gelPaintedPart painted = {.surface = sheet->surface,
                              .firstTriangle = maker->draft->drawn->triangleCount,
                              .triangleCount = (back + rim) / 3,
                              .corners = malloc(((size_t)back + (size_t)rim + 1) * sizeof *painted.corners)};
    if (painted.corners == NULL)
        return false;
    for (int i = 0; i < back; i++)
        painted.corners[i] = turned(i);
    for (int i = 0; i < rim; i++) {
        int edge = maker->rim[i / 6];
        painted.corners[back + i] = quad[i % 6] % 2 == 0 ? edge : edge / 3 * 3 + (edge + 1) % 3;
    }
    return gelSurfaceDraft_SetAppearance(maker->draft, painted);
}

static bool thicken(gelSurfaceDraft* draft, const gelDrawnSheet* sheet)
{
    size_t points = (size_t)sheet->surface.vertexCount, corners = 3 * (size_t)sheet->surface.triangleCount;
    Maker maker = {.draft = draft, .sheet = sheet};
    maker.firsts = calloc(points + 1, sizeof *maker.firsts);
    maker.at = calloc(corners + 1, sizeof *maker.at);
    maker.rim = calloc(corners + 1, sizeof *maker.rim);
    bool ok = maker.firsts != NULL && maker.at != NULL && maker.rim != NULL;
    if (ok) {
        listTrianglesAtPoints(&maker);
        findRim(&maker);
        ok = gelSurfaceDraft_Reserve(draft, sheet->cornerCount + 4 * maker.rimCount,
                                     sheet->surface.triangleCount + 2 * maker.rimCount,
                                     maker.firsts[points] + maker.rimCount) &&
             (sheet->surface.look == NULL || paint(&maker));
    }
    if (ok) {
        moveSides(&maker);
        addRim(&maker);
        draft->drawn->thickness = fmaxf(draft->drawn->thickness, 2.0f * sheet->half);
    }
    free(maker.firsts);
    free(maker.at);
    free(maker.rim);
    return ok;
}

bool gelSurfaceDraft_Thicken(gelSurfaceDraft* draft)
{
    bool ok = true;
    draft->drawn->flatCornerCount = draft->drawn->cornerCount;
    draft->drawn->flatTriangleCount = draft->drawn->triangleCount;
    for (int i = 0; i < draft->sheetCount && ok; i++)
        ok = thicken(draft, &draft->sheets[i]);
    return ok;
}
