// The default definitions.
#include "settings/settings.h"

static void fill(gelSettingGroup group, void* values)
{
    for (const gelSetting* row = gelSettingRows[group]; row->name != NULL; row++)
        gelWriteSetting(row, values, row->usual);
}

gelWorldDef gelDefaultWorldDef(void)
{
    gelWorldDef def = {.backend = gel_autoBackend, .device = -1, .rankCount = 1, .cookie = gel_worldCookie};
    fill(gel_worldSettings, &def);
    fill(gel_programSettings, &def);
    return def;
}

gelGround gelDefaultGround(void)
{
    return gelDefaultWorldDef().ground;
}

gelMaterial gelDefaultMaterial(void)
{
    gelMaterial material = {0};
    fill(gel_materialSettings, &material);
    return material;
}

gelFilter gelDefaultFilter(void)
{
    return (gelFilter){.category = 1, .collidesWith = UINT32_MAX};
}

gelObstacleDef gelDefaultObstacleDef(void)
{
    gelObstacleDef def = {
        .rotation = {0, 0, 0, 1}, .filter = gelDefaultFilter(), .cookie = gel_obstacleCookie};
    fill(gel_obstacleSettings, &def);
    return def;
}

gelField gelDefaultField(gelFieldKind kind)
{
    gelField field = {0};
    fill(gel_fieldSettings, &field);
    field.kind = kind;
    return field;
}

gelBodyDef gelDefaultBodyDef(void)
{
    gelBodyDef def = {.material = gelDefaultMaterial(),
                      .rotation = {0, 0, 0, 1},
                      .filter = gelDefaultFilter(),
                      .cookie = gel_bodyCookie};
    fill(gel_bodySettings, &def);
    return def;
}
