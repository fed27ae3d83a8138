// Writes what was painted, as files that the scene can name: docs/values.md.
#define _POSIX_C_SOURCE 200809L // access
#include "window/paint.h"
#include "common/number.h"

#include "common/clock.h"
#include "files/temporary_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int failToWrite(gelOutput* output, const char* path)
{
    return gelReportError(output, gel_exitOutput, "%s: cannot be written: %s", path,
                          errno != 0 ? strerror(errno) : "write error");
}

// Nothing but an older file of this kind is replaced.
static bool mayReplace(const char* path)
{
    if (access(path, F_OK) != 0)
        return true;
    FILE* file = gelIsRegular(path) ? fopen(path, "rb") : NULL;
    int first = file != NULL ? fgetc(file) : EOF;
    if (file != NULL)
        fclose(file);
    return first == '[';
}

// Nine digits distinguish every float from its neighbours.
static int writeValues(gelOutput* output, const char* path, const float* values, int count)
{
    char part[4200];
    if (!mayReplace(path))
        return gelReportError(output, gel_exitOutput,
                              "%s: the existing file is no list of values, so painting does not replace it",
                              path);
    errno = 0;
    FILE* file = gelOpenTemporaryFile(path, part, sizeof part);
    if (file == NULL)
        return failToWrite(output, path);
    for (int i = 0; i < count; i++) {
        fputs(i == 0 ? "[\n" : i % 16 == 0 ? ",\n" : ", ", file);
        gelWriteNumber(file, (double)values[i], 9);
    }
    fputs("\n]\n", file);
    bool ok = ferror(file) == 0;
    ok = fclose(file) == 0 && ok;
    ok = ok && gelPublishTemporary(part, path);
    if (ok)
        return gel_exitDone;
    int code = failToWrite(output, path);
    remove(part);
    return code;
}

static int countSoft(const gelWorld* world)
{
    int count = 0;
    for (int i = 0; i < gelWorld_GetBodyCount(world); i++)
        count += !gelBody_IsObstacle(world, gelWorld_GetBody(world, i));
    return count;
}

// SCENE.stiffness.values; SCENE.2.stiffness.values of body 2 if several are soft.
static void nameFile(const gelSession* session, int body, const char* kind, char* path, size_t size)
{
    const char* scene = session->scenePath;
    const char *slash = strrchr(scene, '/'), *dot = strrchr(scene, '.');
    size_t stem = dot != NULL && (slash == NULL || dot > slash) ? (size_t)(dot - scene) : strlen(scene);
    char number[16] = "";
    if (countSoft(session->world) > 1)
        snprintf(number, sizeof number, ".%d", body);
    snprintf(path, size, "%.*s%s.%s.values", (int)stem, scene, number, kind);
}

static bool isSaid(gelVertexValue kind, const float* values, int count)
{
    if (kind == gel_goalWeight)
        return true;
    for (int i = 0; i < count; i++)
        if (values[i] != 1.0f)
            return true;
    return false;
}

bool gelWindow_CanPaint(const gelWorld* world, int body, gelVertexValue kind)
{
    gelBodyId id = gelWorld_GetBody(world, body);
    return !gelBody_IsObstacle(world, id) && (kind != gel_goalWeight || gelBody_HasGoals(world, id));
}

// Adds the name to the list of what was saved.
static int saveBody(gelSession* session, int body, gelVertexValue kind, char* saved, size_t size)
{
    char path[4300];
    gelBodyId id = gelWorld_GetBody(session->world, body);
    int count = gelBody_GetMesh(session->world, id)->vertexCount, code = gel_exitDone;
    if (!gelWindow_CanPaint(session->world, body, kind))
        return code;
    float* values = malloc((size_t)count * sizeof *values);
    if (values == NULL)
        return gelReportError(session->output, gel_exitInternal, "out of memory for the values of a body");
    gelStatus status = gelBody_GetVertexValues(session->world, id, kind, values, count);
    if (status == gel_success && isSaid(kind, values, count)) {
        nameFile(session, body, gelVertexValueText(kind), path, sizeof path);
        code = writeValues(session->output, path, values, count);
        const char* slash = strrchr(path, '/');
        size_t length = strlen(saved);
        snprintf(saved + length, size - length, "%s%.200s", length > 0 ? ", " : "",
                 slash != NULL ? slash + 1 : path);
    }
    free(values);
    return status == gel_success ? code : gelSession_Report(session, status);
}

int gelWindow_SavePaint(gelWindow* window)
{
    gelView* view = window->view;
    gelVertexValue kind = (gelVertexValue)(view->look.mode - gel_displayDensity);
    const char* name = gelVertexValueText(kind);
    char saved[1000] = "", form[300];
    int code = gel_exitDone;
    for (int i = 0; i < gelWorld_GetBodyCount(view->session.world) && code == gel_exitDone; i++)
        code = saveBody(&view->session, i, kind, saved, sizeof saved);
    if (code != gel_exitDone)
        return code;
    view->messageIsBad = false;
    const char* file = strchr(saved, ',') == NULL ? saved : "...";
    if (kind == gel_goalWeight)
        snprintf(form, sizeof form, "\"goals\": { \"sets\": [{ \"file\": \"%.200s\" }] }", file);
    else
        snprintf(form, sizeof form, "\"values\": { \"%s\": { \"file\": \"%.200s\" } }", name, file);
    if (saved[0] != '\0')
        snprintf(view->message, sizeof view->message,
                 "Saved %s. To use it, add this to a body of the "
                 "scene: %s.",
                 saved, form);
    else if (kind == gel_goalWeight)
        snprintf(view->message, sizeof view->message, "Nothing to save: no body has goals.");
    else
        snprintf(view->message, sizeof view->message, "Nothing to save: the %s factor is 1 everywhere.",
                 name);
    window->messageEnd = gelMilliseconds() * 1e-3 + 8.0;
    return code;
}
