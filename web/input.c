// Applies what the user does: settings and events, which a recording keeps.
#include "gel_web.h"

#include <string.h>

enum { mostChosen = 32 };

static struct {
    struct {
        gelSettingGroup group;
        const gelSetting* setting;
        double numbers[3];
    } rows[mostChosen];
    int count;
} chosen;

// Chooses a value for the next web_open or web_set. 0: there is no such setting.
GEL_WEB(web_choose) int web_choose(const char* name, double x, double y, double z)
{
    static const gelSettingGroup groups[] = {gel_worldSettings, gel_programSettings};
    for (int i = 0; i < 2 && chosen.count < mostChosen; i++) {
        const gelSetting* setting = gelFindSetting(groups[i], name);
        if (setting == NULL)
            continue;
        chosen.rows[chosen.count].group = groups[i];
        chosen.rows[chosen.count].setting = setting;
        memcpy(chosen.rows[chosen.count++].numbers, (double[]){x, y, z}, 3 * sizeof(double));
        return 1;
    }
    return 0;
}

void gelApplyChosen(gelSettingGroup group, gelWorldDef* def)
{
    int kept = 0;
    for (int i = 0; i < chosen.count; i++)
        if (chosen.rows[i].group == group)
            gelWriteSetting(chosen.rows[i].setting, def, chosen.rows[i].numbers);
        else
            chosen.rows[kept++] = chosen.rows[i];
    chosen.count = kept;
}

// Applies what was chosen to the world, as an event.
GEL_WEB(web_set) int web_set(void)
{
    gelEvent event = {.kind = gel_eventSettings, .settings = gelWorld_GetDef(gelWeb.world)};
    gelApplyChosen(gel_worldSettings, &event.settings);
    return (int)gelPlayer_Apply(gelWeb.player, &event);
}

// Applies one event. `ray`: origin, direction; `place`: a position. Each event uses what it needs (gel/input.h).
GEL_WEB(web_act)
int web_act(int kind, int body, const float ray[6], const float place[3], float value, int number)
{
    gelEvent event = {.kind = (gelEventKind)kind, .body = body};
    event.origin = (gelVec3){ray[0], ray[1], ray[2]};
    event.direction = (gelVec3){ray[3], ray[4], ray[5]};
    event.position = (gelVec3){place[0], place[1], place[2]};
    event.stiffness = event.height = event.strength = value;
    event.seed = event.field = event.attachment = number;
    return (int)gelPlayer_Apply(gelWeb.player, &event);
}

// Body, vertex and place of what is grabbed; false if nothing is.
GEL_WEB(web_held) int web_held(float numbers[5])
{
    gelBodyId id;
    gelVec3 target;
    int vertex;
    if (!gelPlayer_GetHold(gelWeb.player, &id, &vertex, &target))
        return 0;
    memcpy(numbers,
           (float[]){(float)gelBody_GetIndex(gelWeb.world, id), (float)vertex, target.x, target.y, target.z},
           5 * sizeof(float));
    return 1;
}
