#define _POSIX_C_SOURCE 200809L // isatty, fileno
#include "app/output.h"
#include "common/path.h"
#include "files/permissions.h"
#include "files/system.h"
#include "files/temporary_file.h"
#include "app/memory.h"
#include "app/progress.h"

#include <errno.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { pageWidth = 80, narrowestPage = 40 };

// Programs read files and pipes: rows and messages are not wrapped there, and help has the usual width.
static int widthOfPage(void)
{
    int width = isatty(STDOUT_FILENO) ? gelTerminalWidth(STDOUT_FILENO) : pageWidth;
    return width < narrowestPage ? narrowestPage : width;
}

static bool colourIsWanted(FILE* stream)
{
    const char* noColour = getenv("NO_COLOR");
    const char* terminal = getenv("TERM");
    if (noColour != NULL && noColour[0] != '\0')
        return false;
    return terminal != NULL && terminal[0] != '\0' && strcmp(terminal, "dumb") != 0 && isatty(fileno(stream));
}

gelOutput gelOpenOutput(bool json)
{
    return (gelOutput){
        .json = json, .outColour = !json && colourIsWanted(stdout), .errorColour = colourIsWanted(stderr)};
}

static const char* inkText(bool colour, gelInk ink)
{
    static const char* const texts[] = {
        [gel_inkPlain] = "\033[0m", [gel_inkBold] = "\033[1m",   [gel_inkDim] = "\033[2m",
        [gel_inkGood] = "\033[32m", [gel_inkBad] = "\033[1;31m", [gel_inkWarning] = "\033[33m",
    };
    return colour ? texts[ink] : "";
}

// Length of the ink's escape sequence at the start of the text, 0 for other text.
static size_t inkLength(const char* text)
{
    for (gelInk ink = gel_inkPlain; ink <= gel_inkWarning; ink++) {
        const char* sequence = inkText(true, ink);
        if (strncmp(text, sequence, strlen(sequence)) == 0)
            return strlen(sequence);
    }
    return 0;
}

// The length of the UTF-8 character at the start of the text; 0 if there is none.
static size_t characterLength(const unsigned char* text)
{
    unsigned lead = text[0];
    size_t length = lead < 0x80   ? 1
                    : lead < 0xc2 ? 0
                    : lead < 0xe0 ? 2
                    : lead < 0xf0 ? 3
                    : lead < 0xf5 ? 4
                                  : 0;
    for (size_t i = 1; i < length; i++)
        if ((text[i] & 0xc0) != 0x80)
            return 0;
    bool tooLong = (lead == 0xe0 && text[1] < 0xa0) || (lead == 0xf0 && text[1] < 0x90);
    bool noCharacter = (lead == 0xed && text[1] >= 0xa0) || (lead == 0xf4 && text[1] >= 0x90);
    return tooLong || noCharacter ? 0 : length;
}

// File names may contain any bytes, and long messages may be cut anywhere: invalid UTF-8 becomes question
// marks.
static void cleanEncoding(char* text)
{
    for (unsigned char* c = (unsigned char*)text; *c != '\0';) {
        size_t length = characterLength(c);
        if (length == 0)
            *c = '?';
        c += length > 0 ? length : 1;
    }
}

// Names come from files: terminal control characters become question marks. C1 controls are 0xC2 0x80 to
// 0x9F.
static void cleanText(char* text, bool keepInk)
{
    cleanEncoding(text);
    for (unsigned char* c = (unsigned char*)text; *c != '\0'; c++) {
        size_t ink = keepInk && *c == 0x1b ? inkLength((const char*)c) : 0;
        if (ink > 0)
            c += ink - 1;
        else if (*c == 0xc2 && c[1] >= 0x80 && c[1] < 0xa0)
            c[0] = c[1] = '?';
        else if (*c < 0x20 || *c == 0x7f)
            *c = '?';
    }
}

const char* gelInkText(const gelOutput* output, gelInk ink)
{
    return inkText(output->outColour, ink);
}

static pthread_mutex_t lineLock = PTHREAD_MUTEX_INITIALIZER; // guards gelOutput.openLine

static void closeLine(gelOutput* output)
{
    if (output->openLine > 0)
        fprintf(stderr, "\r%*s\r", output->openLine, "");
    output->openLine = 0;
}

void gelDrawLine(gelOutput* output, int width, const char* text)
{
    pthread_mutex_lock(&lineLock);
    closeLine(output);
    output->openLine = fprintf(stderr, "%.*s", width, text);
    fflush(stderr);
    pthread_mutex_unlock(&lineLock);
}

void gelCloseLine(gelOutput* output)
{
    pthread_mutex_lock(&lineLock);
    closeLine(output);
    pthread_mutex_unlock(&lineLock);
}

// Prints words from `position` on, where the cursor is. Further lines begin at `column`.
static void printWords(FILE* stream, const char* text, int position, int column, int width)
{
    bool lineIsEmpty = true;
    while (*text != '\0') {
        if (*text == '\n') {
            fprintf(stream, "\n%*s", text[1] == '\n' || text[1] == '\0' ? 0 : column, "");
            position = column;
            lineIsEmpty = true;
            text++;
            continue;
        }
        int length = (int)strcspn(text, " \n");
        if (!lineIsEmpty && position + 1 + length > width) {
            fprintf(stream, "\n%*s", column, "");
            position = column;
            lineIsEmpty = true;
        }
        position += fprintf(stream, "%s%.*s", lineIsEmpty ? "" : " ", length, text);
        lineIsEmpty = false;
        text += length;
        text += *text == ' ';
    }
    fputc('\n', stream);
}

// Prints a message on standard error, wrapped on a terminal only, so that programs find it on one line.
static void printMessage(const gelOutput* output, gelInk ink, const char* label, const char* text)
{
    enum { indent = 5 }; // "gel: "
    fprintf(stderr, "%s%s%s ", inkText(output->errorColour, ink), label,
            inkText(output->errorColour, gel_inkPlain));
    if (isatty(STDERR_FILENO))
        printWords(stderr, text, (int)strlen(label) + 1, indent, gelTerminalWidth(STDERR_FILENO));
    else
        fprintf(stderr, "%s\n", text);
}

static int printError(gelOutput* output, int code)
{
    char* text = output->lastError;
    gelCloseLine(output);
    if (!output->json) {
        cleanText(text, false);
        printMessage(output, gel_inkBad, "gel:", text);
        return code;
    }
    cJSON* object = cJSON_CreateObject();
    cJSON* error = cJSON_AddObjectToObject(object, "error");
    cJSON_AddNumberToObject(error, "code", code);
    cJSON_AddStringToObject(error, "kind", gelExitCodeName(code));
    cJSON_AddStringToObject(error, "message", text);
    return gelPrintJson(output, object, code);
}

int gelReportError(gelOutput* output, int code, const char* format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(output->lastError, sizeof output->lastError, format, arguments);
    va_end(arguments);
    return output->holdsErrors ? code : printError(output, code);
}

void gelReleaseErrors(gelOutput* output, int code)
{
    output->holdsErrors = false;
    if (code != gel_exitDone)
        printError(output, code);
}

const char* gelReasonOf(gelStatus status)
{
    // If the command itself runs out of memory, the last message is an older one.
    const char* text = status != gel_outOfMemory ? gelLastError() : "";
    return text[0] != '\0' ? text : gelStatusText(status);
}

int gelReportStatus(gelOutput* output, gelStatus status, gelActivity activity)
{
    return gelReportError(output, (int)gelExitCodeOf(status, activity), "%s", gelReasonOf(status));
}

void gelPrintWarning(gelOutput* output, const char* format, ...)
{
    char text[9000];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (output->isSilent)
        return;
    cleanText(text, false);
    gelCloseLine(output);
    printMessage(output, gel_inkWarning, "gel: warning:", text);
}

void gelPrintWrapped(const char* text, int column)
{
    printWords(stdout, text, column, column, widthOfPage());
}

void gelPrintRow(const gelOutput* output, const char* label, const char* format, ...)
{
    char text[4096];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    cleanText(text, output->outColour);
    printf("  %s%-16s%s", gelInkText(output, gel_inkDim), label, gelInkText(output, gel_inkPlain));
    if (isatty(STDOUT_FILENO))
        gelPrintWrapped(text, 18);
    else
        puts(text);
}

int gelPrintJson(gelOutput* output, cJSON* object, int code)
{
    char* text = object != NULL && !gelMemoryRanOut() ? cJSON_Print(object) : NULL;
    cJSON_Delete(object);
    gelCloseLine(output);
    if (text == NULL) { // a literal, as there is no memory left
        puts("{\"error\": {\"code\": 6, \"kind\": \"internal\", \"message\": \"out of memory\"}}");
        return gel_exitInternal;
    }
    cleanEncoding(text);
    puts(text);
    cJSON_free(text);
    return code;
}

int gelCheckOutputPath(gelOutput* output, const char* option, const char* path)
{
    struct stat found;
    char name[64] = "";
    if (option != NULL)
        snprintf(name, sizeof name, "--%s ", option);
    if (path[0] == '\0')
        return gelReportError(output, gel_exitUsage, "%s%s: expected a file name, found \"\"",
                              option != NULL ? "--" : "", option != NULL ? option : "OUT");
    if (stat(path, &found) == 0) {
        if (S_ISREG(found.st_mode) && !gelIsProtected(path))
            return gel_exitDone;
        // Files are renamed into place, which would replace a device or pipe by an ordinary file.
        return gelReportError(output, gel_exitOutput, "%s%s: cannot be written: it is %s; name another file",
                              name, path,
                              S_ISREG(found.st_mode)   ? "write-protected"
                              : S_ISDIR(found.st_mode) ? "a folder"
                                                       : "a device or a pipe");
    }
    char target[gel_pathSize], folder[gel_pathSize];
    if (errno != ENOENT || !gelFollowLinks(path, target, sizeof target))
        return gelReportError(output, gel_exitOutput, "%s%s: cannot be written: %s", name, path,
                              strerror(errno));
    const char* slash = gelLastSlash(target);
    if (slash == NULL)
        return gel_exitDone;
    int length = slash == target ? 1 : (int)(slash - target);
    snprintf(folder, sizeof folder, "%.*s", length, target);
    if (stat(folder, &found) != 0 || !S_ISDIR(found.st_mode))
        return gelReportError(output, gel_exitOutput, "%s%s: cannot be written: there is no folder %s", name,
                              path, folder);
    return gel_exitDone;
}

int gelCheckOutputEnding(gelOutput* output, const char* option, const char* path, const char* ending)
{
    return gelEndsWith(path, ending)
               ? gel_exitDone
               : gelReportError(output, gel_exitUsage, "--%s: expected a name ending in %s, found \"%s\"",
                                option, ending, path);
}

int gelTerminalWidth(int file)
{
    int columns = gelCountColumns(file);
    return columns > 0 ? columns : 80;
}
