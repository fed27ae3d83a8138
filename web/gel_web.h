// The exports of gel.wasm: one scene at a time, with its world, player and probes. Functions that return an int return a
// gelStatus: 0, or web_error says why. gel.mjs wraps them.
#pragma once

#include <gel/gel.h>

#pragma clang diagnostic ignored "-Wmissing-prototypes" // the page is the only caller of what is exported

// Exports a function under its own name.
#define GEL_WEB(name) __attribute__((export_name(#name)))

typedef struct gelWebSession {
    gelScene* scene; // NULL: none is open
    gelWorld* world;
    gelPlayer* player;
    gelProbes* probes; // NULL: the scene has none
    gelSharedVertices* shared;
    float *positions, *speeds; // what the shared vertices are written to
    int vertexCount, capacity; // of them
    int64_t bodyChanges;       // as gelPlayer_GetBodyChanges when they were made
    gelBounds bounds;
} gelWebSession;

extern gelWebSession gelWeb; // for what else a module contains, such as a renderer

// Snapshots, by which the page goes back: history.c.
void gelClearHistory(void);
gelStatus gelKeepFrame(void); // before a step
gelStatus gelGoBack(int frames);
gelStatus gelGoToStart(void);

// Sets the settings that were given by web_choose, of a group, and forgets them.
void gelApplyChosen(gelSettingGroup group, gelWorldDef* def);
