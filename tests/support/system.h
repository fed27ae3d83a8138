// Requests of a test to the system: a locale, and to drop superuser rights for a while. Needs _POSIX_C_SOURCE
// or _XOPEN_SOURCE before the first header.
#pragma once

#include "support/harness.h"

#include <locale.h>
#include <unistd.h>

// Numbers are written with a decimal comma until setlocale(LC_NUMERIC, "C"). Most systems have the sources of
// a German locale but not the locale itself, so it is built here.
static inline bool useDecimalComma(void)
{
    char folder[] = GEL_SCRATCH "/locale-XXXXXX", command[2048];
    if (setlocale(LC_NUMERIC, "de_DE.UTF-8") != NULL)
        return true;
    if (mkdtemp(folder) == NULL)
        return false;
    // All but the numbers would take a second more.
    snprintf(
        command, sizeof command,
        "printf 'LC_CTYPE\\ncopy \"POSIX\"\\nEND LC_CTYPE\\nLC_NUMERIC\\ncopy \"de_DE\"\\nEND LC_NUMERIC\\n' "
        ">'%s/comma'; localedef --force --quiet -i '%s/comma' -f UTF-8 '%s/de_DE.UTF-8' >/dev/null 2>&1",
        folder, folder, folder);
    bool made = system(command) != -1;
    setenv("LOCPATH", folder, 1);
    made = made && setlocale(LC_NUMERIC, "de_DE.UTF-8") != NULL;
    unsetenv("LOCPATH");
    snprintf(command, sizeof command, "rm -r '%s'", folder);
    return system(command) == 0 && made;
}

#define NEED_DECIMAL_COMMA()                                                                                 \
    do {                                                                                                     \
        if (!useDecimalComma())                                                                              \
            SKIP(                                                                                            \
                "there is no locale with a decimal comma, and none can be made (Debian's package locales)"); \
    } while (0)

// The superuser may read and write everything; these do nothing for other users.
static inline void giveUpRoot(void)
{
    if (getuid() == 0 && seteuid(65534) != 0)
        CHECK(false, "the superuser cannot become nobody");
}

static inline void takeRootBack(void)
{
    if (getuid() == 0 && seteuid(0) != 0)
        CHECK(false, "nobody cannot become the superuser");
}
