#define _GNU_SOURCE // dlinfo; fork, mkdtemp, setenv
#include "devices/drivers.h"
#include "devices/verdicts.h"

#if defined(_WIN32) || !GEL_HAS_OPENCL
void gelLeaveOutBadDrivers(gelOutput* output)
{
    (void)output;
}
#else

#include "files/cache_folder.h"
#include "gel/gel.h"

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { maxSeconds = 60, pathSize = gel_driverPathSize };

static const char* const variable = "OCL_ICD_VENDORS";

// A whole path, as links from elsewhere lead there; NULL if the user names a driver.
static const char* findVendors(void)
{
    static char folder[PATH_MAX];
    struct stat info;
    const char* chosen = getenv(variable);
    if (getenv("OPENCL_VENDOR_PATH") != NULL)
        return NULL;
    if (chosen == NULL)
        return "/etc/OpenCL/vendors";
    return stat(chosen, &info) == 0 && S_ISDIR(info.st_mode) ? realpath(chosen, folder) : NULL;
}

static int byPath(const void* a, const void* b)
{
    return strcmp(((const gelDriver*)a)->path, ((const gelDriver*)b)->path);
}

static bool findVersion(const char* path, gelDriverVersion* version)
{
    struct stat info;
    if (stat(path, &info) != 0 || !S_ISREG(info.st_mode))
        return false;
    *version = (gelDriverVersion){(long long)info.st_mtime, (long long)info.st_size};
    return true;
}

// Where the loader looks for a bare name: not in folders that only /etc/ld.so.conf names.
static void findVersionByName(const char* name, gelDriverVersion* version)
{
#if defined(__GLIBC__) || defined(RTLD_DI_SERINFO)
    static union {
        Dl_serinfo list;
        char room[1 << 14];
    } places;
    char path[2 * pathSize];
    bool found = false;
    void* program = dlopen(NULL, RTLD_LAZY);
    if (program == NULL)
        return;
    bool fits = dlinfo(program, RTLD_DI_SERINFOSIZE, &places.list) == 0 &&
                places.list.dls_size <= sizeof places && dlinfo(program, RTLD_DI_SERINFO, &places.list) == 0;
    for (unsigned i = 0; fits && i < places.list.dls_cnt && !found; i++) {
        int length = snprintf(path, sizeof path, "%s/%s", places.list.dls_serpath[i].dls_name, name);
        found = length < (int)sizeof path && findVersion(path, version);
    }
    dlclose(program);
#else
    (void)name;
    (void)version;
#endif
}

static gelDriverVersion findLibrary(const char* path)
{
    char name[pathSize] = "";
    gelDriverVersion version = {0, 0};
    FILE* file = fopen(path, "r");
    if (file != NULL && fgets(name, sizeof name, file) == NULL)
        name[0] = '\0';
    if (file != NULL)
        fclose(file);
    name[strcspn(name, "\r\n")] = '\0';
    if (strchr(name, '/') != NULL)
        findVersion(name, &version);
    else if (name[0] != '\0')
        findVersionByName(name, &version);
    return version;
}

static bool describeDriver(const char* folder, const char* name, gelDriver* driver)
{
    const char* end = strrchr(name, '.');
    int length = snprintf(driver->path, sizeof driver->path, "%s/%s", folder, name);
    if (end == NULL || strcmp(end, ".icd") != 0 || length >= pathSize ||
        !findVersion(driver->path, &driver->file))
        return false;
    driver->library = findLibrary(driver->path);
    driver->fault = 0;
    return true;
}

static void listDrivers(const char* folder, gelDrivers* drivers)
{
    struct dirent* entry;
    DIR* files = opendir(folder);
    drivers->count = 0;
    while (files != NULL && drivers->count < gel_maxDrivers && (entry = readdir(files)) != NULL)
        drivers->count += describeDriver(folder, entry->d_name, &drivers->rows[drivers->count]);
    if (files != NULL)
        closedir(files);
    qsort(drivers->rows, (size_t)drivers->count, sizeof drivers->rows[0], byPath);
}

// The signal that ends a process which loads the driver; 0: none.
static int probe(const char* path)
{
    int status = 0, count;
    pid_t child = fork();
    if (child == 0) {
        gelDeviceInfo infos[16];
        int nowhere = open("/dev/null", O_WRONLY);
        dup2(nowhere, STDOUT_FILENO);
        dup2(nowhere, STDERR_FILENO);
        alarm(maxSeconds);
        setenv(variable, path, 1);
        gelGetDevices(infos, 16, &count);
        _exit(0);
    }
    return child > 0 && waitpid(child, &status, 0) == child && WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

// Whether a link is to a good one.
static bool isGood(const gelDrivers* drivers, const char* link)
{
    char target[pathSize];
    ssize_t length = readlink(link, target, sizeof target - 1);
    bool good = false;
    target[length > 0 ? length : 0] = '\0';
    for (int i = 0; i < drivers->count && !good; i++)
        good = drivers->rows[i].fault == 0 && strcmp(drivers->rows[i].path, target) == 0;
    return good;
}

// Makes a folder with the good ones alone. Others may do the same at the same time, or load what is there: a link that is
// right stays.
static bool linkGood(const char* folder, const gelDrivers* drivers)
{
    static gelDrivers old;
    char path[2 * pathSize], target[pathSize];
    bool ok = true;
    gelMakeFolders(folder);
    listDrivers(folder, &old);
    for (int i = 0; i < old.count; i++)
        if (!isGood(drivers, old.rows[i].path) && remove(old.rows[i].path) != 0 && errno != ENOENT)
            ok = false;
    for (int i = 0; i < drivers->count; i++) {
        const char* driver = drivers->rows[i].path;
        snprintf(path, sizeof path, "%s%s", folder, strrchr(driver, '/'));
        if (drivers->rows[i].fault != 0 || symlink(driver, path) == 0)
            continue;
        ssize_t length = readlink(path, target, sizeof target);
        ok = ok && length == (ssize_t)strlen(driver) && memcmp(target, driver, (size_t)length) == 0;
    }
    return ok;
}

static void removeLinks(const char* folder)
{
    static gelDrivers links;
    listDrivers(folder, &links);
    for (int i = 0; i < links.count; i++)
        remove(links.rows[i].path);
    rmdir(folder);
}

static const char* temporaryPlace(void)
{
    const char* place = getenv("TMPDIR");
    return place != NULL && place[0] != '\0' ? place : "/tmp";
}

// Loads the good ones from a folder that is gone afterwards. Programs that are started meanwhile decide for themselves.
static bool loadByTemporaryFolder(const gelDrivers* drivers)
{
    char folder[pathSize];
    int count, length = snprintf(folder, sizeof folder, "%s/gel-drivers-XXXXXX", temporaryPlace());
    if (length >= pathSize || mkdtemp(folder) == NULL)
        return false;
    char* chosen = getenv(variable) != NULL ? strdup(getenv(variable)) : NULL;
    bool ok = linkGood(folder, drivers);
    if (ok) {
        gelDeviceInfo infos[16];
        setenv(variable, folder, 1);
        gelGetDevices(infos, 16, &count);
        if (chosen != NULL)
            setenv(variable, chosen, 1);
        else
            unsetenv(variable);
    }
    free(chosen);
    removeLinks(folder);
    return ok;
}

// `cache` is empty if there is none.
static void useGood(gelOutput* output, const char* cache, const gelDrivers* drivers, int goodCount)
{
    char folder[pathSize + 16];
    const gelDriver* first = drivers->rows;
    snprintf(folder, sizeof folder, "%s/drivers", cache);
    while (goodCount > 0 && first->fault != 0)
        first++;
    if (goodCount == 0)
        setenv(variable, "/dev/null", 1);
    else if (cache[0] != '\0' && linkGood(folder, drivers))
        setenv(variable, folder, 1);
    else if (!loadByTemporaryFolder(drivers)) {
        setenv(variable, first->path, 1);
        if (goodCount > 1)
            gelPrintWarning(
                output,
                "only the OpenCL driver %s is used, since the working drivers are listed in the cache or "
                "in %s, and neither can be written; set GEL_CACHE_DIR to a writable folder",
                first->path, temporaryPlace());
    }
}

static void leaveOut(gelOutput* output, const char* cache, const gelDrivers* drivers)
{
    int good = 0;
    for (int i = 0; i < drivers->count; i++) {
        const gelDriver* driver = &drivers->rows[i];
        good += driver->fault == 0;
        if (driver->fault != 0)
            gelPrintWarning(
                output,
                "the OpenCL driver %s is left out: it %s when it was loaded (%s); update or remove it",
                driver->path, driver->fault == SIGALRM ? "did not come back" : "crashed",
                strsignal(driver->fault));
    }
    if (good < drivers->count)
        useGood(output, cache, drivers, good);
}

void gelLeaveOutBadDrivers(gelOutput* output)
{
    static gelDrivers drivers;
    char cache[pathSize - 32], path[pathSize];
    const char* vendors = findVendors();
    if (vendors == NULL)
        return;
    listDrivers(vendors, &drivers);
    if (drivers.count == 0)
        return;
    bool hasCache = gelFindCacheFolder(cache, sizeof cache);
    if (!hasCache)
        cache[0] = '\0';
    snprintf(path, sizeof path, "%s/drivers.txt", cache);
    bool isNew = !hasCache || !gelReadVerdicts(path, &drivers);
    for (int i = 0; isNew && i < drivers.count; i++)
        drivers.rows[i].fault = probe(drivers.rows[i].path);
    if (isNew && hasCache) {
        gelMakeFolders(cache);
        gelWriteVerdicts(path, &drivers);
    }
    leaveOut(output, cache, &drivers);
}

#endif
