// How often bodies get their shape back from six ruins: the table of docs/recovery.md. A body floats without gravity, is
// ruined, and is looked at after some time: it is back if no tet is inverted and its edges are within 2 % of their lengths.
// usage: bench_recovery [reference | double | opencl [SEEDS [SECONDS [unbreakable]]]]      run it where assets/meshes is
#include "support/ruins.h"

#include <string.h>

enum { meshCount = 3, materialCount = 6 };
static const char* const meshTexts[] = {"box", "ball", "bear"};
static const char* const materialTexts[] = {"edges 1e4",       "edges 1e6",       "hard volumes",
                                            "neo-Hookean 1e4", "neo-Hookean 1e6", "edges, nu = 0"};

static gelMaterial makeMaterial(int index)
{
    gelMaterial material = gelDefaultBodyDef().material;
    material.damping = 2.0f;
    material.youngModulus = index == 0 || index == 3 ? 1e4f : index == 5 ? 1e5f : 1e6f;
    material.poissonRatio = index == 5 ? 0.0f : 0.4f;
    material.model = index == 3 || index == 4 ? gel_neoHookean : gel_edgesAndVolumes;
    if (index == 2) {
        material.stiffness = gel_compliances;
        material.edgeCompliance = 1e-4f;
    }
    return material;
}

static void makeMesh(int index, gelTetMesh* mesh)
{
    if (index == 0)
        REQUIRE(gelCreateBoxMesh((gelVec3){0.5f, 0.5f, 0.5f}, 4, 4, 4, mesh));
    else if (index == 1)
        REQUIRE(gelCreateSphereMesh(0.3f, 6, mesh));
    else
        REQUIRE(gelLoadTetMesh("assets/meshes/bear_coarse.node", mesh, NULL));
}

// The worst that was seen, by its mean error of edges.
typedef struct Worst {
    double error;
    int inverted, mesh, material, seed;
    Ruin ruin;
} Worst;

typedef struct Trial {
    const gelTetMesh* mesh;
    gelMaterial material;
    Ruin ruin;
    int seed, frames;
    bool unbreakable;
} Trial;

static Shape runTrial(const gelWorldDef* worldDef, const Trial* trial)
{
    gelBodyDef def = gelDefaultBodyDef();
    gelWorld* world;
    gelBodyId id;
    def.material = trial->material;
    def.unbreakable = trial->unbreakable;
    REQUIRE(gelCreateWorld(worldDef, &world));
    REQUIRE(gelCreateBody(world, &def, trial->mesh, &id));
    ruinBody(world, id, trial->ruin, (uint64_t)trial->seed);
    for (int i = 0; i < trial->frames; i++)
        REQUIRE(gelWorld_Step(world, 1.0f / 60.0f));
    Shape shape = shapeOf(world, id);
    gelDestroyWorld(world);
    return shape;
}

static int chooseBackend(const char* name, gelWorldDef* def)
{
    *def = gelDefaultWorldDef();
    def->gravity = (gelVec3){0, 0, 0};
    def->ground.enabled = def->contact = false;
    def->substepCount = 10;
    if (strcmp(name, "opencl") == 0)
        return 0;
    def->backend = strcmp(name, "double") == 0 ? gel_referenceDouble : gel_referenceFloat;
    return strcmp(name, "double") == 0 || strcmp(name, "reference") == 0 ? 0 : 1;
}

static void printRow(const gelWorldDef* def, int mesh, int material, int seeds, int frames, bool unbreakable,
                     Worst* worst)
{
    gelTetMesh tets;
    makeMesh(mesh, &tets);
    printf("| %-4s | %-15s |", meshTexts[mesh], materialTexts[material]);
    for (int ruin = 0; ruin < ruinCount; ruin++) {
        int back = 0;
        for (int seed = 1; seed <= seeds; seed++) {
            Trial trial = {&tets, makeMaterial(material), (Ruin)ruin, seed, frames, unbreakable};
            Shape shape = runTrial(def, &trial);
            back += isBack(shape);
            if (!isBack(shape) && !(shape.edgeError <= worst->error))
                *worst = (Worst){shape.edgeError, shape.inverted, mesh, material, seed, (Ruin)ruin};
        }
        printf(" %5.0f %% |", 100.0 * back / seeds);
        fflush(stdout);
    }
    printf("\n");
    gelDestroyTetMesh(&tets);
}

int main(int argumentCount, char** arguments)
{
    gelWorldDef def;
    int seeds = argumentCount > 2 ? atoi(arguments[2]) : 20;
    double seconds = argumentCount > 3 ? atof(arguments[3]) : 3.0;
    bool unbreakable = argumentCount > 4;
    Worst worst = {0};
    if (chooseBackend(argumentCount > 1 ? arguments[1] : "reference", &def) != 0) {
        printf("expected reference, double or opencl, found %s\n", arguments[1]);
        return 1;
    }
    printf("Back after %g s, of %d seeds.\n\n| mesh | material        |", seconds, seeds);
    for (int ruin = 0; ruin < ruinCount; ruin++)
        printf(" %s |", ruinTexts[ruin]);
    printf("\n|---|---|--:|--:|--:|--:|--:|--:|\n");
    for (int mesh = 0; mesh < meshCount; mesh++)
        for (int material = 0; material < materialCount; material++)
            printRow(&def, mesh, material, seeds, (int)(60.0 * seconds + 0.5), unbreakable, &worst);
    if (worst.error > 0.0)
        printf("\nWorst: %s, %s, %s, seed %d: edges %.0f %% off, %d tets inverted\n", meshTexts[worst.mesh],
               materialTexts[worst.material], ruinTexts[worst.ruin], worst.seed, 100.0 * worst.error,
               worst.inverted);
    return 0;
}
