#include "app/raster.h"

#include "app/font.h"
#include "app/memory.h"
#include "app/png.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define STBTT_malloc(size, unused)                                                                           \
    ((void)(unused), gelNew(1, size)) // noted: without it a character is left out
#define STBTT_free(block, unused) ((void)(unused), free(block))
#define STB_TRUETYPE_IMPLEMENTATION
#define STBTT_STATIC
#include <stb/stb_truetype.h>

static const double scale = 2.0; // pixels per unit

struct gelRaster {
    int width, height;     // pixels
    unsigned char* pixels; // [height][width][3]
    stbtt_fontinfo font;
};

typedef struct Colour {
    double part[3]; // 0 to 255
} Colour;

gelRaster* gelOpenRaster(double width, double height, char reason[gel_rasterReasonSize])
{
    gelRaster* raster = gelNew(1, sizeof *raster);
    size_t size = 3 * (size_t)(width * scale) * (size_t)(height * scale);
    snprintf(reason, gel_rasterReasonSize, "out of memory");
    if (raster == NULL)
        return NULL;
    raster->width = (int)(width * scale);
    raster->height = (int)(height * scale);
    raster->pixels = gelNew(size, 1);
    const unsigned char* font = (const unsigned char*)gelEmbeddedFonts.files[0].text;
    if (raster->pixels != NULL && stbtt_InitFont(&raster->font, font, 0) != 0) {
        memset(raster->pixels, 255, size);
        return raster;
    }
    gelCloseRaster(raster);
    return NULL;
}

void gelCloseRaster(gelRaster* raster)
{
    if (raster != NULL)
        free(raster->pixels);
    free(raster);
}

// "#rrggbb"
static Colour parseColour(const char* text)
{
    unsigned long bits = strtoul(text + 1, NULL, 16);
    return (Colour){{(double)(bits >> 16 & 255), (double)(bits >> 8 & 255), (double)(bits & 255)}};
}

static void blend(gelRaster* raster, int x, int y, Colour colour, double cover)
{
    if (x < 0 || y < 0 || x >= raster->width || y >= raster->height || cover <= 0.0)
        return;
    unsigned char* pixel = &raster->pixels[3 * ((size_t)y * (size_t)raster->width + (size_t)x)];
    for (int k = 0; k < 3; k++)
        pixel[k] = (unsigned char)(pixel[k] + fmin(cover, 1.0) * (colour.part[k] - pixel[k]) + 0.5);
}

// The fraction of the pixel from `at` to `at + 1` that is covered.
static double overlap(double at, double from, double to)
{
    return fmax(0.0, fmin(at + 1.0, to) - fmax(at, from));
}

static void fill(gelRaster* raster, double left, double top, double right, double bottom, Colour colour)
{
    for (int y = (int)floor(top); y < bottom; y++)
        for (int x = (int)floor(left); x < right; x++)
            blend(raster, x, y, colour, overlap(x, left, right) * overlap(y, top, bottom));
}

void gelRaster_Rectangle(gelRaster* raster, double x, double y, double width, double height,
                         const char* colour)
{
    fill(raster, scale * x, scale * y, scale * (x + width), scale * (y + height), parseColour(colour));
}

// Draws everything within `radius` of a segment, in pixels.
static void stroke(gelRaster* raster, const double a[2], const double b[2], double radius, Colour colour)
{
    double dx = b[0] - a[0], dy = b[1] - a[1], square = dx * dx + dy * dy;
    int left = (int)floor(fmin(a[0], b[0]) - radius - 1.0),
        right = (int)ceil(fmax(a[0], b[0]) + radius + 1.0);
    int top = (int)floor(fmin(a[1], b[1]) - radius - 1.0),
        bottom = (int)ceil(fmax(a[1], b[1]) + radius + 1.0);
    for (int y = top; y < bottom; y++)
        for (int x = left; x < right; x++) {
            double px = x + 0.5 - a[0], py = y + 0.5 - a[1];
            double part = square > 0.0 ? fmin(fmax((px * dx + py * dy) / square, 0.0), 1.0) : 0.0;
            blend(raster, x, y, colour, radius + 0.5 - hypot(px - part * dx, py - part * dy));
        }
}

void gelRaster_Line(gelRaster* raster, double x1, double y1, double x2, double y2, const char* colour,
                    double width, bool dashed)
{
    const double on = 6.0 * scale, off = 4.0 * scale;
    double a[2] = {scale * x1, scale * y1}, b[2] = {scale * x2, scale * y2};
    double length = hypot(b[0] - a[0], b[1] - a[1]), radius = 0.5 * scale * width;
    if (!dashed || length == 0.0) {
        stroke(raster, a, b, radius, parseColour(colour));
        return;
    }
    for (double from = 0.0; from < length; from += on + off) {
        double to = fmin(from + on, length);
        double p[2] = {a[0] + (b[0] - a[0]) * from / length, a[1] + (b[1] - a[1]) * from / length};
        double q[2] = {a[0] + (b[0] - a[0]) * to / length, a[1] + (b[1] - a[1]) * to / length};
        stroke(raster, p, q, radius, parseColour(colour));
    }
}

void gelRaster_Dot(gelRaster* raster, double x, double y, double radius, const char* colour, bool hollow)
{
    double at[2] = {scale * x, scale * y};
    stroke(raster, at, at, scale * (radius + 1.0), parseColour(colour));
    if (hollow)
        stroke(raster, at, at, scale * (radius - 1.0), parseColour("#ffffff"));
}

// The next character, or a question mark if invalid; advances *text past it.
static int takeCharacter(const char** text)
{
    static const int lead[] = {0, 0x7f, 0x1f, 0x0f, 0x07};
    int length = gelCharacterLength(*text), code = length > 0 ? **text & lead[length] : '?';
    for (int i = 1; i < length; i++)
        code = code << 6 | ((*text)[i] & 0x3f);
    *text += length > 0 ? length : 1;
    return code < ' ' ? '?' : code;
}

static double advanceOf(const gelRaster* raster, int code, float factor)
{
    int advance, bearing;
    stbtt_GetCodepointHMetrics(&raster->font, code, &advance, &bearing);
    return (double)(factor * (float)advance);
}

static void drawCharacter(gelRaster* raster, int code, float factor, double x, double y, Colour colour)
{
    int width, height, left, top;
    double whole = floor(x);
    unsigned char* cover = stbtt_GetCodepointBitmapSubpixel(&raster->font, factor, factor, (float)(x - whole),
                                                            0.0f, code, &width, &height, &left, &top);
    for (int i = 0; i < width * height && cover != NULL; i++)
        blend(raster, (int)whole + left + i % width, (int)floor(y + 0.5) + top + i / width, colour,
              cover[i] / 255.0);
    stbtt_FreeBitmap(cover, NULL);
}

void gelRaster_Text(gelRaster* raster, double x, double y, double size, gelAnchor anchor, const char* text)
{
    float factor = stbtt_ScaleForMappingEmToPixels(&raster->font, (float)(scale * size));
    Colour colour = parseColour("#222222");
    double wide = 0.0;
    for (const char* c = text; *c != '\0';)
        wide += advanceOf(raster, takeCharacter(&c), factor);
    double at = scale * x - wide * (anchor == gel_anchorEnd ? 1.0 : anchor == gel_anchorMiddle ? 0.5 : 0.0);
    for (const char* c = text; *c != '\0';) {
        int code = takeCharacter(&c);
        drawCharacter(raster, code, factor, at, scale * y, colour);
        at += advanceOf(raster, code, factor);
    }
}

bool gelRaster_Write(const gelRaster* raster, FILE* file)
{
    return gelWritePng(file, raster->width, raster->height, raster->pixels) != gel_exitInternal &&
           !gelMemoryRanOut();
}
