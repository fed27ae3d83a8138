// Attachments that break under load, and links that begin apart.
#include "support/fixtures.h"
#include "support/points.h"

#include <string.h>

static const float frame = 1.0f / 60.0f;

static gelBodyId addTable(gelWorld* world, gelVec3 position)
{
    gelSurfaceMesh surface;
    gelObstacleDef def = gelDefaultObstacleDef();
    gelBodyId id;
    def.position = position;
    REQUIRE(gelCreateBoxSurface((gelVec3){1.0f, 0.1f, 1.0f}, &surface));
    REQUIRE(gelCreateObstacle(world, &def, &surface, &id));
    gelDestroySurfaceMesh(&surface);
    return id;
}

static gelWorld* makeWorld(const gelWorldDef* def)
{
    gelWorld* world;
    gelWorldDef apart = *def;
    apart.contact = false; // bodies that are joined would push each other where they are
    REQUIRE(gelCreateWorld(&apart, &world));
    return world;
}

static void steps(gelWorld* world, int count)
{
    for (int i = 0; i < count; i++)
        REQUIRE(gelWorld_Step(world, frame));
}

static double massOf(gelWorld* world, gelBodyId id)
{
    gelMeasures measures;
    REQUIRE(gelBody_Measure(world, id, &measures));
    return measures.mass;
}

// A tet that moves at a speed. At its centre it is a point of its mass.
static gelBodyId addWeight(gelWorld* world, float speed)
{
    static const float corners[12] = {0.15f, 0, 0, -0.15f, 0, 0, 0, 0.1f, 0.2f, 0, -0.1f, 0.2f};
    gelTetMesh mesh;
    gelBodyDef def = gelDefaultBodyDef();
    gelBodyId id;
    def.velocity = (gelVec3){0, speed, 0};
    REQUIRE(gelCreateTetMesh(corners, 4, (const int[]){0, 1, 2, 3}, 1, NULL, &mesh, NULL));
    REQUIRE(gelCreateBody(world, &def, &mesh, &id));
    gelDestroyTetMesh(&mesh);
    return id;
}

// A weight is caught within eight substeps, at each of 16 moments of a frame.
static void a_jerk_within_a_frame_breaks_an_attachment(gelWorldDef def)
{
    const double speed = 2.4, stiffness = 2.5e5;
    def.gravity = (gelVec3){0, 0, 0};
    for (int i = 0; i < 32; i++) {
        gelWorld* world = makeWorld(&def);
        double slack = speed / 60.0 * (i / 2 / 16.0);
        gelBodyId weight = addWeight(world, (float)-speed), table = addTable(world, (gelVec3){0, 0.2f, 0});
        gelAttachmentDef attachment = gelDefaultAttachmentDef();
        gelAttachmentId id;
        float places[12];
        double jerk = speed * sqrt(stiffness * massOf(world, weight));
        attachment.a = pointOf(world, weight, (gelVec3){0.0f, 0.0f, 0.1f});
        attachment.b = pointOf(world, table, (gelVec3){0.0f, 0.15f, 0.1f});
        attachment.length = 0.15f + (float)slack;
        attachment.curve[0] = (gelForcePoint){-1.0f, 0.0f};
        attachment.curve[1] = (gelForcePoint){0.0f, 0.0f};
        attachment.curve[2] = (gelForcePoint){1.0f, (float)stiffness};
        attachment.curvePointCount = 3;
        attachment.breakForce = (float)(jerk * (i % 2 == 0 ? 0.2 : 2.0));
        REQUIRE(gelCreateAttachment(world, &attachment, &id));
        steps(world, 3);
        REQUIRE(gelBody_ReadPositions(world, weight, places, 4));
        double fall = -0.25 * (double)(places[1] + places[4] + places[7] + places[10]);
        CHECK(gelAttachment_IsValid(world, id) == (i % 2 == 1),
              "a jerk of %g N after %g m, breakForce %g N: %s", jerk, slack, (double)attachment.breakForce,
              i % 2 == 0 ? "it held" : "it broke");
        CHECK((fall > 0.5 * 3.0 / 60.0 * speed) == (i % 2 == 0), "it fell %g m, freely %g m", fall,
              3.0 / 60.0 * speed);
        gelDestroyWorld(world);
    }
}

// A body of each kind at 0, 0, 0 that moves along y. Its point there carries an attachment.
static gelBodyId addMoving(gelWorld* world, int kind, float speed)
{
    gelBodyDef def = gelDefaultBodyDef();
    gelSurfaceMesh sheet = {0};
    gelLineMesh line = {0};
    gelTetMesh box = {0};
    gelBodyId id;
    def.velocity = (gelVec3){0, speed, 0};
    def.material.youngModulus = 1e6f;
    def.material.thickness = 0.002f;
    if (kind == 0) {
        REQUIRE(gelCreateBoxMesh((gelVec3){0.2f, 0.2f, 0.2f}, 2, 2, 2, &box));
        REQUIRE(gelCreateBody(world, &def, &box, &id));
    } else if (kind == 1) {
        REQUIRE(gelCreateSheetSurface(0.4f, 0.4f, 4, 4, &sheet));
        REQUIRE(gelCreateSheet(world, &def, &sheet, &id));
    } else {
        def.material.thickness = 0.02f;
        REQUIRE(gelCreateStraightLine(0.4f, 4, &line));
        REQUIRE(gelCreateRope(world, &def, &line, &id));
    }
    gelDestroyTetMesh(&box);
    gelDestroySurfaceMesh(&sheet);
    gelDestroyLineMesh(&line);
    return id;
}

// A body at 2 m/s is stopped at once by a rigid attachment, a stiff spring or a curve. It breaks, and has given its breakForce
// for a substep; it gave all of the body's momentum.
static void an_attachment_that_breaks_gives_what_it_bears(void)
{
    for (int i = 0; i < 3 * 3 * 2; i++) {
        gelWorldDef def = gelDefaultWorldDef();
        gelMeasures before, after;
        gelAttachmentId id;
        int kind = i % 3, link = i / 3 % 3;
        bool toObstacle = i / 9 == 0;
        def.backend = gel_referenceFloat;
        def.gravity = (gelVec3){0};
        gelWorld* world = makeWorld(&def);
        gelBodyId body = addMoving(world, kind, 2.0f);
        gelBodyId other = toObstacle ? addTable(world, (gelVec3){0, -1.05f, 0}) : addWeight(world, 0.0f);
        gelAttachmentDef attachment = gelDefaultAttachmentDef();
        attachment.a = pointOf(world, body, (gelVec3){0});
        attachment.b = pointOf(world, other, (gelVec3){0, toObstacle ? -1.0f : 0.0f, 0});
        attachment.length = toObstacle ? 1.0f : 0.0f;
        attachment.compliance = link == 1 ? 1e-6f : 0.0f;
        if (link == 2) {
            attachment.curve[0] = (gelForcePoint){0.0f, 0.0f};
            attachment.curve[1] = (gelForcePoint){1.0f, 1e6f};
            attachment.curvePointCount = 2;
        }
        attachment.breakForce = 20.0f;
        REQUIRE(gelCreateAttachment(world, &attachment, &id));
        REQUIRE(gelBody_Measure(world, body, &before));
        steps(world, 1);
        REQUIRE(gelBody_Measure(world, body, &after));
        double given = before.momentum[1] - after.momentum[1], most = 20.0 / 60.0 / def.substepCount;
        CHECK(!gelAttachment_IsValid(world, id), "row %d: it holds", i);
        CHECK(given > 0.5 * most && given < 1.01 * most, "row %d: it gave %g N s, expected %g, of %g", i,
              given, most, before.momentum[1]);
        gelDestroyWorld(world);
    }
}

static int warnings;

static void countApart(void* context, gelLogLevel level, const char* text)
{
    (void)context;
    warnings += level == gel_logWarning &&
                (strstr(text, "apart") != NULL || strstr(text, "from their goals") != NULL);
}

// A vertex `apart` metres above the top of a box of 0.2 m, scaled, is joined to it. Slack strings, springs, and gaps of a
// hundredth of the body are as they are meant.
static void attachments_that_begin_apart_are_warned_of(void)
{
    static const struct {
        double apart, length, stiffness, scale;
        bool isString;
        int expected;
    } cases[] = {{2, 0, INFINITY, 1, false, 1},
                 {2, 2, INFINITY, 1, false, 0},
                 {0, 0, INFINITY, 1, false, 0},
                 {0, 1, INFINITY, 1, false, 1},
                 {0.001, 0, INFINITY, 1, false, 0},
                 {0.001, 0, INFINITY, 0.01, false, 1},
                 {2, 0, 100, 1, false, 0},
                 {2, 0, 1e9, 1, false, 1},
                 {1, 2, INFINITY, 1, true, 0},
                 {2, 1, INFINITY, 1, true, 1},
                 {200, 200, INFINITY, 100, false, 0},
                 {200, 0, INFINITY, 100, false, 1}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        gelWorldDef def = gelDefaultWorldDef();
        def.backend = gel_referenceFloat;
        gelWorld* world = makeWorld(&def);
        gelBodyDef bodyDef = gelDefaultBodyDef();
        gelAttachmentDef link = gelDefaultAttachmentDef();
        gelAttachmentId id;
        gelTetMesh mesh;
        double top = 0.1 * cases[i].scale, there = top + cases[i].apart;
        bodyDef.scale = (float)cases[i].scale;
        REQUIRE(gelCreateBoxMesh((gelVec3){0.2f, 0.2f, 0.2f}, 2, 2, 2, &mesh));
        for (int k = 0; k < 2; k++) {
            gelBodyId body;
            gelBodyPoint* end = k == 0 ? &link.a : &link.b;
            bodyDef.position.y = k == 0 ? 0.0f : (float)(there + top);
            REQUIRE(gelCreateBody(world, &bodyDef, &mesh, &body));
            *end = pointOf(world, body, (gelVec3){0.0f, (float)(k == 0 ? top : there), 0.0f});
        }
        link.length = (float)cases[i].length;
        link.compliance = (float)(1.0 / cases[i].stiffness);
        if (cases[i].isString) {
            link.curve[0] = (gelForcePoint){-1.0f, 0.0f};
            link.curve[1] = (gelForcePoint){0.0f, 0.0f};
            link.curve[2] = (gelForcePoint){0.001f, 1e6f};
            link.curvePointCount = 3;
        }
        warnings = 0;
        gelSetLogFunction(countApart, NULL);
        REQUIRE(gelCreateAttachment(world, &link, &id));
        gelSetLogFunction(NULL, NULL);
        CHECK(warnings == cases[i].expected, "%g m apart, length %g m, scale %g: %d warnings, not %d",
              cases[i].apart, cases[i].length, cases[i].scale, warnings, cases[i].expected);
        gelDestroyTetMesh(&mesh);
        gelDestroyWorld(world);
    }
}

// Goals 2 m away: exact ones of some vertices strain the body, springs pull it; where all are exact it jumps there.
static void goals_that_begin_elsewhere_are_warned_of(void)
{
    static const struct {
        double away;
        float some, others;
        int expected;
    } cases[] = {{2, 1, 0, 1}, {2, 1, 1, 1}, {2, 0.5f, 0.5f, 1},
                 {2, 0, 0, 0}, {0, 1, 0, 0}, {0.002, 1, 0, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        gelWorldDef def = gelDefaultWorldDef();
        def.backend = gel_referenceFloat;
        gelWorld* world = makeWorld(&def);
        gelBodyId body = addWeight(world, 0.0f);
        const float weights[4] = {cases[i].some, cases[i].others, cases[i].others, cases[i].others};
        gelGoalSet set = gelDefaultGoalSet();
        float places[12];
        set.weights = weights;
        REQUIRE(gelBody_SetGoals(world, body, &set));
        REQUIRE(gelBody_ReadPositions(world, body, places, 4));
        for (int v = 0; v < 4; v++)
            places[3 * v + 1] += (float)cases[i].away;
        warnings = 0;
        gelSetLogFunction(countApart, NULL);
        REQUIRE(gelBody_PlaceGoals(world, body, places, 4));
        gelSetLogFunction(NULL, NULL);
        CHECK(warnings == cases[i].expected, "%g m away, weights %g and %g: %d warnings, not %d",
              cases[i].away, (double)cases[i].some, (double)cases[i].others, warnings, cases[i].expected);
        gelDestroyWorld(world);
    }
}

TESTS(TEST_ON_EACH_BACKEND(a_jerk_within_a_frame_breaks_an_attachment),
      TEST(an_attachment_that_breaks_gives_what_it_bears), TEST(attachments_that_begin_apart_are_warned_of),
      TEST(goals_that_begin_elsewhere_are_warned_of))
