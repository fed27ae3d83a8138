// An array of a mesh file that was asked for by its name, while the file is read.
#pragma once

#include "base/text_reader.h"

enum { gel_arrayNameSize = 64, gel_arrayNames = 64 };

typedef struct gelVertexArray {
    const char* wanted;
    float* values; // [count], one for each vertex of the file
    int count;
    bool isFound;
    char names[gel_arrayNames][gel_arrayNameSize]; // those there are, each once; longer ones are cut
    int nameCount;
} gelVertexArray;

// Notes that the file has an array of that name; true if it is the one wanted.
bool gelRecordArray(gelVertexArray* array, gelWord name);
// Room for values of so many vertices, new ones 0.
gelStatus gelReserveArray(gelVertexArray* array, int count);
// An integer of binary data, of 1, 2, 4 or 8 bytes; or of text.
gelStatus gelReadWholeValue(gelTextReader* reader, const char* what, int bytes, bool isUnsigned,
                            double* value);
// gel_formatError, unless it was found: names those there are. `what`: "array".
gelStatus gelCheckArrayFound(const gelVertexArray* array, const char* path, const char* what);
