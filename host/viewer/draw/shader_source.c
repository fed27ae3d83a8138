#include "draw/shader_source.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { deepestInclude = 4 };

typedef struct Text {
    char* characters;
    size_t size;
    char* problem;
    size_t problemSize;
} Text;

static bool append(Text* text, const char* added, size_t size)
{
    char* grown = realloc(text->characters, text->size + size + 1);
    if (grown == NULL) {
        snprintf(text->problem, text->problemSize, "memory ran out while a shader was read");
        return false;
    }
    text->characters = grown;
    memcpy(grown + text->size, added, size);
    text->size += size;
    grown[text->size] = '\0';
    return true;
}

static bool readFile(Text* text, const char* folder, const char* name)
{
    char path[4096], block[4096];
    size_t size;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE* file = fopen(path, "rb");
    if (file == NULL) {
        snprintf(text->problem, text->problemSize,
                 "%.500s: cannot be opened; GEL_SHADER_DIR must name a folder with Gel's shaders", path);
        return false;
    }
    bool ok = append(text, "", 0);
    while (ok && (size = fread(block, 1, sizeof block, file)) > 0)
        ok = append(text, block, size);
    fclose(file);
    return ok;
}

static bool readRaw(Text* raw, const char* name)
{
    const char* folder = getenv("GEL_SHADER_DIR");
    if (folder != NULL && folder[0] != '\0')
        return readFile(raw, folder, name);
    for (int i = 0; i < gelEmbeddedShaderCount; i++)
        if (strcmp(gelEmbeddedShaders[i].name, name) == 0)
            return append(raw, gelEmbeddedShaders[i].text, gelEmbeddedShaders[i].size);
    snprintf(raw->problem, raw->problemSize, "%s: no such shader in the command", name);
    return false;
}

// Tells OpenGL's messages which line of which file comes next.
static bool appendMark(Text* text, int line, int file)
{
    char mark[64];
    int length = snprintf(mark, sizeof mark, "#line %d %d\n", line, file);
    return append(text, mark, (size_t)length);
}

static bool expand(Text* text, gelShaderFiles* files, const char* name, int depth)
{
    Text raw = {.problem = text->problem, .problemSize = text->problemSize};
    int file = files->count, next = 1;
    if (depth == deepestInclude || file == gel_mostShaderFiles) {
        snprintf(text->problem, text->problemSize, "%s: included too deeply; does a shader include itself?",
                 name);
        return false;
    }
    snprintf(files->names[files->count++], gel_shaderNameSize, "%s", name);
    bool ok = readRaw(&raw, name) && appendMark(text, 1, file);
    for (const char* line = raw.characters; ok && *line != '\0';) {
        size_t length = strcspn(line, "\n");
        char included[gel_shaderNameSize];
        next++;
        if (sscanf(line, "#include \"%63[^\"\n]\"", included) == 1)
            ok = expand(text, files, included, depth + 1) && appendMark(text, next, file);
        else
            ok = append(text, line, length) && append(text, "\n", 1);
        line += length + (line[length] == '\n');
    }
    free(raw.characters);
    return ok;
}

char* gelReadShader(const char* name, gelShaderFiles* files, char* problem, size_t problemSize)
{
    static const char version[] = "#version 330 core\n"; // the oldest that has all we use
    files->count = 0;
    Text text = {.problem = problem, .problemSize = problemSize};
    if (append(&text, version, sizeof version - 1) && expand(&text, files, name, 0))
        return text.characters;
    free(text.characters);
    return NULL;
}
