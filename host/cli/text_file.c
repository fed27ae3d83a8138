#include "text_file.h"
#include "common/part_file.h"

#include <errno.h>
#include <string.h>

static int reportUnwritten(gelOutput* output, const char* option, const char* path)
{
    return gelReportError(output, gel_exitOutput, "--%s %s: cannot be written: %s", option, path,
                          errno != 0 ? strerror(errno) : "write error");
}

int gelOpenTextFile(gelOutput* output, const char* option, const char* path, gelTextFile* text)
{
    *text = (gelTextFile){.path = path};
    int code = gelCheckOutputPath(output, option, path);
    if (code != gel_exitDone)
        return code;
    text->file = gelOpenPartFile(path, text->part, sizeof text->part);
    return text->file != NULL ? gel_exitDone : reportUnwritten(output, option, path);
}

int gelCloseTextFile(gelOutput* output, const char* option, gelTextFile* text, int code)
{
    if (text->file == NULL)
        return code;
    errno = 0;
    bool written = ferror(text->file) == 0;
    written = fclose(text->file) == 0 && written;
    text->file = NULL;
    if (code == gel_exitDone && (!written || rename(text->part, text->path) != 0))
        code = reportUnwritten(output, option, text->path);
    if (code != gel_exitDone)
        remove(text->part);
    return code;
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
