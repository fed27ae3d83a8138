// Files that cannot be written: the former one stays, and nothing else is left.
#define _XOPEN_SOURCE 700
#include "soak/random.h"
#include "support/folder.h"
#include "base/core.h"

#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

typedef struct Place {
    char path[1200], folder[1200], absent[1200];
} Place;

static Place placeOf(void)
{
    Place place;
    snprintf(place.path, sizeof place.path, "%s/former.gel-state", folderOf());
    snprintf(place.folder, sizeof place.folder, "%s/folder", folderOf());
    snprintf(place.absent, sizeof place.absent, "%s/absent/world.gel-state", folderOf());
    mkdir(place.folder, 0777);
    return place;
}

// Returns the hash of the file's bytes, and its size.
static uint64_t hashFile(const char* path, long* size)
{
    uint64_t hash = 1;
    char bytes[4096];
    size_t count;
    FILE* file = fopen(path, "rb");
    for (*size = 0; file != NULL && (count = fread(bytes, 1, sizeof bytes, file)) > 0; *size += (long)count)
        hash = gelHashBytes(hash, bytes, count);
    if (file != NULL)
        fclose(file);
    return hash;
}

static gelStatus writeTo(const char* path, const Side* side)
{
    return gelWriteSnapshot(path, side->world, side->isClone ? NULL : side->player, "notes", 5);
}

// The disk is full after so many bytes.
static gelStatus writeToFullDisk(const char* path, const Side* side, long size)
{
    struct rlimit limit, full;
    getrlimit(RLIMIT_FSIZE, &limit);
    full = limit;
    full.rlim_cur = (rlim_t)size;
    signal(SIGXFSZ, SIG_IGN);
    setrlimit(RLIMIT_FSIZE, &full);
    gelStatus status = writeTo(path, side);
    setrlimit(RLIMIT_FSIZE, &limit);
    return status;
}

static gelStatus writeFile(void* context)
{
    Place place = placeOf();
    return writeTo(place.path, context);
}

void writeInVain(Episode* episode, Side* side, int frame)
{
    Place place = placeOf();
    long size, sizeAfter;
    if (writeTo(place.path, side) != gel_success)
        failAt(episode, frame, "the state is not written");
    uint64_t former = hashFile(place.path, &size), before = hashSoft(side);
    int files = countFiles(folderOf()), how = choose(episode, 4);
    gelStatus status = how == 0   ? writeTo(place.folder, side)
                       : how == 1 ? writeTo(place.absent, side)
                                  : writeToFullDisk(place.path, side, choose(episode, (int)size));
    note(frame, unwritten, "way", how);
    if (status != gel_fileError)
        failAt(episode, frame, "a file that cannot be written is");
    if (hashFile(place.path, &sizeAfter) != former || sizeAfter != size || countFiles(folderOf()) != files)
        failAt(episode, frame, "a file that cannot be written has done something to others");
    if (hashSoft(side) != before)
        failAt(episode, frame, "a file that cannot be written has changed the world");
    callWithoutMemory(episode, side, frame, "write", gel_success, writeFile, side);
    if (hashFile(place.path, &sizeAfter) != former || sizeAfter != size)
        failAt(episode, frame, "the same state is another file");
}
