// Attachments that are rows of the two-level solver's systems (kernels/physics/link.h), and the bodies that they join.
#pragma once

#include "plan/attachments.h"
#include "two_level_tables.h"

enum { gel_jointValues = gel_attachedVertices + 2 };

// The attachments among bodies of the solver that have no curve and no breakForce. Those between bodies of two systems are
// none: a system has at most gelMaximumAggregates.
typedef struct gelJoints {
    int count;
    int* vertices[gel_attachedVertices]; // [count]: of the world
    float* values[gel_jointValues];      // [count]: of row_attachment
    int* systems;                        // [bodyCount]: the first body of the system that a body is in
    int* sequence;                       // [bodyCount]: the bodies, system by system
    float* compliances;                  // [attachments]: m/N; -1 of one that is no row
} gelJoints;

// Finds those among these bodies of a plan, which all have the solver. `vertices`: of the world. On failure *joints is empty.
gelStatus gelFindJoints(const gelAttachments* attachments, gelBody* const* bodies, int bodyCount,
                        const gelVertexState* vertices, gelJoints* joints);
void gelClearJoints(gelJoints* joints);
