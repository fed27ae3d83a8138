#include "draw/model_surface.h"
#include "draw/model_rope.h"

#include <stdlib.h>
#include <string.h>

// Grows the array to `count`; if out of memory, returns it unchanged and sets *ok to false.
static void* resized(void* array, int count, size_t size, bool* ok)
{
    void* grown = realloc(array, ((size_t)count + 1) * size);
    *ok = *ok && grown != NULL;
    return grown != NULL ? grown : array;
}

bool gelSurfaceDraft_Reserve(gelSurfaceDraft* draft, int corners, int triangles, int around)
{
    gelDrawnSurface* drawn = draft->drawn;
    bool ok = true;
    draft->corners = resized(draft->corners, drawn->cornerCount + corners, sizeof *draft->corners, &ok);
    draft->triangles = resized(draft->triangles, drawn->triangleCount + triangles, 3 * sizeof(int), &ok);
    draft->around = resized(draft->around, draft->aroundCount + around, 4 * sizeof(int), &ok);
    return ok;
}

bool gelSurfaceDraft_SetAppearance(gelSurfaceDraft* draft, gelPaintedPart painted)
{
    bool ok = true;
    draft->painted = resized(draft->painted, draft->paintedCount, sizeof *draft->painted, &ok);
    if (ok)
        draft->painted[draft->paintedCount++] = painted;
    else
        free(painted.corners);
    return ok;
}

// NULL if memory ran out earlier.
static bool addSurface(gelSurfaceDraft* draft, int body, int first, const gelCorneredSurface* cornered)
{
    gelDrawnSurface* drawn = draft->drawn;
    if (cornered == NULL)
        return false;
    const gelCornerGroups* found = &cornered->corners;
    int aroundCount = found->firsts[found->groupCount];
    bool ok = gelSurfaceDraft_Reserve(draft, found->groupCount, found->triangleCount, aroundCount);
    if (cornered->surface.look != NULL)
        ok = gelSurfaceDraft_SetAppearance(draft, (gelPaintedPart){cornered->surface, drawn->triangleCount,
                                                                   found->triangleCount, NULL}) &&
             ok;
    for (int i = 0; i < found->groupCount && ok; i++)
        draft->corners[drawn->cornerCount + i] =
            (gelDrawnCorner){.point = first + found->vertices[i],
                             .first = draft->aroundCount + found->firsts[i],
                             .end = draft->aroundCount + found->firsts[i + 1],
                             .body = body};
    for (int i = 0; i < 3 * found->triangleCount && ok; i++)
        draft->triangles[3 * drawn->triangleCount + i] = drawn->cornerCount + found->groupsOf[i];
    for (int i = 0; i < aroundCount && ok; i++) {
        const int* triangle = &cornered->surface.triangles[3 * found->around[i]];
        int points[4] = {first + triangle[0], first + triangle[1], first + triangle[2], 0};
        memcpy(&draft->around[4 * (draft->aroundCount + i)], points, sizeof points);
    }
    drawn->cornerCount += found->groupCount;
    drawn->triangleCount += found->triangleCount;
    draft->aroundCount += aroundCount;
    return ok;
}

bool gelSurfaceDraft_AddMesh(gelSurfaceDraft* draft, int first, const gelDrawnBody* body)
{
    if (body->lines != NULL)
        return gelSurfaceDraft_AddRope(draft, body->owner, first, body->lines, body->radius);
    const gelCorneredSurface* cornered = body->surface != NULL
                                             ? gelCornerStore_OfSurface(draft->store, body->surface)
                                             : gelCornerStore_OfMesh(draft->store, body->mesh);
    int firstCorner = draft->drawn->cornerCount, firstTriangle = draft->drawn->triangleCount;
    bool ok = addSurface(draft, body->owner, first, cornered);
    if (body->owner >= 0 || !ok)
        return ok;
    draft->sheets = resized(draft->sheets, draft->sheetCount, sizeof *draft->sheets, &ok);
    if (ok)
        draft->sheets[draft->sheetCount++] = (gelDrawnSheet){.surface = cornered->surface,
                                                             .firstPoint = first,
                                                             .firstCorner = firstCorner,
                                                             .cornerCount = cornered->corners.groupCount,
                                                             .firstTriangle = firstTriangle,
                                                             .half = body->radius};
    return ok;
}

bool gelSurfaceDraft_AddSkin(gelSurfaceDraft* draft, int first, const gelDrawnBody* body, const gelSkin* skin)
{
    const gelTetMesh* mesh = body->mesh;
    int firstPoint = draft->drawn->pointCount;
    int count = skin != NULL ? skin->embedding.pointCount : mesh->vertexCount;
    bool ok = true;
    draft->tets = resized(draft->tets, firstPoint + count, 4 * sizeof(int), &ok);
    draft->weights = resized(draft->weights, firstPoint + count, 4 * sizeof(float), &ok);
    for (int i = 0; i < count && ok; i++) {
        static const float whole[4] = {1.0f, 0.0f, 0.0f, 0.0f};
        for (int k = 0; k < 4; k++)
            draft->tets[4 * (firstPoint + i) + k] =
                first + (skin != NULL ? mesh->tets[4 * skin->embedding.tets[i] + k] : i);
        memcpy(&draft->weights[4 * (firstPoint + i)], skin != NULL ? &skin->embedding.weights[4 * i] : whole,
               sizeof whole);
    }
    draft->drawn->pointCount += count;
    return ok && (skin != NULL ? addSurface(draft, body->owner, firstPoint,
                                            gelCornerStore_OfSurface(draft->store, &skin->surface))
                               : gelSurfaceDraft_AddMesh(draft, firstPoint, body));
}

bool gelSurfaceDraft_Upload(gelSurfaceDraft* draft, gelOutput* output)
{
    gelDrawnSurface* drawn = draft->drawn;
    bool ok = gelCreateDrawnAppearance(output, draft->painted, draft->paintedCount, drawn->triangleCount,
                                       drawn->flatTriangleCount, draft->triangles,
                                       &drawn->look); // orders the triangles
    drawn->corners = gelCreateBufferTexture(GL_RGBA32I, sizeof *draft->corners * (size_t)drawn->cornerCount,
                                            draft->corners);
    drawn->triangles = gelCreateBufferTexture(GL_R32I, 12 * (size_t)drawn->triangleCount, draft->triangles);
    drawn->around = gelCreateBufferTexture(GL_RGBA32I, 16 * (size_t)draft->aroundCount, draft->around);
    drawn->pointTets = gelCreateBufferTexture(GL_RGBA32I, 16 * (size_t)drawn->pointCount, draft->tets);
    drawn->pointWeights = gelCreateBufferTexture(GL_RGBA32F, 16 * (size_t)drawn->pointCount, draft->weights);
    return ok;
}

void gelClearSurfaceDraft(gelSurfaceDraft* draft)
{
    free(draft->corners);
    free(draft->triangles);
    free(draft->around);
    free(draft->tets);
    free(draft->weights);
    for (int i = 0; i < draft->paintedCount; i++)
        free(draft->painted[i].corners);
    free(draft->painted);
    free(draft->sheets);
    *draft = (gelSurfaceDraft){0};
}

gelDrawnSurface gelDrawnSurface_Flat(const gelDrawnSurface* drawn)
{
    gelDrawnSurface flat = *drawn;
    flat.cornerCount = flat.flatCornerCount;
    flat.triangleCount = flat.flatTriangleCount;
    flat.thickness = 0.0f;
    return flat;
}

void gelDestroyDrawnSurface(gelDrawnSurface* drawn)
{
    gelBufferTexture* all[] = {&drawn->corners, &drawn->triangles, &drawn->around, &drawn->pointTets,
                               &drawn->pointWeights};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        gelDestroyBufferTexture(all[i]);
    gelDestroyDrawnAppearance(&drawn->look);
    *drawn = (gelDrawnSurface){0};
}
