// Wind against closed forms, and weights of gravity. The bits of fields on all back ends: test_fields.c.
#include "support/fixtures.h"

#include "gel/field.h"
#include "gel/sheet.h"
#include "world/world.h"

#include <math.h>

static const float frame = 1.0f / 60.0f;

// Without gravity.
static gelWorldDef doubleDef(void)
{
    gelWorldDef def = gelDefaultWorldDef();
    def.backend = gel_referenceDouble;
    def.gravity = (gelVec3){0};
    return def;
}

// A = rho / 2 c_D U^2 area / mass; with lift at 45 degrees c_L sin 45 cos 45 across.
static void a_box_in_wind_is_pushed_as_its_face_demands(void)
{
    gelTetMesh mesh;
    const double thickness = 0.1, wind = 12.0, h = 1e-4;
    REQUIRE(gelCreateBoxMesh((gelVec3){(float)thickness, 1.0f, 1.0f}, 1, 4, 4, &mesh));
    for (int turned = 0; turned < 2; turned++) {
        gelWorldDef def = doubleDef();
        gelBodyDef body = gelDefaultBodyDef();
        gelField field = gelDefaultField(gel_fieldWind);
        gelBodyId id;
        gelWorld* world;
        double angle = turned ? 3.14159265358979 / 4.0 : 0.0, sine = sin(angle), cosine = cos(angle);
        def.substepCount = 100;
        body.material.density = 50.0f;
        body.rotation = (gelQuat){0.0f, (float)sin(angle / 2.0), 0.0f, (float)cos(angle / 2.0)};
        field.velocity = (gelVec3){(float)wind, 0.0f, 0.0f};
        field.dragCoefficient = 1.25f;
        field.liftCoefficient = turned ? 0.75f : 0.0f;
        REQUIRE(gelCreateWorld(&def, &world));
        REQUIRE(gelCreateBody(world, &body, &mesh, &id));
        REQUIRE(gelWorld_SetFields(world, &field, 1));
        REQUIRE(gelWorld_Step(world, (float)h));
        float xyz[3 * 1024];
        double momentum[2] = {0.0, 0.0};
        REQUIRE(gelBody_ReadVelocities(world, id, xyz, 1024));
        for (int i = 0; i < mesh.vertexCount; i++) {
            momentum[0] += (double)xyz[3 * i] / world->vertices[i].inverseMass;
            momentum[1] += (double)xyz[3 * i + 2] / world->vertices[i].inverseMass;
        }
        // The broad face and, where turned, a narrow one meet it.
        double pressure = 0.5 * 1.2 * wind * wind;
        double drag = pressure * 1.25 * (cosine + thickness * sine);
        double lift = pressure * (turned ? 0.75 : 0.0) * sine * cosine * (1.0 - thickness);
        CHECK_CLOSE(momentum[0] / h, drag, 1e-3 * drag, "the box gives way: by 2 mm/s of 12 m/s");
        CHECK_CLOSE(fabs(momentum[1]) / h, lift, 1e-3 * drag, "the box gives way: by 2 mm/s of 12 m/s");
        gelDestroyWorld(world);
    }
    gelDestroyTetMesh(&mesh);
}

typedef struct Spin {
    double rate, speed; // rad/s about y; m/s along it
} Spin;

static Spin spinOf(gelWorld* world, gelBodyId id)
{
    float x[3 * 1024], v[3 * 1024];
    double momentum = 0.0, inertia = 0.0, pushed = 0.0, mass = 0.0;
    REQUIRE(gelBody_ReadPositions(world, id, x, 1024));
    REQUIRE(gelBody_ReadVelocities(world, id, v, 1024));
    for (int i = 0; i < gelBody_GetMesh(world, id)->vertexCount; i++) {
        double m = 1.0 / world->vertices[i].inverseMass, x0 = (double)x[3 * i], x2 = (double)x[3 * i + 2];
        momentum += m * (x2 * (double)v[3 * i] - x0 * (double)v[3 * i + 2]);
        inertia += m * (x0 * x0 + x2 * x2);
        pushed += m * (double)v[3 * i + 1];
        mass += m;
    }
    return (Spin){momentum / inertia, pushed / mass};
}

// A disc of mass M and area A that faces the wind U spins at w: the drag rho / 2 c_D U u of each part has a share along
// the wind and one against the spin, so both slow alike: dU/dt = -k U^2 and dw/dt = -k U w, k = rho c_D A / (2 M).
static void a_spinning_disc_slows_as_the_wind_that_it_faces(void)
{
    enum { cells = 20, count = (cells + 1) * (cells + 1) };
    const double wind = 10.0, rate = 5.0, k = 1.2 / (2.0 * 5.0); // 5 kg/m^2
    gelWorldDef def = doubleDef();
    gelBodyDef body = gelDefaultBodyDef();
    gelField field = gelDefaultField(gel_fieldWind);
    gelSurfaceMesh disc;
    gelWorld* world;
    gelBodyId id;
    float v[3 * count];
    body.material.density = 500.0f;
    body.material.thickness = 0.01f;
    body.material.youngModulus = 1e6f;
    field.velocity = (gelVec3){0.0f, (float)wind, 0.0f};
    REQUIRE(gelCreateSheetSurface(2.0f, 2.0f, cells, cells, &disc));
    for (int i = 0; i < count; i++) { // the square becomes a disc of radius 0.5
        float *x = &disc.positions[3 * i], a = x[0], b = x[2];
        x[0] = 0.5f * a * sqrtf(1.0f - 0.5f * b * b);
        x[2] = 0.5f * b * sqrtf(1.0f - 0.5f * a * a);
        v[3 * i] = (float)rate * x[2];
        v[3 * i + 1] = 0.0f;
        v[3 * i + 2] = -(float)rate * x[0];
    }
    REQUIRE(gelCreateWorld(&def, &world));
    REQUIRE(gelCreateSheet(world, &body, &disc, &id));
    REQUIRE(gelBody_WriteVelocities(world, id, v, count));
    REQUIRE(gelWorld_SetFields(world, &field, 1));
    for (int i = 0; i < 60; i++)
        REQUIRE(gelWorld_Step(world, frame));
    Spin found = spinOf(world, id);
    double left = 1.0 / (1.0 + k * wind * 60.0 * (double)frame);
    printf("  of the wind %.4f are left, of the spin %.4f, expected %.4f\n", 1.0 - found.speed / wind,
           found.rate / rate, left);
    CHECK_CLOSE(1.0 - found.speed / wind, left, 0.01 * left, "of the wind that it faces");
    CHECK_CLOSE(found.rate / rate, left, 0.02 * left, "of the spin");
    gelDestroyWorld(world);
    gelDestroySurfaceMesh(&disc);
}

// Light cloth that faces three winds of a medium as dense as water, each with five times its weight: it has their speed at
// the end of a substep, and never more. So it has in drag over its area, and one that should drive it does nothing.
static void media_together_are_never_too_strong(void)
{
    for (int kind = 0; kind < 3; kind++) {
        gelWorldDef def = doubleDef();
        gelBodyDef body = gelDefaultBodyDef();
        gelField fields[3];
        gelSurfaceMesh sheet;
        gelBodyId id;
        gelWorld* world;
        float v[3 * 1024], max = 0.0f, min = 0.0f;
        def.substepCount = 4;
        for (int i = 0; i < 3; i++) {
            fields[i] = gelDefaultField(kind == 0 ? gel_fieldWind : gel_fieldDrag);
            fields[i].velocity = (gelVec3){0.0f, 6.0f, 0.0f};
            fields[i].density = 1000.0f;
            fields[i].perArea = kind == 1;
            fields[i].quadraticDrag = 1000.0f;
        }
        REQUIRE(gelCreateSheetSurface(1.0f, 1.0f, 4, 4, &sheet));
        REQUIRE(gelCreateWorld(&def, &world));
        REQUIRE(gelCreateSheet(world, &body, &sheet, &id));
        REQUIRE(gelWorld_SetFields(world, fields, 3));
        for (int i = 0; i < 3; i++)
            REQUIRE(gelBody_SetFieldWeight(world, id, i, kind == 2 ? -5.0f : 5.0f));
        for (int f = 0; f < 20; f++) {
            REQUIRE(gelWorld_Step(world, 1.0f / 60.0f));
            REQUIRE(gelBody_ReadVelocities(world, id, v, 1024));
            for (int i = 0; i < gelBody_GetMesh(world, id)->vertexCount; i++) {
                max = fmaxf(max, v[3 * i + 1]);
                min = fminf(min, v[3 * i + 1]);
            }
        }
        CHECK_CLOSE((double)max, kind < 2 ? 6.0 : 0.0, kind < 2 ? 0.1 : 1e-9, "m/s");
        CHECK(min > -1e-3f, "it moved against them: %g m/s", (double)min);
        gelDestroyWorld(world);
        gelDestroySurfaceMesh(&sheet);
    }
}

// In one substep, of a wind so dense that its share of a face's mass counts.
static double momentumAfter(bool fromLeft, bool fromRight)
{
    gelWorldDef def = doubleDef();
    gelBodyDef body = gelDefaultBodyDef();
    gelField fields[2] = {gelDefaultField(gel_fieldWind), gelDefaultField(gel_fieldWind)};
    gelMeasures measures;
    gelTetMesh mesh;
    gelBodyId id;
    gelWorld* world;
    def.substepCount = 1;
    for (int i = 0; i < 2; i++)
        fields[i].density = 1000.0f;
    fields[0].velocity = (gelVec3){fromLeft ? 8.0f : 0.0f, 0.0f, 0.0f};
    fields[1].velocity = (gelVec3){fromRight ? -5.0f : 0.0f, 0.0f, 0.0f};
    REQUIRE(gelCreateBoxMesh((gelVec3){0.2f, 0.2f, 0.2f}, 1, 1, 1, &mesh));
    REQUIRE(gelCreateWorld(&def, &world));
    REQUIRE(gelCreateBody(world, &body, &mesh, &id));
    REQUIRE(gelWorld_SetFields(world, fields, 2));
    REQUIRE(gelWorld_Step(world, 1.0f / 60.0f));
    REQUIRE(gelWorld_Measure(world, &measures));
    gelDestroyWorld(world);
    gelDestroyTetMesh(&mesh);
    return measures.momentum[0];
}

// Each meets another face of a closed body.
static void a_wind_weakens_no_other_on_the_lee_side(void)
{
    double left = momentumAfter(true, false), right = momentumAfter(false, true);
    CHECK(left > 0.01 && right < -0.01, "%g and %g kg m/s", left, right);
    CHECK_CLOSE(momentumAfter(true, true), left + right, 1e-6 * left, "the same forces, summed otherwise");
}

// After half a second, -g t or its weight of it.
static void checkFall(gelWorld* world, gelBodyId id, double expected)
{
    float v[3 * 8];
    REQUIRE(gelBody_ReadVelocities(world, id, v, 8));
    CHECK_CLOSE((double)v[1], expected, 1e-4, "m/s, single precision");
}

// Also when those that there were are gone.
static void a_weight_of_gravity_needs_no_fields(void)
{
    gelTetMesh mesh;
    Backends backends = listBackends();
    uint64_t expected = 0;
    REQUIRE(gelCreateBoxMesh((gelVec3){0.2f, 0.2f, 0.2f}, 1, 1, 1, &mesh));
    for (int b = 0; b < backends.count; b++) {
        gelBodyDef body = gelDefaultBodyDef();
        gelField field = gelDefaultField(gel_fieldUniform);
        gelBodyId id, other;
        gelWorld* world;
        REQUIRE(gelCreateWorld(&backends.defs[b], &world));
        REQUIRE(gelCreateBody(world, &body, &mesh, &id));
        body.position = (gelVec3){3.0f, 0.0f, 0.0f};
        REQUIRE(gelCreateBody(world, &body, &mesh, &other));
        REQUIRE(gelBody_SetGravityWeight(world, id, -0.5f));
        for (int i = 0; i < 30; i++)
            REQUIRE(gelWorld_Step(world, frame));
        checkFall(world, id, 0.5 * 9.81 * 0.5);
        checkFall(world, other, -9.81 * 0.5);
        for (int i = 1; i >= 0; i--) {
            REQUIRE(gelWorld_SetFields(world, &field, i));
            REQUIRE(gelWorld_Step(world, frame));
        }
        expected = b == 0 ? gelWorld_Hash(world) : expected;
        CHECK_HEX(gelWorld_Hash(world), expected);
        gelDestroyWorld(world);
    }
    gelDestroyTetMesh(&mesh);
}

TESTS(TEST(a_weight_of_gravity_needs_no_fields), TEST(a_wind_weakens_no_other_on_the_lee_side),
      TEST(media_together_are_never_too_strong), TEST(a_box_in_wind_is_pushed_as_its_face_demands),
      TEST(a_spinning_disc_slows_as_the_wind_that_it_faces))
