// What the window and the pictures without a window share.
#pragma once

#include "draw/context_properties.h"
#include "difference.h"
#include "drawing.h"
#include "draw/picture_clock.h"
#include "draw/picture.h"
#include "draw/renderer.h"
#include "session.h"

typedef struct gelViewSettings {
    bool headless, paused, wireframe, withoutSkins, hidePanel, json, quiet;
    int frames;  // 0: until closed
    int stages;  // after the frames
    int mode;    // gelDisplayMode
    int against; // of gelAgainstNames
    int share;   // gelShareWay
    gelPictureSize size;
    const char *shot, *film, *record, *backend;
    gelSetup setup;
} gelViewSettings;

// What may be compared with, in the order of the option's and the panel's choices; ended by NULL.
extern const char* const gelAgainstNames[]; // "nothing", "reference", "double"

typedef struct gelView gelView;

struct gelView {
    gelOutput* output;
    const gelViewSettings* settings;
    gelSession session;
    gelRenderer* renderer;
    gelModel model;
    gelPositionSource source;
    gelDifferenceMap difference;
    gelCamera camera;
    gelLook look;
    gelPicture picture;
    gelPictureClock* clock; // NULL where nobody measures
    char openglText[256];   // version and renderer
    int64_t pictureCount;
    char message[9000]; // shown over the picture; as long as the longest of the library
    bool messageIsBad;
    int64_t shownBodyChanges;     // of the session's player, when the model was made
    int nextDropped;              // in the scene's list of bodies
    double realTimeRatio;         // simulated time over time, of late
    int (*finish)(gelView* view); // the last that is done with the world, if all went well; nullable
    bool ownsWorld;               // opened it
    intptr_t contextProperties[gelContextPropertyCount]; // of OpenGL, for OpenCL
};

// Model, positions and camera of the session's world as it is now. All return exit codes.
int gelView_TakeWorld(gelView* view, bool withCamera);
int gelView_Draw(gelView* view, int width, int height);        // into gelRenderer_Picture
int gelView_ReadPicture(gelView* view, int width, int height); // into `picture`
// Takes up or ends a comparison that the display mode needs and nobody asked for: with another back end than the own.
int gelView_FollowMode(gelView* view);
// What is written over the picture: the legend, the stage, right of `left`. Between gelPanel_Begin and gelPanel_End.
int gelView_DrawOverlay(gelView* view, int left, int width, int height);
int gelView_WriteShot(gelView* view, int width, int height);

// Reads kernels and shaders anew, and leaves in `message` what came of it. What fails leaves the old ones. For a window, where
// errors are held. Returns an exit code: a failure means that there is no picture any more.
int gelView_Reload(gelView* view);
// Measures the stages of the pictures from now on; NULL ends it.
void gelView_SetClock(gelView* view, gelPictureClock* clock);

// Opens the session's world, where that is not open yet, and the renderer in the current context. Both are closed before the
// context is: OpenCL may share with it. Closing takes how the work ended and returns how it ended at last.
int gelView_OpenPicture(gelView* view);
int gelView_ClosePicture(gelView* view, int code);

// Runs the window until it is closed.
int gelRunWindow(gelView* view);
