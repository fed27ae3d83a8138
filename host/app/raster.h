// A raster image of rectangles, lines, dots and text, written as a PNG file.
#pragma once

#include "app/canvas.h"

typedef struct gelRaster gelRaster;

// Creates a white image of the given size in units of two pixels. Returns NULL and a `reason` if the program
// was built without support, the font is missing, or memory is short.
enum { gel_rasterReasonSize = 256 };
gelRaster* gelOpenRaster(double width, double height, char reason[gel_rasterReasonSize]);
void gelCloseRaster(gelRaster* raster); // NULL is allowed

// Like the functions of canvas.h. Text is ASCII; other characters become question marks.
void gelRaster_Rectangle(gelRaster* raster, double x, double y, double width, double height,
                         const char* colour);
void gelRaster_Line(gelRaster* raster, double x1, double y1, double x2, double y2, const char* colour,
                    double width, bool dashed);
void gelRaster_Dot(gelRaster* raster, double x, double y, double radius, const char* colour, bool hollow);
void gelRaster_Text(gelRaster* raster, double x, double y, double size, gelAnchor anchor, const char* text);

// False if it lacks what there was no memory for. Write errors show when the file is closed.
bool gelRaster_Write(const gelRaster* raster, FILE* file);
