#include "shader_source.h"

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

static bool expand(Text* text, const char* name, int depth)
{
    Text raw = {.problem = text->problem, .problemSize = text->problemSize};
    bool ok = depth < deepestInclude && readRaw(&raw, name) && append(text, "#line 1\n", 8);
    for (const char* line = raw.characters; ok && *line != '\0';) {
        size_t length = strcspn(line, "\n");
        char included[64];
        if (sscanf(line, "#include \"%63[^\"\n]\"", included) == 1)
            ok = expand(text, included, depth + 1);
        else
            ok = append(text, line, length) && append(text, "\n", 1);
        line += length + (line[length] == '\n');
    }
    free(raw.characters);
    return ok;
}

char* gelReadShader(const char* name, char* problem, size_t problemSize)
{
    static const char version[] = "#version 330 core\n"; // the oldest that has all we use
    Text text = {.problem = problem, .problemSize = problemSize};
    if (append(&text, version, sizeof version - 1) && expand(&text, name, 0))
        return text.characters;
    free(text.characters);
    return NULL;
}
