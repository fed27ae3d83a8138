// The arrays of VTK's XML files: text, base64 or raw bytes, inline or appended, plain or compressed.
#pragma once

#include "mesh/io/vtk_cells.h"

// How the arrays of a file are encoded.
typedef struct gelVtuCoding {
    const gelTextReader* file;
    bool bigEndian;
    int headerBytes;    // of the length that precedes each array: 4 or 8
    gelWord compressor; // empty: none
    size_t appended;    // where appended data starts in the file, 0 if there is none
    bool appendedBase64;
} gelVtuCoding;

typedef enum gelVtuFormat { gel_vtuText, gel_vtuBinary, gel_vtuAppended } gelVtuFormat;

typedef struct gelVtuArray {
    gelWord name; // empty: the file has no such array
    gelWord typeName;
    gelVtkType type; // by name; `bytes` is 0 if it is unknown
    gelVtuFormat format;
    gelWord content; // between the tags
    int line;        // where that starts
    int64_t offset;  // into the appended data
} gelVtuArray;

// An opened array: `reader` supplies its values.
typedef struct gelVtuValues {
    gelTextReader reader;
    char* place;   // the place that `reader` reports for binary values
    char* decoded; // NULL if the file's own bytes are used
} gelVtuValues;

gelVtkType gelVtuTypeOf(gelWord name);

// Errors: gel_formatError, gel_unsupported (an unknown compressor, or none built in), gel_outOfMemory. Never
// allocates more than the rest of the file could decode to.
gelStatus gelOpenVtuArray(const gelVtuCoding* coding, const gelVtuArray* array, gelVtuValues* values);
void gelCloseVtuArray(gelVtuValues* values);
