// What a user does to a running scene, as data: each event names the frame at which it happens, so that a
// session can be recorded, and played again to the same bits on any back end of the same precision.
//
//     gelPlayer* player;
//     gelCreatePlayer(scene, world, &player);
//     for (each frame) {
//         gelEvent grab = {.kind = gel_eventGrab, .origin = eye, .direction = towardsCursor, .stiffness = 300};
//         gelPlayer_Apply(player, &grab);       // what the user does now, if anything
//         gelPlayer_BeginFrame(player);         // what the scene has recorded for this frame
//         gelWorld_Step(world, timeStep);
//     }
#pragma once

#include "gel/material.h"
#include "gel/scene.h"

typedef enum gelEventKind {
    gel_eventGrab,     // takes hold of the body that the ray meets first; nothing happens where it meets none
    gel_eventPull,     // what is held follows the ray, as far along it as it was grabbed
    gel_eventRelease,  // lets go; what was held flies on
    gel_eventDrop,     // one copy more of a body of the scene, without its pins
    gel_eventRemove,   // takes a body away
    gel_eventSettings, // gravity, ground and substeps
    gel_eventMaterial, // of one body
} gelEventKind;

// Which members count depends on the kind.
typedef struct gelEvent {
    int64_t frame; // how many frames are done when it happens; 0 is the start. Set by gelPlayer_Apply
    gelEventKind kind;
    int body; // drop: in the scene's list of bodies. remove, material: in order of creation, of those there are
    gelVec3 origin, direction; // grab, pull: a ray; m, and any length but 0
    float stiffness; // grab: 1/s^2, > 0 to 1e6; 300 follows like jelly, 3000 firmly. Whatever the body's mass
    gelVec3 position;     // drop: where the middle of the bottom of its box goes, m
    gelWorldDef settings; // settings: all gel_worldSettings count, the rest does not
    gelMaterial material;
} gelEvent;

// Plays events into one world. Scene and world must outlive it.
typedef struct gelPlayer gelPlayer;

// At frame 0. Errors: gel_outOfMemory; then *player is NULL.
GEL_API gelStatus gelCreatePlayer(const gelScene* scene, gelWorld* world, gelPlayer** player);
GEL_API void gelDestroyPlayer(gelPlayer* player); // NULL is allowed

// Does what the user does, now: the state afterwards is that of the world before the frame that comes next. It is noted
// for the recording; of several pulls in one frame the last remains. Errors: gel_invalidArgument (what is wrong with
// it; there is no such body), and as of gelCreateBody. What failed is not noted.
GEL_API gelStatus gelPlayer_Apply(gelPlayer* player, const gelEvent* event);

// Does what the scene has recorded for the frame that comes next, which begins with it. To be called before each step.
// Errors as above; the message names the event.
GEL_API gelStatus gelPlayer_BeginFrame(gelPlayer* player);
// Does what the scene has recorded after its last frame, where the player stands there: a session may have ended without
// a frame more. To be called after the last step; nothing happens elsewhere. Errors as of gelPlayer_BeginFrame.
GEL_API gelStatus gelPlayer_EndRecording(gelPlayer* player);
GEL_API int64_t gelPlayer_GetFrame(const gelPlayer* player); // how many were begun

// Back to frame 0, with nothing held and nothing noted. The world's bodies are the caller's to reset.
GEL_API gelStatus gelPlayer_Reset(gelPlayer* player);
// The same player for a clone of its world: from now on the same events do the same there. It has nothing noted.
// Errors: gel_outOfMemory; then *clone is NULL.
GEL_API gelStatus gelClonePlayer(const gelPlayer* player, gelWorld* world, gelPlayer** clone);
// Goes on in a clone of its world.
GEL_API void gelPlayer_SetWorld(gelPlayer* player, gelWorld* world);

// How many bodies it has dropped and removed: where the number grows, what follows from the world's bodies is out of date.
GEL_API int64_t gelPlayer_GetBodyChanges(const gelPlayer* player);

// What is held, and where it is pulled to: for drawing. False where nothing is.
GEL_API bool gelPlayer_GetHold(const gelPlayer* player, gelBodyId* body, int* vertex, gelVec3* target);

// Writes all that happened as a scene file that names `scenePath` (as gelLoadScene takes it) as its scene: loading it
// and stepping as many frames repeats the session. `hash` is the world's, to be compared with; 0 leaves it out.
// Errors: gel_fileError; then the file is not there, or as it was.
GEL_API gelStatus gelPlayer_WriteRecording(const gelPlayer* player, const char* scenePath, uint64_t hash,
                                           const char* path);

// The events of a scene, by frame; NULL and a count of 0 for most scenes. They belong to the scene.
GEL_API const gelEvent* gelScene_GetEvents(const gelScene* scene, int* count);
// How long the recording is that the scene was loaded from, and its hash: 0 where there is none.
GEL_API int64_t gelScene_GetRecordedFrames(const gelScene* scene);
GEL_API uint64_t gelScene_GetRecordedHash(const gelScene* scene);
