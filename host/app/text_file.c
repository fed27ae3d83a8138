#include "app/text_file.h"
#include "files/temporary_file.h"

#include <errno.h>
#include <string.h>

static int reportUnwritten(gelOutput* output, const char* option, const char* path)
{
    return gelReportError(output, gel_exitOutput, "--%s %s: cannot be written: %s", option, path,
                          errno != 0 ? strerror(errno) : "write error");
}

int gelOpenTextPart(gelOutput* output, const char* option, const char* path, gelTextFile* text)
{
    *text = (gelTextFile){.path = path};
    int code = gelCheckOutputPath(output, option, path);
    if (code != gel_exitDone)
        return code;
    text->file = gelOpenTemporaryFile(path, text->part, sizeof text->part);
    return text->file != NULL ? gel_exitDone : reportUnwritten(output, option, path);
}

int gelOpenTextFile(gelOutput* output, const char* option, const char* path, gelTextFile* text)
{
    gelRemoveDeadTemporaries(path);
    return gelOpenTextPart(output, option, path, text);
}

int gelCloseTextPart(gelOutput* output, const char* option, gelTextFile* text)
{
    errno = 0;
    bool written = ferror(text->file) == 0;
    written = fclose(text->file) == 0 && written; // a full disk may not show until here
    text->file = NULL;
    if (written)
        return gel_exitDone;
    int code = reportUnwritten(output, option, text->path);
    if (!text->isLeft)
        remove(text->part);
    return code;
}

int gelNameTextFile(gelOutput* output, const char* option, const gelTextFile* text, int code)
{
    errno = 0;
    if (code == gel_exitDone && !gelPublishTemporary(text->part, text->path))
        code = reportUnwritten(output, option, text->path);
    if (code != gel_exitDone && !text->isLeft)
        remove(text->part);
    return code;
}

int gelCloseTextFile(gelOutput* output, const char* option, gelTextFile* text, int code)
{
    if (text->file == NULL)
        return code;
    if (text->isLeft && code != gel_exitDone) {
        fclose(text->file);
        text->file = NULL;
        return code;
    }
    int closed = gelCloseTextPart(output, option, text);
    return gelNameTextFile(output, option, text, code == gel_exitDone ? closed : code);
}

bool gelKeepTextFile(gelTextFile* text, const char* ending, int64_t* size)
{
    long position = ftell(text->file);
    *size = position;
    if (position < 0 || !gelKeepTemporary(text->file, text->path, ending, text->part, sizeof text->part))
        return false;
    gelSyncFolderOf(text->path);
    return true;
}

int gelGoOnTextFile(gelOutput* output, const char* option, gelTextFile* text, const char* ending,
                    int64_t size)
{
    fclose(text->file);
    remove(text->part);
    text->isLeft = true; // until the work goes on
    text->file = gelReopenTemporary(text->path, ending, text->part, sizeof text->part);
    if (text->file != NULL && gelCutFile(text->file, size))
        return gel_exitDone;
    return gelReportError(output, gel_exitInput, "--%s: %s, kept for --resume, cannot be continued: %s",
                          option, text->part,
                          errno == EINVAL ? "it is shorter than it was" : strerror(errno));
}

void gelWriteCsvText(FILE* file, const char* text)
{
    if (strpbrk(text, ",\"\r\n") == NULL) {
        fputs(text, file);
        return;
    }
    fputc('"', file);
    for (const char* c = text; *c != '\0'; c++) {
        if (*c == '"')
            fputc('"', file);
        fputc(*c, file);
    }
    fputc('"', file);
}
