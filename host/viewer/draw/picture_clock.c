#include "draw/picture_clock.h"

#include "common/clock.h"

#include <string.h>

// The host fetches positions and reads pixels back: its clock measures what they cost.
static bool isOfTheHost(int stage)
{
    return stage == gel_picturePositions || stage == gel_pictureReadBack;
}

void gelOpenPictureClock(gelPictureClock* clock)
{
    const char* name = (const char*)glGetString(GL_RENDERER);
    *clock = (gelPictureClock){0};
    clock->queries = name != NULL && strstr(name, "llvmpipe") == NULL && strstr(name, "softpipe") == NULL;
    glGenQueries(gel_pictureStageCount, clock->stamps);
}

void gelClosePictureClock(gelPictureClock* clock)
{
    glDeleteQueries(gel_pictureStageCount, clock->stamps);
}

void gelPictureClock_Start(gelPictureClock* clock)
{
    if (clock == NULL)
        return;
    glFinish();
    memset(clock->marked, 0, sizeof clock->marked);
    memset(clock->milliseconds, 0, sizeof clock->milliseconds);
    clock->host = gelMilliseconds();
}

void gelPictureClock_Mark(gelPictureClock* clock, gelPictureStage stage)
{
    if (clock == NULL)
        return;
    if (!clock->queries)
        glFinish();
    else
        glQueryCounter(clock->stamps[stage], GL_TIMESTAMP);
    double now = gelMilliseconds();
    if (!clock->queries || isOfTheHost((int)stage))
        clock->milliseconds[stage] = now - clock->host;
    clock->marked[stage] = true;
    clock->host = now;
}

void gelPictureClock_Finish(gelPictureClock* clock)
{
    int last = -1;
    for (int i = 0; clock != NULL && clock->queries && i < gel_pictureStageCount; i++) {
        if (!clock->marked[i])
            continue;
        GLuint64 from = 0, to = 0;
        if (last >= 0)
            glGetQueryObjectui64v(clock->stamps[last], GL_QUERY_RESULT, &from);
        glGetQueryObjectui64v(clock->stamps[i], GL_QUERY_RESULT, &to);
        if (!isOfTheHost(i) && last >= 0 && to > from)
            clock->milliseconds[i] = (double)(to - from) * 1e-6;
        last = i;
    }
}
