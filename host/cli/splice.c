// gel splice: cuts baked vertex caches, and joins the pieces.
#include "app/options.h"
#include "app/memory.h"
#include "app/overwrite.h"

#include "gel/bake.h"

#include <stdlib.h>
#include <string.h>

typedef struct Settings {
    gelArguments pieces;
    const char* out;
    bool json;
} Settings;

static const gelOption options[] = {
    GEL_FILE_OPTION(Settings, out, "write the result to this file; it has the extension of the pieces"),
    GEL_JSON_OPTION(Settings),
};

// Digits up to `end`, or nothing, which leaves the number as it is.
static bool readFrame(const char** text, int* frame)
{
    char* end = (char*)(uintptr_t)*text;
    if (**text >= '0' && **text <= '9') {
        long number = strtol(*text, &end, 10);
        if (number > 1000000000)
            return false;
        *frame = (int)number;
    }
    *text = end;
    return true;
}

// "FROM-TO", "FROM-", "-TO" or "FRAME".
static bool readFrames(const char* text, gelBakePiece* piece)
{
    const char* start = text;
    if (!readFrame(&text, &piece->first))
        return false;
    if (*text == '\0' && text > start) {
        piece->last = piece->first;
        return true;
    }
    return *text++ == '-' && readFrame(&text, &piece->last) && *text == '\0';
}

// Cuts the text at the colon, if frames follow it. A file may have a colon in its name.
static int readPiece(gelOutput* output, char* text, gelBakePiece* piece)
{
    char* colon = strrchr(text, ':');
    *piece = (gelBakePiece){text, 0, -1};
    if (colon == NULL || strpbrk(colon, "./") != NULL)
        return gel_exitDone;
    *colon = '\0';
    return readFrames(colon + 1, piece)
               ? gel_exitDone
               : gelReportError(output, gel_exitUsage,
                                "%s:%s: expected frames behind the colon, as 10-80, 10-, -80 or 10", text,
                                colon + 1);
}

static int checkOut(gelOutput* output, const Settings* settings, const gelBakePiece* pieces)
{
    if (settings->out == NULL)
        return gelReportError(output, gel_exitUsage, "gel splice needs --out FILE, the name of the result");
    int code = gelCheckOutputPath(output, "out", settings->out);
    for (int i = 0; i < settings->pieces.count && code == gel_exitDone; i++)
        code = gelCheckOverwriteInput(output, "out", settings->out, pieces[i].path);
    return code == gel_exitDone ? gelCheckRestFile(output, "out", settings->out) : code;
}

static int print(gelOutput* output, const Settings* settings, int frameCount)
{
    if (!output->json) {
        gelPrintRow(output, "written", "%s (%s of %s)", settings->out,
                    GEL_COUNT(frameCount, "frame", "frames"),
                    GEL_COUNT(settings->pieces.count, "piece", "pieces"));
        return gel_exitDone;
    }
    cJSON* object = cJSON_CreateObject();
    cJSON_AddStringToObject(object, "out", settings->out);
    cJSON_AddNumberToObject(object, "pieces", settings->pieces.count);
    cJSON_AddNumberToObject(object, "frames", frameCount);
    return gelPrintJson(output, object, gel_exitDone);
}

static int splice(gelOutput* output, const char* argument, const void* settings)
{
    const Settings* wanted = settings;
    int count = wanted->pieces.count, frameCount = 0, code = gel_exitDone;
    gelBakePiece* pieces = gelNew((size_t)count, sizeof *pieces);
    (void)argument;
    if (pieces == NULL)
        return gelReportStatus(output, gel_outOfMemory, gel_activityInput);
    for (int i = 0; i < count && code == gel_exitDone; i++)
        code = readPiece(output, wanted->pieces.texts[i], &pieces[i]);
    if (code == gel_exitDone)
        code = checkOut(output, wanted, pieces);
    if (code == gel_exitDone) {
        gelStatus status = gelSpliceBakes(pieces, count, wanted->out, &frameCount);
        if (status != gel_success)
            code = gelReportStatus(output, status, frameCount > 0 ? gel_activityOutput : gel_activityInput);
    }
    free(pieces);
    return code == gel_exitDone ? print(output, wanted, frameCount) : code;
}

const gelCommand gelSpliceCommand = {
    .name = "splice",
    .argument = "PIECE...",
    .purpose = "Cuts baked vertex caches, and joins the pieces.",
    .example = "gel splice a.pc2:0-119 part.pc2 a.pc2:181- --out b.pc2",
    .notes =
        "PIECE: a .pc2 or .mdd, followed by a colon and the first and last frame to use: FILE:10-80, "
        "FILE:10- from frame 10 to the end, FILE:-80 from the start to frame 80, FILE:10 only that frame. "
        "Frames are those in the file, counted from 0.\nOne piece cuts a bake at either end; two join a "
        "bake that was continued; three replace the middle of a bake. A bake that is cut and joined again "
        "has the bytes of the whole. gel run --states saves the states from which gel run --begin starts, "
        "to make the other pieces.\nAll pieces have the same extension, number of vertices and time "
        "between two frames; a piece that does not begin where the one before it ends gives a warning. FILE_rest.obj of the first piece is copied, too.\nExit code 3: a piece is "
        "refused; 4: the result cannot be written, or is one of the pieces.",
    .options = options,
    .optionCount = (int)(sizeof options / sizeof options[0]),
    .settingsSize = sizeof(Settings),
    .argumentsOffset = offsetof(Settings, pieces),
    .execute = splice,
};
