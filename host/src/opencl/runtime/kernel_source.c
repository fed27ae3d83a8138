#include "opencl/runtime/kernel_source.h"
#include "backend/embedded_kernels.h"
#include "base/core.h"
#include "files/source_file.h"

#include <stdlib.h>
#include <string.h>

static void* resize(void* block, size_t size)
{
    return gelResize(block, size, 1);
}

gelStatus gelExpandKernelSource(const char* name, char** text)
{
    const gelSourceFiles kernels = {.embedded = &gelEmbeddedKernels,
                                    .kind = "kernels",
                                    .variable = "GEL_KERNEL_DIR",
                                    .resize = resize,
                                    .release = gelFree};
    char problem[2304];
    gelSource source;
    gelSourceResult result = gelReadSource(&kernels, name, &source, problem, sizeof problem);
    *text = source.text;
    if (result != gel_sourceRead)
        return gelFail(result == gel_sourceNoMemory ? gel_outOfMemory : gel_fileError, "%s", problem);
    gelFree(source.names);
    return gel_success;
}

// Appends the file and the line of a line of the whole text, as its #line marks say.
static void appendPlace(const char* source, long line, char* copy, size_t capacity)
{
    const char* name = source;
    int nameLength = 0;
    long lineInFile = 0;
    for (long i = 1; i < line && *source != '\0'; i++) {
        lineInFile++;
        if (strncmp(source, "#line ", 6) == 0) {
            char* end;
            lineInFile = strtol(source + 6, &end, 10);
            name = end + strspn(end, " \"");
            nameLength = (int)strcspn(name, "\"\n");
        }
        source += strcspn(source, "\n");
        source += *source == '\n';
    }
    gelAppend(copy, capacity, "%.*s:%ld", nameLength, name, lineInFile);
}

void gelCopyBuildLog(const char* log, const char* source, char* copy, size_t capacity)
{
    static const char whole[] = "<kernel>:";
    copy[0] = '\0';
    for (const char* next; (next = strstr(log, whole)) != NULL;) {
        char* end;
        gelAppend(copy, capacity, "%.*s", (int)(next - log), log);
        appendPlace(source, strtol(next + strlen(whole), &end, 10), copy, capacity);
        log = end;
    }
    gelAppend(copy, capacity, "%s", log);
}
