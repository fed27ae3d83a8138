// Stand-ins for functions of POSIX that tests use and Windows has not. Included before each test of the build for Windows.
#pragma once

#include <direct.h>
#include <io.h>
#include <stdlib.h>

static inline int setenv(const char* name, const char* value, int replaces)
{
    return replaces || getenv(name) == NULL ? _putenv_s(name, value) : 0;
}

static inline int unsetenv(const char* name)
{
    return _putenv_s(name, "");
}

#define mkdir(path, mode) _mkdir(path)

// There is no superuser, and no locale can be made.
static inline int getuid(void)
{
    return 1;
}

static inline int seteuid(int user)
{
    (void)user;
    return -1;
}

#define mkdtemp(name) NULL

#define open ownOpen // tests have functions of this name
