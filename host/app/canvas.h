// Shapes, text, and charts with linear or logarithmic axes, as SVG or in pixels.
#pragma once

#include <stdbool.h>
#include <stdio.h>

typedef enum gelAnchor { gel_anchorStart, gel_anchorMiddle, gel_anchorEnd } gelAnchor;

// The drawing surface: an SVG written to the file, or a raster written at the end.
typedef struct gelCanvas {
    FILE* file;
    struct gelRaster* raster; // NULL: SVG
    bool lacksMemory;         // the raster could not be written whole
} gelCanvas;

// The length of the UTF-8 character at the start; 0 if there is none.
int gelCharacterLength(const char* text);
// Text of an SVG or HTML file, or of an attribute in double quotes. Characters that are invalid in XML become question marks.
void gelWriteEscaped(FILE* file, const char* text);

void gelCanvas_Begin(gelCanvas* canvas, double width, double height);
void gelCanvas_End(gelCanvas* canvas);
void gelCanvas_Rectangle(gelCanvas* canvas, double x, double y, double width, double height,
                         const char* colour);
void gelCanvas_Line(gelCanvas* canvas, double x1, double y1, double x2, double y2, const char* colour,
                    double width, bool dashed);
void gelCanvas_Dot(gelCanvas* canvas, double x, double y, double radius, const char* colour, bool hollow);
void gelCanvas_Text(gelCanvas* canvas, double x, double y, double size, gelAnchor anchor, const char* text);

// Maps values from `low` to `high` to the pixels `from` to `to`.
typedef struct gelAxis {
    double low, high, from, to;
    bool logarithmic;
} gelAxis;

double gelAxis_Place(const gelAxis* axis, double value);
// Extends a logarithmic axis to numbers 1, 2 or 5 times a power of ten.
void gelAxis_Round(gelAxis* axis);

// Draws grid lines at 1, 2 and 5 times each power of ten (over many decades, only at the powers), with their
// labels and the title. `across` is the other axis.
void gelCanvas_VerticalAxis(gelCanvas* canvas, const gelAxis* axis, const gelAxis* across, const char* title);
void gelCanvas_HorizontalAxis(gelCanvas* canvas, const gelAxis* axis, const gelAxis* across,
                              const char* title);
