// How often bodies get their shape back from ruins: the tables of docs/recovery.md. A body floats without gravity, is
// ruined, and is looked at after some time: it is back if no tet is inverted and its edges are within 2 % of their
// lengths.
// usage: bench_recovery solvers [SEEDS [SECONDS [unbreakable]]]
//            instead: how many of 6 ruins, 3 times each, stiff bodies get it back from in 2.5 s with each solver, and
//            how many blow up; with the device that a world gets by default
//        bench_recovery [reference | double | opencl [SEEDS [SECONDS [unbreakable]]]]
//            run it where assets/meshes is
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

enum { stiffMeshCount = 4, moduli = 3 };
static const char* const stiffTexts[] = {"bear", "thin elements", "15 legs", "9 holes"};

// Whether a cell of a box of so many is part of the shape: legs below a slab, or a slab with holes.
static bool isLegged(int x, int y, int z)
{
    return y > 2 || (x % 2 == 0 && z % 2 == 0);
}

static bool isHoled(int x, int y, int z)
{
    (void)y;
    return x % 2 == 0 || z % 2 == 0;
}

static void carveBox(gelVec3 size, const int cells[3], bool (*isThere)(int x, int y, int z), gelTetMesh* mesh)
{
    const float sizes[3] = {size.x, size.y, size.z};
    gelTetMesh box;
    int count = 0;
    REQUIRE(gelCreateBoxMesh(size, cells[0], cells[1], cells[2], &box));
    for (int t = 0; t < box.tetCount; t++) {
        int cell[3];
        for (int k = 0; k < 3; k++) {
            double sum = 0.0;
            for (int i = 0; i < 4; i++)
                sum += 0.25 * (double)box.positions[3 * box.tets[4 * t + i] + k];
            cell[k] = (int)floor((sum / (double)sizes[k] + 0.5) * cells[k]);
        }
        if (isThere(cell[0], cell[1], cell[2]))
            memcpy(box.tets + 4 * count++, box.tets + 4 * t, 4 * sizeof *box.tets);
    }
    REQUIRE(gelCreateTetMesh(box.positions, box.vertexCount, box.tets, count, NULL, mesh, NULL));
    gelDestroyTetMesh(&box);
}

static void makeStiffMesh(int index, gelTetMesh* mesh)
{
    static const int legs[3] = {9, 4, 5}, holes[3] = {7, 1, 7};
    if (index == 0)
        REQUIRE(gelLoadTetMesh("assets/meshes/bear.node", mesh, NULL));
    else if (index == 1)
        REQUIRE(gelCreateBoxMesh((gelVec3){1.0f, 0.4f, 0.02f}, 20, 8, 4, mesh));
    else if (index == 2)
        carveBox((gelVec3){1.0f, 0.4f, 0.6f}, legs, isLegged, mesh);
    else
        carveBox((gelVec3){0.7f, 0.1f, 0.7f}, holes, isHoled, mesh);
}

// Prints a row: how many of the ruins but the point, which nothing gets out of, have been got out of, and how many
// bodies have blown up, to ten times their size. Then which were not got out of.
static void printSolverRow(const gelWorldDef* def, const gelTetMesh* tets, int seeds, int frames,
                           bool unbreakable)
{
    int blownUp = 0, stuck[ruinCount] = {0};
    for (int k = 0; k < moduli; k++) {
        int back = 0;
        for (int run = 0; run < seeds * ruinCount; run++) {
            Trial trial = {tets,   makeMaterial(0), (Ruin)(run % ruinCount), run / ruinCount + 1,
                           frames, unbreakable};
            if (trial.ruin == atPoint)
                continue;
            trial.material.youngModulus = k == 0 ? 1e5f : k == 1 ? 1e7f : 1e9f;
            Shape shape = runTrial(def, &trial);
            back += isBack(shape);
            stuck[trial.ruin] += !isBack(shape);
            blownUp += !(shape.edgeError < 10.0);
        }
        printf(" %d |", back);
        fflush(stdout);
    }
    printf(" %d |", blownUp);
    for (int ruin = 0; ruin < ruinCount; ruin++)
        if (stuck[ruin] > 0)
            printf(" %s %d", ruinTexts[ruin], stuck[ruin]);
    printf(" |\n");
}

static void compareSolvers(const gelWorldDef* like, int seeds, int frames, bool unbreakable)
{
    static const gelSolver solvers[] = {gel_xpbdSolver, gel_twoLevelSolver};
    gelWorldDef def = *like;
    printf(
        "| solver | mesh | 1e5 Pa | 1e7 Pa | 1e9 Pa | blown up | not back |\n|---|---|--:|--:|--:|--:|---|\n");
    for (int mesh = 0; mesh < stiffMeshCount; mesh++)
        for (int s = 0; s < 2; s++) {
            gelTetMesh tets;
            makeStiffMesh(mesh, &tets);
            def.solver = solvers[s];
            printf("| %s | %s |", gelSolverText(solvers[s]), stiffTexts[mesh]);
            printSolverRow(&def, &tets, seeds, frames, unbreakable);
            gelDestroyTetMesh(&tets);
        }
}

int main(int argumentCount, char** arguments)
{
    gelWorldDef def;
    bool isOfSolvers = argumentCount > 1 && strcmp(arguments[1], "solvers") == 0;
    int seeds = argumentCount > 2 ? atoi(arguments[2]) : isOfSolvers ? 3 : 20;
    double seconds = argumentCount > 3 ? atof(arguments[3]) : isOfSolvers ? 2.5 : 3.0;
    bool unbreakable = argumentCount > 4;
    Worst worst = {0};
    if (isOfSolvers) {
        chooseBackend("opencl", &def);
        compareSolvers(&def, seeds, (int)(60.0 * seconds + 0.5), unbreakable);
        return 0;
    }
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
