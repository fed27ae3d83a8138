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

// The materials of an .obj, which name textures.
static bool materialsName(const Text* text, const char* folder, const char* path)
{
    static const char key[] = "mtllib ";
    const char* end = text->bytes + text->size;
    bool found = false;
    for (const char *line = text->bytes, *next; line < end && !found; line = next) {
        const char* lineEnd = memchr(line, '\n', (size_t)(end - line));
        char materials[pathSize];
        next = lineEnd != NULL ? lineEnd + 1 : end;
        size_t length = (size_t)((lineEnd != NULL ? lineEnd : end) - line), skip = sizeof key - 1;
        while (length > skip && isspace((unsigned char)line[length - 1]))
            length--;
        if (length <= skip || memcmp(line, key, skip) != 0 ||
            !place(folder, line + skip, length - skip, materials))
            continue;
        Text more = openText(materials);
        if (more.bytes != NULL)
            decode(&more);
        found = more.bytes != NULL && names(&more, folder, path);
        closeText(more);
    }
    return found;
}

static bool endsAsReferences(const char* path)
{
    static const char* const endings[] = {".mtl", ".bin", ".glbin", ".glbuf", ".png", ".jpg", ".jpeg"};
    bool does = false;
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++)
        does = does || gelEndsWith(path, endings[i]);
    return does;
}

bool gelIsReferredTo(const char* surface, const char* path)
{
    char folder[pathSize];
    const char* slash = gelLastSlash(surface);
    if (!endsAsReferences(path) || access(path, F_OK) != 0)
        return false;
    snprintf(folder, sizeof folder, "%.*s", slash != NULL ? (int)(slash - surface) + 1 : 0, surface);
    Text text = openText(surface);
    if (text.bytes == NULL)
        return false;
    decode(&text);
    bool found = names(&text, folder, path) || materialsName(&text, folder, path);
    closeText(text);
    return found;
}
