// The parts of a skin are shared by bodies, and released with the last of them.
#include "world/skin.h"
#include "base/core.h"

void gelReleaseSkin(gelSharedSkin* skin)
{
    if (skin == NULL || --skin->useCount > 0)
        return;
    if (skin->contactSurface != NULL)
        gelClearContactSurface(skin->contactSurface);
    gelFree(skin->contactSurface);
    if (skin->outerSkin != NULL)
        gelClearOuterSkin(skin->outerSkin);
    gelFree(skin->outerSkin);
    gelDestroySurfaceMesh(&skin->skin.surface);
    gelDestroyEmbedding(&skin->skin.embedding);
    gelFree(skin);
}

const gelContactSurface* gelFindSkinSurface(gelSharedSkin* skin, const gelTetMesh* mesh)
{
    if (skin->contactSurface != NULL)
        return skin->contactSurface;
    gelContactSurface* surface = gelAllocate(1, sizeof *surface);
    if (surface == NULL)
        gelFailMemory(1, sizeof *surface);
    else if (gelCreateContactSurface(mesh, &skin->skin, surface) == gel_success)
        skin->contactSurface = surface;
    else
        gelFree(surface);
    return skin->contactSurface;
}

static gelStatus makeOuterSkin(gelSharedSkin* skin, const gelShape* shape, gelOuterSkin* outer)
{
    double volume = 0.0;
    for (int v = 0; v < shape->mesh.vertexCount; v++)
        volume += shape->vertexSizes[v];
    gelStatus status = gelTakeSkin(&shape->mesh, &skin->skin, volume, outer);
    if (status != gel_success || outer->triangleCount > 0)
        return status;
    const gelContactSurface* contact = gelFindSkinSurface(skin, &shape->mesh);
    return contact != NULL ? gelTakeContactSurface(&shape->mesh, contact, volume, outer) : gel_outOfMemory;
}

gelStatus gelFindOuterSkin(gelSharedSkin* skin, const gelShape* shape, const gelOuterSkin** found)
{
    gelStatus status = gel_success;
    *found = NULL;
    if (skin->outerSkin == NULL) {
        gelOuterSkin* outer = gelAllocate(1, sizeof *outer);
        if (outer == NULL)
            return gelFailMemory(1, sizeof *outer);
        status = makeOuterSkin(skin, shape, outer);
        if (status == gel_success)
            skin->outerSkin = outer;
        else
            gelFree(outer);
    }
    if (status == gel_success && skin->outerSkin->triangleCount > 0)
        *found = skin->outerSkin;
    return status;
}
