#define _POSIX_C_SOURCE 200809L // strdup
#include "web/page.h"
#include "web/packed.h"
#include "app/memory.h"
#include "app/text_file.h"
#include "files/cache_folder.h"
#include "files/system.h"

#include "gel/lesson.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const char module[] = "gel.wasm.lzma";

void gelOpenPage(gelOutput* output, gelPage* page)
{
    *page = (gelPage){.output = output, .scenes = cJSON_CreateArray(), .stored = cJSON_CreateObject()};
}

void gelClosePage(gelPage* page)
{
    cJSON_Delete(page->scenes);
    cJSON_Delete(page->stored);
    gelClearSceneFiles(&page->files);
}

static int failMemory(const gelPage* page)
{
    return gelReportStatus(page->output, gel_outOfMemory, gel_activityOutput);
}

// Names stay whole paths until all scenes are known.
int gelAddPageScene(gelPage* page, const gelScene* scene, cJSON* hashes)
{
    gelSceneFiles files = {0};
    gelLesson lesson;
    bool hasLesson = gelScene_GetLesson(scene, &lesson);
    bool ok = gelAddSceneFiles(scene, &files) && gelAddSceneFiles(scene, &page->files);
    cJSON* item = cJSON_CreateObject();
    cJSON* list = cJSON_AddArrayToObject(item, "files");
    cJSON_AddStringToObject(item, "name", gelScene_GetName(scene));
    cJSON_AddStringToObject(item, "title", hasLesson ? lesson.title : "");
    cJSON_AddStringToObject(item, "question", hasLesson ? lesson.question : "");
    for (int i = 0; i < files.count; i++)
        cJSON_AddItemToArray(list, cJSON_CreateString(files.paths[i]));
    if (hashes != NULL)
        cJSON_AddItemToObject(item, "hashes", hashes);
    cJSON_AddItemToArray(page->scenes, item);
    gelClearSceneFiles(&files);
    return ok ? gel_exitDone : failMemory(page);
}

// Returns the length of the folder that all files are below, with its slash.
static size_t commonFolder(const gelSceneFiles* files)
{
    size_t length = 0;
    for (int i = 0; i < files->count; i++) {
        const char* path = files->paths[i];
        const char* slash = gelLastSlash(path);
        size_t own = slash != NULL ? (size_t)(slash - path) + 1 : 0;
        if (i == 0)
            length = own;
        size_t same = 0;
        for (size_t k = 0; k < own && k < length && path[k] == files->paths[0][k]; k++)
            if (path[k] == '/' || path[k] == '\\')
                same = k + 1;
        length = same;
    }
    return length;
}

// Replaces the whole paths of each scene by names below the common folder. The first of its files is the scene.
static void nameFiles(gelPage* page)
{
    size_t skip = commonFolder(&page->files);
    cJSON* scene;
    cJSON_ArrayForEach(scene, page->scenes)
    {
        cJSON* files = cJSON_GetObjectItem(scene, "files");
        cJSON* names = cJSON_CreateArray();
        const cJSON* file;
        cJSON_ArrayForEach(file, files)
        {
            cJSON_AddItemToArray(names, cJSON_CreateString(file->valuestring + skip));
        }
        const cJSON* first = cJSON_GetArrayItem(names, 0);
        cJSON_AddStringToObject(scene, "path", first != NULL ? first->valuestring : "");
        cJSON_ReplaceItemInObject(scene, "files", names);
    }
    for (int i = 0; i < page->files.count; i++) {
        char place[64];
        snprintf(place, sizeof place, page->isSite ? "files/%d.bin" : "#file%d", i);
        cJSON_AddStringToObject(page->stored, page->files.paths[i] + skip, place);
    }
}

static int failRead(const gelPage* page, const char* path)
{
    return gelReportError(page->output, gel_exitInput, "%s cannot be read: %s", path, strerror(errno));
}

// Nothing in the text may end the element that it is in.
static void writeIndex(const gelPage* page, FILE* file)
{
    cJSON* index = cJSON_CreateObject();
    cJSON_AddStringToObject(index, "wasm", page->isSite ? module : "#wasm");
    cJSON_AddItemReferenceToObject(index, "scenes", page->scenes);
    cJSON_AddItemReferenceToObject(index, "files", page->stored);
    char* text = cJSON_PrintUnformatted(index);
    fputs("<script type=\"application/json\" id=\"gel-index\">", file);
    for (const char* c = text; c != NULL && *c != '\0'; c++)
        if (*c == '<')
            fputs("\\u003c", file);
        else
            fputc(*c, file);
    fputs("</script>\n", file);
    free(text);
    cJSON_Delete(index);
}

static void writeElement(FILE* file, const char* id, const void* bytes, size_t size)
{
    fprintf(file, "<script type=\"text/plain\" id=\"%s\">", id);
    gelWriteBase85(file, bytes, size);
    fputs("</script>\n", file);
}

// Writes the index, and where it is one file, all that it names.
static int writeData(gelPage* page, FILE* file)
{
    writeIndex(page, file);
    if (page->isSite)
        return gel_exitDone;
    gelPart wasm = gelFindWebPart(module);
    writeElement(file, "wasm", wasm.bytes, wasm.size);
    for (int i = 0; i < page->files.count; i++) {
        char id[32];
        size_t size;
        char* bytes = gelPackFile(page->files.paths[i], &size);
        if (bytes == NULL)
            return failRead(page, page->files.paths[i]);
        snprintf(id, sizeof id, "file%d", i);
        writeElement(file, id, bytes, size);
        free(bytes);
    }
    return gel_exitDone;
}

static int writeScript(gelPage* page, FILE* file, const char* start, const char* name)
{
    gelModuleList written = {.count = 0};
    char problem[200] = "";
    fputs(start, file);
    bool ok = gelWriteModule(file, name, &written, problem);
    fputs("</script>\n", file);
    return ok ? gel_exitDone : gelReportError(page->output, gel_exitInternal, "%s", problem);
}

static int writeScripts(gelPage* page, FILE* file)
{
    int code = writeScript(page, file, "<script type=\"text/plain\" id=\"gel-worker\">\n", "draw_worker.mjs");
    return code == gel_exitDone ? writeScript(page, file, "<script type=\"module\">\n", "page.mjs") : code;
}

static int writeStyle(gelPage* page, FILE* file)
{
    gelPart style = gelFindWebPart("page.css");
    (void)page;
    fputs("<style>\n", file);
    fwrite(style.bytes, 1, style.size, file);
    fputs("</style>\n", file);
    return gel_exitDone;
}

// Writes page.html; lines that are marks are replaced by what they name.
static int writeHtml(gelPage* page, FILE* file)
{
    static const struct {
        const char* mark;
        int (*write)(gelPage* page, FILE* file);
    } parts[] = {{"<!-- gel:style -->", writeStyle},
                 {"<!-- gel:data -->", writeData},
                 {"<!-- gel:script -->", writeScripts}};
    gelPart html = gelFindWebPart("page.html");
    const char *at = html.bytes, *end = html.bytes + html.size;
    int code = gel_exitDone;
    while (at < end && code == gel_exitDone) {
        const char* lineEnd = memchr(at, '\n', (size_t)(end - at));
        size_t length = (size_t)((lineEnd != NULL ? lineEnd + 1 : end) - at), i = 0;
        while (i < 3 &&
               (length < strlen(parts[i].mark) || memcmp(at, parts[i].mark, strlen(parts[i].mark)) != 0))
            i++;
        if (i < 3)
            code = parts[i].write(page, file);
        else
            fwrite(at, 1, length, file);
        at += length;
    }
    return code;
}

static int writeFile(gelPage* page, const char* path)
{
    gelTextFile text;
    int code = gelOpenTextFile(page->output, "out", path, &text);
    if (code == gel_exitDone)
        code = gelCloseTextFile(page->output, "out", &text, writeHtml(page, text.file));
    return code;
}

int gelWritePage(gelPage* page, const char* path)
{
    nameFiles(page);
    return writeFile(page, path);
}

static int writeBytes(gelPage* page, const char* path, const void* bytes, size_t size)
{
    gelTextFile text;
    int code = gelOpenTextPart(page->output, "out", path, &text);
    if (code != gel_exitDone)
        return code;
    fwrite(bytes, 1, size, text.file);
    return gelCloseTextFile(page->output, "out", &text, gel_exitDone);
}

int gelWriteSite(gelPage* page, const char* folder)
{
    char path[4200];
    page->isSite = true;
    nameFiles(page);
    snprintf(path, sizeof path, "%s/files", folder);
    gelMakeFolders(path);
    gelPart wasm = gelFindWebPart(module);
    snprintf(path, sizeof path, "%s/%s", folder, module);
    int code = writeBytes(page, path, wasm.bytes, wasm.size);
    for (int i = 0; i < page->files.count && code == gel_exitDone; i++) {
        size_t size;
        char* bytes = gelPackFile(page->files.paths[i], &size);
        if (bytes == NULL)
            return failRead(page, page->files.paths[i]);
        snprintf(path, sizeof path, "%s/files/%d.bin", folder, i);
        code = writeBytes(page, path, bytes, size);
        free(bytes);
    }
    snprintf(path, sizeof path, "%s/index.html", folder);
    return code == gel_exitDone ? writeFile(page, path) : code;
}
