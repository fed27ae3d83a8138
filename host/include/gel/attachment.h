// Attachments: points of two bodies, or of a body and an obstacle, that stay together, or at a distance.
//
//     gelAttachmentDef def = gelDefaultAttachmentDef();
//     gelBody_FindPoint(world, lamp, hook, &def.a);
//     gelBody_FindPoint(world, ceiling, hook, &def.b);
//     gelCreateAttachment(world, &def, &id);
#pragma once

#include "gel/id.h"

// A point of a body: the mean of one to four of its vertices.
typedef struct gelBodyPoint {
    gelBodyId body;
    int vertexCount;  // 1: a vertex; 3: a point of a triangle; 4: of a tet
    int vertices[4];  // in mesh order, each once
    float weights[4]; // which add up to 1 within 1e-4; -10 to 10
} gelBodyPoint;

// Names an attachment. All zero is the null id. The id of one that is gone stays invalid for ever.
typedef struct gelAttachmentId {
    uint32_t number;
} gelAttachmentId;

// A point of a force curve: how much longer than `length` the attachment is, and what it pulls with then.
typedef struct gelForcePoint {
    float stretch; // m, -1e6 to 1e6; below 0 it is pressed together
    float force;   // N, -1e9 to 1e9; below 0 it pushes
} gelForcePoint;

// Limit of gelAttachmentDef.
enum { GEL_MAXIMUM_FORCE_POINTS = 8 };

// What an attachment joins, and when it breaks.
typedef struct gelAttachmentDef {
    gelBodyPoint a, b; // of at least one soft body, without a vertex in common
    float compliance;  // m/N, 0 (rigid, the default) to 1e6: a spring of 1 / compliance N/m
    // In place of a compliance, which is 0 then: 2 to GEL_MAXIMUM_FORCE_POINTS points, the force linear between them, and
    // beyond them as beside them. Each stretch is at least 1e-6 m above the one before, no force below it. Default: none.
    gelForcePoint curve[GEL_MAXIMUM_FORCE_POINTS];
    int curvePointCount;
    float length; // m, 0 to 1e6; default 0; how far apart the points are kept
    // N, above 0; default infinite. At the end of a step whose last substep took more, it is released.
    float breakForce;
    int cookie; // set by gelDefaultAttachmentDef
} gelAttachmentDef;

// Returns the defaults of the members.
GEL_API gelAttachmentDef gelDefaultAttachmentDef(void);

// The point of a body that is nearest to a place (m) now: in one of its tets or lines; of an obstacle, or outside of a
// body, on its surface. Errors: gel_invalidHandle, gel_invalidArgument. Cost: linear in the tets or triangles; waits.
GEL_API gelStatus gelBody_FindPoint(gelWorld* world, gelBodyId body, gelVec3 place, gelBodyPoint* anchor);

// Attaches two points, which are pulled together from the next step on. Momentum stays as it is. Attachments that
// share vertices are solved in order of creation as far as they do. Destroying a body removes its attachments.
// Errors: gel_invalidHandle, gel_invalidArgument (the message names the field). Cost: of each substep, a launch for
// each colour: as many as attachments at one vertex; launches of whole steps are cut at each substep.
GEL_API gelStatus gelCreateAttachment(gelWorld* world, const gelAttachmentDef* def, gelAttachmentId* id);
GEL_API gelStatus gelDestroyAttachment(gelWorld* world, gelAttachmentId id);

GEL_API bool gelAttachment_IsValid(const gelWorld* world, gelAttachmentId id); // false once it is released
// Returns the definition that the attachment was created with.
GEL_API gelStatus gelAttachment_GetDef(const gelWorld* world, gelAttachmentId id, gelAttachmentDef* def);
// In order of creation; writes at most `capacity`, returns their number.
GEL_API int gelWorld_GetAttachments(const gelWorld* world, gelAttachmentId* ids, int capacity);
// What it pulls its first point with, in the last substep, N; 0 before its first step, after one that failed, and once
// bodies or attachments have come or gone since. Errors: gel_invalidHandle. Cost: waits.
GEL_API gelStatus gelAttachment_GetForce(gelWorld* world, gelAttachmentId id, gelVec3* force);
