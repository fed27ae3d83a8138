// How far bodies of both models are from their moduli, under five loads, by mesh and by substeps: the tables of
// docs/figures.md and docs/materials.md. In double precision, so that rounding plays no part.
// usage: bench_models [YOUNG POISSON [CELLS [COLUMNS]]]      CELLS: 0, all; COLUMNS: of substeps, 0 to 5
#include "support/statics.h"

static const int substeps[] = {5, 10, 20, 40, 80};
static int substepCount = sizeof substeps / sizeof *substeps;

static void printRow(Load load, gelMaterialModel model, int cells, double young, double poisson)
{
    Specimen specimen = makeSpecimen(load, model, cells, young, poisson);
    double theory = theoryOf(&specimen);
    gelWorld* world = makeSpecimenWorld(&specimen);
    double still = solveStatics(&specimen, world);
    gelDestroyWorld(world);
    printf("| %-8s | %d | %-18s | %+6.1f |", loadTexts[load], cells,
           model == gel_neoHookean ? "neo-Hookean" : "edges and volumes", 100.0 * (theory / still - 1.0));
    for (int i = 0; i < substepCount; i++) {
        world = makeSpecimenWorld(&specimen);
        printf(" %6.3f |", settle(&specimen, world, substeps[i], smallLoads[load] / theory) / still);
        fflush(stdout);
        gelDestroyWorld(world);
    }
    printf("\n");
    destroySpecimen(&specimen);
}

int main(int argumentCount, char** arguments)
{
    double young = argumentCount > 1 ? atof(arguments[1]) : 2e6;
    double poisson = argumentCount > 2 ? atof(arguments[2]) : 0.4;
    substepCount = argumentCount > 4 ? atoi(arguments[4]) : substepCount;
    int only = argumentCount > 3 ? atoi(arguments[3]) : 0;
    printf("E = %g Pa, nu = %g. Stiffness of the mesh over theory, %%; ", young, poisson);
    printf("deflection over the mesh's own, by substeps a frame.\n\n");
    printf("| load | cells | model | mesh |");
    for (int i = 0; i < substepCount; i++)
        printf(" %d |", substeps[i]);
    printf("\n|---|---|---|--:|");
    for (int i = 0; i < substepCount; i++)
        printf("--:|");
    printf("\n");
    for (int load = 0; load < loadCount; load++)
        for (int cells = 2; cells <= 6; cells += 2)
            for (int model = 0; model < 2; model++)
                if (only == 0 || only == cells)
                    printRow((Load)load, (gelMaterialModel)model, cells, young, poisson);
    return 0;
}
