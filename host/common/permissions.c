#define _XOPEN_SOURCE 700 // fchmod, fchown, fdopen
#include "common/permissions.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct Permissions {
    mode_t mode;
    gid_t group;
    bool areKnown;
} Permissions;

// Members of another group may do what everybody may.
static mode_t withoutGroup(mode_t mode)
{
    return (mode & ~(mode_t)070) | (mode & (mode & 07) << 3);
}

// Set-user-id and the like are of a program that is no more.
static void narrow(Permissions* permissions, const char* path)
{
    struct stat found;
    if (path == NULL || stat(path, &found) != 0)
        return;
    mode_t mode = found.st_mode & 0777;
    if (permissions->areKnown)
        permissions->mode &= permissions->group == found.st_gid ? mode : withoutGroup(mode);
    else
        *permissions = (Permissions){mode, found.st_gid, true};
}

// A file system that has none may refuse, if nothing is lost by that.
static bool give(int file, Permissions wanted)
{
    struct stat own;
    if (fstat(file, &own) != 0)
        return false;
    if (own.st_gid != wanted.group && fchown(file, (uid_t)-1, wanted.group) != 0)
        wanted.mode = withoutGroup(wanted.mode);
    return (own.st_mode & 07777) == wanted.mode || fchmod(file, wanted.mode) == 0 ||
           (own.st_mode & 077 & ~wanted.mode) == 0;
}

static void closeAfterError(int file)
{
    int error = errno;
    close(file);
    errno = error;
}

FILE* gelCreateLike(const char* path, const char* former, const char* with)
{
    Permissions wanted = {0};
    narrow(&wanted, former);
    narrow(&wanted, with);
    // Whoever opens it before it has its permissions could read it from then on.
    int file = open(path, O_WRONLY | O_CREAT | O_EXCL, wanted.areKnown ? 0600 : 0666);
    if (file < 0)
        return NULL;
    wanted.mode |= S_IRUSR | S_IWUSR;
    FILE* stream = !wanted.areKnown || give(file, wanted) ? fdopen(file, "wb") : NULL;
    if (stream == NULL) {
        closeAfterError(file);
        unlink(path);
    }
    return stream;
}

bool gelTakePermissions(const char* path, const char* former)
{
    Permissions wanted = {0};
    struct stat own;
    narrow(&wanted, former);
    if (!wanted.areKnown)
        return true;
    int file = open(path, O_RDONLY | O_NOFOLLOW);
    if (file < 0)
        return false;
    bool ok = fstat(file, &own) == 0;
    wanted.mode &= own.st_mode | S_IRWXU;
    ok = ok && give(file, wanted);
    closeAfterError(file);
    return ok;
}

mode_t gelNarrowMask(const char* path)
{
    Permissions found = {0};
    mode_t mask = umask(077);
    narrow(&found, path);
    if (!found.areKnown)
        umask(mask);
    else
        umask(mask | (077 & ~withoutGroup(found.mode)));
    return mask;
}
