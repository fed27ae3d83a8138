// Lists of constraints, colour by colour, as back ends read them.
#include "plan/list.h"
#include "plan/kinds.h"

#include <limits.h>

int64_t gelCountSlots(int count)
{
    return ((int64_t)count + gelPlanLanes - 1) / gelPlanLanes * gelPlanLanes;
}

gelStatus gelLayOutColours(gelPlanConstraints* constraints, const int* starts)
{
    int colourCount = constraints->colourCount;
    int64_t slots = 0;
    constraints->colours = gelAllocate((size_t)colourCount, sizeof *constraints->colours);
    if (constraints->colours == NULL)
        return gelFailMemory((size_t)colourCount, sizeof *constraints->colours);
    for (int colour = 0; colour < colourCount; colour++) {
        int count = starts[colour + 1] - starts[colour];
        constraints->colours[colour] = (gelColourRange){(int)slots, count};
        slots += gelCountSlots(count);
        if (slots > INT_MAX - gelPlanLanes)
            return gelFail(gel_unsupported, "the bodies of the world have more than 2^31 constraints");
    }
    constraints->count = starts[colourCount];
    constraints->slotCount = (int)slots;
    const gelKind* kind = &gelKinds[constraints->kind];
    size_t count = (size_t)slots;
    bool ok = (constraints->sources = gelAllocate(count, sizeof(int))) != NULL;
    for (int k = 0; k < kind->arity; k++)
        ok = (constraints->vertices[k] = gelAllocate(count, sizeof(int))) != NULL && ok;
    for (int k = 0; k < kind->valueCount; k++)
        ok = (constraints->values[k] = gelAllocate(count, sizeof(float))) != NULL && ok;
    return ok ? gel_success : gelFailMemory(count, 4 * (size_t)(kind->arity + kind->valueCount + 1));
}

void gelFillSlot(gelPlanConstraints* constraints, int slot, const gelBody* body, int index)
{
    const gelKind* kind = &gelKinds[constraints->kind];
    const int* vertices =
        body->shape->constraints[constraints->kind].vertices + (size_t)index * (size_t)kind->arity;
    float values[max_values];
    for (int k = 0; k < kind->arity; k++)
        constraints->vertices[k][slot] = body->firstVertex + vertices[k];
    gelGetConstraintValues(body, constraints->kind, index, values);
    for (int k = 0; k < kind->valueCount; k++)
        constraints->values[k][slot] = values[k];
    constraints->sources[slot] = index;
}

void gelPadSlots(gelPlanConstraints* constraints, int slot)
{
    const gelKind* kind = &gelKinds[constraints->kind];
    for (; slot % gelPlanLanes != 0; slot++) {
        for (int k = 0; k < kind->arity; k++)
            constraints->vertices[k][slot] = constraints->vertices[k][slot - 1];
        for (int k = 0; k < kind->valueCount; k++)
            constraints->values[k][slot] = constraints->values[k][slot - 1];
        constraints->sources[slot] = -1;
    }
}

gelStatus gelListTile(const gelBody* body, const gelPhase* phase, int tile, int kind,
                      gelPlanConstraints* constraints)
{
    gelTileColours colours = gelGetTileColours(body, phase, tile, kind);
    int colourCount = colours.end - colours.first;
    *constraints = (gelPlanConstraints){.kind = kind, .colourCount = colourCount};
    int* starts = gelAllocate((size_t)colourCount + 1, sizeof *starts);
    if (starts == NULL)
        return gelFailMemory((size_t)colourCount + 1, sizeof *starts);
    for (int c = 0; c < colourCount; c++)
        starts[c + 1] = starts[c] + gelGetColour(&colours, c).count;
    gelStatus status = gelLayOutColours(constraints, starts);
    for (int c = 0; c < colourCount && status == gel_success; c++) {
        gelSlice slice = gelGetColour(&colours, c);
        int slot = constraints->colours[c].first;
        for (int i = 0; i < slice.count; i++)
            gelFillSlot(constraints, slot++, body, slice.items[i]);
        gelPadSlots(constraints, slot);
    }
    gelFree(starts);
    return status;
}

void gelClearPlanConstraints(gelPlanConstraints* constraints)
{
    for (int k = 0; k < max_vertices; k++)
        gelFree(constraints->vertices[k]);
    for (int k = 0; k < max_values; k++)
        gelFree(constraints->values[k]);
    gelFree(constraints->sources);
    gelFree(constraints->colours);
}
