// Every body, every feature: runs the cells of table.c, once with arbitrary numbers and once with round ones; with the
// two-level solver only with these.
//
//     test_matrix [PART...]         cells with one of the PARTs in FAMILY/FEATURE_on_BODY, or for the two-level solver
//                                   FAMILY/FEATURE_on_BODY_twoLevel, against their closed forms
//     test_matrix --bits [PART...]  their hashes on the reference and on every device; without a PART of a third of
//                                   the XPBD solver's cells, as each has kernels of its own to build
//     test_matrix --once PART...    the same on the reference alone, for what watches its memory
//     test_matrix --ranks [PART...] the same with 1, 2, 3, 4 and 7 ranks, on the reference and native
//     test_matrix --page FILE       compares docs/features.md with the table; GEL_RENEW_PAGE=1 writes it
#include "matrix/page.h"

#include "support/files.h"
#include "support/fixtures.h"

static void runCell(const Feature* feature, BodyRow row, Plane plane, bool isSnapped,
                    const gelWorldDef* backend, Cell* cell)
{
    memset(cell, 0, sizeof *cell);
    cell->feature = feature;
    cell->row = row;
    cell->plane = plane;
    cell->isSnapped = isSnapped;
    cell->isBitsOnly = backend->backend != gel_referenceDouble;
    cell->def = *backend;
    cell->def.solver = plane == plane_twoLevel ? gel_twoLevelSolver : gel_xpbdSolver;
    cell->def.gravity = (gelVec3){0};
    cell->def.contact = false;
    cell->body = gelDefaultBodyDef();
    setMaterialOf(row, &cell->body.material);
    cell->body.position = snap3(cell, 0.37, 1.83, -0.41);
    if (!isSnapped)
        cell->body.rotation = (gelQuat){0.1f, 0.2f, 0.3f, 0.927361850f};
    feature->run(cell);
    closeCell(cell);
}

static void nameOf(const Feature* feature, int row, Plane plane, char name[160])
{
    snprintf(name, 160, "%s/%s_on_%s%s", feature->family, feature->name, bodyKinds[row].name,
             plane == plane_twoLevel ? "_twoLevel" : "");
}

static const char* const numbers[2] = {"with arbitrary numbers", "with round numbers"};

static bool isRight(const Cell* cell)
{
    return cell->failureCount == 0 && !cell->isRefused && cell->expectationCount > 0;
}

// Whether a run measures what it expects otherwise. One that is refused or measures nothing is not wrong.
static bool isWrong(const Cell* cell)
{
    return cell->failureCount > 0 && !cell->isRefused && cell->expectationCount > 0;
}

// Prints and counts what differs from the table.
static void judge(const Cell* cell, CellState state, const char* text, const char* name)
{
    const char* how = numbers[cell->isSnapped ? 1 : 0];
    if (state == cell_refused) {
        CHECK(cell->isRefused, "%s, %s, is accepted", name, how);
        CHECK(strstr(cell->message, text) != NULL, "%s is refused with \"%s\", not \"%s\"", name,
              cell->message, text);
        CHECK(strchr(cell->message, '\n') == NULL, "%s is refused in several lines", name);
        return;
    }
    CHECK(isRight(cell), "%s, %s, is %s%s\n%s", name, how, cell->isRefused ? "refused: " : "wrong",
          cell->message, cell->failures);
    if (state == cell_noEffect || cell->row == row_obstacle)
        CHECK((state == cell_noEffect) == (cell->effect == 0.0), "%s has an effect of %g", name,
              cell->effect);
}

static void checkCell(const Feature* feature, BodyRow row, Plane plane, const char* name)
{
    static Cell cells[2];
    const Exception* exception = exceptionOf(feature, row, plane);
    const int first = plane == plane_twoLevel ? 1 : 0;
    gelWorldDef backend = gelDefaultWorldDef();
    backend.backend = gel_referenceDouble;
    for (int i = first; i < 2; i++)
        runCell(feature, row, plane, i != 0, &backend, &cells[i]);
    if (exception != NULL && exception->state == cell_wrong) {
        printf("wrong  %s: %s\n", name, exception->text);
        for (int i = first; i < 2; i++) {
            CHECK(isWrong(&cells[i]), "%s, %s, is %s%s: remove or change its exception in table.c", name,
                  numbers[i], cells[i].isRefused ? "refused: " : "not wrong", cells[i].message);
            printf("%s", cells[i].failures);
        }
        return;
    }
    for (int i = first; i < 2; i++)
        judge(&cells[i], exception != NULL ? exception->state : cell_right,
              exception != NULL ? exception->text : "", name);
}

// Whether ranks refuse it, as it has no tiles: docs/clusters.md. The test rank_runs has the message.
static bool isRefusedByRanks(const Feature* feature)
{
    return strstr(" mesh jacobi jacobiAveraged jacobiRelaxed explicitEuler symplecticEuler heun rungeKutta4 ",
                  feature->name) != NULL;
}

static void compareBits(const Backends* backends, const Feature* feature, BodyRow row, Plane plane,
                        const char* name)
{
    static Cell cell;
    uint64_t expected = 0;
    for (int b = 0; b < backends->count; b++) {
        if (backends->defs[b].rankCount > 0 && isRefusedByRanks(feature))
            continue;
        runCell(feature, row, plane, true, &backends->defs[b], &cell);
        expected = b == 0 ? cell.hash : expected;
        CHECK(cell.hash == expected, "%s on %s: %016llx, not %016llx", name, backends->names[b],
              (unsigned long long)cell.hash, (unsigned long long)expected);
    }
}

static void check(const Backends* backends, const Feature* feature, BodyRow row, Plane plane,
                  const char* name)
{
    if (backends != NULL)
        compareBits(backends, feature, row, plane, name);
    else
        checkCell(feature, row, plane, name);
}

// Whether a run of bits has this cell though nobody asked for it: a third of them, of each feature and each body.
static bool isSampled(int feature, BodyRow row, Plane plane)
{
    return plane == plane_xpbd && (feature + (int)row) % 3 == 0;
}

// The reference alone, then threads as ranks, each number of them on one back end.
static Backends listRanks(void)
{
    static const int counts[] = {1, 2, 3, 4, 7};
    const Backends devices = listBackends();
    const gelWorldDef *reference = &devices.defs[0], *native = reference;
    for (int b = 0; b < devices.count; b++)
        native = devices.defs[b].backend == gel_native ? &devices.defs[b] : native;
    Backends backends = {.count = 1 + sizeof counts / sizeof counts[0], .defs[0] = *reference};
    snprintf(backends.names[0], sizeof backends.names[0], "reference");
    for (int b = 1; b < backends.count; b++) {
        const bool isOdd = counts[b - 1] % 2 == 1;
        backends.defs[b] = isOdd ? *native : *reference;
        backends.defs[b].rankCount = counts[b - 1];
        snprintf(backends.names[b], sizeof backends.names[b], "%d ranks, %s", counts[b - 1],
                 backends.defs[b].backend == gel_native ? "native" : "reference");
    }
    return backends;
}

// Runs the cells with one of the parts in their names.
static int checkCells(char** parts, int partCount, const Backends* backends, bool isSampling)
{
    int run = 0, failed = 0;
    for (int i = 0; i < 2 * featureCount * row_count; i++) {
        const int feature = i / row_count % featureCount;
        const BodyRow row = (BodyRow)(i % row_count);
        const Plane plane = i < featureCount * row_count ? plane_xpbd : plane_twoLevel;
        const bool isAsked = !isSampling || partCount > 0 || isSampled(feature, row, plane);
        char name[160];
        int before = failureCount;
        nameOf(&features[feature], row, plane, name);
        if (!isAsked || !isRequested(name, parts, partCount) ||
            (plane == plane_twoLevel && row == row_obstacle))
            continue;
        check(backends, &features[feature], row, plane, name);
        run++;
        failed += failureCount > before;
    }
    printf("%d cells, %d failed\n", run, failed);
    return failed > 0 || run == 0;
}

static int checkPage(const char* path)
{
    static char expected[1 << 16], found[1 << 16];
    const char *renews = getenv("GEL_RENEW_PAGE"), *made = renews != NULL ? path : GEL_SCRATCH "/features.md";
    FILE* page = fopen(made, "wb");
    CHECK(page != NULL, "%s cannot be written", made);
    if (page == NULL)
        return 1;
    writePage(page);
    fclose(page);
    readText(made, expected, sizeof expected);
    readText(path, found, sizeof found);
    CHECK(strcmp(found, expected) == 0, "%s is not what the table says: renew it with GEL_RENEW_PAGE=1",
          path);
    return failureCount > 0;
}

int main(int argumentCount, char** arguments)
{
    bool isBits = argumentCount > 1 && strcmp(arguments[1], "--bits") == 0;
    bool isOnce = argumentCount > 1 && strcmp(arguments[1], "--once") == 0;
    bool isRanks = argumentCount > 1 && strcmp(arguments[1], "--ranks") == 0;
    setvbuf(stdout, NULL, _IOLBF, 0);
    if (argumentCount > 2 && strcmp(arguments[1], "--page") == 0)
        return checkPage(arguments[2]);
    if (isBits || isOnce || isRanks) {
        Backends backends = isRanks ? listRanks() : listBackends();
        backends.count = isOnce ? 1 : backends.count; // the reference is the first
        return checkCells(arguments + 2, argumentCount - 2, &backends, !isRanks);
    }
    return checkCells(arguments + 1, argumentCount - 1, NULL, false);
}
