#include "web/page.h"
#include "web/packed.h"
#include "app/memory.h"
#include "app/setup.h"
#include "app/text_file.h"
#include "common/path.h"
#include "files/cache_folder.h"

#include "gel/lesson.h"
#include "gel/surface.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const char module[] = "gel.wasm.lzma";

void gelOpenPage(gelOutput* output, gelPage* page)
{
    *page = (gelPage){.output = output, .index = cJSON_CreateObject()};
    page->scenes = cJSON_AddArrayToObject(page->index, "scenes");
    page->stored = cJSON_AddObjectToObject(page->index, "files");
}

void gelClosePage(gelPage* page)
{
    cJSON_Delete(page->index);
    for (int i = 0; i < page->sceneCount; i++)
        gelClearSceneFiles(&page->sceneFiles[i]);
    free(page->sceneFiles);
}

static int failMemory(const gelPage* page)
{
    return gelReportStatus(page->output, gel_outOfMemory, gel_activityOutput);
}

// The library of a page has no assimp.
static int checkEndings(const gelPage* page, const gelSceneFiles* files)
{
    for (int i = 0; i < files->count; i++) {
        const char* path = files->files[i].path;
        if (gelIsSurfacePath(path) && !gelEndsWith(path, ".obj") && !gelEndsWith(path, ".off"))
            return gelReportError(page->output, gel_exitInput,
                                  "%s: a page reads surfaces from .obj and .off alone; export it as .obj",
                                  path);
    }
    return gel_exitDone;
}

int gelAddPageScene(gelPage* page, const gelScene* scene, cJSON* hashes)
{
    gelLesson lesson;
    bool hasLesson = gelScene_GetLesson(scene, &lesson);
    cJSON* item = cJSON_CreateObject();
    cJSON_AddStringToObject(item, "name", gelScene_GetName(scene));
    cJSON_AddStringToObject(item, "title", hasLesson ? lesson.title : "");
    gelAddSet(item, scene);
    if (hashes != NULL)
        cJSON_AddItemToObject(item, "hashes", hashes);
    cJSON_AddItemToArray(page->scenes, item);
    gelSceneFiles* grown = gelGrow(page->sceneFiles, (size_t)page->sceneCount + 1, sizeof *grown);
    if (grown == NULL)
        return failMemory(page);
    page->sceneFiles = grown;
    grown[page->sceneCount] = (gelSceneFiles){0};
    if (!gelAddSceneFiles(scene, &grown[page->sceneCount]))
        return failMemory(page);
    if (grown[page->sceneCount++].count == 0)
        return gelReportError(page->output, gel_exitInput, "%s is no longer there",
                              gelScene_GetFileName(scene, 0));
    return checkEndings(page, &grown[page->sceneCount - 1]);
}

// The length of the folder of a scene's files, or of that of another scene which has it inside.
static size_t rootOf(const gelPage* page, int scene)
{
    const gelSceneFile* own = page->sceneFiles[scene].files;
    size_t root = gelSceneFolder(&page->sceneFiles[scene]);
    for (int i = 0; i < page->sceneCount; i++) {
        size_t other = gelSceneFolder(&page->sceneFiles[i]);
        if (other < root && strncmp(page->sceneFiles[i].files[0].name, own->name, other) == 0)
            root = other;
    }
    return root;
}

// Numbers the roots: the first scene with the same one, so that files of two roots do not meet.
static int numberOfRoot(const gelPage* page, int scene, size_t root)
{
    const char* name = page->sceneFiles[scene].files[0].name;
    int i = 0;
    while (i < scene &&
           (rootOf(page, i) != root || strncmp(page->sceneFiles[i].files[0].name, name, root) != 0))
        i++;
    return i;
}

// The name of a file in the page says nothing of the folders outside the scene's, unless the scene itself does.
static bool nameFile(const gelSceneFile* file, size_t root, int number, char name[4200])
{
    int length;
    if (file->isFixed)
        length = snprintf(name, 4200, "%s", file->name + 1);
    else if (number == 0)
        length = snprintf(name, 4200, "%s", file->name + root);
    else
        length = snprintf(name, 4200, "folder%d/%s", number + 1, file->name + root);
    return length < 4200;
}

static int failRead(const gelPage* page, const char* path)
{
    return gelReportError(page->output, gel_exitInput, "%s cannot be read: %s", path, strerror(errno));
}

static void writeElement(FILE* file, const char* id, const void* bytes, size_t size)
{
    fprintf(file, "<script type=\"text/plain\" id=\"%s\">", id);
    gelWriteBase85(file, bytes, size);
    fputs("</script>\n", file);
}

// A script, as browsers read nothing else for a page that is opened from a file.
static int writeStored(const gelPage* page, const char* place, const void* bytes, size_t size)
{
    char path[4200];
    gelTextFile text;
    snprintf(path, sizeof path, "%s/%s", page->folder, place);
    int code = gelOpenTextPart(page->output, "out", path, &text);
    if (code != gel_exitDone)
        return code;
    fprintf(text.file, "gelFiles[\"%s\"]=\"", place);
    gelWriteBase85(text.file, bytes, size);
    fputs("\";\n", text.file);
    return gelCloseTextFile(page->output, "out", &text, gel_exitDone);
}

static bool isStored(const gelPage* page, const char* place)
{
    const cJSON* file;
    cJSON_ArrayForEach(file, page->stored)
    {
        if (strcmp(file->valuestring, place) == 0)
            return true;
    }
    return false;
}

// Stores bytes in the page or beside it, and notes under a name where they are.
static int storeBytes(const gelPage* page, FILE* file, cJSON* to, const char* name, const void* bytes,
                      size_t size)
{
    char digits[17], place[64];
    gelNameBytes(bytes, size, digits);
    snprintf(place, sizeof place, page->folder != NULL ? "files/%s.js" : "#file%s", digits);
    bool isNew = !isStored(page, place);
    cJSON_AddStringToObject(to, name, place);
    if (!isNew)
        return gel_exitDone;
    if (page->folder == NULL) {
        writeElement(file, place + 1, bytes, size);
        return gel_exitDone;
    }
    return writeStored(page, place, bytes, size);
}

static int storeFile(const gelPage* page, FILE* file, const char* path, const char* name)
{
    size_t size;
    if (cJSON_GetObjectItemCaseSensitive(page->stored, name) != NULL)
        return gel_exitDone;
    char* bytes = gelPackFile(path, &size);
    if (bytes == NULL)
        return failRead(page, path);
    int code = storeBytes(page, file, page->stored, name, bytes, size);
    free(bytes);
    return code;
}

static int storeScene(const gelPage* page, FILE* file, int scene)
{
    const gelSceneFiles* files = &page->sceneFiles[scene];
    cJSON* item = cJSON_GetArrayItem(page->scenes, scene);
    cJSON* names = cJSON_AddArrayToObject(item, "files");
    size_t root = rootOf(page, scene);
    int number = numberOfRoot(page, scene, root), code = gel_exitDone;
    for (int i = 0; i < files->count && code == gel_exitDone; i++) {
        char name[4200];
        if (!nameFile(&files->files[i], root, number, name))
            return gelReportError(page->output, gel_exitInput, "%s: the name is too long",
                                  files->files[i].path);
        if (i == 0)
            cJSON_AddStringToObject(item, "path", name);
        cJSON_AddItemToArray(names, cJSON_CreateString(name));
        code = storeFile(page, file, files->files[i].path, name);
    }
    return code;
}

static int storeAll(const gelPage* page, FILE* file)
{
    gelPart wasm = gelFindWebPart(module);
    int code = storeBytes(page, file, page->index, "wasm", wasm.bytes, wasm.size);
    for (int i = 0; i < page->sceneCount && code == gel_exitDone; i++)
        code = storeScene(page, file, i);
    return code;
}

// Nothing in the text may end the element that it is in.
static int writeIndex(const gelPage* page, FILE* file)
{
    char* text = cJSON_PrintUnformatted(page->index);
    if (text == NULL || gelMemoryRanOut()) {
        free(text);
        return failMemory(page);
    }
    fputs("<script type=\"application/json\" id=\"gel-index\">", file);
    for (const char* c = text; *c != '\0'; c++)
        if (*c == '<')
            fputs("\\u003c", file);
        else
            fputc(*c, file);
    fputs("</script>\n", file);
    free(text);
    return gel_exitDone;
}

static int writeData(const gelPage* page, FILE* file)
{
    int code = page->folder == NULL ? storeAll(page, file) : gel_exitDone;
    return code == gel_exitDone ? writeIndex(page, file) : code;
}

static int joinModules(const gelPage* page, const char* name, gelBytes* script)
{
    gelModuleList written = {.count = 0};
    char problem[200] = "";
    *script = (gelBytes){0};
    if (gelWriteModule(script, name, &written, problem))
        return gel_exitDone;
    free(script->bytes);
    return gelReportError(page->output, gel_exitInternal, "%s", problem);
}

static int writePackedScript(const gelPage* page, FILE* file, const char* id, const char* name)
{
    gelBytes script;
    int code = joinModules(page, name, &script);
    if (code != gel_exitDone)
        return code;
    char* packed = gelPackBytes(script.bytes, &script.size);
    if (packed == NULL)
        return failMemory(page);
    writeElement(file, id, packed, script.size);
    free(packed);
    return gel_exitDone;
}

static int writeFirstScript(const gelPage* page, FILE* file)
{
    gelBytes script;
    int code = joinModules(page, "boot.mjs", &script);
    if (code != gel_exitDone)
        return code;
    fputs("<script type=\"module\">\n", file);
    fwrite(script.bytes, 1, script.size, file);
    fputs("</script>\n", file);
    free(script.bytes);
    return gel_exitDone;
}

static int writeScripts(const gelPage* page, FILE* file)
{
    int code = writePackedScript(page, file, "gel-worker", "draw_worker.mjs");
    if (code == gel_exitDone)
        code = writePackedScript(page, file, "gel-page", "page.mjs");
    return code == gel_exitDone ? writeFirstScript(page, file) : code;
}

static int writeStyle(const gelPage* page, FILE* file)
{
    gelPart style = gelFindWebPart("page.css");
    if (style.bytes == NULL)
        return gelReportError(page->output, gel_exitInternal, "web/page.css: there is no such file");
    fputs("<style>\n", file);
    fwrite(style.bytes, 1, style.size, file);
    fputs("</style>\n", file);
    return gel_exitDone;
}

// Writes page.html; lines that are marks are replaced by what they name.
static int writeHtml(const gelPage* page, FILE* file)
{
    static const struct {
        const char* mark;
        int (*write)(const gelPage* page, FILE* file);
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

static int writeFile(const gelPage* page, const char* path)
{
    gelTextFile text;
    int code = gelOpenTextFile(page->output, "out", path, &text);
    if (code == gel_exitDone)
        code = gelCloseTextFile(page->output, "out", &text, writeHtml(page, text.file));
    return code;
}

int gelWritePage(gelPage* page, const char* path)
{
    return writeFile(page, path);
}

int gelWriteSite(gelPage* page, const char* folder)
{
    char path[4200];
    page->folder = folder;
    snprintf(path, sizeof path, "%s/files", folder);
    gelMakeFolders(path);
    int code = storeAll(page, NULL);
    snprintf(path, sizeof path, "%s/index.html", folder);
    if (code == gel_exitDone)
        code = writeFile(page, path);
    if (code == gel_exitDone)
        gelRemoveOldFiles(page);
    return code;
}
