// A picture of rectangles, lines, dots and text in pixels, written as a PNG file.
#pragma once

#include "bench/canvas.h"

typedef struct gelRaster gelRaster;

// White, of so many units, two pixels each. NULL, and why in `reason`, where the program was built without what it takes, the
// font is not there, or memory.
enum { gel_rasterReasonSize = 256 };
gelRaster* gelOpenRaster(double width, double height, char reason[gel_rasterReasonSize]);
void gelCloseRaster(gelRaster* raster); // NULL is allowed

// As the functions of svg.h. Text is ASCII; other characters become question marks.
void gelRaster_Rectangle(gelRaster* raster, double x, double y, double width, double height,
                         const char* colour);
void gelRaster_Line(gelRaster* raster, double x1, double y1, double x2, double y2, const char* colour,
                    double width, bool dashed);
void gelRaster_Dot(gelRaster* raster, double x, double y, double radius, const char* colour, bool hollow);
void gelRaster_Text(gelRaster* raster, double x, double y, double size, gelAnchor anchor, const char* text);

// Whether all was written shows when the file is closed.
void gelRaster_Write(const gelRaster* raster, FILE* file);
