#include "scene/without_effect.h"
#include "scene/contents/vertex_set.h"
#include "scene/value.h"
#include "surface/open_parts.h"

#include <math.h>
#include <stdio.h>

// Returns a selection of a body, and writes its place in the body; NULL after the last.
static const gelVertexSet* selectionOf(const gelSceneBody* body, int index, char* place, size_t size)
{
    if (index < body->pinCount) {
        snprintf(place, size, "pins[%d]", index);
        return &body->pins[index];
    }
    index -= body->pinCount;
    int goalCount = body->goals != NULL ? body->goals->goalCount : 0;
    if (index < goalCount) {
        snprintf(place, size, "goals.sets[%d]", index);
        return &body->goals->goals[index].set;
    }
    index -= goalCount;
    for (int kind = 0; kind < gel_vertexFactorCount; index -= body->valueCounts[kind++])
        if (index < body->valueCounts[kind]) {
            const char* name = gelVertexValueText((gelVertexValue)kind);
            if (body->valueCounts[kind] == 1)
                snprintf(place, size, "values.%s", name);
            else
                snprintf(place, size, "values.%s[%d]", name, index);
            return &body->values[kind][index].set;
        }
    return NULL;
}

gelStatus gelOpenSceneUse(const gelSceneBody* body, gelSceneUse* use)
{
    char place[80];
    int count = 0;
    while (selectionOf(body, count, place, sizeof place) != NULL)
        count++;
    *use = (gelSceneUse){.caught = gelAllocate((size_t)count, sizeof *use->caught)};
    return use->caught != NULL ? gel_success : gelFailMemory((size_t)count, sizeof *use->caught);
}

void gelCloseSceneUse(gelSceneUse* use)
{
    gelFree(use->caught);
    *use = (gelSceneUse){0};
}

static bool isPinned(const gelWorld* world, const gelBody* body, int vertex)
{
    return world->vertices[body->firstVertex + vertex].inverseMass == 0.0;
}

// Tethers also hold at goals that are followed exactly.
static gelStatus noteGoals(const gelSceneBody* scene, const gelWorld* world, const gelBody* body,
                           const double* positions, gelSceneUse* use)
{
    const gelGoalSet* set = &scene->goals->set;
    int count = body->shape->mesh.vertexCount;
    float* weights = gelAllocate((size_t)count, sizeof *weights);
    if (weights == NULL)
        return gelFailMemory((size_t)count, sizeof *weights);
    for (int i = 0; i < count; i++)
        weights[i] = set->weight;
    gelStatus status =
        gelFillSceneValues(scene->goals->goals, scene->goals->goalCount, positions, count, weights);
    int pinned = 0;
    for (int i = 0; i < count && status == gel_success; i++) {
        float weight = set->minimum + weights[i] * (set->maximum - set->minimum);
        pinned += weight > 0.0f && isPinned(world, body, i);
        use->tethersHold = use->tethersHold || weight >= 1.0f;
    }
    use->pinnedGoals = pinned > use->pinnedGoals ? pinned : use->pinnedGoals;
    gelFree(weights);
    return status;
}

static gelStatus noteSelections(const gelSceneBody* scene, const double* positions, int vertexCount,
                                gelSceneUse* use)
{
    char place[80];
    const gelVertexSet* set;
    for (int i = 0; (set = selectionOf(scene, i, place, sizeof place)) != NULL; i++) {
        int room = set->vertexCount > vertexCount ? set->vertexCount : vertexCount;
        int* members = use->caught[i] ? NULL : gelAllocate((size_t)room, sizeof *members);
        if (members == NULL && !use->caught[i])
            return gelFailMemory((size_t)room, sizeof *members);
        use->caught[i] = use->caught[i] || gelListVertexSet(set, positions, vertexCount, members) > 0;
        gelFree(members);
    }
    return gel_success;
}

gelStatus gelNoteSceneUse(const gelSceneBody* scene, gelWorld* world, gelBodyId id, gelSceneUse* use)
{
    const gelBody* body = gelFindBody(world, id);
    int count = body->shape->mesh.vertexCount;
    char place[80];
    if (selectionOf(scene, 0, place, sizeof place) == NULL && scene->goals == NULL &&
        scene->def.material.tethers == gel_noTethers)
        return gel_success;
    for (int i = 0; i < count && !use->tethersHold; i++)
        use->tethersHold = isPinned(world, body, i);
    double* positions = gelAllocate((size_t)count, 3 * sizeof *positions);
    if (positions == NULL)
        return gelFailMemory((size_t)count, 3 * sizeof *positions);
    gelStatus status = gelBody_ReadPositionsDouble(world, id, positions, count);
    if (status == gel_success)
        status = noteSelections(scene, positions, count, use);
    if (status == gel_success && scene->goals != NULL)
        status = noteGoals(scene, world, body, positions, use);
    gelFree(positions);
    return status;
}

void gelWarnOfSceneUse(const char* place, const gelSceneBody* body, const gelSceneUse* use)
{
    char selection[80];
    for (int i = 0; selectionOf(body, i, selection, sizeof selection) != NULL; i++)
        if (!use->caught[i])
            gelLog(gel_logWarning,
                   "%s.%s: no vertex is in it, so it has no effect; check the body's position and size",
                   place, selection);
    if (use->pinnedGoals > 0)
        gelLog(
            gel_logWarning,
            "%s.goals: %d of its vertices are pinned, where a goal has no effect; expected a pin or a goal",
            place, use->pinnedGoals);
    if (body->def.material.tethers != gel_noTethers && !use->tethersHold)
        gelLog(gel_logWarning,
               "%s.material.tethers: no vertex is pinned, so no tether holds one; expected \"pins\"", place);
}

void gelWarnOfIdleCycles(const gelBody* body)
{
    if (body->solver == gel_xpbdSolver && (body->cycles != 1 || body->aggregates != 0))
        gelLog(gel_logWarning,
               "cycles and aggregates have no effect: expected the solver twoLevel, found xpbd");
}

// Whether a part of a sheet is closed. If memory runs out, too: then nothing is warned of.
static bool hasInside(const gelShape* shape)
{
    const gelSurfaceMesh* surface = shape->surface;
    bool *isOpen, has = false;
    if (gelFindOpenVertices(surface->vertexCount, surface->triangles, surface->triangleCount, &isOpen) !=
        gel_success)
        return true;
    for (int t = 0; t < surface->triangleCount; t++)
        has = has || !isOpen[surface->triangles[3 * t]];
    gelFree(isOpen);
    return has;
}

static bool isWeighed(const gelBody* body, int field)
{
    return !gelIsObstacle(body) && fabsf(body->fieldWeights[1 + field]) > 0.0f;
}

static bool actsOn(const gelField* field, const gelBody* body, int index)
{
    bool isOnSurfaces = field->kind == gel_fieldWind || (field->kind == gel_fieldDrag && field->perArea);
    if (!isWeighed(body, index))
        return false;
    if (field->kind == gel_fieldLiquid && !(field->linearDrag > 0.0f) && !(field->quadraticDrag > 0.0f))
        return body->shape->kind == gel_solidBody ||
               (body->shape->kind == gel_sheetBody && hasInside(body->shape));
    return !isOnSurfaces || body->shape->kind != gel_ropeBody;
}

void gelWarnOfIdleFields(const gelScene* scene, const gelWorld* world)
{
    for (int i = 0; i < scene->fieldCount && scene->bodyCount > 0; i++) {
        const gelField* field = &scene->fields[i];
        bool acts = false, any = false;
        for (int b = 0; b < world->bodyCount && !acts; b++) {
            any = any || isWeighed(world->bodies[b], i);
            acts = actsOn(field, world->bodies[b], i);
        }
        if (!acts)
            gelLog(gel_logWarning, "%s: $.fields[%d]: this %s moves no body: %s", scene->file, i,
                   gelFieldKindText(field->kind),
                   !any                             ? "their weights for it are 0"
                   : field->kind == gel_fieldLiquid ? "none encloses a volume, and it has no drag"
                                                    : "it acts on surfaces, and ropes have none");
    }
}
