// The records that the contact passes keep, and the set of their buffers (contact_buffers.h). Plain C and
// OpenCL C.
#ifndef GEL_CONTACT_SET_H
#define GEL_CONTACT_SET_H

#include "contact_buffers.h"
#include "contact_lanes.h"
#include "contact_tables.h"

// A contact point at the start of the current substep, and after each iteration.
typedef struct ContactPointState {
    ContactRecord x;      // position
    ContactRecord v;      // velocity at the end of the last substep
    ContactRecord normal; // of the surface at the start of the frame, of any length
} ContactPointState;

// The plane of a contact from the start of a substep on: ContactPlane in physics/contact.h.
typedef struct ContactPlaneState {
    ContactRecord weights; // b_k
    ContactRecord normal;  // w: target
    ContactRecord offset;  // at the start; w: depenetration
} ContactPlaneState;

// The correction that an active contact applies to its points, kg m: solve_contact in
// physics/contact.h.
typedef struct ContactCorrection {
    ContactRecord push;          // moves them
    ContactRecord velocity_push; // the part of it that becomes velocity
} ContactCorrection;

// A vertex in a corner of an awake contact.
typedef struct AwakeCorner {
    int slot; // of awake_slots
    int vertex;
    scalar weight, absolute_weight; // c_v and |c_v|
} AwakeCorner;

// The push of a contact in the step so far. The host reads it as eight reals
// (host/src/contact/readout.h).
typedef struct ContactPush {
    ContactRecord sum;    // of velocity_push, kg m: times 1 / h an impulse; w: along the normals
    ContactRecord normal; // when it last pushed, or 0; w: the share of points[1] then, on an edge
} ContactPush;

enum {
    state_records = sizeof(ContactPointState) / sizeof(ContactRecord),
    plane_records = sizeof(ContactPlaneState) / sizeof(ContactRecord),
    correction_records = sizeof(ContactCorrection) / sizeof(ContactRecord),
    push_records = sizeof(ContactPush) / sizeof(ContactRecord)
};

typedef struct ContactSet {
    CONTACT_BUFFERS(BUFFER_MEMBER)
    ContactCounts counts;
} ContactSet;

// The first parameters of every kernel of contact and restitution.
#ifdef GEL_DIALECT_OPENCL
#define CONTACTS CONTACT_BUFFERS(BUFFER_PARAMETER) const ContactCounts counts
#define CONTACT_SET(set) ContactSet set = {CONTACT_BUFFERS(BUFFER_VALUE).counts = counts}
#endif

#endif
