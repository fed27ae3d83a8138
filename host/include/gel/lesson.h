// The lesson of a scene: a question, what to predict, what to do, and the answer.
//
//     gelLesson lesson;
//     if (gelScene_GetLesson(scene, &lesson))
//         puts(lesson.question);
#pragma once

#include "gel/scene.h"

// Limits of a lesson: texts in bytes, and numbers of steps and choices.
enum {
    gel_lessonTitleMax = 60, // bytes
    gel_lessonQuestionMax = 280,
    gel_lessonStepMax = 160,
    gel_lessonAnswerMax = 320,
    gel_lessonSourceMax = 160,
    gel_lessonChoiceMax = 80,
    gel_lessonMaxSteps = 6,
    gel_lessonMaxChoices = 4
};

// All texts belong to the scene, are UTF-8 without line breaks, and are "" where the scene gives none.
typedef struct gelLesson {
    int order; // its place among lessons, from 1
    const char *title, *question, *answer;
    const char* source;
    const char* steps[gel_lessonMaxSteps]; // what to do and to look at
    int stepCount;
    // What is to be predicted: one of some texts, or a number.
    const char* choices[gel_lessonMaxChoices];
    int choiceCount; // 0: a number
    int rightChoice;
    int expectation;          // of the scene: the number it measures is the one to predict; -1: none
    const char* unit;         // in which it is predicted; that of the expectation, or mm, cm, ms, %
    const char* measuredUnit; // of the expectation: m, s, N...
    double unitScale;         // one of the expectation's unit in `unit`: 1000 mm of a metre
    // Two setups to step side by side, as gel compare --a and --b take them: "substeps=5"; "" if there are none.
    const char* setups[2];
} gelLesson;

// False if the scene has no lesson; *lesson is empty then.
GEL_API bool gelScene_GetLesson(const gelScene* scene, gelLesson* lesson);

// Turns a number of `unit` into one of the lesson's: 100 of "mm" into 0.1 of "m". False, and nothing changes, if the
// two are not of one kind. Known are the expectation's unit, and of m: mm and cm, of s: ms, of plain numbers: %.
GEL_API bool gelLesson_Convert(const gelLesson* lesson, const char* unit, double* value);

// The units that gelLesson_Convert knows for this lesson, from 0 on; NULL behind the last.
GEL_API const char* gelLesson_GetUnit(const gelLesson* lesson, int index);
