// Ropes: masses, catenary, bending as rods, bits, contact, files.
#include "support/equal_bits.h"
#include "support/fixtures.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const float frame = 1.0f / 60.0f;

static gelBodyId addRope(gelWorld* world, const gelBodyDef* def, float length, int segments)
{
    gelLineMesh lines;
    gelBodyId id;
    REQUIRE(gelCreateStraightLine(length, segments, &lines));
    REQUIRE(gelCreateRope(world, def, &lines, &id));
    gelDestroyLineMesh(&lines);
    return id;
}

static void the_mass_of_a_rope_is_density_times_section_times_length(void)
{
    gelWorld* world = openInTheAir(gel_referenceFloat, (gelVec3){0, 0, 0}, 10);
    gelBodyDef def = gelDefaultBodyDef();
    gelMeasures measures;
    gelRayHit hit;
    def.material.density = 800.0f;
    def.material.thickness = 0.02f;
    def.scale = 2.0f;
    gelBodyId id = addRope(world, &def, 1.5f, 12);
    REQUIRE(gelWorld_Measure(world, &measures));
    CHECK_CLOSE(measures.mass, 800.0 * 3.14159265358979 * 0.01 * 0.01 * 3.0, 1e-6,
                "masses are rounded to floats");
    CHECK_INT(gelBody_GetKind(world, id), gel_ropeBody);
    CHECK_INT(gelBody_GetLines(world, id)->lineCount, 12);
    REQUIRE(gelWorld_CastRay(world, (gelVec3){0.3f, 1.0f, 0.009f}, (gelVec3){0.0f, -1.0f, 0.0f}, &hit));
    CHECK(hit.met && hit.body.index1 == id.index1, "a ray within its thickness misses it");
    REQUIRE(gelWorld_CastRay(world, (gelVec3){0.3f, 1.0f, 0.011f}, (gelVec3){0.0f, -1.0f, 0.0f}, &hit));
    CHECK(!hit.met, "a ray beside it meets it");
    gelDestroyWorld(world);
}

// Hung up at its ends, which are 0.8 of its length apart, it takes the shape a cosh(x / a), where 2 a sinh(d / 2 a) is
// the length.
static void a_rope_hangs_as_a_catenary(void)
{
    enum { segments = 40 };
    const double length = 2.0, apart = 1.6;
    gelWorld* world = openInTheAir(gel_referenceDouble, (gelVec3){0.0f, -9.81f, 0.0f}, 50);
    gelBodyDef def = gelDefaultBodyDef();
    def.material.youngModulus = 1e9f;
    def.material.thickness = 0.01f;
    def.material.damping = 2.0f;
    gelBodyId id = addRope(world, &def, (float)length, segments);
    float x[segments + 1][3];
    const double dip = sqrt(length * length - apart * apart) / 2.0; // as a V, at first
    for (int i = 0; i <= segments; i++) {
        double s = 2.0 * i / segments - 1.0;
        x[i][0] = (float)(0.5 * apart * s);
        x[i][1] = (float)(-dip * (1.0 - fabs(s)));
        x[i][2] = 0.0f;
    }
    REQUIRE(gelBody_WritePositions(world, id, x[0], segments + 1));
    REQUIRE(gelBody_SetPinned(world, id, (const int[]){0, segments}, 2, true));
    for (int i = 0; i < 500; i++)
        REQUIRE(gelWorld_Step(world, frame));
    REQUIRE(gelBody_ReadPositions(world, id, x[0], segments + 1));
    double a = 0.5;
    for (int i = 0; i < 60; i++) { // Newton's method
        double f = 2.0 * a * sinh(apart / (2.0 * a)) - length;
        double slope = 2.0 * sinh(apart / (2.0 * a)) - apart / a * cosh(apart / (2.0 * a));
        a -= f / slope;
    }
    double max = 0.0;
    for (int i = 0; i <= segments; i++) {
        double expected = a * (cosh((double)x[i][0] / a) - cosh(apart / (2.0 * a)));
        max = fmax(max, fabs((double)x[i][1] - expected));
    }
    printf("  %g m from the catenary, which sags %g m\n", max, a * (cosh(apart / (2.0 * a)) - 1.0));
    CHECK(max < 0.002, "a polygon of %d sides is %g m from the catenary", segments, max);
    gelDestroyWorld(world);
}

static void a_cantilevered_rod_sags_and_swings_as_beams_do(void)
{
    enum { segments = 20 };
    const double pi = 3.14159265358979, length = 0.5, young = 1e9, d = 0.01, density = 1000.0, g = 0.5;
    const double stiffness = young * pi * d * d * d * d / 64.0, line = density * pi * d * d / 4.0;
    const double sag = line * g * pow(length, 4) / (8.0 * stiffness);
    const double period = 2.0 * pi * length * length / 3.51602 * sqrt(line / stiffness);
    gelWorld* world = openInTheAir(gel_referenceDouble, (gelVec3){0.0f, (float)-g, 0.0f}, 300);
    gelBodyDef def = gelDefaultBodyDef();
    def.material.youngModulus = (float)young;
    def.material.thickness = (float)d;
    def.material.density = (float)density;
    def.material.bending = gel_bendingOfPlate;
    gelBodyId id = addRope(world, &def, (float)length, segments);
    REQUIRE(gelBody_SetPinned(world, id, (const int[]){0, 1}, 2, true));
    float x[segments + 1][3];
    double lowest = 0.0, steps = 0.0, last = 0.0;
    bool rises = false;
    for (int i = 0; i < 1000; i++, steps += 1.0) {
        REQUIRE(gelWorld_Step(world, 1.0f / 960.0f));
        REQUIRE(gelBody_ReadPositions(world, id, x[0], segments + 1));
        double tip = (double)x[segments][1];
        lowest = fmin(lowest, tip);
        rises = rises || tip > 0.5 * lowest + 1e-9;
        if (i > 10 && tip > 0.2 * lowest && tip < last) // at the top again
            break;
        last = tip;
    }
    // Clamped between its first two vertices, it is half a line longer than it looks there.
    double shorter = pow(1.0 - 0.5 / segments, 4);
    printf("  sag %g, theory %g; period %g, theory %g\n", -0.5 * lowest, sag * shorter, steps / 960.0,
           period * sqrt(shorter));
    CHECK_CLOSE(-0.5 * lowest / (sag * shorter), 1.0, 0.05, "20 lines, and higher modes");
    CHECK_CLOSE(steps / 960.0 / (period * sqrt(shorter)), 1.0, 0.05,
                "20 lines, and its top is found to a frame");
    gelDestroyWorld(world);
}

static void a_rope_pulls_and_does_not_push(void)
{
    enum { segments = 8 };
    for (int force = 0; force < 2; force++) {
        gelWorld* world = openInTheAir(gel_referenceFloat, (gelVec3){0, 0, 0}, 10);
        gelBodyDef def = gelDefaultBodyDef();
        def.material.springs = (gelSpringForce)force;
        gelBodyId id = addRope(world, &def, 1.0f, segments);
        float before[segments + 1][3], after[segments + 1][3];
        REQUIRE(gelBody_ReadPositions(world, id, before[0], segments + 1));
        for (int i = 0; i <= segments; i++)
            before[i][0] *= 0.9f;
        REQUIRE(gelBody_WritePositions(world, id, before[0], segments + 1));
        for (int i = 0; i < 10; i++)
            REQUIRE(gelWorld_Step(world, frame));
        REQUIRE(gelBody_ReadPositions(world, id, after[0], segments + 1));
        bool stays = memcmp(before, after, sizeof before) == 0;
        CHECK(stays == (force == gel_pullOnly), "squeezed, its springs %s move it", stays ? "do not" : "do");
        gelDestroyWorld(world);
    }
}

// Hung up, it would stretch to twice its length under a weight that is half its own.
static void a_rope_never_stretches_beyond_its_limit(void)
{
    enum { segments = 20 };
    double max[2];
    for (int limited = 0; limited < 2; limited++) {
        gelWorld* world = openInTheAir(gel_referenceFloat, (gelVec3){-9.81f, 0, 0}, 100);
        gelBodyDef def = gelDefaultBodyDef();
        def.material.youngModulus = 1e4f;
        def.material.thickness = 0.02f;
        def.material.damping = 5.0f;
        def.material.stretchLimit = limited != 0 ? 0.05f : 0.0f;
        gelBodyId id = addRope(world, &def, 1.0f, segments);
        REQUIRE(gelBody_SetPinned(world, id, (const int[]){segments}, 1, true));
        for (int i = 0; i < 120; i++)
            REQUIRE(gelWorld_Step(world, frame));
        float x[segments + 1][3];
        REQUIRE(gelBody_ReadPositions(world, id, x[0], segments + 1));
        max[limited] = 0.0;
        for (int i = 0; i < segments; i++)
            max[limited] = fmax(max[limited], ((double)x[i + 1][0] - (double)x[i][0]) * segments);
        gelDestroyWorld(world);
    }
    CHECK(max[0] > 1.4, "without a limit its top stretches to %g", max[0]);
    CHECK(max[1] > 1.04 && max[1] < 1.055, "with a limit of 1.05 its top stretches to %g", max[1]);
}

static gelWorld* makeScene(const gelWorldDef* like, gelStrategy strategy, bool contact)
{
    gelWorldDef worldDef = *like;
    gelWorld* world;
    gelBodyDef def = gelDefaultBodyDef(), ball = gelDefaultBodyDef();
    gelTetMesh mesh;
    gelBodyId id;
    worldDef.strategy = strategy;
    worldDef.contact = contact;
    worldDef.allowInexact = true;
    REQUIRE(gelCreateWorld(&worldDef, &world));
    def.material.youngModulus = 1e6f;
    def.material.thickness = 0.03f;
    def.material.bendingStiffness = 0.02f;
    def.position.y = 0.46f;
    def.rotation = (gelQuat){0.1f, 0.3f, 0.05f, 1.0f};
    ball.position.y = 0.2f;
    REQUIRE(gelCreateSphereMesh(0.2f, 5, &mesh));
    REQUIRE(gelCreateBody(world, &ball, &mesh, &id));
    addRope(world, &def, 1.0f, 25);
    def.position.y = 0.55f;
    def.rotation = (gelQuat){0.0f, 1.0f, 0.05f, 1.0f};
    def.selfContact = contact;
    def.material.springs = gel_pullOnly;
    def.material.stretchLimit = 0.05f;
    addRope(world, &def, 1.0f, 25);
    gelDestroyTetMesh(&mesh);
    return world;
}

static void every_device_and_strategy_gives_the_reference_its_bits(void)
{
    checkEveryDeviceAndStrategy(makeScene);
}

// Laid over a bar, it stays on it, half its thickness away.
static void a_rope_hangs_over_a_bar(void)
{
    enum { segments = 40 };
    gelWorldDef worldDef = gelDefaultWorldDef();
    gelWorld* world;
    worldDef.backend = gel_referenceFloat;
    worldDef.contact = true;
    worldDef.substepCount = 20;
    REQUIRE(gelCreateWorld(&worldDef, &world));
    gelBodyDef def = gelDefaultBodyDef();
    gelObstacleDef obstacle = gelDefaultObstacleDef();
    gelSurfaceMesh surface;
    gelBodyId bar;
    def.material.thickness = 0.02f;
    def.material.youngModulus = 1e6f;
    def.material.damping = 1.0f;
    def.position.y = 1.3f;
    obstacle.position.y = 1.0f;
    obstacle.rotation = (gelQuat){0.70710678f, 0.0f, 0.0f, 0.70710678f};
    REQUIRE(gelCreateCylinderSurface(0.1f, 1.0f, 32, &surface));
    REQUIRE(gelCreateObstacle(world, &obstacle, &surface, &bar));
    gelDestroySurfaceMesh(&surface);
    gelBodyId rope = addRope(world, &def, 1.2f, segments);
    for (int i = 0; i < 120; i++)
        REQUIRE(gelWorld_Step(world, frame));
    float x[segments + 1][3];
    REQUIRE(gelBody_ReadPositions(world, rope, x[0], segments + 1));
    double nearest = 1e9, highest = -1e9;
    for (int i = 0; i <= segments; i++) {
        nearest = fmin(nearest, hypot((double)x[i][0], (double)x[i][1] - 1.0));
        highest = fmax(highest, (double)x[i][1]);
    }
    CHECK(nearest > 0.105 && nearest < 0.115, "%g m from the middle of a bar of 0.1 m", nearest);
    CHECK(highest > 1.1 && highest < 1.13, "its middle lies at %g m", highest);
    gelDestroyWorld(world);
}

static void lines_of_a_file_are_read(void)
{
    const char* path = "test_rope_net.obj";
    FILE* file = fopen(path, "w");
    gelLineMesh lines;
    fprintf(file,
            "v 0 0 0\nv 9 9 9\nv 1 0 0\nv 1 1 0 # a corner\nv 2 0 0\nl 1 3 4\nl -1 3/1\nf 1 3 4\nl 3 1\n");
    fclose(file);
    REQUIRE(gelLoadLineMesh(path, &lines));
    CHECK_INT(lines.vertexCount, 4);
    CHECK_INT(lines.lineCount, 3);
    CHECK_INT(lines.originals[1], -1);
    CHECK_INT(lines.originals[4], 3);
    gelDestroyLineMesh(&lines);
    file = fopen(path, "w");
    fprintf(file, "v 0 0 0\nv 1 0 0\nl 1 7\n");
    fclose(file);
    CHECK_STATUS(gelLoadLineMesh(path, &lines), gel_formatError);
    CHECK_TEXT(gelLastError(), "test_rope_net.obj:3: a line refers to vertex 7; the file has 2");
    file = fopen(path, "w");
    fprintf(file, "v 0 0 0\nl 1 x\n");
    fclose(file);
    CHECK_STATUS(gelLoadLineMesh(path, &lines), gel_formatError);
    CHECK_TEXT(gelLastError(), "expected the number of a vertex, found 'x'");
    CHECK_STATUS(gelLoadLineMesh("rope.ply", &lines), gel_unsupported);
    remove(path);
}

static void writeObj(const char* path, const char* text)
{
    FILE* file = fopen(path, "wb");
    fputs(text, file);
    fclose(file);
}

// Programs write the same three lines in one, wrapped, with comments, blanks, other line ends, other numbers.
static void lines_are_the_same_however_the_file_is_written(void)
{
    static const char* const vertices = "v 0 0 0\nv 1 0 0\nv 2 0 0\nv 3 0 0\n";
    static const char* const lines[] = {
        "l 1 2 3 4\n",
        "l 1 2 \\\n 3 4\n",
        "l \\\n1 \\\n2 \\\n3 \\\n4",
        "l 1 2 \\\r\n3 4\r\n",
        "l 1 2 3 4 \\",
        "l 1 2 3 4 \\\n",
        "l 1 2 \\  \t\n3 4 \t \n",
        "l 1 2 \\ # the rest\n3 4 # of it \\\n",
        "# wrapped \\\nl\t1\t2\t3\t4",
        "l -4 -3 -2 -1\n",
        "l 1/9 2/9 \\\n3/9/9 4//9",
        "l 1 2\nl 2 3\nl 3 4\n",
        "usemtl none\ng a\\b\nl 1 2\\\n 3 4\nf 1 2 \\\n3\n",
    };
    static const char* const names[] = {"test_rope_way.obj", "test_rope_way.OBJ", "test_rope_way.Obj"};
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        const char* path = names[i % 3];
        char text[400];
        gelLineMesh mesh;
        snprintf(text, sizeof text, "%s%s", vertices, lines[i]);
        writeObj(path, text);
        gelStatus status = gelLoadLineMesh(path, &mesh);
        CHECK(status == gel_success, "\"%s\": %s", lines[i], status != gel_success ? gelLastError() : "");
        CHECK_INT(mesh.lineCount, 3);
        for (int k = 0; k < 2 * mesh.lineCount; k++)
            CHECK(mesh.lines[k] == (k + 1) / 2, "\"%s\": end %d is %d", lines[i], k, mesh.lines[k]);
        gelDestroyLineMesh(&mesh);
        remove(path);
    }
    gelLineMesh mesh;
    writeObj(names[0], "v 0 0 0\nv 1 0 0\nl 1 \\\n\\\n2\n\nl 2 x\n");
    CHECK_STATUS(gelLoadLineMesh(names[0], &mesh), gel_formatError);
    CHECK_TEXT(gelLastError(), "test_rope_way.obj:7: expected the number of a vertex, found 'x'");
    remove(names[0]);
}

static void countWarnings(void* context, gelLogLevel level, const char* text)
{
    if (level == gel_logWarning && strstr(text, "close to another vertex") != NULL)
        ++*(int*)context;
}

// Curves of other programs have vertices of their own, also where they meet: at an end, midway, in a closed one.
static void lines_that_meet_are_joined(void)
{
    static const struct {
        const char* text;
        int vertices, lines, warnings;
    } files[] = {
        {"v 0 0 0\nv 1 0 0\nl 1 2\nv 0 0 0\nv 0 1 0\nl 3 4\nv -0 0 -0\nv 0 0 1\nl 5 6\n", 4, 3, 0},
        {"v 0 0 0\nv 1 0 0\nv 2 0 0\nl 1 2 3\nv 1 0 0\nv 1 1 0\nl 4 5\n", 4, 3, 0},
        {"v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 0 0\nl 1 2 3 4\n", 3, 3, 0},
        {"v 0 0 0\nv 1 0 0\nl 1 2\nv 0 0 0\nv 1 0 0\nl 4 3\n", 2, 1, 0},
        {"v 0 0 0\nv 1 0 0\nl 1 2\nv 1.001 0 0\nv 2 0 0\nl 3 4\n", 4, 2, 1},
        {"v 0 0 0\nv 1 0 0\nl 1 2\nv 1.1 0 0\nv 2 0 0\nl 3 4\n", 4, 2, 0},
        {"v 9 9 9\nv 0 0 0\nv 0 0 0\nv 1 0 0\nl 3 4\n", 2, 1, 0},
    };
    const char* path = "test_rope_curves.obj";
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        int warnings = 0;
        gelLineMesh mesh;
        writeObj(path, files[i].text);
        gelSetLogFunction(countWarnings, &warnings);
        REQUIRE(gelLoadLineMesh(path, &mesh));
        gelSetLogFunction(NULL, NULL);
        CHECK_INT(mesh.vertexCount, files[i].vertices);
        CHECK_INT(mesh.lineCount, files[i].lines);
        CHECK_INT(warnings, files[i].warnings);
        for (int v = 0; v < mesh.originalCount; v++)
            CHECK(mesh.originals[v] < mesh.vertexCount, "vertex %d became %d", v, mesh.originals[v]);
        gelDestroyLineMesh(&mesh);
    }
    remove(path);
}

static int countOf(const char* path, const char* text)
{
    FILE* file = fopen(path, "rb");
    char line[400];
    int count = 0;
    while (file != NULL && fgets(line, sizeof line, file) != NULL)
        count += strncmp(line, text, strlen(text)) == 0;
    if (file != NULL)
        fclose(file);
    return count;
}

static void a_rope_is_written_with_its_lines(void)
{
    gelWorld* world = openInTheAir(gel_referenceFloat, (gelVec3){0, 0, 0}, 10);
    gelBodyDef def = gelDefaultBodyDef();
    gelBakeDef bakeDef = gelDefaultBakeDef();
    gelBake* bake;
    char name[300];
    addRope(world, &def, 1.0f, 7);
    for (int vtu = 0; vtu < 2; vtu++) {
        bakeDef.path = vtu != 0 ? "test_rope_baked.vtu" : "test_rope_baked.obj";
        REQUIRE(gelOpenBake(world, &bakeDef, &bake));
        REQUIRE(gelBake_WriteFrame(bake));
        REQUIRE(gelCloseBake(bake));
        CHECK(gelGetBakeFileName(&bakeDef, vtu, name, sizeof name), "%s has a file", bakeDef.path);
        CHECK_INT(vtu != 0 ? countOf(name, "<Piece NumberOfPoints=\"8\" NumberOfCells=\"7\">")
                           : countOf(name, "l "),
                  vtu != 0 ? 1 : 7);
        remove(name);
    }
    remove("test_rope_baked.pvd");
    bakeDef.path = "test_rope_baked.glb";
    CHECK_STATUS(gelOpenBake(world, &bakeDef, &bake), gel_invalidArgument);
    CHECK_TEXT(gelLastError(), "no bodies with triangles");
    gelDestroyWorld(world);
}

static void what_is_no_rope_is_refused_with_a_reason(void)
{
    gelWorld* world = openInTheAir(gel_referenceFloat, (gelVec3){0, 0, 0}, 10);
    const float places[6] = {0, 0, 0, 0, 0, 0};
    gelBodyDef def = gelDefaultBodyDef();
    gelLineMesh lines;
    gelBodyId id;
    CHECK_STATUS(gelCreateLineMesh(places, 2, (const int[]){0, 1}, 1, &lines), gel_invalidArgument);
    CHECK_TEXT(gelLastError(), "line 0 has no length");
    CHECK_STATUS(gelCreateLineMesh(places, 2, (const int[]){1, 1}, 1, &lines), gel_invalidArgument);
    CHECK_TEXT(gelLastError(), "at least one");
    CHECK_STATUS(gelCreateStraightLine(NAN, 3, &lines), gel_invalidArgument);
    CHECK_STATUS(gelCreateStraightLine(1.0f, 0, &lines), gel_invalidArgument);
    REQUIRE(gelCreateStraightLine(1.0f, 4, &lines));
    def.material.model = gel_neoHookean;
    CHECK_STATUS(gelCreateRope(world, &def, &lines, &id), gel_invalidArgument);
    CHECK_TEXT(gelLastError(), "expected edges for a sheet or rope");
    gelDestroyLineMesh(&lines);
    gelDestroyWorld(world);
}

static void a_clone_goes_on_as_the_world_does(void)
{
    gelWorldDef def = gelDefaultWorldDef();
    def.backend = gel_referenceFloat;
    gelWorld* world = makeScene(&def, gel_strategyAuto, true);
    checkCloneGoesOn(world, &def);
    gelDestroyWorld(world);
}

TESTS(TEST(the_mass_of_a_rope_is_density_times_section_times_length), TEST(a_rope_hangs_as_a_catenary),
      TEST(a_cantilevered_rod_sags_and_swings_as_beams_do), TEST(a_rope_hangs_over_a_bar),
      TEST(a_rope_pulls_and_does_not_push), TEST(a_rope_never_stretches_beyond_its_limit),
      TEST(lines_of_a_file_are_read), TEST(lines_are_the_same_however_the_file_is_written),
      TEST(lines_that_meet_are_joined), TEST(a_rope_is_written_with_its_lines),
      TEST(what_is_no_rope_is_refused_with_a_reason), TEST(a_clone_goes_on_as_the_world_does),
      TEST(every_device_and_strategy_gives_the_reference_its_bits))
