#define _POSIX_C_SOURCE 200809L // nanosleep
#include "run/launcher.h"
#include "files/system.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { pathSize = 4096 };

// An MPI, and the variables by which its launchers tell each process how many there are. `sign`: one that must be there,
// too.
typedef struct Mpi {
    const char *name, *count, *sign;
} Mpi;

static const Mpi mpis[] = {{"openmpi", "OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_SIZE"},
                           {"openmpi", "SLURM_NTASKS", "PMIX_RANK"},
                           {"mpich", "PMI_SIZE", "PMI_RANK"}};
enum { mpiCount = sizeof mpis / sizeof mpis[0] };

static int countProcesses(const Mpi* mpi)
{
    const char *count = getenv(mpi->count), *sign = getenv(mpi->sign);
    return count != NULL && sign != NULL ? atoi(count) : 1;
}

// Opens the module that GEL_MPI names, or else the installed one, or the one next to the program. Stores its path.
static void* openModule(const char* name, char path[2 * pathSize])
{
    static const char* const folders[] = {"/../" GEL_MODULE_FOLDER, ""};
    const char* wanted = getenv("GEL_MPI");
    char program[pathSize];
    void* library = NULL;
    if (wanted != NULL) {
        snprintf(path, 2 * pathSize, "%s", wanted);
        return gelOpenLibrary(wanted);
    }
    if (!gelFindProgram(program, sizeof program) || strrchr(program, '/') == NULL)
        return NULL;
    *strrchr(program, '/') = '\0';
    for (size_t i = 0; i < sizeof folders / sizeof folders[0] && library == NULL; i++) {
        snprintf(path, 2 * pathSize, "%s%s/gel_%s.so", program, folders[i], name);
        library = gelOpenLibrary(path);
    }
    return library;
}

// A module of another build would fill another gelMpiModule. Those that do not tell its size are older.
static int checkModule(gelOutput* output, void* library, const char* path, const char* name)
{
    gelMpiSizeFunction* measure;
    const size_t size = gelFindFunction(library, GEL_MPI_SIZE_NAME, &measure) ? measure() : 0;
    return size == sizeof(gelMpiModule)
               ? gel_exitDone
               : gelReportError(
                     output, gel_exitUsage,
                     "%s was built with another Gel: expected an interface of %zu bytes, found %s: "
                     "build it anew with this one (target gel_%s), or set GEL_MPI to one that was",
                     path, sizeof(gelMpiModule),
                     size > 0 ? GEL_COUNT((int64_t)size, "byte", "bytes") : "an older one", name);
}

static void failAloud(void* context)
{
    const gelLauncher* launcher = context;
    fprintf(stderr, "gel: rank %d of %d: %s; all ranks end\n", launcher->transport.rank,
            launcher->transport.rankCount, gelLastError());
    launcher->module.transport.fail(launcher->module.transport.context);
}

int gelJoinOthers(gelOutput* output, gelLauncher* launcher)
{
    const char* wanted = getenv("GEL_MPI");
    char path[2 * pathSize];
    int found = 0;
    gelOpenMpiFunction* open;
    while (found < mpiCount && countProcesses(&mpis[found]) < 2)
        found++;
    if (found == mpiCount || (wanted != NULL && strcmp(wanted, "none") == 0))
        return gel_exitDone;
    const char* name = mpis[found].name;
    void* library = openModule(name, path);
    if (library == NULL || !gelFindFunction(library, GEL_OPEN_MPI_NAME, &open))
        return gelReportError(
            output, gel_exitUsage,
            "started as one of %d processes, but there is no module gel_%s.so (%s): build Gel "
            "where %s has its development files, or set GEL_MPI to the module, or to none for "
            "runs that are independent",
            countProcesses(&mpis[found]), name, gelLibraryError(), name);
    int code = checkModule(output, library, path, name);
    if (code != gel_exitDone)
        return code;
    open(&launcher->module);
    launcher->isThere = true;
    launcher->transport = launcher->module.transport;
    launcher->transport.context = launcher;
    launcher->transport.fail = failAloud;
    if (gelWritesFiles(launcher))
        return gel_exitDone;
    output->isSilent = output->holdsErrors = true;
    return freopen("/dev/null", "w", stdout) != NULL
               ? gel_exitDone
               : gelReportError(output, gel_exitOutput, "/dev/null cannot be opened");
}

bool gelWritesFiles(const gelLauncher* launcher)
{
    return !launcher->isThere || launcher->transport.rank == 0;
}

static void wait(double seconds)
{
    nanosleep(&(struct timespec){.tv_nsec = (long)(1e9 * seconds)}, NULL);
}

// The first rank speaks for all that have failed in the same way: it ends the others before they do.
static void speakLater(gelOutput* output, const gelLauncher* launcher)
{
    wait(0.7);
    fprintf(stderr, "gel: rank %d of %d: %s\n", launcher->transport.rank, launcher->transport.rankCount,
            output->lastError);
}

int gelLeaveOthers(gelOutput* output, const gelLauncher* launcher, int code)
{
    if (!launcher->isThere)
        return code;
    bool hasEnded = code == gel_exitDone || code == gel_exitMissed || code == gel_exitQuarantined ||
                    code == gel_exitDifferent;
    if (!hasEnded && !gelWritesFiles(launcher))
        speakLater(output, launcher);
    fflush(stdout);
    if (!hasEnded) {
        wait(0.2); // until the launcher has passed on what was said
        launcher->module.abort(code);
    }
    launcher->module.close();
    return code;
}
