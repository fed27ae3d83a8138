// Reads what gel bench prints.
#pragma once

#include "support/command.h"

static inline const char* scene(void)
{
    static char path[1024];
    snprintf(path, sizeof path, "%s", beamScene());
    return path;
}

static inline const cJSON* item(const cJSON* object, const char* list, int index)
{
    return cJSON_GetArrayItem(cJSON_GetObjectItemCaseSensitive(object, list), index);
}

static inline int lengthOf(const cJSON* object, const char* list)
{
    return cJSON_GetArraySize(cJSON_GetObjectItemCaseSensitive(object, list));
}

static inline void checkClosely(double found, double expected, const char* what)
{
    CHECK(fabs(found - expected) <= 1e-9 * fabs(expected), "%s is %.17g, expected %.17g", what, found,
          expected);
}

static inline void checkColumns(const char* what)
{
    for (const char* line = result.out; *line != '\0';
         line += strcspn(line, "\n") + (strchr(line, '\n') != NULL)) {
        int columns = (int)strcspn(line, "\n");
        if (strncmp(line, "  device", 8) != 0) // wrapped on a terminal only
            CHECK(columns <= 80, "%s: %d columns: %.*s", what, columns, columns, line);
    }
}
