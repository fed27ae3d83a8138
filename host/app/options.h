// Commands and their options: one table defines what is parsed, checked and shown in the help.
#pragma once

#include "app/output.h"

typedef enum gelOptionKind {
    gel_optionFlag,   // bool
    gel_optionText,   // const char*
    gel_optionWhole,  // int, between lowest and highest
    gel_optionNumber, // float, above lowest, at most highest
    gel_optionChoice, // int, the index of the chosen text
    gel_optionTexts   // gelTexts: may be given several times
} gelOptionKind;

// The values of an option that may be given several times.
enum { gel_maxTexts = 64 };
typedef struct gelTexts {
    const char* texts[gel_maxTexts];
    int count;
} gelTexts;

typedef struct gelOption {
    const char* name; // without the dashes
    gelOptionKind kind;
    size_t offset;           // of the value in the command's settings
    const char* placeholder; // the value's name in the help; NULL for flags
    const char* initial;     // the default, parsed like a value and shown in the help; NULL leaves it zero
    int lowest, highest;
    const char* (*choice)(int index); // the choices; NULL after the last
    bool listChoices;                 // append the choices to the help
    bool ofDevice;                    // described once, by `gel help devices`
    const char* help;
} gelOption;

// The arguments of a command that takes any number.
typedef struct gelArguments {
    char* const* texts;
    int count;
} gelArguments;

typedef struct gelCommand {
    const char* name;
    // The name of its argument, "SCENE"; "[SCENE]" is optional; NULL: none; "[SCENE...]" are any number,
    // stored in the settings, as are "IN OUT", all of which are required.
    const char* argument;
    const struct gelCommand* choices; // prints what the argument may be, where it is missing; NULL for none
    bool takesScene;     // the argument may be the name of a scene or lesson that comes with the program
    const char* purpose; // one line for the list of commands
    const char* example; // the first thing to try
    const char* notes;   // paragraphs after the options; NULL for none
    const gelOption* options;
    int optionCount;
    const gelOption* describedOptions; // of other commands, described by this one's help; NULL for none
    int describedCount;
    size_t settingsSize;
    size_t argumentsOffset; // of the gelArguments in the settings, for any number
    // Called with `settings` filled in; returns the exit code.
    int (*execute)(gelOutput* output, const char* argument, const void* settings);
} gelCommand;

// Rows of an option table for a member of the settings type S that has the option's name.
#define GEL_FLAG_OPTION(S, member, text)                                                                     \
    {                                                                                                        \
        .name = #member, .kind = gel_optionFlag, .offset = offsetof(S, member), .help = text                 \
    }
#define GEL_FILE_OPTION(S, member, text)                                                                     \
    {                                                                                                        \
        .name = #member, .kind = gel_optionText, .offset = offsetof(S, member), .placeholder = "FILE",       \
        .help = text                                                                                         \
    }
#define GEL_COUNT_OPTION(S, member, text)                                                                    \
    {                                                                                                        \
        .name = #member, .kind = gel_optionWhole, .offset = offsetof(S, member), .placeholder = "N",         \
        .lowest = 1, .highest = 1000000, .help = text                                                        \
    }
// The frame at which a replay starts; `more` ends the help.
#define GEL_FROM_OPTION(S, more)                                                                             \
    {                                                                                                        \
        .name = "from", .kind = gel_optionWhole, .offset = offsetof(S, from), .placeholder = "FRAME",        \
        .lowest = 1, .highest = 1000000,                                                                     \
        .help = "start the replay at the last keyframe at or before FRAME, instead of the start" more        \
    }
#define GEL_SET_OPTION(S, member)                                                                            \
    {                                                                                                        \
        .name = "set", .kind = gel_optionTexts, .offset = offsetof(S, member), .placeholder = "PATH=VALUE",  \
        .help = "set a value of the scene, as substeps=20; may be repeated"                                  \
    }
#define GEL_JSON_OPTION(S) GEL_FLAG_OPTION(S, json, "print one JSON object on standard output")
#define GEL_QUIET_OPTION(S) GEL_FLAG_OPTION(S, quiet, "show no progress")

extern const gelCommand gelViewCommand;
extern const gelCommand gelRunCommand;
extern const gelCommand gelSweepCommand;
extern const gelCommand gelCompareCommand;
extern const gelCommand gelLessonsCommand;
extern const gelCommand gelLessonCommand;
extern const gelCommand gelReportCommand;
extern const gelCommand gelBenchCommand;
extern const gelCommand gelErrorCommand;
extern const gelCommand gelMeshCommand;
extern const gelCommand gelCheckCommand;
extern const gelCommand gelSpliceCommand;
extern const gelCommand gelDevicesCommand;
extern const gelCommand gelVersionCommand;
extern const gelCommand gelWebCommand;

typedef struct gelParsed {
    const char* argument; // NULL if the command takes none; the last of many
    bool help;            // --help or -h was given: nothing else was checked
} gelParsed;

// Parses everything after the command's name. Fills `settings` with defaults and given values; texts point
// into `arguments`. Reports errors and returns the exit code, gel_exitDone on success.
int gelParseArguments(gelOutput* output, const gelCommand* command, int count, char** arguments,
                      void* settings, gelParsed* parsed);

// Options that are not as by default, as they are typed: " --substeps 5 --out 'a b.html'"; without flags, which change
// no result. Truncated to `size`.
void gelDescribeOptions(gelOutput* output, const gelCommand* command, const void* settings, char* text,
                        size_t size);
// Writes a text as one word of a shell: in quotes, if it needs them.
enum { gel_quotedSize = 6000 };
const char* gelQuote(const char* text, char quoted[gel_quotedSize]);
#define GEL_QUOTED(text) gelQuote((text), (char[gel_quotedSize]){0})

// "a, b or c". Returns the text.
enum { gel_choicesSize = 2048 };
const char* gelListChoices(const gelOption* option, char text[gel_choicesSize]);

// Example, usage, options with defaults, notes; at most 80 columns.
void gelPrintHelp(const gelOutput* output, const gelCommand* command);
