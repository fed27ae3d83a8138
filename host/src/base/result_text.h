// Text of result files: goes through a buffer, and a decimal comma that the program's locale may ask for is made a point.
//
//     gelResultText text = {.file = file};
//     gelPutText(&text, "v ");
//     gelPutNumber(&text, 0.1f);
//     gelStatus status = gelFlushText(&text);
#pragma once

#include "base/result_file.h"

typedef struct gelResultText {
    gelResultFile* file;
    gelStatus status; // of all that was put
    size_t length;
    char text[1 << 14];
} gelResultText;

// At most 255 bytes a call.
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
void gelPutText(gelResultText* out, const char* format, ...);
// With the nine digits that give every float back.
void gelPutNumber(gelResultText* out, float value);
gelStatus gelFlushText(gelResultText* out); // returns the status
