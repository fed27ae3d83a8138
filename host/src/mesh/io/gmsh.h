// Shared by the readers of Gmsh's .msh versions.
#pragma once

#include "mesh/io/draft.h"

typedef struct gelGmshTag {
    int64_t tag;
    int index; // of the node or tet with that tag
} gelGmshTag;

typedef struct gelGmshTags {
    gelGmshTag* items; // ascending once they are sorted
    int count, capacity;
} gelGmshTags;

typedef struct gelGmshFile {
    gelTextReader* reader;
    gelMeshDraft* draft;
    int version; // 22, 40 or 41
    bool binary;
    gelGmshTags nodes;
    gelGmshTags tets; // sorted when values of elements are first read
    bool nodesRead, elementsRead, tetsSorted;
} gelGmshFile;

enum { gel_gmshInt = 4, gel_gmshSize = 8, gel_gmshReal = 8 }; // bytes in binary files

#define GEL_GMSH_LARGEST_TAG (INT64_MAX - 1)

// Returns the minimum number of bytes that these numbers take in the file.
size_t gelGmsh_MinBytes(const gelGmshFile* file, int integers, int reals, size_t integerBytes);

gelStatus gelGmsh_ReadInt(gelGmshFile* file, const char* what, int64_t* value);
gelStatus gelGmsh_SetNodeCount(gelGmshFile* file, int64_t count, size_t bytesEach);
gelStatus gelGmsh_SortNodes(gelGmshFile* file);
gelStatus gelGmsh_ReadPosition(gelGmshFile* file, int index);
gelStatus gelGmsh_CheckType(const gelGmshFile* file, int64_t type);

// Reads the nodes of an element whose type and tag have been read.
gelStatus gelGmsh_ReadElementNodes(gelGmshFile* file, int64_t type, int64_t tag);

gelStatus gelGmsh_ReadNodes4(gelGmshFile* file);    // 4.0 and 4.1
gelStatus gelGmsh_ReadElements4(gelGmshFile* file); // 4.0 and 4.1

// Values of elements, $ElementData: keeps those with known names.
gelStatus gelGmsh_ReadElementData(gelGmshFile* file);
