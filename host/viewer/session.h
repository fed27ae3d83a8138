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
    gelPlayer* player; // through which all goes that is done to the world, so that it can be recorded
    gelWorldDef def;   // as the world is now
    double timeStep;   // s
    int64_t frame;     // since the start or the last reset, which is where a recording begins
    bool paused;
    bool wasDouble; // some of the frames were stepped in double precision: no other back end meets their bits
} gelSession;

// The scene alone: its world may want to know of an OpenGL context that is not there yet. Reports and returns the exit
// code. On failure there is nothing to close.
int gelOpenSession(gelOutput* output, const char* scenePath, const char* backend, const gelSetup* setup,
                   gelSession* session);
void gelCloseSession(gelSession* session);
void gelSession_CloseWorld(gelSession* session);

int gelSession_OpenWorld(gelSession* session); // exit code

int gelSession_Step(gelSession* session);  // one frame; exit code
int gelSession_Reset(gelSession* session); // back to the start; back end and settings stay

// Goes on with the same state on another back end. The old one stays where that fails, which is reported.
int gelSession_SetBackend(gelSession* session, const char* backend);
// What the user does. Reports and returns the exit code.
int gelSession_Do(gelSession* session, const gelEvent* event);
// Takes over gravity, ground and substeps of `def`, from the next step on.
int gelSession_Adjust(gelSession* session, const gelWorldDef* def);

// Writes what was done since the start to a file.
int gelSession_WriteRecording(gelSession* session, const char* path);
