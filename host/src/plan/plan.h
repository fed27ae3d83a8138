// The plan: the constraints of all bodies as structures of arrays sorted by colour, ready for a back end.
#pragma once

#include "gel/stage.h"
#include "plan/body.h"

// Arrays are padded so that a work-item can always process this many constraints or vertices at once. A
// colour is padded with its last constraint: extra lanes compute and store the same result.
enum { gelPlanLanes = 16 };

static inline int gelPadToLanes(int count)
{
    return (count + gelPlanLanes - 1) / gelPlanLanes * gelPlanLanes;
}

// A vertex as every back end understands it. Double precision represents the floats of single-precision back
// ends exactly.
typedef struct gelVertexState {
    double position[3], inverseMass; // m, 1/kg; 0 if pinned
    double predicted[3];             // position before the constraints of the substep, m
    double velocity[3], damping;     // m/s, 1/s
} gelVertexState;

typedef struct gelColourRange {
    int first; // slot, a multiple of gelPlanLanes
    int count; // constraints, without padding
} gelColourRange;

// All constraints of one kind.
typedef struct gelPlanConstraints {
    int kind;
    int count;                    // constraints
    int slotCount;                // with padding
    int* vertices[most_vertices]; // [slotCount] each, as many as the kind's arity
    float* values[most_values];   // [slotCount] each, as many as the kind has
    int* sources;                 // [slotCount]: the constraint's number in its body's mesh; -1 for padding
    int colourCount;
    gelColourRange* colours;
} gelPlanConstraints;

// Vertices of a patch with the same number of copies; contiguous in the patch's numbering, where each group
// begins at whole lanes.
typedef struct gelPatchGroup {
    int firstVertex, count; // of the patch
    int copyCount;
    bool owned; // these are the first copies, which represent all copies in the world
    // In gelPatch.lists: the vertices of the body; then, with several copies, one list per copy: their
    // numbers in the body, in the order of their patches. Padded as constraints are.
    int firstList;
} gelPatchGroup;

// A part of a body, for the strategy patch. Constraints refer to vertices of the patch.
typedef struct gelPatch {
    int vertexCount; // with the padding of groups
    gelPatchGroup* groups;
    int groupCount;
    int* lists;
    int listSize;
    const int* places; // the shape's; valid as long as gelPlan.bodies
    gelPlanConstraints constraints[constraint_kinds];
} gelPatch;

// A patch of one body. Each has a copy of its vertices.
typedef struct gelPatchEntry {
    int patch;
    int bodyFirstVertex; // in the world
    int bodyFirstCopy, firstCopy;
} gelPatchEntry;

typedef struct gelPatchPlan {
    gelPatch* patches; // shared by bodies of equal mesh, scale and material
    int patchCount;
    gelPatchEntry* entries; // body by body
    int entryCount;
    int copyCount;    // with padding
    int mostCopies;   // of one vertex
    int mostVertices; // of one patch
    int constraintCounts[constraint_kinds];
} gelPatchPlan;

typedef struct gelPlan {
    gelBody* const* bodies; // valid until bodies come or go
    int bodyCount;
    int vertexCount;    // of all bodies
    int vertexCapacity; // with at least one padding vertex
    gelConstraintOrder order;
    // For bodies that are not in patches. kind, count and colourCount are always set, the rest once listed.
    gelPlanConstraints constraints[constraint_kinds];
    bool isListed;
    gelPatchPlan patches;
} gelPlan;

// The plan of the bodies, in order, without lists of constraints: those of a large world take memory and
// time, and strategies that step whole bodies have their own tables. On failure *plan is empty.
gelStatus gelBuildPlan(gelBody* const* bodies, int bodyCount, gelConstraintOrder order, gelPlan* plan);
// Lists the constraints, unless already done.
gelStatus gelListConstraints(gelPlan* plan);
void gelClearPlan(gelPlan* plan);

// gel_unsupported if the body uses patches and has constraints that could span them.
gelStatus gelCheckPatches(const gelBody* body);
// Cuts the bodies that use patches. On failure *plan is empty.
gelStatus gelBuildPatchPlan(gelBody* const* bodies, int bodyCount, gelPatchPlan* plan);
void gelClearPatchPlan(gelPatchPlan* plan);

// Allocates constraints->colourCount colours of constraints->kind, each padded to whole lanes: colour c has
// starts[c + 1] - starts[c].
gelStatus gelLayOutColours(gelPlanConstraints* constraints, const int* starts);
// Fills in constraint `index` of the body, with vertices of the world.
void gelFillSlot(gelPlanConstraints* constraints, int slot, const gelBody* body, int index);
// Repeats the previous constraint to fill whole lanes.
void gelPadSlots(gelPlanConstraints* constraints, int slot);
void gelClearPlanConstraints(gelPlanConstraints* constraints);

// A goal of the world as back ends understand it.
typedef struct gelVertexGoal {
    int vertex;        // of the world
    float position[3]; // m
    float stiffness;   // 1/s^2
} gelVertexGoal;

// Which optional stages take part in a step.
typedef struct gelOptionalStages {
    bool goals, ground;
} gelOptionalStages;

// One stage of a substep: of a constraint stage a kind and a colour, otherwise 0.
typedef struct gelPlanStage {
    gelStage stage;
    int kind, colour;
} gelPlanStage;

// "integrate", or the kind of constraint.
const char* gelPlanStageText(gelPlanStage stage);

// The constraints that a stage solves; NULL for a stage over vertices. They must have been listed.
const gelPlanConstraints* gelPlanConstraintsOf(const gelPlan* plan, gelPlanStage stage);

// The order of a substep: integrate, each colour of each kind of constraint, patches, goals, ground,
// velocity.
int gelPlanStageCount(const gelPlan* plan, gelOptionalStages optional);
gelPlanStage gelGetPlanStage(const gelPlan* plan, gelOptionalStages optional, int index);

// Iterates over the listed constraints of one kind, those in patches last, patch by patch.
typedef struct gelConstraintWalk {
    const gelPlan* plan;
    int kind;
    int entry;                   // of the current patch; -1: not in patches
    int colour;                  // of the constraint at hand
    int next;                    // constraint of that colour
    int* bodyVertices;           // of the current patch, by its own numbers
    int vertices[most_vertices]; // of the constraint at hand, by the world's numbers
    float values[most_values];   // its numbers
} gelConstraintWalk;

gelStatus gelBeginWalk(const gelPlan* plan, int kind, gelConstraintWalk* walk);
bool gelNextConstraint(gelConstraintWalk* walk);
void gelEndWalk(gelConstraintWalk* walk);
