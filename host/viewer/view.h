// Shared by the window and by drawing without one.
#pragma once

#include "draw/context_properties.h"
#include "contact_arrows.h"
#include "app/drawing.h"
#include "draw/picture_clock.h"
#include "draw/picture.h"
#include "draw/renderer.h"
#include "session.h"
#include "two_worlds.h"
#include "vertex_map.h"

typedef struct gelViewSettings {
    bool headless, paused, wireframe, contacts, withoutSkins, withoutPlots, hidePanel, json, quiet;
    int frames;  // 0: until closed
    int stages;  // after the frames
    int mode;    // gelDisplayMode
    int history; // MiB
    int two;     // gelTwoWorlds
    int share;   // gelShareWay
    gelPictureSize size;
    float scale; // pixels per point of texts; 0: as the display
    const char *shot, *film, *record, *backend, *against;
    gelSetup setup;
} gelViewSettings;

struct gelView {
    gelOutput* output;
    const gelViewSettings* settings;
    gelSession session;
    gelRenderer* renderer;
    gelModel model;
    gelPositionSource source;
    gelVertexMap values;    // that colour the bodies
    gelShownValues painted; // in place of those of the world
    gelContactArrows arrows;
    gelTwoWorlds two;
    gelSecondPicture second;
    gelCamera camera;
    float shownDistance; // of the camera, when it was last moved to show all; m
    gelPictureSize size; // of the window, in any unit, or of the pictures
    gelPictureStyle look;
    gelPicture picture;
    gelPictureClock* clock; // NULL: not measured
    double placedAt;        // when the last picture had its positions, ms: the simulation is done then
    char openglText[256];   // version and renderer
    int64_t pictureCount;
    char message[9000]; // shown over the picture; fits the longest message of the library
    bool messageIsBad;
    int64_t takenCount;           // how often the model was built
    int64_t shownBodyChanges;     // of the session's player, when the model was built
    int64_t shownRestores;        // of the session, when its constraints were last looked at
    int bottom;                   // of the picture, taken by the time line; pixels
    int plotRow;                  // above it, taken by the plots of a lesson's probes; pixels
    int nextDropped;              // in the scene's list of bodies
    int handHalf;                 // of the split picture, in which the hand took hold; 1: of the second world
    double realTimeRatio;         // recent ratio of simulated to real time
    int (*finish)(gelView* view); // the last use of the world, if all went well; nullable
    bool ownsWorld;               // opened it, so it closes it
    bool startPage;               // is shown, in place of the picture
    const char* lessonStage;      // "asks", "runs" or "answers"; NULL: the scene has no lesson
    intptr_t contextProperties[gelContextPropertyCount]; // of OpenGL, for OpenCL
};

// Sets up model, positions and camera for the session's world. These return exit codes.
int gelView_AdoptWorld(gelView* view, bool withCamera);
void gelView_ShowAll(gelView* view); // moves the camera
// Frames all bodies again, unless they would become too small; returns whether it did.
bool gelView_FrameAgain(gelView* view);
bool gelView_SeesAll(const gelView* view); // all vertices, in what is not covered; waits for OpenGL
// Moves the camera a part of the way to where it sees bodies that leave what is not covered.
void gelView_KeepInSight(gelView* view);
// Whether the model shows other constraints than the world has: a material has changed its kind.
bool gelView_HasOtherConstraints(const gelView* view);
// After a failure of the device, gel_exitDevice: the scene goes on elsewhere, or there is no place to.
int gelView_Recover(gelView* view);
int gelView_Draw(gelView* view, int width, int height);            // into gelView_Picture
int gelView_DrawOnAnyDevice(gelView* view, int width, int height); // recovers if that fails
int gelView_ReadPicture(gelView* view, int width, int height);     // into `picture`
// Starts or ends a comparison that the display mode needs but was not requested: with a different back end
// from the current one.
int gelView_FollowMode(gelView* view);
// Where the overlay goes, in points.
struct gelRoom {
    int width, height; // of the picture
    int left, right;   // between the panel and a lesson
    int lowest;        // where the legend ends
};

// Draws the overlay: the legend, the probes and the stage. Between gelPanel_Begin and gelPanel_End.
int gelView_DrawOverlay(gelView* view, const gelRoom* room);
int gelView_WriteShot(gelView* view, int width, int height);

// Writes a summary, or JSON, to the output. Exit code.
int gelView_ReportEnd(gelView* view);

// Reloads kernels and shaders, and puts the result in `message`. On failure the old ones stay in use. For a
// window, which keeps errors. Returns an exit code: failure means that drawing is no longer possible.
int gelView_Reload(gelView* view);
// Times the stages of pictures from now on; NULL ends that.
void gelView_SetClock(gelView* view, gelPictureClock* clock);

// Opens the session's world, unless it is open, and the renderer in the current context. Close both before
// the context: OpenCL may share with it. Closing takes the outcome of the work and returns the final one.
int gelView_OpenPicture(gelView* view);
int gelView_ClosePicture(gelView* view, int code);

// Runs the window until it is closed.
int gelRunWindow(gelView* view);
