// A wedge in many formats: corners at 0, 1 along X, 2 along Y, 3 along Z; its volume is 1.
#pragma once

#include "support/files.h"

#include "gel/surface.h"

#include <stdint.h>

static const float wedgePositions[4][3] = {{0, 0, 0}, {1, 0, 0}, {0, 2, 0}, {0, 0, 3}};
static const int wedgeTriangles[4][3] = {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}};

static inline double enclosedBy(const gelSurfaceMesh* surface)
{
    double volume = 0;
    for (int t = 0; t < surface->triangleCount; t++) {
        double p[3][3];
        for (int i = 0; i < 3; i++)
            for (int k = 0; k < 3; k++)
                p[i][k] = (double)surface->positions[3 * surface->triangles[3 * t + i] + k];
        volume += p[0][0] * (p[1][1] * p[2][2] - p[1][2] * p[2][1]) +
                  p[0][1] * (p[1][2] * p[2][0] - p[1][0] * p[2][2]) +
                  p[0][2] * (p[1][0] * p[2][1] - p[1][1] * p[2][0]);
    }
    return volume / 6;
}

static inline bool loadSurface(const char* path, gelSurfaceMesh* surface, gelSurfaceRepair* repair)
{
    gelStatus status = gelLoadSurfaceMesh(path, surface, repair);
    CHECK(status == gel_success, "%d: %s", (int)status, gelLastError());
    return status == gel_success;
}

// The vertex at a position, or -1.
static inline int vertexAt(const gelSurfaceMesh* surface, float x, float y, float z)
{
    for (int v = 0; v < surface->vertexCount; v++) {
        const float* p = &surface->positions[3 * v];
        if (p[0] == x && p[1] == y && p[2] == z)
            return v;
    }
    return -1;
}

// A wedge of one part, moved along X.
static inline void checkWedge(const char* path, float x, const char* name)
{
    gelSurfaceMesh surface;
    gelSurfaceRepair repair;
    if (!loadSurface(path, &surface, &repair))
        return;
    CHECK(surface.vertexCount == 4 && surface.triangleCount == 4, "%s: %d vertices, %d triangles", path,
          surface.vertexCount, surface.triangleCount);
    for (int v = 0; v < 4; v++) {
        const float* p = wedgePositions[v];
        CHECK(vertexAt(&surface, p[0] + x, p[1], p[2]) >= 0, "%s: no vertex for corner %d", path, v);
    }
    CHECK_CLOSE(enclosedBy(&surface), 1, 1e-6, "rounding");
    CHECK_INT(surface.partCount, 1);
    CHECK(strcmp(surface.partNames[0], name) == 0, "%s: the part is called '%s'", path, surface.partNames[0]);
    CHECK(repair.turnedTriangles == 0 && repair.degenerateTriangles == 0 && repair.unusedVertices == 0,
          "%s: %d, %d, %d", path, repair.turnedTriangles, repair.degenerateTriangles, repair.unusedVertices);
    gelDestroySurfaceMesh(&surface);
}

typedef struct Bytes {
    unsigned char data[8192];
    size_t size;
} Bytes;

static inline void put(Bytes* bytes, const void* data, size_t size)
{
    if (bytes->size + size > sizeof bytes->data)
        abort();
    memcpy(bytes->data + bytes->size, data, size);
    bytes->size += size;
}

static inline void putText(Bytes* bytes, const char* text)
{
    put(bytes, text, strlen(text));
}

// Little endian, as the machine.
static inline void putNumber(Bytes* bytes, uint32_t value, size_t size)
{
    put(bytes, &value, size);
}

static inline void writeBytes(const char* path, const Bytes* bytes)
{
    FILE* file = fopen(path, "wb");
    bool written = file != NULL && fwrite(bytes->data, 1, bytes->size, file) == bytes->size;
    if (file != NULL)
        written = fclose(file) == 0 && written;
    CHECK(written, "%s cannot be written", path);
}

static inline void putStl(Bytes* bytes)
{
    char header[80] = "binary";
    put(bytes, header, sizeof header);
    putNumber(bytes, 4, 4);
    for (int t = 0; t < 4; t++) {
        float normal[3] = {0, 0, t == 0 ? -2.0f : 0.0f};
        put(bytes, normal, sizeof normal);
        for (int i = 0; i < 3; i++)
            put(bytes, wedgePositions[wedgeTriangles[t][i]], sizeof wedgePositions[0]);
        putNumber(bytes, 0, 2);
    }
}

static inline void putBigEndian(Bytes* bytes, const void* word)
{
    const unsigned char* b = word;
    const unsigned char turned[4] = {b[3], b[2], b[1], b[0]};
    put(bytes, turned, 4);
}

static inline void putBigPly(Bytes* bytes)
{
    putText(bytes, "ply\nformat binary_big_endian 1.0\nelement vertex 4\nproperty float x\nproperty float y\n"
                   "property float z\nelement face 4\nproperty list uchar int vertex_indices\nend_header\n");
    for (int i = 0; i < 12; i++)
        putBigEndian(bytes, &wedgePositions[i / 3][i % 3]);
    for (int t = 0; t < 4; t++) {
        putNumber(bytes, 3, 1);
        for (int i = 0; i < 3; i++)
            putBigEndian(bytes, &wedgeTriangles[t][i]);
    }
}

// Positions, normals (all along -X), UVs (a tenth of X and Y) and indices of a wedge, for glTF: 176 bytes.
static inline void putGltfData(Bytes* bytes)
{
    const float normal[3] = {-1, 0, 0};
    put(bytes, wedgePositions, sizeof wedgePositions);
    for (int v = 0; v < 4; v++)
        put(bytes, normal, sizeof normal);
    for (int v = 0; v < 4; v++) {
        const float uv[2] = {wedgePositions[v][0] / 8, wedgePositions[v][1] / 8};
        put(bytes, uv, sizeof uv);
    }
    for (int i = 0; i < 12; i++)
        putNumber(bytes, (uint32_t)wedgeTriangles[i / 3][i % 3], 4);
}

// A file with the wedge as mesh 0 of these nodes; roots are the scene's.
static inline void gltfJson(char* json, size_t size, const char* roots, const char* nodes, const char* uri)
{
    snprintf(
        json, size,
        "{\"asset\":{\"version\":\"2.0\"},\"scene\":0,\"scenes\":[{\"nodes\":[%s]}],\"nodes\":[%s],"
        "\"meshes\":[{\"name\":\"wedge mesh\",\"primitives\":[{\"attributes\":{\"POSITION\":0,\"NORMAL\":1,"
        "\"TEXCOORD_0\":2},\"indices\":3}]}],\"accessors\":["
        "{\"bufferView\":0,\"componentType\":5126,\"count\":4,\"type\":\"VEC3\",\"min\":[0,0,0],\"max\":[1,2,3]},"
        "{\"bufferView\":1,\"componentType\":5126,\"count\":4,\"type\":\"VEC3\"},"
        "{\"bufferView\":2,\"componentType\":5126,\"count\":4,\"type\":\"VEC2\"},"
        "{\"bufferView\":3,\"componentType\":5125,\"count\":12,\"type\":\"SCALAR\"}],\"bufferViews\":["
        "{\"buffer\":0,\"byteLength\":48},{\"buffer\":0,\"byteOffset\":48,\"byteLength\":48},"
        "{\"buffer\":0,\"byteOffset\":96,\"byteLength\":32},{\"buffer\":0,\"byteOffset\":128,\"byteLength\":48}],"
        "\"buffers\":[{\"byteLength\":176%s}]}",
        roots, nodes, uri);
}

static inline void putGlb(Bytes* bytes, const char* roots, const char* nodes)
{
    char json[4096];
    gltfJson(json, sizeof json, roots, nodes, "");
    while (strlen(json) % 4 != 0)
        strcat(json, " ");
    uint32_t length = (uint32_t)strlen(json);
    putText(bytes, "glTF");
    putNumber(bytes, 2, 4);
    putNumber(bytes, 12 + 8 + length + 8 + 176, 4);
    putNumber(bytes, length, 4);
    putText(bytes, "JSON");
    putText(bytes, json);
    putNumber(bytes, 176, 4);
    put(bytes, "BIN", 4);
    putGltfData(bytes);
}

static inline uint32_t checksumOf(const char* text)
{
    uint32_t sum = ~0u;
    for (; *text != '\0'; text++) {
        sum ^= (unsigned char)*text;
        for (int bit = 0; bit < 8; bit++)
            sum = sum >> 1 ^ (sum & 1 ? 0xedb88320u : 0);
    }
    return ~sum;
}

// The common part of a zip's local and directory entries: nothing compressed.
static inline void putZipEntry(Bytes* bytes, const char* name, const char* content)
{
    uint32_t size = (uint32_t)strlen(content);
    putNumber(bytes, 20, 2);
    putNumber(bytes, 0, 4);
    putNumber(bytes, 0x21u << 16, 4); // 1 January 1980
    putNumber(bytes, checksumOf(content), 4);
    putNumber(bytes, size, 4);
    putNumber(bytes, size, 4);
    putNumber(bytes, (uint32_t)strlen(name), 2);
    putNumber(bytes, 0, 2);
}

static inline void putZip(Bytes* bytes, const char* const files[][2], int count)
{
    static const char zeros[10];
    uint32_t places[8];
    for (int i = 0; i < count; i++) {
        places[i] = (uint32_t)bytes->size;
        put(bytes, "PK\3\4", 4);
        putZipEntry(bytes, files[i][0], files[i][1]);
        putText(bytes, files[i][0]);
        putText(bytes, files[i][1]);
    }
    uint32_t directory = (uint32_t)bytes->size;
    for (int i = 0; i < count; i++) {
        put(bytes, "PK\1\2\24\0", 6);
        putZipEntry(bytes, files[i][0], files[i][1]);
        put(bytes, zeros, 10);
        putNumber(bytes, places[i], 4);
        putText(bytes, files[i][0]);
    }
    uint32_t length = (uint32_t)bytes->size - directory;
    put(bytes, "PK\5\6\0\0\0\0", 8);
    putNumber(bytes, (uint32_t)count, 2);
    putNumber(bytes, (uint32_t)count, 2);
    putNumber(bytes, length, 4);
    putNumber(bytes, directory, 4);
    putNumber(bytes, 0, 2);
}

#define WEDGE_3MF                                                                                            \
    "<?xml version=\"1.0\"?><model unit=\"millimeter\" "                                                     \
    "xmlns=\"http://schemas.microsoft.com/3dmanufacturing/core/2015/02\"><resources>"                        \
    "<object id=\"1\" name=\"wedge\" type=\"model\"><mesh><vertices><vertex x=\"0\" y=\"0\" z=\"0\"/>"       \
    "<vertex x=\"1\" y=\"0\" z=\"0\"/><vertex x=\"0\" y=\"2\" z=\"0\"/><vertex x=\"0\" y=\"0\" z=\"3\"/>"    \
    "</vertices><triangles><triangle v1=\"0\" v2=\"2\" v3=\"1\"/><triangle v1=\"0\" v2=\"1\" v3=\"3\"/>"     \
    "<triangle v1=\"0\" v2=\"3\" v3=\"2\"/><triangle v1=\"1\" v2=\"2\" v3=\"3\"/></triangles></mesh>"        \
    "</object></resources><build><item objectid=\"1\" transform=\"1 0 0 0 1 0 0 0 1 5 0 0\"/></build></model>"

static inline void put3mf(Bytes* bytes)
{
    static const char* const files[3][2] = {
        {"[Content_Types].xml",
         "<?xml version=\"1.0\"?><Types xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\">"
         "<Default Extension=\"rels\" ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/>"
         "<Default Extension=\"model\" "
         "ContentType=\"application/vnd.ms-package.3dmanufacturing-3dmodel+xml\"/></Types>"},
        {"_rels/.rels",
         "<?xml version=\"1.0\"?><Relationships "
         "xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\"><Relationship "
         "Target=\"/3D/3dmodel.model\" Id=\"rel0\" "
         "Type=\"http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel\"/></Relationships>"},
        {"3D/3dmodel.model", WEDGE_3MF}};
    putZip(bytes, files, 3);
}

#define WEDGE_FBX                                                                                            \
    "; FBX 7.3.0 project file\nFBXHeaderExtension:  {\n\tFBXHeaderVersion: 1003\n\tFBXVersion: 7300\n}\n"    \
    "Objects:  {\n\tGeometry: 100, \"Geometry::shape\", \"Mesh\" {\n\t\tVertices: *12 {\n"                   \
    "\t\t\ta: 0,0,0,1,0,0,0,2,0,0,0,3\n\t\t}\n\t\tPolygonVertexIndex: *12 {\n"                               \
    "\t\t\ta: 0,2,-2,0,1,-4,0,3,-3,1,2,-4\n\t\t}\n\t}\n\tModel: 200, \"Model::wedge\", \"Mesh\" {\n"         \
    "\t\tProperties70:  {\n\t\t\tP: \"Lcl Translation\", \"Lcl Translation\", \"\", \"A\",5,0,0\n\t\t}\n"    \
    "\t}\n}\nConnections:  {\n\tC: \"OO\",200,0\n\tC: \"OO\",100,200\n}\n"

#define WEDGE_DAE                                                                                            \
    "<?xml version=\"1.0\"?><COLLADA xmlns=\"http://www.collada.org/2005/11/COLLADASchema\" "                \
    "version=\"1.4.1\"><asset><unit meter=\"1\"/><up_axis>Y_UP</up_axis></asset><library_geometries>"        \
    "<geometry id=\"g\" name=\"shape\"><mesh><source id=\"p\"><float_array id=\"pa\" count=\"12\">"          \
    "0 0 0 1 0 0 0 2 0 0 0 3</float_array><technique_common><accessor source=\"#pa\" count=\"4\" "           \
    "stride=\"3\"><param name=\"X\" type=\"float\"/><param name=\"Y\" type=\"float\"/><param name=\"Z\" "    \
    "type=\"float\"/></accessor></technique_common></source><vertices id=\"v\"><input "                      \
    "semantic=\"POSITION\" source=\"#p\"/></vertices><triangles count=\"4\"><input semantic=\"VERTEX\" "     \
    "source=\"#v\" offset=\"0\"/><p>0 2 1 0 1 3 0 3 2 1 2 3</p></triangles></mesh></geometry>"               \
    "</library_geometries><library_visual_scenes><visual_scene id=\"s\"><node id=\"n\" name=\"wedge\">"      \
    "<translate>5 0 0</translate><instance_geometry url=\"#g\"/></node></visual_scene>"                      \
    "</library_visual_scenes><scene><instance_visual_scene url=\"#s\"/></scene></COLLADA>"

#define WEDGE_STL                                                                                            \
    "solid wedge\nfacet normal 0 0 -1\nouter loop\nvertex 0 0 0\nvertex 0 2 0\nvertex 1 0 0\nendloop\n"      \
    "endfacet\nfacet normal 0 -1 0\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 0 3\nendloop\n"         \
    "endfacet\nfacet normal -1 0 0\nouter loop\nvertex 0 0 0\nvertex 0 0 3\nvertex 0 2 0\nendloop\n"         \
    "endfacet\nfacet normal 6 3 2\nouter loop\nvertex 1 0 0\nvertex 0 2 0\nvertex 0 0 3\nendloop\n"          \
    "endfacet\nendsolid wedge\n"
#define WEDGE_PLY                                                                                            \
    "ply\nformat ascii 1.0\nelement vertex 4\nproperty double x\nproperty double y\nproperty double z\n"     \
    "element face 4\nproperty list uchar uint vertex_indices\nend_header\n"                                  \
    "0 0 0\n1 0 0\n0 2 0\n0 0 3\n3 0 2 1\n3 0 1 3\n3 0 3 2\n3 1 2 3\n"
#define WEDGE_OFF "OFF\n# a wedge\n4 4 0\n0 0 0\n1 0 0\n0 2 0\n0 0 3\n3 0 2 1\n3 0 1 3\n3 0 3 2\n3 1 2 3\n"
