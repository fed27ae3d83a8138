#include "files/source_file.h"
#include "files/temporary_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Text {
    char* characters; // zero-terminated
    size_t size, capacity;
} Text;

typedef struct Reader {
    const gelSourceFiles* files;
    const char* folder; // NULL: the embedded files
    Text text;
    Text whole; // a line for each file whose text stands already, whatever conditions hold
    gelSource* source;
    char* problem;
    size_t problemSize;
} Reader;

// A file that is being included, and by which.
typedef struct Level {
    const char* name;
    int number, depth;
    int conditions, guards; // that are open: all #if, and those of headers' guards outside of others
    const struct Level* parent;
} Level;

static gelSourceResult failMemory(const Reader* reader)
{
    snprintf(reader->problem, reader->problemSize, "out of memory while reading %s", reader->files->kind);
    return gel_sourceNoMemory;
}

static gelSourceResult append(const Reader* reader, Text* text, const char* added, size_t size)
{
    if (text->size + size + 1 > text->capacity) {
        size_t capacity = (text->size + size + 1) * 2;
        char* grown = reader->files->resize(text->characters, capacity);
        if (grown == NULL)
            return failMemory(reader);
        text->characters = grown;
        text->capacity = capacity;
    }
    memcpy(text->characters + text->size, added, size);
    text->size += size;
    text->characters[text->size] = '\0';
    return gel_sourceRead;
}

static gelSourceResult readFromFolder(const Reader* reader, const char* name, Text* content)
{
    char path[4096], block[4096];
    int length = snprintf(path, sizeof path, "%s/%s", reader->folder, name);
    FILE* file = length > 0 && (size_t)length < sizeof path && gelIsRegular(path) ? fopen(path, "rb") : NULL;
    if (file == NULL) {
        snprintf(reader->problem, reader->problemSize,
                 "%.2000s: cannot be opened; %s must name a folder with Gel's %s", path,
                 reader->files->variable, reader->files->kind);
        return gel_sourceWrong;
    }
    size_t size;
    gelSourceResult result = append(reader, content, "", 0);
    while (result == gel_sourceRead && (size = fread(block, 1, sizeof block, file)) > 0)
        result = append(reader, content, block, size);
    if (result == gel_sourceRead && ferror(file)) {
        snprintf(reader->problem, reader->problemSize, "%.2000s: cannot be read: %s", path, strerror(errno));
        result = gel_sourceWrong;
    }
    fclose(file);
    return result;
}

static const char* findEmbedded(const Reader* reader, const char* name)
{
    const gelEmbeddedFiles* embedded = reader->files->embedded;
    for (int i = 0; i < embedded->count; i++)
        if (strcmp(embedded->files[i].name, name) == 0)
            return embedded->files[i].text;
    snprintf(reader->problem, reader->problemSize, "%s: no such file among the embedded %s", name,
             reader->files->kind);
    return NULL;
}

// The file's index in the list of names.
static gelSourceResult numberName(const Reader* reader, const char* name, int* number)
{
    gelSource* source = reader->source;
    for (*number = 0; *number < source->nameCount; ++*number)
        if (strcmp(source->names[*number], name) == 0)
            return gel_sourceRead;
    size_t size = ((size_t)source->nameCount + 1) * sizeof source->names[0];
    void* grown = reader->files->resize(source->names, size);
    if (grown == NULL)
        return failMemory(reader);
    source->names = grown;
    snprintf(source->names[source->nameCount++], gel_sourceNameSize, "%s", name);
    return gel_sourceRead;
}

// Tells the compiler which line of which file comes next.
static gelSourceResult appendMark(Reader* reader, const Level* level, int line)
{
    char mark[gel_sourceNameSize + 32];
    int length = reader->files->numbered
                     ? snprintf(mark, sizeof mark, "#line %d %d\n", line, level->number)
                     : snprintf(mark, sizeof mark, "#line %d \"%s\"\n", line, level->name);
    return append(reader, &reader->text, mark, (size_t)length);
}

static bool isWhole(const Reader* reader, const char* name)
{
    char line[gel_sourceNameSize + 2];
    snprintf(line, sizeof line, "\n%s\n", name);
    return reader->whole.characters != NULL && strstr(reader->whole.characters, line) != NULL;
}

// The first line of a header's guard: #ifndef NAME_H.
static bool isGuard(const char* line)
{
    size_t length = strcspn(line, "\r\n");
    return strncmp(line, "#ifndef ", 8) == 0 && length > 10 && strncmp(line + length - 2, "_H", 2) == 0;
}

// Follows the conditions of a line. A header with a guard, included where no other condition is open, is not
// needed again: a compiler would only skip its text, of which a program would have ten times as much.
static gelSourceResult readCondition(Reader* reader, const char* line, Level* level)
{
    char name[gel_sourceNameSize + 2];
    bool isFree = level->conditions == level->guards;
    if (strncmp(line, "#endif", 6) == 0) {
        level->conditions--;
        level->guards -= isFree;
    }
    if (strncmp(line, "#if", 3) != 0)
        return gel_sourceRead;
    level->conditions++;
    if (!isFree || !isGuard(line))
        return gel_sourceRead;
    level->guards++;
    int length = snprintf(name, sizeof name, "\n%s\n", level->name);
    return append(reader, &reader->whole, name, (size_t)length);
}

static gelSourceResult expandFile(Reader* reader, const char* name, const Level* parent);

static gelSourceResult include(Reader* reader, const char* name, const Level* level, int line)
{
    bool within = false;
    for (const Level* above = level; above != NULL; above = above->parent)
        within = within || strcmp(above->name, name) == 0;
    if (!within && isWhole(reader, name))
        return gel_sourceRead;
    if (!within && level->depth < gel_deepestInclude)
        return expandFile(reader, name, level);
    if (within)
        snprintf(reader->problem, reader->problemSize, "%s:%d: %s includes itself", level->name, line, name);
    else
        snprintf(reader->problem, reader->problemSize, "%s:%d: %s is included more than %d files deep",
                 level->name, line, name, gel_deepestInclude);
    return gel_sourceWrong;
}

static bool isIncludeLine(const char* line, char name[gel_sourceNameSize])
{
    return strncmp(line, "#include", 8) == 0 && sscanf(line + 8, " \"%127[^\"\n]\"", name) == 1;
}

// Copies a text line by line. A compiler that skips a section does not see the marks in it, so a mark is
// repeated after an #else, #elif or #endif that follows an include.
static gelSourceResult expandText(Reader* reader, const char* text, Level* level)
{
    bool included = false;
    gelSourceResult result = appendMark(reader, level, 1);
    for (int line = 1; result == gel_sourceRead && *text != '\0'; line++) {
        size_t length = strcspn(text, "\n");
        char name[gel_sourceNameSize];
        bool isInclude = isIncludeLine(text, name);
        if (isInclude) {
            result = include(reader, name, level, line);
            included = true;
        } else {
            result = readCondition(reader, text, level);
            if (result == gel_sourceRead)
                result = append(reader, &reader->text, text, length);
            if (result == gel_sourceRead)
                result = append(reader, &reader->text, "\n", 1);
        }
        bool isMarked = isInclude || (included && strncmp(text, "#e", 2) == 0);
        if (result == gel_sourceRead && isMarked)
            result = appendMark(reader, level, line + 1);
        text += length + (text[length] == '\n');
    }
    return result;
}

static gelSourceResult expandFile(Reader* reader, const char* name, const Level* parent)
{
    Text content = {0};
    Level level = {.name = name, .parent = parent};
    if (parent != NULL) {
        level.depth = parent->depth + 1;
        level.conditions = parent->conditions;
        level.guards = parent->guards;
    }
    const char* text = NULL;
    gelSourceResult result = numberName(reader, name, &level.number);
    if (result == gel_sourceRead && reader->folder == NULL) {
        text = findEmbedded(reader, name);
        result = text != NULL ? gel_sourceRead : gel_sourceWrong;
    } else if (result == gel_sourceRead) {
        result = readFromFolder(reader, name, &content);
        text = content.characters;
    }
    if (result == gel_sourceRead)
        result = expandText(reader, text, &level);
    if (content.characters != NULL)
        reader->files->release(content.characters);
    return result;
}

gelSourceResult gelReadSource(const gelSourceFiles* files, const char* name, gelSource* source, char* problem,
                              size_t problemSize)
{
    const char* folder = getenv(files->variable);
    Reader reader = {.files = files,
                     .folder = folder != NULL && folder[0] != '\0' ? folder : NULL,
                     .source = source,
                     .problem = problem,
                     .problemSize = problemSize};
    const char* heading = files->heading != NULL ? files->heading : "";
    *source = (gelSource){0};
    gelSourceResult result = append(&reader, &reader.text, heading, strlen(heading));
    if (result == gel_sourceRead)
        result = expandFile(&reader, name, NULL);
    source->text = reader.text.characters;
    if (reader.whole.characters != NULL)
        files->release(reader.whole.characters);
    if (result != gel_sourceRead)
        gelReleaseSource(files, source);
    return result;
}

void gelReleaseSource(const gelSourceFiles* files, gelSource* source)
{
    if (source->text != NULL)
        files->release(source->text);
    if (source->names != NULL)
        files->release(source->names);
    *source = (gelSource){0};
}
