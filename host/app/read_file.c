#include "app/read_file.h"
#include "app/memory.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

char* gelReadFile(const char* path, size_t* size)
{
    FILE* file = fopen(path, "rb");
    char* bytes = NULL;
    *size = 0;
    if (file == NULL)
        return NULL;
    for (size_t capacity = 1 << 16, got = 1; got > 0; capacity *= 2) {
        char* grown = gelGrow(bytes, capacity + 1, 1);
        if (grown == NULL) {
            errno = ENOMEM;
            break;
        }
        bytes = grown;
        got = fread(bytes + *size, 1, capacity - *size, file);
        *size += got;
        bytes[*size] = '\0';
    }
    bool ok = ferror(file) == 0 && feof(file) != 0;
    int error = errno;
    fclose(file);
    errno = error;
    if (ok)
        return bytes;
    free(bytes);
    return NULL;
}
