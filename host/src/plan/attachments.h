// Attachments of a world, and the list of them that back ends get.
#pragma once

#include "gel/attachment.h"
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

// -1: there is none.
int gelIndexOfAttachment(const gelAttachments* attachments, gelAttachmentId id);
void gelRemoveAttachment(gelAttachments* attachments, int index);
// Removes the attachments of a body; returns whether there were any.
bool gelRemoveAttachmentsOf(gelAttachments* attachments, gelBodyId body);
gelStatus gelCopyAttachments(const gelAttachments* from, gelAttachments* to);

// Returns the index of a body; -1: there is none.
int gelIndexOfBody(gelBody* const* bodies, int bodyCount, gelBodyId id);
// Lists the attachments coloured over all bodies, in order of creation within a colour. `slots`: of
// gelPulls. On failure *list is empty.
gelStatus gelListAttachments(const gelAttachments* attachments, gelBody* const* bodies, int bodyCount,
                             int vertexCount, const int* slots, gelAttachmentList* list);
void gelClearAttachmentList(gelAttachmentList* list);

// Returns the square of an attachment's breakForce, as back ends compare it.
float gelBreakSquare(const gelAttachmentDef* def);

// Checks the force curve of a definition: gel_invalidArgument, with a message.
gelStatus gelCheckForceCurve(const gelAttachmentDef* def);
