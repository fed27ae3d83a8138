// A running scene: the world, optionally a second one beside it to compare with, and whether it is paused.
#pragma once

#include "app/fallback.h"
#include "app/setup.h"
#include "app/variant.h"
#include "timeline.h"

typedef struct gelSession {
    gelOutput* output;
    char scenePath[4096];
    char backend[160]; // as in gelParseBackend
    gelSetup setup;
    const char* recording; // file to record to, to be set before the world is opened; NULL: none
    gelScene* scene;
    gelWorld* world;
    gelPlayer* player; // applies all input to the world, so that it can be recorded
    gelProbes* probes; // of each frame since the start; NULL: the scene has none
    gelWorld* beside;  // receives the same input as the world; NULL: none
    gelPlayer* besidePlayer;
    gelProbes* besideProbes;        // of the world beside; NULL: none
    int64_t besideStart;            // the frame at which it began
    int64_t besideCount;            // grows whenever it comes or goes
    gelVariant side;                // its setup
    char against[gel_sideTextSize]; // the same as typed, "" for none
    double milliseconds[2];         // of the last frame of the world and of that beside
    bool againstIsAutomatic;        // needed by the display mode, not requested
    char notice[9000];              // why the comparison ended, or lacks a curve; cleared once shown
    gelWorldDef def;                // the initial definition
    double timeStep;                // s, of the frames to come
    int64_t inputCount;             // grows with each input, as of painting
    int64_t frame;                  // since the start or the last reset, where a recording begins
    bool paused;
    bool byStages;      // the last thing done was a stage, not a whole frame
    gelStageInfo stage; // that stage
    int substepCount;   // of the frame under way
    // Some frames have bits that no other back end reproduces: double precision, edited kernels.
    bool wasInexact;

    gelLosses losses;
    gelStatus status;   // of the last input or step of the world
    gelKeyframe before; // the players alone, before the frame under way began; own NULL: not kept

    // The state of going back in time: history.h.
    gelTimeline timeline; // set its limit before the first frame; 0: there is none
    int64_t wanted;       // the frame to travel to
    bool isTravelling;
    int64_t restoreCount; // grows with each restored keyframe: its bodies may have other constraints
    char resumed[gel_sideTextSize]; // what to compare with from there on; "": as before
    bool resumedIsAutomatic;
} gelSession;

// Opens only the scene: its world may need an OpenGL context that does not exist yet. Reports errors and
// returns the exit code. On failure there is nothing to close.
int gelOpenSession(gelOutput* output, const char* scenePath, const char* backend, const gelSetup* setup,
                   gelSession* session);
void gelCloseSession(gelSession* session);
void gelSession_CloseWorld(gelSession* session);

int gelSession_OpenWorld(gelSession* session); // exit code
// Warns where what was recorded is, if it was not written in the end.
void gelSession_ReportJournal(const gelSession* session);

// One frame, or the rest of the one under way; exit code. A step that the integrator cannot take (status
// gel_stepTooSmall) is undone, as is its stage.
int gelSession_Step(gelSession* session);
// One launch: one colour of a substep, or a stage over all vertices.
int gelSession_StepStage(gelSession* session);
int gelSession_Reset(gelSession* session); // back to the start; keeps back end and settings

// Whether a frame is under way. Operations that need whole frames complete it first.
bool gelSession_IsUnderWay(const gelSession* session);
int gelSession_Complete(gelSession* session);

// Steps a second world beside, from the current state, with a setup as gelParseVariant reads it; NULL ends that. On failure
// nothing changes, and the error is reported.
int gelSession_SetAgainst(gelSession* session, const char* setup);

// Continues from the same state on another back end. On failure the old one stays in use, and the error is
// reported.
int gelSession_SetBackend(gelSession* session, const char* backend);
// Continues from the same state with the order, integrator, solver, strategy, lanes and positions of `def`. Likewise.
int gelSession_Rebuild(gelSession* session, const gelWorldDef* def);
// The length of frames from now on, s. Exit code.
int gelSession_SetTimeStep(gelSession* session, float timeStep);
int gelSession_Report(gelSession* session, gelStatus status); // of stepping; exit code
double gelSession_GetTime(const gelSession* session);         // simulated, s
// Applies an action of the user. In the past it replaces what came after. Reports errors and returns the exit code.
int gelSession_Do(gelSession* session, const gelEvent* event);
// The material of a body, by order of creation; -1 means all, and reads the first. False if there is none.
bool gelSession_GetMaterial(const gelSession* session, int body, gelMaterial* material);
int gelSession_SetMaterial(gelSession* session, int body, const gelMaterial* material);
// The definition with the current gel_worldSettings, which recorded input may change.
gelWorldDef gelSession_Settings(const gelSession* session);
// Applies the gel_worldSettings of `def`, from the next step on.
int gelSession_Adjust(gelSession* session, const gelWorldDef* def);

// Checks that the scene can be recorded to that file: it must not contain recorded input, nor be that file.
int gelSession_CheckRecording(const gelSession* session, const char* path);
// Writes all input since the start to the file that `recording` names.
int gelSession_WriteRecording(gelSession* session);
