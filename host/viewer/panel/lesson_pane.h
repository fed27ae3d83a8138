// A lesson beside the picture, drawn by Dear ImGui: between gelPanel_Begin and gelPanel_End.
#pragma once

#include "gel/lesson.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum gelLessonStage {
    gel_lessonAsks,   // for a prediction; the scene stands still
    gel_lessonRuns,   // until what was predicted is measured
    gel_lessonAnswers // with what was measured
} gelLessonStage;

enum { gel_lessonMaxVerdicts = 6, gel_lessonPaneWidth = 412 }; // points, with its margin

typedef struct gelLessonVerdict {
    char text[240];
    bool isReached, isMet;
} gelLessonVerdict;

typedef struct gelLessonPane {
    bool isShown; // the scene has a lesson
    gelLesson lesson;
    gelLessonStage stage;
    int index, count;    // of the lesson among those that come with the program, from 0; -1: none of them
    int choice;          // -1: none yet
    char typed[40];      // the number
    char problem[300];   // of the number; "" if there is none
    char predicted[300]; // what was predicted, later with how it compares
    gelLessonVerdict verdicts[gel_lessonMaxVerdicts];
    int verdictCount;
    double time, end; // s: now, and when all is measured
    bool panelIsShown;
    bool startTyping, isTyping, stopTyping; // a number
    int width;                              // points, from the right edge; 0 if not shown
    // Requests by the user; cleared by the caller.
    bool goOn, skip, next, showList, again, togglePanel;
} gelLessonPane;

// Uses the height between `top` and `bottom`, in points.
void gelDrawLessonPane(gelLessonPane* pane, int top, int bottom, int width);

#ifdef __cplusplus
}
#endif
