// The line at the beginning of a mesh that Gel has baked, which states its frame and the length of a frame.
#pragma once

#include "base/result_text.h"

// Puts "START VERSION, frame N of T s END".
void gelPutFrameTime(gelResultText* out, const char* start, int frame, float seconds, const char* end);
// Returns the length of a frame, s, which a mesh states; 0: it is no mesh of a bake by Gel.
double gelReadFrameTime(const char* path);
