#include "draw/model_surface.h"
#include "draw/model_rope.h"

#include <string.h>

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
    return gelSurfaceDraft_AddSheet(draft, (gelDrawnSheet){.surface = cornered->surface,
                                                           .firstPoint = first,
                                                           .firstCorner = firstCorner,
                                                           .cornerCount = cornered->corners.groupCount,
                                                           .firstTriangle = firstTriangle,
                                                           .half = body->radius});
}

bool gelSurfaceDraft_AddSkin(gelSurfaceDraft* draft, int first, const gelDrawnBody* body, const gelSkin* skin)
{
    const gelTetMesh* mesh = body->mesh;
    int firstPoint = draft->drawn->pointCount;
    int count = skin != NULL ? skin->embedding.pointCount : mesh->vertexCount;
    bool ok = gelSurfaceDraft_ReservePoints(draft, count);
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
