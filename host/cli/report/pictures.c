#include "report/pictures.h"
#include "common/part_file.h"
#include "memory.h"

#include <stdlib.h>
#include <string.h>

static void giveUp(gelPictures* pictures)
{
    gelOutput* output = pictures->output;
    snprintf(pictures->note, sizeof pictures->note, "%.*s", (int)sizeof pictures->note - 1,
             output->lastError);
    gelCloseDrawing(pictures->drawing, gel_exitDisplay);
    pictures->drawing = NULL;
}

void gelOpenPictures(gelPlay* play, const char* path, gelPictureSize size, gelPictures* pictures)
{
    *pictures = (gelPictures){.output = play->output, .frames = {0, play->frames / 2, play->frames}};
    char mark[gel_partMarkSize];
    gelMarkPart(mark);
    snprintf(pictures->path, sizeof pictures->path, "%s%s.part.png", path, mark);
    gelDrawingDef def = {.path = pictures->path,
                         .scene = play->scene,
                         .world = play->world,
                         .player = play->player,
                         .size = size,
                         .frameTime = play->timeStep};
    bool held = play->output->holdsErrors;
    play->output->holdsErrors = true; // what is wrong is said in the page
    if (gelOpenDrawing(play->output, &def, &pictures->drawing) != gel_exitDone)
        giveUp(pictures);
    play->output->holdsErrors = held;
}

// NULL if the file cannot be read.
static unsigned char* readFile(const char* path, size_t* size)
{
    FILE* file = fopen(path, "rb");
    long length = file != NULL && fseek(file, 0, SEEK_END) == 0 ? ftell(file) : -1;
    unsigned char* bytes = length > 0 ? gelNew((size_t)length, 1) : NULL;
    if (bytes != NULL &&
        (fseek(file, 0, SEEK_SET) != 0 || fread(bytes, 1, (size_t)length, file) != (size_t)length)) {
        free(bytes);
        bytes = NULL;
    }
    if (file != NULL)
        fclose(file);
    *size = bytes != NULL ? (size_t)length : 0;
    return bytes;
}

void gelPictures_AddFrame(gelPictures* pictures, int frame)
{
    gelOutput* output = pictures->output;
    int index = pictures->count;
    if (pictures->drawing == NULL || index >= gel_reportPictures || frame != pictures->frames[index])
        return;
    bool held = output->holdsErrors;
    output->holdsErrors = true;
    snprintf(output->lastError, sizeof output->lastError, "the picture cannot be read again");
    if (gelDrawing_Save(pictures->drawing, pictures->path) == gel_exitDone)
        pictures->files[index] = readFile(pictures->path, &pictures->sizes[index]);
    remove(pictures->path);
    if (pictures->files[index] != NULL)
        pictures->count++;
    else
        giveUp(pictures);
    output->holdsErrors = held;
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
