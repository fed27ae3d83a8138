#include "report/pictures.h"
#include "files/temporary_file.h"
#include "app/memory.h"
#include "app/read_file.h"

#include <stdlib.h>
#include <string.h>

// Ends the work on a picture. An error becomes a note in the page; without memory there is no page,
// so that error is reported. Returns the exit code.
static int end(gelPictures* pictures, bool heldErrors, int code)
{
    gelOutput* output = pictures->output;
    if (code != gel_exitDone) {
        snprintf(pictures->note, sizeof pictures->note, "%.*s", (int)sizeof pictures->note - 1,
                 output->lastError);
        gelCloseDrawing(pictures->drawing, gel_exitDisplay);
        pictures->drawing = NULL;
    }
    output->holdsErrors = heldErrors;
    return code == gel_exitInternal ? gelReportError(output, code, "%s", pictures->note) : gel_exitDone;
}

int gelOpenPictures(gelPlay* play, const char* path, gelPictureSize size, gelPictures* pictures)
{
    *pictures = (gelPictures){.output = play->output, .frames = {0, play->frames / 2, play->frames}};
    char mark[gel_temporaryMarkSize];
    gelMarkTemporary(mark);
    snprintf(pictures->path, sizeof pictures->path, "%s%s.part.png", path, mark);
    gelDrawingDef def = {.path = pictures->path,
                         .scene = play->scene,
                         .world = play->world,
                         .player = play->player,
                         .size = size,
                         .frameTime = play->timeStep};
    bool held = play->output->holdsErrors;
    play->output->holdsErrors = true;
    return end(pictures, held, gelOpenDrawing(play->output, &def, &pictures->drawing));
}

int gelPictures_AddFrame(gelPictures* pictures, int frame)
{
    gelOutput* output = pictures->output;
    int index = pictures->count;
    if (pictures->drawing == NULL || index >= gel_reportPictures || frame != pictures->frames[index])
        return gel_exitDone;
    bool held = output->holdsErrors;
    output->holdsErrors = true;
    int code = gelDrawing_Save(pictures->drawing, pictures->path);
    if (code == gel_exitDone) {
        pictures->files[index] = (unsigned char*)gelReadFile(pictures->path, &pictures->sizes[index]);
        if (pictures->files[index] != NULL)
            pictures->count++;
        else if (gelMemoryRanOut())
            code = gelReportError(output, gel_exitInternal, "out of memory while reading a picture");
        else
            code = gelReportError(output, gel_exitOutput, "the picture cannot be reread");
    }
    remove(pictures->path);
    return end(pictures, held, code);
}

void gelClosePictures(gelPictures* pictures)
{
    gelCloseDrawing(pictures->drawing, gel_exitDisplay); // nothing is left to be written
    for (int i = 0; i < pictures->count; i++)
        free(pictures->files[i]);
    *pictures = (gelPictures){0};
}

void gelWriteBase64(FILE* file, const unsigned char* bytes, size_t size)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < size; i += 3) {
        size_t left = size - i;
        unsigned group = (unsigned)bytes[i] << 16 | (left > 1 ? (unsigned)bytes[i + 1] << 8 : 0u) |
                         (left > 2 ? (unsigned)bytes[i + 2] : 0u);
        char text[4] = {digits[group >> 18], digits[group >> 12 & 63],
                        left > 1 ? digits[group >> 6 & 63] : '=', left > 2 ? digits[group & 63] : '='};
        fwrite(text, 1, sizeof text, file);
    }
}
