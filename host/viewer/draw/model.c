#include "draw/model.h"

#include "gel/body.h"
#include "gel/constraints.h"
#include "gel/measures.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// A model under construction, on the host.
typedef struct Draft {
    gelModel* model;
    int* bodyOf; // [vertexCount]
    gelConstraint *tets, *edges;
    float* rests; // [vertexCount][4]
    gelCornerStore store;
    gelSurfaceDraft surface, skins;
    int *tetFirsts, *tetsAt;
} Draft;

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
    draft->model->bodySize += (float)cbrt(volume) / (float)draft->model->bodyCount;
    for (int i = 0; i < mesh->vertexCount; i++) {
        float* at = &draft->rests[4 * (gelBody_GetFirstVertex(world, id) + i)];
        for (int k = 0; k < 3; k++)
            at[k] = def.scale * mesh->positions[3 * i + k];
        at[3] = (float)body;
    }
    return gel_success;
}

static void listTetsAtVertices(Draft* draft)
{
    const gelModel* model = draft->model;
    for (int t = 0; t < 4 * model->tetCount; t++)
        draft->tetFirsts[draft->tets[t / 4].vertices[t % 4] + 1]++;
    for (int v = 0; v < model->vertexCount; v++)
        draft->tetFirsts[v + 1] += draft->tetFirsts[v];
    for (int t = 4 * model->tetCount - 1; t >= 0; t--) // backwards: firsts serve as ends
        draft->tetsAt[--draft->tetFirsts[draft->tets[t / 4].vertices[t % 4] + 1]] = t / 4;
    // Each entry v + 1 is now the first of v: shift them down.
    memmove(draft->tetFirsts, draft->tetFirsts + 1, (size_t)model->vertexCount * sizeof(int));
    draft->tetFirsts[model->vertexCount] = 4 * model->tetCount;
}

static bool allocate(Draft* draft, const gelCounters* counters)
{
    size_t vertices = (size_t)counters->vertexCount;
    size_t tets = (size_t)counters->tetCount, edges = (size_t)counters->edgeCount;
    draft->bodyOf = calloc(vertices + 1, sizeof(int));
    draft->rests = calloc(4 * vertices + 1, sizeof(float));
    draft->tets = calloc(tets + 1, sizeof *draft->tets);
    draft->edges = calloc(edges + 1, sizeof *draft->edges);
    draft->tetFirsts = calloc(vertices + 2, sizeof(int));
    draft->tetsAt = calloc(4 * tets + 1, sizeof(int));
    return draft->bodyOf != NULL && draft->rests != NULL && draft->tets != NULL && draft->edges != NULL &&
           draft->tetFirsts != NULL && draft->tetsAt != NULL;
}

static bool addSurfaces(Draft* draft, gelWorld* world)
{
    const gelModel* model = draft->model;
    bool ok = true, anySkin = false;
    for (int body = 0; body < model->bodyCount; body++)
        anySkin = anySkin || gelBody_GetSkin(world, gelWorld_GetBody(world, body)) != NULL;
    for (int body = 0; body < model->bodyCount && ok; body++) {
        gelBodyId id = gelWorld_GetBody(world, body);
        const gelTetMesh* mesh = gelBody_GetMesh(world, id);
        int first = gelBody_GetFirstVertex(world, id);
        ok = gelSurfaceDraft_AddMesh(&draft->surface, body, first, mesh);
        if (anySkin && ok)
            ok = gelSurfaceDraft_AddSkin(&draft->skins, body, first, mesh, gelBody_GetSkin(world, id));
    }
    return ok;
}

static bool fillDraft(Draft* draft, gelWorld* world)
{
    gelModel* model = draft->model;
    if (gelWorld_GetConstraints(world, gel_tetConstraint, draft->tets, model->tetCount) != gel_success ||
        gelWorld_GetConstraints(world, gel_edgeConstraint, draft->edges, model->edgeCount) != gel_success)
        return false;
    for (int body = 0; body < model->bodyCount; body++) {
        gelBodyId id = gelWorld_GetBody(world, body);
        int count = gelBody_GetMesh(world, id)->vertexCount, first = gelBody_GetFirstVertex(world, id);
        for (int i = 0; i < count; i++)
            draft->bodyOf[first + i] = body;
        if (addRests(draft, body, world) != gel_success)
            return false;
    }
    listTetsAtVertices(draft);
    return addSurfaces(draft, world);
}

static bool uploadConstraints(Draft* draft)
{
    gelModel* model = draft->model;
    size_t most = (size_t)(model->tetCount > model->edgeCount ? model->tetCount : model->edgeCount);
    int* indices = calloc(4 * most + 1, sizeof *indices);
    float* facts = calloc(4 * most + 1, sizeof *facts);
    bool ok = indices != NULL && facts != NULL;
    for (int t = 0; t < model->tetCount && ok; t++) {
        const gelConstraint* tet = &draft->tets[t];
        memcpy(&indices[4 * t], tet->vertices, sizeof tet->vertices);
        facts[4 * t] = tet->rest;
        facts[4 * t + 1] = (float)tet->colour;
        facts[4 * t + 2] = (float)draft->bodyOf[tet->vertices[0]];
    }
    if (ok) {
        model->tets = gelCreateBufferTexture(GL_RGBA32I, 16 * (size_t)model->tetCount, indices);
        model->tetFacts = gelCreateBufferTexture(GL_RGBA32F, 16 * (size_t)model->tetCount, facts);
    }
    for (int e = 0; e < model->edgeCount && ok; e++) {
        const gelConstraint* edge = &draft->edges[e];
        int values[4] = {edge->vertices[0], edge->vertices[1], edge->colour,
                         draft->bodyOf[edge->vertices[0]]};
        memcpy(&indices[4 * e], values, sizeof values);
    }
    if (ok)
        model->edges = gelCreateBufferTexture(GL_RGBA32I, 16 * (size_t)model->edgeCount, indices);
    free(indices);
    free(facts);
    return ok;
}

static void upload(Draft* draft)
{
    gelModel* model = draft->model;
    size_t vertices = (size_t)model->vertexCount;
    gelSurfaceDraft_Upload(&draft->surface);
    gelSurfaceDraft_Upload(&draft->skins);
    model->rests = gelCreateBufferTexture(GL_RGBA32F, 16 * vertices, draft->rests);
    model->tetFirsts = gelCreateBufferTexture(GL_R32I, 4 * (vertices + 1), draft->tetFirsts);
    model->tetsAt = gelCreateBufferTexture(GL_R32I, 16 * (size_t)model->tetCount, draft->tetsAt);
}

static void clearDraft(Draft* draft)
{
    free(draft->bodyOf);
    free(draft->rests);
    free(draft->tets);
    free(draft->edges);
    free(draft->tetFirsts);
    free(draft->tetsAt);
    gelClearCornerStore(&draft->store);
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
    *model = (gelModel){.bodyCount = counters.bodyCount,
                        .vertexCount = counters.vertexCount,
                        .tetCount = counters.tetCount,
                        .edgeCount = counters.edgeCount};
    Draft draft = {.model = model};
    draft.surface = (gelSurfaceDraft){.drawn = &model->surface, .store = &draft.store};
    draft.skins = (gelSurfaceDraft){.drawn = &model->skins, .store = &draft.store};
    bool ok = allocate(&draft, &counters) && fillDraft(&draft, world) && uploadConstraints(&draft);
    if (ok)
        upload(&draft);
    else
        gelDestroyModel(model);
    clearDraft(&draft);
    return ok ? gel_exitDone
              : gelReportError(output, gel_exitInternal, "out of memory while setting up the picture");
}

void gelDestroyModel(gelModel* model)
{
    gelBufferTexture* all[] = {&model->tets,  &model->tetFacts,  &model->edges,
                               &model->rests, &model->tetFirsts, &model->tetsAt};
    gelDestroyDrawnSurface(&model->surface);
    gelDestroyDrawnSurface(&model->skins);
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        gelDestroyBufferTexture(all[i]);
    *model = (gelModel){0};
}
