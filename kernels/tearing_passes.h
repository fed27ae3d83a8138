// How bodies of tets tear, after their edges have: a tet is torn if one of its edges is, and then an edge is torn if all
// of its tets are. So each edge that is left has a whole tet, and each whole tet all of its edges: nothing hangs by a spring
// alone, and both passes done again change nothing. Plain C and OpenCL C.
#ifndef GEL_TEARING_PASSES_H
#define GEL_TEARING_PASSES_H

#include "memory.h"
#include "physics/plasticity.h"
#include "plasticity_tables.h"

typedef struct TearingSet {
    TEARING_BUFFERS(BUFFER_MEMBER)
} TearingSet;

static inline void tear_tet(const TearingSet* set, int tet)
{
    float volume = set->made[tet];
    for (int k = 0; k < 6; k++)
        volume = set->lengths[set->edges[6 * tet + k]] < 0.0f ? TORN_VOLUME : volume;
    set->volumes[tet] = volume;
}

static inline void tear_bare_edge(const TearingSet* set, int edge)
{
    int first = set->starts[edge], end = set->starts[edge + 1], whole = first == end;
    for (int k = first; k < end; k++)
        whole |= set->volumes[set->tets[k]] >= 0.0f;
    if (!whole)
        set->lengths[edge] = TORN_LENGTH;
}

#endif
