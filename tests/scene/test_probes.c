// Probes read what the world holds, formulas compute what they say, and expectations are judged as they should.
#include "base/formula.h"
#include "probe/series.h"
#include "support/lab.h"

#define BOX "\"shape\":{\"type\":\"box\",\"size\":[1,1,1],\"cells\":[1,1,1]}"

static bool knowTwo(const void* context, const char* name, size_t length, double* value)
{
    (void)context;
    *value = 2.0;
    return (length == 1 && *name == 'x') || (length == 6 && memcmp(name, "a[0].b", 6) == 0);
}

static void formulas_have_the_values_of_mathematics(void)
{
    static const struct {
        const char* text;
        double value;
    } formulas[] = {
        {"1", 1},
        {" 1.5e2 ", 150},
        {"1 + 2 * 3", 7},
        {"(1 + 2) * 3", 9},
        {"7 - 2 - 1", 4},
        {"8 / 2 / 2", 2},
        {"2^3^2", 512},
        {"-2^2", -4},
        {"2^-1", 0.5},
        {"2 * -x", -4},
        {"a[0].b / x", 1},
        {"sqrt(16) + abs(-1)", 5},
        {"sin(pi / 2) + cos(0) + tan(0)", 2},
        {"asin(1) / pi + acos(1) + atan(0)", 0.5},
        {"log(exp(3))", 3},
        {"x ^ 0.5", 1.4142135623730951},
    };
    for (size_t i = 0; i < sizeof formulas / sizeof formulas[0]; i++) {
        double value;
        CHECK_STATUS(gelEvaluateFormula(formulas[i].text, knowTwo, NULL, &value), gel_success);
        CHECK_CLOSE(value, formulas[i].value, 1e-12, formulas[i].text);
    }
}

static void a_bad_formula_is_refused_at_its_place(void)
{
    static const char* const formulas[][2] = {
        {"", "expected a number, a name or (, found the end at character 1 of \"\""},
        {"8 E I", "expected an operator, such as * to multiply, found \"E I\" at character 3"},
        {"8 * E", "expected a known name, found \"E\" at character 5 of \"8 * E\""},
        {"(1 + 2", "expected an operator or ), found the end at character 7"},
        {"1 +", "found the end at character 4"},
        {"2 ** 3", "expected a number, a name or (, found \"* 3\" at character 4"},
        {"sqrt 4", "expected ( after a function, found \"4\" at character 6"},
        {"1.2.3", "expected a number, found \"1.2.3\" at character 1"},
        {"1)", "found \")\" at character 2"},
        {"a[", "expected a known name, found \"a\" at character 1"},
        {"1 / 0", "expected a finite value, found inf"},
        {"sqrt(-1)", "expected a finite value, \"sqrt(-1)\" has none"},
        {"b.c * 2", "expected a known name, found \"b.c\" at character 1 of"},
        {"2 * time", "known name (time is one in curves only), found \"time\" at character 5"},
    };
    for (size_t i = 0; i < sizeof formulas / sizeof formulas[0]; i++) {
        double value;
        CHECK_STATUS(gelEvaluateFormula(formulas[i][0], knowTwo, NULL, &value), gel_formatError);
        CHECK_TEXT(gelLastError(), formulas[i][1]);
    }
    char deep[400], nested[400];
    memset(deep, '(', sizeof deep);
    memset(nested, '-', sizeof nested);
    deep[sizeof deep - 1] = nested[sizeof nested - 1] = '\0';
    double value;
    CHECK_STATUS(gelEvaluateFormula(deep, knowTwo, NULL, &value), gel_formatError);
    CHECK_TEXT(gelLastError(), "fewer than 50 levels");
    CHECK_STATUS(gelEvaluateFormula(nested, knowTwo, NULL, &value), gel_formatError);
    CHECK_TEXT(gelLastError(), "fewer than 50 levels");
}

// A swing that decays, sampled some ten times a period.
static void period_and_decay_are_found_between_frames(void)
{
    enum { count = 200 };
    static double times[count], values[count];
    const double period = 0.377, rate = 0.4, step = 1.0 / 30.0;
    for (int i = 0; i < count; i++) {
        times[i] = i * step;
        values[i] = 3.0 + exp(-rate * times[i]) * cos(2.0 * 3.14159265358979 * times[i] / period);
    }
    gelSeries series = {times, values, 1, count};
    double found;
    CHECK_STATUS(gelStatisticOfSeries(&series, gel_statisticPeriod, &(gelSpan){.end = 5.0}, &found),
                 gel_success);
    CHECK_CLOSE(found, period, 1e-3 * period, "linear between 11 frames a period, over 13 periods");
    gelSpan off = {.end = 5.0, .hasLevel = true, .level = 3.05};
    CHECK_STATUS(gelStatisticOfSeries(&series, gel_statisticPeriod, &off, &found), gel_success);
    CHECK_CLOSE(found, period, 3e-3 * period,
                "a level that is off shifts all crossings of one direction alike");
    CHECK_STATUS(gelStatisticOfSeries(&series, gel_statisticDecay, &(gelSpan){.end = 5.0}, &found),
                 gel_success);
    CHECK_CLOSE(found, rate, 0.02 * rate, "extremes by parabolas through frames a tenth of a period apart");
    CHECK_STATUS(
        gelStatisticOfSeries(&series, gel_statisticMean, &(gelSpan){.start = 4.0, .end = 6.0}, &found),
        gel_success);
    CHECK_CLOSE(found, 3.0, 0.02, "five periods, of which the rest is cut off");
    CHECK_STATUS(gelStatisticOfSeries(&series, gel_statisticMaximum, &(gelSpan){.end = 1.0}, &found),
                 gel_success);
    CHECK_CLOSE(found, 4.0, 0.0, "the start");
    CHECK_STATUS(gelStatisticOfSeries(&series, gel_statisticChange, &(gelSpan){.end = 1.0}, &found),
                 gel_success);
    CHECK_CLOSE(found, values[30] - values[0], 1e-12, "1 s is frame 30");
    CHECK_STATUS(gelStatisticOfSeries(&series, gel_statisticValue, &(gelSpan){.end = 1.5 * step}, &found),
                 gel_success);
    CHECK_CLOSE(found, 0.5 * (values[1] + values[2]), 1e-12, "in the middle between two frames");
    CHECK_STATUS(gelStatisticOfSeries(&series, gel_statisticPeriod, &(gelSpan){.end = 0.3}, &found),
                 gel_invalidArgument);
    CHECK_TEXT(gelLastError(), "a period needs 3");
    CHECK(isnan(found), "%g", found);
    CHECK_STATUS(gelStatisticOfSeries(&series, gel_statisticDecay, &(gelSpan){.end = 0.3}, &found),
                 gel_invalidArgument);
    CHECK_STATUS(gelStatisticOfSeries(&series, gel_statisticMean, &(gelSpan){.end = 7.0}, &found),
                 gel_invalidArgument);
    CHECK_TEXT(gelLastError(), "the frames end at");
}

#define MEASURES                                                                                               \
    "{\"ground\":{},\"bodies\":[{" BOX ",\"name\":\"low\",\"velocity\":[1,2,3]},"                              \
    "{" BOX ",\"position\":[3,2,0],\"scale\":0.5,\"repeat\":{\"count\":[2,1,1],\"spacing\":[2,0,0]}}],"        \
    "\"obstacles\":[{\"name\":\"wall\",\"shape\":{\"type\":\"box\",\"size\":[1,1,1]},\"position\":[0,9,0]}],"  \
    "\"probes\":["                                                                                             \
    "{\"name\":\"0\",\"measure\":\"position.x\",\"body\":2},"                                                  \
    "{\"name\":\"1\",\"measure\":\"velocity.length\",\"body\":\"low\"},"                                       \
    "{\"name\":\"2\",\"measure\":\"position.y\",\"obstacle\":\"wall\"},"                                       \
    "{\"name\":\"3\",\"measure\":\"volume\",\"body\":1},"                                                      \
    "{\"name\":\"4\",\"measure\":\"volume.relative\"},"                                                        \
    "{\"name\":\"5\",\"measure\":\"energy.kinetic\"},"                                                         \
    "{\"name\":\"6\",\"measure\":\"energy.gravity\",\"body\":1},"                                              \
    "{\"name\":\"7\",\"measure\":\"momentum.z\",\"body\":0},"                                                  \
    "{\"name\":\"8\",\"measure\":\"angularMomentum.x\"},"                                                      \
    "{\"name\":\"9\",\"measure\":\"strain.largest\",\"body\":0},"                                              \
    "{\"name\":\"10\",\"measure\":\"position.y\",\"body\":0,\"point\":[0.4,0.7,0.4]},"                         \
    "{\"name\":\"11\",\"measure\":\"position.x\",\"body\":0,\"box\":{\"lower\":[0,-1,-1],\"upper\":[1,1,1]}}," \
    "{\"name\":\"12\",\"measure\":\"position.y\",\"body\":0,\"below\":0},"                                     \
    "{\"name\":\"13\",\"measure\":\"position.z\",\"body\":0,\"vertices\":[0,1]},"                              \
    "{\"name\":\"14\",\"measure\":\"energy.total\"},"                                                          \
    "{\"name\":\"15\",\"measure\":\"energy.elastic\"}]}"

static void probes_read_the_start_of_a_scene(void)
{
    Lab lab = openReferenceLab(MEASURES);
    static const double expected[] = {
        5,    3.7416573867739413,        9, 0.125, 1, 7000, 125 * 9.81 * 2, 3000, 0, 0, 0.5, 0.5, -0.5,
        -0.5, 7000 + 2 * 125 * 9.81 * 2, 0};
    int count = sizeof expected / sizeof expected[0];
    CHECK_INT(gelScene_GetProbeCount(lab.scene), count);
    stepLab(&lab, 0);
    for (int i = 0; i < count; i++)
        CHECK_CLOSE(lastOf(&lab, i), expected[i], 2e-6 * fmax(1.0, expected[i]),
                    gelScene_GetProbe(lab.scene, i).measure);
    CHECK_TEXT(gelScene_GetProbe(lab.scene, 8).unit, "kg m^2/s");
    CHECK(gelScene_GetProbe(lab.scene, count).name[0] == '\0', "a probe beyond the last");
    closeLab(&lab);
}

static void the_measures_of_bodies_add_up_to_those_of_the_world(void)
{
    Lab lab = openReferenceLab(MEASURES);
    gelMeasures world, body, sum = {0};
    stepLab(&lab, 20);
    REQUIRE(gelWorld_Measure(lab.world, &world));
    for (int i = 0; i < 3; i++) {
        REQUIRE(gelBody_Measure(lab.world, gelWorld_GetBody(lab.world, i), &body));
        sum.kineticEnergy += body.kineticEnergy;
        sum.elasticEnergy += body.elasticEnergy;
        sum.gravityEnergy += body.gravityEnergy;
        sum.volume += body.volume;
        sum.mass += body.mass;
        for (int k = 0; k < 3; k++) {
            sum.momentum[k] += body.momentum[k];
            sum.angularMomentum[k] += body.angularMomentum[k];
        }
    }
    CHECK_CLOSE(world.mass, 1250.0, 1e-3, "densities in single precision");
    CHECK_CLOSE(sum.mass, world.mass, 1e-9 * world.mass, "another order of the sum");
    CHECK_CLOSE(sum.kineticEnergy, world.kineticEnergy, 1e-9 * world.kineticEnergy,
                "another order of the sum");
    CHECK_CLOSE(sum.gravityEnergy, world.gravityEnergy, 1e-9 * world.kineticEnergy,
                "another order of the sum");
    CHECK_CLOSE(sum.elasticEnergy, world.elasticEnergy, 1e-9 * world.elasticEnergy,
                "another order of the sum");
    CHECK(world.elasticEnergy > 0.0, "%g J: nothing is deformed", world.elasticEnergy);
    CHECK_CLOSE(sum.volume, world.volume, 1e-9, "another order of the sum");
    for (int k = 0; k < 3; k++) {
        CHECK_CLOSE(sum.momentum[k], world.momentum[k], 1e-6, "another order of the sum");
        CHECK_CLOSE(sum.angularMomentum[k], world.angularMomentum[k], 1e-5, "another order of the sum");
    }
    CHECK_STATUS(gelBody_Measure(lab.world, (gelBodyId){99, 0}, &body), gel_invalidHandle);
    closeLab(&lab);
}

static void a_falling_body_is_followed_with_equal_bits_everywhere(void)
{
    Backends backends = listBackends();
    double first[31] = {0};
    for (int b = 0; b < backends.count; b++) {
        Lab lab =
            openLab("{\"bodies\":[{" BOX "}],\"probes\":[{\"name\":\"fall\",\"measure\":\"displacement.y\","
                    "\"body\":0}]}",
                    &backends.defs[b]);
        stepLab(&lab, 30);
        CHECK_CLOSE(lastOf(&lab, 0), -0.5 * 9.81 * 0.5 * (0.5 + 1.0 / 600.0), 2e-3,
                    "symplectic Euler, rounded");
        for (int i = 0; i <= 30; i++) {
            double value = gelProbes_GetValue(lab.probes, 0, i);
            first[i] = b == 0 ? value : first[i];
            CHECK(value == first[i] || !gelWorld_IsExact(lab.world), "frame %d of %s: %.17g, not %.17g", i,
                  backends.names[b], value, first[i]);
        }
        gelProbes_Clear(lab.probes);
        CHECK_INT(gelProbes_GetFrameCount(lab.probes), 0);
        closeLab(&lab);
    }
}

static void probes_of_a_body_that_is_gone_are_not_a_number(void)
{
    Lab lab = openReferenceLab(MEASURES);
    gelVerdict verdict;
    stepLab(&lab, 0);
    REQUIRE(gelDestroyBody(lab.world, gelWorld_GetBody(lab.world, 0)));
    stepLab(&lab, 0);
    CHECK(isnan(lastOf(&lab, 1)) && isnan(lastOf(&lab, 7)) && isnan(lastOf(&lab, 12)), "a body that is gone");
    CHECK_CLOSE(lastOf(&lab, 0), 5.0, 1e-6, "another body");
    CHECK(isnan(gelProbes_GetValue(lab.probes, 0, 9)) && isnan(gelProbes_GetValue(lab.probes, 99, 0)),
          "no such value");
    CHECK_STATUS(gelProbes_Judge(lab.probes, 0, &verdict), gel_invalidArgument);
    closeLab(&lab);
}

#define LAW                                                                                                  \
    "{\"substeps\":10,\"ground\":{\"friction\":0.25},\"materials\":{\"soft\":{\"density\":500}},"            \
    "\"bodies\":[{" BOX ",\"material\":\"soft\",\"position\":[0,50,0]},{" BOX ",\"position\":[9,50,0]}],"    \
    "\"numbers\":{\"t\":0.5,\"h\":\"timeStep / substeps\",\"fallen\":\"gravity.y * t * (t + h) / 2\"},"      \
    "\"probes\":[{\"name\":\"fall\",\"measure\":\"displacement.y\",\"body\":0}],\"expectations\":["
#define BEFORE "{\"probe\":\"fall\",\"at\":\"t\",\"value\":\""
#define AFTER "\",\"tolerance\":\"1 %\",\"reason\":\"it\"}"
#define EXPECT(formula) BEFORE formula AFTER

static void formulas_name_numbers_settings_and_what_the_file_says(void)
{
    static const struct {
        const char* formula;
        double value;
    } names[] = {
        {"t", 0.5},
        {"gravity.y", -9.81},
        {"gravity[1]", -9.81},
        {"substeps", 10},
        {"ground.friction", 0.25},
        {"dragCoefficient + 1", 1},
        {"bodies[0].shape.size[0]", 1},
        {"bodies[0].shape.size.y", 1},
        {"bodies[0].position.y", 50},
        {"bodies[0].position[1]", 50},
        {"bodies[0].velocity.x + 1", 1},
        {"bodies[0].scale", 1},
        {"bodies[0].material.density", 500},
        {"bodies[1].material.density", 1000},
        {"materials.soft.youngModulus", 1e5},
        {"materials.soft.density", 500},
        {"probes[0].body + 1", 1},
    };
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        char text[2000];
        gelVerdict verdict;
        snprintf(text, sizeof text, "%s%s%s%s", LAW, BEFORE, names[i].formula, AFTER "]}");
        Lab lab = openReferenceLab(text);
        REQUIRE(gelProbes_Judge(lab.probes, 0, &verdict));
        CHECK_CLOSE(verdict.expected, names[i].value, 1e-6 * fabs(names[i].value), names[i].formula);
        closeLab(&lab);
    }
}

static void an_expectation_is_met_missed_or_open(void)
{
    Lab lab = openReferenceLab(LAW EXPECT("fallen") "," EXPECT(
        "2 * fallen") ","
                      "{\"probe\":\"fall\",\"to\":3,\"take\":\"minimum\",\"value\":0,\"tolerance\":\"99 m\","
                      "\"reason\":\"later\"},{\"probe\":\"fall\",\"to\":0.5,\"take\":\"period\",\"value\":1,"
                      "\"tolerance\":1,\"reason\":\"it does not swing\"}]}");
    gelVerdict met, missed, open, none;
    CHECK_INT(gelScene_GetExpectationCount(lab.scene), 4);
    CHECK_INT(gelScene_GetExpectedFrames(lab.scene), 180);
    CHECK_TEXT(gelScene_GetExpectation(lab.scene, 0).reason, "it");
    CHECK_TEXT(gelScene_GetExpectation(lab.scene, 3).unit, "s");
    stepLab(&lab, 30);
    REQUIRE(gelProbes_Judge(lab.probes, 0, &met));
    REQUIRE(gelProbes_Judge(lab.probes, 1, &missed));
    REQUIRE(gelProbes_Judge(lab.probes, 2, &open));
    REQUIRE(gelProbes_Judge(lab.probes, 3, &none));
    CHECK(met.isMet && met.isReached && met.isRelative, "off by %g of %g", met.error, met.expected);
    CHECK_CLOSE(met.tolerance, 0.01 * fabs(met.expected), 1e-12, "1 %");
    CHECK(!missed.isMet && missed.isReached, "off by %g of %g", missed.error, missed.expected);
    CHECK(!open.isMet && !open.isReached && isnan(open.measured), "3 s were not reached");
    CHECK_TEXT(open.problem, "the frames end at 0.5 s, before 3 s");
    CHECK(!none.isMet && none.isReached && isnan(none.measured), "a fall has no period");
    CHECK_TEXT(none.problem, "a period needs 3");
    closeLab(&lab);
}

// Whose single-precision value is above or below what was meant: one second is always the last frame.
static void time_steps_that_are_rounded_reach_the_time_they_should(void)
{
    static const int rates[] = {60, 30, 24, 25, 50, 100, 240, 1000, 3};
    for (size_t i = 0; i < sizeof rates / sizeof rates[0]; i++) {
        char text[600];
        gelVerdict verdict;
        snprintf(
            text, sizeof text,
            "{\"timeStep\":%.17g,\"bodies\":[{%s}],\"probes\":[{\"name\":\"V\",\"measure\":\"volume\"}],"
            "\"expectations\":[{\"probe\":\"V\",\"at\":1,\"value\":1,\"tolerance\":1,\"reason\":\"none\"}]}",
            1.0 / rates[i], BOX);
        Lab lab = openReferenceLab(text);
        CHECK_INT(gelScene_GetExpectedFrames(lab.scene), rates[i]);
        stepLab(&lab, gelScene_GetExpectedFrames(lab.scene));
        REQUIRE(gelProbes_Judge(lab.probes, 0, &verdict));
        CHECK(verdict.isReached, "%d frames do not reach a second", rates[i]);
        closeLab(&lab);
    }
}

static void a_curve_is_a_formula_of_time(void)
{
    Lab lab = openReferenceLab(
        "{\"bodies\":[{" BOX "}],\"numbers\":{\"a\":2},\"probes\":[{\"name\":\"V\",\"measure\":"
        "\"volume\",\"curve\":\"a / time\"},{\"name\":\"y\",\"measure\":\"position.y\",\"body\":0,"
        "\"point\":[1,1,1]}]}");
    double value;
    gelVec3 place;
    CHECK(gelProbes_GetCurve(lab.probes, 0, 4.0, &value), "no curve");
    CHECK_CLOSE(value, 0.5, 0.0, "a / time");
    CHECK(gelProbes_GetCurve(lab.probes, 0, 0.0, &value) && isnan(value), "%g", value);
    CHECK(!gelProbes_GetCurve(lab.probes, 1, 4.0, &value) && isnan(value), "a curve that was not given");
    CHECK(!gelProbes_GetPlace(lab.probes, 1, &place), "a place before the first frame");
    stepLab(&lab, 1);
    CHECK(!gelProbes_GetPlace(lab.probes, 0, &place), "volume has a place");
    CHECK(gelProbes_GetPlace(lab.probes, 1, &place), "no place");
    CHECK_CLOSE((double)place.y, lastOf(&lab, 1), 1e-7, "of the same vertex");
    closeLab(&lab);
}

static void expectations_follow_the_settings_of_the_world(void)
{
    gelWorldDef def = gelDefaultWorldDef();
    writeText(LAB_PATH, LAW EXPECT("gravity.y * substeps") "]}");
    Lab lab = {NULL, NULL, NULL};
    gelVerdict verdict;
    REQUIRE(gelLoadScene(LAB_PATH, &lab.scene));
    def = gelScene_GetWorldDef(lab.scene);
    def.backend = gel_referenceFloat;
    def.substepCount = 7;
    def.gravity.y = -2.0f;
    REQUIRE(gelCreateWorld(&def, &lab.world));
    REQUIRE(gelScene_CreateBodies(lab.scene, lab.world));
    REQUIRE(gelCreateProbes(lab.scene, lab.world, &lab.probes));
    REQUIRE(gelProbes_Judge(lab.probes, 0, &verdict));
    CHECK_CLOSE(verdict.expected, -14.0, 0.0, "two by seven");
    closeLab(&lab);
}

// An octahedron of half axes 0.1, 0.2 and 0.15 m, coarsely filled: its tets reach far beyond it.
static void a_filled_surface_has_the_volume_of_what_is_seen(void)
{
    const double rest = 4.0 / 3.0 * 0.1 * 0.2 * 0.15;
    static const int tets[] = {100, 400, 3000};
    writeText(GEL_SCRATCH "/probes_octahedron.obj",
              "v 0.1 0 0\nv -0.1 0 0\nv 0 0.2 0\nv 0 -0.2 0\nv 0 0 0.15\nv 0 0 -0.15\n"
              "f 1 3 5\nf 3 2 5\nf 2 4 5\nf 4 1 5\nf 3 1 6\nf 2 3 6\nf 4 2 6\nf 1 4 6\n");
    for (int i = 0; i < 6; i++) {
        char text[600];
        double scale = i % 2 == 0 ? 1.0 : 2.5, volume = rest * pow(scale, 3.0), now;
        snprintf(text, sizeof text,
                 "{\"bodies\":[{\"mesh\":\"probes_octahedron.obj\",\"meshing\":{\"tets\":%d},\"scale\":%g,"
                 "\"position\":[1000,2000,-500]}],\"probes\":[{\"name\":\"V\",\"measure\":\"volume\","
                 "\"body\":0},{\"name\":\"r\",\"measure\":\"volume.relative\"},{\"name\":\"y\","
                 "\"measure\":\"position.y\",\"body\":0}]}",
                 tets[i / 2], scale);
        Lab lab = openReferenceLab(text);
        gelBodyId id = gelWorld_GetBody(lab.world, 0);
        int count = gelBody_GetMesh(lab.world, id)->vertexCount;
        float* xyz = malloc(3 * (size_t)count * sizeof *xyz);
        REQUIRE(gelBody_GetRestVolume(lab.world, id, &now));
        CHECK_CLOSE(now, volume, 1e-6 * volume, "single precision of the surface, at rest");
        stepLab(&lab, 0);
        CHECK_CLOSE(lastOf(&lab, 0), volume, 1e-2 * volume, "single precision of places 2 km away");
        CHECK_CLOSE(lastOf(&lab, 2), 2000.0, 0.02 * scale, "a twentieth of its height");
        REQUIRE(gelBody_ReadPositions(lab.world, id, xyz, count));
        for (int v = 0; v < count; v++) {
            xyz[3 * v] = 1.5f * (xyz[3 * v] - 1000.0f);
            xyz[3 * v + 1] -= 2000.0f;
            xyz[3 * v + 2] += 500.0f;
        }
        REQUIRE(gelBody_WritePositions(lab.world, id, xyz, count));
        REQUIRE(gelProbes_AddFrame(lab.probes, lab.world, 1.0));
        CHECK_CLOSE(lastOf(&lab, 1), 1.5, 1e-2, "stretched by a half");
        free(xyz);
        closeLab(&lab);
    }
}

TESTS(TEST(formulas_have_the_values_of_mathematics), TEST(a_bad_formula_is_refused_at_its_place),
      TEST(period_and_decay_are_found_between_frames), TEST(probes_read_the_start_of_a_scene),
      TEST(the_measures_of_bodies_add_up_to_those_of_the_world),
      TEST(a_falling_body_is_followed_with_equal_bits_everywhere),
      TEST(probes_of_a_body_that_is_gone_are_not_a_number),
      TEST(formulas_name_numbers_settings_and_what_the_file_says), TEST(an_expectation_is_met_missed_or_open),
      TEST(expectations_follow_the_settings_of_the_world),
      TEST(time_steps_that_are_rounded_reach_the_time_they_should), TEST(a_curve_is_a_formula_of_time),
      TEST(a_filled_surface_has_the_volume_of_what_is_seen))
