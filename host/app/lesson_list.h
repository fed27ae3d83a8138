// The lessons that come with the program.
#pragma once

#include "app/asset.h"
#include "app/output.h"

#include "gel/gel.h"

enum { gel_maxLessons = 200, gel_lessonNameSize = 64 };

typedef struct gelLessonEntry {
    char name[gel_lessonNameSize]; // of its file, without .json
    int order;
    char title[gel_lessonTitleMax + 1], question[gel_lessonQuestionMax + 1];
} gelLessonEntry;

typedef struct gelLessonList {
    gelLessonEntry* entries; // in their order; scenes without a lesson are left out
    int count;
} gelLessonList;

// Reads all scenes of the folder. Reports errors and returns the exit code; gelFreeLessons in any case.
int gelListLessons(gelOutput* output, gelLessonList* list);
void gelFreeLessons(gelLessonList* list);

// The path of a lesson of the list.
const char* gelLessonPath(const char* name, char path[gel_assetPathSize]);
