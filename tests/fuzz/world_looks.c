// Calls that only look. Their results go to memory of exactly the size that they were told.
#include "world_calls.h"

static void* room(int count, size_t size)
{
    void* block = malloc((size_t)count * size + (count == 0));
    EXPECT(block != NULL);
    return block;
}

static void readVertices(Bytes* bytes, gelWorld* world, gelBodyId body)
{
    int count = takeByte(bytes) % 40, byte = takeByte(bytes);
    float* xyz = room(3 * count, sizeof *xyz);
    double* doubles = room(3 * count, sizeof *doubles);
    bool* pinned = room(count, sizeof *pinned);
    gelBadVertex bad;
    gelWorld_FindBadVertex(world, &bad);
    EXPECT(!bad.found || gelBody_GetIndex(world, bad.body) == bad.bodyIndex);
    gelBody_FindBadVertex(world, body, &bad);
    gelBody_ReadPositions(world, body, xyz, count);
    gelBody_ReadVelocities(world, body, xyz, count);
    gelBody_ReadPositionsDouble(world, body, doubles, count);
    gelBody_ReadGoals(world, body, byte % 2 == 0 ? xyz : NULL, NULL, count);
    gelBody_ReadGoals(world, body, NULL, xyz, count);
    gelBody_GetPinned(world, body, pinned, count);
    gelBody_GetVertexValues(world, body, (gelVertexValue)(byte % (gel_vertexValueCount + 1)), xyz, count);
    gelBody_ReadStrains(world, body, byte % 3 > 0 ? xyz : NULL, byte % 3 < 2 ? xyz + count : NULL, count);
    free(pinned);
    free(doubles);
    free(xyz);
}

static void readContacts(Bytes* bytes, gelWorld* world, gelBodyId body)
{
    int capacity = takeByte(bytes) % 20, count;
    gelVec3 force;
    gelContact* contacts = room(capacity, sizeof *contacts);
    gelContactEvent* events = room(capacity, sizeof *events);
    if (gelWorld_GetContacts(world, contacts, capacity, &count) == gel_success)
        for (int i = 0; i < count && i < capacity; i++)
            EXPECT(contacts[i].kind >= 0 && contacts[i].kind < gel_contactKindCount);
    EXPECT(gelWorld_GetContactEvents(world, events, capacity) >= 0);
    gelBody_GetContactForce(world, body, &force);
    gelWorld_GetGroundContactForce(world, &force);
    gelWorld_HasContact(world);
    free(events);
    free(contacts);
}

static void readConstraints(Bytes* bytes, gelWorld* world, gelBodyId body)
{
    int capacity = takeByte(bytes), count, kind = capacity % gel_constraintKindCount;
    gelConstraint* constraints = room(capacity, sizeof *constraints);
    gelPhaseColours* colours = room(capacity % 8, sizeof *colours);
    gelPhaseInfo* phases = room(capacity % 8, sizeof *phases);
    int* torn = room(2 * capacity, sizeof *torn);
    gelCounters counters;
    gelStrategy strategy;
    EXPECT(gelWorld_GetCounters(world, &counters) != gel_success ||
           counters.bodyCount == gelWorld_GetBodyCount(world));
    gelWorld_GetConstraints(world, (gelConstraintKind)kind, constraints, capacity);
    gelWorld_GetPhaseColours(world, colours, capacity % 8, &count);
    gelBody_GetPhases(world, body, phases, capacity % 8, &count);
    EXPECT(gelBody_GetTornSprings(world, body, torn, capacity, &count) != gel_success ||
           count <= gelBody_GetSpringCount(world, body));
    gelBody_GetTornTets(world, body, torn, capacity, &count);
    gelBody_GetStrategy(world, body, &strategy);
    free(torn);
    free(phases);
    free(colours);
    free(constraints);
}

static void measure(Bytes* bytes, gelWorld* world, gelBodyId body)
{
    gelMeasures measures;
    gelSoftness softness;
    gelVec3 place;
    gelQuat rotation;
    gelAttachmentId ids[2];
    double number;
    gelWorld_Measure(world, &measures);
    gelBody_Measure(world, body, &measures);
    gelBody_GetVolume(world, body, &number);
    gelBody_GetPressure(world, body, &number);
    gelBody_GetRestVolume(world, body, &number);
    gelBody_GetTransform(world, body, &place, &rotation);
    gelObstacle_GetPose(world, body, &place, &rotation);
    bytes->isBad = false;
    float timeStep = takeNumber(bytes);
    EXPECT(gelBody_EstimateSoftness(world, body, timeStep, &softness) != gel_success || !bytes->isBad);
    if (gelWorld_GetAttachments(world, ids, 2) > 0)
        gelAttachment_GetForce(world, ids[0], &place);
}

static void pointAt(Bytes* bytes, gelWorld* world, gelBodyId body)
{
    gelRayHit hit;
    gelBodyPoint point;
    bytes->isBad = false;
    gelVec3 origin = takeVector(bytes), direction = takeVector(bytes);
    EXPECT(gelWorld_CastRay(world, origin, direction, &hit) != gel_success || !bytes->isBad);
    bytes->isBad = !isfinite(origin.x + origin.y + origin.z);
    EXPECT(gelBody_FindPoint(world, body, origin, &point) != gel_success || !bytes->isBad ||
           (isfinite(origin.x) && isfinite(origin.y) && isfinite(origin.z)));
}

static void readDefs(gelWorld* world, gelBodyId body)
{
    gelBodyDef def;
    gelObstacleDef obstacle;
    gelMaterial material;
    gelFilter filter;
    gelGoal goals[2];
    gelField fields[1];
    gelWorldDef worldDef = gelWorld_GetDef(world);
    EXPECT(!areBadSettings(gel_worldSettings, &worldDef));
    if (gelBody_GetDef(world, body, &def) == gel_success && !gelBody_IsObstacle(world, body))
        EXPECT(gelCheckSettings(gel_bodySettings, &def) == gel_success);
    if (gelBody_GetMaterial(world, body, &material) == gel_success)
        EXPECT(gelCheckSettings(gel_materialSettings, &material) == gel_success);
    if (gelObstacle_GetDef(world, body, &obstacle) == gel_success)
        EXPECT(gelCheckSettings(gel_obstacleSettings, &obstacle) == gel_success);
    gelBody_GetFilter(world, body, &filter);
    gelWorld_GetGoals(world, goals, 2);
    gelWorld_GetFields(world, fields, 1);
    gelBody_GetSkin(world, body);
    gelBody_GetSurface(world, body);
    gelBody_GetLines(world, body);
}

void lookAtWorld(Bytes* bytes, gelWorld* world, gelBodyId body)
{
    switch (takeByte(bytes) % 6) {
        case 0:
            readVertices(bytes, world, body);
            break;
        case 1:
            readContacts(bytes, world, body);
            break;
        case 2:
            readConstraints(bytes, world, body);
            break;
        case 3:
            measure(bytes, world, body);
            break;
        case 4:
            pointAt(bytes, world, body);
            break;
        default:
            readDefs(world, body);
    }
}
