// Attachments of a world, and the list of them that back ends get.
#pragma once

#include "gel/attachment.h"
#include "link_tables.h"
#include "plan/links.h"

typedef struct gelAttachment {
    gelAttachmentId id;
    gelAttachmentDef def;
    bool isBroken;        // in the step that is about to end
    int sceneAttachment1; // 1 + the number in the scene of what it was made from; or 0
} gelAttachment;

// In order of creation.
typedef struct gelAttachments {
    gelAttachment* all;
    int count, capacity;
    uint32_t lastNumber;
} gelAttachments;

// An attachment with the world's vertices that it joins; vertices that it lacks have the coefficient 0. Vertices of
// obstacles are never moved, so attachments of one colour may share them.
typedef struct gelBond {
    int vertices[gel_attachedVertices];
    float coefficients[gel_attachedVertices];
    bool isMoved[gel_attachedVertices];
    int count, colour;
    float rowCompliance; // of gelRowList
} gelBond;
gelBond gelMakeBond(const gelAttachmentDef* def, const gelBody* a, const gelBody* b);

// Attachments that may be rows of the two-level solver's systems: plan/joints.h. Numbers ascend.
typedef struct gelRowList {
    int count;
    uint32_t* numbers;  // of gelAttachmentId
    float* compliances; // m/N; -1 of one that is no row
} gelRowList;
void gelClearRowList(gelRowList* rows);

// -1: there is none.
int gelIndexOfAttachment(const gelAttachments* attachments, gelAttachmentId id);
void gelRemoveAttachment(gelAttachments* attachments, int index);
// Removes the attachments of a body; returns whether there were any.
bool gelRemoveAttachmentsOf(gelAttachments* attachments, gelBodyId body);
gelStatus gelCopyAttachments(const gelAttachments* from, gelAttachments* to);

// Returns the index of a body; -1: there is none.
int gelIndexOfBody(gelBody* const* bodies, int bodyCount, gelBodyId id);
// Bodies by their numbers, to look up many.
typedef struct gelBodyIndices {
    gelBody* const* bodies;
    int size;
    int* indices; // [size]: by index1 of the id; -1: there is none
} gelBodyIndices;
gelStatus gelIndexBodies(gelBody* const* bodies, int bodyCount, gelBodyIndices* table);
// Does what gelIndexOfBody does.
int gelFindIndex(const gelBodyIndices* table, gelBodyId id);
void gelClearBodyIndices(gelBodyIndices* table);

// Lists the attachments coloured over all bodies, in order of creation within a colour. `slots`: of
// gelPulls. `rows`: may be of other attachments, too. On failure *list is empty.
gelStatus gelListAttachments(const gelAttachments* attachments, gelBody* const* bodies, int bodyCount,
                             int vertexCount, const int* slots, const gelRowList* rows,
                             gelAttachmentList* list);
void gelClearAttachmentList(gelAttachmentList* list);

// Returns the square of an attachment's breakForce, as back ends compare it.
float gelBreakSquare(const gelAttachmentDef* def);

// Checks the force curve of a definition: gel_invalidArgument, with a message.
gelStatus gelCheckForceCurve(const gelAttachmentDef* def);
