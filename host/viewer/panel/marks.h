// Marks over the picture, drawn by Dear ImGui: between gelPanel_Begin and gelPanel_End.
#pragma once

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

// A direction as the camera sees it: to the right, up, and towards the eye; 1 long.
typedef struct gelSeenArrow {
    const char* text;
    float right, up, near;
    bool isBright; // is being turned
} gelSeenArrow;

// A dial from `left` and `top` on; the next one is at the returned x.
int gelMarks_DrawArrow(const gelSeenArrow* arrow, int left, int top);
// While a film is made: its name and the number of its pictures.
void gelMarks_DrawFilm(const char* name, long long pictures, int left, int width);

#ifdef __cplusplus
}
#endif
