// Takes a baked .glb apart. Define FOLDER, as for bake_bytes.h.
#pragma once

#include "bake/bake_bytes.h"

#include <cjson/cJSON.h>

// A .glb taken apart.
typedef struct Glb {
    Bytes bytes;
    cJSON* json;
    const unsigned char* binary;
    int binarySize;
} Glb;

static inline Glb readGlb(const char* name)
{
    Glb glb = {.bytes = readBytes(name)};
    const unsigned char* data = glb.bytes.data;
    CHECK_INT(wordAt(data, false), 0x46546c67);
    CHECK_INT(intAt(data + 4), 2);
    CHECK_INT(intAt(data + 8), glb.bytes.size);
    int jsonSize = intAt(data + 12);
    CHECK_INT(wordAt(data + 16, false), 0x4e4f534a);
    CHECK(jsonSize % 4 == 0 && jsonSize > 0 && (size_t)jsonSize + 28 < glb.bytes.size, "%d bytes of JSON",
          jsonSize);
    glb.json = cJSON_ParseWithLength((const char*)data + 20, (size_t)jsonSize);
    CHECK(glb.json != NULL, "not JSON: %.60s", (const char*)data + 20);
    glb.binarySize = intAt(data + 20 + jsonSize);
    CHECK_INT(wordAt(data + 24 + jsonSize, false), 0x004e4942);
    CHECK_INT(28 + jsonSize + glb.binarySize, glb.bytes.size);
    glb.binary = data + 28 + jsonSize;
    CHECK_INT(cJSON_GetNumberValue(cJSON_GetObjectItem(
                  cJSON_GetArrayItem(cJSON_GetObjectItem(glb.json, "buffers"), 0), "byteLength")),
              glb.binarySize);
    return glb;
}

static inline int numberOf(const cJSON* object, const char* key)
{
    const cJSON* item = cJSON_GetObjectItem(object, key);
    return item != NULL ? item->valueint : 0;
}

// The data of an accessor, which must lie within its view, and its length.
static inline const unsigned char* accessorOf(const Glb* glb, int index, int elementSize, int* count)
{
    cJSON* accessor = cJSON_GetArrayItem(cJSON_GetObjectItem(glb->json, "accessors"), index);
    cJSON* view =
        cJSON_GetArrayItem(cJSON_GetObjectItem(glb->json, "bufferViews"), numberOf(accessor, "bufferView"));
    CHECK(accessor != NULL && view != NULL, "no accessor %d", index);
    *count = numberOf(accessor, "count");
    int first = numberOf(accessor, "byteOffset"), end = first + *count * elementSize;
    int start = numberOf(view, "byteOffset"), size = numberOf(view, "byteLength");
    CHECK(end <= size && start + size <= glb->binarySize, "accessor %d ends at %d of %d", index, end, size);
    return glb->binary + start + first;
}

static inline cJSON* primitivesOf(const Glb* glb)
{
    cJSON* mesh = cJSON_GetArrayItem(cJSON_GetObjectItem(glb->json, "meshes"), 0);
    return cJSON_GetObjectItem(mesh, "primitives");
}

static inline cJSON* primitiveOf(const Glb* glb)
{
    return cJSON_GetArrayItem(primitivesOf(glb), 0);
}
