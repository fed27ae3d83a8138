#define _POSIX_C_SOURCE 200809L // access
#include "app/options.h"
#include "app/memory.h"
#include "common/nearest.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { maxCandidates = 32 };

static int reportUnknown(gelOutput* output, const gelCommand* command, const char* text)
{
    const char* candidates[maxCandidates];
    char name[64];
    int count = 0;
    for (; count < command->optionCount && count < maxCandidates - 2; count++)
        candidates[count] = command->options[count].name;
    candidates[count++] = "help";
    candidates[count] = NULL;
    int length = (int)strcspn(text, "=");
    int dashes = (int)strspn(text, "-");
    if (access(text, F_OK) == 0)
        return gelReportError(output, gel_exitUsage, "gel %s has no option %s; for a file write ./%s",
                              command->name, text, text);
    snprintf(name, sizeof name, "%.*s", length - dashes, text + dashes);
    const char* nearest = gelNearestText(name, candidates);
    if (nearest != NULL)
        return gelReportError(output, gel_exitUsage, "gel %s has no option %.*s; did you mean --%s?",
                              command->name, length, text, nearest);
    return gelReportError(output, gel_exitUsage, "gel %s has no option %.*s; see gel %s --help",
                          command->name, length, text, command->name);
}

static int setWhole(gelOutput* output, const gelOption* option, const char* text, int* value)
{
    char* end;
    errno = 0;
    long number = strtol(text, &end, 10);
    bool isNumber = end != text && *end == '\0' && strchr("-0123456789", text[0]) != NULL;
    if (isNumber && errno == 0 && number >= option->lowest && number <= option->highest) {
        *value = (int)number;
        return gel_exitDone;
    }
    return gelReportError(output, gel_exitUsage, "--%s: expected a whole number from %s to %s, found \"%s\"",
                          option->name, GEL_GROUPED(option->lowest), GEL_GROUPED(option->highest), text);
}

static int setNumber(gelOutput* output, const gelOption* option, const char* text, float* value)
{
    char* end;
    double number = strtod(text, &end);
    if (end != text && *end == '\0' && number > option->lowest && number <= option->highest) {
        *value = (float)number;
        return gel_exitDone;
    }
    return gelReportError(output, gel_exitUsage, "--%s: expected a number above %d, at most %s, found \"%s\"",
                          option->name, option->lowest, GEL_GROUPED(option->highest), text);
}

const char* gelListChoices(const gelOption* option, char text[gel_choicesSize])
{
    size_t length = 0;
    for (int i = 0; option->choice(i) != NULL && length < gel_choicesSize; i++) {
        const char* between = i == 0 ? "" : option->choice(i + 1) == NULL ? " or " : ", ";
        length +=
            (size_t)snprintf(text + length, gel_choicesSize - length, "%s%s", between, option->choice(i));
    }
    return text;
}

static int setChoice(gelOutput* output, const gelOption* option, const char* text, int* value)
{
    const char* candidates[maxCandidates];
    char list[gel_choicesSize];
    int count = 0;
    for (; option->choice(count) != NULL && count < maxCandidates - 1; count++) {
        candidates[count] = option->choice(count);
        if (strcmp(candidates[count], text) == 0) {
            *value = count;
            return gel_exitDone;
        }
    }
    candidates[count] = NULL;
    const char* nearest = gelNearestText(text, candidates);
    return gelReportError(output, gel_exitUsage, "--%s: expected %s, found \"%s\"%s%s%s", option->name,
                          gelListChoices(option, list), text, nearest != NULL ? "; did you mean " : "",
                          nearest != NULL ? nearest : "", nearest != NULL ? "?" : "");
}

static int addToTexts(gelOutput* output, const gelOption* option, const char* text, gelTexts* texts)
{
    if (texts->count == gel_maxTexts)
        return gelReportError(output, gel_exitUsage, "--%s: expected at most %d, found more", option->name,
                              gel_maxTexts);
    texts->texts[texts->count++] = text;
    return gel_exitDone;
}

static int setValue(gelOutput* output, const gelOption* option, const char* text, void* settings)
{
    void* value = (char*)settings + option->offset;
    switch (option->kind) {
        case gel_optionFlag:
            *(bool*)value = true;
            break;
        case gel_optionText:
            *(const char**)value = text;
            break;
        case gel_optionWhole:
            return setWhole(output, option, text, value);
        case gel_optionNumber:
            return setNumber(output, option, text, value);
        case gel_optionChoice:
            return setChoice(output, option, text, value);
        case gel_optionTexts:
            return addToTexts(output, option, text, value);
    }
    return gel_exitDone;
}

static const gelOption* findOption(const gelCommand* command, const char* text)
{
    size_t length = strcspn(text, "=");
    for (int i = 0; i < command->optionCount; i++) {
        const char* name = command->options[i].name;
        if (strlen(name) == length && memcmp(name, text, length) == 0)
            return &command->options[i];
    }
    return NULL;
}

// Takes the option at arguments[*index] and its value, which may be the next argument.
static int takeOption(gelOutput* output, const gelCommand* command, int count, char** arguments, int* index,
                      void* settings)
{
    const char* text = arguments[*index];
    const gelOption* option = strncmp(text, "--", 2) == 0 ? findOption(command, text + 2) : NULL;
    if (option == NULL)
        return reportUnknown(output, command, text);
    const char* value = strchr(text, '=');
    if (option->kind == gel_optionFlag) {
        if (value != NULL)
            return gelReportError(output, gel_exitUsage, "--%s takes no value, found \"%s\"", option->name,
                                  value + 1);
        return setValue(output, option, NULL, settings);
    }
    if (value != NULL)
        return setValue(output, option, value + 1, settings);
    const char* next = *index + 1 < count ? arguments[*index + 1] : NULL;
    if (next == NULL)
        return gelReportError(output, gel_exitUsage, "--%s needs a value: --%s %s", option->name,
                              option->name, option->placeholder);
    if (strncmp(next, "--", 2) == 0)
        return gelReportError(output, gel_exitUsage,
                              "--%s needs a value, found the option %s (--%s=%s if it is meant)",
                              option->name, next, option->name, next);
    (*index)++;
    return setValue(output, option, next, settings);
}

static bool takesMany(const gelCommand* command)
{
    return command->argument != NULL && strpbrk(command->argument, ". ") != NULL;
}

// Moves multiple arguments to the front of the list, whose entries have been consumed already.
static int takeArgument(gelOutput* output, const gelCommand* command, char** arguments, char* text,
                        void* settings, gelParsed* parsed)
{
    if (takesMany(command)) {
        gelArguments* many = (gelArguments*)((char*)settings + command->argumentsOffset);
        arguments[many->count++] = text;
        many->texts = arguments;
        parsed->argument = text;
        return gel_exitDone;
    }
    if (command->argument == NULL)
        return gelReportError(output, gel_exitUsage, "gel %s takes no argument, found \"%s\"", command->name,
                              text);
    if (parsed->argument != NULL)
        return gelReportError(output, gel_exitUsage, "gel %s takes one %s, found \"%s\" and \"%s\"",
                              command->name, command->argument, parsed->argument, text);
    parsed->argument = text;
    return gel_exitDone;
}

static bool helpIsWanted(int count, char** arguments)
{
    for (int i = 0; i < count && strcmp(arguments[i], "--") != 0; i++) {
        if (strcmp(arguments[i], "--help") == 0 || strcmp(arguments[i], "-h") == 0)
            return true;
    }
    return false;
}

static int setDefaults(gelOutput* output, const gelCommand* command, void* settings)
{
    int code = gel_exitDone;
    memset(settings, 0, command->settingsSize);
    for (int i = 0; i < command->optionCount && code == gel_exitDone; i++) {
        if (command->options[i].initial != NULL)
            code = setValue(output, &command->options[i], command->options[i].initial, settings);
    }
    return code;
}

const char* gelQuote(const char* text, char quoted[gel_quotedSize])
{
    static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-+=./,:%@";
    size_t length = 0;
    if (text[0] != '\0' && text[strspn(text, plain)] == '\0') {
        snprintf(quoted, gel_quotedSize, "%s", text);
        return quoted;
    }
    quoted[length++] = '\'';
    for (; *text != '\0' && length < gel_quotedSize - 8; text++)
        length += (size_t)snprintf(quoted + length, 8, *text == '\'' ? "'\\''" : "%c", *text);
    quoted[length++] = '\'';
    quoted[length] = '\0';
    return quoted;
}

// The value of an option as it is typed; "" if it is the default.
static const char* valueText(const gelOption* option, const void* settings, const void* defaults,
                             char text[32])
{
    const char* value = (const char*)settings + option->offset;
    const char* usual = (const char*)defaults + option->offset;
    text[0] = '\0';
    if (option->kind == gel_optionText) {
        const char *given = *(const char*const*)value, *initial = *(const char*const*)usual;
        return given != NULL && (initial == NULL || strcmp(given, initial) != 0) ? given : "";
    }
    if (option->kind == gel_optionNumber && *(const float*)value != *(const float*)usual)
        snprintf(text, 32, "%.9g", (double)*(const float*)value);
    if (option->kind == gel_optionWhole && *(const int*)value != *(const int*)usual)
        snprintf(text, 32, "%d", *(const int*)value);
    if (option->kind == gel_optionChoice && *(const int*)value != *(const int*)usual)
        snprintf(text, 32, "%s", option->choice(*(const int*)value));
    return text;
}

static const gelTexts* textsOf(const gelOption* option, const void* settings)
{
    return (const gelTexts*)(const void*)((const char*)settings + option->offset);
}

void gelDescribeOptions(gelOutput* output, const gelCommand* command, const void* settings, char* text,
                        size_t size)
{
    void* defaults = gelNew(1, command->settingsSize);
    size_t length = 0;
    text[0] = '\0';
    if (defaults == NULL || setDefaults(output, command, defaults) != gel_exitDone) {
        free(defaults);
        return;
    }
    for (int i = 0; i < command->optionCount && length < size - 1; i++) {
        const gelOption* option = &command->options[i];
        char number[32], quoted[gel_quotedSize];
        const gelTexts* texts = option->kind == gel_optionTexts ? textsOf(option, settings) : NULL;
        for (int k = 0; k < (texts != NULL ? texts->count : 1) && length < size - 1; k++) {
            const char* value =
                texts != NULL ? texts->texts[k] : valueText(option, settings, defaults, number);
            if (value[0] != '\0')
                length += (size_t)snprintf(text + length, size - length, " --%s %s", option->name,
                                           gelQuote(value, quoted));
        }
    }
    free(defaults);
}

static int reportMissing(gelOutput* output, const gelCommand* command)
{
    if (command->choices != NULL && !output->json)
        command->choices->execute(output, NULL, NULL);
    fflush(stdout); // the error comes last
    return gelReportError(output, gel_exitUsage, "gel %s needs %s%s, as in %s", command->name,
                          takesMany(command) ? "" : "a ", command->argument, command->example);
}

int gelParseArguments(gelOutput* output, const gelCommand* command, int count, char** arguments,
                      void* settings, gelParsed* parsed)
{
    *parsed = (gelParsed){.help = helpIsWanted(count, arguments)};
    if (parsed->help)
        return gel_exitDone;
    int code = setDefaults(output, command, settings);
    bool optionsEnded = false;
    for (int i = 0; i < count && code == gel_exitDone; i++) {
        char* text = arguments[i];
        if (!optionsEnded && strcmp(text, "--") == 0)
            optionsEnded = true;
        else if (!optionsEnded && text[0] == '-' && text[1] != '\0')
            code = takeOption(output, command, count, arguments, &i, settings);
        else
            code = takeArgument(output, command, arguments, text, settings, parsed);
    }
    if (code == gel_exitDone && command->argument != NULL && command->argument[0] != '[' &&
        parsed->argument == NULL)
        code = reportMissing(output, command);
    return code;
}
