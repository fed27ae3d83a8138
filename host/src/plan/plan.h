// The plan: the constraints of all bodies as structures of arrays, sorted by phase and colour, ready for a
// back end.
#pragma once

#include "gel/integrator.h"
#include "gel/stage.h"
#include "plan/contact_rows.h"
#include "plan/gather.h"
#include "plan/kinds.h"

// A vertex as every back end understands it. Double precision represents the floats of single-precision back
// ends exactly.
typedef struct gelVertexState {
    double position[3], inverseMass; // m, 1/kg; 0 if pinned
    double predicted[3];             // position before the constraints of the substep, m
    double velocity[3], damping;     // m/s, 1/s
} gelVertexState;

// Edges of bodies that have rest lengths of their own, body by body: plan/plasticity.h.
typedef struct gelPlasticEdges {
    int count;
    int* starts; // [bodyCount + 1]: the first edge of each body; NULL if there are none
    bool flows;  // some of them may change
} gelPlasticEdges;

// Tets of bodies that tear, or have, body by body: plan/tearing.h.
typedef struct gelTearingTets {
    int count;
    int* starts;     // [bodyCount + 1]: the first tet of each body; NULL if there are none
    int* edges;      // [count][6]: plastic edges
    float* volumes;  // [count]: as made, m^3
    int* edgeStarts; // [plastic edges + 1] into edgeTets
    int* edgeTets;   // the tets of each edge, in ascending order
} gelTearingTets;

typedef struct gelPlan {
    gelBody* const* bodies; // valid until bodies come or go
    int bodyCount;
    int vertexCount;    // of all bodies
    int vertexCapacity; // with at least one padding vertex
    gelConstraintOrder order;
    gelIntegrator
        integrator; // to be set before constraints are listed; with another than gel_xpbd the order is that of the mesh
    bool damps;   // wanted along springs, of gel_xpbd; to be set as the integrator
    bool isSwept; // it is without the constraints of bodies that the two-level solver steps
    // If not NULL, the lists have the constraints that one of the ranks solves; of kinds that are gathered all, which does
    // no harm: the vertices of other ranks' tiles are not read before they have been sent.
    const struct gelRanks* ranks;
    int rank;
    const gelContactRows* contactRows; // of the world, which the stage of contact leaves out; NULL: none
    gelPlasticEdges plastic;
    gelTearingTets tearing;
    int phaseCount;                      // the most of a body
    int* phaseColours[constraint_kinds]; // [phaseCount + 1]: the first colour of each phase
    // kind, count and colourCount are always set, the rest once listed.
    gelPlanConstraints constraints[constraint_kinds];
    gelGather gathers[constraint_kinds]; // of kinds that are gathered, once listed
    bool isListed;
} gelPlan;

static inline bool gelPlanIntegrates(const gelPlan* plan)
{
    return plan->integrator != gel_xpbd;
}

// Whether vertices add up what constraints of a kind have found, before they move.
static inline bool gelPlanGathers(const gelPlan* plan)
{
    return gelIsJacobi(plan->order) || gelPlanIntegrates(plan);
}

// Whether a stage damps velocities along springs.
static inline bool gelPlanDamps(const gelPlan* plan)
{
    bool hasSprings = false;
    for (int kind = 0; kind < constraint_kinds; kind++)
        hasSprings |= gelIsSpring(kind) && plan->constraints[kind].count > 0;
    return plan->damps && hasSprings;
}

// Whether corrections of a kind are added up by vertex, of positions or velocities.
static inline bool gelPlanGathersKind(const gelPlan* plan, int kind)
{
    return gelPlanGathers(plan) || (gelPlanDamps(plan) && gelIsSpring(kind));
}

// The plan of the bodies, in order, without lists of constraints: those of a large world take memory and
// time, and strategies that step whole bodies have their own tables. On failure *plan is empty.
gelStatus gelBuildPlan(gelBody* const* bodies, int bodyCount, gelConstraintOrder order, gelPlan* plan);
// Does the same for the constraints that sweeps solve: not those of bodies that the two-level solver steps.
gelStatus gelBuildSweptPlan(gelBody* const* bodies, int bodyCount, gelConstraintOrder order, gelPlan* plan);
// Lists the constraints, unless already done.
gelStatus gelListConstraints(gelPlan* plan);
// Puts the values of bodies with rest positions of their own into a list of some bodies of the plan, which must exist.
void gelListRestShapes(const gelPlan* plan, gelPlanConstraints* list);
void gelClearPlan(gelPlan* plan);

// Fills `pinned` [count].
void gelListPins(const gelVertexState* vertices, int count, bool* pinned);
// Whether other vertices are pinned than those of a list; false for NULL.
bool gelPinsHaveChanged(const bool* pinned, const gelVertexState* vertices, int count);

// A goal of the world as back ends understand it.
typedef struct gelVertexGoal {
    int vertex;        // of the world
    float position[3]; // m
    float stiffness;   // 1/s^2
} gelVertexGoal;

// One stage of a substep. A constraint stage has a kind, a phase and a colour, a gather has a
// kind; others have 0.
typedef struct gelPlanStage {
    gelStage stage;
    int kind, phase;
    int colour;     // counted through all phases of the kind
    int evaluation; // of an integrator; gel_allEvaluations: the substep, in steps that hold its error limit
    // The substep, from 0; the part of the step that is done when it ends; 1 / the length of the
    // step, 1/s.
    int substep;
    double progress, inverseTime;
} gelPlanStage;

enum { gel_allEvaluations = -1 };

// "integrate", or the kind of constraint, or "gather" and the kind.
const char* gelPlanStageText(gelPlanStage stage);

// The constraints that a stage solves; NULL for a stage over vertices. They must have been listed.
const gelPlanConstraints* gelPlanConstraintsOf(const gelPlan* plan, gelPlanStage stage);

// The index of the body that a vertex of the world is of.
static inline int gelFindPlanBody(const gelPlan* plan, int vertex)
{
    int low = 0, high = plan->bodyCount; // the last body that begins at or before the vertex
    while (high - low > 1) {
        int middle = low + (high - low) / 2;
        if (plan->bodies[middle]->firstVertex <= vertex)
            low = middle;
        else
            high = middle;
    }
    return low;
}
