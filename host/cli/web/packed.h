// Parts of a page: the files that `gel web` carries, and packed ones.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

typedef struct gelPart {
    const char* bytes; // NULL: there is none of that name
    size_t size;
} gelPart;

// Returns a file of the folder web, as embedded; from the folder GEL_WEB_DIR, if that is set. It stays in memory.
gelPart gelFindWebPart(const char* name);

// Bytes that grow; free releases them.
typedef struct gelBytes {
    char* bytes;
    size_t size;
} gelBytes;

// Appends an ES module and those that it imports, each once and before those that import it, as one script.
// `written` holds the names of those that are written; it begins empty. False: `problem` says why.
enum { gel_mostModules = 40, gel_moduleNameSize = 64 };
typedef struct gelModuleList {
    char names[gel_mostModules][gel_moduleNameSize];
    int count;
} gelModuleList;
bool gelWriteModule(gelBytes* to, const char* name, gelModuleList* written, char problem[200]);

// Returns the bytes of a file as gzip packs them, or as they are in a build without zlib. NULL with errno; free
// releases them.
char* gelPackFile(const char* path, size_t* size);
// Packs bytes so, and releases them.
char* gelPackBytes(char* bytes, size_t* size);

// Writes 16 digits that are those of these bytes alone: a name under which a cache may keep them for ever.
void gelNameBytes(const void* bytes, size_t size, char name[17]);

// Writes bytes in base 85: four of them are five characters, the digits from "(" to "~" without "<", which may begin
// the end of an element, and "\\", which a script would take as more. The last bytes are as many characters and one.
void gelWriteBase85(FILE* file, const void* data, size_t size);
