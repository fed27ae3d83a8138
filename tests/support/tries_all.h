// Whether tests of faults on purpose try every one.
#pragma once

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static inline bool triesAll(void)
{
    const char* setting = getenv("GEL_TEST_FAULTS");
    return setting != NULL && strcmp(setting, "all") == 0;
}
