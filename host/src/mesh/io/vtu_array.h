// The arrays of VTK's XML files: text, base64 or raw bytes, in their element or appended to the file, plain or compressed.
#pragma once

#include "mesh/io/vtk_cells.h"

// How the arrays of a file are written.
typedef struct gelVtuCoding {
    const gelTextReader* file;
    bool bigEndian;
    int headerBytes;    // of each length in front of an array: 4 or 8
    gelWord compressor; // empty: none
    size_t appended;    // where appended data starts in the file, 0 where there is none
    bool appendedBase64;
} gelVtuCoding;

typedef enum gelVtuFormat { gel_vtuText, gel_vtuBinary, gel_vtuAppended } gelVtuFormat;

typedef struct gelVtuArray {
    gelWord name; // empty: the file has no such array
    gelWord typeName;
    gelVtkType type; // of the name; `bytes` is 0 where it is not known
    gelVtuFormat format;
    gelWord content; // between the tags
    int line;        // where that starts
    int64_t offset;  // into the appended data
} gelVtuArray;

// An opened array: `reader` gives its values.
typedef struct gelVtuValues {
    gelTextReader reader;
    char* place;   // what `reader` calls the place of binary values
    char* decoded; // NULL where the file's own bytes serve
} gelVtuValues;

gelVtkType gelVtuTypeOf(gelWord name);

// Errors: gel_formatError, gel_unsupported (a compressor that is not known, or none built in), gel_outOfMemory. Never
// asks for more memory than what is left of the file can hold.
gelStatus gelOpenVtuArray(const gelVtuCoding* coding, const gelVtuArray* array, gelVtuValues* values);
void gelCloseVtuArray(gelVtuValues* values);
