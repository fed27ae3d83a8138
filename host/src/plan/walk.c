// Iterates over all constraints of a kind, whatever they are listed in.
#include "plan/kinds.h"
#include "plan/plan.h"

#include <string.h>

gelStatus gelBeginWalk(const gelPlan* plan, int kind, gelConstraintWalk* walk)
{
    size_t count = (size_t)plan->patches.mostVertices;
    *walk = (gelConstraintWalk){.plan = plan, .kind = kind, .entry = -1};
    walk->bodyVertices = gelAllocate(count, sizeof *walk->bodyVertices);
    return walk->bodyVertices != NULL ? gel_success : gelFailMemory(count, sizeof *walk->bodyVertices);
}

void gelEndWalk(gelConstraintWalk* walk)
{
    gelFree(walk->bodyVertices);
}

static const gelPlanConstraints* listAtHand(const gelConstraintWalk* walk)
{
    const gelPatchPlan* patches = &walk->plan->patches;
    return walk->entry < 0 ? &walk->plan->constraints[walk->kind]
                           : &patches->patches[patches->entries[walk->entry].patch].constraints[walk->kind];
}

static void takeConstraint(gelConstraintWalk* walk, const gelPlanConstraints* list, int slot)
{
    const gelPatchPlan* patches = &walk->plan->patches;
    for (int k = 0; k < gelKinds[walk->kind].arity; k++) {
        int vertex = list->vertices[k][slot];
        walk->vertices[k] = walk->entry < 0
                                ? vertex
                                : patches->entries[walk->entry].bodyFirstVertex + walk->bodyVertices[vertex];
    }
    for (int k = 0; k < gelKinds[walk->kind].valueCount; k++)
        walk->values[k] = list->values[k][slot];
}

static void enterPatch(gelConstraintWalk* walk)
{
    const gelPatchPlan* patches = &walk->plan->patches;
    const gelPatch* patch = &patches->patches[patches->entries[walk->entry].patch];
    for (const gelPatchGroup* group = patch->groups; group < patch->groups + patch->groupCount; group++)
        memcpy(walk->bodyVertices + group->firstVertex, patch->lists + group->firstList,
               (size_t)group->count * sizeof *walk->bodyVertices);
}

bool gelNextConstraint(gelConstraintWalk* walk)
{
    for (;;) {
        const gelPlanConstraints* list = listAtHand(walk);
        if (walk->colour < list->colourCount) {
            gelColourRange range = list->colours[walk->colour];
            if (walk->next < range.count) {
                takeConstraint(walk, list, range.first + walk->next++);
                return true;
            }
            walk->colour++;
        } else {
            if (walk->entry + 1 == walk->plan->patches.entryCount)
                return false;
            walk->entry++;
            walk->colour = 0;
            enterPatch(walk);
        }
        walk->next = 0;
    }
}
