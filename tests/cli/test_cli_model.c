// gel bench --model, and gel run --explain --ranks: estimates of the time on a GPU and on a cluster; gel run --ranks.
#define _XOPEN_SOURCE 700
#define TEST_SUBJECT "cli_model"
#include "cli/bench_figures.h"
#include "mpi/module.h"

static const cJSON* modelOf(const cJSON* object, int scene, int strategy)
{
    return item(item(object, "scenes", scene), "strategies", strategy);
}

static void the_model_adds_up_and_grows_with_the_scene(void)
{
    static const char* const parts[] = {"launches", "bytes", "chains", "issue", "local", "barriers"};
    RUN_FOR(0, "bench", "--model", "nvidia-h100", "A", "D", "F", "--json");
    cJSON* object = parseOutput();
    CHECK_INT(numberAt(object, "measured"), 0);
    CHECK_INT(lengthOf(object, "scenes"), 3);
    for (int i = 0; i < 3; i++) {
        const cJSON* found = item(object, "scenes", i);
        CHECK_INT(lengthOf(found, "strategies"), 4);
        CHECK_TEXT(textAt(modelOf(object, i, 3), "key"), "twoLevel");
        for (int k = 0; k < 4; k++) {
            const cJSON* row = modelOf(object, i, k);
            if (cJSON_GetObjectItemCaseSensitive(row, "reason") != NULL) {
                CHECK(i > 0 && strcmp(textAt(row, "key"), "body") == 0, "%s: %s", textAt(row, "key"),
                      textAt(row, "reason"));
                continue;
            }
            double time = numberAt(row, "modelled_us_per_substep"), sum = 0.0;
            const cJSON* partList = cJSON_GetObjectItemCaseSensitive(row, "parts_us");
            for (int p = 0; p < 6; p++) {
                double part = numberAt(partList, parts[p]);
                bool isOfGroups = strcmp(parts[p], "local") == 0 || strcmp(parts[p], "barriers") == 0;
                CHECK(part > 0.0 || (k % 3 == 0 && isOfGroups), "%s takes %g us", parts[p], part);
                CHECK(part <= time, "%s takes %g us of %g", parts[p], part, time);
                sum += part;
            }
            CHECK(time <= sum, "%g us, the parts only %g", time, sum);
            checkClosely(numberAt(row, "modelled_ns_per_constraint"),
                         1e3 * time / (numberAt(found, "edges") + numberAt(found, "tets")), "ns");
        }
    }
    for (int k = 0; k < 4; k += k == 0 ? 2 : 1) // grid, tiles, two-level
        for (int i = 1; i < 3; i++) {
            const cJSON *small = modelOf(object, i - 1, k), *large = modelOf(object, i, k);
            CHECK(numberAt(large, "modelled_us_per_substep") > numberAt(small, "modelled_us_per_substep"),
                  "a larger scene takes less time");
            CHECK(numberAt(large, "modelled_ns_per_constraint") <
                      numberAt(small, "modelled_ns_per_constraint"),
                  "a larger scene costs more per constraint");
        }
    cJSON_Delete(object);
}

static double launchesOf(const char* strategy)
{
    RUN_FOR(0, "run", scene(), "--frames", "1", "--strategy", strategy, "--tile-size", "16", "--json");
    cJSON* object = parseOutput();
    double launches = numberAt(object, "launches_per_frame");
    cJSON_Delete(object);
    return launches;
}

// The library may let the last phases share a launch.
static void the_model_has_the_launches_of_a_run(void)
{
    RUN_FOR(0, "bench", "--model", "nvidia-a100", scene(), "--tile-size", "16", "--json");
    cJSON* object = parseOutput();
    double grid = numberAt(modelOf(object, 0, 0), "launches_per_frame"),
           tiles = numberAt(modelOf(object, 0, 2), "launches_per_frame");
    CHECK(numberAt(item(object, "scenes", 0), "phases") > 1, "no tiles to speak of");
    CHECK_INT(tiles, 4 * numberAt(item(object, "scenes", 0), "phases") + 1);
    CHECK_INT(numberAt(modelOf(object, 0, 1), "launches_per_frame"), 1);
    cJSON_Delete(object);
    if (!hasDevice())
        return;
    CHECK_INT(launchesOf("perColour"), grid);
    CHECK_INT(launchesOf("body"), 1);
    double found = launchesOf("tiles");
    CHECK(found <= tiles && found > 4, "%g launches, by the model %g", found, tiles);
}

static void the_model_says_that_it_is_one(void)
{
    RUN_FOR(0, "bench", "--model", "nvidia-h100", scene());
    joinLines(result.out);
    CHECK(strncmp(result.out, "A model of an NVIDIA H100", 25) == 0, "printed:\n%.80s", result.out);
    CHECK_TEXT(result.out, "not a measurement");
    CHECK_TEXT(result.out, "Ignored:");
    RUN_FOR(0, "bench", "--model", "nvidia-h100", "A", "B");
    checkColumns("model");
    RUN_FOR(2, "bench", "--model", "voodoo");
    CHECK_TEXT(result.error, "nvidia-a100, nvidia-h100");
    static const char* const others[] = {"--error", "--stages", "--viewer"};
    for (int i = 0; i < 3; i++) {
        RUN_FOR(2, "bench", "--model", "nvidia-h100", others[i]);
        CHECK_TEXT(result.error, "--model");
    }
    RUN_FOR(2, "bench", "--model", "nvidia-h100", "--plot", scratchPath("cost.svg"));
    CHECK_TEXT(result.error, "--model");
    RUN_FOR(2, "bench", "--model", "nvidia-h100", "--work-group", "1024");
    CHECK_TEXT(result.error, "registers");
    RUN_FOR(3, "bench", "--model", "nvidia-h100", "A", "Z", "--json");
    cJSON* object = parseOutput();
    CHECK_INT(numberAt(object, "error/code"), 3);
    cJSON_Delete(object);
}

static void a_run_on_ranks_says_so_and_has_the_same_hash(void)
{
    char hash[32] = "";
    RUN_FOR(0, "run", scene(), "--frames", "2", "--backend", "reference");
    const char* line = strstr(result.out, "  hash ");
    CHECK(line != NULL && sscanf(line, " hash %31s", hash) == 1, "printed:\n%s", result.out);
    RUN_FOR(0, "run", scene(), "--frames", "2", "--backend", "reference", "--ranks", "3");
    CHECK_TEXT(result.out, "reference (float), 3 ranks");
    CHECK_TEXT(result.out, hash);
    RUN_FOR(2, "run", scene(), "--frames", "1", "--ranks", "65");
    CHECK_TEXT(result.error, "rankCount: expected 1 to 64 ranks, found 65");
    RUN_FOR(2, "run", scene(), "--frames", "1", "--ranks", "2", "--integrator", "heun");
    CHECK_TEXT(result.error, "which the integrator heun does not have: use xpbd");
}

// Otherwise it would write past the command's record of it, or abort all processes.
static void a_module_of_mpi_of_another_build_is_refused(void)
{
    static const char* const modules[] = {GEL_STALE_MODULE, GEL_OLD_MODULE};
    char expected[2][100];
    snprintf(expected[0], sizeof expected[0], "expected an interface of %zu bytes, found %zu bytes",
             sizeof(gelMpiModule), sizeof(gelMpiModule) + 8);
    snprintf(expected[1], sizeof expected[1], "expected an interface of %zu bytes, found an older one",
             sizeof(gelMpiModule));
    for (int i = 0; i < 2; i++) {
        setenv("OMPI_COMM_WORLD_SIZE", "2", 1);
        setenv("GEL_MPI", modules[i], 1);
        RUN_FOR(2, "run", scene(), "--frames", "1");
        CHECK_TEXT(result.error, modules[i]);
        CHECK_TEXT(result.error, expected[i]);
        CHECK_TEXT(result.error, "build it anew with this one (target gel_openmpi), or set GEL_MPI");
    }
    unsetenv("OMPI_COMM_WORLD_SIZE");
    unsetenv("GEL_MPI");
}

// Beams of one tile each: the third rank is idle.
static void a_table_says_what_ranks_would_solve_and_send(void)
{
    RUN_FOR(2, "run", scene(), "--frames", "1", "--explain", "--ranks", "3", "--order", "jacobi");
    CHECK_TEXT(result.error, "which the order jacobi does not have: use colour");
    RUN_FOR(0, "run", scene(), "--frames", "1", "--backend", "reference", "--explain", "--ranks", "3");
    CHECK_TEXT(result.out, "in 1 phase, 0 exchanges with 3 ranks");
    CHECK_TEXT(result.out, "on InfiniBand up to 2 ranks");
    CHECK_TEXT(result.out, "1 of 3: too few tiles");
    for (const char* line = strstr(result.out, "a substep"); line != NULL; line = strchr(line + 1, '\n'))
        CHECK(strcspn(line + 1, "\n") <= 80, "a row of %d columns:%.90s", (int)strcspn(line + 1, "\n"), line);
    RUN_FOR(0, "run", scene(), "--frames", "1", "--backend", "reference", "--explain", "--ranks", "3",
            "--json");
    cJSON* object = parseOutput();
    const cJSON* rows = cJSON_GetObjectItem(object, "ranks");
    CHECK_INT(cJSON_GetArraySize(rows), 3);
    CHECK_INT(numberAt(cJSON_GetArrayItem(rows, 2), "idle_ranks"), 1);
    CHECK_INT(numberAt(cJSON_GetArrayItem(rows, 2), "messages"), 0);
    CHECK(cJSON_GetObjectItem(cJSON_GetArrayItem(rows, 2), "contacts") == NULL, "contacts without contact");
    cJSON_Delete(object);
}

static void a_table_of_ranks_counts_contacts(void)
{
    static const char pile[] = GEL_ASSETS "/scenes/bear_pile.json";
    RUN_FOR(0, "run", pile, "--frames", "1", "--backend", "reference", "--explain", "--ranks", "2");
    CHECK_TEXT(result.out, " contacts of the last frame, solved ");
    CHECK(strstr(result.out, "not counted") == NULL, "printed:\n%s", result.out);
    RUN_FOR(0, "run", pile, "--frames", "1", "--backend", "reference", "--explain", "--ranks", "2", "--json");
    cJSON* object = parseOutput();
    const cJSON* row = cJSON_GetArrayItem(cJSON_GetObjectItem(object, "ranks"), 1);
    const double contacts = numberAt(row, "contacts"), solved = numberAt(row, "solved_contacts"),
                 busiest = numberAt(row, "busiest_contacts");
    CHECK(contacts > 0.0 && solved >= contacts && busiest <= contacts && 2.0 * busiest >= solved,
          "of %g contacts 2 ranks solve %g, the busiest %g", contacts, solved, busiest);
    cJSON_Delete(object);
}

TESTS(TEST(the_model_adds_up_and_grows_with_the_scene), TEST(the_model_has_the_launches_of_a_run),
      TEST(the_model_says_that_it_is_one), TEST(a_table_says_what_ranks_would_solve_and_send),
      TEST(a_table_of_ranks_counts_contacts), TEST(a_run_on_ranks_says_so_and_has_the_same_hash),
      TEST(a_module_of_mpi_of_another_build_is_refused))
