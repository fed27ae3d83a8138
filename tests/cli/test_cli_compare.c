// gel compare reports equal bits, or the correct first place of a difference.
#define _XOPEN_SOURCE 700
#define TEST_SUBJECT "cli_compare"
#include "support/command.h"
#include "support/patched_kernels.h"

#include "gel/gel.h"
#include "world/world.h"

static char beam[1024];

static const char* scene(void)
{
    snprintf(beam, sizeof beam, "%s", beamScene());
    return beam;
}

static void equal_worlds_are_called_equal_with_their_hash(void)
{
    RUN_FOR(0, "compare", scene(), "--b", "reference", "--frames", "10");
    CHECK_TEXT(result.out, "equal: 10 frames, 60 vertices, hash ");
    RUN_FOR(0, "compare", scene(), "--b", "reference", "--frames", "10", "--json");
    cJSON* object = parseOutput();
    CHECK_INT(numberAt(object, "equal"), true);
    CHECK(cJSON_IsNull(cJSON_GetObjectItem(object, "divergence")), "a divergence of equals");
    CHECK_INT(cJSON_GetArraySize(cJSON_GetObjectItem(object, "differences")), 10);
    cJSON_Delete(object);
}

static void the_device_equals_the_reference(void)
{
    if (!hasDevice())
        SKIP("no OpenCL device (pocl-opencl-icd)");
    RUN_FOR(0, "compare", scene());
    CHECK_TEXT(result.out, "equal: 60 frames, 60 vertices, hash ");
    RUN_FOR(0, "compare", scene(), "--a", "opencl", "--b", "reference", "--lanes", "1");
}

// A squashed beam in the air, where no ground makes vertices forget a fault of one bit.
static const char* airScene(void)
{
    static char path[1024];
    snprintf(path, sizeof path, "%s", scratchPath("air.json"));
    writeText(path, "{\"substeps\": 4, \"ground\": {}, \"bodies\": [{\"shape\": {\"type\": \"beam\", "
                    "\"size\": [1, 0.2, 0.2],"
                    " \"cells\": [5, 2, 1]}, \"position\": [0, 2, 0], \"squash\": {\"height\": 0.5}}]}");
    return path;
}

// Writes a scene of the beam in its rest shape. It falls freely, so its speed shows the substep, of
// 1/240 s.
static const char* fallingScene(void)
{
    static char path[1024];
    snprintf(path, sizeof path, "%s", scratchPath("falling.json"));
    writeText(path, "{\"substeps\": 4, \"ground\": {}, \"bodies\": [{\"shape\": {\"type\": \"beam\", "
                    "\"size\": [1, 0.2, 0.2],"
                    " \"cells\": [5, 2, 1]}, \"position\": [0, 2, 0]}]}");
    return path;
}

// Compares the reference with a device whose kernels are patched. They are built quickly, as all of this test.
#define COMPARE_WRONG(file, from, to, ...)                                                                   \
    do {                                                                                                     \
        patchKernels(file, from, to);                                                                        \
        setenv("GEL_KERNEL_OPTIONS", "-cl-opt-disable", 1);                                                  \
        setenv("GEL_SELF_TEST", "off", 1);                                                                   \
        RUN("compare", __VA_ARGS__, "--lanes", "1", "--allow-inexact");                                      \
        unsetenv("GEL_KERNEL_DIR");                                                                          \
        unsetenv("GEL_SELF_TEST");                                                                           \
    } while (0)
#define DEVICE "--b", "opencl:0"

// A stage that errs from a substep of the falling scene on (1-based, through all frames): the text has a place for the speed.
typedef struct WrongStage {
    const char *stage, *file, *from, *to;
    int substep;
    double ulps; // 0: many
} WrongStage;

static const WrongStage wrongStages[] = {
    {"integrate", "physics/integrate.h", "velocity->z = inverse_mass",
     "velocity->y = velocity->y < %gf ? velocity->y * 0.99999994f : velocity->y; velocity->z = inverse_mass",
     10, 1.0},
    {"ground", "physics/ground.h", "*predicted = vec3_add(",
     "x.z = velocity.y < %gf ? x.z + 0.5f : x.z; *predicted = vec3_add(", 8, 0.0},
    {"velocity", "physics/velocity.h", "slowed.z = inverse_mass",
     "slowed.y = velocity.y < %gf ? slowed.y * 0.99999994f : slowed.y; slowed.z = inverse_mass", 2, 1.0},
};

static const char* patchOf(const WrongStage* wrong, int substep)
{
    static char text[256];
    snprintf(text, sizeof text, "%s", wrong->to);
    char* place = strstr(text, "%g");
    snprintf(place, sizeof text - (size_t)(place - text), "%.5f%s", -9.81 / 240.0 * (substep - 0.5),
             strstr(wrong->to, "%g") + 2);
    return text;
}

static void a_stage_that_errs_is_found_in_its_frame_and_substep(void)
{
    if (!hasDevice())
        SKIP("no OpenCL device (pocl-opencl-icd)");
    for (size_t i = 0; i < sizeof wrongStages / sizeof *wrongStages; i++) {
        const WrongStage* wrong = &wrongStages[i];
        int frame = 1 + (wrong->substep - 1) / 4;
        COMPARE_WRONG(wrong->file, wrong->from, patchOf(wrong, wrong->substep), fallingScene(), DEVICE,
                      "--frames", "4", "--json");
        CHECK_INT(result.code, 1);
        cJSON* object = parseOutput();
        const cJSON* divergence = cJSON_GetObjectItem(object, "divergence");
        CHECK_INT(numberAt(object, "equal"), false);
        CHECK_INT(numberAt(divergence, "frame"), frame);
        CHECK_INT(numberAt(divergence, "substep"), (wrong->substep - 1) % 4);
        CHECK_TEXT(textAt(divergence, "stage"), wrong->stage);
        CHECK_INT(numberAt(divergence, "colour"), -1);
        CHECK_INT(numberAt(divergence, "constraint"), -1);
        CHECK(wrong->ulps == 0.0 || numberAt(divergence, "ulps") == wrong->ulps, "%s: %g units", wrong->stage,
              numberAt(divergence, "ulps"));
        CHECK(strcmp(textAt(divergence, "a_bits"), textAt(divergence, "b_bits")) != 0,
              "equal bits that differ");
        const cJSON* rows = cJSON_GetObjectItem(object, "differences");
        for (int f = 0; f < 4; f++)
            CHECK(numberAt(cJSON_GetArrayItem(rows, f), "equal") == (f + 1 < frame), "%s: frame %d",
                  wrong->stage, f + 1);
        cJSON_Delete(object);
    }
}

// Edges of a scene of boxes at rest, in the order in which they are solved; with the places of their ends.
typedef struct Edge {
    gelConstraint constraint;
    float ends[2][3];
} Edge;

// The first edge from a colour on.
static Edge edgeOf(const char* path, int tileSize, int colour)
{
    static gelConstraint constraints[1000];
    gelScene* scene;
    gelWorld* world;
    gelCounters counters;
    Edge edge = {.constraint.colour = -1};
    CHECK_INT(gelLoadScene(path, &scene), gel_success);
    gelWorldDef def = gelScene_GetWorldDef(scene);
    def.tileSize = tileSize;
    CHECK_INT(gelCreateWorld(&def, &world), gel_success);
    CHECK_INT(gelScene_CreateBodies(scene, world), gel_success);
    CHECK_INT(gelWorld_GetCounters(world, &counters), gel_success);
    CHECK_INT(gelWorld_GetConstraints(world, gel_distanceConstraint, constraints, 1000), gel_success);
    for (int i = 0; i < counters.constraintCounts[gel_distanceConstraint] && edge.constraint.colour < 0; i++)
        if (constraints[i].colour >= colour)
            edge.constraint = constraints[i];
    for (int end = 0; end < 2; end++)
        for (int k = 0; k < 3; k++)
            edge.ends[end][k] = (float)world->vertices[edge.constraint.vertices[end]].position[k];
    gelDestroyWorld(world);
    gelDestroyScene(scene);
    return edge;
}

// Lets this edge alone err, while the scene has hardly moved.
static const char* wrongEdge(const Edge* edge)
{
    static char text[1024];
    int length = snprintf(text, sizeof text, "rest_length = rest_length");
    for (int end = 0; end < 2; end++)
        for (int k = 0; k < 3; k++)
            length += snprintf(text + length, sizeof text - (size_t)length,
                               " + (fabs(x[%d].%c - %.5ff) < 0.02f ? 0.002f : 0.0f)", end, "xyz"[k],
                               (double)edge -> ends[end][k]);
    snprintf(text + length, sizeof text - (size_t)length,
             "; rest_length = rest_length > values[0] + 0.011f ? rest_length : values[0]; real divisor =");
    return text;
}

static void an_edge_that_errs_is_found_in_its_colour(void)
{
    if (!hasDevice())
        SKIP("no OpenCL device (pocl-opencl-icd)");
    for (int colour = 0; colour < 8; colour += 7) {
        Edge edge = edgeOf(fallingScene(), gelDefaultWorldDef().tileSize, colour);
        COMPARE_WRONG("physics/distance.h", "real divisor =", wrongEdge(&edge), fallingScene(), DEVICE,
                      "--frames", "2", "--json");
        CHECK_INT(result.code, 1);
        cJSON* object = parseOutput();
        const cJSON* divergence = cJSON_GetObjectItem(object, "divergence");
        CHECK_INT(numberAt(divergence, "frame"), 1);
        CHECK_INT(numberAt(divergence, "substep"), 0);
        CHECK_TEXT(textAt(divergence, "stage"), "distance");
        CHECK_INT(edge.constraint.colour, colour);
        CHECK_INT(numberAt(divergence, "colour"), colour);
        CHECK(numberAt(divergence, "constraint") >= 0.0, "constraint %g", numberAt(divergence, "constraint"));
        cJSON_Delete(object);
    }
}

static void the_report_of_a_difference_names_place_values_and_bits(void)
{
    if (!hasDevice())
        SKIP("no OpenCL device (pocl-opencl-icd)");
    const WrongStage* wrong = &wrongStages[0];
    COMPARE_WRONG(wrong->file, wrong->from, patchOf(wrong, 12), fallingScene(), DEVICE, "--frames", "8");
    CHECK_INT(result.code, 1);
    CHECK_TEXT(result.out, "not equal: 8 frames, 36 vertices, reference and opencl:0 part in frame 3");
    CHECK_TEXT(result.out, "stage           integrate");
    CHECK_TEXT(result.out, "substep         3"); // the last one
    CHECK_TEXT(result.out, "y of the velocity");
    CHECK_TEXT(result.out, "0x");
    CHECK_TEXT(result.out, "1 unit in the last place");
    CHECK_TEXT(result.out, "largest (m)");
    Edge edge = edgeOf(fallingScene(), gelDefaultWorldDef().tileSize, 0);
    COMPARE_WRONG("physics/distance.h", "real divisor =", wrongEdge(&edge), fallingScene(), "--a",
                  "substeps=7", "--b", "opencl:0,substeps=7", "--frames", "2");
    CHECK_INT(result.code, 1);
    CHECK_TEXT(result.out, "stage           distance");
    CHECK_TEXT(result.out, "constraint      edge ");
    CHECK_TEXT(result.out, "of the position");
    CHECK_TEXT(result.out, "units in the last place");
}

static void the_order_of_the_mesh_is_told(void)
{
    RUN_FOR(0, "compare", scene(), "--b", "reference", "--frames", "2", "--order", "mesh");
    CHECK_TEXT(result.out, "order           of the mesh");
}

static void the_table_of_a_difference_has_a_row_a_frame(void)
{
    if (!hasDevice())
        SKIP("no OpenCL device (pocl-opencl-icd)");
    static char text[1 << 16];
    char path[1024];
    snprintf(path, sizeof path, "%s", scratchPath("table.csv"));
    remove(path);
    COMPARE_WRONG(wrongStages[0].file, wrongStages[0].from, patchOf(&wrongStages[0], 26), fallingScene(),
                  DEVICE, "--frames", "20", "--csv", path);
    CHECK_INT(result.code, 1);
    readText(path, text, sizeof text);
    CHECK(strncmp(text, "frame,max_difference_m,rms_difference_m,relative,equal\n", 55) == 0, "%.60s", text);
    CHECK_TEXT(text, "\n1,0,0,0,1\n");
    CHECK_TEXT(text, "\n6,0,0,0,1\n");
    CHECK(strstr(text, "\n7,0,0,0,1\n") == NULL, "frame 7 is equal");
    int lines = 0;
    for (const char* c = text; *c != '\0'; c++)
        lines += *c == '\n';
    CHECK_INT(lines, 21);
    CHECK_TEXT(result.out, "table.csv");
}

static void a_table_that_cannot_be_written_leaves_nothing(void)
{
    RUN_FOR(4, "compare", scene(), "--b", "reference", "--csv", GEL_SCRATCH "/no folder/x.csv");
    RUN_FOR(4, "compare", scene(), "--b", "reference", "--csv", GEL_SCRATCH);
    RUN_FOR(4, "compare", scene(), "--b", "reference", "--csv", "/dev/null");
    RUN_FOR(2, "compare", scene(), "--b", "reference", "--csv=");
    CHECK(system("ls " GEL_SCRATCH " | grep -q 'cli_compare-.*part$'") != 0, "a partial file is left");
}

static void double_precision_is_measured_not_judged(void)
{
    RUN_FOR(0, "compare", scene(), "--b", "double", "--frames", "30");
    CHECK_TEXT(result.out, "apart: 30 frames");
    CHECK_TEXT(result.out, "largest / body size");
    RUN_FOR(0, "compare", scene(), "--b", "double", "--frames", "30", "--json");
    cJSON* object = parseOutput();
    CHECK_INT(numberAt(object, "equal"), false);
    CHECK_INT(numberAt(object, "equal_expected"), false);
    const cJSON* last = cJSON_GetArrayItem(cJSON_GetObjectItem(object, "differences"), 29);
    CHECK(numberAt(last, "relative") > 0.0 && numberAt(last, "relative") < 0.1, "relative difference %g",
          numberAt(last, "relative"));
    CHECK(numberAt(last, "max_difference_m") >= numberAt(last, "rms_difference_m"),
          "the largest is below the mean");
    cJSON_Delete(object);
    RUN_FOR(0, "compare", scene(), "--a", "double", "--b", "double", "--frames", "10");
    CHECK_TEXT(result.out, "equal: 10 frames");
}

// In a lecture one edits a kernel to see what it changes. Here volumes are pressed to 1.001 of
// their size.
static void an_edited_kernel_is_caught_at_its_first_constraint(void)
{
    if (!hasDevice())
        SKIP("no OpenCL device (pocl-opencl-icd)");
    patchKernels("physics/volume.h", "6.0f * rest_volume", "6.006f * rest_volume");
    RUN("compare", scene(), "--b", "opencl:0", "--allow-inexact", "--frames", "3", "--json");
    unsetenv("GEL_KERNEL_DIR");
    CHECK_INT(result.code, 1);
    cJSON* object = parseOutput();
    const cJSON* divergence = cJSON_GetObjectItem(object, "divergence");
    CHECK_INT(numberAt(divergence, "frame"), 1);
    CHECK_INT(numberAt(divergence, "substep"), 0);
    CHECK_TEXT(textAt(divergence, "stage"), "volume");
    CHECK_INT(numberAt(divergence, "colour"), 0);
    CHECK(numberAt(divergence, "constraint") >= 0.0, "no constraint");
    cJSON_Delete(object);
}

static void a_body_is_numbered_among_those_that_are_there(void)
{
    char path[1024];
    snprintf(path, sizeof path, "%s", scratchPath("one_removed.json"));
    writeText(path, "{\"substeps\": 4, \"bodies\": [{\"shape\": {\"type\": \"beam\", \"size\": [1, 1, 1], "
                    "\"cells\": [1, 1, 1]}, \"repeat\": {\"count\": [2, 1, 1], \"spacing\": [3, 1, 1]}}], "
                    "\"input\": [{\"frame\": 1, \"remove\": {\"body\": 0}}]}");
    if (!hasDevice())
        SKIP("no OpenCL device (pocl-opencl-icd)");
    COMPARE_WRONG(wrongStages[0].file, wrongStages[0].from, patchOf(&wrongStages[0], 10), path, DEVICE,
                  "--frames", "3", "--json");
    cJSON* object = parseOutput();
    CHECK_INT(numberAt(object, "divergence/body"), 1);
    cJSON_Delete(object);
}

// A colour is counted through all phases, of which there is more than one only with small tiles.
static void a_divergence_names_its_phase_where_there_are_several(void)
{
    const char* const tiles[] = {"2048", "16"};
    if (!hasDevice())
        SKIP("no OpenCL device (pocl-opencl-icd)");
    for (int i = 0; i < 2; i++) {
        Edge edge = edgeOf(scene(), i == 0 ? 2048 : 16, 12);
        COMPARE_WRONG("physics/distance.h", "real divisor =", wrongEdge(&edge), scene(), DEVICE, "--frames",
                      "1", "--json", "--tile-size", tiles[i]);
        cJSON* object = parseOutput();
        const cJSON* phase = cJSON_GetObjectItem(cJSON_GetObjectItem(object, "divergence"), "phase");
        if (i == 0)
            CHECK(phase == NULL, "a phase of one");
        else
            CHECK_INT(numberAt(object, "divergence/phase"), 1);
        cJSON_Delete(object);
    }
}

static void setups_that_compute_different_things_are_measured_not_judged(void)
{
    RUN_FOR(0, "compare", airScene(), "--a", "order=colour,substeps=4", "--b", "order=mesh,substeps=12",
            "--frames", "10");
    CHECK_TEXT(result.out, "apart: 10 frames, 36 vertices, different settings");
    CHECK_TEXT(result.out, "as asked: order=colour,substeps=4");
    CHECK_TEXT(result.out, "12 substeps, order: mesh");
    CHECK_TEXT(result.out, "most apart");
    CHECK_TEXT(result.out, "ms a frame at least");
    CHECK(strstr(result.out, "constraint ") == NULL, "a first constraint of different settings: %s",
          result.out);
    RUN_FOR(0, "compare", airScene(), "--a", "substeps=4", "--b", "order=jacobi,substeps=12", "--frames",
            "10", "--json");
    cJSON* object = parseOutput();
    CHECK_TEXT(textAt(object, "verdict"), "apart");
    CHECK_INT(numberAt(object, "equal_expected"), false);
    CHECK(cJSON_IsNull(cJSON_GetObjectItem(object, "divergence")), "a divergence of different settings");
    CHECK_INT(numberAt(object, "a/substeps"), 4);
    CHECK_INT(numberAt(object, "b/substeps"), 12);
    CHECK_TEXT(textAt(cJSON_GetObjectItem(object, "b"), "order"), "jacobi");
    cJSON_Delete(object);
}

static void setups_that_compute_the_same_are_compared_bit_by_bit(void)
{
    RUN_FOR(0, "compare", airScene(), "--a", "reference,substeps=7,order=mesh", "--b",
            "gravity=0,-9.81,0,order=mesh,substeps=7", "--frames", "5");
    CHECK_TEXT(result.out, "equal: 5 frames, 36 vertices, hash ");
    RUN_FOR(0, "compare", airScene(), "--a", "substeps=7", "--b", "reference", "--substeps", "7", "--frames",
            "5");
    CHECK_TEXT(result.out, "equal: ");
    if (!hasDevice())
        SKIP("no OpenCL device (pocl-opencl-icd)");
    RUN_FOR(0, "compare", airScene(), "--a", "opencl:0,lanes=1,strategy=perColour", "--b",
            "backend=reference", "--frames", "5");
    CHECK_TEXT(result.out, "equal: ");
    CHECK_TEXT(result.out, "1 lane;");
}

// In free fall a vertex is g h t / 2 lower with one substep than with many: 0.03 m after 20 frames.
static void a_tolerance_judges_setups_in_metres_or_shares(void)
{
    const char* const limits[] = {"0.2", "20%", "0.001", "0.05%"};
    for (int i = 0; i < 4; i++) {
        RUN_FOR(i < 2 ? 0 : 1, "compare", airScene(), "--a", "substeps=4", "--b", "substeps=50", "--frames",
                "20", "--tolerance", limits[i]);
        CHECK(strncmp(result.out, i < 2 ? "within: " : "not within: ", i < 2 ? 8 : 12) == 0, "%s: %s",
              limits[i], result.out);
    }
    RUN_FOR(0, "compare", scene(), "--b", "double", "--frames", "10", "--tolerance", "1e-3");
    CHECK_TEXT(result.out, "within: 10 frames, 60 vertices, single and double precision");
    const char* const bad[] = {"x", "-1", "1 %", "nan", "1%%"};
    for (int i = 0; i < 5; i++) {
        RUN_FOR(2, "compare", airScene(), "--b", "reference", "--tolerance", bad[i]);
        CHECK_TEXT(result.error, "--tolerance");
    }
    if (!hasDevice())
        SKIP("no OpenCL device (pocl-opencl-icd)");
    COMPARE_WRONG(wrongStages[0].file, wrongStages[0].from, patchOf(&wrongStages[0], 10), fallingScene(),
                  DEVICE, "--frames", "3", "--tolerance", "1%");
    CHECK_INT(result.code, 0);
    CHECK_TEXT(result.out, "within: 3 frames");
}

static void the_cost_of_each_side_is_told(void)
{
    RUN_FOR(0, "compare", airScene(), "--a", "substeps=2", "--b", "substeps=200", "--frames", "9", "--json");
    cJSON* object = parseOutput();
    double min = numberAt(object, "a/min_ms"), median = numberAt(object, "a/median_ms");
    CHECK(min > 0.0 && min <= median, "least %g ms, median %g ms", min, median);
    CHECK(numberAt(object, "b/min_ms") > 0.0, "no time taken");
    cJSON_Delete(object);
}

static void the_help_names_all_settings_of_a_setup(void)
{
    RUN_FOR(0, "compare", "--help");
    CHECK_TEXT(result.out, "settings are: backend,");
    CHECK_TEXT(result.out, "tearForce; default: reference");
}

static void a_setup_that_makes_no_sense_is_refused_with_what_was_expected(void)
{
    static const char* const bad[][2] = {
        {"speed=3", "no setting is called \"speed\""},
        {"substep=3", "did you mean substeps?"},
        {"qqqqqqqqqqqq=3", "dragCoefficient, contact, sleep,"},
        {"refrence", "\"refrence\" is not a back end"},
        {"reference,mesh", "expected NAME=VALUE, as in substeps=40, found \"mesh\""},
        {"reference,", "expected NAME=VALUE"},
        {"substeps=0", "substepCount: expected a whole number from 1 to 1000, found 0"},
        {"substeps=2.5", "expected a whole number, found \"2.5\""},
        {"substeps=1e300", "substeps: expected a whole number"},
        {"substeps=", "expected a whole number, found \"\""},
        {"substeps=4,substeps=4", "substeps is set twice"},
        {"order=blue", "expected one of colour, mesh"},
        {"sleep=maybe", "expected on or off, found \"maybe\""},
        {"gravity=3", "three numbers, as in 0,-9.81,0"},
        {"gravity=1,2,substeps=3", "three numbers"},
        {"dragCoefficient=nan", "expected a number"},
        {"strategy=perColour", "strategy applies to devices only"},
        {"opencl,lanes=17", "lanes: expected a whole number from 0 to 16, found 17"},
    };
    for (int i = 0; i < (int)(sizeof bad / sizeof bad[0]); i++) {
        RUN_FOR(2, "compare", scene(), "--b", bad[i][0]);
        CHECK_TEXT(result.error, bad[i][1]);
    }
}

static const char* namedScene(void)
{
    static char path[1024];
    snprintf(path, sizeof path, "%s", scratchPath("named.json"));
    writeText(
        path,
        "{\"substeps\": 4, \"bodies\": [{\"name\": \"bear\", \"shape\": {\"type\": \"beam\", "
        "\"size\": [1, 1, 1], \"cells\": [2, 2, 2]}, \"squash\": {\"height\": 0}}, {\"shape\": {\"type\": "
        "\"beam\", \"size\": [1, 1, 1], \"cells\": [1, 1, 1]}, \"position\": [3, 0, 0], "
        "\"squash\": true}]}");
    return path;
}

static void checkVerdict(const char* a, const char* b, const char* verdict)
{
    RUN("compare", namedScene(), "--a", a, "--b", b, "--frames", "3");
    CHECK(strncmp(result.out, verdict, strlen(verdict)) == 0, "%s and %s: %s%s", a, b, result.out,
          result.error);
}

static void a_setup_may_have_other_materials_for_all_bodies_or_for_one(void)
{
    checkVerdict("reference", "youngModulus=1e6", "apart: 3 frames");
    checkVerdict("youngModulus=1e6", "material.youngModulus=1e6", "equal: 3 frames");
    checkVerdict("youngModulus=1e5,poissonRatio=0.4", "reference", "equal: 3 frames"); // the defaults
    checkVerdict("model=neoHookean", "reference", "apart: 3 frames");
    checkVerdict("bear.material.damping=3", "1.material.damping=3", "equal: 3 frames");
    checkVerdict("bear.material.damping=3", "2.material.damping=3", "apart: 3 frames");
    checkVerdict("bear.material.damping=3,2.material.damping=3", "damping=3", "equal: 3 frames");
    checkVerdict("edgeCompliance=1e-5,volumeCompliance=0", "edgeCompliance=1e-5", "equal: 3 frames");
    if (!hasDevice())
        SKIP("no OpenCL device (pocl-opencl-icd)");
    checkVerdict("opencl,lanes=1,model=neoHookean", "reference,model=neoHookean", "equal: 3 frames");
}

static void a_setup_may_have_another_precision(void)
{
    checkVerdict("precision=double", "double", "equal: 3 frames");
    checkVerdict("precision=single,substeps=4", "reference", "equal: 3 frames");
    checkVerdict("precision=double", "reference", "apart: 3 frames");
}

static void a_material_that_makes_no_sense_is_refused(void)
{
    static const char* const bad[][2] = {
        {"young=1e6", "no setting is called \"young\""},
        {"material.gravity=1", "no setting is called \"gravity\""},
        {"youngModulu=1e6", "did you mean youngModulus?"},
        {"youngModulus=-1", "youngModulus: expected a number > 0"},
        {"model=steel", "expected one of"},
        {"friction=0.3", "expected ground.friction or material.friction"},
        {"bear.material.damping=1,bear.material.damping=2", "damping is set twice"},
        {"youngModulus=1e5,edgeCompliance=0", "exclude each other"},
        {"bar.material.damping=1", "expected a body's name, or its number from 1 to 2, found \"bar\""},
        {"0.material.damping=1", "found \"0\""},
        {"3.material.damping=1", "found \"3\""},
        {"model=neoHookean,edgeCompliance=0", "exclude each other"},
        {"precision=half", "expected one of single, double"},
        {"opencl,precision=double", "has single precision"},
        {"double,precision=single", "has double precision"},
    };
    for (int i = 0; i < (int)(sizeof bad / sizeof bad[0]); i++) {
        RUN_FOR(2, "compare", namedScene(), "--a", "reference", "--b", bad[i][0]);
        CHECK_TEXT(result.error, bad[i][1]);
    }
}

static void a_material_holds_whatever_a_recording_alters(void)
{
    char path[1024];
    snprintf(path, sizeof path, "%s", scratchPath("altered.json"));
    writeText(
        path,
        "{\"substeps\": 4, \"bodies\": [{\"shape\": {\"type\": \"beam\", \"size\": [1, 1, 1], \"cells\": "
        "[1, 1, 1]}, \"squash\": true}], \"input\": [{\"frame\": 2, \"alter\": {\"body\": 0, \"material\": "
        "{\"youngModulus\": 2e4}}}]}");
    RUN_FOR(0, "compare", path, "--a", "youngModulus=3e6", "--b", "youngModulus=3e6,poissonRatio=0.4",
            "--frames", "2", "--json");
    cJSON* object = parseOutput();
    char held[32];
    snprintf(held, sizeof held, "%s", textAt(cJSON_GetObjectItem(object, "a"), "hash"));
    cJSON_Delete(object);
    RUN_FOR(0, "compare", path, "--a", "reference", "--b", "reference", "--frames", "2", "--json");
    object = parseOutput();
    CHECK(strcmp(held, textAt(cJSON_GetObjectItem(object, "a"), "hash")) != 0,
          "3e6 Pa give the bits of 2e4: %s", held);
    cJSON_Delete(object);
}

// The recording sets the substeps itself.
static void a_setup_holds_whatever_a_recording_sets(void)
{
    char path[1024], held[32];
    snprintf(path, sizeof path, "%s", scratchPath("recorded.json"));
    writeText(path, "{\"substeps\": 4, \"ground\": {}, \"bodies\": [{\"shape\": {\"type\": \"beam\", "
                    "\"size\": [1, 1, 1], \"cells\": [1, 1, 1]}, \"position\": [0, 2, 0]}], "
                    "\"input\": [{\"frame\": 1, \"set\": {\"substeps\": 3}}]}");
    RUN_FOR(0, "compare", path, "--a", "substeps=9", "--b", "substeps=9", "--frames", "4", "--json");
    cJSON* object = parseOutput();
    snprintf(held, sizeof held, "%s", textAt(cJSON_GetObjectItem(object, "a"), "hash"));
    cJSON_Delete(object);
    RUN_FOR(0, "compare", path, "--b", "reference", "--frames", "4", "--json");
    object = parseOutput();
    CHECK(strcmp(held, textAt(cJSON_GetObjectItem(object, "a"), "hash")) != 0,
          "nine substeps give the bits of three: %s", held);
    cJSON_Delete(object);
}

TESTS(TEST(a_body_is_numbered_among_those_that_are_there),
      TEST(a_divergence_names_its_phase_where_there_are_several),
      TEST(equal_worlds_are_called_equal_with_their_hash), TEST(the_device_equals_the_reference),
      TEST(a_stage_that_errs_is_found_in_its_frame_and_substep),
      TEST(an_edge_that_errs_is_found_in_its_colour),
      TEST(the_report_of_a_difference_names_place_values_and_bits), TEST(the_order_of_the_mesh_is_told),
      TEST(the_table_of_a_difference_has_a_row_a_frame), TEST(a_table_that_cannot_be_written_leaves_nothing),
      TEST(double_precision_is_measured_not_judged), TEST(an_edited_kernel_is_caught_at_its_first_constraint),
      TEST(setups_that_compute_different_things_are_measured_not_judged),
      TEST(setups_that_compute_the_same_are_compared_bit_by_bit),
      TEST(a_tolerance_judges_setups_in_metres_or_shares), TEST(the_cost_of_each_side_is_told),
      TEST(the_help_names_all_settings_of_a_setup),
      TEST(a_setup_that_makes_no_sense_is_refused_with_what_was_expected),
      TEST(a_setup_may_have_other_materials_for_all_bodies_or_for_one),
      TEST(a_setup_may_have_another_precision), TEST(a_material_that_makes_no_sense_is_refused),
      TEST(a_material_holds_whatever_a_recording_alters), TEST(a_setup_holds_whatever_a_recording_sets))
