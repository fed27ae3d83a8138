// Joins modules to one script: pages opened from a file may import none.
#include "web/packed.h"
#include "web/embedded_web.h"
#include "app/memory.h"
#include "files/system.h"

#include <stdlib.h>
#include <string.h>

gelPart gelFindWebPart(const char* name)
{
    const char* folder = getenv("GEL_WEB_DIR");
    gelPart part = {0};
    if (folder != NULL && folder[0] != '\0') {
        char path[4096];
        snprintf(path, sizeof path, "%s/%s", folder, name);
        part.bytes = gelMapFile(path, &part.size);
    }
    for (int i = 0; i < gelEmbeddedWeb.count && part.bytes == NULL; i++)
        if (strcmp(gelEmbeddedWeb.files[i].name, name) == 0)
            part = (gelPart){gelEmbeddedWeb.files[i].text, gelEmbeddedWeb.files[i].size};
    return part;
}

static bool isWritten(const gelModuleList* written, const char* name)
{
    for (int i = 0; i < written->count; i++)
        if (strcmp(written->names[i], name) == 0)
            return true;
    return false;
}

// Finds the module that a line imports: import ... from './NAME';
static bool findImport(const char* line, size_t length, char name[gel_moduleNameSize])
{
    static const char start[] = "import ", from[] = "'./";
    if (length < sizeof start || memcmp(line, start, sizeof start - 1) != 0)
        return false;
    for (size_t i = 0; i + sizeof from < length; i++) {
        if (memcmp(line + i, from, sizeof from - 1) != 0)
            continue;
        const char* first = line + i + sizeof from - 1;
        const char* end = memchr(first, '\'', length - (size_t)(first - line));
        if (end == NULL || end - first >= gel_moduleNameSize)
            return false;
        snprintf(name, gel_moduleNameSize, "%.*s", (int)(end - first), first);
        return true;
    }
    return false;
}

typedef bool SeenLine(gelBytes* to, const char* line, size_t length, gelModuleList* written,
                      char problem[200]);

static bool forEachLine(gelPart part, gelBytes* to, SeenLine* seen, gelModuleList* written, char problem[200])
{
    const char* end = part.bytes + part.size;
    for (const char *line = part.bytes, *next; line < end; line = next) {
        const char* lineEnd = memchr(line, '\n', (size_t)(end - line));
        next = lineEnd != NULL ? lineEnd + 1 : end;
        if (!seen(to, line, (size_t)(next - line), written, problem))
            return false;
    }
    return true;
}

static bool writeImported(gelBytes* to, const char* line, size_t length, gelModuleList* written,
                          char problem[200])
{
    char name[gel_moduleNameSize];
    return !findImport(line, length, name) || gelWriteModule(to, name, written, problem);
}

static bool writeOwn(gelBytes* to, const char* line, size_t length, gelModuleList* written, char problem[200])
{
    static const char export[] = "export ";
    char name[gel_moduleNameSize];
    size_t skip = sizeof export - 1;
    (void)written;
    if (findImport(line, length, name))
        return true;
    if (length < skip || memcmp(line, export, skip) != 0)
        skip = 0;
    char* grown = gelGrow(to->bytes, to->size + length, 1);
    if (grown == NULL) {
        snprintf(problem, 200, "out of memory");
        return false;
    }
    to->bytes = grown;
    memcpy(grown + to->size, line + skip, length - skip);
    to->size += length - skip;
    return true;
}

bool gelWriteModule(gelBytes* to, const char* name, gelModuleList* written, char problem[200])
{
    if (isWritten(written, name))
        return true;
    gelPart part = gelFindWebPart(name);
    if (part.bytes == NULL || written->count == gel_mostModules) {
        snprintf(problem, 200, "web/%s: %s", name,
                 part.bytes == NULL ? "there is no such module" : "there are too many modules");
        return false;
    }
    snprintf(written->names[written->count++], gel_moduleNameSize, "%s", name);
    return forEachLine(part, to, writeImported, written, problem) &&
           forEachLine(part, to, writeOwn, written, problem);
}
