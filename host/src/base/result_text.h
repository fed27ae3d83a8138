// Buffered text output for result files; the decimal separator is always a point, whatever the program's
// locale.
//
//     gelResultText text = {.file = file};
//     gelPutText(&text, "v ");
//     gelPutNumber(&text, 0.1f);
//     gelStatus status = gelFlushText(&text);
#pragma once

#include "base/result_file.h"

typedef struct gelResultText {
    gelResultFile* file;
    gelStatus status; // of everything so far
    size_t length;
    char text[1 << 14];
} gelResultText;

// At most 255 bytes per call.
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
void gelPutText(gelResultText* out, const char* format, ...);
// Writes a number with nine digits, which reproduce every float exactly.
void gelPutNumber(gelResultText* out, double value);
void gelPutNumbers(gelResultText* out, const char* name, const float* values, int count); // ,"name":[...]
gelStatus gelFlushText(gelResultText* out); // returns the status
