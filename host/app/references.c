#define _POSIX_C_SOURCE 200809L // access
#include "app/references.h"
#include "common/path.h"
#include "files/system.h"
#include "files/temporary_file.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { pathSize = 4096 };

// A copy in memory of a file's bytes.
typedef struct Text {
    char* bytes; // NULL: it cannot be read
    size_t size;
} Text;

static Text openText(const char* path)
{
    Text text = {NULL, 0};
    text.bytes = gelMapFile(path, &text.size);
    return text;
}

static void closeText(Text text)
{
    gelUnmapFile(text.bytes, text.size);
}

// Names may have a percent sign and two digits for a character, and backslashes for slashes.
static void decode(Text* text)
{
    size_t size = 0;
    for (size_t i = 0; i < text->size; i++) {
        char c = text->bytes[i];
        if (c == '%' && i + 2 < text->size && isxdigit((unsigned char)text->bytes[i + 1]) &&
            isxdigit((unsigned char)text->bytes[i + 2])) {
            const char code[3] = {text->bytes[i + 1], text->bytes[i + 2], '\0'};
            c = (char)strtol(code, NULL, 16);
            i += 2;
        }
        c = c == '\\' ? '/' : c;
        if (text->bytes[size] != c) // pages that stay as they are take no memory
            text->bytes[size] = c;
        size++;
    }
    for (size_t i = size; i < text->size; i++)
        text->bytes[i] = '\0';
}

// The place of a name, as the file in `folder` gives it, which has a slash at its end or is "".
static bool place(const char* folder, const char* name, size_t length, char path[pathSize])
{
    int written = snprintf(path, pathSize, "%s%.*s", name[0] == '/' ? "" : folder, (int)length, name);
    return length > 0 && length < pathSize && written < pathSize;
}

// Whether a name that ends with these bytes is that of the file: where it begins is tried, as it may have blanks.
static bool endsName(const Text* text, const char* at, size_t length, const char* folder, const char* path)
{
    char found[pathSize];
    const char* end = at + length;
    for (const char* start = at; at - start < 1000; start--) {
        unsigned char before = start > text->bytes ? (unsigned char)start[-1] : '\0';
        bool isStart = before <= ' ' || strchr("\"'>=", before) != NULL;
        if (isStart && place(folder, start, (size_t)(end - start), found) && gelIsSameFile(found, path))
            return true;
        if (before < ' ')
            return false;
    }
    return false;
}

static bool names(const Text* text, const char* folder, const char* path)
{
    const char* slash = gelLastSlash(path);
    const char* name = slash != NULL ? slash + 1 : path;
    size_t length = strlen(name);
    const char* end = text->bytes + text->size;
    for (const char* at = text->bytes; length > 0 && (size_t)(end - at) >= length; at++) {
        at = memchr(at, name[0], (size_t)(end - at) - length + 1);
        if (at == NULL)
            return false;
        if (memcmp(at, name, length) == 0 && endsName(text, at, length, folder, path))
            return true;
    }
    return false;
}

// Called for what a line names; returns whether to go on.
typedef bool SeenLine(void* context, const char* name, size_t length);

// Goes over the lines that begin with a key. Returns whether it came to the end.
static bool visitLines(const Text* text, const char* key, SeenLine* seen, void* context)
{
    const char* end = text->bytes + text->size;
    bool goesOn = true;
    for (const char *line = text->bytes, *next; line < end && goesOn; line = next) {
        const char* lineEnd = memchr(line, '\n', (size_t)(end - line));
        next = lineEnd != NULL ? lineEnd + 1 : end;
        size_t length = (size_t)((lineEnd != NULL ? lineEnd : end) - line), skip = strlen(key);
        while (length > 0 && isspace((unsigned char)*line)) {
            line++;
            length--;
        }
        while (length > skip && isspace((unsigned char)line[length - 1]))
            length--;
        if (length > skip && memcmp(line, key, skip) == 0)
            goesOn = seen(context, line + skip, length - skip);
    }
    return goesOn;
}

typedef struct Search {
    const char *folder, *path;
    bool found;
} Search;

// The materials of an .obj, which name textures.
static bool searchMaterials(void* context, const char* name, size_t length)
{
    Search* search = context;
    char materials[pathSize];
    if (!place(search->folder, name, length, materials))
        return true;
    Text more = openText(materials);
    if (more.bytes != NULL)
        decode(&more);
    search->found = more.bytes != NULL && names(&more, search->folder, search->path);
    closeText(more);
    return !search->found;
}

static bool materialsName(const Text* text, const char* folder, const char* path)
{
    Search search = {folder, path, false};
    visitLines(text, "mtllib ", searchMaterials, &search);
    return search.found;
}

static bool endsAsReferences(const char* path)
{
    static const char* const endings[] = {".mtl", ".bin", ".glbin", ".glbuf", ".png", ".jpg", ".jpeg"};
    bool does = false;
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++)
        does = does || gelEndsWith(path, endings[i]);
    return does;
}

static void findFolder(const char* surface, char folder[pathSize])
{
    const char* slash = gelLastSlash(surface);
    snprintf(folder, pathSize, "%.*s", slash != NULL ? (int)(slash - surface) + 1 : 0, surface);
}

bool gelIsReferredTo(const char* surface, const char* path)
{
    char folder[pathSize];
    if (!endsAsReferences(path) || access(path, F_OK) != 0)
        return false;
    findFolder(surface, folder);
    Text text = openText(surface);
    if (text.bytes == NULL)
        return false;
    decode(&text);
    bool found = names(&text, folder, path) || materialsName(&text, folder, path);
    closeText(text);
    return found;
}

typedef struct Visit {
    char folder[pathSize];
    gelReferenceSeen* seen;
    void* context;
} Visit;

// The name is all that follows the key, or the last word, behind options such as "-s 1 1 1".
static bool seeTexture(void* context, const char* name, size_t length)
{
    Visit* visit = context;
    char path[pathSize];
    const char* start = memchr(name, ' ', length); // behind "Kd"
    if (start == NULL)
        return true;
    const char *end = name + length, *word = end;
    while (word > start + 1 && word[-1] != ' ')
        word--;
    const char* starts[] = {start + 1, word};
    for (int i = 0; i < 2; i++)
        if (place(visit->folder, starts[i], (size_t)(end - starts[i]), path) && access(path, F_OK) == 0)
            return visit->seen(visit->context, path);
    return true;
}

static bool seeMaterials(void* context, const char* name, size_t length)
{
    Visit* visit = context;
    char path[pathSize];
    if (!place(visit->folder, name, length, path) || access(path, F_OK) != 0)
        return true;
    Text text = openText(path);
    if (text.bytes != NULL)
        decode(&text);
    bool goesOn = visit->seen(visit->context, path) &&
                  (text.bytes == NULL || visitLines(&text, "map_", seeTexture, visit));
    closeText(text);
    return goesOn;
}

bool gelVisitReferences(const char* surface, gelReferenceSeen* seen, void* context)
{
    Visit visit = {.seen = seen, .context = context};
    if (!gelEndsWith(surface, ".obj"))
        return true;
    findFolder(surface, visit.folder);
    Text text = openText(surface);
    if (text.bytes != NULL)
        decode(&text);
    bool goesOn = text.bytes == NULL || visitLines(&text, "mtllib ", seeMaterials, &visit);
    closeText(text);
    return goesOn;
}
