#include "draw/model.h"
#include "draw/model_sheet.h"
#include "app/divergence_guard.h"

#include "gel/body.h"
#include "gel/constraints.h"
#include "gel/measures.h"
#include "gel/obstacle.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// A model under construction, on the host.
typedef struct Draft {
    gelModel* model;
    int* bodyOf;   // [vertexCount]
    int softCount; // bodies that are not obstacles, which have no size; at least 1
    gelConstraint* constraints[gel_constraintKindCount];
    float* rests; // [vertexCount][4]
    gelCornerStore store;
    gelSurfaceDraft surface, skins;
    gelTornBody* torn; // [bodyCount]
    int *tetFirsts, *tetsAt;
} Draft;

// A sheet or a rope.
static bool isThin(const gelWorld* world, gelBodyId id)
{
    gelBodyKind kind = gelBody_GetKind(world, id);
    return kind == gel_sheetBody || kind == gel_ropeBody;
}

// Returns a size for a body without volume, m: about the cube root of its volume when crumpled to a
// ball.
static double sizeOfThin(const gelTetMesh* mesh, double scale)
{
    double square = 0.0;
    for (int k = 0; k < 3; k++) {
        double lower = (double)mesh->positions[k], upper = lower;
        for (int i = 0; i < mesh->vertexCount; i++) {
            lower = fmin(lower, (double)mesh->positions[3 * i + k]);
            upper = fmax(upper, (double)mesh->positions[3 * i + k]);
        }
        square += (upper - lower) * (upper - lower);
    }
    return 0.2 * scale * sqrt(square);
}

// In the body's frame, at its scale.
static gelStatus addRests(Draft* draft, int body, gelWorld* world)
{
    gelBodyId id = gelWorld_GetBody(world, body);
    const gelTetMesh* mesh = gelBody_GetMesh(world, id);
    gelBodyDef def;
    double volume;
    gelStatus status = gelBody_GetDef(world, id, &def);
    if (status == gel_success)
        status = gelBody_GetRestVolume(world, id, &volume);
    if (status != gel_success)
        return status;
    double size = isThin(world, id) ? sizeOfThin(mesh, (double)def.scale) : cbrt(volume);
    draft->model->bodySize += (float)size / (float)draft->softCount;
    for (int i = 0; i < mesh->vertexCount; i++) {
        float* at = &draft->rests[4 * (gelBody_GetFirstVertex(world, id) + i)];
        for (int k = 0; k < 3; k++)
            at[k] = def.scale * mesh->positions[3 * i + k];
        at[3] = (float)body;
    }
    return gel_success;
}

static bool isTorn(int kind, const gelConstraint* constraint)
{
    return (kind == gel_distanceConstraint || kind == gel_volumeConstraint) && constraint->values[0] < 0.0f;
}

// Torn ones have no strain.
static void listTetsAtVertices(Draft* draft)
{
    const gelModel* model = draft->model;
    const gelConstraint* tets = draft->constraints[gel_volumeConstraint];
    int sum = 0;
    for (int t = 0; t < 4 * model->tetCount; t++)
        if (!isTorn(gel_volumeConstraint, &tets[t / 4]))
            draft->tetFirsts[tets[t / 4].vertices[t % 4] + 1]++;
    for (int v = 0; v < model->vertexCount; v++)
        draft->tetFirsts[v + 1] = sum += draft->tetFirsts[v + 1];
    for (int t = 4 * model->tetCount - 1; t >= 0; t--) // backwards: firsts serve as ends
        if (!isTorn(gel_volumeConstraint, &tets[t / 4]))
            draft->tetsAt[--draft->tetFirsts[tets[t / 4].vertices[t % 4] + 1]] = t / 4;
    // Each entry v + 1 is now the first of v: shift them down.
    memmove(draft->tetFirsts, draft->tetFirsts + 1, (size_t)model->vertexCount * sizeof(int));
    draft->tetFirsts[model->vertexCount] = sum;
}

// In the picture tets are all of one list, where those of neo-Hookean bodies follow the volumes.
static int countListed(const gelModel* model, int kind)
{
    return kind == gel_volumeConstraint ? model->tetCount : model->constraints[kind].count;
}

static bool allocate(Draft* draft, const gelCounters* counters)
{
    size_t vertices = (size_t)counters->vertexCount, tets = (size_t)counters->tetCount;
    bool ok = true;
    draft->bodyOf = calloc(vertices + 1, sizeof(int));
    draft->rests = calloc(4 * vertices + 1, sizeof(float));
    for (int kind = 0; kind < gel_constraintKindCount; kind++) {
        draft->constraints[kind] = calloc((size_t)countListed(draft->model, kind) + 1, sizeof(gelConstraint));
        ok = ok && draft->constraints[kind] != NULL;
    }
    draft->tetFirsts = calloc(vertices + 2, sizeof(int));
    draft->tetsAt = calloc(4 * tets + 1, sizeof(int));
    draft->torn = calloc((size_t)draft->model->bodyCount + 1, sizeof *draft->torn);
    return ok && draft->torn != NULL && draft->bodyOf != NULL && draft->rests != NULL &&
           draft->tetFirsts != NULL && draft->tetsAt != NULL;
}

// The body's skin, apart from what has torn, and what that uncovers.
static bool addSkin(Draft* draft, gelWorld* world, int body, const gelDrawnBody* drawn)
{
    gelBodyId id = gelWorld_GetBody(world, body);
    const gelSkin* skin = gelBody_GetSkin(world, id);
    const gelTornBody* torn = &draft->torn[body];
    const gelDrawnSurface* skins = draft->skins.drawn;
    int first = gelBody_GetFirstVertex(world, id), triangles = skins->triangleCount,
        points = skins->pointCount;
    gelDrawnBody whole = *drawn, inside = *drawn;
    whole.mesh = gelBody_GetMesh(world, id);
    inside.surface = &torn->uncovered;
    if (skin == NULL)
        return gelSurfaceDraft_AddSkin(&draft->skins, first, drawn, NULL);
    if (!gelSurfaceDraft_AddSkin(&draft->skins, first, &whole, skin))
        return false;
    gelDropTornSkin(torn, skin, points, triangles, &draft->skins);
    return torn->isTorn == NULL || gelSurfaceDraft_AddSkin(&draft->skins, first, &inside, NULL);
}

static bool addSurfaces(Draft* draft, gelWorld* world)
{
    const gelModel* model = draft->model;
    bool ok = true, anySkin = false;
    for (int body = 0; body < model->bodyCount; body++)
        anySkin = anySkin || gelBody_GetSkin(world, gelWorld_GetBody(world, body)) != NULL;
    for (int body = 0; body < model->bodyCount && ok; body++) {
        gelBodyId id = gelWorld_GetBody(world, body);
        int first = gelBody_GetFirstVertex(world, id);
        gelBodyDef def;
        gelTornBody* torn = &draft->torn[body];
        if (gelBody_IsQuarantined(world, id))
            continue;
        if (gelBody_GetDef(world, id, &def) != gel_success || !gelFindTornBody(world, id, torn))
            return false;
        const gelDrawnBody drawn = {.owner = isThin(world, id) ? -1 - body : body,
                                    .mesh = torn->isTorn != NULL ? &torn->held : gelBody_GetMesh(world, id),
                                    .surface = gelBody_GetSurface(world, id),
                                    .lines = gelBody_GetLines(world, id),
                                    .radius = 0.5f * def.material.thickness};
        ok = gelSurfaceDraft_AddMesh(&draft->surface, first, &drawn);
        if (anySkin && ok)
            ok = addSkin(draft, world, body, &drawn);
    }
    return ok;
}

static bool fillDraft(Draft* draft, gelWorld* world)
{
    gelModel* model = draft->model;
    for (int kind = 0; kind < gel_constraintKindCount; kind++)
        if (gelWorld_GetConstraints(world, (gelConstraintKind)kind, draft->constraints[kind],
                                    model->constraints[kind].count) != gel_success)
            return false;
    memcpy(draft->constraints[gel_volumeConstraint] + model->constraints[gel_volumeConstraint].count,
           draft->constraints[gel_neoHookeanConstraint],
           (size_t)model->constraints[gel_neoHookeanConstraint].count * sizeof(gelConstraint));
    for (int body = 0; body < model->bodyCount; body++)
        draft->softCount += !gelBody_IsObstacle(world, gelWorld_GetBody(world, body));
    draft->softCount += draft->softCount == 0;
    for (int body = 0; body < model->bodyCount; body++) {
        gelBodyId id = gelWorld_GetBody(world, body);
        int count = gelBody_GetMesh(world, id)->vertexCount, first = gelBody_GetFirstVertex(world, id);
        for (int i = 0; i < count; i++)
            draft->bodyOf[first + i] = body;
        if (addRests(draft, body, world) != gel_success)
            return false;
    }
    listTetsAtVertices(draft);
    model->tornCount = gelCountTornSprings(world);
    model->outCount = gelCountQuarantined(world);
    return addSurfaces(draft, world) && gelDropTornTriangles(world, &draft->surface) &&
           gelDropTornTriangles(world, &draft->skins) && gelSurfaceDraft_Thicken(&draft->surface) &&
           gelSurfaceDraft_Thicken(&draft->skins);
}

static bool uploadKind(const Draft* draft, int kind)
{
    const gelConstraint* constraints = draft->constraints[kind];
    gelConstraintModel* list = &draft->model->constraints[kind];
    int count = countListed(draft->model, kind);
    int* vertices = calloc(4 * (size_t)count + 1, sizeof *vertices);
    float* facts = calloc(4 * (size_t)count + 1, sizeof *facts);
    bool ok = vertices != NULL && facts != NULL;
    for (int i = 0; i < count && ok; i++) {
        const gelConstraint* c = &constraints[i];
        const float values[4] = {c->values[0], (float)c->colour, (float)draft->bodyOf[c->vertices[0]],
                                 isTorn(kind, c) ? 1.0f : 0.0f};
        memcpy(&vertices[4 * i], c->vertices, sizeof c->vertices);
        memcpy(&facts[4 * i], values, sizeof values);
    }
    while (count > 0 && list->arity < 4 && constraints[0].vertices[list->arity] >= 0)
        list->arity++;
    if (ok) {
        list->vertices = gelCreateBufferTexture(GL_RGBA32I, 16 * (size_t)count, vertices);
        list->facts = gelCreateBufferTexture(GL_RGBA32F, 16 * (size_t)count, facts);
    }
    free(vertices);
    free(facts);
    return ok;
}

static bool uploadConstraints(Draft* draft)
{
    bool ok = true;
    for (int kind = 0; kind < gel_constraintKindCount && ok; kind++)
        ok = uploadKind(draft, kind);
    return ok;
}

static bool upload(Draft* draft, gelOutput* output)
{
    gelModel* model = draft->model;
    size_t vertices = (size_t)model->vertexCount;
    bool ok =
        gelSurfaceDraft_Upload(&draft->surface, output) && gelSurfaceDraft_Upload(&draft->skins, output);
    model->rests = gelCreateBufferTexture(GL_RGBA32F, 16 * vertices, draft->rests);
    model->tetFirsts = gelCreateBufferTexture(GL_R32I, 4 * (vertices + 1), draft->tetFirsts);
    model->tetsAt = gelCreateBufferTexture(GL_R32I, 16 * (size_t)model->tetCount, draft->tetsAt);
    return ok;
}

static void clearDraft(Draft* draft)
{
    free(draft->bodyOf);
    free(draft->rests);
    for (int kind = 0; kind < gel_constraintKindCount; kind++)
        free(draft->constraints[kind]);
    free(draft->tetFirsts);
    free(draft->tetsAt);
    gelClearCornerStore(&draft->store); // refers to what follows
    for (int body = 0; draft->torn != NULL && body < draft->model->bodyCount; body++)
        gelClearTornBody(&draft->torn[body]);
    free(draft->torn);
    gelClearSurfaceDraft(&draft->surface);
    gelClearSurfaceDraft(&draft->skins);
}

int gelCreateModel(gelOutput* output, gelWorld* world, gelModel* model)
{
    gelCounters counters;
    gelStatus status = gelWorld_GetCounters(world, &counters);
    *model = (gelModel){0};
    if (status != gel_success)
        return gelReportStatus(output, status, gel_activitySimulation);
    *model = (gelModel){
        .bodyCount = counters.bodyCount, .vertexCount = counters.vertexCount, .tetCount = counters.tetCount};
    for (int kind = 0; kind < gel_constraintKindCount; kind++)
        model->constraints[kind].count = counters.constraintCounts[kind];
    Draft draft = {.model = model};
    draft.surface = (gelSurfaceDraft){.drawn = &model->surface, .store = &draft.store};
    draft.skins = (gelSurfaceDraft){.drawn = &model->skins, .store = &draft.store};
    bool ok = allocate(&draft, &counters) && fillDraft(&draft, world) && uploadConstraints(&draft) &&
              upload(&draft, output);
    clearDraft(&draft);
    if (!ok)
        gelDestroyModel(model);
    return ok ? gel_exitDone
              : gelReportError(output, gel_exitInternal, "out of memory while setting up the picture");
}

void gelDestroyModel(gelModel* model)
{
    for (int kind = 0; kind < gel_constraintKindCount; kind++) {
        gelDestroyBufferTexture(&model->constraints[kind].vertices);
        gelDestroyBufferTexture(&model->constraints[kind].facts);
    }
    gelBufferTexture* all[] = {&model->rests, &model->tetFirsts, &model->tetsAt};
    gelDestroyDrawnSurface(&model->surface);
    gelDestroyDrawnSurface(&model->skins);
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        gelDestroyBufferTexture(all[i]);
    *model = (gelModel){0};
}
