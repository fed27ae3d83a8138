#include "mesh/edges.h"

// How many edges ahead the table is looked up: first its slot, then the edge that the slot names. A mesh whose neighbours have
// numbers far apart would wait for memory at each.
enum { slotsAhead = 24, tuplesAhead = 12 };

gelStatus gelBeginEdges(const gelTetMesh* mesh, gelEdgeNumbering* numbering)
{
    numbering->mesh = mesh;
    gelStatus status = gelCreateTupleSet(&numbering->set, 2, mesh->tetCount + mesh->tetCount / 4);
    numbering->set.isByFirst = true;
    return status;
}

// Edge i of all tets, each with six.
static void findEdge(const gelTetMesh* mesh, int i, int edge[2])
{
    const int* tet = mesh->tets + i / 6 * 4;
    int a = tet[gelTetEdges[i % 6][0]], b = tet[gelTetEdges[i % 6][1]];
    edge[0] = a < b ? a : b;
    edge[1] = a < b ? b : a;
}

static void lookAhead(const gelEdgeNumbering* numbering, int i, int end)
{
    int edge[2];
    if (i < end - slotsAhead) {
        findEdge(numbering->mesh, i + slotsAhead, edge);
        gelTupleSet_FetchSlot(&numbering->set, edge);
    }
    if (i < end - tuplesAhead) {
        findEdge(numbering->mesh, i + tuplesAhead, edge);
        gelTupleSet_FetchTuple(&numbering->set, edge);
    }
}

gelStatus gelNumberEdges(gelEdgeNumbering* numbering, int first, int end, int* numbers)
{
    gelStatus status = gel_success;
    for (int i = 6 * first; i < 6 * end && status == gel_success; i++) {
        int edge[2], index = 0;
        bool added = false;
        lookAhead(numbering, i, 6 * end);
        findEdge(numbering->mesh, i, edge);
        status = gelTupleSet_Insert(&numbering->set, edge, &index, &added);
        if (numbers != NULL)
            numbers[i - 6 * first] = index;
    }
    return status;
}

void gelTakeEdges(gelEdgeNumbering* numbering, int** edges, int* count)
{
    gelTupleSet_Take(&numbering->set, edges, count);
}

void gelEndEdges(gelEdgeNumbering* numbering)
{
    gelDestroyTupleSet(&numbering->set);
}

gelStatus gelExtractEdges(const gelTetMesh* mesh, int** edges, int* edgeCount, int* ofTets)
{
    gelEdgeNumbering numbering;
    *edges = NULL;
    *edgeCount = 0;
    gelStatus status = gelBeginEdges(mesh, &numbering);
    if (status == gel_success)
        status = gelNumberEdges(&numbering, 0, mesh->tetCount, ofTets);
    if (status == gel_success)
        gelTakeEdges(&numbering, edges, edgeCount);
    gelEndEdges(&numbering);
    return status;
}
