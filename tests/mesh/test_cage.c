// Cages: lattices over a surface's box, which carry the surface.
#include "support/equal_bits.h"
#include "support/files.h"
#include "support/fixtures.h"

#include <math.h>
#include <string.h>

#define PATH GEL_SCRATCH "/cage"

typedef struct Caged {
    gelSurfaceMesh surface;
    gelTetMesh mesh;
    gelEmbedding embedding;
} Caged;

// A ball of radius 0.3, or a sheet of 1 x 0.5, off the origin.
static Caged makeCaged(const int cells[3], bool flat)
{
    Caged caged;
    gelMesherDef def = gelDefaultMesherDef();
    if (flat)
        REQUIRE(gelCreateSheetSurface(1.0f, 0.5f, 10, 5, &caged.surface));
    else
        REQUIRE(gelCreateSphereSurface(0.3f, 4, &caged.surface));
    for (int i = 0; i < caged.surface.vertexCount; i++)
        caged.surface.positions[3 * i] += 2.0f;
    memcpy(def.cage, cells, sizeof def.cage);
    REQUIRE(gelCreateMeshFromSurface(&caged.surface, &def, &caged.mesh, &caged.embedding, NULL));
    return caged;
}

static void clear(Caged* caged)
{
    gelDestroySurfaceMesh(&caged->surface);
    gelDestroyTetMesh(&caged->mesh);
    gelDestroyEmbedding(&caged->embedding);
}

static gelBodyId addCaged(gelWorld* world, const Caged* caged, gelVec3 position)
{
    gelBodyDef def = gelDefaultBodyDef();
    gelBodyId id;
    def.position = position;
    def.material.poissonRatio = 0.25f;
    REQUIRE(gelCreateBody(world, &def, &caged->mesh, &id));
    REQUIRE(gelBody_SetSkin(world, id, &caged->surface, &caged->embedding));
    return id;
}

static void boxOf(const float* positions, int count, double lower[3], double upper[3])
{
    for (int k = 0; k < 3; k++) {
        lower[k] = upper[k] = (double)positions[k];
        for (int i = 0; i < count; i++) {
            lower[k] = fmin(lower[k], (double)positions[3 * i + k]);
            upper[k] = fmax(upper[k], (double)positions[3 * i + k]);
        }
    }
}

static void a_cage_is_a_lattice_over_the_box_of_the_surface(void)
{
    for (int flat = 0; flat < 2; flat++) {
        Caged caged = makeCaged((const int[]){2, 3, 4}, flat != 0);
        double lower[3], upper[3], min[3], max[3];
        CHECK_INT(caged.mesh.vertexCount, 3 * 4 * 5);
        CHECK_INT(caged.mesh.tetCount, 2 * 3 * 4 * 5);
        boxOf(caged.mesh.positions, caged.mesh.vertexCount, lower, upper);
        boxOf(caged.surface.positions, caged.surface.vertexCount, min, max);
        for (int k = 0; k < 3; k++) {
            double beyond = flat != 0 && k == 1 ? 0.05 : 0.0; // a tenth of its longest side thick
            CHECK_CLOSE(lower[k], min[k] - beyond, 1e-6, "single precision");
            CHECK_CLOSE(upper[k], max[k] + beyond, 1e-6, "single precision");
        }
        for (int i = 0; i < 4 * caged.surface.vertexCount; i++)
            CHECK(caged.embedding.weights[i] >= -1e-5f, "a weight of %g", (double)caged.embedding.weights[i]);
        clear(&caged);
    }
}

// A ball's, whatever the cells; of a sheet, which encloses nothing, that of the cage.
static void the_mass_of_a_cage_is_that_of_what_the_surface_encloses(void)
{
    for (int fine = 1; fine < 5; fine += 3)
        for (int flat = 0; flat < 2; flat++) {
            Caged caged = makeCaged((const int[]){fine, fine + 1, fine}, flat != 0);
            gelWorldDef def = gelDefaultWorldDef();
            gelWorld* world;
            gelMeasures measures;
            def.backend = gel_referenceFloat;
            REQUIRE(gelCreateWorld(&def, &world));
            addCaged(world, &caged, (gelVec3){0, 0, 0});
            REQUIRE(gelWorld_Measure(world, &measures));
            double volume = flat != 0 ? 1.0 * 0.5 * 0.1 : 4.0 / 3.0 * 3.14159265358979 * 0.027;
            CHECK_CLOSE(measures.mass, 1000.0 * volume, 10.0 * volume, "1 %, as the ball has flat triangles");
            gelDestroyWorld(world);
            clear(&caged);
        }
}

static void an_affine_motion_of_the_cage_moves_the_mesh_alike(void)
{
    static const double rows[3][4] = {{0.8, 0.3, -0.2, 1.5}, {-0.4, 1.3, 0.1, -0.7}, {0.2, -0.1, 0.6, 0.25}};
    Caged caged = makeCaged((const int[]){3, 2, 2}, false);
    float *places = malloc(3 * (size_t)caged.mesh.vertexCount * sizeof *places),
          *points = malloc(3 * (size_t)caged.surface.vertexCount * sizeof *points);
    double farthest = 0.0;
    for (int i = 0; i < 3 * caged.mesh.vertexCount; i++) {
        const float* x = caged.mesh.positions + i / 3 * 3;
        const double* row = rows[i % 3];
        places[i] = (float)(row[0] * (double)x[0] + row[1] * (double)x[1] + row[2] * (double)x[2] + row[3]);
    }
    gelEvaluateEmbedding(&caged.embedding, &caged.mesh, places, points);
    for (int i = 0; i < 3 * caged.surface.vertexCount; i++) {
        const float* x = caged.surface.positions + i / 3 * 3;
        const double* row = rows[i % 3];
        double expected = row[0] * (double)x[0] + row[1] * (double)x[1] + row[2] * (double)x[2] + row[3];
        farthest = fmax(farthest, fabs((double)points[i] - expected));
    }
    printf("  at most %g m away\n", farthest);
    CHECK(farthest < 1e-6, "%g m from where the surface would go", farthest);
    free(places);
    free(points);
    clear(&caged);
}

static void a_cage_at_rest_stays_at_rest(void)
{
    Caged caged = makeCaged((const int[]){2, 2, 2}, false);
    gelWorldDef def = gelDefaultWorldDef();
    gelWorld* world;
    float x[81];
    def.backend = gel_referenceFloat;
    def.gravity = (gelVec3){0, 0, 0};
    def.ground.enabled = false;
    REQUIRE(gelCreateWorld(&def, &world));
    gelBodyId id = addCaged(world, &caged, (gelVec3){0, 0, 0});
    stepFrames(world, 100);
    REQUIRE(gelBody_ReadPositions(world, id, x, 27));
    for (int i = 0; i < 81; i++)
        CHECK_CLOSE((double)x[i], (double)caged.mesh.positions[i], 2e-6, "rounding");
    gelDestroyWorld(world);
    clear(&caged);
}

// The files written after some frames on the ground hold the surface, deformed by its cage.
static void written_files_hold_the_surface(void)
{
    static const char* const endings[] = {".obj", ".ply", ".pc2"};
    Caged caged = makeCaged((const int[]){2, 2, 2}, false);
    gelWorldDef def = gelDefaultWorldDef();
    gelWorld* world;
    float x[81];
    size_t count = 3 * (size_t)caged.surface.vertexCount;
    float* points = malloc(count * sizeof *points);
    def.backend = gel_referenceFloat;
    REQUIRE(gelCreateWorld(&def, &world));
    gelBodyId id = addCaged(world, &caged, (gelVec3){0, 0.35f, 0});
    stepFrames(world, 30);
    REQUIRE(gelBody_ReadPositions(world, id, x, 27));
    gelEvaluateEmbedding(&caged.embedding, &caged.mesh, x, points);
    for (int e = 0; e < 3; e++) {
        gelBakeDef bakeDef = gelDefaultBakeDef();
        gelBake* bake;
        gelSurfaceMesh read;
        char path[300], name[300];
        snprintf(path, sizeof path, PATH "%s", endings[e]);
        bakeDef.path = path;
        bakeDef.frameCount = 1;
        REQUIRE(gelOpenBake(world, &bakeDef, &bake));
        REQUIRE(gelBake_WriteFrame(bake));
        REQUIRE(gelCloseBake(bake));
        if (e == 2) { // beside the cache, with its points in its order
            unsigned char header[32];
            FILE* file = fopen(path, "rb");
            CHECK_INT(fread(header, 1, sizeof header, file), sizeof header);
            fclose(file);
            CHECK_INT(header[16] + 256 * header[17], caged.surface.vertexCount);
        }
        if (e == 1 && !GEL_HAS_ASSIMP) {
            SKIP_PART("assimp, which reads .ply files, is missing");
            continue;
        }
        snprintf(name, sizeof name, PATH "%s%s", e == 2 ? "_rest" : "_0000", e == 2 ? ".obj" : endings[e]);
        REQUIRE(gelLoadSurfaceMesh(name, &read, NULL));
        CHECK_INT(read.vertexCount, caged.surface.vertexCount);
        CHECK_INT(read.triangleCount, caged.surface.triangleCount);
        for (size_t i = 0; i < count; i++)
            CHECK_CLOSE((double)read.positions[i], (double)points[i], 1e-6, "single precision");
        gelDestroySurfaceMesh(&read);
    }
    free(points);
    gelDestroyWorld(world);
    clear(&caged);
}

static gelWorld* makeScene(const gelWorldDef* like, gelStrategy strategy, bool contact)
{
    gelWorldDef worldDef = *like;
    gelWorld* world;
    Caged caged = makeCaged((const int[]){3, 2, 4}, false);
    worldDef.strategy = strategy;
    worldDef.contact = contact;
    worldDef.allowInexact = true;
    REQUIRE(gelCreateWorld(&worldDef, &world));
    addCaged(world, &caged, (gelVec3){0.0f, 0.4f, 0.0f});
    addCaged(world, &caged, (gelVec3){0.1f, 1.05f, 0.05f});
    clear(&caged);
    return world;
}

static void every_device_and_strategy_gives_the_reference_its_bits(void)
{
    checkEveryDeviceAndStrategy(makeScene);
}

static void a_cage_that_is_none_is_refused_with_a_reason(void)
{
    Caged caged = makeCaged((const int[]){1, 1, 1}, false);
    gelTetMesh mesh;
    gelMesherDef def = gelDefaultMesherDef();
    gelScene* scene;
    def.cage[1] = 3;
    CHECK_STATUS(gelCreateMeshFromSurface(&caged.surface, &def, &mesh, NULL, NULL), gel_invalidArgument);
    CHECK_TEXT(gelLastError(), "cage has 0 cells along x, expected 1 to 100");
    writeText(PATH ".json", "{\"bodies\":[{\"mesh\":\"" GEL_ASSETS
                            "/meshes/bear_skin.obj\",\"meshing\":{\"cage\":[1,1,1],\"tets\":100}}]}");
    CHECK_STATUS(gelLoadScene(PATH ".json", &scene), gel_formatError);
    CHECK_TEXT(gelLastError(), "meshing: expected a cage alone, found other keys as well");
    clear(&caged);
}

static void a_scene_has_bodies_in_cages(void)
{
    gelScene* scene;
    gelWorld* world;
    gelBodyId ids[4];
    REQUIRE(gelLoadScene(GEL_ASSETS "/scenes/cage.json", &scene));
    gelWorldDef def = gelScene_GetWorldDef(scene);
    def.backend = gel_referenceFloat;
    REQUIRE(gelCreateWorld(&def, &world));
    REQUIRE(gelScene_CreateBodies(scene, world));
    CHECK_INT(gelWorld_GetBodies(world, ids, 4), 4);
    CHECK_INT(gelBody_GetMesh(world, ids[0])->vertexCount, 8);
    CHECK_INT(gelBody_GetMesh(world, ids[1])->vertexCount, 36);
    CHECK_INT(gelBody_GetSkin(world, ids[2])->surface.triangleCount, 14156);
    gelDestroyWorld(world);
    gelDestroyScene(scene);
}

TESTS(TEST(a_cage_is_a_lattice_over_the_box_of_the_surface),
      TEST(the_mass_of_a_cage_is_that_of_what_the_surface_encloses),
      TEST(an_affine_motion_of_the_cage_moves_the_mesh_alike), TEST(a_cage_at_rest_stays_at_rest),
      TEST(written_files_hold_the_surface), TEST(every_device_and_strategy_gives_the_reference_its_bits),
      TEST(a_cage_that_is_none_is_refused_with_a_reason), TEST(a_scene_has_bodies_in_cages))
