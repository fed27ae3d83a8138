// Drawing for commands without a window: a view of a world that it does not own.
#include "app/drawing.h"

#include "headless.h"

#include <stdlib.h>

struct gelDrawing {
    gelViewSettings settings;
    gelView view;
    gelHeadless headless;
};

int gelOpenDrawing(gelOutput* output, const gelDrawingDef* def, gelDrawing** result)
{
    gelDrawing* drawing = calloc(1, sizeof *drawing);
    *result = NULL;
    if (drawing == NULL)
        return gelReportError(output, gel_exitInternal, "out of memory while setting up the picture");
    drawing->settings = (gelViewSettings){.headless = true, .size = def->size};
    if (gelDrawingKindOf(def->path) == gel_drawsPicture)
        drawing->settings.shot = def->path;
    else
        drawing->settings.film = def->path;
    drawing->view = (gelView){.output = output,
                              .settings = &drawing->settings,
                              .session = {.output = output,
                                          .scene = def->scene,
                                          .world = def->world,
                                          .player = def->player,
                                          .probes = def->probes,
                                          .timeStep = def->frameTime}};
    int code = gelOpenHeadless(&drawing->view, &drawing->headless);
    if (code == gel_exitDone)
        *result = drawing;
    else
        free(drawing);
    return code;
}

int gelDrawing_AddFrame(gelDrawing* drawing)
{
    return gelHeadless_Draw(&drawing->headless);
}

int gelDrawing_Save(gelDrawing* drawing, const char* path)
{
    gelViewSettings* settings = &drawing->settings;
    settings->shot = path;
    int code = gelHeadless_Draw(&drawing->headless);
    if (code == gel_exitDone)
        code = gelView_WriteShot(&drawing->view, settings->size.width, settings->size.height);
    settings->shot = NULL;
    return code;
}

int gelCloseDrawing(gelDrawing* drawing, int code)
{
    if (drawing != NULL)
        code = gelCloseHeadless(&drawing->headless, code);
    free(drawing);
    return code;
}
