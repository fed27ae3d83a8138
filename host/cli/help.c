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
    int column = 0;
    for (int i = 0; i < command->optionCount; i++) {
        const gelOption* option = &command->options[i];
        int width =
            (int)(strlen(option->name) + (option->placeholder != NULL ? strlen(option->placeholder) + 1 : 0));
        column = width > column ? width : column;
    }
    column += 6; // two before, the dashes, two after
    for (int i = 0; i < command->optionCount; i++)
        printOption(&command->options[i], column);
    printf("  %-*sprint this\n", column - 2, "--help");
    if (command->notes == NULL)
        return;
    putchar('\n');
    gelPrintWrapped(command->notes, 0);
}
