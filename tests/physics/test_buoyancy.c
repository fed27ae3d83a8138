// Liquids against Archimedes: force and torque on every kind of body, with levels through its
// vertices.
#include "support/fixtures.h"

#include "gel/field.h"
#include "gel/mesher.h"
#include "gel/sheet.h"
#include "gel/skin.h"
#include "gel/snapshot.h"
#include "world/world.h"

#define GEL_DIALECT_DOUBLE
#include "physics/field.h"

#include <math.h>

static const double gravity = 9.81, water = 1000.0, h = 1e-5;

enum { maxCorners = 3 * 20480 };

// A body in a world of its own, and the surface that is seen of it.
typedef struct Swimmer {
    gelWorld* world;
    gelBodyId id;
    double corners[maxCorners][3]; // of triangles, anticlockwise seen from outside
    int cornerCount;
    double displacement; // over the volume of the surface
} Swimmer;

static Swimmer swimmer;

static gelWorldDef doubleDef(void)
{
    gelWorldDef def = gelDefaultWorldDef();
    def.backend = gel_referenceDouble;
    def.substepCount = 1;
    def.contact = false;
    return def;
}

static void addTriangles(const float* positions, const int* triangles, int count)
{
    for (int i = 0; i < 3 * count; i++, swimmer.cornerCount++)
        for (int k = 0; k < 3; k++)
            swimmer.corners[swimmer.cornerCount][k] = (double)positions[3 * triangles[i] + k];
}

static void swimMesh(const gelTetMesh* mesh)
{
    gelBodyDef body = gelDefaultBodyDef();
    int *triangles, count;
    body.material.density = 400.0f;
    REQUIRE(gelCreateBody(swimmer.world, &body, mesh, &swimmer.id));
    REQUIRE(gelExtractSurface(mesh, &triangles, &count));
    addTriangles(mesh->positions, triangles, count);
    gelFree(triangles);
}

static void swimTet(void)
{
    gelTetMesh mesh;
    REQUIRE(gelCreateTetMesh((float[]){0, 0, 0, 1, -1, 0, 0, -1, 1, -1, -2, -1}, 4, (int[]){0, 1, 2, 3}, 1,
                             NULL, &mesh, NULL));
    swimMesh(&mesh);
    gelDestroyTetMesh(&mesh);
}

static void swimCube(void)
{
    gelTetMesh mesh;
    REQUIRE(gelCreateBoxMesh((gelVec3){2.0f, 2.0f, 2.0f}, 2, 2, 2, &mesh));
    swimMesh(&mesh);
    gelDestroyTetMesh(&mesh);
}

static void swimBear(void)
{
    gelTetMesh mesh;
    REQUIRE(gelLoadTetMesh(GEL_ASSETS "/meshes/bear_small.node", &mesh, NULL));
    swimMesh(&mesh);
    gelDestroyTetMesh(&mesh);
}

static void swimCloth(gelSurfaceMesh* surface)
{
    gelBodyDef body = gelDefaultBodyDef();
    body.material.thickness = 0.002f;
    REQUIRE(gelCreateSheet(swimmer.world, &body, surface, &swimmer.id));
    addTriangles(surface->positions, surface->triangles, surface->triangleCount);
    gelDestroySurfaceMesh(surface);
}

static void swimBalloon(void)
{
    gelSurfaceMesh sphere;
    REQUIRE(gelCreateSphereSurface(0.5f, 2, &sphere));
    swimCloth(&sphere);
}

static void swimPillow(void)
{
    gelSurfaceMesh box;
    REQUIRE(gelCreateBoxSurface((gelVec3){2.0f, 1.0f, 2.0f}, &box));
    swimCloth(&box);
}

// A surface filled with tets displaces the volume of its mass.
static void swimFilled(const gelSurfaceMesh* surface, const gelMesherDef* def)
{
    gelBodyDef body = gelDefaultBodyDef();
    gelTetMesh mesh;
    gelEmbedding embedding;
    gelMeasures measures;
    float* points = gelAllocate(3 * (size_t)surface->vertexCount, sizeof *points);
    double volume = 0.0;
    body.material.density = 400.0f;
    REQUIRE(gelCreateMeshFromSurface(surface, def, &mesh, &embedding, NULL));
    REQUIRE(gelCreateBody(swimmer.world, &body, &mesh, &swimmer.id));
    REQUIRE(gelBody_SetSkin(swimmer.world, swimmer.id, surface, &embedding));
    gelEvaluateEmbedding(&embedding, &mesh, mesh.positions, points);
    addTriangles(points, surface->triangles, surface->triangleCount);
    for (int t = 0; t < swimmer.cornerCount / 3; t++) {
        const double(*x)[3] = (const double(*)[3])swimmer.corners + 3 * t;
        volume += gelTripleProduct(x[0], x[1], x[2]) / 6.0;
    }
    REQUIRE(gelBody_Measure(swimmer.world, swimmer.id, &measures));
    swimmer.displacement = measures.mass / 400.0 / volume;
    gelDestroyTetMesh(&mesh);
    gelDestroyEmbedding(&embedding);
    gelFree(points);
}

static void swimFilledBox(void)
{
    gelMesherDef def = gelDefaultMesherDef();
    gelSurfaceMesh box;
    REQUIRE(gelCreateBoxSurface((gelVec3){2.0f, 1.0f, 2.0f}, &box));
    def.tetCount = 400;
    swimFilled(&box, &def);
    CHECK_CLOSE(swimmer.displacement, 1.0, 1e-5, "fill fractions are exact");
    gelDestroySurfaceMesh(&box);
}

static void swimCage(void)
{
    gelMesherDef def = gelDefaultMesherDef();
    gelSurfaceMesh sphere;
    REQUIRE(gelCreateSphereSurface(0.5f, 2, &sphere));
    def.cage[0] = def.cage[1] = def.cage[2] = 2;
    swimFilled(&sphere, &def);
    CHECK_CLOSE(swimmer.displacement, 1.0, 1e-5, "fill fractions are exact");
    gelDestroySurfaceMesh(&sphere);
}

static void (*const bodies[])(void) = {swimTet,    swimCube,      swimBear, swimBalloon,
                                       swimPillow, swimFilledBox, swimCage};
static const char* const names[] = {"tet", "cube", "bear", "balloon", "pillow", "filled box", "cage"};
enum { bodyCount = sizeof bodies / sizeof *bodies };

// A plane, seen from below: `depth` is above 0 there.
typedef struct Level {
    double at[3], up[3];
} Level;

static double depthAt(const Level* level, const double x[3])
{
    double from[3];
    gelSubtract3(level->at, x, from);
    return gelDot3(from, level->up);
}

// The part of a triangle below a plane: a polygon of up to four corners.
static int clip(const Level* level, const double corners[3][3], double polygon[4][3])
{
    int count = 0;
    for (int i = 0; i < 3; i++) {
        const double *a = corners[i], *b = corners[(i + 1) % 3];
        double da = depthAt(level, a), db = depthAt(level, b);
        if (da >= 0.0)
            memcpy(polygon[count++], a, 3 * sizeof *a);
        if ((da > 0.0 && db < 0.0) || (da < 0.0 && db > 0.0)) {
            for (int k = 0; k < 3; k++)
                polygon[count][k] = a[k] + (b[k] - a[k]) * (da / (da - db));
            count++;
        }
    }
    return count;
}

// The volume below a plane, and its first moment. Cones from a point of the plane: the lid has
// none.
static double submerge(const Level* level, double moment[3])
{
    double volume = 0.0;
    moment[0] = moment[1] = moment[2] = 0.0;
    for (int t = 0; t < swimmer.cornerCount / 3; t++) {
        double polygon[4][3];
        int count = clip(level, (const double(*)[3])swimmer.corners + 3 * t, polygon);
        for (int i = 0; i < count; i++)
            gelSubtract3(polygon[i], level->at, polygon[i]);
        for (int i = 2; i < count; i++) {
            double cone = gelTripleProduct(polygon[0], polygon[i - 1], polygon[i]) / 6.0;
            volume += cone;
            for (int k = 0; k < 3; k++)
                moment[k] +=
                    cone * (level->at[k] + (polygon[0][k] + polygon[i - 1][k] + polygon[i][k]) / 4.0);
        }
    }
    return volume;
}

static double largest(const double v[3])
{
    return fmax(fabs(v[0]), fmax(fabs(v[1]), fabs(v[2])));
}

// Pushes the body for 10 us, from rest, without weight; returns the error of force and torque by
// those of all of it below water.
static double pushError(const Level* level, double* share)
{
    gelWorld* world = swimmer.world;
    gelField field = gelDefaultField(gel_fieldLiquid);
    gelMeasures measures;
    Level deep = *level;
    double moment[3], whole[3], force[3], torque[3], arm = 0.0;
    for (int k = 0; k < 3; k++)
        deep.at[k] += 100.0 * deep.up[k];
    double all = submerge(&deep, whole), volume = submerge(level, moment);
    field.position = (gelVec3){(float)level->at[0], (float)level->at[1], (float)level->at[2]};
    field.direction = (gelVec3){(float)level->up[0], (float)level->up[1], (float)level->up[2]};
    REQUIRE(gelWorld_SetGravity(world,
                                (gelVec3){(float)(-gravity * level->up[0]), (float)(-gravity * level->up[1]),
                                          (float)(-gravity * level->up[2])}));
    REQUIRE(gelBody_SetGravityWeight(world, swimmer.id, 0.0f));
    REQUIRE(gelWorld_SetFields(world, &field, 1));
    REQUIRE(gelWorld_Step(world, (float)h));
    REQUIRE(gelBody_Measure(world, swimmer.id, &measures));
    double unit = water * gravity * swimmer.displacement;
    gelCross3(moment, level->up, torque);
    for (int k = 0; k < 3; k++) {
        force[k] = measures.momentum[k] / (h * unit) - volume * level->up[k];
        torque[k] = measures.angularMomentum[k] / (h * unit) - torque[k];
    }
    for (int i = 0; i < swimmer.cornerCount; i++)
        arm = fmax(arm, largest(swimmer.corners[i]));
    *share = volume / all;
    return fmax(largest(force), largest(torque) / arm) / all;
}

static void open(int body)
{
    gelWorldDef def = doubleDef();
    swimmer.cornerCount = 0;
    swimmer.displacement = 1.0;
    REQUIRE(gelCreateWorld(&def, &swimmer.world));
    bodies[body]();
}

// A new world for each level: the body is at rest again.
static void checkLevel(int body, const Level* level, const char* what, double* worst)
{
    double share;
    open(body);
    double error = pushError(level, &share);
    CHECK(error < 1e-4,
          "%s, level through %s, up (%g, %g, %g): %g of the weight of its water is wrong, %g of it "
          "is below",
          names[body], what, level->up[0], level->up[1], level->up[2], error, share);
    *worst = fmax(*worst, error);
    gelDestroyWorld(swimmer.world);
}

// The plane through three corners of the surface, turned upwards or downwards.
static bool levelThrough(const double a[3], const double b[3], const double c[3], double sign, Level* level)
{
    double sides[2][3], normal[3];
    gelSubtract3(b, a, sides[0]);
    gelSubtract3(c, a, sides[1]);
    gelCross3(sides[0], sides[1], normal);
    double length = sqrt(gelDot3(normal, normal));
    for (int k = 0; k < 3; k++) {
        level->at[k] = a[k];
        level->up[k] = sign * normal[k] / length;
    }
    return length > 1e-9;
}

// Through one corner, level and tilted; along an edge; through three corners, often a face; from
// both sides.
static void liquids_push_as_archimedes_says_with_levels_through_corners_edges_and_faces(void)
{
    static const double ups[][3] = {{0, 1, 0}, {1, 0, 0}, {0, 0, 1}, {0.6, 0.8, 0}, {-0.48, 0.6, 0.64}};
    for (int body = 0; body < bodyCount; body++) {
        double worst = 0.0;
        open(body);
        int count = swimmer.cornerCount, step = count / 12 > 1 ? count / 12 | 1 : 1;
        gelDestroyWorld(swimmer.world);
        for (int i = 0; i < count; i += step) {
            double x[3][3];
            for (int k = 0; k < 3; k++)
                memcpy(x[k], swimmer.corners[(i * (k * 5 + 1) + k) % count], sizeof x[k]);
            for (int sign = -1; sign <= 1; sign += 2) {
                Level level = {.at = {x[0][0], x[0][1], x[0][2]}};
                for (int k = 0; k < 3; k++)
                    level.up[k] = sign * ups[i / step % 5][k];
                checkLevel(body, &level, "a corner", &worst);
                const double(*face)[3] = (const double(*)[3])swimmer.corners + i / 3 * 3;
                if (levelThrough(face[0], face[1], face[2], sign, &level))
                    checkLevel(body, &level, "a face", &worst);
                const double beside[3] = {face[0][0] + 1.0, face[0][1] + 0.5, face[0][2] + 0.25};
                if (levelThrough(face[0], face[1], beside, sign, &level))
                    checkLevel(body, &level, "an edge", &worst);
                if (levelThrough(x[0], x[1], x[2], sign, &level))
                    checkLevel(body, &level, "three corners", &worst);
            }
        }
        printf("  %s: force and torque to %.1e of the weight of its water\n", names[body], worst);
    }
}

// By the corners of the part below, integrated exactly.
static void expectDepths(const double d[3], double expected[3])
{
    Level level = {.up = {0.0, 1.0, 0.0}};
    double corners[3][3] = {{0.0, -d[0], 0.0}, {1.0, -d[1], 0.0}, {0.0, -d[2], 1.0}}, polygon[4][3];
    int count = clip(&level, (const double(*)[3])corners, polygon);
    expected[0] = expected[1] = expected[2] = 0.0;
    for (int i = 2; i < count; i++) {
        const double* part[3] = {polygon[0], polygon[i - 1], polygon[i]};
        double area = fabs((part[1][0] - part[0][0]) * (part[2][2] - part[0][2]) -
                           (part[2][0] - part[0][0]) * (part[1][2] - part[0][2]));
        double weights[3][3], sum = 0.0;
        for (int k = 0; k < 3; k++) {
            weights[k][1] = part[k][0];
            weights[k][2] = part[k][2];
            weights[k][0] = 1.0 - part[k][0] - part[k][2];
            sum -= part[k][1];
        }
        for (int corner = 0; corner < 3; corner++)
            for (int k = 0; k < 3; k++)
                expected[corner] += area / 12.0 * weights[k][corner] * (sum - part[k][1]);
    }
}

// Depths of -2 to 2 m, 0 among them, at all three corners in every combination.
static void depths_are_integrated_exactly_wherever_the_surface_cuts_a_triangle(void)
{
    static const double depths[] = {-2.0, -1.0, -1e-6, 0.0, 1e-6, 0.5, 1.0, 2.0};
    double worst = 0.0;
    for (int i = 0; i < 8 * 8 * 8; i++) {
        const double d[3] = {depths[i / 64], depths[i / 8 % 8], depths[i % 8]};
        double expected[3];
        expectDepths(d, expected);
        vec3 found = corner_depths(d[0], d[1], d[2]);
        double error =
            fmax(fabs(found.x - expected[0]), fmax(fabs(found.y - expected[1]), fabs(found.z - expected[2])));
        CHECK(error < 1e-14, "depths %g, %g, %g: (%g, %g, %g), expected (%g, %g, %g)", d[0], d[1], d[2],
              found.x, found.y, found.z, expected[0], expected[1], expected[2]);
        worst = fmax(worst, error);
    }
    printf("  512 triangles to %.1e m\n", worst);
}

// A solid bears the mean pressure, as one that hardly compresses. At 300 m that is three times the
// stiffness of its material.
static void a_solid_that_hovers_keeps_its_place_and_its_volume_at_any_depth(void)
{
    static const float depths[] = {3.0f, 30.0f, 300.0f};
    for (int i = 0; i < 3 * bodyCount; i++) {
        gelMeasures start, end;
        gelField liquid = gelDefaultField(gel_fieldLiquid);
        gelMaterial material;
        liquid.position.y = depths[i % 3];
        open(i / 3);
        if (gelBody_GetKind(swimmer.world, swimmer.id) != gel_solidBody) {
            gelDestroyWorld(swimmer.world);
            continue;
        }
        REQUIRE(gelBody_GetMaterial(swimmer.world, swimmer.id, &material));
        material.density = 1000.0f;
        material.youngModulus = 1e6f;
        material.damping = 5.0f;
        REQUIRE(gelBody_SetMaterial(swimmer.world, swimmer.id, &material));
        REQUIRE(gelWorld_SetSubstepCount(swimmer.world, 10));
        REQUIRE(gelWorld_SetFields(swimmer.world, &liquid, 1));
        REQUIRE(gelBody_Measure(swimmer.world, swimmer.id, &start));
        for (int frame = 0; frame < 30; frame++)
            REQUIRE(gelWorld_Step(swimmer.world, 1.0f / 60.0f));
        REQUIRE(gelBody_Measure(swimmer.world, swimmer.id, &end));
        double kept = end.volume / start.volume,
               risen = (end.gravityEnergy - start.gravityEnergy) / gravity / end.mass;
        double strain = end.residuals[gel_distanceConstraint];
        printf("  %s, %g m deep: keeps %.4f of its volume, rises by %.4f m, strain %.4f\n", names[i / 3],
               (double)depths[i % 3], kept, risen, strain);
        CHECK(strain < 0.005,
              "%s: strain %g, expected less than 0.005: the corners of a coarse skin bear little",
              names[i / 3], strain);
        CHECK_CLOSE(kept, 1.0, 0.02, "of its volume: water presses more on its lower side");
        CHECK_CLOSE(risen, 0.0, 0.01, "m: it hovers");
        gelDestroyWorld(swimmer.world);
    }
}

static char logged[512];

static void keepLog(void* context, gelLogLevel level, const char* text)
{
    (void)context;
    if (level == gel_logWarning && strstr(text, "liquid") != NULL)
        snprintf(logged, sizeof logged, "%s", text);
}

// Gives a body the surface of its mesh, shrunk to a share of its size, as a skin.
static void setSkin(gelWorld* world, gelBodyId id, const gelTetMesh* mesh, float share)
{
    gelSurfaceMesh surface;
    float* positions = gelAllocate(3 * (size_t)mesh->vertexCount, sizeof *positions);
    int *triangles, count;
    for (int i = 0; i < 3 * mesh->vertexCount; i++)
        positions[i] = share * mesh->positions[i];
    REQUIRE(gelExtractSurface(mesh, &triangles, &count));
    REQUIRE(gelCreateSurfaceMesh(positions, mesh->vertexCount, triangles, count, &surface, NULL));
    REQUIRE(gelBody_SetSkin(world, id, &surface, NULL));
    gelDestroySurfaceMesh(&surface);
    gelFree(triangles);
    gelFree(positions);
}

static gelBodyId addFoam(gelWorld* world, float density, float height, float share, int cells)
{
    gelBodyDef body = gelDefaultBodyDef();
    gelTetMesh mesh;
    gelBodyId id;
    body.material.density = density;
    body.position.y = height;
    REQUIRE(gelCreateBoxMesh((gelVec3){0.4f, 0.4f, 0.4f}, cells, cells, cells, &mesh));
    REQUIRE(gelCreateBody(world, &body, &mesh, &id));
    if (share < 1.0f)
        setSkin(world, id, &mesh, share);
    gelDestroyTetMesh(&mesh);
    return id;
}

// Opens a cube of 0.4 m that floats, half as deep as it will. A share below 1: it is the cage of a skin of that share of
// its size.
static gelWorld* openFoam(float density, float liquidDensity, float share, int cells, gelBodyId* id)
{
    gelWorldDef def = doubleDef();
    gelField liquid = gelDefaultField(gel_fieldLiquid);
    gelWorld* world;
    liquid.density = liquidDensity;
    liquid.linearDrag = 5.0f;
    REQUIRE(gelCreateWorld(&def, &world));
    REQUIRE(gelWorld_SetFields(world, &liquid, 1));
    *id = addFoam(world, density, 0.2f * share * (1.0f - density / liquidDensity), share, cells);
    return world;
}

// Returns its speed after a second and a half, m/s.
static double speedAfloat(gelWorld* world, gelBodyId id, int substeps)
{
    gelMeasures measures;
    REQUIRE(gelWorld_SetSubstepCount(world, substeps));
    for (int frame = 0; frame < 90; frame++)
        REQUIRE(gelWorld_Step(world, 1.0f / 60.0f));
    REQUIRE(gelBody_Measure(world, id, &measures));
    return sqrt(2.0 * measures.kineticEnergy / measures.mass);
}

static void light_foam_lies_still_in_a_heavy_liquid_with_the_substeps_that_a_step_names(void)
{
    static const struct {
        float density, liquid;
        int cells;
    } cases[] = {{0.1f, 13600.0f, 2}, {0.1f, 13600.0f, 4}, {0.1f, 1000.0f, 4}, {1.0f, 13600.0f, 2}};
    gelSetLogFunction(keepLog, NULL);
    for (int i = 0; i < 4; i++) {
        char expected[64];
        int count;
        gelBodyId id;
        gelWorld* world = openFoam(cases[i].density, cases[i].liquid, 1.0f, cases[i].cells, &id);
        REQUIRE(gelBody_CountLiquidSubsteps(world, id, 1.0f / 60.0f, &count));
        logged[0] = '\0';
        double still = speedAfloat(world, id, count);
        CHECK(logged[0] == '\0', "with %d substeps: %s", count, logged);
        gelDestroyWorld(world);
        world = openFoam(cases[i].density, cases[i].liquid, 1.0f, cases[i].cells, &id);
        double wild = speedAfloat(world, id, count / 4);
        snprintf(expected, sizeof expected, "%d are enough", count);
        CHECK(strstr(logged, expected) != NULL, "logged: %s", logged);
        printf("  %g kg/m3 in %g: %.1e m/s with %d substeps, %.1e with %d\n", (double)cases[i].density,
               (double)cases[i].liquid, still, count, wild, count / 4);
        CHECK(still < 1e-4 && wild > 1e-3, "%g and %g m/s: expected below 1e-4 and above 1e-3", still, wild);
        gelDestroyWorld(world);
    }
    gelSetLogFunction(NULL, NULL);
}

// A liquid presses on the skin as if the skin enclosed the volume of the cage: s^2 of its area, times 1 / s^3.
static void a_skin_in_a_cage_takes_the_substeps_of_what_the_liquid_presses_on(void)
{
    static const float shares[] = {0.999f, 0.8f, 0.64f};
    int whole, count;
    gelBodyId id;
    gelWorld* world = openFoam(1e-3f, 13600.0f, 1.0f, 2, &id);
    REQUIRE(gelBody_CountLiquidSubsteps(world, id, 1.0f / 60.0f, &whole));
    gelDestroyWorld(world);
    for (int i = 0; i < 3; i++) {
        world = openFoam(1e-3f, 13600.0f, shares[i], 2, &id);
        REQUIRE(gelBody_CountLiquidSubsteps(world, id, 1.0f / 60.0f, &count));
        printf("  a skin of %g of the cage: %d substeps, the cage %d\n", (double)shares[i], count, whole);
        CHECK_CLOSE((double)count, (double)whole / sqrt((double)shares[i]), 2.0, "substeps");
        gelDestroyWorld(world);
    }
}

static void checkWarning(gelWorld* world, float timeStep, const char* expected)
{
    logged[0] = '\0';
    REQUIRE(gelWorld_Step(world, timeStep));
    CHECK(expected != NULL ? strstr(logged, expected) != NULL : logged[0] == '\0',
          "logged: \"%s\", expected: \"%s\"", logged, expected != NULL ? expected : "");
}

static void a_step_warns_as_soon_as_its_length_or_a_weight_makes_a_body_too_light(void)
{
    const float step = 1.0f / 60.0f;
    gelBodyId id;
    gelSetLogFunction(keepLog, NULL);
    gelWorld* world = openFoam(0.1f, 13600.0f, 1.0f, 2, &id);
    REQUIRE(gelWorld_SetSubstepCount(world, 10));
    checkWarning(world, 1e-4f, NULL);
    checkWarning(world, step, "body 1 ");
    checkWarning(world, step, NULL); // once
    gelDestroyWorld(world);

    world = openFoam(400.0f, 13600.0f, 1.0f, 2, &id);
    REQUIRE(gelWorld_SetSubstepCount(world, 10));
    id = addFoam(world, 0.1f, 0.0f, 1.0f, 2);
    REQUIRE(gelBody_SetFieldWeight(world, id, 0, 0.0f));
    checkWarning(world, step, NULL);
    REQUIRE(gelBody_SetFieldWeight(world, id, 0, 1.0f));
    checkWarning(world, step, "body 2 ");
    gelDestroyWorld(world);
    gelSetLogFunction(NULL, NULL);
}

static void a_snapshot_from_a_file_brings_its_own_density(void)
{
    const char* path = GEL_SCRATCH "/foam.state";
    const float step = 1.0f / 60.0f;
    gelBodyId id;
    gelMaterial material;
    int heavy, light, found;
    gelWorld* world = openFoam(400.0f, 13600.0f, 1.0f, 2, &id);
    REQUIRE(gelWriteSnapshot(path, world, NULL, NULL, 0));
    REQUIRE(gelBody_CountLiquidSubsteps(world, id, step, &heavy));
    REQUIRE(gelBody_GetMaterial(world, id, &material));
    material.density = 0.1f;
    REQUIRE(gelBody_SetMaterial(world, id, &material));
    gelSetLogFunction(keepLog, NULL);
    REQUIRE(gelWorld_Step(world, step)); // measures the light body
    gelSetLogFunction(NULL, NULL);
    REQUIRE(gelBody_CountLiquidSubsteps(world, id, step, &light));
    REQUIRE(gelReadSnapshot(path, world, NULL, NULL, NULL));
    REQUIRE(gelBody_CountLiquidSubsteps(world, id, step, &found));
    CHECK(light > heavy, "%d substeps at 0.1 kg/m3, expected more than %d, as at 400", light, heavy);
    CHECK(found == heavy, "%d substeps after reading the file, expected %d, as when it was written", found,
          heavy);
    gelDestroyWorld(world);
}

static void a_step_warns_of_a_body_that_only_its_density_values_make_too_light(void)
{
    float factors[27];
    gelBodyId id;
    gelSetLogFunction(keepLog, NULL);
    gelWorld* world = openFoam(400.0f, 13600.0f, 1.0f, 2, &id);
    REQUIRE(gelWorld_SetSubstepCount(world, 10));
    id = addFoam(world, 400.0f, 0.0f, 1.0f, 2);
    for (int i = 0; i < 27; i++)
        factors[i] = 1e-6f;
    checkWarning(world, 1.0f / 60.0f, NULL);
    REQUIRE(gelBody_SetVertexValues(world, id, gel_densityFactor, factors, 27));
    checkWarning(world, 1.0f / 60.0f, "even 1000 are too few: use larger cells or a shorter time step");
    gelDestroyWorld(world);
    gelSetLogFunction(NULL, NULL);
}

TESTS(TEST(depths_are_integrated_exactly_wherever_the_surface_cuts_a_triangle),
      TEST(liquids_push_as_archimedes_says_with_levels_through_corners_edges_and_faces),
      TEST(a_solid_that_hovers_keeps_its_place_and_its_volume_at_any_depth),
      TEST(light_foam_lies_still_in_a_heavy_liquid_with_the_substeps_that_a_step_names),
      TEST(a_skin_in_a_cage_takes_the_substeps_of_what_the_liquid_presses_on),
      TEST(a_step_warns_as_soon_as_its_length_or_a_weight_makes_a_body_too_light),
      TEST(a_snapshot_from_a_file_brings_its_own_density),
      TEST(a_step_warns_of_a_body_that_only_its_density_values_make_too_light))
