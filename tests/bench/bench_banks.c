// Bank conflicts of a GPU's local memory when the work-items of a warp load the vertices of a colour of a
// tile. Nothing is run: this counts.
//
// Local memory has 32 banks of 4 bytes. Loads of 16 bytes are served for eight lanes at a time, one lane from
// each of eight groups of four banks. Lanes that want different vertices from the same group wait for each
// other: a load takes as many turns as the fullest group has lanes. Reports the mean, for the order of the
// constraints within a colour that devices have, and for others, which would give the same bits. usage:
// bench_banks [MESH...]      default: a lattice of 20 x 20 x 100 cells
#include "gel/gel.h"
#include "plan/list.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { lanes = 8, bankGroups = 8, tileSize = 2048, wholeColour = 1 << 30 };
static const int windows[] = {0, 32, 128, wholeColour}; // 0: the order that devices have
enum { windowCount = sizeof windows / sizeof windows[0] };

typedef struct Sum {
    double turns, loads; // of eight lanes
} Sum;

static void require(bool ok)
{
    if (ok)
        return;
    fprintf(stderr, "%s\n", gelLastError());
    exit(1);
}

// Turns for up to eight constraints: groups[k] of each, k from 0 to arity - 1, summed over k.
static void addLoads(Sum* sum, const unsigned char (*groups)[max_vertices], const int* items, int count,
                     int arity)
{
    for (int k = 0; k < arity; k++) {
        int filled[bankGroups] = {0}, max = 0;
        for (int i = 0; i < count; i++) {
            int lanesThere = ++filled[groups[items[i]][k]];
            max = lanesThere > max ? lanesThere : max;
        }
        sum->turns += max;
        sum->loads += 1.0;
    }
}

static int clashes(const unsigned char* groups, const int masks[max_vertices], int arity)
{
    int count = 0;
    for (int k = 0; k < arity; k++)
        count += masks[k] >> groups[k] & 1;
    return count;
}

// Fills eight lanes after eight: of the first `window` constraints left, each time the first with fewest
// clashes.
static void reorder(const unsigned char (*groups)[max_vertices], int arity, int count, int window, int* order)
{
    int* left = malloc((size_t)count * sizeof *left);
    require(left != NULL);
    for (int i = 0; i < count; i++)
        left[i] = i;
    int masks[max_vertices] = {0};
    for (int done = 0; done < count; done++) {
        int rest = count - done, best = 0, fewest = max_vertices + 1;
        if (done % lanes == 0)
            memset(masks, 0, sizeof masks);
        for (int i = 0; i < rest && i < window && fewest > 0; i++) {
            int found = clashes(groups[left[i]], masks, arity);
            best = found < fewest ? i : best;
            fewest = found < fewest ? found : fewest;
        }
        order[done] = left[best];
        for (int k = 0; k < arity; k++)
            masks[k] |= 1 << groups[left[best]][k];
        memmove(left + best, left + best + 1, (size_t)(rest - best - 1) * sizeof *left);
    }
    free(left);
}

static void addColour(Sum sums[windowCount], const gelPlanConstraints* list, gelColourRange colour, int arity,
                      const int* places)
{
    unsigned char(*groups)[max_vertices] = malloc((size_t)colour.count * sizeof *groups);
    int* order = malloc((size_t)colour.count * sizeof *order);
    require(groups != NULL && order != NULL);
    for (int i = 0; i < colour.count; i++)
        for (int k = 0; k < arity; k++)
            groups[i][k] = (unsigned char)(places[list->vertices[k][colour.first + i]] % bankGroups);
    for (int w = 0; w < windowCount; w++) {
        for (int i = 0; i < colour.count; i++)
            order[i] = i;
        if (windows[w] > 0)
            reorder((const unsigned char(*)[max_vertices])groups, arity, colour.count, windows[w], order);
        for (int i = 0; i < colour.count; i += lanes)
            addLoads(&sums[w], (const unsigned char(*)[max_vertices])groups, order + i,
                     colour.count - i < lanes ? colour.count - i : lanes, arity);
    }
    free(groups);
    free(order);
}

static void addTile(Sum sums[][windowCount], const gelBody* body, const gelPhase* phase, int tile,
                    int* places)
{
    const gelTiling* tiling = phase->tiling;
    int first = tiling->vertexStarts[phase->firstTile + tile];
    for (int i = first; i < tiling->vertexStarts[phase->firstTile + tile + 1]; i++)
        places[tiling->vertices[i]] = i - first;
    for (int kind = 0; kind < constraint_bending; kind++) {
        gelPlanConstraints list = {0};
        require(gelListTile(body, phase, tile, kind, &list) == gel_success);
        for (int c = 0; c < list.colourCount; c++)
            addColour(sums[kind], &list, list.colours[c], kind == constraint_distance ? 2 : 4, places);
        gelClearPlanConstraints(&list);
    }
}

static void count(const char* name, const gelTetMesh* mesh)
{
    gelBody body = {.material = gelDefaultBodyDef().material, .scale = 1.0};
    Sum sums[constraint_bending][windowCount] = {0};
    require(gelCreateShape(mesh, tileSize, &body.shape) == gel_success);
    int* places = calloc((size_t)mesh->vertexCount, sizeof *places);
    require(places != NULL);
    for (int p = 0; p < gelCountPhases(&body); p++) {
        gelPhase phase = gelGetPhase(&body, p);
        for (int tile = 0; tile < phase.tileCount; tile++)
            addTile(sums, &body, &phase, tile, places);
    }
    printf("%s: turns of a load by eight lanes\n", name);
    for (int w = 0; w < windowCount; w++) {
        const Sum *edges = &sums[constraint_distance][w], *tets = &sums[constraint_volume][w];
        char text[64] = "as devices have them";
        if (windows[w] == wholeColour)
            snprintf(text, sizeof text, "reordered, whole colour");
        else if (windows[w] > 0)
            snprintf(text, sizeof text, "reordered, window of %d", windows[w]);
        printf("  %-24s edges %.2f, tets %.2f, both %.2f\n", text, edges->turns / edges->loads,
               tets->turns / tets->loads, (edges->turns + tets->turns) / (edges->loads + tets->loads));
    }
    free(places);
    gelReleaseShape(body.shape);
}

int main(int argc, char** argv)
{
    gelTetMesh mesh;
    if (argc == 1) {
        require(gelCreateBoxMesh((gelVec3){1.0f, 1.0f, 5.0f}, 20, 20, 100, &mesh) == gel_success);
        count("lattice 20x20x100", &mesh);
        gelDestroyTetMesh(&mesh);
    }
    for (int i = 1; i < argc; i++) {
        require(gelLoadTetMesh(argv[i], &mesh, NULL) == gel_success);
        count(argv[i], &mesh);
        gelDestroyTetMesh(&mesh);
    }
    return 0;
}
