// The page with the scenes and lessons to choose from, drawn by Dear ImGui over the whole window: between gelPanel_Begin
// and gelPanel_End.
#pragma once

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct gelStartEntry {
    char title[100], text[320]; // the text is cut to a line, and shown in full below if the entry is selected
    char path[4400];
    unsigned thumbnail; // texture of OpenGL; 0: none
} gelStartEntry;

enum { gel_startColumns = 3, gel_startLessons = 2 }; // two columns of scenes, one of lessons

typedef struct gelStartPage {
    bool open;
    bool moved; // by a key: scroll to the selection
    const gelStartEntry *scenes, *lessons;
    int sceneCount, lessonCount;
    int column, row;             // selected
    const gelStartEntry* wanted; // clicked or confirmed; cleared by the caller
} gelStartPage;

// The entry in a column, row by row; NULL if there is none.
const gelStartEntry* gelStartPage_Entry(const gelStartPage* page, int column, int row);
// Moves the selection as far as there are entries.
void gelStartPage_Move(gelStartPage* page, int columns, int rows);

void gelDrawStartPage(gelStartPage* page, bool canClose);

#ifdef __cplusplus
}
#endif
