// The inside of a player.
#pragma once

#include "base/archive.h"
#include "gel/input.h"
#include "scene/scene.h"
#include "world/world.h"

// player_shape.c: all vertices but the pinned ones, at rest.
gelStatus gelFlattenBody(gelWorld* world, gelBodyId id, float height);
gelStatus gelScrambleBody(gelWorld* world, gelBodyId id, int seed);
// player_wall.c
gelStatus gelCreateWall(gelWorld* world, const gelEvent* event);
gelStatus gelMoveWall(gelWorld* world, gelBodyId id, gelVec3 position);

// The time of a frame is counted from that where the time step was set.
typedef struct gelPlayerClock {
    float timeStep; // s
    double start;   // s
    int64_t startFrame;
} gelPlayerClock;

struct gelPlayer {
    const gelScene* scene;
    gelWorld* world;
    int64_t frame; // number of frames begun
    int next;      // of the scene's events
    gelPlayerClock clock;
    int64_t bodyChanges, lastBodyChange; // the former of this state, the latter never goes back

    // The part of a body that the hand holds, with the body's stiffness when it was grabbed.
    gelBodyId held;
    double distance; // of the hand, along its ray, m
    gelGoal goals[GEL_MAXIMUM_GOALS];
    gelVec3 offsets[GEL_MAXIMUM_GOALS]; // of the vertices from the hand
    int holdCount;

    gelEvent* record; // everything that happened
    int recordCount, recordCapacity;
    int position;               // in the record: less than recordCount after going back
    int sealed;                 // what a state was saved of, and stays as it is
    int taken;                  // of the scene's events are in the record
    int* places;                // [events of the scene]: where each that was taken is in the record
    int64_t reach;              // number of frames that the record is of
    struct gelJournal* journal; // NULL: none
    void (*closeJournal)(gelPlayer* player, bool keep);
    int journaled;        // of the record: as the journal has them
    int64_t keyed;        // frames of which the journal's keyframes hold
    bool hasOtherIds;     // than a player that repeats the record would have: of bodies that were made again
    bool wasInexact;      // so the record's hashes are no others'
    uint64_t* fileHashes; // of the scene's files as the recording began; NULL: none began
};

// player_archive.c: packs a player, or reads one that has begun no frame: the world's bodies become those of that time.
// gel_invalidArgument (it has begun), gel_formatError, or why a body cannot be made.
void gelArchivePlayer(gelArchive* archive, gelPlayer* player);
// Whether a player that was read can hold what it holds, once the world's bodies are known to be those of the file.
// gel_formatError.
gelStatus gelCheckHold(const gelPlayer* player);
