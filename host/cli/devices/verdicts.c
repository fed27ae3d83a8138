#include "devices/verdicts.h"

#include "files/temporary_file.h"
#include "gel/gel.h"

#include <stdio.h>
#include <string.h>

enum { keySize = 1200 };

// A driver that suits one processor may have instructions that another lacks.
static void writeHead(char head[keySize])
{
    char line[256] = "";
    FILE* file = fopen("/proc/cpuinfo", "r");
    while (file != NULL && fgets(line, sizeof line, file) != NULL && strncmp(line, "model name", 10) != 0) {
    }
    if (file != NULL)
        fclose(file);
    line[strcspn(line, "\n")] = '\0';
    snprintf(head, keySize, "drivers of OpenCL as gel %s found them; %s\n", gelVersionText(), line);
}

static bool isSame(gelDriverVersion a, gelDriverVersion b)
{
    return a.time == b.time && a.size == b.size;
}

bool gelReadVerdicts(const char* path, gelDrivers* drivers)
{
    char head[keySize], line[keySize];
    FILE* file = gelIsRegular(path) ? fopen(path, "r") : NULL;
    writeHead(head);
    bool ok = file != NULL && fgets(line, sizeof line, file) != NULL && strcmp(line, head) == 0;
    for (int i = 0; ok && i < drivers->count; i++) {
        gelDriver* driver = &drivers->rows[i];
        gelDriverVersion own = {0, 0}, library = {0, 0};
        int at = 0;
        ok = fgets(line, sizeof line, file) != NULL &&
             sscanf(line, "%d %lld %lld %lld %lld %n", &driver->fault, &own.time, &own.size, &library.time,
                    &library.size, &at) == 5 &&
             at > 0;
        line[strcspn(line, "\n")] = '\0';
        ok = ok && isSame(own, driver->file) && isSame(library, driver->library) &&
             strcmp(line + at, driver->path) == 0;
    }
    ok = ok && fgets(line, sizeof line, file) == NULL;
    if (file != NULL)
        fclose(file);
    return ok;
}

void gelWriteVerdicts(const char* path, const gelDrivers* drivers)
{
    char head[keySize], part[gel_driverPathSize + gel_temporaryNameRoom];
    FILE* file = gelOpenTemporaryFile(path, part, sizeof part);
    if (file == NULL)
        return;
    writeHead(head);
    bool ok = fputs(head, file) >= 0;
    for (int i = 0; i < drivers->count && ok; i++) {
        const gelDriver* driver = &drivers->rows[i];
        ok = fprintf(file, "%d %lld %lld %lld %lld %s\n", driver->fault, driver->file.time, driver->file.size,
                     driver->library.time, driver->library.size, driver->path) > 0;
    }
    ok = fclose(file) == 0 && ok;
    if (!ok || !gelPublishTemporary(part, path))
        remove(part);
}
