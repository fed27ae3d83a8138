// The memory of a surface under construction.
#include "draw/model_surface.h"

#include <stdlib.h>

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

bool gelSurfaceDraft_ReservePoints(gelSurfaceDraft* draft, int count)
{
    bool ok = true;
    count += draft->drawn->pointCount;
    draft->tets = resized(draft->tets, count, 4 * sizeof(int), &ok);
    draft->weights = resized(draft->weights, count, 4 * sizeof(float), &ok);
    return ok;
}

bool gelSurfaceDraft_AddSheet(gelSurfaceDraft* draft, gelDrawnSheet sheet)
{
    bool ok = true;
    draft->sheets = resized(draft->sheets, draft->sheetCount, sizeof *draft->sheets, &ok);
    if (ok)
        draft->sheets[draft->sheetCount++] = sheet;
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
