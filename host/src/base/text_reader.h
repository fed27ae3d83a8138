// Parses a file held in memory: words and numbers of text, and binary numbers of either byte order. Every
// error states its place ("path:line: expected ..., found ..." or "path: byte N: expected ..., found ...").
#pragma once

#include "base/core.h"

typedef struct gelTextReader {
    const char* path; // the caller's
    char* bytes;      // [size], followed by a zero
    size_t size;
    size_t position;
    int line;     // 1-based
    char comment; // hides the rest of its line; 0 for none
    bool byLine;  // words end at the end of the line; gelNextLine advances to the next
    bool binary;  // values are binary, and places are given as bytes
    bool bigEndian;
} gelTextReader;

// A word between blanks. Not zero-terminated.
typedef struct gelWord {
    const char* text;
    size_t length; // 0: end of the file (or line)
} gelWord;

// Checks that a path names an ordinary file: a pipe may keep a reader waiting for ever. Errors: gel_fileError.
gelStatus gelCheckRegularFile(const char* path);

// Checks that a path names a readable file; `size` in bytes. Errors: gel_fileError (missing, unreadable, a
// folder), gel_formatError (empty), gel_unsupported (2 GiB or more).
gelStatus gelCheckFile(const char* path, size_t* size);

// Errors: as of gelCheckFile.
gelStatus gelOpenText(const char* path, gelTextReader* reader);
void gelCloseText(gelTextReader* reader);

// Fails with the place of the reader, then "expected EXPECTED, found FOUND". `found` with length 0 is the end
// of the file or line.
gelStatus gelFailExpected(const gelTextReader* reader, gelWord found, const char* expected);

// Fails with any other message, preceded by the place. The format is printf's.
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
gelStatus
gelFailHere(const gelTextReader* reader, gelStatus status, const char* format, ...);

// The next word; length 0 at the end of the file (by line: of the line).
gelWord gelNextWord(gelTextReader* reader);
bool gelWordIs(gelWord word, const char* text);        // case-sensitive
bool gelWordIsAnyCase(gelWord word, const char* text); // case-insensitive

// The next word, without consuming it.
gelWord gelPeekWord(const gelTextReader* reader);

// Advances to the next line that has a word left; false at the end of the file.
bool gelNextLine(gelTextReader* reader);

// Consumes the rest of the line and its end, and returns it without the end.
gelWord gelRestOfLine(gelTextReader* reader);

// Skips the end of line between text and binary data.
gelStatus gelEndLine(gelTextReader* reader);

// Skips everything up to and including `text`; false (and at the end of the file) if it is not found.
bool gelSkipPast(gelTextReader* reader, const char* text);

gelStatus gelReadWord(gelTextReader* reader, const char* expected);
gelStatus gelReadInteger(gelTextReader* reader, const char* what, int64_t lowest, int64_t highest,
                         int64_t* value);
gelStatus gelReadReal(gelTextReader* reader, const char* what, double* value);

// Digits with an optional sign; a number that does not fit becomes the largest (or smallest) value, which no
// range allows.
bool gelParseInteger(gelWord word, int64_t* value);

// A decimal number, correctly rounded and the same in every locale. False if the word is not one, or is not
// finite.
bool gelParseReal(gelWord word, double* value);

// A count of items of at least `bytesEach` bytes; fails if the rest of the file cannot hold them, so that a
// false count allocates nothing.
gelStatus gelReadCount(gelTextReader* reader, const char* what, size_t bytesEach, int* count);
gelStatus gelCheckCount(const gelTextReader* reader, const char* what, int64_t count, size_t bytesEach);

// Values in text or, if the reader is binary, of `bytes` bytes: 1, 2, 4 or 8 for signed integers, 4 or 8 for
// reals.
gelStatus gelReadIntegerValue(gelTextReader* reader, const char* what, int bytes, int64_t lowest,
                              int64_t highest, int64_t* value);
gelStatus gelReadRealValue(gelTextReader* reader, const char* what, int bytes, double* value); // finite
gelStatus gelReadCoordinate(gelTextReader* reader, int bytes, float* value); // finite and within 1e15

// Skips `count` values, checking only that they exist.
gelStatus gelSkipValues(gelTextReader* reader, const char* what, int64_t count, int bytes);
