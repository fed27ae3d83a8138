// Attachments: keep points of two bodies, or of a body and an obstacle, together or at a distance.
//
//     gelAttachmentDef def = gelDefaultAttachmentDef();
//     gelBody_FindPoint(world, lamp, hook, &def.a);
//     gelBody_FindPoint(world, ceiling, hook, &def.b);
//     gelAttachmentId id;
//     gelCreateAttachment(world, &def, &id);
#pragma once

#include "gel/id.h"

// A point of a body: the weighted mean of one to four of its vertices.
typedef struct gelBodyPoint {
    gelBodyId body;
    int vertexCount;  // 1: a vertex; 2: a point of a line; 3: of a triangle; 4: of a tet
    int vertices[4];  // in mesh order, each once
    float weights[4]; // sum 1 within 1e-4; each -10 to 10
} gelBodyPoint;

// Identifies an attachment. All zero is the null id. The id of a released attachment never becomes
// valid again.
typedef struct gelAttachmentId {
    uint32_t number;
} gelAttachmentId;

// A point of a force curve: the force at a stretch. The stretch is the distance minus `length`.
typedef struct gelForcePoint {
    float stretch; // m, -1e6 to 1e6; negative: compressed
    float force;   // N, -1e9 to 1e9; negative: pushes
} gelForcePoint;

// The maximum number of points of a force curve.
enum { GEL_MAXIMUM_FORCE_POINTS = 8 };

// How to create an attachment.
typedef struct gelAttachmentDef {
    gelBodyPoint a, b; // at least one on a soft body; no vertex in common
    float compliance;  // m/N, 0 to 1e6; default 0 (rigid); a spring of 1 / compliance N/m
    // Force curve in place of a compliance, which must be 0 then; default none. It has 2 to
    // GEL_MAXIMUM_FORCE_POINTS points. Each stretch is at least 1e-6 m above the one before, and
    // forces do not fall. The force is linear between points; the first and last segments extend
    // beyond.
    gelForcePoint curve[GEL_MAXIMUM_FORCE_POINTS];
    int curvePointCount; // 0 (default): no curve
    float length;        // distance that is kept, m, 0 to 1e6; default 0
    // Force that breaks the attachment, N, > 0; default infinite. In the substep that needs more it
    // pulls with this force, later no more. It is removed at the end of the step.
    float breakForce;
    int cookie; // set by gelDefaultAttachmentDef
} gelAttachmentDef;

// Returns the default definition of an attachment: rigid, with length 0.
GEL_API gelAttachmentDef gelDefaultAttachmentDef(void);

// Finds the point of a body that is nearest to a place (m) now. A place inside a body gives a point
// of a tet or line; otherwise the point is on the surface, as always for obstacles. Waits for the
// device.
// Errors: gel_invalidHandle, gel_invalidArgument.
// Cost: linear in the tets or triangles.
GEL_API gelStatus gelBody_FindPoint(gelWorld* world, gelBodyId body, gelVec3 place, gelBodyPoint* anchor);

// Attaches two points, which are pulled together from the next step on. Momentum is conserved.
// Attachments that share vertices are solved in order of creation. Destroying a body removes its
// attachments.
// Errors: gel_invalidHandle, gel_invalidArgument (the message names the member).
// Cost: a launch per colour and substep; there are as many colours as attachments at one vertex.
// Launches of whole steps are cut at each substep.
GEL_API gelStatus gelCreateAttachment(gelWorld* world, const gelAttachmentDef* def, gelAttachmentId* id);
// Releases an attachment.
// Errors: gel_invalidHandle.
GEL_API gelStatus gelDestroyAttachment(gelWorld* world, gelAttachmentId id);

// Returns whether an id names an attachment; false once it is released.
GEL_API bool gelAttachment_IsValid(const gelWorld* world, gelAttachmentId id);
// Returns in *def the definition of an attachment.
// Errors: gel_invalidHandle.
GEL_API gelStatus gelAttachment_GetDef(const gelWorld* world, gelAttachmentId id, gelAttachmentDef* def);
// Stores the ids of the attachments in order of creation, at most `capacity`. Returns the number of
// all attachments.
GEL_API int gelWorld_GetAttachments(const gelWorld* world, gelAttachmentId* ids, int capacity);
// Returns the force on the first point in the last substep, N. It is 0 before the attachment's
// first step and after a failed step. It is also 0 once bodies or attachments have been created or
// removed since. Waits for the device.
// Errors: gel_invalidHandle.
GEL_API gelStatus gelAttachment_GetForce(gelWorld* world, gelAttachmentId id, gelVec3* force);
