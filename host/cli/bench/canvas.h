// Shapes, text, and charts with axes that are linear or logarithmic, as SVG or in pixels.
#pragma once

#include <stdbool.h>
#include <stdio.h>

typedef enum gelAnchor { gel_anchorStart, gel_anchorMiddle, gel_anchorEnd } gelAnchor;

// What is drawn on: the file gets an SVG, or at the end the picture that the raster then holds.
typedef struct gelCanvas {
    FILE* file;
    struct gelRaster* raster; // NULL: SVG
} gelCanvas;

// Bytes of the UTF-8 character that begins here; 0 where none does.
int gelCharacterLength(const char* text);

void gelCanvas_Begin(gelCanvas* canvas, double width, double height);
void gelCanvas_End(gelCanvas* canvas);
void gelCanvas_Rectangle(gelCanvas* canvas, double x, double y, double width, double height,
                         const char* colour);
void gelCanvas_Line(gelCanvas* canvas, double x1, double y1, double x2, double y2, const char* colour,
                    double width, bool dashed);
void gelCanvas_Dot(gelCanvas* canvas, double x, double y, double radius, const char* colour, bool hollow);
void gelCanvas_Text(gelCanvas* canvas, double x, double y, double size, gelAnchor anchor, const char* text);

// Values from `low` to `high` lie between the pixels `from` and `to`.
typedef struct gelAxis {
    double low, high, from, to;
    bool logarithmic;
} gelAxis;

double gelAxis_Place(const gelAxis* axis, double value);
// Widens a logarithmic axis to numbers 1, 2 and 5 times a power of ten.
void gelAxis_Round(gelAxis* axis);

// Lines across the chart at 1, 2 and 5 times each power of ten (across many decades, at the powers), with their numbers
// and the title beside them. `across` is the other axis.
void gelCanvas_VerticalAxis(gelCanvas* canvas, const gelAxis* axis, const gelAxis* across, const char* title);
void gelCanvas_HorizontalAxis(gelCanvas* canvas, const gelAxis* axis, const gelAxis* across,
                              const char* title);
