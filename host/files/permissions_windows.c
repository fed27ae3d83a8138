// Who may read a file is a matter of the folder that it lies in.
#define WIN32_LEAN_AND_MEAN
#include "files/permissions.h"

#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <sys/stat.h>
#include <unistd.h>
#include <windows.h>

// The file can be renamed while it is open, and has the bytes that are written: no "\r\n".
FILE* gelCreateLike(const char* path, const char* former, const char* with)
{
    (void)former;
    (void)with;
    HANDLE handle = CreateFileA(path, GENERIC_READ | GENERIC_WRITE,
                                FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL, CREATE_NEW,
                                FILE_ATTRIBUTE_NORMAL, NULL);
    if (handle == INVALID_HANDLE_VALUE) {
        DWORD error = GetLastError();
        errno = error == ERROR_FILE_EXISTS || error == ERROR_ALREADY_EXISTS ? EEXIST
                : error == ERROR_PATH_NOT_FOUND                             ? ENOENT
                                                                            : EACCES;
        return NULL;
    }
    int file = _open_osfhandle((intptr_t)handle, _O_RDWR | _O_BINARY);
    return file >= 0 ? _fdopen(file, "wb") : NULL;
}

bool gelCopyPermissions(const char* path, const char* former)
{
    (void)path;
    (void)former;
    return true;
}

mode_t gelNarrowMask(const char* path)
{
    (void)path;
    return 0;
}

bool gelIsProtected(const char* path)
{
    struct stat found;
    return stat(path, &found) == 0 && ((found.st_mode & 0222) == 0 || access(path, W_OK) != 0);
}
