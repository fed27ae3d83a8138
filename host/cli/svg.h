// A little SVG: shapes, text, and charts with axes that are linear or logarithmic.
#pragma once

#include <stdbool.h>
#include <stdio.h>

typedef enum gelAnchor { gel_anchorStart, gel_anchorMiddle, gel_anchorEnd } gelAnchor;

void gelSvg_Begin(FILE* file, double width, double height);
void gelSvg_End(FILE* file);
void gelSvg_Rectangle(FILE* file, double x, double y, double width, double height, const char* colour);
void gelSvg_Line(FILE* file, double x1, double y1, double x2, double y2, const char* colour, double width,
                 bool dashed);
void gelSvg_Dot(FILE* file, double x, double y, double radius, const char* colour, bool hollow);
void gelSvg_Text(FILE* file, double x, double y, double size, gelAnchor anchor, const char* text);

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
void gelSvg_VerticalAxis(FILE* file, const gelAxis* axis, const gelAxis* across, const char* title);
void gelSvg_HorizontalAxis(FILE* file, const gelAxis* axis, const gelAxis* across, const char* title);
