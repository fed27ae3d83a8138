// The plan: the constraints of all bodies as structures of arrays sorted by colour, ready for a back end.
#pragma once

#include "gel/stage.h"
#include "plan/body.h"

// Arrays are padded so that a work-item can always process this many constraints or vertices at once. A
// colour is padded with its last constraint: extra lanes compute and store the same result.
enum { gelPlanLanes = 16 };

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

typedef struct gelPlan {
    gelBody* const* bodies; // valid until bodies come or go
    int bodyCount;
    int vertexCount;    // of all bodies
    int vertexCapacity; // with at least one padding vertex
    gelConstraintOrder order;
    // kind, count and colourCount are always set, the rest once listed.
    gelPlanConstraints constraints[constraint_kinds];
    bool isListed;
} gelPlan;

// The plan of the bodies, in order, without lists of constraints: those of a large world take memory and
// time, and strategies that step whole bodies have their own tables. On failure *plan is empty.
gelStatus gelBuildPlan(gelBody* const* bodies, int bodyCount, gelConstraintOrder order, gelPlan* plan);
// Lists the constraints, unless already done.
gelStatus gelListConstraints(gelPlan* plan);
void gelClearPlan(gelPlan* plan);

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

// The order of a substep: integrate, each colour of each kind of constraint, goals, ground, velocity.
int gelPlanStageCount(const gelPlan* plan, gelOptionalStages optional);
gelPlanStage gelGetPlanStage(const gelPlan* plan, gelOptionalStages optional, int index);
