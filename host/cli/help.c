#include "app/options.h"

#include <stdlib.h>
#include <string.h>

static void printOption(const gelOption* option, int column)
{
    char name[64], choices[gel_choicesSize], text[gel_choicesSize + 1024];
    snprintf(name, sizeof name, "--%s%s%s", option->name, option->placeholder != NULL ? " " : "",
             option->placeholder != NULL ? option->placeholder : "");
    snprintf(text, sizeof text, "%s%s%s%s%s", option->help, option->listChoices ? ": " : "",
             option->listChoices ? gelListChoices(option, choices) : "",
             option->initial != NULL ? "; default: " : "", option->initial != NULL ? option->initial : "");
    printf("  %-*s", column - 2, name);
    gelPrintWrapped(text, column);
}

static void printHeading(const gelOutput* output, const char* text)
{
    printf("%s%s%s\n", gelInkText(output, gel_inkBold), text, gelInkText(output, gel_inkPlain));
}

// Two spaces before the names, two after the longest.
static int columnOf(const gelOption* options, int count, bool describesDevices)
{
    int column = 0;
    for (int i = 0; i < count; i++) {
        const char* placeholder = options[i].placeholder;
        int width = (int)(strlen(options[i].name) + (placeholder != NULL ? strlen(placeholder) + 1 : 0));
        if (width > column && (describesDevices || !options[i].ofDevice))
            column = width;
    }
    return column + 6;
}

// Names the options that `gel help devices` describes.
static void printDeviceOptions(const gelCommand* command)
{
    char text[1024];
    const char* before = "See gel help devices for ";
    size_t length = 0;
    for (int i = 0; i < command->optionCount; i++) {
        const gelOption* option = &command->options[i];
        if (!option->ofDevice)
            continue;
        length += (size_t)snprintf(text + length, sizeof text - length, "%s--%s", before, option->name);
        before = ", ";
        if (strcmp(option->name, "backend") == 0)
            length +=
                (size_t)snprintf(text + length, sizeof text - length, " (default: %s)", option->initial);
    }
    if (length == 0)
        return;
    printf("\n  ");
    gelPrintWrapped(text, 2);
}

void gelPrintHelp(const gelOutput* output, const gelCommand* command)
{
    printHeading(output, "Example");
    printf("  ");
    gelPrintWrapped(command->example, 2);
    putchar('\n');
    printHeading(output, "Usage");
    printf("  gel %s%s%s [options]\n  ", command->name, command->argument != NULL ? " " : "",
           command->argument != NULL ? command->argument : "");
    gelPrintWrapped(command->purpose, 2);
    putchar('\n');
    printHeading(output, "Options");
    int column = columnOf(command->options, command->optionCount, false);
    for (int i = 0; i < command->optionCount; i++)
        if (!command->options[i].ofDevice)
            printOption(&command->options[i], column);
    printf("  %-*sprint this\n", column - 2, "--help");
    printDeviceOptions(command);
    if (command->describedCount > 0) {
        putchar('\n');
        printHeading(output, "Options of the commands that step a scene");
        column = columnOf(command->describedOptions, command->describedCount, true);
        for (int i = 0; i < command->describedCount; i++)
            printOption(&command->describedOptions[i], column);
    }
    if (command->notes == NULL)
        return;
    putchar('\n');
    gelPrintWrapped(command->notes, 0);
}
