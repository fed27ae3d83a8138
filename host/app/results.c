#include "app/results.h"
#include "files/system.h"
#include "files/temporary_file.h"
#include "app/memory.h"
#include "app/overwrite.h"

#include <stdlib.h>
#include <string.h>

// Returns the real path of the file's folder, and its name: together they tell files apart. A link
// stands for its target, which a result replaces and which need not exist yet.
static char* findPlace(const char* name)
{
    char target[gel_pathSize];
    const char* path = gelFollowLinks(name, target, sizeof target) ? target : name;
    const char* slash = gelLastSlash(path);
    size_t length = slash != NULL ? (size_t)(slash - path) + 1 : 0;
    char* folder = gelCopyOf(length > 0 ? path : "./");
    if (folder == NULL)
        return NULL;
    folder[length > 0 ? length : 2] = '\0';
    char* real = gelRealPath(folder);
    const char* base = real != NULL ? real : folder;
    size_t size = strlen(base) + strlen(path + length) + 2;
    char* place = gelNew(size, 1);
    if (place != NULL)
        snprintf(place, size, "%s/%s", base, path + length);
    free(real);
    free(folder);
    return place;
}

void gelAddResult(gelResults* results, const char* option, const char* path)
{
    if (results->count == results->capacity) {
        int capacity = 2 * results->capacity + 8;
        gelResult* grown = gelGrow(results->rows, (size_t)capacity, sizeof *grown);
        if (grown == NULL)
            return;
        results->rows = grown;
        results->capacity = capacity;
    }
    gelResult row = {option, gelCopyOf(path), findPlace(path)};
    if (row.path != NULL && row.place != NULL) {
        results->rows[results->count++] = row;
        return;
    }
    free(row.path);
    free(row.place);
}

static int byPlace(const void* a, const void* b)
{
    return strcmp(((const gelResult*)a)->place, ((const gelResult*)b)->place);
}

// Sorts them.
static int checkShared(gelOutput* output, gelResults* results)
{
    if (results->count > 0)
        qsort(results->rows, (size_t)results->count, sizeof *results->rows, byPlace);
    for (int i = 1; i < results->count; i++) {
        const gelResult *a = &results->rows[i - 1], *b = &results->rows[i];
        if (strcmp(a->place, b->place) != 0)
            continue;
        bool inOrder = strcmp(a->option, b->option) < 0;
        return gelReportError(output, gel_exitUsage, "--%s and --%s would both write %s; name another file",
                              inOrder ? a->option : b->option, inOrder ? b->option : a->option, a->path);
    }
    return gel_exitDone;
}

int gelCheckResults(gelOutput* output, gelResults* results, const gelScene* scene, const char* input)
{
    int code =
        gelMemoryRanOut() ? gelReportStatus(output, gel_outOfMemory, gel_activityOutput) : gel_exitDone;
    for (int i = 0; i < results->count && code == gel_exitDone; i++) {
        const gelResult* row = &results->rows[i];
        code = gelCheckOverwrite(output, row->option, row->path, scene);
        if (code == gel_exitDone)
            code = gelCheckOverwriteInput(output, row->option, row->path, input);
    }
    if (code == gel_exitDone)
        code = checkShared(output, results);
    for (int i = 0; i < results->count; i++) {
        free(results->rows[i].path);
        free(results->rows[i].place);
    }
    free(results->rows);
    *results = (gelResults){0};
    return code;
}
