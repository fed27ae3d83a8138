// A property of the vertices of a PLY file, by its name.
#include "surface/io/readers.h"

#include <limits.h>
#include <string.h>

typedef struct PlyProperty {
    int bytes;
    bool isReal, isUnsigned;
} PlyProperty;

enum { maxProperties = 64 }; // as gelCheckPly has it

typedef struct PlyVertices {
    int elementCount; // kinds of elements so far
    bool isHere;      // they are the last kind of element
    int64_t count;
    PlyProperty properties[maxProperties];
    int propertyCount;
    int chosen; // property; -1: none yet
    bool isColour;
} PlyVertices;

static bool isColour(gelWord name)
{
    return gelWordIs(name, "red") || gelWordIs(name, "green") || gelWordIs(name, "blue") ||
           gelWordIs(name, "alpha");
}

static gelStatus readElement(gelTextReader* reader, PlyVertices* vertices)
{
    vertices->isHere = gelWordIs(gelNextWord(reader), "vertex");
    if (vertices->isHere && vertices->elementCount > 0)
        return gelFailHere(reader, gel_unsupported, "expected the vertices as the first elements");
    vertices->elementCount++;
    return vertices->isHere ? gelReadInteger(reader, "a count of vertices", 0, INT_MAX, &vertices->count)
                            : gel_success;
}

static gelStatus readProperty(gelTextReader* reader, PlyVertices* vertices, gelVertexArray* array)
{
    gelWord type = gelNextWord(reader), name = gelNextWord(reader);
    PlyProperty property = {.bytes = gelSizeOfPlyType(type),
                            .isReal = type.length > 0 && (type.text[0] == 'f' || type.text[0] == 'd'),
                            .isUnsigned = type.length > 0 && type.text[0] == 'u'};
    if (!vertices->isHere)
        return gel_success;
    if (property.bytes == 0 || vertices->propertyCount == maxProperties)
        return gelFailHere(reader, gel_unsupported, "expected a number for each vertex, found \"%.*s\"",
                           (int)(type.length < 40 ? type.length : 40), type.text);
    if (gelRecordArray(array, name) && vertices->chosen < 0) {
        vertices->chosen = vertices->propertyCount;
        vertices->isColour = isColour(name) && property.bytes == 1;
    }
    vertices->properties[vertices->propertyCount++] = property;
    return gel_success;
}

static gelStatus readHeader(gelTextReader* reader, PlyVertices* vertices, gelVertexArray* array)
{
    gelStatus status = gelReadWord(reader, "ply");
    gelRestOfLine(reader);
    for (bool ended = false; status == gel_success && !ended && gelNextLine(reader);) {
        gelWord word = gelNextWord(reader), format;
        if (gelWordIs(word, "format")) {
            format = gelNextWord(reader);
            reader->binary = !gelWordIs(format, "ascii");
            reader->bigEndian = gelWordIs(format, "binary_big_endian");
        } else if (gelWordIs(word, "element"))
            status = readElement(reader, vertices);
        else if (gelWordIs(word, "property"))
            status = readProperty(reader, vertices, array);
        ended = gelWordIs(word, "end_header");
        gelRestOfLine(reader);
    }
    return status;
}

static gelStatus readValue(gelTextReader* reader, const PlyProperty* property, double* value)
{
    if (property->isReal || !reader->binary)
        return gelReadRealValue(reader, "a value", property->bytes, value);
    return gelReadWholeValue(reader, "a value", property->bytes, property->isUnsigned, value);
}

// Other properties may hold anything that is as long as it should be.
static gelStatus readVertex(gelTextReader* reader, const PlyVertices* vertices, float* value)
{
    gelStatus status = gel_success;
    if (!reader->binary)
        gelNextLine(reader);
    for (int i = 0; i < vertices->propertyCount && status == gel_success; i++) {
        double number = 0.0;
        if (i == vertices->chosen) {
            status = readValue(reader, &vertices->properties[i], &number);
            *value = (float)(vertices->isColour ? number / 255.0 : number);
        } else if (reader->binary)
            status = gelSkipValues(reader, "a value", 1, vertices->properties[i].bytes);
        else
            gelNextWord(reader);
    }
    if (!reader->binary)
        gelRestOfLine(reader);
    return status;
}

gelStatus gelReadPlyArray(gelTextReader* reader, gelVertexArray* array)
{
    PlyVertices vertices = {.chosen = -1};
    reader->byLine = true;
    gelStatus status = gelCheckPly(reader->path);
    if (status == gel_success)
        status = readHeader(reader, &vertices, array);
    if (status == gel_success && vertices.chosen >= 0)
        status = gelReserveArray(array, (int)vertices.count);
    for (int i = 0; i < array->count && status == gel_success; i++)
        status = readVertex(reader, &vertices, &array->values[i]);
    return status;
}
