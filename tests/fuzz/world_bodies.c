// Settings and bodies out of bytes.
#include "world_calls.h"

enum { maxBodies = 6 };

static double takeSetting(Bytes* bytes, const gelSetting* row)
{
    double span = fmin(row->range.max - row->range.min, 1e30);
    int choice = takeByte(bytes);
    switch (choice % 8) {
        case 0:
            return (double)takeAnyNumber(bytes);
        case 1:
            return row->range.min;
        case 2:
            return row->range.max;
        case 3:
            return row->range.min - 1.0 - 0.01 * span;
        case 4:
            return row->range.max + 1.0 + 0.01 * span;
        case 5:
            return choice / 8;
        default:
            return row->usual[0] * pow(2.0, (double)(takeByte(bytes) - 128) / 8.0);
    }
}

void changeSettings(Bytes* bytes, gelSettingGroup group, void* values)
{
    int count;
    const gelSetting* rows = gelGetSettings(group, &count);
    for (int left = takeByte(bytes) % 5; left > 0; left--) {
        const gelSetting* row = &rows[takeByte(bytes) % count];
        double numbers[3];
        for (int k = 0; k < (row->valueType == gel_settingVector ? 3 : 1); k++)
            numbers[k] = takeSetting(bytes, row);
        gelWriteSetting(row, values, numbers);
    }
}

static bool isBad(const gelSetting* row, const double numbers[3])
{
    int choices = 0;
    while (row->choices != NULL && row->choices[choices] != NULL)
        choices++;
    if (row->valueType == gel_settingChoice)
        return numbers[0] < 0.0 || numbers[0] >= (double)choices;
    for (int k = 0; k < (row->valueType == gel_settingVector ? 3 : 1); k++)
        if (isnan(numbers[k]) || numbers[k] < row->range.min - 1e-3 * fabs(row->range.min) - 1e-9 ||
            numbers[k] > row->range.max * 1.001 + 1e-9)
            return true;
    return false;
}

bool areBadSettings(gelSettingGroup group, const void* values)
{
    int count;
    const gelSetting* rows = gelGetSettings(group, &count);
    for (int i = 0; i < count; i++) {
        double numbers[3];
        gelReadSetting(&rows[i], values, numbers);
        if (gelSettingCounts(&rows[i], values) && isBad(&rows[i], numbers))
            return true;
    }
    return false;
}

gelWorldDef takeWorldDef(Bytes* bytes)
{
    gelWorldDef def = gelDefaultWorldDef();
    int byte = takeByte(bytes);
    changeSettings(bytes, gel_worldSettings, &def);
    changeSettings(bytes, gel_programSettings, &def);
    def.backend = byte % 8 == 7 ? gel_referenceDouble : gel_referenceFloat;
    def.ground.enabled = byte / 8 % 2 == 0;
    def.sleep = byte / 16 % 4 == 3;
    if (def.substepCount > 4 && def.substepCount <= 1000)
        def.substepCount = 1 + def.substepCount % 4;
    if (def.integratorError > 0.0f && def.integratorError < 1e-3f)
        def.integratorError = 1e-3f;
    return def;
}

gelBodyId takeBody(Bytes* bytes, const Side* side)
{
    int byte = takeByte(bytes), count = gelWorld_GetBodyCount(side->world);
    if (byte < 248)
        return gelWorld_GetBody(side->world, byte % (count + 1));
    gelBodyId id;
    id.index1 = takeWhole(bytes);
    id.generation = (uint32_t)(byte - 248);
    return id;
}

static bool isFull(const Side* side)
{
    return gelWorld_GetBodyCount(side->world) >= maxBodies;
}

static gelBodyDef takeBodyDef(Bytes* bytes)
{
    gelBodyDef def = gelDefaultBodyDef();
    int byte = takeByte(bytes);
    def.position.y = (float)(byte % 16) / 4.0f;
    def.selfContact = byte / 16 % 2 == 1;
    def.unbreakable = byte / 32 % 4 == 3;
    changeSettings(bytes, gel_materialSettings, &def.material);
    changeSettings(bytes, gel_bodySettings, &def);
    def.rotation = takeRotation(bytes);
    if (byte == 255)
        def.cookie = 0;
    bytes->isBad = bytes->isBad || byte == 255 || areBadSettings(gel_materialSettings, &def.material) ||
                   areBadSettings(gel_bodySettings, &def);
    return def;
}

static gelStatus takeMesh(Bytes* bytes, gelTetMesh* mesh)
{
    static const float corners[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 1, 1};
    static const int tets[] = {0, 1, 2, 3, 1, 2, 3, 4};
    int byte = takeByte(bytes);
    switch (byte % 4) {
        case 0:
            return gelCreateTetMesh(corners, 5, tets, 1 + byte / 4 % 2, NULL, mesh, NULL);
        case 1:
            return gelCreateSphereMesh(0.5f, 2, mesh);
        case 2:
            return gelCreateBoxMesh((gelVec3){1, 0.5f, 0.5f}, 2, 1, 1, mesh);
        default:
            return gelCreateBoxMesh(takeVector(bytes), takeByte(bytes) % 3, 1, 1, mesh);
    }
}

gelStatus createBody(Bytes* bytes, Side* side)
{
    gelTetMesh mesh;
    gelBodyId id;
    gelBodyDef def = takeBodyDef(bytes);
    gelStatus status = takeMesh(bytes, &mesh);
    if (status != gel_success)
        return status;
    if (isFull(side))
        bytes->isBad = false;
    else
        status = gelCreateBody(side->world, &def, &mesh, &id);
    gelDestroyTetMesh(&mesh);
    return status;
}

gelStatus createSheet(Bytes* bytes, Side* side)
{
    gelSurfaceMesh surface;
    gelBodyId id;
    gelBodyDef def = takeBodyDef(bytes);
    int byte = takeByte(bytes);
    gelStatus status =
        byte % 3 == 0 ? gelCreateSphereSurface(0.5f, 0, &surface)
                      : gelCreateSheetSurface(1, takeNumber(bytes), byte % 3, 1 + byte / 3 % 2, &surface);
    if (status != gel_success)
        return status;
    if (isFull(side))
        bytes->isBad = false;
    else
        status = gelCreateSheet(side->world, &def, &surface, &id);
    gelDestroySurfaceMesh(&surface);
    return status;
}

gelStatus createRope(Bytes* bytes, Side* side)
{
    gelLineMesh lines;
    gelBodyId id;
    gelBodyDef def = takeBodyDef(bytes);
    int segments = takeByte(bytes) % 5;
    gelStatus status = gelCreateStraightLine(takeNumber(bytes), segments, &lines);
    if (status != gel_success)
        return status;
    if (isFull(side))
        bytes->isBad = false;
    else
        status = gelCreateRope(side->world, &def, &lines, &id);
    gelDestroyLineMesh(&lines);
    return status;
}

gelStatus createObstacle(Bytes* bytes, Side* side)
{
    gelSurfaceMesh surface;
    gelBodyId id;
    gelObstacleDef def = gelDefaultObstacleDef();
    changeSettings(bytes, gel_obstacleSettings, &def);
    def.rotation = takeRotation(bytes);
    bytes->isBad = bytes->isBad || areBadSettings(gel_obstacleSettings, &def);
    int byte = takeByte(bytes);
    gelStatus status = byte % 3 == 0   ? gelCreateBoxSurface(takeVector(bytes), &surface)
                       : byte % 3 == 1 ? gelCreateSheetSurface(2, 2, 1, 1, &surface)
                                       : gelCreateCapsuleSurface(0.3f, takeNumber(bytes), 4, &surface);
    if (status != gel_success)
        return status;
    if (isFull(side))
        bytes->isBad = false;
    else
        status = gelCreateObstacle(side->world, &def, &surface, &id);
    gelDestroySurfaceMesh(&surface);
    return status;
}
