#include "mesher/tet_set.h"

gelStatus gelTetSet_Number(gelTetSet* set, const gelMesherLattice* lattice)
{
    const int cells = lattice->cells[0] * lattice->cells[1] * lattice->cells[2];
    gelFree(set->tets);
    set->tets = NULL;
    for (int pass = 0; pass < 2; pass++) {
        set->count = 0;
        for (int cell = 0; cell < cells; cell++) {
            set->before[cell] = set->count;
            for (int type = 0; type < gel_typeCount && set->bits[cell] != 0; type++)
                if (set->bits[cell] >> type & 1) {
                    if (pass == 1)
                        set->tets[set->count] = cell * gel_typeCount + type;
                    set->count++;
                }
        }
        if (pass == 0)
            set->tets = gelAllocate((size_t)set->count, sizeof *set->tets);
        if (set->tets == NULL)
            return gelFailMemory((size_t)set->count, sizeof *set->tets);
    }
    return gel_success;
}
