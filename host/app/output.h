// The output of the command: errors, tables, colour, JSON. Human text and JSON go to standard
// output, errors, warnings and progress to standard error; with --json errors are an object on
// standard output too.
#pragma once

#include "app/exit_code.h"

#include <cjson/cJSON.h>
#include <stdio.h>

typedef struct gelOutput {
    bool json;
    bool outColour;   // standard output supports colour
    bool errorColour; // standard error does
    int openLine;     // columns of the line that gelDrawLine has drawn, 0: none
    char lastWarning[512];
    bool isSilent;        // another process prints what this one would; errors are kept
    bool holdsWarnings;   // of the library: they are of settings that are only tried
    bool holdsErrors;     // errors are kept, not printed: the window shows them
    char lastError[9000]; // as long as the longest message of the library
} gelOutput;

typedef enum gelInk { gel_inkPlain, gel_inkBold, gel_inkDim, gel_inkGood, gel_inkBad, gel_inkWarning } gelInk;

// Colour only on a terminal, and never with NO_COLOR (not empty) or TERM=dumb.
gelOutput gelOpenOutput(bool json);

// Draws a line of at most `width` columns on the terminal of standard error, in place of the one before. Any thread may.
void gelDrawLine(gelOutput* output, int width, const char* text);
// Erases that line, without escape sequences.
void gelCloseLine(gelOutput* output);

// The escape sequence of an ink on standard output, or "" without colour. End with gel_inkPlain.
const char* gelInkText(const gelOutput* output, gelInk ink);

// Reports an error on standard error (JSON: in an object) and returns the code. The text is one line, without
// a full stop or a leading "error". Terminals show errors and warnings wrapped.
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
int gelReportError(gelOutput* output, int code, const char* format, ...);

// Stops keeping errors, and prints the last one unless `code` is 0.
void gelReleaseErrors(gelOutput* output, int code);

// Reports a failed call of the library, whose message is in gelLastError, and returns the exit
// code.
int gelReportStatus(gelOutput* output, gelStatus status, gelActivity activity);
// The reason for a library call that has just failed.
const char* gelReasonOf(gelStatus status);

#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
void gelPrintWarning(gelOutput* output, const char* format, ...);

// Prints words from `column` on, where the cursor must be, wrapped at the terminal's width (80 columns
// elsewhere). Keeps line breaks.
void gelPrintWrapped(const char* text, int column);

// "  label       text", aligned, wrapped on a terminal only; control characters become question marks.
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
void gelPrintRow(const gelOutput* output, const char* label, const char* format, ...);

// Prints the object and releases it; NULL (out of memory) is reported. Returns the exit code to end with:
// `code`, or gel_exitInternal.
int gelPrintJson(gelOutput* output, cJSON* object, int code);

// Digits in groups of three: 1,234,567. GEL_GROUPED makes the buffer in place.
enum { gel_groupedSize = 32 };
const char* gelGroupDigits(int64_t number, char text[gel_groupedSize]);
#define GEL_GROUPED(number) gelGroupDigits((number), (char[gel_groupedSize]){0})

// "1 body", "1,234 bodies".
enum { gel_countSize = 64 };
const char* gelCountText(int64_t number, const char* one, const char* many, char text[gel_countSize]);
#define GEL_COUNT(number, one, many) gelCountText((number), (one), (many), (char[gel_countSize]){0})

// Checks that a file can be written there without harm: the folder exists, and so does no device, pipe or
// folder of that name. Otherwise reports and returns the exit code; `option` names the option, NULL: an
// argument.
int gelCheckOutputPath(gelOutput* output, const char* option, const char* path);

// Checks that a file's name ends in the format that is written, ".png". Otherwise reports and returns the exit code.
int gelCheckOutputEnding(gelOutput* output, const char* option, const char* path, const char* ending);

// The width in columns of the terminal that a file refers to; 80 if unknown.
int gelTerminalWidth(int file);
