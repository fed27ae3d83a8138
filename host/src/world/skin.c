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
