// The time line at the lower edge of the window, drawn by Dear ImGui: between gelPanel_Begin and gelPanel_End.
#pragma once

#include "timeline.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum gelMove {
    gel_moveNone,
    gel_moveToFirst,
    gel_moveSecondBack,
    gel_moveBack,
    gel_moveForth,
    gel_moveSecondForth,
    gel_moveToLast,
} gelMove;

enum { gelTimelineHeight = 64 }; // pixels, with the space around it

typedef struct gelTimelineBar {
    const gelTimeline* timeline;
    int64_t first, frame, wanted; // wanted: on the way there, or `frame`
    double time, timeStep;        // of the frame; of one frame; s
    // Set by the user; cleared by the caller.
    gelMove move;
    int64_t chosen; // frame; -1: none
} gelTimelineBar;

// Uses the space from `left` on.
void gelTimelineBar_Draw(gelTimelineBar* bar, int left, int width, int height);

#ifdef __cplusplus
}
#endif
