// Tearing by a force: a spring tears under its load, whatever its stiffness; a force is the strain that it makes.
#include "support/equal_bits.h"

#include "gel/rope.h"
#include "gel/tearing.h"
#include "gel/values.h"

enum { lineCount = 4, vertexCount = lineCount + 1, substeps = 50 };
static const double length = 1.0, thickness = 0.01, density = 1000.0, gravity = 10.0, pi = 3.14159265358979;

static double sectionOf(void)
{
    return pi / 4.0 * thickness * thickness;
}

// The weight of the vertices below a line, of which the last has half of the mass, N. Line 0 is the topmost.
static double loadOf(int line)
{
    return density * sectionOf() * length / lineCount * gravity * (lineCount - line - 0.5);
}

static int countTorn(gelWorld* world, int vertices[2])
{
    int count;
    REQUIRE(gelBody_GetTornSprings(world, gelWorld_GetBody(world, 0), vertices, 1, &count));
    return count;
}

// A rope that hangs from its first vertex, longer than at rest by what its weight makes of it, or as at rest.
static gelWorld* hangRope(const gelWorldDef* like, const gelMaterial* material, float factor, bool stretched)
{
    gelWorldDef def = *like;
    gelBodyDef body = gelDefaultBodyDef();
    gelLineMesh lines;
    gelWorld* world;
    gelBodyId id;
    const int top = 0;
    float xyz[3 * vertexCount] = {0}, factors[vertexCount];
    def.gravity = (gelVec3){0, (float)-gravity, 0};
    def.substepCount = substeps;
    body.material = *material;
    REQUIRE(gelCreateWorld(&def, &world));
    REQUIRE(gelCreateStraightLine((float)length, lineCount, &lines));
    REQUIRE(gelCreateRope(world, &body, &lines, &id));
    gelDestroyLineMesh(&lines);
    double rigidity = (double)material->youngModulus * (double)factor * sectionOf(), y = 0.0;
    for (int i = 0; i < vertexCount; i++) {
        factors[i] = factor;
        xyz[3 * i + 1] = (float)y;
        y -= length / lineCount * (1.0 + (stretched ? loadOf(i) / rigidity : 0.0));
    }
    REQUIRE(gelBody_SetVertexValues(world, id, gel_stiffnessFactor, factors, vertexCount));
    REQUIRE(gelBody_WritePositions(world, id, xyz, vertexCount));
    REQUIRE(gelBody_SetPinned(world, id, &top, 1, true));
    return world;
}

static gelMaterial ropeMaterial(float youngModulus)
{
    gelMaterial material = gelDefaultMaterial();
    material.youngModulus = youngModulus;
    material.density = (float)density;
    material.thickness = (float)thickness;
    return material;
}

static void a_rope_tears_where_its_load_is_more_than_its_force(void)
{
    static const float moduli[] = {1e5f, 1e6f, 1e6f}, factors[] = {1.0f, 1.0f, 0.5f};
    Backends backends = listBackends();
    for (int b = 0; b < backends.count; b++)
        for (int i = 0; i < 6; i++) {
            int ends[2] = {-1, -1};
            bool tears = i % 2 == 0;
            gelMaterial material = ropeMaterial(moduli[i / 2]);
            material.tearForce = (float)(loadOf(0) * (tears ? 0.995 : 1.005));
            gelWorld* world = hangRope(&backends.defs[b], &material, factors[i / 2], true);
            stepFrames(world, 10);
            int count = countTorn(world, ends);
            CHECK(count == (tears ? 1 : 0), "%s: %d springs of rope %d have torn at %g N under %g N",
                  backends.names[b], count, i / 2, (double)material.tearForce, loadOf(0));
            CHECK(!tears || ends[0] + ends[1] == 1, "that from %d to %d", ends[0], ends[1]);
            gelDestroyWorld(world);
        }
}

static uint64_t hashOf(const gelWorldDef* def, float strain, float force, bool* hasTorn)
{
    gelMaterial material = ropeMaterial(1e6f);
    int ends[2];
    material.tearStrain = strain;
    material.tearForce = force;
    gelWorld* world = hangRope(def, &material, 1.0f, false);
    stepFrames(world, 20);
    *hasTorn = countTorn(world, ends) > 0;
    uint64_t hash = gelWorld_Hash(world);
    gelDestroyWorld(world);
    return hash;
}

static void a_force_is_the_strain_that_it_makes_and_the_first_of_both_counts(void)
{
    const double force = 0.9 * loadOf(0), rigidity = 1e6 * sectionOf();
    const float strain = (float)(force / rigidity);
    Backends backends = listBackends();
    for (int b = 0; b < backends.count; b++) {
        const gelWorldDef* def = &backends.defs[b];
        bool torn, whole;
        uint64_t never = hashOf(def, 0.0f, 0.0f, &whole), byStrain = hashOf(def, strain, 0.0f, &torn);
        CHECK(torn && !whole && byStrain != never, "nothing tore");
        CHECK_HEX(hashOf(def, 0.0f, (float)force, &torn), byStrain);
        CHECK_HEX(hashOf(def, 10.0f, (float)force, &torn), byStrain);
        CHECK_HEX(hashOf(def, strain, 1e12f, &torn), byStrain);
        CHECK_HEX(hashOf(def, 0.0f, 1e12f, &torn), never);
    }
}

// A bar of tets that hangs from its top.
static int countTornTets(const gelWorldDef* like, float force, uint64_t* hash)
{
    gelBodyDef body = gelDefaultBodyDef();
    gelTetMesh mesh;
    gelWorld* world;
    gelBodyId id;
    int count;
    body.material.youngModulus = 5e4f;
    body.material.tearForce = force;
    REQUIRE(gelCreateWorld(like, &world));
    REQUIRE(gelCreateBoxMesh((gelVec3){0.2f, 1.0f, 0.2f}, 2, 10, 2, &mesh));
    REQUIRE(gelCreateBody(world, &body, &mesh, &id));
    gelDestroyTetMesh(&mesh);
    REQUIRE(gelBody_PinBox(world, id, (gelVec3){-9, 0.49f, -9}, (gelVec3){9, 9, 9}, NULL));
    stepFrames(world, 20);
    REQUIRE(gelBody_GetTornTets(world, id, NULL, 0, &count));
    *hash = gelWorld_Hash(world);
    gelDestroyWorld(world);
    return count;
}

static void edges_of_tets_tear_by_a_force(void)
{
    Backends backends = listBackends();
    uint64_t first = 0;
    for (int b = 0; b < backends.count; b++) {
        uint64_t without, above, below;
        CHECK_INT(countTornTets(&backends.defs[b], 0.0f, &without), 0);
        CHECK_INT(countTornTets(&backends.defs[b], 1e6f, &above), 0);
        CHECK_HEX(above, without);
        int count = countTornTets(&backends.defs[b], 20.0f, &below);
        CHECK(count > 0 && below != without, "%d tets have torn", count);
        first = b == 0 ? below : first;
        CHECK_HEX(below, first);
    }
}

static void what_has_no_force_that_is_known_is_refused(void)
{
    gelWorldDef def = gelDefaultWorldDef();
    gelBodyDef body = gelDefaultBodyDef();
    gelTetMesh mesh;
    gelWorld* world;
    gelBodyId id;
    def.backend = gel_referenceFloat;
    REQUIRE(gelCreateWorld(&def, &world));
    REQUIRE(gelCreateBoxMesh((gelVec3){1, 1, 1}, 1, 1, 1, &mesh));
    body.material.tearForce = 5.0f;
    body.material.stiffness = gel_compliances;
    CHECK_STATUS(gelCreateBody(world, &body, &mesh, &id), gel_invalidArgument);
    CHECK_TEXT(gelLastError(), "material.tearForce: expected 0, or springs that are not rigid");
    body.material.edgeCompliance = 1e-4f;
    CHECK_STATUS(gelCreateBody(world, &body, &mesh, &id), gel_success);
    body.material.stiffness = gel_elasticModuli;
    body.material.model = gel_neoHookean;
    CHECK_STATUS(gelCreateBody(world, &body, &mesh, &id), gel_invalidArgument);
    CHECK_TEXT(gelLastError(), "material.tearForce: expected 0, or a body held together by springs alone");
    gelDestroyTetMesh(&mesh);
    gelDestroyWorld(world);
}

TESTS(TEST(a_rope_tears_where_its_load_is_more_than_its_force),
      TEST(a_force_is_the_strain_that_it_makes_and_the_first_of_both_counts),
      TEST(edges_of_tets_tear_by_a_force), TEST(what_has_no_force_that_is_known_is_refused))
