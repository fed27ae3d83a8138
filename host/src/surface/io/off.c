// OFF, of Geomview: counts, vertices, faces. White space is free: a face may span several lines, and elements
// may share one. But colours have no fixed length and end with their line, so if each element has its own
// line, whatever follows its values is a colour.
#include "surface/io/readers.h"
#include "surface/appearance.h"

#include <limits.h>
#include <math.h>
#include <string.h>

typedef struct OffFile {
    gelTextReader* text;
    gelSurfaceMesh* raw;
    gelSurfaceExtras* extras;
    int faceCount;
    int triangleCapacity;
    bool ownLines;                                                          // elements do not share lines
    float* normals;                                                         // [vertexCount][3], or NULL
    float* uvs;                                                             // [vertexCount][2], or NULL
    float* colours;                                                         // [vertexCount][3], or NULL
    int vertices[GEL_MOST_POLYGON_CORNERS], next[GEL_MOST_POLYGON_CORNERS]; // of the current face
    int cut[GEL_MOST_POLYGON_CORNERS][3];
} OffFile;

static bool hasLetter(gelWord word, char letter)
{
    return memchr(word.text, letter, word.length) != NULL;
}

static gelStatus allocate(OffFile* file, bool hasNormals, bool hasUvs, bool hasColours)
{
    size_t count = (size_t)file->raw->vertexCount;
    file->raw->positions = gelAllocate(count, 3 * sizeof(float));
    bool complete = file->raw->positions != NULL;
    if (hasNormals)
        complete = (file->normals = gelAllocate(count, 3 * sizeof(float))) != NULL && complete;
    if (hasUvs)
        complete = (file->uvs = gelAllocate(count, 2 * sizeof(float))) != NULL && complete;
    if (hasColours)
        complete = (file->colours = gelAllocate(count, 3 * sizeof(float))) != NULL && complete;
    return complete ? gel_success : gelFailMemory(count, 3 * sizeof(float));
}

// Whether there are enough lines for each element to have its own.
static bool haveOwnLines(gelTextReader reader, int64_t elements)
{
    reader.byLine = true;
    while (elements > 0 && gelNextLine(&reader)) {
        gelRestOfLine(&reader);
        elements--;
    }
    return elements == 0;
}

// The edge count is meaningless and missing from some files: it follows the other counts, or stands alone on
// the next line.
static void passEdgeCount(gelTextReader* text)
{
    gelTextReader next = *text;
    next.byLine = true;
    if (gelPeekWord(&next).length == 0 && gelNextLine(&next)) {
        gelNextWord(&next);
        if (gelPeekWord(&next).length == 0)
            *text = next;
    }
    gelRestOfLine(text);
    text->byLine = false;
}

// OFF with prefix letters: ST texture coordinates, C colours, N normals, 4 and n other dimensions.
static gelStatus readHeader(OffFile* file)
{
    gelTextReader* text = file->text;
    text->byLine = true;
    gelNextLine(text);
    gelWord word = gelNextWord(text);
    if (word.length < 3 || !gelWordIs((gelWord){word.text + word.length - 3, 3}, "OFF"))
        return gelFailExpected(text, word, "OFF");
    gelWord letters = {word.text, word.length - 3};
    if (gelWordIs(gelPeekWord(text), "BINARY"))
        return gelFailHere(text, gel_unsupported, "binary OFF is not supported; save it as ASCII");
    if (hasLetter(letters, '4') || hasLetter(letters, 'n'))
        return gelFailHere(text, gel_unsupported, "expected vertices of three coordinates, found %.*s",
                           (int)word.length, word.text);
    text->byLine = false;
    gelStatus status = gelReadCount(text, "a count of vertices", 5, &file->raw->vertexCount);
    if (status == gel_success)
        status = gelReadCount(text, "a count of faces", 1, &file->faceCount);
    if (status != gel_success)
        return status;
    passEdgeCount(text);
    file->ownLines = haveOwnLines(*text, (int64_t)file->raw->vertexCount + file->faceCount);
    bool hasColours = hasLetter(letters, 'C');
    return allocate(file, hasLetter(letters, 'N'), hasLetter(letters, 'S') && !hasColours,
                    hasColours && file->ownLines);
}

// Normals and texture coordinates affect only the display: invalid ones are mended when the surface is built.
static void readShown(gelTextReader* text, float* values, int count)
{
    for (int k = 0; values != NULL && k < count; k++) {
        double real;
        values[k] = gelParseReal(gelNextWord(text), &real) ? (float)real : NAN;
    }
}

static gelStatus readVertex(OffFile* file, size_t vertex)
{
    for (size_t k = 0; k < 3; k++) {
        gelStatus status = gelReadCoordinate(file->text, 0, &file->raw->positions[3 * vertex + k]);
        if (status != gel_success)
            return status;
    }
    readShown(file->text, file->normals != NULL ? file->normals + 3 * vertex : NULL, 3);
    readShown(file->text, file->colours != NULL ? file->colours + 3 * vertex : NULL, 3);
    readShown(file->text, file->uvs != NULL ? file->uvs + 2 * vertex : NULL, 2);
    if (file->ownLines)
        gelRestOfLine(file->text);
    return gel_success;
}

static gelStatus growTriangles(OffFile* file, int added)
{
    int needed = file->raw->triangleCount + added;
    if (needed <= file->triangleCapacity)
        return gel_success;
    if (needed > INT_MAX / 9)
        return gelFailHere(file->text, gel_unsupported, "expected at most %d triangles, found more",
                           INT_MAX / 9);
    int capacity = needed + needed / 2;
    int* triangles = gelResize(file->raw->triangles, (size_t)capacity, 3 * sizeof *triangles);
    if (triangles == NULL)
        return gelFailMemory((size_t)capacity, 3 * sizeof *triangles);
    file->raw->triangles = triangles;
    file->triangleCapacity = capacity;
    return gel_success;
}

static gelStatus addFace(OffFile* file, int cornerCount)
{
    gelSurfaceMesh* raw = file->raw;
    if (cornerCount < 3) {
        *(cornerCount == 2 ? &file->extras->lines : &file->extras->points) += cornerCount > 0;
        return gel_success;
    }
    gelStatus status = growTriangles(file, cornerCount - 2);
    if (status != gel_success)
        return status;
    gelCutPolygon(raw->positions, file->vertices, cornerCount, file->next, file->cut[0]);
    for (int t = 0; t < cornerCount - 2; t++, raw->triangleCount++)
        for (int i = 0; i < 3; i++)
            raw->triangles[3 * (size_t)raw->triangleCount + (size_t)i] = file->vertices[file->cut[t][i]];
    return gel_success;
}

static gelStatus readFace(OffFile* file)
{
    int64_t cornerCount = 0;
    gelStatus status =
        gelReadInteger(file->text, "a count of corners", 0, GEL_MOST_POLYGON_CORNERS, &cornerCount);
    for (int64_t i = 0; i < cornerCount && status == gel_success; i++) {
        int64_t vertex = 0;
        status = gelReadInteger(file->text, "a vertex", 0, file->raw->vertexCount - 1, &vertex);
        file->vertices[i] = (int)vertex;
    }
    if (status == gel_success && file->ownLines)
        gelRestOfLine(file->text);
    return status == gel_success ? addFace(file, (int)cornerCount) : status;
}

// Converts attributes per vertex to attributes per corner.
static gelStatus spread(const gelSurfaceMesh* raw, const float* values, size_t size, float** corners)
{
    size_t cornerCount = 3 * (size_t)raw->triangleCount;
    if (values == NULL)
        return gel_success;
    *corners = gelAllocate(cornerCount, size * sizeof(float));
    if (*corners == NULL)
        return gelFailMemory(cornerCount, size * sizeof(float));
    for (size_t i = 0; i < cornerCount; i++)
        memcpy(*corners + size * i, values + size * (size_t)raw->triangles[i], size * sizeof(float));
    return gel_success;
}

// Whole numbers to 255 or, if none is above 1, fractions; both as on a screen.
static gelStatus spreadColours(const OffFile* file)
{
    gelSurfaceMesh* raw = file->raw;
    size_t count = 3 * (size_t)raw->vertexCount;
    double largest = 0.0;
    if (file->colours == NULL)
        return gel_success;
    for (size_t i = 0; i < count; i++)
        largest = fmax(largest, (double)file->colours[i]);
    for (size_t i = 0; i < count; i++)
        file->colours[i] = gelLinearColour((double)file->colours[i] / (largest > 1.0 ? 255.0 : 1.0));
    gelSurfaceAppearance* look = raw->look = gelAllocate(1, sizeof *look);
    if (look == NULL)
        return gelFailMemory(1, sizeof *look);
    look->materials = gelAllocate((size_t)raw->triangleCount, sizeof *look->materials);
    if (look->materials == NULL)
        return gelFailMemory((size_t)raw->triangleCount, sizeof *look->materials);
    memset(look->materials, -1, (size_t)raw->triangleCount * sizeof *look->materials);
    return spread(raw, file->colours, 3, &look->cornerColours);
}

static gelStatus readElements(OffFile* file)
{
    gelStatus status = readHeader(file);
    for (int v = 0; v < file->raw->vertexCount && status == gel_success; v++)
        status = readVertex(file, (size_t)v);
    for (int f = 0; f < file->faceCount && status == gel_success; f++)
        status = readFace(file);
    if (status == gel_success)
        status = spread(file->raw, file->normals, 3, &file->raw->cornerNormals);
    if (status == gel_success)
        status = spread(file->raw, file->uvs, 2, &file->raw->cornerUvs);
    return status == gel_success ? spreadColours(file) : status;
}

gelStatus gelReadSurfaceOff(gelTextReader* reader, gelSurfaceMesh* raw, gelSurfaceExtras* extras)
{
    OffFile* file = gelAllocate(1, sizeof *file);
    if (file == NULL)
        return gelFailMemory(1, sizeof *file);
    *file = (OffFile){.text = reader, .raw = raw, .extras = extras};
    reader->comment = '#';
    gelStatus status = readElements(file);
    gelFree(file->normals);
    gelFree(file->uvs);
    gelFree(file->colours);
    gelFree(file);
    return status;
}
