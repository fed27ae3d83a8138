// gel: a client of the public API for the terminal and for scripts.
#include "common/nearest.h"
#include "devices/drivers.h"
#include "app/memory.h"
#include "app/options.h"
#include "app/scene_name.h"

#include "gel/gel.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const gelCommand* const commands[] = {
    &gelViewCommand,    &gelRunCommand,    &gelSweepCommand,  &gelCompareCommand, &gelErrorCommand,
    &gelLessonsCommand, &gelLessonCommand, &gelReportCommand, &gelWebCommand,     &gelBenchCommand,
    &gelSpliceCommand,  &gelMeshCommand,   &gelCheckCommand,  &gelDevicesCommand, &gelVersionCommand,
};
enum { commandCount = sizeof commands / sizeof commands[0] };

static const struct ExitCodeLine {
    int value;
    const char* meaning;
} exitCodes[] = {
#define GEL_EXIT_CODE_LINE(symbol, value, name, meaning) {value, meaning},
    GEL_EXIT_CODE_LIST(GEL_EXIT_CODE_LINE)
#undef GEL_EXIT_CODE_LINE
};

static void printHeading(const gelOutput* output, const char* text)
{
    printf("%s%s%s\n", gelInkText(output, gel_inkBold), text, gelInkText(output, gel_inkPlain));
}

static void printOverview(const gelOutput* output)
{
    printHeading(output, "Example");
    printf("  gel run scene.json --frames 120 --out jelly.pc2\n\n");
    printHeading(output, "Usage");
    printf("  gel COMMAND [ARGUMENT] [options]\n\n");
    printHeading(output, "Commands");
    for (int i = 0; i < commandCount; i++) {
        const char* argument = commands[i]->argument != NULL ? commands[i]->argument : "";
        char usage[32];
        snprintf(usage, sizeof usage, "%s %s", commands[i]->name, argument);
        printf("  %-16s  ", usage);
        gelPrintWrapped(commands[i]->purpose, 20);
    }
    printf("  %-16s  Prints the help of a command, as does gel COMMAND --help.\n\n", "help COMMAND");
    gelPrintWrapped(
        "A SCENE is a JSON file, or any mesh, which is dropped onto the ground, or the name of a lesson or "
        "scene that comes with the program, as in gel view bear_pile. "
        "Every command takes --json: one JSON object on standard output, errors included. "
        "Colour is used only on a terminal, and not if NO_COLOR is set.",
        0);
    putchar('\n');
    printHeading(output, "Exit codes");
    for (size_t i = 0; i < sizeof exitCodes / sizeof exitCodes[0]; i++)
        printf("  %3d  %s\n", exitCodes[i].value, exitCodes[i].meaning);
}

static const gelCommand* findCommand(gelOutput* output, const char* name)
{
    const char* names[commandCount + 2];
    for (int i = 0; i < commandCount; i++) {
        names[i] = commands[i]->name;
        if (strcmp(names[i], name) == 0)
            return commands[i];
    }
    names[commandCount] = "help";
    names[commandCount + 1] = NULL;
    const char* nearest = gelNearestText(name, names);
    if (nearest != NULL)
        gelReportError(output, gel_exitUsage, "there is no command \"%s\"; did you mean \"%s\"?", name,
                       nearest);
    else
        gelReportError(output, gel_exitUsage, "there is no command \"%s\"; gel --help lists them", name);
    return NULL;
}

static int executeParsed(gelOutput* output, const gelCommand* command, const char* argument,
                         const void* settings)
{
    char path[gel_assetPathSize];
    int code = command->takesScene && argument != NULL ? gelResolveScene(output, argument, path, &argument)
                                                       : gel_exitDone;
    return code == gel_exitDone ? command->execute(output, argument, settings) : code;
}

static int execute(gelOutput* output, const gelCommand* command, int count, char** arguments)
{
    gelParsed parsed;
    void* settings = gelNew(1, command->settingsSize);
    if (settings == NULL)
        return gelReportStatus(output, gel_outOfMemory, gel_activitySimulation);
    int code = gelParseArguments(output, command, count, arguments, settings, &parsed);
    if (parsed.help)
        gelPrintHelp(output, command);
    else if (code == gel_exitDone && command != &gelMeshCommand && command != &gelSpliceCommand)
        gelLeaveOutBadDrivers(output);
    if (!parsed.help && code == gel_exitDone)
        code = executeParsed(output, command, parsed.argument, settings);
    free(settings);
    return code;
}

// Determined before parsing, so that parse errors are JSON too.
static bool jsonIsWanted(int count, char** arguments)
{
    for (int i = 0; i < count && strcmp(arguments[i], "--") != 0; i++) {
        if (strcmp(arguments[i], "--json") == 0)
            return true;
    }
    return false;
}

static bool isHelpOption(const char* text)
{
    return strcmp(text, "--help") == 0 || strcmp(text, "-h") == 0;
}

static int dispatch(gelOutput* output, int count, char** arguments)
{
    const char* name = count > 0 ? arguments[0] : "--help";
    if (strcmp(name, "--version") == 0)
        name = gelVersionCommand.name;
    bool help = strcmp(name, "help") == 0;
    bool overview = help ? count == 1 || isHelpOption(arguments[1]) || strcmp(arguments[1], "help") == 0
                         : isHelpOption(name);
    if (overview) {
        printOverview(output);
        return gel_exitDone;
    }
    if (name[0] == '-')
        return gelReportError(output, gel_exitUsage, "expected a command before %s; gel --help lists them",
                              name);
    const gelCommand* command = findCommand(output, help ? arguments[1] : name);
    if (command == NULL)
        return gel_exitUsage;
    if (!help)
        return execute(output, command, count - 1, arguments + 1);
    gelPrintHelp(output, command);
    return gel_exitDone;
}

// Two worlds of one scene give the same warnings: print them once.
static void showMessage(void* context, gelLogLevel level, const char* text)
{
    gelOutput* output = context;
    if (level == gel_logInfo || output->holdsWarnings ||
        strncmp(output->lastWarning, text, sizeof output->lastWarning - 1) == 0)
        return;
    snprintf(output->lastWarning, sizeof output->lastWarning, "%s", text);
    gelPrintWarning(output, "%s", text);
}

int main(int argumentCount, char** arguments)
{
    gelOutput output = gelOpenOutput(argumentCount > 1 && jsonIsWanted(argumentCount - 1, arguments + 1));
    gelSetLogFunction(showMessage, &output);
    gelWatchMemory();
    int code = dispatch(&output, argumentCount - 1, arguments + 1);
    if (code == gel_exitDone &&
        gelMemoryRanOut()) { // something that was printed or written lacks what there was none for
        output.json = false;
        code = gelReportStatus(&output, gel_outOfMemory, gel_activityOutput);
    }
    errno = 0;
    if (fflush(stdout) != 0 || ferror(stdout)) {
        output.json = false; // standard output is gone
        return gelReportError(&output, gel_exitOutput, "standard output cannot be written: %s",
                              errno != 0 ? strerror(errno) : "write error");
    }
    return code;
}
