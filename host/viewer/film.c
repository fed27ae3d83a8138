#define _POSIX_C_SOURCE 200809L // fork, pipe, sigaction
#include "film.h"
#include "common/path.h"
#include "files/temporary_file.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

enum { urlSize = 4096 + gel_temporaryNameRoom + 8 };

struct gelFilm {
    int pipe; // for writing pictures
    pid_t owner, child;
    char path[4096];
    char part[4096 + gel_temporaryNameRoom]; // written first
    FILE* errors; // what ffmpeg says; without a name, so that it is never left behind
};

static bool isThere(const char* program)
{
    const char* path = getenv("PATH");
    char candidate[4096];
    while (path != NULL && *path != '\0') {
        int length = (int)strcspn(path, ":");
        snprintf(candidate, sizeof candidate, "%.*s/%s", length, path, program);
        if (access(candidate, X_OK) == 0)
            return true;
        path += length + (path[length] == ':');
    }
    return false;
}

static const char* formatOf(const gelFilm* film)
{
    static const char* const formats[][2] = {
        {".mp4", "mp4"}, {".mkv", "matroska"}, {".webm", "webm"}, {".mov", "mov"}, {".gif", "gif"}};
    for (size_t i = 0; i < sizeof formats / sizeof formats[0]; i++)
        if (gelEndsWith(film->path, formats[i][0]))
            return formats[i][1];
    return "mp4";
}

// Without the prefix ffmpeg takes -x.mp4 for an option, and 12:30.mp4 for a protocol.
static void nameForEncoder(const gelFilm* film, char url[urlSize])
{
    snprintf(url, urlSize, "file:%s", film->part);
}

// The last arguments of ffmpeg, by the film's extension.
static void chooseEncoding(const gelFilm* film, const char* url, const char* arguments[20])
{
    // Viewers round the delays of a .gif to whole hundredths of a second, and treat short ones as slow.
    static const char* const gif[] = {"-vf",
                                      "fps=50,split[a][b];[a]palettegen=stats_mode=single[p];"
                                      "[b][p]paletteuse=new=1",
                                      NULL};
    static const char* const webm[] = {"-vf",       "pad=ceil(iw/2)*2:ceil(ih/2)*2",
                                       "-pix_fmt",  "yuv420p",
                                       "-crf",      "24",
                                       "-b:v",      "0",
                                       "-deadline", "realtime",
                                       "-cpu-used", "8",
                                       NULL};
    static const char* const usual[] = {"-vf",       "pad=ceil(iw/2)*2:ceil(ih/2)*2",
                                        "-pix_fmt",  "yuv420p",
                                        "-crf",      "18",
                                        "-movflags", "+faststart",
                                        NULL};
    const char* format = formatOf(film);
    const char* const* chosen = strcmp(format, "gif") == 0 ? gif : strcmp(format, "webm") == 0 ? webm : usual;
    int count = 0;
    for (; chosen[count] != NULL; count++)
        arguments[count] = chosen[count];
    const char* const last[] = {
        "-fflags", "+bitexact", // no random identifiers: the same film has the same bytes
        "-f",      format,      // the temporary name has another ending
        url,       NULL};
    memcpy(arguments + count, last, sizeof last);
}

// If gel is killed, ffmpeg must not write on under a name that the next command has cleared away.
static void endWithOwner(const gelFilm* film)
{
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
    if (getppid() != film->owner)
        _exit(127);
}

static void becomeProgram(const gelFilm* film, int input, const char* const* arguments)
{
    endWithOwner(film);
    int nothing = open("/dev/null", O_WRONLY);
    dup2(input, STDIN_FILENO);
    dup2(nothing, STDOUT_FILENO);
    dup2(fileno(film->errors), STDERR_FILENO);
    setpgid(0, 0); // Ctrl-C is for this program, which closes the film
    execvp(arguments[0], (char* const*)arguments);
    _exit(127);
}

static void runEncoder(const gelFilm* film, int input, int width, int height, double framesPerSecond)
{
    char size[64], rate[64], url[urlSize];
    snprintf(size, sizeof size, "%dx%d", width, height);
    snprintf(rate, sizeof rate, "%g", framesPerSecond);
    // Without -xerror ffmpeg succeeds on a full disk. The file to overwrite is our own.
    const char* arguments[40] = {"ffmpeg", "-hide_banner", "-loglevel", "error", "-xerror", "-y",
                                 "-f",     "rawvideo",     "-pix_fmt",  "rgb24", "-s",      size,
                                 "-r",     rate,           "-i",        "pipe:0"};
    int count = 0;
    while (arguments[count] != NULL)
        count++;
    nameForEncoder(film, url);
    chooseEncoding(film, url, arguments + count);
    becomeProgram(film, input, arguments);
}

static void nameErrors(char name[4096])
{
    const char* folder = getenv("TMPDIR");
    snprintf(name, 4096, "%s/gel-film-XXXXXX", folder != NULL && folder[0] != '\0' ? folder : "/tmp");
}

// Opens a file for what ffmpeg says, and the pipe that it reads pictures from. False, with errno, on failure.
static bool openEnds(gelFilm* film, int ends[2])
{
    char name[4096];
    nameErrors(name);
    int errors = mkstemp(name);
    if (errors < 0)
        return false;
    remove(name);
    film->errors = fdopen(errors, "r+");
    if (film->errors != NULL && pipe(ends) == 0)
        return true;
    int why = errno;
    if (film->errors != NULL)
        fclose(film->errors);
    errno = why;
    return false;
}

// False, with errno, if no process can be started.
static bool startEncoder(gelFilm* film, int ends[2], int width, int height, double framesPerSecond)
{
    signal(SIGPIPE, SIG_IGN); // a failing ffmpeg is reported as an error
    fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    film->child = fork();
    if (film->child == 0)
        runEncoder(film, ends[0], width, height, framesPerSecond);
    int why = errno;
    close(ends[0]);
    film->pipe = ends[1];
    if (film->child > 0)
        return true;
    close(ends[1]);
    fclose(film->errors);
    errno = why;
    return false;
}

int gelOpenFilm(gelOutput* output, const char* path, int width, int height, double framesPerSecond,
                gelFilm** result)
{
    *result = NULL;
    if (!isThere("ffmpeg"))
        return gelReportError(
            output, gel_exitOutput,
            "a film needs the program ffmpeg, which is not on the PATH; install the package ffmpeg");
    gelFilm* film = calloc(1, sizeof *film);
    int ends[2];
    if (film == NULL)
        return gelReportError(output, gel_exitInternal, "out of memory for the film");
    film->owner = getpid();
    snprintf(film->path, sizeof film->path, "%s", path);
    gelRemoveDeadTemporaries(path);
    FILE* part = gelOpenTemporaryFile(film->path, film->part, sizeof film->part); // this name is now ours
    if (part == NULL) {
        int code = gelReportError(output, gel_exitOutput, "%s: cannot be written: %s", path, strerror(errno));
        free(film);
        return code;
    }
    fclose(part);
    if (openEnds(film, ends) && startEncoder(film, ends, width, height, framesPerSecond)) {
        *result = film;
        return gel_exitDone;
    }
    int why = errno;
    char errors[4096];
    nameErrors(errors);
    int code = gelReportError(output, gel_exitOutput,
                              "cannot start the film, which needs a process, a pipe and a file %s: %s",
                              errors, strerror(why));
    remove(film->part);
    free(film);
    return code;
}

bool gelFilm_Add(gelFilm* film, const gelPicture* picture)
{
    size_t left = 3 * (size_t)picture->width * (size_t)picture->height;
    for (const unsigned char* at = picture->pixels; left > 0;) {
        ssize_t written = write(film->pipe, at, left);
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            return false;
        at += written;
        left -= (size_t)written;
    }
    return true;
}

// The first.
static void readLine(FILE* file, char* text, int size)
{
    rewind(file);
    if (fgets(text, size, file) == NULL)
        snprintf(text, (size_t)size, "it gave no reason");
    text[strcspn(text, "\n")] = '\0';
}

static bool waitForSuccess(pid_t child)
{
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

// Lets ffmpeg go through all packets of what it wrote.
static bool isReadable(const gelFilm* film)
{
    char url[urlSize];
    nameForEncoder(film, url);
    const char* const arguments[] = {
        "ffmpeg", "-hide_banner", "-nostdin", "-loglevel", "error", "-xerror", "-i", url,
        "-map",   "0:v:0",        "-c",       "copy",      "-f",    "null",    "-",  NULL};
    pid_t child = fork();
    if (child == 0)
        becomeProgram(film, open("/dev/null", O_RDONLY), arguments);
    return child > 0 && waitForSuccess(child);
}

int gelCloseFilm(gelFilm* film, gelOutput* output, bool keep)
{
    if (film == NULL)
        return gel_exitDone;
    char said[512];
    int code = gel_exitDone;
    close(film->pipe);
    bool ok = waitForSuccess(film->child) && (!keep || isReadable(film));
    readLine(film->errors, said, sizeof said);
    fclose(film->errors);
    if (keep && !ok)
        code = gelReportError(output, gel_exitOutput, "%s: ffmpeg could not write it: %s", film->path, said);
    else if (keep && !gelPublishTemporary(film->part, film->path))
        code =
            gelReportError(output, gel_exitOutput, "%s: cannot be written: %s", film->path, strerror(errno));
    if (!keep || code != gel_exitDone)
        remove(film->part);
    free(film);
    return code;
}
