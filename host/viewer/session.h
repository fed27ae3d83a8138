// A scene that runs: the world, and whether it is paused.
#pragma once

#include "setup.h"

typedef struct gelSession {
    gelOutput* output;
    char scenePath[4096];
    char backend[160]; // as in gelParseBackend
    gelSetup setup;
    gelScene* scene;
    gelWorld* world;
    gelWorldDef def; // as the world is now
    double timeStep; // s
    int64_t frame;   // since the start or the last reset
    bool paused;
    bool byStages;      // the last thing done was a stage, not a whole frame
    gelStageInfo stage; // that one
    int substepCount;   // of the frame under way
} gelSession;

// Reports and returns the exit code. On failure there is nothing to close.
int gelOpenSession(gelOutput* output, const char* scenePath, const char* backend, const gelSetup* setup,
                   gelSession* session);
void gelCloseSession(gelSession* session);

int gelSession_Step(gelSession* session);      // one frame, or the rest of the one under way; exit code
int gelSession_StepStage(gelSession* session); // one launch: a colour of a substep, or what goes over all vertices
int gelSession_Reset(gelSession* session);     // back to the start; back end and settings stay
bool gelSession_IsUnderWay(const gelSession* session); // in the middle of a frame

// Goes on with the same state on another back end. The old one stays where that fails, which is reported.
int gelSession_SetBackend(gelSession* session, const char* backend);
// Takes over gravity, ground and substeps of `def`, from the next step on.
int gelSession_Adjust(gelSession* session, const gelWorldDef* def);
