// The scenes and lessons that come with the program, as the start page shows them.
#pragma once

#include "app/lesson_list.h"
#include "panel/start_page.h"

typedef struct gelCatalogue {
    gelStartEntry *scenes, *lessons; // scenes by name, lessons in their order
    int sceneCount, lessonCount;
    bool hasThumbnails; // loaded: window/thumbnails.h
} gelCatalogue;

// Leaves out what cannot be read. Reports running out of memory and returns the exit code; gelClearCatalogue in any case.
int gelReadCatalogue(gelOutput* output, gelCatalogue* catalogue);
void gelClearCatalogue(gelCatalogue* catalogue);
// The lesson at a path; -1 if it is none of them.
int gelCatalogue_FindLesson(const gelCatalogue* catalogue, const char* path);
