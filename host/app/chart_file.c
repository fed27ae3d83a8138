#include "app/chart_file.h"
#include "common/path.h"
#include "app/raster.h"

#include <string.h>

// Distinguishable with colour vision deficiencies.
const char* const gelPlotColours[gel_plotColourCount] = {"#444444", "#aaaaaa", "#0072b2", "#d55e00",
                                                         "#009e73", "#cc79a7", "#e69f00", "#56b4e9"};

int gelOpenPlot(gelOutput* output, const char* path, gelTextFile* file, gelCanvas* canvas)
{
    char reason[gel_rasterReasonSize];
    bool inPixels = gelEndsWith(path, ".png");
    *canvas = (gelCanvas){0};
    if (!inPixels && !gelEndsWith(path, ".svg"))
        return gelReportError(output, gel_exitUsage,
                              "--plot: expected the name of an .svg or .png, found \"%s\"", path);
    if (inPixels && (canvas->raster = gelOpenRaster(gel_plotWidth, gel_plotHeight, reason)) == NULL)
        return gelReportError(output, gel_exitUsage, "--plot %s: %s", path, reason);
    int code = gelOpenTextFile(output, "plot", path, file);
    canvas->file = file->file;
    return code;
}

int gelClosePlot(gelOutput* output, gelCanvas* canvas, int code)
{
    if (code == gel_exitDone && canvas->lacksMemory)
        code = gelReportError(output, gel_exitInternal, "--plot: out of memory while drawing");
    gelCloseRaster(canvas->raster);
    *canvas = (gelCanvas){0};
    return code;
}
