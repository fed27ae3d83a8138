// Calls that change a world.
#include "world_calls.h"

#include <string.h>

enum { maxStates = 3 };

static gelStatus step(Bytes* bytes, Side* side)
{
    return gelWorld_Step(side->world, takeNumber(bytes));
}

static gelStatus stepOn(Bytes* bytes, Side* side)
{
    (void)bytes;
    return gelWorld_Step(side->world, 1.0f / 60.0f);
}

static gelStatus stepStage(Bytes* bytes, Side* side)
{
    gelStageInfo done;
    gelStatus status =
        gelWorld_StepStage(side->world, takeByte(bytes) < 250 ? 1.0f / 60.0f : takeNumber(bytes), &done);
    if (status == gel_success)
        side->isUnderWay = !done.lastOfStep;
    return status;
}

static gelStatus destroyBody(Bytes* bytes, Side* side)
{
    return gelDestroyBody(side->world, takeBody(bytes, side));
}

static gelStatus setMaterial(Bytes* bytes, Side* side)
{
    gelMaterial material = gelDefaultMaterial();
    gelBodyId body = takeBody(bytes, side);
    if (takeByte(bytes) % 2 == 0)
        gelBody_GetMaterial(side->world, body, &material);
    changeSettings(bytes, gel_materialSettings, &material);
    bytes->isBad = areBadSettings(gel_materialSettings, &material);
    return gelBody_SetMaterial(side->world, body, &material);
}

static int fewSubsteps(int count)
{
    return count > 4 && count <= 1000 ? 1 + count % 4 : count;
}

static gelStatus setSettings(Bytes* bytes, Side* side)
{
    gelWorldDef def = gelWorld_GetDef(side->world);
    changeSettings(bytes, gel_worldSettings, &def);
    def.substepCount = fewSubsteps(def.substepCount);
    bytes->isBad = areBadSettings(gel_worldSettings, &def);
    return gelWorld_SetSettings(side->world, &def);
}

static gelStatus setOneSetting(Bytes* bytes, Side* side)
{
    gelWorldDef def = gelWorld_GetDef(side->world);
    int byte = takeByte(bytes);
    switch (byte % 4) {
        case 0:
            return gelWorld_SetGravity(side->world, takeVector(bytes));
        case 1:
            def.ground.enabled = byte / 4 % 4 > 0;
            def.ground.normal = takeVector(bytes);
            def.ground.offset = takeNumber(bytes);
            def.ground.friction = takeNumber(bytes);
            def.ground.restitution = takeNumber(bytes);
            bytes->isBad = areBadSettings(gel_worldSettings, &def);
            return gelWorld_SetGround(side->world, def.ground);
        case 2:
            return gelWorld_SetSubstepCount(side->world, fewSubsteps(takeWhole(bytes)));
        default:
            return gelWorld_SetGoalDamping(side->world, takeNumber(bytes));
    }
}

static bool hasNan(gelVec3 v)
{
    return isnan(v.x) || isnan(v.y) || isnan(v.z);
}

// A box may be infinite.
static gelStatus pin(Bytes* bytes, Side* side)
{
    gelBodyId body = takeBody(bytes, side);
    gelVec3 lower, upper;
    int vertices[3], changed, byte = takeByte(bytes);
    switch (byte % 4) {
        case 0:
            lower = takeVector(bytes);
            upper = takeVector(bytes);
            bytes->isBad = hasNan(lower) || hasNan(upper);
            return gelBody_PinBox(side->world, body, lower, upper, byte / 4 % 2 == 0 ? &changed : NULL);
        case 1:
            lower.y = takeNumber(bytes);
            bytes->isBad = isnan(lower.y);
            return gelBody_PinBelow(side->world, body, lower.y, NULL);
        default:
            for (int i = 0; i < 3; i++)
                vertices[i] = takeWhole(bytes);
            return gelBody_SetPinned(side->world, body, vertices, byte / 4 % 4, byte % 4 == 2);
    }
}

static gelStatus setHand(Bytes* bytes, Side* side)
{
    gelGoal goals[3];
    int count = takeByte(bytes) % 4;
    for (int i = 0; i < count; i++) {
        goals[i].body = takeBody(bytes, side);
        goals[i].vertex = takeWhole(bytes);
        goals[i].position = takeVector(bytes);
        goals[i].stiffness = takeByte(bytes) < 200 ? 1000.0f : takeNumber(bytes);
    }
    return gelWorld_SetGoals(side->world, goals, count);
}

// [count][size], of exactly that size, so that a sanitizer sees what is read beyond; one of them is from the bytes.
static float* takeNumbers(Bytes* bytes, int count, int size, float usual)
{
    float* numbers = malloc((size_t)count * (size_t)size * sizeof *numbers + (count == 0));
    EXPECT(numbers != NULL);
    for (int i = 0; i < count * size; i++)
        numbers[i] = usual + 0.05f * (float)(i % 7) + (i % 3 == 0 ? 0.1f * (float)i : 0.0f);
    if (takeByte(bytes) % 2 == 0 && count > 0)
        numbers[takeByte(bytes) % (count * size)] = takeNumber(bytes);
    return numbers;
}

// Returns the number of vertices of the body's mesh, and sometimes another number.
static int takeVertexCount(Bytes* bytes, const Side* side, gelBodyId body)
{
    const gelTetMesh* mesh = gelBody_GetMesh(side->world, body);
    int count = mesh != NULL ? mesh->vertexCount : 4, byte = takeByte(bytes);
    return byte < 240 ? count : byte % 16;
}

static gelStatus setGoals(Bytes* bytes, Side* side)
{
    gelGoalSet set = gelDefaultGoalSet();
    gelBodyId body = takeBody(bytes, side);
    const gelTetMesh* mesh = gelBody_GetMesh(side->world, body);
    int byte = takeByte(bytes);
    float* weights = NULL;
    if (byte % 8 == 7)
        return gelBody_SetGoals(side->world, body, NULL);
    if (byte % 2 == 0)
        set.weights = weights = takeNumbers(bytes, mesh != NULL ? mesh->vertexCount : 0, 1, 0.0f);
    else
        set.weight = takeNumber(bytes);
    if (byte / 8 % 4 == 0) {
        set.minimum = takeNumber(bytes);
        set.maximum = takeNumber(bytes);
        set.spring = takeNumber(bytes);
        set.damping = takeNumber(bytes);
    }
    gelStatus status = gelBody_SetGoals(side->world, body, &set);
    free(weights);
    return status;
}

// Calls a function that takes places or velocities of all vertices of a body.
static gelStatus writeVertices(Bytes* bytes, Side* side)
{
    static gelStatus (*const calls[])(gelWorld*, gelBodyId, const float*, int) = {
        gelBody_WritePositions,  gelBody_WriteVelocities,      gelBody_MoveGoals,       gelBody_PlaceGoals,
        gelObstacle_SetVertices, gelObstacle_TeleportVertices, gelBody_SetRestPositions};
    gelBodyId body = takeBody(bytes, side);
    int count = takeVertexCount(bytes, side, body), call = takeByte(bytes) % 7;
    float* xyz = takeNumbers(bytes, count, 3, 0.2f);
    gelStatus status = calls[call](side->world, body, xyz, count);
    free(xyz);
    return status;
}

static gelStatus setFields(Bytes* bytes, Side* side)
{
    gelField fields[3];
    int count = takeByte(bytes) % 4;
    for (int i = 0; i < count; i++) {
        fields[i] = gelDefaultField((gelFieldKind)(takeByte(bytes) % gel_fieldKindCount));
        changeSettings(bytes, gel_fieldSettings, &fields[i]);
        bytes->isBad = bytes->isBad || areBadSettings(gel_fieldSettings, &fields[i]);
        fields[i].keyCount = takeByte(bytes) < 200 ? 0 : takeWhole(bytes);
        for (int k = 0; k < fields[i].keyCount && k < 2; k++) {
            fields[i].keys[k].time = takeNumber(bytes);
            fields[i].keys[k].share = takeNumber(bytes);
        }
    }
    return gelWorld_SetFields(side->world, fields, count);
}

static gelStatus setWeights(Bytes* bytes, Side* side)
{
    gelBodyId body = takeBody(bytes, side);
    int byte = takeByte(bytes);
    if (byte % 3 == 0)
        return gelBody_SetGravityWeight(side->world, body, takeNumber(bytes));
    if (byte % 3 == 1)
        return gelBody_SetFieldWeight(side->world, body, byte / 3 < 80 ? byte / 3 % 17 : -1,
                                      takeNumber(bytes));
    return gelWorld_SetFieldTime(side->world, (double)takeNumber(bytes));
}

static void takePoint(Bytes* bytes, const Side* side, gelBodyPoint* point)
{
    gelBodyId body = takeBody(bytes, side);
    *point = (gelBodyPoint){.body = body};
    if (takeByte(bytes) % 2 == 0) {
        bool wasBad = bytes->isBad;
        gelBody_FindPoint(side->world, body, takeVector(bytes), point);
        bytes->isBad = wasBad;
        return;
    }
    point->vertexCount = takeByte(bytes) % 6;
    for (int i = 0; i < point->vertexCount && i < 4; i++) {
        point->vertices[i] = takeWhole(bytes);
        point->weights[i] = takeByte(bytes) < 200 ? 1.0f / (float)point->vertexCount : takeNumber(bytes);
    }
}

static gelStatus attach(Bytes* bytes, Side* side)
{
    gelAttachmentDef def = gelDefaultAttachmentDef();
    gelAttachmentId id;
    takePoint(bytes, side, &def.a);
    takePoint(bytes, side, &def.b);
    int byte = takeByte(bytes);
    if (byte % 2 == 1)
        def.compliance = takeNumber(bytes);
    if (byte / 2 % 2 == 1)
        def.length = takeNumber(bytes);
    if (byte / 4 % 4 == 3) {
        def.breakForce = takeAnyNumber(bytes);
        bytes->isBad = bytes->isBad || isnan(def.breakForce) || def.breakForce <= 0.0f;
    }
    if (byte / 16 % 4 == 3) {
        def.curvePointCount = takeWhole(bytes);
        for (int i = 0; i < def.curvePointCount && i < 3; i++) {
            def.curve[i].stretch = takeByte(bytes) < 200 ? (float)i : takeNumber(bytes);
            def.curve[i].force = takeNumber(bytes);
        }
    }
    return gelCreateAttachment(side->world, &def, &id);
}

static gelStatus detach(Bytes* bytes, Side* side)
{
    gelAttachmentId ids[8] = {{0}};
    int count = gelWorld_GetAttachments(side->world, ids, 8), byte = takeByte(bytes);
    if (count > 0 && byte < 250)
        return gelDestroyAttachment(side->world, ids[byte % (count < 8 ? count : 8)]);
    return gelDestroyAttachment(side->world, (gelAttachmentId){(uint32_t)byte});
}

static gelStatus moveObstacle(Bytes* bytes, Side* side)
{
    gelBodyId body = takeBody(bytes, side);
    int byte = takeByte(bytes);
    gelVec3 place = takeVector(bytes);
    if (byte % 3 == 0)
        return gelObstacle_SetSurfaceVelocity(side->world, body, place);
    gelQuat rotation = takeRotation(bytes);
    return byte % 3 == 1 ? gelObstacle_SetPose(side->world, body, place, rotation)
                         : gelObstacle_Teleport(side->world, body, place, rotation);
}

static gelStatus setValues(Bytes* bytes, Side* side)
{
    gelBodyId body = takeBody(bytes, side);
    int kind = takeByte(bytes) % (gel_vertexValueCount + 1), count = takeVertexCount(bytes, side, body);
    if (takeByte(bytes) % 8 == 7)
        return gelBody_SetVertexValues(side->world, body, (gelVertexValue)kind, NULL, count);
    float* values = takeNumbers(bytes, count, 1, 0.5f);
    gelStatus status = gelBody_SetVertexValues(side->world, body, (gelVertexValue)kind, values, count);
    free(values);
    return status;
}

static gelStatus brush(Bytes* bytes, Side* side)
{
    gelBodyId body = takeBody(bytes, side);
    gelBrush dab = {.position = takeVector(bytes)};
    int byte = takeByte(bytes), count = takeVertexCount(bytes, side, body);
    dab.radius = takeNumber(bytes);
    dab.strength = takeNumber(bytes);
    dab.value = takeNumber(bytes);
    dab.soften = byte % 2 == 0;
    dab.mirror = byte / 2 % 2 == 0;
    if (dab.soften && !isfinite(dab.value)) // which does not count then
        bytes->isBad = false;
    float* values = takeNumbers(bytes, count, 1, 0.5f);
    gelStatus status = gelBody_BrushValues(side->world, body, &dab, values, count);
    for (int i = 0; i < count && status == gel_success; i++)
        EXPECT(isfinite(values[i]));
    free(values);
    return status;
}

static gelStatus setFilter(Bytes* bytes, Side* side)
{
    gelBodyId body = takeBody(bytes, side);
    int byte = takeByte(bytes);
    if (byte % 2 == 0)
        return gelBody_SetFilter(side->world, body, (gelFilter){(uint32_t)byte, (uint32_t)(byte / 16)});
    return gelWorld_IgnorePair(side->world, body, takeBody(bytes, side), byte / 2 % 2 == 0);
}

static gelStatus setSwitch(Bytes* bytes, Side* side)
{
    gelBodyId body = takeBody(bytes, side);
    int byte = takeByte(bytes);
    switch (byte % 5) {
        case 0:
            return gelBody_SetSelfContact(side->world, body, byte / 4 % 2 == 0);
        case 1:
            return gelBody_SetUnbreakable(side->world, body, byte / 4 % 2 == 0);
        case 2:
            return gelBody_Wake(side->world, body);
        case 3:
            return gelBody_SetSolver(side->world, body, (gelSolver)(byte / 5 % 4), 1 + byte / 20 % 4, 0);
        default:
            return gelBody_Quarantine(side->world, body);
    }
}

static gelStatus setSkin(Bytes* bytes, Side* side)
{
    gelSurfaceMesh surface;
    gelBodyId body = takeBody(bytes, side);
    if (takeByte(bytes) % 4 == 0)
        return gelBody_SetSkin(side->world, body, NULL, NULL);
    gelStatus status = gelCreateSphereSurface(takeNumber(bytes), 0, &surface);
    if (status != gel_success)
        return status;
    status = gelBody_SetSkin(side->world, body, &surface, NULL);
    gelDestroySurfaceMesh(&surface);
    return status;
}

static gelStatus keepState(Bytes* bytes, Side* side)
{
    gelSnapshot* state;
    (void)bytes;
    gelStatus status = gelTakeSnapshot(side->world, NULL, &state);
    if (status != gel_success)
        return status;
    gelDestroySnapshot(side->state);
    side->state = state;
    return status;
}

static gelStatus goBack(Bytes* bytes, Side* side)
{
    (void)bytes;
    return side->state != NULL ? gelRestoreSnapshot(side->world, NULL, side->state) : gel_success;
}

static gelStatus convert(Bytes* bytes, Side* side)
{
    gelWorld* converted;
    gelWorldDef def = takeWorldDef(bytes);
    bytes->isBad = def.integrator < 0 || def.integrator >= gel_integratorCount;
    gelStatus status = gelConvertWorld(side->world, &def, &converted);
    if (status != gel_success)
        return status;
    gelDestroySnapshot(side->state);
    gelDestroyWorld(side->world);
    *side = (Side){.world = converted};
    return status;
}

static gelStatus setContactEvents(Bytes* bytes, Side* side)
{
    gelWorld_SetContactEvents(side->world, takeByte(bytes) % 2 == 0);
    return gel_success;
}

#define CALL(function)                                                                                       \
    {                                                                                                        \
#function, function                                                                                  \
    }
const WorldCall worldCalls[] = {
    CALL(stepOn),           CALL(step),        CALL(stepStage),      CALL(createBody),
    CALL(createSheet),      CALL(createRope),  CALL(createObstacle), CALL(destroyBody),
    CALL(setMaterial),      CALL(setSettings), CALL(setOneSetting),  CALL(pin),
    CALL(setHand),          CALL(setGoals),    CALL(writeVertices),  CALL(setFields),
    CALL(setWeights),       CALL(attach),      CALL(detach),         CALL(moveObstacle),
    CALL(setValues),        CALL(brush),       CALL(setFilter),      CALL(setSwitch),
    CALL(setSkin),          CALL(keepState),   CALL(goBack),         CALL(convert),
    CALL(setContactEvents),
};
const int worldCallCount = sizeof worldCalls / sizeof worldCalls[0];
