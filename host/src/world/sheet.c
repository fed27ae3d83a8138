// Sheets and ropes, and what bodies made of triangles have in common.
#include "gel/rope.h"
#include "gel/sheet.h"
#include "base/tuple_set.h"
#include "surface/contact_surface.h"
#include "world/world.h"

#include <assert.h>

gelStatus gelCheckTriangles(const char* what, const gelSurfaceMesh* surface)
{
    if (surface->vertexCount < 3 || surface->triangleCount < 1)
        return gelFail(gel_invalidArgument,
                       "%s: expected a surface of at least one triangle, found %d vertices and %d triangles",
                       what, surface->vertexCount, surface->triangleCount);
    int kept = 0;
    for (int t = 0; t < surface->triangleCount; t++)
        kept += gelTriangleHasArea(surface->positions, surface->triangles + 3 * (size_t)t);
    if (kept == 0)
        return gelFail(gel_invalidArgument,
                       "%s: none of the surface's %d triangles has an area: the corners of each lie on a "
                       "line; scale the model up or export it again",
                       what, surface->triangleCount);
    int skipped = surface->triangleCount - kept;
    if (skipped > 0)
        gelLog(gel_logWarning, "%s: %d of %d triangles %s no area, and %s skipped", what, skipped,
               surface->triangleCount, skipped == 1 ? "has" : "have", skipped == 1 ? "is" : "are");
    return gel_success;
}

// A model for drawing may have each face twice, once for each side: two sheets in one place.
static gelStatus warnOfDoubles(const gelSurfaceMesh* surface)
{
    gelTupleSet faces;
    gelStatus status = gelCreateTupleSet(&faces, 3, surface->triangleCount);
    for (int t = 0; t < surface->triangleCount && status == gel_success; t++) {
        const int* corners = surface->triangles + 3 * (size_t)t;
        int a = corners[0], b = corners[1], c = corners[2], index;
        int first = a < b ? a : b, last = a < b ? b : a;
        const int sorted[3] = {c < first ? c : first,
                               c < first  ? first
                               : c < last ? c
                                          : last,
                               c > last ? c : last};
        bool added;
        status = gelTupleSet_Insert(&faces, sorted, &index, &added);
    }
    int doubles = surface->triangleCount - faces.count;
    gelDestroyTupleSet(&faces);
    if (status == gel_success && doubles > 0)
        gelLog(
            gel_logWarning,
            "sheet: %d of %d triangles lie on others, as those of a two-sided model do, and have a mass of their own; "
            "cloth has two sides in any case: delete one of each",
            doubles, surface->triangleCount);
    return status;
}

gelStatus gelCreateSheet(gelWorld* world, const gelBodyDef* def, const gelSurfaceMesh* surface, gelBodyId* id)
{
    assert(world != NULL && surface != NULL && id != NULL);
    *id = (gelBodyId){0};
    gelStatus status = gelCheckBodyCookie(def);
    if (status == gel_success)
        status = gelCheckTriangles("sheet", surface);
    if (status == gel_success)
        status = warnOfDoubles(surface);
    const gelShapeSource source = {.kind = gel_sheetBody, .surface = surface};
    return status == gel_success ? gelMakeSoftBody(world, def, &source, id) : status;
}

gelStatus gelCreateRope(gelWorld* world, const gelBodyDef* def, const gelLineMesh* lines, gelBodyId* id)
{
    assert(world != NULL && lines != NULL && id != NULL);
    *id = (gelBodyId){0};
    gelStatus status = gelCheckBodyCookie(def);
    if (status == gel_success && lines->lineCount < 1)
        status = gelFail(gel_invalidArgument, "rope: expected at least one line, found none");
    const gelShapeSource source = {.kind = gel_ropeBody, .lines = lines};
    return status == gel_success ? gelMakeSoftBody(world, def, &source, id) : status;
}

gelBodyKind gelBody_GetKind(const gelWorld* world, gelBodyId id)
{
    return gelBody_IsValid(world, id) ? world->slots[id.index1 - 1].body->shape->kind : gel_solidBody;
}

const gelSurfaceMesh* gelBody_GetSurface(const gelWorld* world, gelBodyId id)
{
    const gelBody* body = gelFindBody(world, id);
    return body != NULL ? body->shape->surface : NULL;
}

const gelLineMesh* gelBody_GetLines(const gelWorld* world, gelBodyId id)
{
    const gelBody* body = gelFindBody(world, id);
    return body != NULL ? body->shape->lines : NULL;
}
