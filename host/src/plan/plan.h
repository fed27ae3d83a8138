// The plan: the constraints of all bodies as structures of arrays sorted by colour, ready for a back end.
#pragma once

#include "gel/id.h"
#include "gel/material.h"
#include "gel/stage.h"
#include "gel/strategy.h"
#include "plan/shape.h"

// Arrays are padded so that a work-item can always take this many constraints or vertices at once. A colour is
// padded with its last constraint: the lanes that get it compute and store the same.
enum { gelPlanLanes = 16 };

static inline int gelPadToLanes(int count)
{
    return (count + gelPlanLanes - 1) / gelPlanLanes * gelPlanLanes;
}

// A vertex as every back end understands it. Double precision holds the floats of a single precision back end
// exactly.
typedef struct gelVertexState {
    double position[3], inverseMass; // m, 1/kg; 0 where pinned
    double predicted[3];             // position before the constraints of the substep, m
    double velocity[3], damping;     // m/s, 1/s
} gelVertexState;

typedef struct gelBody {
    gelShape* shape;
    struct gelSharedSkin* skin; // NULL: none
    gelMaterial material;
    double scale;
    gelStrategy strategy; // asked for; gel_strategyAuto leaves it to the back end
    int patchSize;        // tets, for the strategy patch
    gelBodyId id;
    int firstVertex;            // in the world's vertices
    gelVec3 position, velocity; // at creation: m, m/s
    gelQuat rotation;           // at creation
    void* userData;
} gelBody;

typedef struct gelColourRange {
    int first; // slot, a multiple of gelPlanLanes
    int count; // constraints, without padding
} gelColourRange;

// All edges or all tets of the world.
typedef struct gelPlanConstraints {
    int arity;
    int count;          // constraints
    int slotCount;      // with padding
    int* vertices[4];   // [slotCount] each
    float* rests;       // [slotCount]: rest length in m, rest volume in m^3
    float* compliances; // [slotCount]: m/N, m^3/Pa
    int* sources;       // [slotCount]: the constraint's number in its body's mesh; -1 for padding
    int colourCount;
    gelColourRange* colours;
} gelPlanConstraints;

// Vertices of a patch that have equally many copies; neighbours in the patch's numbering, where each group begins at
// whole lanes.
typedef struct gelPatchGroup {
    int firstVertex, count; // of the patch
    int copyCount;
    bool owned; // these are the first of the copies: they speak for all of them to the world
    int firstList; // in gelPatch.lists: the vertices of the body; then, where there are several copies, a list for
        // each: their numbers in the body, in the order of their patches. Padded as constraints are.
} gelPatchGroup;

// A part of a body, for the strategy patch. Constraints name vertices of the patch.
typedef struct gelPatch {
    int vertexCount; // with the padding of groups
    gelPatchGroup* groups;
    int groupCount;
    int* lists;
    int listSize;
    const int* places; // the shape's; valid as long as gelPlan.bodies
    gelPlanConstraints edges, tets;
} gelPatch;

// A patch of one body. Each has a copy of its vertices.
typedef struct gelPatchEntry {
    int patch;
    int bodyFirstVertex; // in the world
    int bodyFirstCopy, firstCopy;
} gelPatchEntry;

typedef struct gelPatchPlan {
    gelPatch* patches; // bodies of equal mesh, scale and material share theirs
    int patchCount;
    gelPatchEntry* entries; // body by body
    int entryCount;
    int copyCount;    // with padding
    int mostCopies;   // of one vertex
    int mostVertices; // of one patch
    int edgeCount, tetCount;
} gelPatchPlan;

typedef struct gelPlan {
    gelBody* const* bodies; // valid only while a back end takes the plan over
    int bodyCount;
    int vertexCount;                // of all bodies
    int vertexCapacity;             // with at least one padding vertex
    gelPlanConstraints edges, tets; // of bodies that are not in patches
    gelPatchPlan patches;
} gelPlan;

// Builds the plan of the bodies, in their order. On failure *plan is empty.
gelStatus gelBuildPlan(gelBody* const* bodies, int bodyCount, gelConstraintOrder order, gelPlan* plan);
void gelClearPlan(gelPlan* plan);

// Whether the bodies have the same constraints, but for the numbers of their vertices.
bool gelSameConstraints(const gelBody* a, const gelBody* b);

// Cuts those of the bodies that are to be in patches. On failure *plan is empty.
gelStatus gelBuildPatchPlan(gelBody* const* bodies, int bodyCount, gelPatchPlan* plan);
void gelClearPatchPlan(gelPatchPlan* plan);

// Makes room for constraints->colourCount colours, each padded to whole lanes: colour c has starts[c + 1] - starts[c].
gelStatus gelLayOutColours(gelPlanConstraints* constraints, const int* starts);
// Constraint `index` of the body's edges or tets, by the vertices of the world.
void gelFillSlot(gelPlanConstraints* constraints, int slot, const gelBody* body, int index);
// Repeats the constraint before the slot up to whole lanes.
void gelPadSlots(gelPlanConstraints* constraints, int slot);
void gelClearPlanConstraints(gelPlanConstraints* constraints);

// A goal of the world as back ends understand it.
typedef struct gelVertexGoal {
    int vertex;        // of the world
    float position[3]; // m
    float stiffness;   // 1/s^2
} gelVertexGoal;

// Which of the stages that not every world needs take part in a step.
typedef struct gelOptionalStages {
    bool goals, ground;
} gelOptionalStages;

// The constraints that a stage solves; NULL for a stage over vertices.
const gelPlanConstraints* gelPlanConstraintsOf(const gelPlan* plan, gelStage stage);

// The order of a substep: integrate, each colour of the edges, each colour of the tets, patches, goals, ground,
// velocity.
int gelPlanStageCount(const gelPlan* plan, gelOptionalStages optional);
gelStage gelPlanStage(const gelPlan* plan, gelOptionalStages optional, int index, int* colour);
