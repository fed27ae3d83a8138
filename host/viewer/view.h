// What the window and the pictures without a window share.
#pragma once

#include "context_properties.h"
#include "picture.h"
#include "renderer.h"
#include "session.h"

typedef struct gelViewSettings {
    bool headless, paused, wireframe, hidePanel, json, quiet;
    int frames; // 0: until closed
    int mode;   // gelDisplayMode
    int share;  // gelShareWay
    int width, height;
    const char *shot, *film, *backend;
    gelSetup setup;
} gelViewSettings;

typedef struct gelView {
    gelOutput* output;
    const gelViewSettings* settings;
    gelSession session;
    gelRenderer* renderer;
    gelModel model;
    gelPositionSource source;
    gelCamera camera;
    gelLook look;
    gelPicture picture;
    char openglText[256]; // version and renderer
    char backendText[256], shareText[16];
    uint64_t hash; // at the end; 0 where it cannot be told
    int64_t pictureCount;
    intptr_t contextProperties[gelContextPropertyCount]; // of OpenGL, for OpenCL
    double realTimeRatio;                                // simulated time over time, of late
} gelView;

// Model, positions and camera of the session's world as it is now. All return exit codes.
int gelView_TakeWorld(gelView* view, bool withCamera);
int gelView_Draw(gelView* view, int width, int height); // into gelRenderer_Picture
int gelView_WriteShot(gelView* view, int width, int height);

// Opens the world and the renderer in the current context, and closes both: the context must outlive what shares with it.
// What is told at the end is kept.
int gelView_OpenPicture(gelView* view);
void gelView_ClosePicture(gelView* view);

// Runs the window until it is closed.
int gelRunWindow(gelView* view);
