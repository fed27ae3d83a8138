// Shared by the tests of the viewer: an OpenGL check, a virtual display, and a hand on its keys and mouse.
#pragma once

#include "support/command.h"

#define BEAR GEL_ASSETS "/scenes/bear_drop.json"

static inline bool canDraw(void)
{
    static int known = -1;
    if (known < 0) {
        RUN("view", BEAR, "--backend", "reference", "--headless", "--width", "16", "--height", "16",
            "--quiet");
        known = result.code == 0;
        if (result.code != 0 && result.code != 7)
            CHECK(false, "exit code %d: %s", result.code, result.error);
    }
    return known == 1;
}

static inline bool programIsThere(const char* name)
{
    char command[128];
    snprintf(command, sizeof command, "command -v %s >/dev/null", name);
    return system(command) == 0;
}

// A virtual display for all tests of the window; 0 if there is none. Its number goes to DISPLAY. Without
// -noreset it would restart, and turn clients away, each time the last client leaves.
static inline pid_t startDisplay(void)
{
    int ends[2];
    char number[16] = "";
    if (!programIsThere("Xvfb") || !programIsThere("xdotool") || pipe(ends) != 0)
        return 0;
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        char descriptor[16];
        snprintf(descriptor, sizeof descriptor, "%d", ends[1]);
        int nothing = open("/dev/null", O_WRONLY);
        dup2(nothing, STDERR_FILENO);
        execlp("Xvfb", "Xvfb", "-displayfd", descriptor, "-screen", "0", "1024x768x24", "-nolisten", "tcp",
               "-noreset", (char*)NULL);
        _exit(127);
    }
    close(ends[1]);
    ssize_t length = read(ends[0], number, sizeof number - 1);
    close(ends[0]);
    if (length <= 0) {
        waitpid(child, NULL, 0);
        return 0;
    }
    char name[20];
    number[strcspn(number, "\n")] = '\0';
    snprintf(name, sizeof name, ":%s", number);
    setenv("DISPLAY", name, 1);
    return child;
}

static pid_t displayServer;

static inline void endDisplay(void)
{
    if (displayServer > 0)
        kill(displayServer, SIGTERM);
}

static inline bool haveDisplay(void)
{
    static bool tried;
    if (!tried) {
        tried = true;
        displayServer = startDisplay();
        atexit(endDisplay);
    }
    return displayServer > 0;
}

// Waits until the program has drawn into its window, and gives it the keyboard.
static inline bool waitForWindow(pid_t child)
{
    char command[256];
    snprintf(command, sizeof command,
             "for i in $(seq 200); do w=$(xdotool search --onlyvisible --pid %d 2>/dev/null | tail -n 1); "
             "[ -n \"$w\" ] && sleep 0.3 && xdotool windowfocus --sync $w && exit 0; sleep 0.1; done; exit 1",
             (int)child);
    return system(command) == 0;
}

static pid_t playedWindow; // by playWindow; 0: none

static inline long countPictures(void)
{
    char text[64];
    long count = 0;
    readText(getenv("GEL_WINDOW_PLACES"), text, sizeof text);
    return sscanf(text, "pictures %ld", &count) == 1 ? count : 0;
}

// Until the window has drawn some pictures more: by then it has obeyed, however slow the machine is. Or until it ends.
static inline void settle(void)
{
    enum { enough = 3, patience = 60000, pause = 20 }; // ms
    if (playedWindow == 0)
        return;
    long first = countPictures();
    for (int i = 0; i < patience / pause && countPictures() < first + enough && !hasEnded(playedWindow); i++)
        sleepMilliseconds(pause);
}

// The pointer to a button or row of the window that was given a name (host/viewer/panel/ui_probe.h), and so many pixels
// beside it: "NAME" or "NAME +20 -5".
static inline void pointAt(const char* what)
{
    char name[256], command[2048];
    int x = 0, y = 0;
    const char* offset = strpbrk(what, "+-");
    int length = offset != NULL ? (int)(offset - what) - 1 : (int)strlen(what);
    snprintf(name, sizeof name, "%.*s", length, what);
    if (offset != NULL)
        sscanf(offset, "%d %d", &x, &y);
    snprintf(
        command, sizeof command,
        "for i in $(seq 300); do p=$(awk -F'\\t' -v n=\"%s\" '$1 == n {print $2 + %d, $3 + %d; exit}' "
        "\"$GEL_WINDOW_PLACES\" 2>/dev/null); [ -n \"$p\" ] && xdotool mousemove $p && exit 0; sleep 0.1; "
        "done; exit 1",
        name, x, y);
    for (int i = 0; i < 2; i++) { // what has just opened finds its place in its first pictures
        CHECK(system(command) == 0, "nothing in the window is called %s", name);
        settle();
    }
}

// Commands for xdotool; after a "!" for the shell; "at:" and "click:" go to what a name says.
static inline void hand(const char* what)
{
    char command[2048];
    bool clicks = strncmp(what, "click:", 6) == 0;
    if (clicks || strncmp(what, "at:", 3) == 0) {
        pointAt(what + (clicks ? 6 : 3));
        what = clicks ? "click 1 sleep 0.1" : "sleep 0.1";
    }
    snprintf(command, sizeof command, "%s%s", what[0] == '!' ? "" : "xdotool ", what + (what[0] == '!'));
    CHECK(system(command) == 0, "%s failed", command);
    settle();
}

// Starts the window, executes the hand's commands, and leaves the final JSON in `result`. What it draws meanwhile nobody
// sees: the pictures are coarse, which takes a processor a tenth of the time. What --shot and key P write is not.
static inline bool playWindow(const char* const* arguments, const char* const* moves)
{
    const char* places = scratchPath("places");
    remove(places);
    setenv("GEL_WINDOW_PLACES", places, 1);
    setenv("GEL_PICTURE_LEVEL", "4", 1);
    pid_t child = startCommand(arguments, scratchPath("out"), scratchPath("error"));
    unsetenv("GEL_PICTURE_LEVEL");
    playedWindow = child;
    bool shown = waitForWindow(child);
    CHECK(shown, "no window came up");
    settle();
    for (int i = 0; shown && moves[i] != NULL; i++)
        hand(moves[i]);
    for (int i = 0; shown && !hasEnded(playedWindow) && i < 600; i++) // it was asked to quit
        sleepMilliseconds(100);
    CHECK(!shown || hasEnded(playedWindow), "the window did not close");
    if (!hasEnded(playedWindow))
        kill(child, SIGKILL);
    playedWindow = 0;
    waitForCommand(child);
    CHECK(result.code == 0, "%s", result.error);
    CHECK_INT(result.code, 0);
    return shown;
}
