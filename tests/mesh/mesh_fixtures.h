// A cube of five tets, with one triangle and one point, in every format and variant that can be read.
#pragma once

#include "support/harness.h"

#include <stdarg.h>
#include <stdint.h>

typedef struct Buffer {
    char bytes[8192];
    size_t size;
} Buffer;

typedef struct Variant {
    const char* name;
    const char* ending;
    void (*write)(Buffer* buffer, const struct Variant* variant);
    bool binary, bigEndian;
    bool gaps;        // node tags far apart and descending
    bool secondOrder; // tets of ten points; a ninth vertex stands for the points that are no corners
    bool extras;      // comments, attributes, sections that are to be skipped
    int version;      // ten times; for TetGen the number of the first point
    int otherCells;
} Variant;

static const int cubeTets[5][4] = {{0, 3, 6, 5}, {1, 3, 0, 5}, {2, 0, 3, 6}, {4, 0, 6, 5}, {7, 5, 6, 3}};

static void put(Buffer* buffer, const void* bytes, size_t size)
{
    if (buffer->size + size > sizeof buffer->bytes)
        abort();
    memcpy(buffer->bytes + buffer->size, bytes, size);
    buffer->size += size;
}

static void putText(Buffer* buffer, const char* format, ...)
{
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    put(buffer, text, strlen(text));
}

static void putBits(Buffer* buffer, const Variant* variant, uint64_t bits, int bytes)
{
    for (int i = 0; i < bytes; i++) {
        char byte = (char)(bits >> 8 * (variant->bigEndian ? bytes - 1 - i : i) & 255);
        put(buffer, &byte, 1);
    }
}

static void putInteger(Buffer* buffer, const Variant* variant, int64_t value, int bytes)
{
    if (variant->binary)
        putBits(buffer, variant, (uint64_t)value, bytes);
    else
        putText(buffer, " %lld", (long long)value);
}

static void putReal(Buffer* buffer, const Variant* variant, double value, int bytes)
{
    if (!variant->binary) {
        putText(buffer, " %.17g", value);
        return;
    }
    float single = (float)value;
    uint32_t low;
    uint64_t bits;
    memcpy(&low, &single, sizeof low);
    memcpy(&bits, &value, sizeof bits);
    putBits(buffer, variant, bytes == 4 ? low : bits, bytes);
}

static void putLineEnd(Buffer* buffer, const Variant* variant)
{
    if (!variant->binary)
        putText(buffer, "\n");
}

static int vertexCountOf(const Variant* variant)
{
    return variant->secondOrder ? 9 : 8;
}

static void putPosition(Buffer* buffer, const Variant* variant, int vertex, int bytes)
{
    for (int axis = 0; axis < 3; axis++)
        putReal(buffer, variant, vertex == 8 ? 0.5 : vertex >> axis & 1, bytes);
}

static int64_t gmshTag(const Variant* variant, int vertex)
{
    return variant->gaps ? 100 - 7 * vertex : vertex + 1;
}

static void putGmshNodes(Buffer* buffer, const Variant* variant, const int* vertices, int count)
{
    int bytes = variant->version == 41 ? 8 : 4;
    for (int i = 0; i < count; i++)
        putInteger(buffer, variant, gmshTag(variant, vertices[i]), bytes);
    for (int i = count; i < 10 && variant->secondOrder && count == 4; i++)
        putInteger(buffer, variant, gmshTag(variant, 8), bytes);
    putLineEnd(buffer, variant);
}

// Types, counts and vertices of the two other elements.
static const int otherTypes[2] = {15, 2}, otherSizes[2] = {1, 3}, otherVertices[3] = {0, 1, 2};

static void writeGmsh2(Buffer* buffer, const Variant* variant)
{
    int vertexCount = vertexCountOf(variant);
    putText(buffer, "$Nodes\n%d\n", vertexCount);
    for (int i = 0; i < vertexCount; i++) {
        putInteger(buffer, variant, gmshTag(variant, i), 4);
        putPosition(buffer, variant, i, 8);
        putLineEnd(buffer, variant);
    }
    putText(buffer, "%s$EndNodes\n$Elements\n7\n", variant->binary ? "\n" : "");
    for (int element = 0; element < 7; element++) {
        int type = element < 2 ? otherTypes[element] : variant->secondOrder ? 11 : 4;
        if (!variant->binary) {
            putText(buffer, "%d %d 2 0 1", element + 1, type);
        } else {
            if (element < 3) {
                putInteger(buffer, variant, type, 4);
                putInteger(buffer, variant, element < 2 ? 1 : 5, 4);
                putInteger(buffer, variant, 2, 4);
            }
            putInteger(buffer, variant, element + 1, 4);
            putInteger(buffer, variant, 0, 4);
            putInteger(buffer, variant, 1, 4);
        }
        putGmshNodes(buffer, variant, element < 2 ? otherVertices : cubeTets[element - 2],
                     element < 2 ? otherSizes[element] : 4);
    }
    putText(buffer, "%s$EndElements\n", variant->binary ? "\n" : "");
}

static void putFour(Buffer* buffer, const Variant* variant, int64_t a, int64_t b, int64_t c, int64_t d,
                    int bytes)
{
    putInteger(buffer, variant, a, bytes);
    putInteger(buffer, variant, b, bytes);
    putInteger(buffer, variant, c, bytes == 4 ? 4 : 8);
    putInteger(buffer, variant, d, 8);
    putLineEnd(buffer, variant);
}

static void writeGmsh4(Buffer* buffer, const Variant* variant)
{
    int vertexCount = vertexCountOf(variant);
    int64_t first = gmshTag(variant, 0), last = gmshTag(variant, vertexCount - 1);
    putText(buffer, "$Nodes\n");
    putFour(buffer, variant, 2, vertexCount, first < last ? first : last, first < last ? last : first, 8);
    for (int block = 0; block < 2; block++) { // the second on a curve, with its place there
        int start = block == 0 ? 0 : 6, end = block == 0 ? 6 : vertexCount;
        putFour(buffer, variant, block == 0 ? 3 : 1, 1, block, end - start, 4);
        for (int i = start; i < end; i++) {
            putInteger(buffer, variant, gmshTag(variant, i), 8);
            putLineEnd(buffer, variant);
        }
        for (int i = start; i < end; i++) {
            putPosition(buffer, variant, i, 8);
            if (block == 1)
                putReal(buffer, variant, 0.25, 8);
            putLineEnd(buffer, variant);
        }
    }
    putText(buffer, "%s$EndNodes\n$Elements\n", variant->binary ? "\n" : "");
    putFour(buffer, variant, 3, 7, 1, 7, 8);
    for (int element = 0; element < 7; element++) {
        if (element < 2)
            putFour(buffer, variant, 0, 1, otherTypes[element], 1, 4);
        if (element == 2)
            putFour(buffer, variant, 3, 1, variant->secondOrder ? 11 : 4, 5, 4);
        putInteger(buffer, variant, element + 1, 8);
        putGmshNodes(buffer, variant, element < 2 ? otherVertices : cubeTets[element - 2],
                     element < 2 ? otherSizes[element] : 4);
    }
    putText(buffer, "%s$EndElements\n", variant->binary ? "\n" : "");
}

// Version 4.0: an entity's tag before its dimension, a node's tag with its position, four-byte tags.
static void writeGmsh40(Buffer* buffer, const Variant* variant)
{
    int vertexCount = vertexCountOf(variant);
    putText(buffer, "$Nodes\n");
    putInteger(buffer, variant, 2, 8);
    putInteger(buffer, variant, vertexCount, 8);
    putLineEnd(buffer, variant);
    for (int block = 0; block < 2; block++) { // the second on a curve, with its place there
        int start = block == 0 ? 0 : 6, end = block == 0 ? 6 : vertexCount;
        putFour(buffer, variant, 1, block == 0 ? 3 : 1, block, end - start, 4);
        for (int i = start; i < end; i++) {
            putInteger(buffer, variant, gmshTag(variant, i), 4);
            putPosition(buffer, variant, i, 8);
            if (block == 1)
                putReal(buffer, variant, 0.25, 8);
            putLineEnd(buffer, variant);
        }
    }
    putText(buffer, "%s$EndNodes\n$Elements\n", variant->binary ? "\n" : "");
    putInteger(buffer, variant, 3, 8);
    putInteger(buffer, variant, 7, 8);
    putLineEnd(buffer, variant);
    for (int element = 0; element < 7; element++) {
        if (element < 2)
            putFour(buffer, variant, 1, 0, otherTypes[element], 1, 4);
        if (element == 2)
            putFour(buffer, variant, 1, 3, variant->secondOrder ? 11 : 4, 5, 4);
        putInteger(buffer, variant, element + 1, 4);
        putGmshNodes(buffer, variant, element < 2 ? otherVertices : cubeTets[element - 2],
                     element < 2 ? otherSizes[element] : 4);
    }
    putText(buffer, "%s$EndElements\n", variant->binary ? "\n" : "");
}

static void writeGmsh(Buffer* buffer, const Variant* variant)
{
    if (variant->extras)
        putText(buffer, "$Comments\n$Nodes are not here\n$EndComments\n");
    putText(buffer, "$MeshFormat\n%d.%d %d 8\n", variant->version / 10, variant->version % 10,
            variant->binary);
    if (variant->binary) {
        putInteger(buffer, variant, 1, 4);
        putText(buffer, "\n");
    }
    putText(buffer, "$EndMeshFormat\n");
    if (variant->extras)
        putText(buffer, "$PhysicalNames\n1\n3 1 \"a body\"\n$EndPhysicalNames\n");
    (variant->version == 22   ? writeGmsh2
     : variant->version == 40 ? writeGmsh40
                              : writeGmsh4)(buffer, variant);
    if (variant->extras)
        putText(buffer, "$NodeData\n1\n\"heat\"\n1\n0\n0\n$EndNodeData\n");
}

static void writeNode(Buffer* buffer, const Variant* variant)
{
    putText(buffer, variant->extras ? "# points\n\n%d 3 1 1 # attributes, markers\n" : "%d 3 0 0\n",
            vertexCountOf(variant));
    for (int i = 0; i < vertexCountOf(variant); i++) {
        putText(buffer, "%d", variant->version + i);
        putPosition(buffer, variant, i, 8);
        putText(buffer, variant->extras ? " 0.5 1\n\n" : "\n");
    }
}

static void writeEle(Buffer* buffer, const Variant* variant)
{
    putText(buffer, variant->extras ? "5 %d 1\r\n" : "5 %d 0\n", variant->secondOrder ? 10 : 4);
    for (int t = 0; t < 5; t++) {
        putText(buffer, "%d", variant->version + t);
        for (int i = 0; i < 4; i++)
            putText(buffer, " %d", variant->version + cubeTets[t][i]);
        for (int i = 4; i < 10 && variant->secondOrder; i++)
            putText(buffer, " %d", variant->version + 8);
        putText(buffer, variant->extras ? " 7 # region\r\n" : "\n");
    }
}

static void writeMedit(Buffer* buffer, const Variant* variant)
{
    putText(buffer, "MeshVersionFormatted 2\n%sDimension\n3\nVertices\n%d\n",
            variant->extras ? "# cube\n" : "", vertexCountOf(variant));
    for (int i = 0; i < vertexCountOf(variant); i++) {
        putPosition(buffer, variant, i, 8);
        putText(buffer, " 1\n");
    }
    putText(buffer, "Triangles\n2\n1 2 3 1\n2 3 4 1\n");
    if (variant->extras)
        putText(buffer, "Corners 2\n1\n2\nSubDomainFromMesh 1\n3 1 1 1\n");
    putText(buffer, "Tetrahedra%s\n5\n", variant->secondOrder ? "P2" : "");
    for (int t = 0; t < 5; t++) {
        for (int i = 0; i < (variant->secondOrder ? 10 : 4); i++)
            putText(buffer, "%d ", i < 4 ? cubeTets[t][i] + 1 : 9);
        putText(buffer, "1\n");
    }
    putText(buffer, "End\n");
}

static void writeVtkCells(Buffer* buffer, const Variant* variant)
{
    int corners = variant->secondOrder ? 10 : 4;
    bool apart = variant->version >= 50;
    putText(buffer, "CELLS %d %d\n", apart ? 8 : 7, 4 + 5 * corners + (apart ? 0 : 7));
    if (apart) {
        putText(buffer, "OFFSETS vtktypeint64\n");
        putInteger(buffer, variant, 0, 8);
        putInteger(buffer, variant, 1, 8);
        for (int t = 0; t <= 5; t++)
            putInteger(buffer, variant, 4 + t * corners, 8);
        putText(buffer, "\nCONNECTIVITY vtktypeint64\n");
    }
    for (int cell = 0; cell < 7; cell++) {
        int size = cell < 2 ? otherSizes[cell] : corners;
        if (!apart)
            putInteger(buffer, variant, size, 4);
        for (int i = 0; i < size; i++)
            putInteger(buffer, variant, cell < 2 ? i : i < 4 ? cubeTets[cell - 2][i] : 8, apart ? 8 : 4);
        putLineEnd(buffer, variant);
    }
    putText(buffer, "\nCELL_TYPES 7\n");
    for (int cell = 0; cell < 7; cell++)
        putInteger(buffer, variant, cell == 0 ? 1 : cell == 1 ? 5 : variant->secondOrder ? 24 : 10, 4);
    putText(buffer, "\n");
}

static void writeVtk(Buffer* buffer, const Variant* variant)
{
    int bytes = variant->extras ? 4 : 8;
    putText(buffer, "# vtk DataFile Version %d.%d\na cube\n%s\nDATASET UNSTRUCTURED_GRID\n",
            variant->version / 10, variant->version % 10, variant->binary ? "BINARY" : "ASCII");
    if (variant->extras) {
        putText(buffer, "FIELD FieldData 1\nTIME 1 2 double\n");
        putReal(buffer, variant, 1.5, 8);
        putReal(buffer, variant, 2.5, 8);
        putText(buffer, "\n");
    }
    putText(buffer, "POINTS %d %s\n", vertexCountOf(variant), bytes == 4 ? "float" : "double");
    for (int i = 0; i < vertexCountOf(variant); i++) {
        putPosition(buffer, variant, i, bytes);
        putLineEnd(buffer, variant);
    }
    putText(buffer, "\n%s", variant->extras ? "METADATA\nINFORMATION 1\nNAME a LOCATION b\n\n" : "");
    writeVtkCells(buffer, variant);
    if (variant->extras)
        putText(buffer, "POINT_DATA %d\nSCALARS heat float\n", vertexCountOf(variant));
}

#include "mesh/vtu_fixture.h"

enum {
    tetGen0,
    gmsh22Text,
    gmsh22Binary,
    gmsh41Text,
    gmsh41Binary,
    medit,
    vtk20Text,
    vtk20Binary,
    vtk51Text,
    gmsh40Text,
    gmsh40Binary,
    vtu,
    vtuBinary,
    vtuAppended,
    vtuZlib // where there is zlib
};

static const Variant variants[] = {
    [tetGen0] = {.name = "tetgen_0", .ending = ".node", .write = writeNode},
    [gmsh22Text] = {.name = "gmsh22", .ending = ".msh", .write = writeGmsh, .version = 22, .otherCells = 2},
    [gmsh22Binary] = {.name = "gmsh22_binary",
                      .ending = ".msh",
                      .write = writeGmsh,
                      .version = 22,
                      .binary = true,
                      .otherCells = 2},
    [gmsh41Text] = {.name = "gmsh41", .ending = ".msh", .write = writeGmsh, .version = 41, .otherCells = 2},
    [gmsh41Binary] = {.name = "gmsh41_binary",
                      .ending = ".msh",
                      .write = writeGmsh,
                      .version = 41,
                      .binary = true,
                      .otherCells = 2},
    [medit] = {.name = "medit", .ending = ".mesh", .write = writeMedit, .otherCells = 2},
    [vtk20Text] = {.name = "vtk20", .ending = ".vtk", .write = writeVtk, .version = 20, .otherCells = 2},
    [vtk20Binary] = {.name = "vtk20_binary",
                     .ending = ".vtk",
                     .write = writeVtk,
                     .version = 20,
                     .binary = true,
                     .bigEndian = true,
                     .otherCells = 2},
    [vtk51Text] = {.name = "vtk51", .ending = ".vtk", .write = writeVtk, .version = 51, .otherCells = 2},
    [gmsh40Text] = {.name = "gmsh40", .ending = ".msh", .write = writeGmsh, .version = 40, .otherCells = 2},
    [gmsh40Binary] = {.name = "gmsh40_binary",
                      .ending = ".msh",
                      .write = writeGmsh,
                      .binary = true,
                      .version = 40,
                      .otherCells = 2},
    [vtu] = {.name = "vtu", .ending = ".vtu", .write = writeVtu, .version = vtuText, .otherCells = 2},
    [vtuBinary] =
        {.name = "vtu_base64", .ending = ".vtu", .write = writeVtu, .version = vtuBase64, .otherCells = 2},
    [vtuAppended] =
        {.name = "vtu_raw", .ending = ".vtu", .write = writeVtu, .version = vtuAppendedRaw, .otherCells = 2},
#if GEL_HAS_ZLIB
    [vtuZlib] =
        {.name = "vtu_packed", .ending = ".vtu", .write = writeVtu, .version = vtuPacked, .otherCells = 2},
    {"vtu_packed_big", ".vtu", writeVtu, true, true, false, true, true, vtuPacked, 2},
    {"vtu_raw_packed", ".vtu", writeVtu, true, false, false, false, true, vtuAppendedPacked, 2},
#endif
    {.name = "tetgen_1", .ending = ".node", .write = writeNode, .version = 1, .extras = true},
    {.name = "tetgen_ten", .ending = ".node", .write = writeNode, .secondOrder = true},
    {"gmsh22_big", ".msh", writeGmsh, true, true, true, false, true, 22, 2},
    {"gmsh22_gaps_ten", ".msh", writeGmsh, false, false, true, true, true, 22, 2},
    {"gmsh22_binary_ten", ".msh", writeGmsh, true, false, true, true, false, 22, 2},
    {"gmsh41_big", ".msh", writeGmsh, true, true, true, false, true, 41, 2},
    {"gmsh41_gaps_ten", ".msh", writeGmsh, false, false, true, true, true, 41, 2},
    {"gmsh41_binary_ten", ".msh", writeGmsh, true, false, true, true, false, 41, 2},
    {"gmsh40_big_gaps", ".msh", writeGmsh, true, true, true, false, true, 40, 2},
    {"gmsh40_gaps_ten", ".msh", writeGmsh, false, false, true, true, true, 40, 2},
    {"vtu_ten", ".vtu", writeVtu, false, false, false, true, true, vtuText, 2},
    {"vtu_base64_big", ".vtu", writeVtu, true, true, false, false, true, vtuBase64, 2},
    {"vtu_raw_big", ".vtu", writeVtu, true, true, false, true, true, vtuAppendedRaw, 2},
    {"vtu_appended64", ".vtu", writeVtu, true, false, false, false, false, vtuAppendedBase64, 2},
    {"vtu_appended64_ten", ".vtu", writeVtu, true, true, false, true, true, vtuAppendedBase64, 2},
    {"medit_ten", ".mesh", writeMedit, false, false, false, true, true, 0, 2},
    {"vtk20_binary_float", ".vtk", writeVtk, true, true, false, false, true, 20, 2},
    {"vtk42_ten", ".vtk", writeVtk, false, false, false, true, true, 42, 2},
    {"vtk51_binary", ".vtk", writeVtk, true, true, false, false, true, 51, 2},
    {"vtk51_binary_ten", ".vtk", writeVtk, true, true, false, true, false, 51, 2},
};

enum { variantCount = sizeof variants / sizeof variants[0] };

// Path of a test's scratch file; two results stay valid.
static const char* scratchPath(const char* name, const char* ending)
{
    static char paths[2][1024];
    static int turn;
    turn = 1 - turn;
    snprintf(paths[turn], sizeof paths[turn], GEL_SCRATCH "/%s%s", name, ending);
    return paths[turn];
}

static void writeFile(const char* path, const void* bytes, size_t size)
{
    remove(path); // ext4 writes a file to the disk at once where it replaces what one held
    FILE* file = fopen(path, "wb");
    CHECK(file != NULL, "%s", path);
    if (file == NULL)
        return;
    fwrite(bytes, 1, size, file);
    fclose(file);
}

// Writes the second file of a two-file variant.
static void writeCompanion(const Variant* variant, const char* name)
{
    if (strcmp(variant->ending, ".node") != 0)
        return;
    Buffer buffer = {.size = 0};
    writeEle(&buffer, variant);
    writeFile(scratchPath(name, ".ele"), buffer.bytes, buffer.size);
}
