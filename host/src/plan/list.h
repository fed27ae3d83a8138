// Lists of constraints, colour by colour, as back ends read them.
#pragma once

#include "plan/phases.h"

// Arrays are padded so that a work-item can always process this many constraints or vertices at once. A
// colour is padded with its last constraint: extra lanes compute and store the same result.
enum { gelPlanLanes = 16 };

typedef struct gelColourRange {
    int first; // slot, a multiple of gelPlanLanes
    int count; // constraints, without padding
} gelColourRange;

// Constraints of one kind.
typedef struct gelPlanConstraints {
    int kind;
    int count;                   // constraints
    int slotCount;               // with padding
    int* vertices[max_vertices]; // [slotCount] each, as many as the kind's arity
    float* values[max_values];   // [slotCount] each, as many as the kind has
    int* sources;                // [slotCount]: the constraint's number in its body's mesh; -1 for padding
    int colourCount;
    gelColourRange* colours;
} gelPlanConstraints;

// The slots of so many constraints of a colour: whole lanes.
int64_t gelCountSlots(int count);
// Allocates constraints->colourCount colours of constraints->kind, each padded to whole lanes: colour c has
// starts[c + 1] - starts[c].
gelStatus gelLayOutColours(gelPlanConstraints* constraints, const int* starts);
// Fills in constraint `index` of the body, with vertices of the world.
void gelFillSlot(gelPlanConstraints* constraints, int slot, const gelBody* body, int index);
// Repeats the previous constraint to fill whole lanes.
void gelPadSlots(gelPlanConstraints* constraints, int slot);
// Lists the constraints of a kind in a tile of a phase.
gelStatus gelListTile(const gelBody* body, const gelPhase* phase, int tile, int kind,
                      gelPlanConstraints* constraints);
void gelClearPlanConstraints(gelPlanConstraints* constraints);
