#include "two_worlds.h"

#include "beside.h"
#include "app/divergence_guard.h"
#include "panel/overlay.h"
#include "view.h"

const char* const gelTwoWorldsNames[] = {"split", "overlay", "hidden", NULL};

gelTwoWorlds gelView_TwoWorlds(const gelView* view)
{
    bool isShown = view->session.beside != NULL && view->look.mode != gel_displayDifference;
    return isShown ? view->two : gel_twoHidden;
}

int gelView_HalfWidth(const gelView* view, int width)
{
    const gelSecondPicture* second = &view->second;
    int half = (int)((float)width * (1.0f - second->left - second->right) * 0.5f);
    return gelView_TwoWorlds(view) != gel_twoSplit ? width : half > 0 ? half : 1;
}

int gelView_HalfBegins(const gelView* view, int half, int width)
{
    int left = (int)((float)width * view->second.left);
    return gelView_TwoWorlds(view) == gel_twoSplit ? left + half * gelView_HalfWidth(view, width) : 0;
}

static void closeBodies(gelSecondPicture* second)
{
    gelDestroyModel(&second->model);
    gelClosePositionSource(&second->source);
    second->isOpen = false;
}

void gelCloseSecondPicture(gelSecondPicture* second)
{
    closeBodies(second);
    glDeleteFramebuffers(1, &second->framebuffer);
    glDeleteTextures(1, &second->colour);
    *second = (gelSecondPicture){0};
}

// Opens the bodies of the world beside, unless they are still the same.
static int openBodies(gelView* view)
{
    gelSecondPicture* second = &view->second;
    const gelSession* session = &view->session;
    int64_t changes = gelPlayer_GetBodyChanges(session->besidePlayer);
    if (second->isOpen && second->besideCount == session->besideCount && second->bodyChanges == changes &&
        second->takenCount == view->takenCount &&
        gelCountTornSprings(session->beside) == second->model.tornCount &&
        gelCountQuarantined(session->beside) == second->model.outCount)
        return gel_exitDone;
    closeBodies(second);
    int code = gelCreateModel(view->output, session->beside, &second->model);
    if (code == gel_exitDone)
        code = gelOpenPositionSource(view->output, session->beside, (gelShareWay)view->settings->share,
                                     &second->source);
    second->isOpen = code == gel_exitDone;
    second->besideCount = session->besideCount;
    second->bodyChanges = changes;
    second->takenCount = view->takenCount;
    return code;
}

static void resize(gelSecondPicture* second, int width, int height)
{
    if (second->framebuffer == 0) {
        glGenFramebuffers(1, &second->framebuffer);
        glGenTextures(1, &second->colour);
    }
    glBindFramebuffer(GL_FRAMEBUFFER, second->framebuffer);
    if (second->width == width && second->height == height)
        return;
    second->width = width;
    second->height = height;
    glBindTexture(GL_TEXTURE_2D, second->colour);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_SRGB8_ALPHA8, width, height, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, second->colour, 0);
}

static void copyHalf(const gelView* view, int half, int width, int height)
{
    int begin = gelView_HalfBegins(view, half, width), wide = gelView_HalfWidth(view, width);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, gelRenderer_Picture(view->renderer));
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, view->second.framebuffer);
    glBlitFramebuffer(0, 0, wide, height, begin, 0, begin + wide, height, GL_COLOR_BUFFER_BIT, GL_NEAREST);
    glBindFramebuffer(GL_FRAMEBUFFER, view->second.framebuffer);
}

static int drawHalf(gelView* view, int half, const gelPictureStyle* look, int width, int height)
{
    const gelModel* model = half == 0 ? &view->model : &view->second.model;
    const gelPositionSource* source = half == 0 ? &view->source : &view->second.source;
    int code = gelRenderer_Draw(view->renderer, view->output, model, source, &view->camera, look,
                                gelView_HalfWidth(view, width), height);
    if (code == gel_exitDone)
        copyHalf(view, half, width, height);
    return code;
}

static int drawSplit(gelView* view, int width, int height)
{
    resize(&view->second, width, height);
    glDisable(GL_SCISSOR_TEST);
    glClearColor(0.07f, 0.08f, 0.1f, 1.0f); // below the panel
    glClear(GL_COLOR_BUFFER_BIT);
    gelPictureStyle look = view->look; // contacts and stages are those of the first
    look.arrowCount = 0;
    look.lit.enabled = false;
    look.ground = gelWorld_GetDef(view->session.beside).ground;
    int code = drawHalf(view, 0, &view->look, width, height);
    gelRenderer_SetClock(view->renderer, NULL); // it times one picture
    if (code == gel_exitDone)
        code = drawHalf(view, 1, &look, width, height);
    gelRenderer_SetClock(view->renderer, view->clock);
    return code;
}

int gelView_DrawWorlds(gelView* view, int width, int height)
{
    gelTwoWorlds two = gelView_TwoWorlds(view);
    view->look.other = NULL;
    int code = gel_exitDone;
    if (two == gel_twoHidden)
        closeBodies(&view->second);
    else
        code = openBodies(view);
    if (code == gel_exitDone && two != gel_twoHidden) {
        gelStatus status =
            gelPositionSource_Update(&view->second.source, view->look.mode == gel_displaySpeed);
        if (status != gel_success)
            return gelReportStatus(view->output, status, gel_activitySimulation);
    }
    if (code != gel_exitDone)
        return code;
    if (two == gel_twoSplit)
        return drawSplit(view, width, height);
    if (two == gel_twoOverlay) {
        view->look.other = &view->second.model;
        view->look.otherSource = &view->second.source;
    }
    return gelRenderer_Draw(view->renderer, view->output, &view->model, &view->source, &view->camera,
                            &view->look, width, height);
}

GLuint gelView_Picture(const gelView* view)
{
    return gelView_TwoWorlds(view) == gel_twoSplit ? view->second.framebuffer
                                                   : gelRenderer_Picture(view->renderer);
}

void gelView_DrawNames(const gelView* view, const gelRoom* room)
{
    gelTwoWorlds two = gelView_TwoWorlds(view);
    bool isSplit = two == gel_twoSplit;
    for (int i = 0; i < 2 && two != gel_twoHidden; i++) {
        char text[gel_setupTextSize];
        int begin = isSplit ? gelView_HalfBegins(view, i, room->width) : room->left,
            wide = isSplit ? gelView_HalfWidth(view, room->width) : room->right - room->left;
        gelOverlay_DrawSetup(gelSession_SetupText(&view->session, i, text), view->session.milliseconds[i],
                             i == 1, begin, isSplit ? 0 : i, wide);
    }
}
