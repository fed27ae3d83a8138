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

enum { gelArrowHeight = 104 }; // points
// A dial to the right of `left` and above `bottom`; the next one is at the returned x.
int gelMarks_DrawArrow(const gelSeenArrow* arrow, int left, int bottom);
// From one point to another, thick and bright.
void gelMarks_DrawLine(float fromX, float fromY, float toX, float toY);
// A ring, dim if it is on nothing.
void gelMarks_DrawCircle(float x, float y, float radius, bool isBright);
// While a film is made: its name and the number of its pictures, there. Returns where its top is.
int gelMarks_DrawFilm(const char* name, long long pictures, int left, int bottom);

#ifdef __cplusplus
}
#endif
