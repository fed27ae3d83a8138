// The settings and the state of `gel run`.
#pragma once

#include "run/checkpoint.h"
#include "common/clock.h"
#include "app/drawing.h"
#include "app/options.h"
#include "app/replay.h"
#include "run/run_state.h"
#include "app/softness.h"
#include "run/tears.h"
#include "run/trace.h"

typedef struct gelRunSettings {
    int frames;
    int first, every; // which of them --out writes
    const char* out;
    const char* trace;
    const char* contacts;
    const char* csv;
    const char* backend;
    gelPictureSize size;
    gelSetup setup;
    int mesh;          // gelBakeMesh
    int body;          // 1-based; 0: all
    int from;          // 0: the start
    int states;        // keep every Nth; 0: none
    const char* begin; // a state to begin with
    int checkpoint;    // frames; 0: by time
    bool noCheckpoint, resume;
    int ranks; // 0: none
    bool explain, json, quiet;
} gelRunSettings;

typedef struct gelRun {
    gelOutput* output;
    const gelRunSettings* settings;
    gelPlay play;
    gelBake* bake;       // NULL without --out or where that is drawn
    gelDrawing* drawing; // NULL unless --out is drawn
    gelDrawingKind drawingKind;
    gelTrace trace;
    gelContactTable contacts;
    gelCheckpoint checkpoint;
    gelRunStates states;
    int stateFrame;    // of the state to begin with
    char changes[512]; // settings that are others than those of that state
    gelCounters counters;
    gelSoftnessReport softness; // after the first frame that is stepped, if one is
    double drawSeconds, softnessSeconds;
    bool isResumable;
    uint64_t recordedHash; // 0 if there is none to compare with
    gelReplay replay;
    gelProbes* lastProbes; // for --json, read in the last frame alone; NULL if they are read in all
    gelTearReport tears;   // as it ends
} gelRun;

// Frames that --out writes.
int gelRun_CountSamples(const gelRun* run);
// The bake that --out is, of all bodies.
gelBakeDef gelRun_GetBakeDef(const gelRun* run);
// False if there is no such file to write.
bool gelRun_NameOutput(const gelRun* run, int index, char* text, size_t size);

// run_report.c: how it went.
cJSON* gelRun_Describe(const gelRun* run);
void gelRun_Print(const gelRun* run);
