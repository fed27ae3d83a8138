// States that `gel run --states` keeps of some frames, beside OUT, for `gel run --begin` to begin with: to go on with a bake
// that has ended, or to do its middle again. Their notes hold the frame and the settings with which the run began, so that
// those which differ since can be told from those that input changed on the way.
#pragma once

#include "app/play.h"

#include "gel/bake.h"

typedef struct gelRunStates {
    const char* out; // whose name they get; NULL: none are kept
    int every;
    gelBakeDef bake; // of `out`
    cJSON* begun;    // the settings with which the run began
} gelRunStates;

// Once the world is as the scene and the options make it.
void gelOpenRunStates(const char* out, int every, const gelBakeDef* bake, const gelPlay* play,
                      gelRunStates* states);
// The name of a state beside `out`; false if that has no extension.
bool gelNameRunState(const char* out, int frame, char* name, size_t size);
// After a frame was stepped: keeps every Nth, and the last. Reports errors and returns the exit code.
int gelRunStates_AddFrame(const gelRunStates* states, const gelPlay* play, int frame);
void gelCloseRunStates(gelRunStates* states);

// The frame of a state, before the scene is read. Reports errors and returns the exit code.
int gelReadStateFrame(gelOutput* output, const char* path, int* frame);
// World and player, as the scene made them and before their first frame, become those of the state; but settings of the
// world and of materials that scene or options give other values than then have these from now on. Their names are written
// to `changes`, "" if there are none. Reports errors and returns the exit code.
int gelBeginAtState(const char* path, gelPlay* play, char* changes, size_t size);
