#include "beside.h"

#include <string.h>

void gelSession_EndBeside(gelSession* session)
{
    gelDestroyProbes(session->besideProbes);
    gelDestroyPlayer(session->besidePlayer);
    gelDestroyWorld(session->beside);
    session->besideProbes = NULL;
    session->besidePlayer = NULL;
    session->beside = NULL;
    session->besideCount++;
    session->against[0] = '\0';
    session->againstIsAutomatic = false;
}

// Displacements count from the scene's start, so its probes are made on a world that is there, if this one is not.
static void openProbes(gelSession* session)
{
    gelWorld* start = NULL;
    int leftOut = -1;
    gelWorldDef def = gelWorld_GetDef(session->beside);
    gelDestroyProbes(session->besideProbes);
    session->besideProbes = NULL;
    session->besideStart = session->frame;
    if (session->probes == NULL)
        return;
    def.backend = gel_referenceFloat;
    bool ok = session->frame == 0 || (gelCreateWorld(&def, &start) == gel_success &&
                                      gelScene_CreateBodies(session->scene, start) == gel_success);
    if (ok)
        ok = gelCreateReadableProbes(session->scene, start != NULL ? start : session->beside, &leftOut,
                                     &session->besideProbes) == gel_success;
    if (leftOut >= 0)
        snprintf(session->notice, sizeof session->notice, "The second world has no curve of %s: %s",
                 gelScene_GetProbe(session->scene, leftOut).name, gelLastError());
    if (!ok)
        gelPrintWarning(session->output, "--against: no probes: %s", gelLastError());
    gelDestroyWorld(start);
}

// Its settings and materials; bodies that are not there are reported.
static int takeSide(gelSession* session, gelVariant* side, gelWorld* world)
{
    int code = gelSession_Report(session, gelSide_Hold(side, session->scene, world));
    return code == gel_exitDone
               ? gelSide_ApplyMaterials(session->output, "against", side, session->scene, world)
               : code;
}

int gelSession_ResetBeside(gelSession* session)
{
    int code = takeSide(session, &session->side, session->beside);
    openProbes(session);
    return code;
}

// Its settings come first, on a copy: contact and materials may keep a world from another integrator.
static int convert(gelSession* session, gelVariant* side, const gelWorldDef* def, gelWorld** world)
{
    gelWorld* copy;
    int code = gelSession_Report(session, gelCloneWorld(session->world, &session->def, &copy));
    if (code != gel_exitDone)
        return code;
    code = takeSide(session, side, copy);
    if (code == gel_exitDone) {
        gelStatus status = gelConvertWorld(copy, def, world);
        if (status != gel_success)
            code = gelReportError(session->output, gel_exitUsage, "--against: %s", gelReasonOf(status));
    }
    gelDestroyWorld(copy);
    return code;
}

// A world in the present state, with that setup.
static int open(gelSession* session, gelVariant* side, gelWorld** world)
{
    int code = gelSession_Complete(session);
    if (code != gel_exitDone)
        return code;
    gelWorldDef def = session->def;
    gelStatus status = gelParseBackend(side->backend, &def);
    if (status != gel_success)
        return gelReportStatus(session->output, status, gel_activityArguments);
    gelSide_Apply(side, &def);
    if (def.tileSize != session->def.tileSize)
        return gelReportError(session->output, gel_exitUsage,
                              "--against: tileSize: both worlds have the same tiles; set them with "
                              "--tile-size");
    return side->valueCount > 0 ? convert(session, side, &def, world)
                                : gelSession_Report(session, gelCloneWorld(session->world, &def, world));
}

int gelSession_SetAgainst(gelSession* session, const char* setup)
{
    gelVariant side;
    gelWorld* world;
    gelPlayer* player;
    if (setup == NULL) {
        gelSession_EndBeside(session);
        return gel_exitDone;
    }
    int code = gelParseVariant(session->output, "against", setup, &side);
    if (code == gel_exitDone)
        code = open(session, &side, &world);
    if (code != gel_exitDone)
        return code;
    gelStatus status = gelClonePlayer(session->player, world, &player);
    if (status != gel_success) {
        gelDestroyWorld(world);
        return gelSession_Report(session, status);
    }
    char text[sizeof session->against]; // `setup` may be the session's own
    snprintf(text, sizeof text, "%s", setup);
    gelSession_EndBeside(session);
    gelTimeline_ClearBeside(&session->timeline);
    memcpy(session->against, text, sizeof text);
    session->side = side;
    session->side.text = "";
    session->beside = world;
    session->besidePlayer = player;
    memset(session->milliseconds, 0, sizeof session->milliseconds);
    openProbes(session);
    if (session->besideProbes == NULL)
        return gel_exitDone;
    return gelSession_Report(session,
                             gelProbes_AddFrame(session->besideProbes, world, gelSession_GetTime(session)));
}

const char* gelSession_SetupText(const gelSession* session, int which, char text[gel_setupTextSize])
{
    char settings[512];
    gelMaterial material = gelDefaultMaterial();
    const gelWorld* world = which == 0 ? session->world : session->beside;
    gelWorldDef def = gelWorld_GetDef(world);
    gelBody_GetMaterial(world, gelWorld_GetBody(world, 0), &material);
    gelSide_DescribeOther(&session->side, &def, &material, settings, sizeof settings);
    snprintf(text, gel_setupTextSize, "%s%s%s", which == 0 ? session->backend : session->side.backend,
             settings[0] != '\0' ? ", " : "", settings);
    return text;
}
