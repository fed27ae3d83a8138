#include "input_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

const char* gelWriteInput(const char* ending, const uint8_t* data, size_t size)
{
    static char path[4096];
    // The process number, since several fuzzers may run at once.
    snprintf(path, sizeof path, GEL_SCRATCH "/input_%ld.%s", (long)getpid(), ending);
    FILE* file = fopen(path, "wb");
    if (file == NULL || fwrite(data, 1, size, file) != size || fclose(file) != 0) {
        perror(path);
        exit(1);
    }
    return path;
}
