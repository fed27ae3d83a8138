// What touches, and how hard: the contacts of a world with `contact`, which pairs of bodies began or ended to
// touch, and a function that is called when something does.
//
//     gelContact contacts[256];
//     int count;
//     gelWorld_Step(world, 1.0f / 60.0f);
//     gelWorld_GetContacts(world, contacts, 256, &count); // of which the first 256 are stored
//
// Everything here is about the last completed step. There are no contacts before the first step, in a clone
// before its own first step, or while a step is under way (gel/stage.h). They stay as they are when
// bodies are created, changed or destroyed after the step; ids of destroyed ones are invalid then.
//
// Two bodies touch if their surfaces pushed each other in some substep; being near is not enough. Impulses have
// equal bits on every exact back end. What leads bodies apart that overlap moves them without a velocity, and
// so is no impulse.
//
// The ground is a contact only of bodies that wear a skin. Others meet it vertex by vertex in the midst of
// their own constraints, where nothing keeps the impulse; and the change of a body's momentum does not tell the
// ground from pins, goals and damping.
#pragma once

#include "gel/id.h"

// What touches what.
typedef enum gelContactKind {
    gel_contactPointTriangle, // a point of the first body against a triangle of the second
    gel_contactExit,          // the same, of a point inside the second, with the triangle by which it leaves
    gel_contactGround,        // a point against the ground
    gel_contactEdges,         // an edge against an edge
    gel_contactKindCount
} gelContactKind;

// "point-triangle", "exit", "ground", "edge-edge". Never NULL.
GEL_API const char* gelContactKindText(gelContactKind kind);

// One contact of a step.
typedef struct gelContact {
    gelBodyId first, second; // second is the null id: the ground
    gelContactKind kind;
    // What touches, by number: a point or an edge of the first body's contact surface; a triangle or an edge of
    // the second's, -1 of the ground. The numbers are Gel's own, but the same in every frame and in all bodies
    // of one mesh, so that a contact is known again.
    int firstElement, secondElement;
    // A point above the edge between two triangles touches both: two contacts of one place, each with its share.
    gelVec3 place;       // m; where on the first body it last pushed, as that is at the end of the step
    gelVec3 normal;      // unit vector from the second to the first, as it last pushed
    gelVec3 impulse;     // N s; on the first body over the whole step, friction included
    float normalImpulse; // N s, >= 0; its part along the normals. 0: it only led out what overlaps
    gelVec3 force;       // N; impulse over the time step: the mean of the step
} gelContact;

// Whether anything can touch: `contact` is on, and there is a soft body with another body or an obstacle, or one that
// meets itself, or the ground with its skin. Only then does contact cost anything. Of XPBD: with another integrator
// bodies pass through each other.
GEL_API bool gelWorld_HasContact(const gelWorld* world);

// *count is the number of contacts, of which the first `capacity` are stored; 0 on failure. Cost of the first
// call after a step: waits for the device, reads the state as gelBody_ReadPositions does and 32 bytes for each
// pair of elements that are near; then nothing is read again. Steps whose contacts nobody asks for are some 1 %
// slower for it. Ask before writing positions: places are found in the state of the first call.
GEL_API gelStatus gelWorld_GetContacts(gelWorld* world, gelContact* contacts, int capacity, int* count);

// The sum of the forces of all contacts on a body, N: soft, or an obstacle. With whom does not matter. Errors:
// gel_invalidHandle. Cost: as above without the state, and linear in the contacts of the world.
GEL_API gelStatus gelBody_GetContactForce(gelWorld* world, gelBodyId id, gelVec3* force);
// The same on the ground: of bodies that wear skins, see above.
GEL_API gelStatus gelWorld_GetGroundContactForce(gelWorld* world, gelVec3* force);

// A pair that touched in the last step, but not in the one before, or the other way round.
typedef struct gelContactEvent {
    gelBodyId first, second; // in order of their slots (index1); second is the null id: the ground
    bool began;              // or else ended; the body may have been destroyed
    float normalImpulse;     // N s: the sum over the pair's contacts in this step; 0 if they ended
} gelContactEvent;

// Compares each step with the one before from now on; default off. Pairs that touch in the first step begin.
// Cost: each step ends by waiting for the device and reading the contacts, as gelBody_GetContactForce.
GEL_API void gelWorld_SetContactEvents(gelWorld* world, bool enabled);
// Of the last completed step, sorted by pair; writes at most `capacity`, returns their number. While a step is
// under way, still those of the one before it. 0 unless events are on, or a function is set.
GEL_API int gelWorld_GetContactEvents(const gelWorld* world, gelContactEvent* events, int capacity);

// What happened in a step; the arrays are valid until the function returns.
typedef struct gelContactReport {
    const gelContact* contacts;
    int contactCount;
    const gelContactEvent* events;
    int eventCount;
} gelContactReport;

// Receives the contacts of a step: gelWorld_SetContactCallback.
typedef void gelContactFunction(gelWorld* world, const gelContactReport* report, void* userData);

// Has a function called once per step in which anything touches or has just ceased to: contacts and not only
// events, since bodies that already touch may still be hit hard. Turns events on while it is set; NULL (the
// default) removes it. A clone has none.
//
// It is called by gelWorld_Step, or the gelWorld_StepStage that does the last stage, on the same thread, when
// the step is done: it may do all that is allowed between two steps, such as creating and destroying bodies,
// but not step (gel_invalidArgument) and not destroy the world. A step that another call completes, such as
// creating a body while it is under way, calls nothing. If the contacts cannot be read, the call fails though
// its step is done. Cost of each step: as gelWorld_GetContacts.
GEL_API void gelWorld_SetContactCallback(gelWorld* world, gelContactFunction* function, void* userData);
