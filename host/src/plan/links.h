// Goals of bodies, and attachments, as back ends understand them: lists over all bodies, by the world's vertices.
#pragma once

#include "plan/body.h"
#include "plan/list.h"
#include "plan/plan.h"

enum { gel_attachedVertices = 8 }; // at most, of an attachment; attached_vertices of kernels/physics/link.h
enum { gel_forcePoints = 8 };      // curve_points, likewise: the last one is repeated

// The first are followed exactly: their vertices have inverse mass 0. Then come those that the
// two-level solver has in its system, with goals of the world last, then the others. Of bodies, and
// of the world, no vertex has two.
typedef struct gelGoalList {
    int count, kinematicCount, pulledCount;
    int worldCount; // goals of the world: the last of those that are pulled
    int* vertices;  // [count]
    float (*from)[4],
        (*to)[4]; // [count]: {place at the start of a step, stiffness}, {place at its end, damping}
    int* slots;   // [count]: of the two-level solver; -1: none
} gelGoalList;

// Sorted by colour: no two of one colour share a vertex.
typedef struct gelAttachmentList {
    int count, colourCount;
    int slotCount; // of `slots` that are some
    gelColourRange* colours;
    int* numbers;        // [count], in the world's list
    int* vertices;       // [gel_attachedVertices][count]; those of coefficient 0 are repeated
    float* coefficients; // the same; kernels/physics/link.h
    float (*terms)[3];   // [count]: {compliance, m/N; length, m; gelBreakSquare}
    int* curve;          // [count]: its force curve; -1: none
    int* slots;          // as the vertices: where the two-level solver pulls; else one of link_tables.h
    int curveCount;      // at least 1, which may be unused
    float (*curves)[gel_forcePoints][4]; // [curveCount]: {stretch, m; force, N; slope, N/m; 0}
} gelAttachmentList;

// The goals of a body, in one block.
typedef struct gelBodyGoals {
    size_t size; // of the block, bytes
    float spring, damping;
    bool hasTargets; // the next step moves them from `from` to `to`
    bool isMoving;   // the last one did
    int vertexCount;
    float numbers[]; // weights, [vertexCount]; from, [vertexCount][3]; to, the same
} gelBodyGoals;

static inline float* gelGoalWeights(const gelBodyGoals* goals)
{
    return (float*)(uintptr_t)goals->numbers;
}

static inline float* gelGoalFrom(const gelBodyGoals* goals)
{
    return gelGoalWeights(goals) + goals->vertexCount;
}

static inline float* gelGoalTo(const gelBodyGoals* goals)
{
    return gelGoalFrom(goals) + 3 * (size_t)goals->vertexCount;
}

// Whether a vertex of a body follows its goal exactly.
bool gelHasKinematicGoal(const gelBody* body, int vertex);
// Copies the goals of a body; the copy of NULL is NULL.
gelStatus gelCopyBodyGoals(const gelBodyGoals* goals, gelBodyGoals** copy);

// Starts the motion of the bodies' goals in the step that is about to begin. Returns whether any
// have moved or come to rest; their bodies wake.
bool gelMoveGoals(gelBody* const* bodies, int bodyCount);
void gelEndGoalStep(gelBody* const* bodies, int bodyCount);
// When the step has failed: the next one moves them as it was to.
void gelUndoGoalStep(gelBody* const* bodies, int bodyCount);

// Where the vertices are in the two-level solver: [vertexCount], -1 of others; NULL: there are
// none. Goals of the world that it has in its system are listed, too.
typedef struct gelPulls {
    const int* slots;
    const gelVertexGoal* goals;
    int goalCount;
    float goalDamping;
} gelPulls;

// The goals of all bodies. On failure *list is empty.
gelStatus gelListGoals(gelBody* const* bodies, int bodyCount, const gelPulls* pulls, gelGoalList* list);
void gelClearGoalList(gelGoalList* list);
