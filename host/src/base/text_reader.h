// Reads a file that is in memory as a whole: words and numbers of text, and binary numbers of either byte order.
// Every failure says where it is ("path:line: expected ..., found ..." or "path: byte N: expected ..., found ...").
#pragma once

#include "base/core.h"

typedef struct gelTextReader {
    const char* path; // the caller's
    char* bytes;      // [size], followed by a zero
    size_t size;
    size_t position;
    int line;     // 1-based
    char comment; // hides the rest of its line; 0 for none
    bool byLine;  // words end with their line; gelNextLine goes on to the next
    bool binary;  // values are binary, and places are told as bytes
    bool bigEndian;
} gelTextReader;

// A word between blanks. Not terminated.
typedef struct gelWord {
    const char* text;
    size_t length; // 0: the end of the file (or line) came first
} gelWord;

// Whether a path names a file to read; `size` in bytes.
// Errors: gel_fileError (missing, unreadable, a folder), gel_formatError (empty), gel_unsupported (2 GiB or more).
gelStatus gelCheckFile(const char* path, size_t* size);

// Errors: as of gelCheckFile.
gelStatus gelOpenText(const char* path, gelTextReader* reader);
void gelCloseText(gelTextReader* reader);

// The place of the reader, then "expected EXPECTED, found FOUND". `found` with length 0 is the end of the file or line.
gelStatus gelFailExpected(const gelTextReader* reader, gelWord found, const char* expected);

// Any other complaint, with its place. The format is printf's.
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
gelStatus
gelFailHere(const gelTextReader* reader, gelStatus status, const char* format, ...);

// The next word; length 0 where the file (by line: the line) ends.
gelWord gelNextWord(gelTextReader* reader);
bool gelWordIs(gelWord word, const char* text);        // the same letters
bool gelWordIsAnyCase(gelWord word, const char* text); // large or small

// Looks at the next word without taking it.
gelWord gelPeekWord(const gelTextReader* reader);

// Goes on to the first line that has a word left; false at the end of the file.
bool gelNextLine(gelTextReader* reader);

// The rest of the line, without its end, which is passed.
gelWord gelRestOfLine(gelTextReader* reader);

// Passes the end of the line that stands between text and binary data.
gelStatus gelEndLine(gelTextReader* reader);

// Passes everything up to and including `text`; false (and at the end of the file) if it does not come.
bool gelSkipPast(gelTextReader* reader, const char* text);

gelStatus gelReadWord(gelTextReader* reader, const char* expected);
gelStatus gelReadInteger(gelTextReader* reader, const char* what, int64_t lowest, int64_t highest,
                         int64_t* value);
gelStatus gelReadReal(gelTextReader* reader, const char* what, double* value);

// Digits with or without a sign; what does not fit becomes the largest (or least) value, which no range allows.
bool gelParseInteger(gelWord word, int64_t* value);

// A decimal number, correctly rounded and the same in every locale. False if the word is not one, or is not finite.
bool gelParseReal(gelWord word, double* value);

// A count of things that take at least `bytesEach` bytes of what is left of the file, so that a lie allocates nothing.
gelStatus gelReadCount(gelTextReader* reader, const char* what, size_t bytesEach, int* count);
gelStatus gelCheckCount(const gelTextReader* reader, const char* what, int64_t count, size_t bytesEach);

// Values of text or, if the reader is binary, of `bytes` bytes: 1, 2, 4 or 8 for signed integers, 4 or 8 for reals.
gelStatus gelReadIntegerValue(gelTextReader* reader, const char* what, int bytes, int64_t lowest,
                              int64_t highest, int64_t* value);
gelStatus gelReadRealValue(gelTextReader* reader, const char* what, int bytes, double* value); // finite
gelStatus gelReadCoordinate(gelTextReader* reader, int bytes, float* value); // finite and within 1e15

// Passes `count` values, checking only that they are there.
gelStatus gelSkipValues(gelTextReader* reader, const char* what, int64_t count, int bytes);
