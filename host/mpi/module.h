// A module of MPI, which the command opens under a launcher: so neither the command nor the library depends on an MPI. There is one module for each MPI that was there when Gel was built.
#pragma once

#include "gel/ranks.h"

typedef struct gelMpiModule {
    gelTransport transport; // ends all processes if it fails
    void (*close)(void);    // once all ranks are done
    void (*abort)(int code);
} gelMpiModule;

// Joins the other processes.
typedef void gelOpenMpiFunction(gelMpiModule* module);
#define GEL_OPEN_MPI_NAME "gelOpenMpi"

// Returns the size of the module's gelMpiModule, by which a module of another build is found out.
typedef size_t gelMpiSizeFunction(void);
#define GEL_MPI_SIZE_NAME "gelMpiSize"
