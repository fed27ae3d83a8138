// Wavefront OBJ: v, vt, vn, f, o, g, mtllib, usemtl. Smoothing groups and free-form surfaces do not affect the
// triangles.
#include "surface/io/look_files.h"
#include "surface/io/readers.h"

#include <assert.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { objPosition, objUv, objNormal, objKindCount };
static const char* const kindNames[objKindCount] = {"vertex", "texture vertex", "normal"};
static const int kindSizes[objKindCount] = {3, 2, 3};

typedef int Corner[objKindCount]; // numbers, 0-based; -1 for none

typedef struct ObjFile {
    gelTextReader* text;
    gelSurfaceMesh* raw;
    gelSurfaceExtras* extras;
    gelObjLines* lines;       // or NULL: faces are wanted
    int totals[objKindCount]; // in the file
    int counts[objKindCount]; // read so far
    float* values[objKindCount];
    Corner* corners; // [raw->triangleCount][3]
    int triangleCapacity;
    Corner* face;
    int* work; // [faceCapacity] vertices, then [faceCapacity], then [faceCapacity][3]
    int faceCapacity;
    gelWord name; // of the part that the next face belongs to
    bool hasObjects;
    int part;     // -1: not yet looked for
    int material; // of the next face; -1: none
    bool hasMaterials, missesMaterial;
    int* slots;       // the parts by the hashes of their names, counted from 1; 0: free
    size_t slotCount; // a power of two, more than the parts
} ObjFile;

static int kindOf(gelWord word)
{
    static const char* const words[objKindCount] = {"v", "vt", "vn"};
    for (int kind = 0; kind < objKindCount; kind++)
        if (gelWordIs(word, words[kind]))
            return kind;
    return objKindCount;
}

// Returns where the line goes on after a backslash; NULL if it does not.
static const char* continuationOf(const char* backslash, const char* end)
{
    const char* at = backslash + 1;
    while (at < end && (*at == ' ' || *at == '\t' || *at == '\r'))
        at++;
    if (at < end && *at == '#' && at > backslash + 1)
        while (at < end && *at != '\n')
            at++;
    return at == end || *at == '\n' ? at : NULL;
}

// A joined line is followed by as many empty ones as it had ends.
void gelJoinObjLines(gelTextReader* text)
{
    const char *at = text->bytes, *end = at + text->size;
    char* to = text->bytes;
    bool comment = false;
    size_t joined = 0;
    for (; at < end; at++) {
        comment = *at == '#' || (comment && *at != '\n');
        const char* next = *at == '\\' && !comment ? continuationOf(at, end) : NULL;
        if (next != NULL) {
            joined += next < end;
            at = next;
            *to++ = ' ';
            continue;
        }
        *to++ = *at;
        for (; *at == '\n' && joined > 0; joined--)
            *to++ = '\n';
    }
    text->size = (size_t)(to - text->bytes);
    *to = '\0';
}

// Indices may count from the end and refer to later lines, so the totals must be known first.
static gelStatus countValues(ObjFile* file)
{
    gelTextReader text = *file->text;
    while (gelNextLine(&text)) {
        int kind = kindOf(gelNextWord(&text));
        if (kind < objKindCount)
            file->totals[kind]++; // below 2^31: files are below 2 GiB
        gelRestOfLine(&text);
    }
    for (int kind = 0; kind < objKindCount; kind++) {
        size_t count = (size_t)file->totals[kind], size = (size_t)kindSizes[kind] * sizeof(float);
        file->values[kind] = gelAllocate(count, size);
        if (file->values[kind] == NULL)
            return gelFailMemory(count, size);
    }
    return gel_success;
}

// Normals and texture vertices that are not numbers are accepted: they affect only the display, and are
// mended when the surface is built.
static gelStatus readValue(ObjFile* file, int kind)
{
    float* value = file->values[kind] + (size_t)file->counts[kind]++ * (size_t)kindSizes[kind];
    gelStatus status = gel_success;
    for (int k = 0; k < kindSizes[kind] && status == gel_success; k++) {
        if (kind == objPosition) {
            status = gelReadCoordinate(file->text, 0, &value[k]);
            continue;
        }
        double real = (double)NAN;
        gelWord word = gelNextWord(file->text);
        if (word.length == 0 && kind == objUv && k == 1)
            real = 0.0; // V is optional
        else if (!gelParseReal(word, &real))
            real = (double)NAN;
        value[k] = (float)real;
    }
    return status;
}

static gelStatus readCorner(const ObjFile* file, gelWord word, Corner corner)
{
    gelWord rest = word;
    for (int kind = 0; kind < objKindCount; kind++) {
        const char* slash = rest.length > 0 ? memchr(rest.text, '/', rest.length) : NULL;
        gelWord number = {rest.text, slash != NULL ? (size_t)(slash - rest.text) : rest.length};
        rest = slash != NULL ? (gelWord){slash + 1, rest.length - number.length - 1} : (gelWord){0};
        corner[kind] = -1;
        if (number.length == 0 && kind != objPosition)
            continue;
        int64_t index = 0, total = file->totals[kind];
        if (!gelParseInteger(number, &index) || index == 0)
            return gelFailExpected(file->text, word,
                                   file->lines != NULL ? "the number of a vertex"
                                                       : "a corner such as 1, 1/2, 1//3 or 1/2/3");
        int64_t found = index > 0 ? index - 1 : index + file->counts[kind];
        if (found < 0 || found >= total)
            return gelFailHere(file->text, gel_formatError, "a %s refers to %s %lld; the file has %lld",
                               file->lines != NULL ? "line" : "face", kindNames[kind], (long long)index,
                               (long long)total);
        corner[kind] = (int)found;
    }
    return gel_success;
}

static gelStatus growFace(ObjFile* file)
{
    int capacity = file->faceCapacity > 0 ? 2 * file->faceCapacity : 16;
    Corner* face = gelResize(file->face, (size_t)capacity, sizeof *face);
    if (face != NULL)
        file->face = face;
    int* work = gelResize(file->work, (size_t)capacity, 5 * sizeof *work);
    if (work != NULL)
        file->work = work;
    if (face == NULL || work == NULL)
        return gelFailMemory((size_t)capacity, 5 * sizeof *work);
    file->faceCapacity = capacity;
    return gel_success;
}

static gelStatus growTriangles(ObjFile* file, int added)
{
    int needed = file->raw->triangleCount + added, capacity = file->triangleCapacity;
    if (needed <= capacity)
        return gel_success;
    capacity = capacity > INT_MAX / 2 - added ? INT_MAX : 2 * capacity + added + 1024;
    Corner* corners = gelResize(file->corners, (size_t)capacity, 3 * sizeof *corners);
    if (corners != NULL)
        file->corners = corners;
    int* parts = gelResize(file->raw->parts, (size_t)capacity, sizeof *parts);
    if (parts != NULL)
        file->raw->parts = parts;
    int* materials = gelResize(file->raw->look->materials, (size_t)capacity, sizeof *materials);
    if (materials != NULL)
        file->raw->look->materials = materials;
    if (corners == NULL || parts == NULL || materials == NULL)
        return gelFailMemory((size_t)capacity, 3 * sizeof *corners);
    file->triangleCapacity = capacity;
    return gel_success;
}

// The slot of the part of that name, or the free one where it belongs.
static int* findSlot(const ObjFile* file, gelWord name)
{
    uint64_t hash = 14695981039346656037u; // FNV-1a
    for (size_t i = 0; i < name.length; i++)
        hash = (hash ^ (unsigned char)name.text[i]) * 1099511628211u;
    size_t slot = (size_t)(hash ^ hash >> 32) & (file->slotCount - 1);
    while (file->slots[slot] > 0 && !gelWordIs(name, file->raw->partNames[file->slots[slot] - 1]))
        slot = (slot + 1) & (file->slotCount - 1);
    return &file->slots[slot];
}

static gelStatus growSlots(ObjFile* file)
{
    size_t count = file->slotCount > 0 ? 2 * file->slotCount : 16;
    int* slots = gelAllocate(count, sizeof *slots);
    if (slots == NULL)
        return gelFailMemory(count, sizeof *slots);
    gelFree(file->slots);
    file->slots = slots;
    file->slotCount = count;
    for (int i = 0; i < file->raw->partCount; i++) {
        const char* name = file->raw->partNames[i];
        *findSlot(file, (gelWord){name, strlen(name)}) = i + 1;
    }
    return gel_success;
}

// A repeated name continues its part.
static gelStatus findPart(ObjFile* file)
{
    gelSurfaceMesh* raw = file->raw;
    gelStatus status = 2 * (size_t)raw->partCount >= file->slotCount ? growSlots(file) : gel_success;
    if (status != gel_success)
        return status;
    int* slot = findSlot(file, file->name);
    if (*slot == 0) {
        int part = gelAddSurfacePart(raw, file->name.text, file->name.length);
        if (part < 0)
            return gelFailMemory((size_t)raw->partCount + 1, sizeof(char*));
        *slot = part + 1;
    }
    file->part = *slot - 1;
    return gel_success;
}

static gelStatus addFace(ObjFile* file, int cornerCount)
{
    int* vertices = file->work;
    int* triangles = vertices + 2 * (size_t)file->faceCapacity;
    gelStatus status = growTriangles(file, cornerCount - 2);
    if (status == gel_success && file->part < 0)
        status = findPart(file);
    if (status != gel_success)
        return status;
    for (int i = 0; i < cornerCount; i++)
        vertices[i] = file->face[i][objPosition];
    gelCutPolygon(file->values[objPosition], vertices, cornerCount, vertices + file->faceCapacity, triangles);
    for (int t = 0; t < cornerCount - 2; t++) {
        int triangle = file->raw->triangleCount++;
        file->raw->parts[triangle] = file->part;
        file->raw->look->materials[triangle] = file->material;
        file->hasMaterials = file->hasMaterials || file->material >= 0;
        for (int i = 0; i < 3; i++)
            memcpy(file->corners[3 * (size_t)triangle + (size_t)i], file->face[triangles[3 * t + i]],
                   sizeof(Corner));
    }
    return gel_success;
}

static gelStatus readFace(ObjFile* file)
{
    int count = 0;
    gelStatus status = gel_success;
    for (gelWord word; status == gel_success && (word = gelNextWord(file->text)).length > 0; count++) {
        if (count == GEL_MOST_POLYGON_CORNERS)
            return gelFailHere(file->text, gel_unsupported,
                               "expected at most %d corners of a face, found more", GEL_MOST_POLYGON_CORNERS);
        if (count == file->faceCapacity)
            status = growFace(file);
        if (status == gel_success)
            status = readCorner(file, word, file->face[count]);
    }
    if (status == gel_success && count < 3)
        *(count == 2 ? &file->extras->lines : &file->extras->points) += 1;
    return status == gel_success && count >= 3 ? addFace(file, count) : status;
}

// Reads only the vertices of corners.
static gelStatus readEnds(ObjFile* file)
{
    gelObjLines* lines = file->lines;
    gelStatus status = gel_success;
    int last = -1;
    for (gelWord word; status == gel_success && (word = gelNextWord(file->text)).length > 0;) {
        const char* slash = memchr(word.text, '/', word.length);
        Corner corner = {-1};
        if (slash != NULL)
            word.length = (size_t)(slash - word.text);
        status = readCorner(file, word, corner);
        if (status == gel_success && last >= 0)
            status = gelReserve(&lines->ends, &lines->capacity, lines->count + 1, 2 * sizeof *lines->ends);
        if (status == gel_success && last >= 0) {
            lines->ends[2 * (size_t)lines->count] = last;
            lines->ends[2 * (size_t)lines->count++ + 1] = corner[objPosition];
        }
        last = corner[objPosition];
    }
    return status;
}

// Parts are objects, as in other programs; groups count if the file has no objects.
static void readName(ObjFile* file, bool isObject)
{
    gelWord name = gelRestOfLine(file->text);
    if (!isObject && file->hasObjects)
        return;
    while (name.length > 0 && (name.text[0] == ' ' || name.text[0] == '\t')) {
        name.text++;
        name.length--;
    }
    while (name.length > 0 && strchr(" \t", name.text[name.length - 1]) != NULL)
        name.length--;
    file->hasObjects = isObject;
    file->name = name;
    file->part = -1;
}

// The rest of the line is one name or, if there is no such file, a list of names.
static gelStatus readLibraries(ObjFile* file)
{
    gelReferences references;
    char place[gel_pathSize];
    gelWord whole = gelPeekFileName(file->text);
    gelStatus status = gel_success;
    gelBeginReferences(file->text->path, &references);
    for (gelWord word; status == gel_success && (word = gelPeekWord(file->text)).length > 0;) {
        snprintf(place, sizeof place, "%.*s", (int)(whole.length < gel_pathSize ? whole.length : 0),
                 whole.text);
        bool isOne = gelReferenceExists(&references, place);
        if (!isOne)
            snprintf(place, sizeof place, "%.*s", (int)(word.length < gel_pathSize ? word.length : 0),
                     word.text);
        status = gelReadMaterials(&references, place, file->raw->look);
        if (isOne)
            break;
        gelNextWord(file->text);
    }
    return status;
}

// The last of that name is the most recent.
static void useMaterial(ObjFile* file)
{
    const gelSurfaceAppearance* look = file->raw->look;
    gelWord name = gelPeekFileName(file->text);
    file->material = look->materialCount - 1;
    while (file->material >= 0 && !gelWordIs(name, look->list[file->material].name))
        file->material--;
    if (file->material < 0 && look->materialCount > 0 && !file->missesMaterial) {
        gelLog(gel_logWarning, "%s:%d: no .mtl file defines the material %.*s", file->text->path,
               file->text->line, (int)(name.length < 100 ? name.length : 100), name.text);
        file->missesMaterial = true;
    }
}

static gelStatus readLine(ObjFile* file)
{
    gelWord word = gelNextWord(file->text);
    int kind = kindOf(word);
    gelStatus status = gel_success;
    bool isObject = gelWordIs(word, "o");
    if (kind < objKindCount)
        status = readValue(file, kind);
    else if (file->lines != NULL)
        status = gelWordIs(word, "l") ? readEnds(file) : gel_success;
    else if (gelWordIs(word, "f") || gelWordIs(word, "fo"))
        status = readFace(file);
    else if (isObject || gelWordIs(word, "g")) {
        readName(file, isObject);
        return gel_success; // the line has been consumed
    } else if (gelWordIs(word, "mtllib"))
        status = readLibraries(file);
    else if (gelWordIs(word, "usemtl"))
        useMaterial(file);
    else if (gelWordIs(word, "l"))
        file->extras->lines++;
    else if (gelWordIs(word, "p"))
        file->extras->points++;
    gelRestOfLine(file->text);
    return status;
}

// Converts indexed attributes to attributes per corner.
static gelStatus fillCorners(const ObjFile* file, int kind, float** result)
{
    size_t cornerCount = 3 * (size_t)file->raw->triangleCount, size = (size_t)kindSizes[kind];
    bool any = false;
    for (size_t i = 0; i < cornerCount && !any; i++)
        any = file->corners[i][kind] >= 0;
    if (!any)
        return gel_success;
    *result = gelAllocate(cornerCount, size * sizeof(float));
    if (*result == NULL)
        return gelFailMemory(cornerCount, size * sizeof(float));
    for (size_t i = 0; i < cornerCount; i++)
        if (file->corners[i][kind] >= 0)
            memcpy(*result + size * i, file->values[kind] + size * (size_t)file->corners[i][kind],
                   size * sizeof(float));
    return gel_success;
}

static gelStatus fillSurface(ObjFile* file)
{
    gelSurfaceMesh* raw = file->raw;
    size_t triangleCount = (size_t)raw->triangleCount;
    raw->positions = file->values[objPosition];
    raw->vertexCount = file->counts[objPosition];
    file->values[objPosition] = NULL;
    raw->triangles = gelAllocate(triangleCount, 3 * sizeof(int));
    if (raw->triangles == NULL)
        return gelFailMemory(triangleCount, 3 * sizeof(int));
    for (size_t i = 0; i < 3 * triangleCount; i++)
        raw->triangles[i] = file->corners[i][objPosition];
    gelStatus status = fillCorners(file, objNormal, &raw->cornerNormals);
    return status == gel_success ? fillCorners(file, objUv, &raw->cornerUvs) : status;
}

static gelStatus beginFile(ObjFile* file)
{
    file->text->comment = '#';
    file->text->byLine = true;
    gelJoinObjLines(file->text);
    return countValues(file);
}

static void releaseFile(ObjFile* file)
{
    for (int kind = 0; kind < objKindCount; kind++)
        gelFree(file->values[kind]);
    gelFree(file->corners);
    gelFree(file->face);
    gelFree(file->work);
    gelFree(file->slots);
}

gelStatus gelReadObjLines(gelTextReader* reader, gelSurfaceMesh* raw, gelObjLines* lines)
{
    ObjFile file = {.text = reader, .raw = raw, .lines = lines};
    gelStatus status = beginFile(&file);
    while (status == gel_success && gelNextLine(reader))
        status = readLine(&file);
    raw->positions = file.values[objPosition];
    raw->vertexCount = file.counts[objPosition];
    file.values[objPosition] = NULL;
    releaseFile(&file);
    return status;
}

gelStatus gelReadSurfaceObj(gelTextReader* reader, gelSurfaceMesh* raw, gelSurfaceExtras* extras)
{
    ObjFile file = {
        .text = reader, .raw = raw, .extras = extras, .name = {"", 0}, .part = -1, .material = -1};
    gelStatus status = beginFile(&file);
    raw->look = gelAllocate(1, sizeof *raw->look);
    if (raw->look == NULL)
        status = gelFailMemory(1, sizeof *raw->look);
    while (status == gel_success && gelNextLine(reader))
        status = readLine(&file);
    if (status == gel_success)
        status = fillSurface(&file);
    if (!file.hasMaterials) {
        gelDestroyAppearance(raw->look);
        raw->look = NULL;
    }
    releaseFile(&file);
    return status;
}
