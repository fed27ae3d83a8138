// Replaces raster.c if stb or the font is missing.
#include "app/raster.h"

gelRaster* gelOpenRaster(double width, double height, char reason[gel_rasterReasonSize])
{
    (void)width, (void)height;
    snprintf(reason, gel_rasterReasonSize,
             "this program was built without it; it needs libstb-dev, zlib1g-dev and fonts-dejavu-core; "
             ".svg needs none");
    return NULL;
}

void gelCloseRaster(gelRaster* raster)
{
    (void)raster;
}

void gelRaster_Rectangle(gelRaster* raster, double x, double y, double width, double height,
                         const char* colour)
{
    (void)raster, (void)x, (void)y, (void)width, (void)height, (void)colour;
}

void gelRaster_Line(gelRaster* raster, double x1, double y1, double x2, double y2, const char* colour,
                    double width, bool dashed)
{
    (void)raster, (void)x1, (void)y1, (void)x2, (void)y2, (void)colour, (void)width, (void)dashed;
}

void gelRaster_Dot(gelRaster* raster, double x, double y, double radius, const char* colour, bool hollow)
{
    (void)raster, (void)x, (void)y, (void)radius, (void)colour, (void)hollow;
}

void gelRaster_Text(gelRaster* raster, double x, double y, double size, gelAnchor anchor, const char* text)
{
    (void)raster, (void)x, (void)y, (void)size, (void)anchor, (void)text;
}

bool gelRaster_Write(const gelRaster* raster, FILE* file)
{
    (void)raster, (void)file;
    return false;
}
