#include "opencl/kernel_source.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Text {
    char* text; // ends with a zero
    size_t size, capacity;
} Text;

typedef struct Expansion {
    const char* folder; // NULL: the embedded files
    Text source;
    char** included; // names of files that are in already
    int includedCount;
} Expansion;

static gelStatus append(Text* text, const char* bytes, size_t size)
{
    if (text->size + size + 1 > text->capacity) {
        size_t capacity = (text->size + size + 1) * 2;
        char* grown = gelResize(text->text, capacity, 1);
        if (grown == NULL)
            return gelFailMemory(capacity, 1);
        text->text = grown;
        text->capacity = capacity;
    }
    memcpy(text->text + text->size, bytes, size);
    text->size += size;
    text->text[text->size] = '\0';
    return gel_success;
}

static gelStatus readFromFolder(const char* folder, const char* name, Text* content)
{
    char path[4096];
    int length = snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE* file = length > 0 && (size_t)length < sizeof path ? fopen(path, "rb") : NULL;
    if (file == NULL)
        return gelFail(gel_fileError,
                       "%s: cannot be opened; GEL_KERNEL_DIR must name a folder with Gel's kernels", path);
    char block[4096];
    size_t size;
    gelStatus status = append(content, "", 0);
    while (status == gel_success && (size = fread(block, 1, sizeof block, file)) > 0)
        status = append(content, block, size);
    if (status == gel_success && ferror(file))
        status = gelFail(gel_fileError, "%s: cannot be read: %s", path, strerror(errno));
    fclose(file);
    return status;
}

static gelStatus findEmbedded(const char* name, const char** text)
{
    for (int i = 0; i < gelEmbeddedKernelCount; i++) {
        if (strcmp(gelEmbeddedKernels[i].name, name) == 0) {
            *text = gelEmbeddedKernels[i].text;
            return gel_success;
        }
    }
    return gelFail(gel_fileError, "%s: no such kernel file in the library", name);
}

static gelStatus expandFile(Expansion* expansion, const char* name);

// Tells the driver's messages which line of which file comes next.
static gelStatus appendMark(Text* source, int line, const char* name)
{
    char mark[256];
    snprintf(mark, sizeof mark, "#line %d \"%s\"\n", line, name);
    return append(source, mark, strlen(mark));
}

// Copies a text line by line; `#include "name"` becomes the file of that name, unless it is in already.
static gelStatus expandText(Expansion* expansion, const char* name, const char* text)
{
    int line = 1;
    gelStatus status = appendMark(&expansion->source, line, name);
    while (status == gel_success && *text != '\0') {
        size_t length = strcspn(text, "\n");
        char included[128];
        if (sscanf(text, "#include \"%127[^\"\n]\"", included) == 1) {
            status = expandFile(expansion, included);
            if (status == gel_success)
                status = appendMark(&expansion->source, line + 1, name);
        } else {
            status = append(&expansion->source, text, length);
            if (status == gel_success)
                status = append(&expansion->source, "\n", 1);
        }
        text += length + (text[length] == '\n');
        line++;
    }
    return status;
}

// Notes the name; the caller's buffer does not outlive the expansion.
static gelStatus noteFile(Expansion* expansion, const char* name)
{
    size_t count = (size_t)expansion->includedCount, size = strlen(name) + 1;
    char** grown = gelResize(expansion->included, count + 1, sizeof *grown);
    if (grown == NULL)
        return gelFailMemory(count + 1, sizeof *grown);
    expansion->included = grown;
    char* copy = gelAllocate(size, 1);
    if (copy == NULL)
        return gelFailMemory(size, 1);
    grown[expansion->includedCount++] = memcpy(copy, name, size);
    return gel_success;
}

static gelStatus expandFile(Expansion* expansion, const char* name)
{
    for (int i = 0; i < expansion->includedCount; i++)
        if (strcmp(expansion->included[i], name) == 0)
            return gel_success;
    Text content = {0};
    const char* text = NULL;
    gelStatus status = noteFile(expansion, name);
    if (status == gel_success && expansion->folder == NULL)
        status = findEmbedded(name, &text);
    else if (status == gel_success) {
        status = readFromFolder(expansion->folder, name, &content);
        text = content.text;
    }
    if (status == gel_success)
        status = expandText(expansion, name, text);
    gelFree(content.text);
    return status;
}

gelStatus gelExpandKernelSource(const char* name, char** source)
{
    const char* folder = getenv("GEL_KERNEL_DIR");
    Expansion expansion = {.folder = folder != NULL && folder[0] != '\0' ? folder : NULL};
    gelStatus status = expandFile(&expansion, name);
    for (int i = 0; i < expansion.includedCount; i++)
        gelFree(expansion.included[i]);
    gelFree(expansion.included);
    if (status != gel_success)
        gelFree(expansion.source.text);
    *source = status == gel_success ? expansion.source.text : NULL;
    return status;
}
