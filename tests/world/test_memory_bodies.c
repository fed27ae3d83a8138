// Calls on bodies, obstacles and attachments that run out of memory.
#define TEST_SUBJECT "memory_bodies"
#include "support/memory_calls.h"

static gelStatus setMaterial(Stage* stage)
{
    gelMaterial material;
    gelStatus status = gelBody_GetMaterial(stage->world, bodyOf(stage, 0), &material);
    material.youngModulus = 5e4f;
    return status == gel_success ? gelBody_SetMaterial(stage->world, bodyOf(stage, 0), &material) : status;
}

static gelStatus setValues(Stage* stage)
{
    static float values[27];
    for (int i = 0; i < 27; i++)
        values[i] = 0.5f + 0.01f * (float)i;
    return gelBody_SetVertexValues(stage->world, bodyOf(stage, 0), gel_stiffnessFactor, values, 27);
}

static gelStatus setPins(Stage* stage)
{
    const int vertices[2] = {0, 3};
    return gelBody_SetPinned(stage->world, bodyOf(stage, 1), vertices, 2, true);
}

static gelStatus pinByPlace(Stage* stage)
{
    int changed;
    gelStatus status = gelBody_PinBelow(stage->world, bodyOf(stage, 0), 0.15f, &changed);
    return status == gel_success ? gelBody_PinBox(stage->world, bodyOf(stage, 1), (gelVec3){-1, 0.85f, -1},
                                                  (gelVec3){1, 2, 1}, &changed)
                                 : status;
}

// Reads the values of a body, paints on them, and gives them back.
static gelStatus paint(Stage* stage)
{
    static float values[maxVertices];
    const gelBrush brush = {.radius = 0.3f, .strength = 0.5f, .value = 0.2f, .mirror = true};
    const gelBrush smooth = {.radius = 0.3f, .strength = 0.5f, .soften = true};
    gelBodyId id = bodyOf(stage, 0);
    gelStatus status = gelBody_GetVertexValues(stage->world, id, gel_stiffnessFactor, values, 27);
    if (status == gel_success)
        status = gelBody_BrushValues(stage->world, id, &brush, values, 27);
    if (status == gel_success)
        status = gelBody_BrushValues(stage->world, id, &smooth, values, 27);
    return status == gel_success ? gelBody_SetVertexValues(stage->world, id, gel_stiffnessFactor, values, 27)
                                 : status;
}

static gelStatus setRestPositions(Stage* stage)
{
    static float xyz[3 * maxVertices];
    gelStatus status = gelBody_ReadRestPositions(stage->world, bodyOf(stage, 0), xyz, maxVertices);
    for (int i = 0; i < 3 * 27; i++)
        xyz[i] *= 1.05f;
    return status == gel_success ? gelBody_SetRestPositions(stage->world, bodyOf(stage, 0), xyz, 27) : status;
}

static gelStatus setUnbreakable(Stage* stage)
{
    return gelBody_SetUnbreakable(stage->world, bodyOf(stage, 0), true);
}

static gelStatus setSolver(Stage* stage)
{
    return gelBody_SetSolver(stage->world, bodyOf(stage, 0), gel_autoSolver, 2, 4);
}

static gelStatus setWeights(Stage* stage)
{
    gelStatus status = gelBody_SetGravityWeight(stage->world, bodyOf(stage, 0), 0.5f);
    if (status == gel_success)
        status = gelBody_SetFieldWeight(stage->world, bodyOf(stage, 1), 0, 0.5f);
    return status == gel_success ? gelBody_SetUserData(stage->world, bodyOf(stage, 1), NULL) : status;
}

static gelStatus wake(Stage* stage)
{
    return gelBody_Wake(stage->world, bodyOf(stage, 0));
}

// Moves the goals of the bar.
static gelStatus moveGoals(Stage* stage)
{
    static float weights[maxVertices], xyz[3 * maxVertices];
    gelBodyId id = bodyOf(stage, 2);
    gelStatus status = gelBody_ReadGoals(stage->world, id, weights, xyz, maxVertices);
    xyz[1] += 0.01f;
    if (status == gel_success)
        status = gelBody_PlaceGoals(stage->world, id, xyz, 24);
    xyz[4] += 0.01f;
    return status == gel_success ? gelBody_MoveGoals(stage->world, id, xyz, 24) : status;
}

static gelStatus setGoals(Stage* stage)
{
    static float weights[27];
    gelGoalSet goals = gelDefaultGoalSet();
    for (int i = 0; i < 27; i++)
        weights[i] = i % 3 == 0 ? 1.0f : 0.5f;
    goals.weights = weights;
    return gelBody_SetGoals(stage->world, bodyOf(stage, 0), &goals);
}

static gelStatus createBody(Stage* stage)
{
    gelTetMesh mesh;
    gelBodyId id;
    gelBodyDef def = gelDefaultBodyDef();
    def.position = (gelVec3){0, 2, 0};
    def.selfContact = true;
    gelStatus status = gelCreateBoxMesh((gelVec3){0.2f, 0.2f, 0.2f}, 1, 1, 1, &mesh);
    if (status == gel_success)
        status = gelCreateBody(stage->world, &def, &mesh, &id);
    gelDestroyTetMesh(&mesh);
    return status;
}

// A sheet and a rope.
static gelStatus createThin(Stage* stage)
{
    gelSurfaceMesh surface = {0};
    gelLineMesh lines = {0};
    gelBodyId id;
    gelBodyDef def = gelDefaultBodyDef();
    def.position = (gelVec3){0, 2, 1};
    gelStatus status = gelCreateSheetSurface(0.2f, 0.2f, 2, 2, &surface);
    if (status == gel_success)
        status = gelCreateStraightLine(0.3f, 3, &lines);
    if (status == gel_success)
        status = gelCreateSheet(stage->world, &def, &surface, &id);
    gelBodyId sheet = id;
    def.position.z = -1.0f;
    if (status == gel_success && (status = gelCreateRope(stage->world, &def, &lines, &id)) != gel_success)
        gelDestroyBody(stage->world, sheet);
    gelDestroyLineMesh(&lines);
    gelDestroySurfaceMesh(&surface);
    return status;
}

static gelStatus createObstacle(Stage* stage)
{
    gelSurfaceMesh surface;
    gelBodyId id;
    gelObstacleDef def = gelDefaultObstacleDef();
    def.position = (gelVec3){0, 0.1f, 0.3f};
    gelStatus status = gelCreateBoxSurface((gelVec3){0.2f, 0.2f, 0.2f}, &surface);
    if (status == gel_success)
        status = gelCreateObstacle(stage->world, &def, &surface, &id);
    gelDestroySurfaceMesh(&surface);
    return status;
}

static gelStatus destroyBody(Stage* stage)
{
    return gelDestroyBody(stage->world, bodyOf(stage, 0));
}

static gelStatus createAttachment(Stage* stage)
{
    gelAttachmentId id;
    gelAttachmentDef def = gelDefaultAttachmentDef();
    gelStatus status = gelBody_FindPoint(stage->world, bodyOf(stage, 0), (gelVec3){0, 0.3f, 0}, &def.a);
    if (status == gel_success)
        status = gelBody_FindPoint(stage->world, bodyOf(stage, 1), (gelVec3){0, 0.8f, 0}, &def.b);
    def.length = 0.5f;
    return status == gel_success ? gelCreateAttachment(stage->world, &def, &id) : status;
}

static gelStatus destroyAttachment(Stage* stage)
{
    gelAttachmentId id = {0};
    return gelWorld_GetAttachments(stage->world, &id, 1) > 0 ? gelDestroyAttachment(stage->world, id)
                                                             : gel_success;
}

static gelStatus setSkin(Stage* stage)
{
    gelSurfaceMesh surface;
    gelEmbedding embedding = {0};
    gelStatus status = gelCreateSphereSurface(0.2f, 1, &surface);
    if (status == gel_success)
        status = gelCreateEmbedding(gelBody_GetMesh(stage->world, bodyOf(stage, 1)), surface.positions,
                                    surface.vertexCount, &embedding);
    if (status == gel_success)
        status = gelBody_SetSkin(stage->world, bodyOf(stage, 1), &surface, &embedding);
    gelDestroyEmbedding(&embedding);
    gelDestroySurfaceMesh(&surface);
    return status;
}

static gelStatus readSkin(Stage* stage)
{
    static float points[maxVertices][3];
    gelStatus status = gelBody_GetSkin(stage->world, bodyOf(stage, 1)) == NULL ? setSkin(stage) : gel_success;
    return status == gel_success ? gelBody_ReadSkin(stage->world, bodyOf(stage, 1), points[0], maxVertices)
                                 : status;
}

static gelStatus setSelfContact(Stage* stage)
{
    return gelBody_SetSelfContact(stage->world, bodyOf(stage, 0), true);
}

static gelStatus setFilter(Stage* stage)
{
    gelFilter filter = gelDefaultFilter();
    filter.collidesWith = 0;
    gelStatus status = gelBody_SetFilter(stage->world, bodyOf(stage, 0), filter);
    return status == gel_success ? gelWorld_IgnorePair(stage->world, bodyOf(stage, 1), bodyOf(stage, 2), true)
                                 : status;
}

static gelStatus quarantine(Stage* stage)
{
    return gelBody_Quarantine(stage->world, bodyOf(stage, 1));
}

static gelStatus writePositions(Stage* stage)
{
    static float xyz[3 * maxVertices];
    gelStatus status = gelBody_ReadPositions(stage->world, bodyOf(stage, 0), xyz, maxVertices);
    xyz[1] += 0.01f;
    if (status == gel_success)
        status = gelBody_WritePositions(stage->world, bodyOf(stage, 0), xyz, 27);
    return status == gel_success ? gelBody_WriteVelocities(stage->world, bodyOf(stage, 0), xyz, 27) : status;
}

static gelStatus moveObstacle(Stage* stage)
{
    for (int i = 0; i < gelWorld_GetBodyCount(stage->world); i++)
        if (gelBody_GetMesh(stage->world, bodyOf(stage, i)) == NULL &&
            gelObstacle_GetSurface(stage->world, bodyOf(stage, i)) != NULL) {
            float xyz[3 * 4] = {0, 0, 0, 0.3f, 0, 0, 0, 0.4f, 0, 0, 0, 0.3f};
            const gelSurfaceMesh* surface = gelObstacle_GetSurface(stage->world, bodyOf(stage, i));
            gelStatus status = surface->vertexCount == 4
                                   ? gelObstacle_SetVertices(stage->world, bodyOf(stage, i), xyz, 4)
                                   : gelObstacle_SetPose(stage->world, bodyOf(stage, i),
                                                         (gelVec3){0.1f, 0.1f, 0}, (gelQuat){0, 0, 0, 1});
            if (status != gel_success)
                return status;
        }
    return gel_success;
}

static gelStatus teleportObstacle(Stage* stage)
{
    float xyz[3 * 4] = {0, 0, 0, 0.3f, 0, 0, 0, 0.4f, 0, 0, 0, 0.3f};
    gelStatus status = gel_success;
    for (int i = 0; i < gelWorld_GetBodyCount(stage->world) && status == gel_success; i++) {
        gelBodyId id = bodyOf(stage, i);
        const gelSurfaceMesh* surface = gelObstacle_GetSurface(stage->world, id);
        if (surface == NULL)
            continue;
        status = surface->vertexCount == 4 ? gelObstacle_TeleportVertices(stage->world, id, xyz, 4)
                                           : gelObstacle_Teleport(stage->world, id, (gelVec3){0.1f, 0.1f, 0},
                                                                  (gelQuat){0, 0, 0, 1});
        if (status == gel_success)
            status = gelObstacle_SetSurfaceVelocity(stage->world, id, (gelVec3){0, 0, 0.5f});
    }
    return status;
}

static gelStatus lookAtObstacles(Stage* stage)
{
    gelObstacleDef def;
    gelVec3 position;
    gelQuat rotation;
    gelStatus status = gel_success;
    for (int i = 0; i < gelWorld_GetBodyCount(stage->world) && status == gel_success; i++)
        if (gelBody_IsObstacle(stage->world, bodyOf(stage, i))) {
            status = gelObstacle_GetDef(stage->world, bodyOf(stage, i), &def);
            if (status == gel_success)
                status = gelObstacle_GetPose(stage->world, bodyOf(stage, i), &position, &rotation);
        }
    return status;
}

static gelStatus lookAtAttachments(Stage* stage)
{
    gelAttachmentId ids[8];
    gelAttachmentDef def;
    gelVec3 force;
    int count = gelWorld_GetAttachments(stage->world, ids, 8);
    gelStatus status = gel_success;
    for (int i = 0; i < count && status == gel_success; i++) {
        status = gelAttachment_GetDef(stage->world, ids[i], &def);
        if (status == gel_success)
            status = gelAttachment_GetForce(stage->world, ids[i], &force);
    }
    return status;
}

// Reads what a body was created with.
static gelStatus lookAtTerms(Stage* stage, gelBodyId id)
{
    static bool pinned[maxVertices];
    gelBodyDef def;
    gelFilter filter;
    gelPhaseInfo phases[16];
    double number;
    int count;
    gelStatus status = gelBody_GetDef(stage->world, id, &def);
    if (status == gel_success)
        status = gelBody_GetFilter(stage->world, id, &filter);
    if (status == gel_success)
        status = gelBody_GetPhases(stage->world, id, phases, 16, &count);
    if (status == gel_success)
        status = gelBody_GetPinned(stage->world, id, pinned, maxVertices);
    if (status == gel_success)
        status = gelBody_GetRestVolume(stage->world, id, &number);
    gelSheetStiffness stiffness;
    bool isSheet = gelBody_GetKind(stage->world, id) == gel_sheetBody;
    return status == gel_success && isSheet ? gelBody_EstimateSheetStiffness(stage->world, id, &stiffness)
                                            : status;
}

// Reads the current state of a body.
static gelStatus lookAtState(Stage* stage, gelBodyId id)
{
    static double xyz[3 * maxVertices];
    static int torn[8192];
    gelVec3 place;
    gelQuat rotation;
    gelMeasures measures;
    gelBadVertex bad;
    double number;
    int count;
    gelWorld* world = stage->world;
    gelStatus status = gelBody_GetTransform(world, id, &place, &rotation);
    if (status == gel_success)
        status = gelBody_Measure(world, id, &measures);
    if (status == gel_success)
        status = gelBody_GetVolume(world, id, &number);
    if (status == gel_success)
        status = gelBody_GetPressure(world, id, &number);
    if (status == gel_success)
        status = gelBody_GetTornSprings(world, id, torn, 4096, &count);
    if (status == gel_success)
        status = gelBody_GetTornTets(world, id, torn, 8192, &count);
    if (status == gel_success)
        status = gelBody_ReadPositionsDouble(world, id, xyz, maxVertices);
    return status == gel_success ? gelBody_FindBadVertex(world, id, &bad) : status;
}

static gelStatus lookAtBodies(Stage* stage)
{
    gelStatus status = gel_success;
    for (int i = 0; i < gelWorld_GetBodyCount(stage->world) && status == gel_success; i++) {
        if (gelBody_IsObstacle(stage->world, bodyOf(stage, i)))
            continue;
        status = lookAtTerms(stage, bodyOf(stage, i));
        if (status == gel_success)
            status = lookAtState(stage, bodyOf(stage, i));
    }
    return status;
}

static gelStatus lookAtRanks(Stage* stage)
{
    gelRankShare share = {0};
    gelStatus status = gelWorld_GetRankShare(stage->world, 5, &share);
    stage->extra += (uint64_t)share.bytes;
    return status;
}

static const Action actions[] = {
    ACTION(setMaterial),
    ACTION(setValues),
    ACTION(paint),
    ACTION(setRestPositions),
    ACTION(setUnbreakable),
    ACTION(setSolver),
    ACTION_OF_PARTS(setWeights),
    ACTION(setPins),
    ACTION_OF_PARTS(pinByPlace),
    ACTION(setGoals),
    ACTION_OF_PARTS(moveGoals),
    ACTION(wake),
    ACTION(createBody),
    ACTION_OF_PARTS(createThin),
    ACTION(createObstacle),
    ACTION(destroyBody),
    ACTION(setSelfContact),
    ACTION(setSkin),
    ACTION_OF_PARTS(readSkin),
    ACTION(createAttachment),
    ACTION(destroyAttachment),
    ACTION_OF_PARTS(setFilter),
    ACTION(quarantine),
    ACTION_OF_PARTS(writePositions),
    ACTION_OF_PARTS(moveObstacle),
    ACTION_OF_PARTS(teleportObstacle),
    ACTION(lookAtObstacles),
    ACTION(lookAtAttachments),
    ACTION(lookAtBodies),
    ACTION(lookAtRanks),
};
enum { actionCount = sizeof actions / sizeof actions[0] };

static void a_call_that_runs_out_of_memory_on_the_reference_has_not_happened(void)
{
    disturbReference(actions, actionCount);
}

// Most of these do the same there.
static void a_call_that_runs_out_of_memory_on_a_device_has_not_happened(void)
{
    if (triesAll())
        disturbDevice(actions, actionCount);
}

TESTS(TEST(a_call_that_runs_out_of_memory_on_the_reference_has_not_happened),
      TEST(a_call_that_runs_out_of_memory_on_a_device_has_not_happened))
