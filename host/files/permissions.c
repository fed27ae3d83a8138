#define _XOPEN_SOURCE 700 // fchmodat, fdopen, lchown, lstat
#include "files/permissions.h"

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
static bool give(const char* path, Permissions wanted)
{
    struct stat own;
    if (lstat(path, &own) != 0)
        return false;
    if (own.st_gid != wanted.group && lchown(path, (uid_t)-1, wanted.group) != 0)
        wanted.mode = withoutGroup(wanted.mode);
    return (own.st_mode & 07777) == wanted.mode || fchmodat(AT_FDCWD, path, wanted.mode, 0) == 0 ||
           (own.st_mode & 077 & ~wanted.mode) == 0;
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
    FILE* stream = !wanted.areKnown || give(path, wanted) ? fdopen(file, "wb") : NULL;
    if (stream == NULL) {
        int error = errno;
        close(file);
        unlink(path);
        errno = error;
    }
    return stream;
}

bool gelCopyPermissions(const char* path, const char* former)
{
    Permissions wanted = {0};
    struct stat own;
    narrow(&wanted, former);
    if (!wanted.areKnown)
        return true;
    if (lstat(path, &own) != 0)
        return false;
    wanted.mode &= own.st_mode | S_IRWXU;
    return give(path, wanted); // opens nothing: that could fail once other results have their names
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

bool gelIsProtected(const char* path)
{
    struct stat found;
    return stat(path, &found) == 0 && ((found.st_mode & 0222) == 0 || access(path, W_OK) != 0);
}
