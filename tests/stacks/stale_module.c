// A module of MPI (mpi/module.h) of another build, which must not be opened. With GEL_OLD it does not even tell its size.
#include "mpi/module.h"

#include <stdlib.h>

gelOpenMpiFunction gelOpenMpi;
gelMpiSizeFunction gelMpiSize;

void gelOpenMpi(gelMpiModule* module)
{
    (void)module;
    abort();
}

#ifndef GEL_OLD
size_t gelMpiSize(void)
{
    return sizeof(gelMpiModule) + 8;
}
#endif
