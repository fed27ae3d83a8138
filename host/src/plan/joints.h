// Attachments and contacts that are rows of the two-level solver's systems (kernels/physics/link.h,
// kernels/two_level_contact.h), and the bodies that they join.
#pragma once

#include "plan/attachments.h"
#include "plan/contact_rows.h"
#include "two_level_tables.h"

enum { gel_jointValues = gel_attachedVertices + 2 };

// Attachments between bodies that cannot be one system are none: a system has at most gelMaximumAggregates, and one time
// scheme. Contacts join as many bodies, which are cut into fewer aggregates then.
typedef struct gelJoints {
    int count;
    int* vertices[gel_attachedVertices]; // [count]: of the world
    float* values[gel_jointValues];      // [count]: of row_attachment
    int contactCount;
    int* contactVertices[contact_corners]; // [contactCount]: of the world
    float* contactValues[contact_values];  // [contactCount]: of kernels/two_level_contact.h
    int* contacts;                         // [contactCount]: among the world's rows
    int* systems;                          // [bodyCount]: the first body of the system that a body is in
    int* aggregates;                       // [bodyCount]: of each body
    int* sequence;                         // [bodyCount]: the bodies, system by system
    gelRowList rows;                       // all attachments that may be some
} gelJoints;

// Whether an attachment of these bodies may be a row: both have the solver, and it has no curve and no breakForce. A
// quarantined body takes no part in what others do.
bool gelMayBeRow(const gelAttachmentDef* def, const gelBody* a, const gelBody* b);
// Finds those among these bodies of a plan, which all have the solver. `vertices`: of the world. Sets isHeld of the contacts.
// On failure *joints is empty.
gelStatus gelFindJoints(const gelAttachments* attachments, gelContactRows* contacts, gelBody* const* bodies,
                        int bodyCount, const gelVertexState* vertices, gelJoints* joints);
void gelClearJoints(gelJoints* joints);
