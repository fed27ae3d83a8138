// A scene, how it was stepped and what came of it, as one page of HTML.
#pragma once

#include "report/pictures.h"

typedef struct gelReport {
    const gelPlay* play;
    const gelPictures* pictures;
    const char* scenePath;
    const char* command; // that makes the page again
} gelReport;

// Holds no times of day and no durations: the same work gives the same page. Write errors show when the file is closed.
void gelWriteReport(FILE* file, const gelReport* report);
