// Contacts: where bodies touch and how hard, which pairs began or ceased to touch, and a callback
// for both.
//
//     gelContact contacts[256];
//     int count;
//     gelWorld_Step(world, 1.0f / 60.0f);
//     gelWorld_GetContacts(world, contacts, 256, &count); // stores the first 256
//
// All results are those of the last completed step. There are none before the first step, in a
// clone before its own first step, or while a step is under way (gel/stage.h). Creating, changing
// or destroying bodies after the step does not change the results; ids of destroyed bodies are then
// invalid.
//
// Two bodies touch if their surfaces pushed each other in some substep; being near is not enough.
// Impulses have equal bits on every exact back end. Depenetration moves bodies without a velocity,
// so it is no impulse.
//
// The ground gives contacts only with bodies that have a skin. Bodies without a skin collide with
// the ground per vertex inside the constraint loop, where impulses are not recorded. Their change
// of momentum does not give the force either, since pins, goals and damping change it, too. To get
// contacts and events for them, use an obstacle (gel/obstacle.h) as the ground.
#pragma once

#include "gel/id.h"

// The pairs of elements that touch.
typedef enum gelContactKind {
    gel_contactPointTriangle, // a point of the first body, a triangle of the second
    gel_contactExit,          // a point inside the second body, the triangle by which it leaves
    gel_contactGround,        // a point against the ground
    gel_contactEdges,         // an edge against an edge
    gel_contactKindCount
} gelContactKind;

// Returns "point-triangle", "exit", "ground" or "edge-edge". Never NULL.
GEL_API const char* gelContactKindText(gelContactKind kind);

// A contact: a pair of elements that pushed each other during the last step.
typedef struct gelContact {
    gelBodyId first, second; // second is the null id for the ground
    gelContactKind kind;
    // Numbers of the elements: a point or edge of the first body's contact surface, and a triangle
    // or edge of the second's (-1 for the ground). They are numbers of Gel, equal in every frame
    // and in all bodies of one mesh, so that a contact can be tracked.
    int firstElement, secondElement;
    // Contact point on the first body in the last substep that pushed, at its position at the end
    // of the step, m. A point above the edge between two triangles touches both: two contacts at
    // one place, each with its share.
    gelVec3 place;
    gelVec3 normal;  // unit vector from the second to the first body, in the last push
    gelVec3 impulse; // N s; on the first body over the whole step, friction included
    // N s, >= 0; part of the impulse along the normals. 0: depenetration only.
    float normalImpulse;
    gelVec3 force; // N; impulse over the time step: the mean of the step
} gelContact;

// Returns whether anything can collide; otherwise contact costs nothing. It needs `contact`, the
// integrator XPBD, and a soft body that can collide: with another body, an obstacle, itself, or the
// ground by its skin. With other integrators bodies pass through each other.
GEL_API bool gelWorld_HasContact(const gelWorld* world);

// Stores the contacts of the last step, at most `capacity`. *count is the number of all contacts, 0
// on failure. Call it before writing positions: places are computed from the state of the first
// call.
// Errors: gel_deviceError, gel_outOfMemory.
// Cost: the first call after a step waits for the device and reads the state and 32 bytes per pair
// of near elements. Later calls read nothing. Steps are about 1 % slower even if contacts are never
// read.
GEL_API gelStatus gelWorld_GetContacts(gelWorld* world, gelContact* contacts, int capacity, int* count);

// Returns the net contact force on a soft body or obstacle, in N, summed over all partners.
// Errors: gel_invalidHandle.
// Cost: linear in the contacts of the world. The first call after a step also waits for the device
// and reads 32 bytes per pair of near elements.
GEL_API gelStatus gelBody_GetContactForce(gelWorld* world, gelBodyId id, gelVec3* force);
// Returns the net contact force on the ground, in N, summed over the bodies that have a skin.
// Cost: that of gelBody_GetContactForce.
GEL_API gelStatus gelWorld_GetGroundContactForce(gelWorld* world, gelVec3* force);

// A pair that touched in the last step and not in the step before, or the reverse.
typedef struct gelContactEvent {
    // Bodies in order of their slots (index1); second is the null id for the ground.
    gelBodyId first, second;
    bool began; // false: the contact ended; the body may have been destroyed
    // Impulse along the normals, N s, summed over the pair's contacts in this step; 0 if they
    // ended.
    float normalImpulse;
} gelContactEvent;

// Sets whether each step is compared with the step before, to find pairs that begin or cease to
// touch; default off. Pairs that touch in the first such step begin.
// Cost: each step ends by waiting for the device and reading the contacts, as
// gelBody_GetContactForce does.
GEL_API void gelWorld_SetContactEvents(gelWorld* world, bool enabled);
// Stores the events of the last completed step, sorted by pair, at most `capacity`. Returns the
// number of all events. During a step under way it returns the events of the step before. 0 unless
// events are on or a callback is set.
GEL_API int gelWorld_GetContactEvents(const gelWorld* world, gelContactEvent* events, int capacity);

// The contacts and events of a step. Their arrays are valid until the callback returns.
typedef struct gelContactReport {
    const gelContact* contacts;
    int contactCount;
    const gelContactEvent* events;
    int eventCount;
} gelContactReport;

// Receives the contacts and events of a step. `userData` is the pointer given to
// gelWorld_SetContactCallback.
typedef void gelContactFunction(gelWorld* world, const gelContactReport* report, void* userData);

// Sets a function that is called after each step in which anything touches or has just ceased to
// touch. It receives contacts as well as events, since bodies that already touch can be hit hard.
// Events are on while it is set; NULL (default) removes it. Clones do not inherit it.
//
// gelWorld_Step calls it at its end, or gelWorld_StepStage at the end of the last stage, on the
// same thread. The function may do everything that is allowed between two steps, such as creating
// and destroying bodies. It must not step (gel_invalidArgument) or destroy the world. If another
// call completes a step under way, such as gelCreateBody, it is not called. If the contacts cannot
// be read, the stepping call fails although its step is done.
// Cost: that of gelWorld_GetContacts in each step.
GEL_API void gelWorld_SetContactCallback(gelWorld* world, gelContactFunction* function, void* userData);
