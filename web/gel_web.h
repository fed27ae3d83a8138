// The exports of gel.wasm: one scene at a time, with its world, player and probes. What can fail returns a gelStatus as
// an int: 0, or web_error says why. gel.mjs wraps them, and calls those of a scene only while one is open.
#pragma once

#include <gel/gel.h>

#pragma clang diagnostic ignored "-Wmissing-prototypes" // the page is the only caller of what is exported

// Exports a function under its own name.
#define GEL_WEB(name) __attribute__((export_name(#name)))

typedef struct gelWebSession {
    gelScene* scene; // NULL: none is open
    gelWorld* world;
    gelPlayer* player;
    gelProbes* probes;    // NULL: the scene has none, or this world cannot read them
    gelSnapshot* start;   // of frame 0, before anything was done
    gelCounters counters; // of frame 0
} gelWebSession;

extern gelWebSession gelWeb; // for what else a module contains, such as a renderer

// Errors: error.c. Keeps one of this layer for web_error. Returns gel_invalidArgument.
gelStatus gelRefuse(const char* format, ...) __attribute__((format(printf, 1, 2)));
void gelKeepError(void); // of the call that has just failed, whatever fails next
void gelForgetError(void);

// Snapshots, by which the page goes back: history.c.
bool gelClearHistory(void);   // returns whether there was any
gelStatus gelKeepFrame(void); // before a step
gelStatus gelGoBack(int frames);
gelStatus gelRestoreKeptFrame(void); // as it was before the last step
void gelUndoFrame(void);             // after the last step failed
gelStatus gelGoToStart(void);

// If a body is not finite after the step, takes it out with a warning, and steps the frame again: guard.c.
gelStatus gelGuardFrame(void);

// Writes the settings of a group that were given by web_choose.
void gelApplyChosen(gelSettingGroup group, gelWorldDef* def);
