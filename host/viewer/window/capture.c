#define _XOPEN_SOURCE 700 // realpath
#include "window/capture.h"

#include "common/clock.h"
#include "panel/marks.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { maxNumber = 99999 };

// Creates the first of NAME-1.png, NAME-2.png ... that does not exist, after the scene's file. Exit code.
static int makeName(const gelWindow* window, const char* ending, char* path, size_t size)
{
    const char* scene = window->view->session.scenePath;
    const char* name = strrchr(scene, '/') != NULL ? strrchr(scene, '/') + 1 : scene;
    int length = (int)strcspn(name, "."), file = -1;
    if (length == 0) { // ".json"
        name = "gel";
        length = 3;
    }
    for (int i = 1; file < 0 && i <= maxNumber; i++) {
        snprintf(path, size, "%.*s-%d.%s", length < 200 ? length : 200, name, i, ending);
        file = open(path, O_CREAT | O_EXCL | O_WRONLY, 0666);
        if (file < 0 && errno != EEXIST)
            break;
    }
    if (file < 0)
        return gelReportError(window->view->output, gel_exitOutput,
                              "%s: cannot be written in the folder in which gel was started: %s", path,
                              strerror(errno));
    close(file);
    return gel_exitDone;
}

static void tell(gelWindow* window, const char* what, const char* path)
{
    gelView* view = window->view;
    char whole[PATH_MAX];
    snprintf(view->message, sizeof view->message, "%s %s", what,
             realpath(path, whole) != NULL ? whole : path);
    view->messageIsBad = false;
    window->messageEnd = gelMilliseconds() * 1e-3 + 6.0;
}

void gelWindow_RequestPicture(gelWindow* window)
{
    window->panel.picture = true;
}

void gelWindow_RequestFilm(gelWindow* window)
{
    window->panel.film = true;
}

// Draws a picture as without a window: as fine as a film, and with halves that no panel narrows.
static int draw(gelView* view, int width, int height)
{
    gelQuality quality = view->look.quality;
    float left = view->second.left, right = view->second.right;
    view->second.left = view->second.right = 0.0f;
    view->look.quality = gelFilmQuality;
    int code = gelView_DrawOnAnyDevice(view, width, height);
    view->look.quality = quality;
    code = code == gel_exitDone ? gelView_ReadPicture(view, width, height) : code;
    view->second.left = left;
    view->second.right = right;
    return code;
}

static void takePicture(gelWindow* window, int width, int height)
{
    gelView* view = window->view;
    char path[256];
    int code = makeName(window, "png", path, sizeof path);
    if (code == gel_exitDone) {
        code = draw(view, width, height);
        code = code == gel_exitDone ? gelSavePicture(view->output, path, &view->picture) : code;
        if (code != gel_exitDone)
            remove(path);
    }
    if (code == gel_exitDone)
        tell(window, "Picture written:", path);
    gelWindow_RecordFailure(window, code);
}

static void beginFilm(gelWindow* window, int width, int height)
{
    gelView* view = window->view;
    gelCapture* capture = &window->capture;
    int code = makeName(window, "mp4", capture->path, sizeof capture->path);
    if (code == gel_exitDone) {
        code = gelOpenFilm(view->output, capture->path, width, height, 1.0 / view->session.timeStep,
                           &capture->film);
        if (code != gel_exitDone)
            remove(capture->path);
    }
    capture->width = width;
    capture->height = height;
    capture->pictures = 0;
    capture->stepsFilmed = -1;
    gelWindow_RecordFailure(window, code);
}

int gelWindow_EndFilm(gelWindow* window)
{
    gelCapture* capture = &window->capture;
    if (capture->film == NULL)
        return gel_exitDone;
    int code = gelCloseFilm(capture->film, window->view->output, capture->pictures > 0);
    capture->film = NULL;
    if (code == gel_exitDone && capture->pictures > 0)
        tell(window, "Film written:", capture->path);
    else
        remove(capture->path);
    return code;
}

static void addToFilm(gelWindow* window)
{
    gelCapture* capture = &window->capture;
    if (capture->stepsFilmed == window->stepCount)
        return;
    capture->stepsFilmed = window->stepCount;
    gelWindow_Note(window, draw(window->view, capture->width, capture->height));
    if (gelFilm_Add(capture->film, &window->view->picture))
        capture->pictures++;
    else
        gelWindow_RecordFailure(window, gelWindow_EndFilm(window));
}

void gelWindow_Capture(gelWindow* window, int width, int height)
{
    gelPanelState* panel = &window->panel;
    if (panel->picture)
        takePicture(window, width, height);
    if (panel->film && window->capture.film == NULL)
        beginFilm(window, width, height);
    else if (panel->film)
        gelWindow_RecordFailure(window, gelWindow_EndFilm(window));
    if (window->capture.film != NULL)
        addToFilm(window);
    panel->picture = panel->film = false;
}

int gelWindow_DrawFilmMark(const gelWindow* window, int bottom)
{
    const gelCapture* capture = &window->capture;
    return capture->film != NULL
               ? gelMarks_DrawFilm(capture->path, capture->pictures, window->panel.right + 12, bottom)
               : bottom;
}
