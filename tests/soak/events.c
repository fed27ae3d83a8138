// Random input: what a user might do, sensible or not.
#include "soak/random.h"

static gelEvent inventEvent(Episode* episode, const Side* side)
{
    static const gelEventKind kinds[] = {
        gel_eventGrab,     gel_eventPull,     gel_eventRelease,  gel_eventDrop,
        gel_eventRemove,   gel_eventSettings, gel_eventMaterial, gel_eventFlatten,
        gel_eventScramble, gel_eventWall,     gel_eventMove,     gel_eventDetach,
        gel_eventPaint,    gel_eventField,    gel_eventHold,     gel_eventReplace};
    gelEvent event = {.kind = kinds[choose(episode, (int)(sizeof kinds / sizeof *kinds))],
                      .body = choose(episode, gelWorld_GetBodyCount(side->world) + 1),
                      .vertex1 = oneIn(episode, 3) ? 1 : 0,
                      .origin = place(episode),
                      .direction = {between(episode, -1, 1), between(episode, -1, 1), 1},
                      .stiffness = between(episode, 100, 5000),
                      .position = place(episode),
                      .settings = gelWorld_GetDef(side->world),
                      .height = between(episode, 0, 0.5f),
                      .seed = choose(episode, 1000),
                      .wallStart = place(episode),
                      .wallEnd = place(episode),
                      .across = {0, between(episode, 0.05f, 0.5f), 0},
                      .thickness = between(episode, 0.01f, 0.1f),
                      .attachment = choose(episode, 3),
                      .factor = (gelVertexValue)choose(episode, gel_vertexValueCount),
                      .brush = {place(episode), between(episode, 0.05f, 0.5f), 0.5f, between(episode, 0, 2)},
                      .field = choose(episode, 3),
                      .strength = between(episode, 0, 2),
                      .replacement = gelDefaultField((gelFieldKind)choose(episode, gel_fieldKindCount))};
    event.settings.gravity.x = between(episode, -2, 2);
    event.settings.substepCount = 1 + choose(episode, 6);
    event.settings.springDamping = oneIn(episode, 2) ? 0.0f : between(episode, 0, 0.01f);
    if (gelBody_GetMaterial(side->world, gelWorld_GetBody(side->world, event.body), &event.material) !=
        gel_success)
        event.material = gelDefaultMaterial();
    event.material.youngModulus = between(episode, 1e4f, 1e6f);
    event.material.damping = between(episode, 0, 5);
    return event;
}

typedef struct Application {
    Side* side;
    const gelEvent* event;
} Application;

static gelStatus apply(void* context)
{
    Application* application = context;
    return gelPlayer_Apply(application->side->player, application->event);
}

void applyToBoth(Episode* episode, Side sides[2], int frame)
{
    gelEvent event = inventEvent(episode, &sides[0]);
    gelStatus first = gelPlayer_Apply(sides[0].player, &event);
    Application second = {&sides[1], &event};
    if (oneIn(episode, 4))
        callWithoutMemory(episode, &sides[1], frame, "event", first, apply, &second);
    else if (apply(&second) != first)
        failAt(episode, frame, "an event is refused by one of both worlds");
    bool comesOrGoes =
        event.kind == gel_eventRemove || event.kind == gel_eventDrop || event.kind == gel_eventWall;
    episode->hasOthers |= first == gel_success && comesOrGoes;
    note(frame, first == gel_success ? applied : refused, "kind", event.kind);
}
