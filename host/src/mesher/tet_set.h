// Sets of tets of a lattice.
#pragma once

#include "mesher/lattice.h"

// A set of tets: a bit per tet of a cell, and the number of members in earlier cells, which gives each member
// its index.
typedef struct gelTetSet {
    uint16_t* bits; // [cell count]
    int* before;    // [cell count]
    int count;
    int* tets; // [count], ascending
} gelTetSet;

static inline void gelTetSet_Add(gelTetSet* set, int tet)
{
    set->bits[tet / gel_typeCount] |= (uint16_t)(1u << tet % gel_typeCount);
}

static inline bool gelTetSet_Has(const gelTetSet* set, int tet)
{
    return (set->bits[tet / gel_typeCount] >> tet % gel_typeCount & 1) != 0;
}

static inline int gelTetSet_Find(const gelTetSet* set, int tet) // -1: is not a member
{
    unsigned earlier = set->bits[tet / gel_typeCount] & ((1u << tet % gel_typeCount) - 1u);
    int index = set->before[tet / gel_typeCount];
    for (; earlier != 0; earlier &= earlier - 1)
        index++;
    return gelTetSet_Has(set, tet) ? index : -1;
}

// Numbers a set's members once its bits are set.
gelStatus gelTetSet_Number(gelTetSet* set, const gelMesherLattice* lattice);
