// Applies what the user does: settings and events, which a recording keeps.
#include "gel_web.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
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

// Forgets what was chosen before.
GEL_WEB(web_choose_anew) void web_choose_anew(void)
{
    chosen.count = 0;
}

static bool readText(const gelSetting* setting, const char* text, double* number)
{
    char* end;
    *number = strtod(text, &end);
    if (setting->choices == NULL)
        return end != text && *end == '\0' && isfinite(*number);
    for (int i = 0; setting->choices[i] != NULL; i++) {
        *number = i;
        if (strcmp(setting->choices[i], text) == 0)
            return true;
    }
    return false;
}

static gelStatus refuseText(const gelSetting* setting, const char* text)
{
    char choices[400] = "a number";
    for (int i = 0; setting->choices != NULL && setting->choices[i] != NULL; i++) {
        size_t used = i == 0 ? 0 : strlen(choices);
        snprintf(choices + used, sizeof choices - used, "%s%s", i == 0 ? "one of " : ", ",
                 setting->choices[i]);
    }
    return gelRefuse("%s: expected %s, found \"%s\"", setting->name, choices, text);
}

static gelStatus readNumbers(const gelSetting* setting, const double* given, int count, double numbers[3])
{
    int expected = setting->valueType == gel_settingVector ? 3 : 1;
    if (count != expected)
        return gelRefuse("%s: expected %d numbers, found %d", setting->name, expected, count);
    for (int i = 0; i < count; i++)
        if (!isfinite(given[i]))
            return gelRefuse("%s: expected a number, found %g", setting->name, given[i]);
    memcpy(numbers, given, (size_t)count * sizeof *numbers);
    return gel_success;
}

// Chooses a value for the next web_open or web_set: a text, such as the name of a choice, or, if that is NULL, numbers.
GEL_WEB(web_choose) int web_choose(const char* name, const char* text, const double* given, int count)
{
    static const gelSettingGroup groups[] = {gel_worldSettings, gel_programSettings};
    double numbers[3] = {0};
    const gelSetting* setting = NULL;
    int group = -1;
    while (setting == NULL && ++group < 2)
        setting = gelFindSetting(groups[group], name);
    if (setting == NULL)
        return (int)gelRefuse("there is no setting \"%s\"", name);
    if (chosen.count == mostChosen)
        return (int)gelRefuse("%s: only %d settings can be chosen at a time", name, mostChosen);
    bool isText = text != NULL && setting->valueType != gel_settingVector;
    gelStatus status = !isText                                ? readNumbers(setting, given, count, numbers)
                       : readText(setting, text, &numbers[0]) ? gel_success
                                                              : refuseText(setting, text);
    if (status != gel_success)
        return (int)status;
    chosen.rows[chosen.count].group = groups[group];
    chosen.rows[chosen.count].setting = setting;
    memcpy(chosen.rows[chosen.count++].numbers, numbers, sizeof numbers);
    return gel_success;
}

void gelApplyChosen(gelSettingGroup group, gelWorldDef* def)
{
    for (int i = 0; i < chosen.count; i++)
        if (chosen.rows[i].group == group)
            gelWriteSetting(chosen.rows[i].setting, def, chosen.rows[i].numbers);
}

// Applies what was chosen to the world, as an event.
GEL_WEB(web_set) int web_set(void)
{
    gelEvent event = {.kind = gel_eventSettings, .settings = gelWorld_GetDef(gelWeb.world)};
    for (int i = 0; i < chosen.count; i++)
        if (chosen.rows[i].group != gel_worldSettings)
            return (int)gelRefuse("%s: can be chosen only as a scene is opened",
                                  chosen.rows[i].setting->name);
    gelApplyChosen(gel_worldSettings, &event.settings);
    return (int)gelPlayer_Apply(gelWeb.player, &event);
}

// The events that web_act can apply, named as in recordings.
static const struct {
    const char* name;
    gelEventKind kind;
} kinds[] = {
    {"grab", gel_eventGrab},       {"pull", gel_eventPull},         {"release", gel_eventRelease},
    {"drop", gel_eventDrop},       {"remove", gel_eventRemove},     {"move", gel_eventMove},
    {"flatten", gel_eventFlatten}, {"scramble", gel_eventScramble}, {"detach", gel_eventDetach},
    {"adjust", gel_eventField},
};

// Applies one event. `ray`: origin, direction; `place`: a position; `vertex`: -1, to grab by the ray. Each event uses
// what it needs (gel/input.h).
GEL_WEB(web_act)
int web_act(const char* kind, int body, const float ray[6], const float place[3], float value, int number,
            int vertex)
{
    gelEvent event = {.kind = gel_eventKindCount, .body = body, .vertex1 = vertex + 1};
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        if (strcmp(kinds[i].name, kind) == 0)
            event.kind = kinds[i].kind;
    if (event.kind == gel_eventKindCount)
        return (int)gelRefuse("there is no event \"%s\" that a page can apply", kind);
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
