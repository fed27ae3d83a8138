#define WIN32_LEAN_AND_MEAN
#include "files/system.h"

#include <errno.h>
#include <io.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>
// After windows.h.
#include <psapi.h>

static bool fail(void)
{
    DWORD error = GetLastError();
    errno = error == ERROR_FILE_NOT_FOUND || error == ERROR_PATH_NOT_FOUND ? ENOENT
            : error == ERROR_NOT_SAME_DEVICE                               ? EXDEV
            : error == ERROR_DISK_FULL                                     ? ENOSPC
            : error == ERROR_NOT_ENOUGH_MEMORY                             ? ENOMEM
                                                                           : EACCES;
    return false;
}

char* gelRealPath(const char* path)
{
    if (GetFileAttributesA(path) == INVALID_FILE_ATTRIBUTES) {
        fail();
        return NULL;
    }
    char* whole = _fullpath(NULL, path, 0);
    if (whole == NULL)
        return NULL;
    for (char* c = whole; *c != '\0'; c++)
        *c = *c == '\\' ? '/' : *c;
    size_t length = strlen(whole);
    if (length > 3 && whole[length - 1] == '/') // "C:/" is the folder, "C:" another
        whole[length - 1] = '\0';
    return whole;
}

const char* gelLastSlash(const char* path)
{
    const char* found = NULL;
    for (const char* c = path; *c != '\0'; c++)
        if (*c == '/' || *c == '\\' || (*c == ':' && c == path + 1))
            found = c;
    return found;
}

static bool identify(const char* path, BY_HANDLE_FILE_INFORMATION* info)
{
    HANDLE file = CreateFileA(path, 0, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL,
                              OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, NULL);
    bool isKnown = file != INVALID_HANDLE_VALUE && GetFileInformationByHandle(file, info);
    if (file != INVALID_HANDLE_VALUE)
        CloseHandle(file);
    return isKnown;
}

bool gelIsSameFile(const char* a, const char* b)
{
    BY_HANDLE_FILE_INFORMATION first, second;
    return identify(a, &first) && identify(b, &second) &&
           first.dwVolumeSerialNumber == second.dwVolumeSerialNumber &&
           first.nFileIndexHigh == second.nFileIndexHigh && first.nFileIndexLow == second.nFileIndexLow;
}

bool gelReadLink(const char* path, char* target, size_t capacity)
{
    (void)path;
    (void)capacity;
    target[0] = '\0';
    errno = EINVAL; // links are for those who administer the machine
    return false;
}

// Another program, such as a scanner for viruses, may have a file open for a moment.
bool gelRenameFile(const char* from, const char* to)
{
    enum { tries = 20, wait = 25 }; // ms
    for (int i = 0; i < tries; i++) {
        if (MoveFileExA(from, to, MOVEFILE_REPLACE_EXISTING))
            return true;
        if (GetLastError() != ERROR_SHARING_VIOLATION && GetLastError() != ERROR_ACCESS_DENIED)
            break;
        Sleep(wait);
    }
    return fail();
}

bool gelReplacesOpenFiles(void)
{
    return false;
}

// Locks a byte far behind the end: others may read the file.
bool gelLockFile(FILE* file, const char* path)
{
    (void)path; // which names this file as long as it is open
    OVERLAPPED place = {.OffsetHigh = 0x7fffffff};
    HANDLE handle = (HANDLE)_get_osfhandle(_fileno(file));
    if (LockFileEx(handle, LOCKFILE_EXCLUSIVE_LOCK | LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0, &place))
        return true;
    errno = EAGAIN;
    return GetLastError() != ERROR_LOCK_VIOLATION && GetLastError() != ERROR_IO_PENDING;
}

int64_t gelWriteAt(FILE* file, const void* bytes, size_t size, uint64_t position)
{
    DWORD written = 0;
    OVERLAPPED place = {.Offset = (DWORD)position, .OffsetHigh = (DWORD)(position >> 32)};
    HANDLE handle = (HANDLE)_get_osfhandle(_fileno(file));
    if (size > 0x7fffffff) {
        errno = EFBIG;
        return -1;
    }
    if (!WriteFile(handle, bytes, (DWORD)size, &written, &place)) {
        fail();
        return -1;
    }
    return written;
}

char* gelMapFile(const char* path, size_t* size)
{
    FILE* file = fopen(path, "rb");
    int64_t length = file != NULL && _fseeki64(file, 0, SEEK_END) == 0 ? _ftelli64(file) : 0;
    char* bytes = length > 0 ? malloc((size_t)length) : NULL;
    *size = (size_t)length;
    if (bytes != NULL && (_fseeki64(file, 0, SEEK_SET) != 0 || fread(bytes, 1, *size, file) != *size)) {
        free(bytes);
        bytes = NULL;
    }
    if (file != NULL)
        fclose(file);
    return bytes;
}

void gelUnmapFile(char* bytes, size_t size)
{
    (void)size;
    free(bytes);
}

bool gelSyncDescriptor(int file)
{
    return _commit(file) == 0 || errno == EBADF || errno == EACCES; // it is open to be read: nothing to force
}

static _Thread_local char libraryError[300];

void* gelOpenLibrary(const char* name)
{
    void* library = name != NULL ? LoadLibraryA(name) : GetModuleHandleA(NULL);
    if (library == NULL)
        snprintf(libraryError, sizeof libraryError, "%s cannot be loaded, error %lu", name, GetLastError());
    return library;
}

const char* gelLibraryError(void)
{
    return libraryError;
}

bool gelFindFunction(void* library, const char* name, void* variable)
{
    FARPROC found = GetProcAddress(library, name);
    memcpy(variable, &found, sizeof found);
    return found != NULL;
}

bool gelFindProgram(char* path, size_t capacity)
{
    DWORD length = GetModuleFileNameA(NULL, path, (DWORD)capacity);
    for (char* c = path; length > 0 && *c != '\0'; c++)
        *c = *c == '\\' ? '/' : *c;
    return length > 0 && length < capacity;
}

void gelNameMachine(char* name, size_t capacity)
{
    DWORD size = (DWORD)capacity;
    if (!GetComputerNameA(name, &size))
        name[0] = '\0';
}

long gelOwnProcess(void)
{
    return (long)GetCurrentProcessId();
}

bool gelIsProcessGone(long process)
{
    HANDLE handle = OpenProcess(SYNCHRONIZE, FALSE, (DWORD)process);
    if (handle == NULL)
        return GetLastError() == ERROR_INVALID_PARAMETER;
    bool isGone = WaitForSingleObject(handle, 0) == WAIT_OBJECT_0;
    CloseHandle(handle);
    return isGone;
}

int gelCountProcessors(void)
{
    SYSTEM_INFO info;
    GetSystemInfo(&info);
    return (int)info.dwNumberOfProcessors;
}

uint64_t gelMemoryBytes(void)
{
    MEMORYSTATUSEX memory = {.dwLength = sizeof memory};
    return GlobalMemoryStatusEx(&memory) ? memory.ullTotalPhys : 0;
}

int64_t gelResidentBytes(void)
{
    PROCESS_MEMORY_COUNTERS counters = {.cb = sizeof counters};
    return GetProcessMemoryInfo(GetCurrentProcess(), &counters, sizeof counters)
               ? (int64_t)counters.WorkingSetSize
               : -1;
}

int gelCountColumns(int file)
{
    CONSOLE_SCREEN_BUFFER_INFO info;
    HANDLE handle = (HANDLE)_get_osfhandle(file);
    return GetConsoleScreenBufferInfo(handle, &info) ? info.srWindow.Right - info.srWindow.Left + 1 : 0;
}

static void (*noteEnd)(int signal);

// Runs in a thread of its own. The second time the system ends the program.
static BOOL WINAPI handleEnd(DWORD event)
{
    void (*note)(int signal) = noteEnd;
    noteEnd = NULL;
    if (note != NULL)
        note(event == CTRL_C_EVENT || event == CTRL_BREAK_EVENT ? SIGINT : SIGTERM);
    return note != NULL;
}

void gelCatchEnd(void (*note)(int signal))
{
    noteEnd = note;
    SetConsoleCtrlHandler(handleEnd, TRUE);
}
