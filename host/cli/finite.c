#include "finite.h"

gelStatus gelFiniteWatch_Look(gelFiniteWatch* watch, gelWorld* world)
{
    return gelFindBadVertex(world, &watch->bad);
}

// Steps again from the state; the frame of watch->bad, or `frame` if that is not possible.
static int findFirst(gelFiniteWatch* watch, gelKeptState* kept, int frame)
{
    if (kept->state == NULL || gelWorld_RestoreState(kept->world, kept->state) != gel_success)
        return frame;
    gelPlayer_RestoreState(kept->player, kept->playerState);
    for (int i = kept->frame + 1; i < frame; i++) {
        gelBadVertex found;
        if (gelKeptState_Step(kept) != gel_success || gelFindBadVertex(kept->world, &found) != gel_success)
            return frame;
        if (found.found) {
            watch->bad = found;
            return i;
        }
    }
    return frame;
}

int gelFiniteWatch_Check(gelFiniteWatch* watch, gelOutput* output, gelKeptState* kept, int frame)
{
    if (!watch->bad.found) {
        watch->frame = frame;
        return gel_exitDone;
    }
    int first = frame > watch->frame + 1 ? findFirst(watch, kept, frame) : frame;
    return gelReportError(output, gel_exitInternal,
                          "positions are not finite at frame %s: vertex %s of body %s; "
                          "try more substeps or a softer material",
                          GEL_GROUPED(first), GEL_GROUPED(watch->bad.vertex),
                          GEL_GROUPED(watch->bad.body + 1));
}
