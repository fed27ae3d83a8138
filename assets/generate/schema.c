// Makes scene.schema.json of a template: a line `@settings GROUP PREFIX`, with a comma after it or not,
// becomes the properties for the settings of the group that have that prefix, the default of each as in
// gel/settings.h; with `@settings! GROUP` what is left out is as in the scene.
//
//     generate_schema TEMPLATE SCHEMA
#include "settings/json_table.h"
#include "settings/range.h"

#include <stdio.h>
#include <string.h>

static void printBounds(FILE* file, const gelSetting* setting)
{
    const gelRange* range = &setting->range;
    char min[32] = "", max[32] = "";
    gelAppendNumber(min, sizeof min, range->min);
    gelAppendNumber(max, sizeof max, range->max);
    fprintf(file, "\"%s\": %s, \"%s\": %s", range->aboveMin ? "exclusiveMinimum" : "minimum", min,
            range->belowMax ? "exclusiveMaximum" : "maximum", max);
}

// Writes the constraints on a value.
static void printRules(FILE* file, const gelSetting* setting, const char* indent)
{
    fprintf(file, "%s    ", indent);
    switch (setting->valueType) {
        case gel_settingNumber:
        case gel_settingWhole:
            fprintf(file, "\"type\": \"%s\", ",
                    setting->valueType == gel_settingNumber ? "number" : "integer");
            printBounds(file, setting);
            break;
        case gel_settingVector:
            fprintf(file, "\"type\": \"array\", \"minItems\": 3, \"maxItems\": 3,\n");
            fprintf(file, "%s    \"items\": { \"type\": \"number\", ", indent);
            printBounds(file, setting);
            fprintf(file, " }");
            break;
        case gel_settingSwitch:
            fprintf(file, "\"type\": \"boolean\"");
            break;
        case gel_settingChoice:
            fprintf(file, "\"type\": \"string\", \"enum\": [");
            for (int i = 0; setting->choices[i] != NULL; i++)
                fprintf(file, "%s\"%s\"", i > 0 ? ", " : "", setting->choices[i]);
            fprintf(file, "]");
            break;
    }
    fprintf(file, "\n");
}

static void printText(FILE* file, const char* text)
{
    for (const char* c = text; *c != '\0'; c++)
        fprintf(file, *c == '"' || *c == '\\' ? "\\%c" : "%c", *c);
}

static void printProperty(FILE* file, const gelSetting* setting, const char* indent, bool asInScene)
{
    char text[600];
    gelDescribeSetting(setting, text, sizeof text);
    char* ending = strstr(text, "Default: ");
    if (asInScene && ending != NULL)
        snprintf(ending, sizeof text - (size_t)(ending - text), "Default: as in the scene.");
    fprintf(file, "%s\"%s\": {\n%s    \"description\": \"", indent, setting->key, indent);
    printText(file, text);
    fprintf(file, "\",\n");
    printRules(file, setting, indent);
    fprintf(file, "%s}", indent);
}

// Handles a line of the template that names settings; false for other lines.
static bool printSettings(FILE* file, const char* line)
{
    static const char* const groups[gel_settingGroupCount] = {"world", "program",  "material",
                                                              "body",  "obstacle", "field"};
    char indent[64] = "", group[32] = "", prefix[32] = "", mark = ' ';
    snprintf(indent, sizeof indent, "%.*s", (int)strspn(line, " "), line);
    if (sscanf(line, " @settings%c%31s %31[a-z.]", &mark, group, prefix) < 2)
        return false;
    bool comma = strchr(line, ',') != NULL, first = true;
    group[strcspn(group, ",")] = '\0';
    for (int g = 0; g < gel_settingGroupCount; g++) {
        int count = 0;
        const gelSetting* settings = gelGetSettings((gelSettingGroup)g, &count);
        for (int i = 0; strcmp(groups[g], group) == 0 && i < count; i++) {
            if (!gelIsJsonSetting(&settings[i], prefix))
                continue;
            fprintf(file, "%s", first ? "" : ",\n");
            printProperty(file, &settings[i], indent, mark == '!');
            first = false;
        }
    }
    fprintf(file, comma ? ",\n" : "\n");
    return !first;
}

int main(int argumentCount, char** arguments)
{
    FILE* template = argumentCount == 3 ? fopen(arguments[1], "r") : NULL;
    FILE* schema = template != NULL ? fopen(arguments[2], "w") : NULL;
    if (schema == NULL) {
        fprintf(stderr, "usage: generate_schema TEMPLATE SCHEMA, two files that can be opened\n");
        return 1;
    }
    char line[4096];
    bool ok = true;
    while (fgets(line, sizeof line, template) != NULL) {
        if (strstr(line, "@settings") == NULL)
            fputs(line, schema);
        else if (!printSettings(schema, line)) {
            fprintf(stderr, "no such settings: %s", line);
            ok = false;
        }
    }
    fclose(template);
    return fclose(schema) == 0 && ok ? 0 : 1;
}
