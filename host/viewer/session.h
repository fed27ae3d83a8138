// A scene that runs: the world, perhaps a second one beside it to compare with, and whether it is paused.
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
    gelWorld* beside;  // given all that the world is given; NULL: none
    gelPlayer* besidePlayer;
    char against[160];       // its back end, "" for none
    bool againstIsAutomatic; // nobody asked for it: the display mode needs it
    char notice[9000];       // that the comparison ended, and why; whoever tells it clears it
    gelWorldDef def;         // as the user wants the world to be at the start
    double timeStep;         // s
    int64_t frame;           // since the start or the last reset, which is where a recording begins
    bool paused;
    bool byStages;      // the last thing done was a stage, not a whole frame
    gelStageInfo stage; // that one
    int substepCount;   // of the frame under way
    bool
        wasInexact; // some of the frames have bits that no other back end meets: double precision, other kernels
} gelSession;

// The scene alone: its world may want to know of an OpenGL context that is not there yet. Reports and returns the exit
// code. On failure there is nothing to close.
int gelOpenSession(gelOutput* output, const char* scenePath, const char* backend, const gelSetup* setup,
                   gelSession* session);
void gelCloseSession(gelSession* session);
void gelSession_CloseWorld(gelSession* session);

int gelSession_OpenWorld(gelSession* session); // exit code

int gelSession_Step(gelSession* session); // one frame, or the rest of the one under way; exit code
int gelSession_StepStage(
    gelSession* session); // one launch: a colour of a substep, or what goes over all vertices
int gelSession_Reset(gelSession* session); // back to the start; back end and settings stay

// In the middle of a frame. What needs whole frames completes it first.
bool gelSession_IsUnderWay(const gelSession* session);
int gelSession_Complete(gelSession* session);

// Steps a second world beside, from the same state on; NULL ends that. As it was where it fails, which is reported.
int gelSession_SetAgainst(gelSession* session, const char* backend);

// Goes on with the same state on another back end. The old one stays where that fails, which is reported.
int gelSession_SetBackend(gelSession* session, const char* backend);
// What the user does. Reports and returns the exit code.
int gelSession_Do(gelSession* session, const gelEvent* event);
// Of the body of that number in order of creation, or of all (and then of the first) for -1. False: there is none.
bool gelSession_GetMaterial(const gelSession* session, int body, gelMaterial* material);
int gelSession_SetMaterial(gelSession* session, int body, const gelMaterial* material);
// Its definition with all gel_worldSettings as they are now: recorded input may change them.
gelWorldDef gelSession_Settings(const gelSession* session);
// Takes over the gel_worldSettings of `def`, from the next step on.
int gelSession_Adjust(gelSession* session, const gelWorldDef* def);

// Whether the scene can be recorded to that file: not one with recorded input of its own, nor over itself.
int gelSession_CheckRecording(const gelSession* session, const char* path);
// Writes what was done since the start to a file.
int gelSession_WriteRecording(gelSession* session, const char* path);
