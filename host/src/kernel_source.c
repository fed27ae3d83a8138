#include "kernel_source.h"
#include "gel/mesh.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { maximumFiles = 32 };

typedef struct Expansion {
    char* text;
    size_t size, capacity;
    const char* included[maximumFiles]; // names of files that are in already
    int includedCount;
} Expansion;

static bool append(Expansion* expansion, const char* text, size_t size)
{
    if (expansion->size + size + 1 > expansion->capacity) {
        size_t capacity = (expansion->size + size + 1) * 2;
        char* grown = gelResize(expansion->text, capacity, 1);
        if (grown == NULL)
            return false;
        expansion->text = grown;
        expansion->capacity = capacity;
    }
    memcpy(expansion->text + expansion->size, text, size);
    expansion->size += size;
    expansion->text[expansion->size] = '\0';
    return true;
}

// Reads a kernel from GEL_KERNEL_DIR. NULL if it is not there.
static char* readFromFolder(const char* folder, const char* name)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE* file = fopen(path, "rb");
    if (file == NULL) {
        gelFail(gel_fileError, "%s: cannot be opened; GEL_KERNEL_DIR must name a folder with Gel's kernels", path);
        return NULL;
    }
    Expansion content = {0};
    char block[4096];
    size_t size;
    bool ok = append(&content, "", 0);
    while (ok && (size = fread(block, 1, sizeof block, file)) > 0)
        ok = append(&content, block, size);
    fclose(file);
    if (ok)
        return content.text;
    gelFree(content.text);
    gelFailMemory(content.size, 1);
    return NULL;
}

static const gelEmbeddedFile* findEmbedded(const char* name)
{
    for (int i = 0; i < gelEmbeddedKernelCount; i++)
        if (strcmp(gelEmbeddedKernels[i].name, name) == 0)
            return &gelEmbeddedKernels[i];
    gelFail(gel_fileError, "%s: no such kernel file in the library", name);
    return NULL;
}

static bool expandFile(Expansion* expansion, const char* name);

// Copies a text line by line; `#include "name"` becomes the file of that name, unless it is in already.
static bool expandText(Expansion* expansion, const char* name, const char* text)
{
    char mark[256];
    int line = 1;
    snprintf(mark, sizeof mark, "#line 1 \"%s\"\n", name);
    bool ok = append(expansion, mark, strlen(mark));
    while (ok && *text != '\0') {
        size_t length = strcspn(text, "\n");
        char included[128];
        if (sscanf(text, "#include \"%127[^\"\n]\"", included) == 1) {
            snprintf(mark, sizeof mark, "#line %d \"%s\"\n", line + 1, name);
            ok = expandFile(expansion, included) && append(expansion, mark, strlen(mark));
        } else {
            ok = append(expansion, text, length) && append(expansion, "\n", 1);
        }
        text += length + (text[length] == '\n');
        line++;
    }
    return ok;
}

static bool expandFile(Expansion* expansion, const char* name)
{
    for (int i = 0; i < expansion->includedCount; i++)
        if (strcmp(expansion->included[i], name) == 0)
            return true;
    // The table entry outlives the expansion, the caller's buffer does not.
    const gelEmbeddedFile* embedded = findEmbedded(name);
    if (embedded == NULL || expansion->includedCount == maximumFiles)
        return false;
    expansion->included[expansion->includedCount++] = embedded->name;
    const char* folder = getenv("GEL_KERNEL_DIR");
    if (folder == NULL || folder[0] == '\0')
        return expandText(expansion, name, embedded->text);
    char* text = readFromFolder(folder, name);
    bool ok = text != NULL && expandText(expansion, name, text);
    gelFree(text);
    return ok;
}

char* gelExpandKernelSource(const char* name)
{
    Expansion expansion = {0};
    if (expandFile(&expansion, name))
        return expansion.text;
    gelFree(expansion.text);
    return NULL;
}
