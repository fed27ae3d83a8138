#include "app/canvas.h"
#include "app/raster.h"

#include <math.h>

static const char* const gridColour = "#dddddd";

void gelCanvas_Begin(gelCanvas* canvas, double width, double height)
{
    if (canvas->raster != NULL)
        return;
    fprintf(canvas->file,
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%g\" height=\"%g\" viewBox=\"0 0 %g %g\" "
            "font-family=\"DejaVu Sans, Helvetica, Arial, sans-serif\" fill=\"#222222\">\n",
            width, height, width, height);
    gelCanvas_Rectangle(canvas, 0, 0, width, height, "#ffffff");
}

void gelCanvas_End(gelCanvas* canvas)
{
    if (canvas->raster != NULL)
        canvas->lacksMemory = !gelRaster_Write(canvas->raster, canvas->file);
    else
        fprintf(canvas->file, "</svg>\n");
}

void gelCanvas_Rectangle(gelCanvas* canvas, double x, double y, double width, double height,
                         const char* colour)
{
    if (canvas->raster != NULL)
        gelRaster_Rectangle(canvas->raster, x, y, width, height, colour);
    else
        fprintf(canvas->file, "<rect x=\"%.2f\" y=\"%.2f\" width=\"%.2f\" height=\"%.2f\" fill=\"%s\"/>\n", x,
                y, width, height, colour);
}

void gelCanvas_Line(gelCanvas* canvas, double x1, double y1, double x2, double y2, const char* colour,
                    double width, bool dashed)
{
    if (canvas->raster != NULL)
        gelRaster_Line(canvas->raster, x1, y1, x2, y2, colour, width, dashed);
    else
        fprintf(
            canvas->file,
            "<line x1=\"%.2f\" y1=\"%.2f\" x2=\"%.2f\" y2=\"%.2f\" stroke=\"%s\" stroke-width=\"%g\"%s/>\n",
            x1, y1, x2, y2, colour, width, dashed ? " stroke-dasharray=\"6 4\"" : "");
}

void gelCanvas_Dot(gelCanvas* canvas, double x, double y, double radius, const char* colour, bool hollow)
{
    if (canvas->raster != NULL)
        gelRaster_Dot(canvas->raster, x, y, radius, colour, hollow);
    else
        fprintf(canvas->file,
                "<circle cx=\"%.2f\" cy=\"%.2f\" r=\"%g\" fill=\"%s\" stroke=\"%s\" stroke-width=\"2\"/>\n",
                x, y, radius, hollow ? "#ffffff" : colour, colour);
}

int gelCharacterLength(const char* text)
{
    unsigned char first = (unsigned char)text[0];
    int length = first < 0x80 ? 1 : first >= 0xc2 && first < 0xe0 ? 2 : first >= 0xe0 && first < 0xf0 ? 3 : 4;
    if (first >= 0xf5 || (first >= 0x80 && first < 0xc2))
        return 0;
    for (int i = 1; i < length; i++)
        if (((unsigned char)text[i] & 0xc0) != 0x80)
            return 0;
    return length;
}

void gelWriteEscaped(FILE* file, const char* text)
{
    for (int length; *text != '\0'; text += length > 0 ? length : 1) {
        length = gelCharacterLength(text);
        switch (*text) {
            case '<':
                fputs("&lt;", file);
                break;
            case '>':
                fputs("&gt;", file);
                break;
            case '&':
                fputs("&amp;", file);
                break;
            case '"':
                fputs("&quot;", file);
                break;
            default:
                if (length == 0 || (unsigned char)*text < 32)
                    fputc('?', file);
                else
                    fwrite(text, 1, (size_t)length, file);
        }
    }
}

void gelCanvas_Text(gelCanvas* canvas, double x, double y, double size, gelAnchor anchor, const char* text)
{
    static const char* const anchors[] = {"start", "middle", "end"};
    if (canvas->raster != NULL) {
        gelRaster_Text(canvas->raster, x, y, size, anchor, text);
        return;
    }
    fprintf(canvas->file, "<text x=\"%.2f\" y=\"%.2f\" font-size=\"%g\" text-anchor=\"%s\">", x, y, size,
            anchors[anchor]);
    gelWriteEscaped(canvas->file, text);
    fprintf(canvas->file, "</text>\n");
}

double gelAxis_Place(const gelAxis* axis, double value)
{
    double part = axis->logarithmic ? log(value / axis->low) / log(axis->high / axis->low)
                                    : (value - axis->low) / (axis->high - axis->low);
    return axis->from + part * (axis->to - axis->from);
}

static const double steps[] = {1.0, 2.0, 5.0, 10.0};

void gelAxis_Round(gelAxis* axis)
{
    double decade = pow(10.0, floor(log10(axis->low))), low = decade;
    for (int i = 1; i < 3; i++)
        low = decade * steps[i] <= axis->low ? decade * steps[i] : low;
    decade = pow(10.0, floor(log10(axis->high)));
    double high = decade * 10.0;
    for (int i = 2; i >= 0; i--)
        high = decade * steps[i] >= axis->high ? decade * steps[i] : high;
    axis->low = low;
    axis->high = high > low ? high : low * 10.0;
}

static void tickText(double value, char text[32])
{
    const char* unit = value >= 1e9 ? "G" : value >= 1e6 ? "M" : value >= 1e3 ? "k" : "";
    double scale = value >= 1e9 ? 1e9 : value >= 1e6 ? 1e6 : value >= 1e3 ? 1e3 : 1.0;
    snprintf(text, 32, "%.3g%s", value / scale, unit);
}

typedef void Tick(gelCanvas* canvas, const gelAxis* across, double place, const char* text);

static void drawTicks(gelCanvas* canvas, const gelAxis* axis, const gelAxis* across, Tick* tick)
{
    char text[32];
    double decades = log10(axis->high / axis->low);
    for (double decade = pow(10.0, floor(log10(axis->low))); decade <= axis->high * 1.001; decade *= 10.0)
        for (int i = 0; i < (decades > 3.5 ? 1 : 3); i++) {
            double value = decade * steps[i];
            if (value < axis->low * 0.999 || value > axis->high * 1.001)
                continue;
            tickText(value, text);
            tick(canvas, across, gelAxis_Place(axis, value), text);
        }
}

static void tickAcross(gelCanvas* canvas, const gelAxis* across, double place, const char* text)
{
    gelCanvas_Line(canvas, across->from, place, across->to, place, gridColour, 1, false);
    gelCanvas_Text(canvas, across->from - 8, place + 4, 12, gel_anchorEnd, text);
}

static void tickUp(gelCanvas* canvas, const gelAxis* across, double place, const char* text)
{
    gelCanvas_Line(canvas, place, across->from, place, across->to, gridColour, 1, false);
    gelCanvas_Text(canvas, place, across->from + 18, 12, gel_anchorMiddle, text);
}

void gelCanvas_VerticalAxis(gelCanvas* canvas, const gelAxis* axis, const gelAxis* across, const char* title)
{
    drawTicks(canvas, axis, across, tickAcross);
    gelCanvas_Text(canvas, across->from - 40, axis->to - 10, 12, gel_anchorStart, title);
}

void gelCanvas_HorizontalAxis(gelCanvas* canvas, const gelAxis* axis, const gelAxis* across,
                              const char* title)
{
    drawTicks(canvas, axis, across, tickUp);
    gelCanvas_Text(canvas, 0.5 * (axis->from + axis->to), across->from + 38, 12, gel_anchorMiddle, title);
}
