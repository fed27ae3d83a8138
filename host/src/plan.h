// The plan: the constraints of all bodies as structures of arrays sorted by colour, ready for a back end.
#pragma once

#include "gel/world.h"
#include "shape.h"

// Arrays are padded so that a work-item can always take this many constraints or vertices at once. Padding
// constraints join padding vertices, whose inverse mass is 0.
enum { gelPlanLanes = 16 };

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
    gelBodyId id;
    int firstVertex; // in the world's vertices
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

typedef struct gelPlan {
    int vertexCount;    // of all bodies
    int vertexCapacity; // with at least one padding vertex
    gelPlanConstraints edges, tets;
} gelPlan;

// Builds the plan of the bodies, in their order. On failure *plan is empty.
gelStatus gelBuildPlan(gelBody* const* bodies, int bodyCount, gelConstraintOrder order, gelPlan* plan);
void gelClearPlan(gelPlan* plan);

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

// The order of a substep: integrate, each colour of the edges, each colour of the tets, goals, ground,
// velocity.
int gelPlanStageCount(const gelPlan* plan, gelOptionalStages optional);
gelStage gelPlanStage(const gelPlan* plan, gelOptionalStages optional, int index, int* colour);
