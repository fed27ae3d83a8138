// Bodies of both models under small loads: the moduli of their meshes, and what steps make of them. The tables of
// docs/figures.md hold the rest; tests/bench/bench_models.c prints them.
#include "support/statics.h"

static const double young = 2e6, poisson = 0.4;

// Deflection of the mesh over theory.
static double yieldOf(Load load, gelMaterialModel model, int cells)
{
    Specimen specimen = makeSpecimen(load, model, cells, young, poisson);
    gelWorld* world = makeSpecimenWorld(&specimen);
    double yield = solveStatics(&specimen, world) / theoryOf(&specimen);
    gelDestroyWorld(world);
    destroySpecimen(&specimen);
    return yield;
}

// Deflection that steps settle at, over that of the mesh.
static double settledOf(Load load, gelMaterialModel model, int cells, int substeps)
{
    Specimen specimen = makeSpecimen(load, model, cells, young, poisson);
    gelWorld* world = makeSpecimenWorld(&specimen);
    double still = solveStatics(&specimen, world);
    double found = settle(&specimen, world, substeps, smallLoads[load] / theoryOf(&specimen)) / still;
    gelDestroyWorld(world);
    destroySpecimen(&specimen);
    return found;
}

static void uniform_stress_strains_neo_hookean_bodies_as_their_moduli_say(void)
{
    for (int cells = 2; cells <= 4; cells += 2) {
        CHECK_CLOSE(yieldOf(shear, gel_neoHookean, cells), 1.0, 1e-6, "rounding of a box's vertices");
        CHECK_CLOSE(yieldOf(pressure, gel_neoHookean, cells), 1.0, 1e-6, "rounding of a box's vertices");
        CHECK_CLOSE(yieldOf(stretch, gel_neoHookean, cells), 1.0, 0.005, "the clamped end");
    }
}

// Linear tets cannot bend: a fourth of the error is left with twice as many cells.
static void bending_and_twisting_are_too_stiff_by_as_much_as_documented(void)
{
    static const struct {
        Load load;
        int cells;
        double stiffer[2];
    } cases[] = {{bend, 2, {0.459, 0.605}},
                 {bend, 4, {0.164, 0.187}},
                 {twist, 2, {-0.180, 0.383}},
                 {twist, 4, {-0.238, 0.167}}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int model = 0; model < 2; model++)
            CHECK_CLOSE(1.0 / yieldOf(cases[i].load, (gelMaterialModel)model, cases[i].cells) - 1.0,
                        cases[i].stiffer[model], 0.001, "digits of the table");
}

static void steps_settle_at_the_statics_of_their_mesh(void)
{
    for (int load = 0; load < loadCount; load++)
        for (int model = 0; model < 2; model++)
            CHECK_CLOSE(settledOf((Load)load, (gelMaterialModel)model, 2, 40), 1.0, 0.005, "40 substeps");
}

TESTS(TEST(uniform_stress_strains_neo_hookean_bodies_as_their_moduli_say),
      TEST(bending_and_twisting_are_too_stiff_by_as_much_as_documented),
      TEST(steps_settle_at_the_statics_of_their_mesh))
