// The faults of OpenCL drivers when they were loaded, kept in a file of the cache folder.
#pragma once

#include <stdbool.h>

enum { gel_maxDrivers = 32, gel_driverPathSize = 900 };

typedef struct gelDriverVersion {
    long long time, size;
} gelDriverVersion;

// A driver, named by a file of the folder of vendors.
typedef struct gelDriver {
    char path[gel_driverPathSize];
    gelDriverVersion file, library; // the library is what the file names; 0 if it is not found
    int fault;                      // the signal that ended the child; 0: none
} gelDriver;

typedef struct gelDrivers {
    gelDriver rows[gel_maxDrivers];
    int count;
} gelDrivers;

// The faults of the drivers, which are listed with their versions, in that order. False if there is no such file, or it
// is of other drivers, or another Gel or processor, or damaged.
bool gelReadVerdicts(const char* path, gelDrivers* drivers);
// The folder must be there. A file that cannot be written is not.
void gelWriteVerdicts(const char* path, const gelDrivers* drivers);
