#include "run/ranks.h"

typedef struct Network {
    const char *title, *key;
    double exchange, message; // us: for each exchange, and for each message that the busiest rank sends in it
    double rate;              // bytes per us
} Network;

// Published latencies of InfiniBand HDR and 25 Gbit/s Ethernet with MPI.
static const Network networks[] = {{"InfiniBand", "infiniband_efficiency", 1.5, 0.5, 25e3},
                                   {"Ethernet", "ethernet_efficiency", 10.0, 3.0, 3.1e3}};
enum { networkCount = sizeof networks / sizeof networks[0], maximumRows = 18 };

// Measured with the back end native on one core of an EPYC: 3.3 to 3.9 ns. In us.
static const double constraintTime = 3.5e-3;

// The time of a contact that is listed, awake or not. Measured with 1,000 bears that are poured. In us.
static const double contactTime = 26e-3;

// Measured on an H100 (docs/figures.md), in us: a lattice of a million tets in tiles, and 2,000 bears.
static const double slowGpu = 0.128e-3, fastGpu = 0.0215e-3;

typedef struct RankTable {
    int count;
    gelRankShare rows[maximumRows];
} RankTable;

static gelStatus fillTable(gelWorld* world, int rankCount, RankTable* table)
{
    gelStatus status = gel_success;
    table->count = 0;
    for (int ranks = 1, next; ranks <= rankCount && status == gel_success; ranks = next) {
        next = ranks == rankCount ? rankCount + 1 : 2 * ranks < rankCount ? 2 * ranks : rankCount;
        status = gelWorld_GetRankShare(world, ranks, &table->rows[table->count++]);
    }
    return status;
}

// The time that the busiest rank works.
static double timeOfBusiest(const gelRankShare* share)
{
    return constraintTime * (double)share->busiestConstraints + contactTime * (double)share->busiestContacts;
}

// The time of all ranks that is work which one process has, too, from 0 to 1. Nothing overlaps.
static double efficiencyOf(const gelRankShare* share, const Network* network)
{
    double work = constraintTime * (double)share->constraints + contactTime * (double)share->contacts;
    double busiest = timeOfBusiest(share);
    double carrying = network->exchange * share->exchanges +
                      network->message * (double)share->busiestMessages +
                      (double)share->busiestBytes / network->rate;
    return work > 0.0 ? work / (share->rankCount * (busiest + carrying)) : 1.0;
}

static double balanceOf(const gelRankShare* share)
{
    const double work = constraintTime * (double)share->constraints +
                        contactTime * (double)share->solvedContacts,
                 busiest = timeOfBusiest(share);
    return busiest > 0.0 ? work / share->rankCount / busiest : 1.0;
}

int gelCheckRanks(gelOutput* output, gelWorld* world, int rankCount)
{
    gelRankShare share;
    gelStatus status = gelWorld_GetRankShare(world, rankCount, &share);
    if (status == gel_unsupported)
        return gelReportError(output, gel_exitUsage, "%s: %s", GEL_COUNT(rankCount, "rank", "ranks"),
                              gelLastError());
    return status == gel_success ? gel_exitDone : gelReportStatus(output, status, gel_activitySimulation);
}

static void printRow(const gelOutput* output, const gelRankShare* share)
{
    gelPrintRow(output, GEL_COUNT(share->rankCount, "rank", "ranks"),
                "%11s %7.2f %9s %9.3g %9.0f %% %7.0f %%", GEL_GROUPED(share->constraints / share->rankCount),
                balanceOf(share), GEL_GROUPED(share->messages), 1e-3 * (double)share->bytes,
                100.0 * efficiencyOf(share, &networks[0]), 100.0 * efficiencyOf(share, &networks[1]));
}

// Returns the most ranks up to which all rows are more than half efficient, and no rank is idle.
static int countPaying(const RankTable* table, const Network* network)
{
    int ranks = 1;
    for (int i = 0; i < table->count && table->rows[i].idleRanks == 0; i++) {
        if (efficiencyOf(&table->rows[i], network) <= 0.5)
            return ranks;
        ranks = table->rows[i].rankCount;
    }
    return ranks;
}

static void printVerdict(const gelOutput* output, const RankTable* table)
{
    const double gpuTets = 1e8;
    const gelRankShare* last = &table->rows[table->count - 1];
    for (int n = 0; n < networkCount; n++) {
        int ranks = countPaying(table, &networks[n]);
        gelPrintRow(output, n == 0 ? "half efficient" : "",
                    ranks > 1 ? "on %s up to %s" : "on %s not even 2%s", networks[n].title,
                    ranks > 1 ? GEL_COUNT(ranks, "rank", "ranks") : "");
    }
    if (last->idleRanks > 0)
        gelPrintRow(output, "idle", "%s of %s: too few tiles; a smaller tileSize gives other bits",
                    GEL_GROUPED(last->idleRanks), GEL_GROUPED(last->rankCount));
    if (last->uncounted[0] != '\0')
        gelPrintRow(output, "not counted", "%s: efficiencies are upper bounds", last->uncounted);
    gelPrintRow(output, "modelled", "ranks of one core, %.1f ns per constraint, nothing overlaps",
                1e3 * constraintTime);
    if (last->contacts > 0)
        gelPrintRow(output, "", "%.0f ns per contact, without its search once a frame", 1e3 * contactTime);
    for (int n = 0; n < networkCount; n++)
        gelPrintRow(output, "", "%s: %.1f us per exchange, %.1f us per message, %.3g GB/s", networks[n].title,
                    networks[n].exchange, networks[n].message, 1e-3 * networks[n].rate);
    if ((double)last->tets < gpuTets)
        gelPrintRow(output, "one GPU", "an H100 equals %.0f to %.0f such ranks, up to 100 million tets",
                    constraintTime / slowGpu, constraintTime / fastGpu);
}

void gelPrintRanks(const gelOutput* output, gelWorld* world, int rankCount)
{
    RankTable table;
    if (fillTable(world, rankCount, &table) != gel_success) {
        gelPrintRow(output, "ranks", "%s", gelLastError());
        return;
    }
    const gelRankShare* last = &table.rows[table.count - 1];
    gelPrintRow(output, "a substep", "%s in %s, %s with %s",
                GEL_COUNT(last->constraints, "constraint", "constraints"),
                GEL_COUNT(last->phaseCount, "phase", "phases"),
                GEL_COUNT(last->exchanges, "exchange", "exchanges"),
                GEL_COUNT(last->rankCount, "rank", "ranks"));
    if (last->bodies > 1)
        gelPrintRow(output, "", "along a curve through %s, of which one rank has all of %s",
                    GEL_COUNT(last->bodies, "body", "bodies"), GEL_GROUPED(last->wholeBodies));
    if (last->countsContacts)
        gelPrintRow(output, "", "and %s of the last frame, solved %.2f times",
                    GEL_COUNT(last->contacts, "contact", "contacts"),
                    last->contacts > 0 ? (double)last->solvedContacts / (double)last->contacts : 1.0);
    gelPrintRow(output, "", "%11s %7s %9s %9s %11s %9s", "constraints", "balance", "messages", "KB",
                networks[0].title, networks[1].title);
    for (int i = 0; i < table.count; i++)
        printRow(output, &table.rows[i]);
    printVerdict(output, &table);
}

void gelAddRanks(cJSON* object, gelWorld* world, int rankCount)
{
    RankTable table;
    if (fillTable(world, rankCount, &table) != gel_success) {
        cJSON_AddNullToObject(object, "ranks");
        return;
    }
    cJSON_AddStringToObject(object, "ranks_uncounted", table.rows[0].uncounted);
    cJSON* rows = cJSON_AddArrayToObject(object, "ranks");
    for (int i = 0; i < table.count; i++) {
        const gelRankShare* share = &table.rows[i];
        cJSON* row = cJSON_CreateObject();
        cJSON_AddNumberToObject(row, "ranks", share->rankCount);
        cJSON_AddNumberToObject(row, "idle_ranks", share->idleRanks);
        cJSON_AddNumberToObject(row, "whole_bodies", share->wholeBodies);
        cJSON_AddNumberToObject(row, "exchanges", share->exchanges);
        cJSON_AddNumberToObject(row, "constraints", (double)share->constraints);
        cJSON_AddNumberToObject(row, "busiest_constraints", (double)share->busiestConstraints);
        if (share->countsContacts) {
            cJSON_AddNumberToObject(row, "contacts", (double)share->contacts);
            cJSON_AddNumberToObject(row, "solved_contacts", (double)share->solvedContacts);
            cJSON_AddNumberToObject(row, "busiest_contacts", (double)share->busiestContacts);
        }
        cJSON_AddNumberToObject(row, "messages", (double)share->messages);
        cJSON_AddNumberToObject(row, "busiest_messages", (double)share->busiestMessages);
        cJSON_AddNumberToObject(row, "bytes", (double)share->bytes);
        cJSON_AddNumberToObject(row, "busiest_bytes", (double)share->busiestBytes);
        cJSON_AddNumberToObject(row, "balance", balanceOf(share));
        for (int n = 0; n < networkCount; n++)
            cJSON_AddNumberToObject(row, networks[n].key, efficiencyOf(share, &networks[n]));
        cJSON_AddItemToArray(rows, row);
    }
}
