// Lessons: the question of a scene, what to predict, what to do, and the answer.
//
//     gelLesson lesson;
//     if (gelScene_GetLesson(scene, &lesson))
//         puts(lesson.question);
#pragma once

#include "gel/scene.h"

// Limits of a lesson: texts in bytes, and numbers of steps and choices.
enum {
    gel_lessonTitleMax = 60,
    gel_lessonQuestionMax = 280,
    gel_lessonStepMax = 160,
    gel_lessonAnswerMax = 320,
    gel_lessonSourceMax = 160,
    gel_lessonChoiceMax = 80,
    gel_lessonMaxSteps = 6,
    gel_lessonMaxChoices = 4
};

// The lesson of a scene. All texts belong to the scene, are UTF-8 without line breaks, and are ""
// if the scene has none.
typedef struct gelLesson {
    int order; // place among the lessons, from 1
    const char *title, *question, *answer;
    const char* source;
    const char* steps[gel_lessonMaxSteps]; // things to do and to watch
    int stepCount;
    // Answers to choose from; without choices the prediction is a number.
    const char* choices[gel_lessonMaxChoices];
    int choiceCount; // 0: the prediction is a number
    int rightChoice;
    int expectation;          // expectation whose measured number is predicted; -1: none
    const char* unit;         // unit of the prediction: the expectation's, or mm, cm, ms, %
    const char* measuredUnit; // unit of the expectation: m, s, N...
    double unitScale;         // one expectation's unit in `unit`: 1000 for mm of a metre
    // Two setups to step side by side, in the form of gel compare --a and --b: "substeps=5"; "" if
    // there are none.
    const char* setups[2];
} gelLesson;

// Returns in *lesson the lesson of a scene. False if there is none; *lesson is empty then.
GEL_API bool gelScene_GetLesson(const gelScene* scene, gelLesson* lesson);

// Converts *value from `unit` into the lesson's unit: 100 of "mm" into 0.1 of "m". False if the two
// are not of one kind; then nothing changes. Known units are the expectation's unit, mm and cm for
// m, ms for s, and % for plain numbers.
GEL_API bool gelLesson_Convert(const gelLesson* lesson, const char* unit, double* value);

// Returns a unit that gelLesson_Convert knows for this lesson, by index from 0; NULL beyond the
// last.
GEL_API const char* gelLesson_GetUnit(const gelLesson* lesson, int index);
