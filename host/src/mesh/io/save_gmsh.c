// Writes Gmsh's .msh, versions 2.2 and 4.1. A part becomes a volume and a physical group, so that Gmsh shows
// it; both are numbered from 1 in ascending order of the parts. The part's own number is stored as a value of
// its elements, as is the fill fraction.
#include "mesh/mesh.h"
#include "mesh/io/writers.h"

enum { intBytes = 4, sizeBytes = 8, realBytes = 8, tetType = 4 };

static int partOf(const gelTetMesh* mesh, int tet)
{
    return mesh->parts != NULL ? mesh->parts[tet] : 0;
}

static void beginGmsh(gelMeshOut* out, const char* version, const gelPartList* parts)
{
    gelPutText(&out->text, "$MeshFormat\n%s %d 8\n", version, out->binary);
    if (out->binary) {
        gelPutInteger(out, 1, intBytes); // shows the byte order
        gelPutLine(out, "");
    }
    gelPutLine(out, "$EndMeshFormat");
    if (out->mesh->parts == NULL)
        return;
    gelPutText(&out->text, "$PhysicalNames\n%d\n", parts->count);
    for (int i = 0; i < parts->count; i++)
        gelPutText(&out->text, "3 %d \"part %d\"\n", i + 1, parts->numbers[i]);
    gelPutLine(out, "$EndPhysicalNames");
}

static void endSection(gelMeshOut* out, const char* line)
{
    if (out->binary)
        gelPutLine(out, "");
    gelPutLine(out, line);
}

static void putCorners(gelMeshOut* out, int tet, int bytes)
{
    for (int k = 0; k < 4; k++)
        gelPutInteger(out, (int64_t)out->mesh->tets[4 * (size_t)tet + (size_t)k] + 1, bytes);
    gelEndRow(out);
}

// One section for fill fractions, one for parts.
static void putElementData(gelMeshOut* out)
{
    gelTetValues values[2];
    int count = gelListTetValues(out->mesh, values);
    for (int i = 0; i < count; i++) {
        // One string, one real (the time), three integers: step, components, elements.
        gelPutText(&out->text, "$ElementData\n1\n\"%s\"\n1\n0\n3\n0\n1\n%d\n", values[i].name,
                   out->mesh->tetCount);
        for (int t = 0; t < out->mesh->tetCount; t++) {
            gelPutInteger(out, (int64_t)t + 1, intBytes);
            gelPutTetValue(out, &values[i], t, realBytes);
            gelEndRow(out);
        }
        endSection(out, "$EndElementData");
    }
}

gelStatus gelWriteGmsh22(gelMeshOut* out)
{
    const gelTetMesh* mesh = out->mesh;
    gelPartList parts;
    gelStatus status = gelListParts(mesh, &parts);
    if (status != gel_success)
        return status;
    beginGmsh(out, "2.2", &parts);
    gelPutText(&out->text, "$Nodes\n%d\n", mesh->vertexCount);
    for (int i = 0; i < mesh->vertexCount; i++) {
        gelPutInteger(out, (int64_t)i + 1, intBytes);
        gelPutPosition(out, i, realBytes);
        gelEndRow(out);
    }
    endSection(out, "$EndNodes");
    gelPutText(&out->text, "$Elements\n%d\n", mesh->tetCount);
    for (int i = 0; i < 3 && out->binary; i++) // one block: type, elements, tags of each
        gelPutInteger(out, (const int[]){tetType, mesh->tetCount, 2}[i], intBytes);
    for (int t = 0; t < mesh->tetCount; t++) {
        int group = 1 + gelFindPart(&parts, partOf(mesh, t));
        gelPutInteger(out, (int64_t)t + 1, intBytes);
        for (int i = 0; i < 2 && !out->binary; i++)
            gelPutInteger(out, i == 0 ? tetType : 2, intBytes);
        for (int i = 0; i < 2; i++) // physical group and volume
            gelPutInteger(out, group, intBytes);
        putCorners(out, t, intBytes);
    }
    endSection(out, "$EndElements");
    putElementData(out);
    gelFree(parts.numbers);
    return gelFlushText(&out->text);
}

// One volume per part.
static void putEntities(gelMeshOut* out, const gelPartList* parts, const gelVec3 box[2])
{
    gelPutLine(out, "$Entities");
    for (int dimension = 0; dimension < 4; dimension++)
        gelPutInteger(out, dimension == 3 ? parts->count : 0, sizeBytes);
    gelEndRow(out);
    for (int i = 1; i <= parts->count; i++) {
        gelPutInteger(out, i, intBytes);
        for (int corner = 0; corner < 2; corner++) {
            gelPutReal(out, box[corner].x, realBytes);
            gelPutReal(out, box[corner].y, realBytes);
            gelPutReal(out, box[corner].z, realBytes);
        }
        gelPutInteger(out, 1, sizeBytes); // physical group
        gelPutInteger(out, i, intBytes);
        gelPutInteger(out, 0, sizeBytes); // surfaces around it
        gelEndRow(out);
    }
    endSection(out, "$EndEntities");
}

static void putFour(gelMeshOut* out, const int64_t values[4], int bytes)
{
    for (int i = 0; i < 4; i++)
        gelPutInteger(out, values[i], i == 3 ? sizeBytes : bytes);
    gelEndRow(out);
}

static void putNodes4(gelMeshOut* out)
{
    int64_t count = out->mesh->vertexCount;
    gelPutLine(out, "$Nodes");
    putFour(out, (const int64_t[]){1, count, 1, count}, sizeBytes);
    putFour(out, (const int64_t[]){3, 1, 0, count}, intBytes);
    for (int64_t i = 1; i <= count; i++) {
        gelPutInteger(out, i, sizeBytes);
        gelEndRow(out);
    }
    for (int i = 0; i < count; i++) {
        gelPutPosition(out, i, realBytes);
        gelEndRow(out);
    }
    endSection(out, "$EndNodes");
}

// One block per run of tets of one part, which keeps their order.
static void putElements4(gelMeshOut* out, const gelPartList* parts)
{
    const gelTetMesh* mesh = out->mesh;
    int64_t runs = 1, count = mesh->tetCount;
    for (int t = 1; t < mesh->tetCount; t++)
        runs += partOf(mesh, t) != partOf(mesh, t - 1);
    gelPutLine(out, "$Elements");
    putFour(out, (const int64_t[]){runs, count, 1, count}, sizeBytes);
    for (int t = 0; t < mesh->tetCount; t++) {
        int part = partOf(mesh, t);
        if (t == 0 || part != partOf(mesh, t - 1)) {
            int end = t + 1;
            while (end < mesh->tetCount && partOf(mesh, end) == part)
                end++;
            putFour(out, (const int64_t[]){3, 1 + gelFindPart(parts, part), tetType, end - t}, intBytes);
        }
        gelPutInteger(out, (int64_t)t + 1, sizeBytes);
        putCorners(out, t, sizeBytes);
    }
    endSection(out, "$EndElements");
}

gelStatus gelWriteGmsh41(gelMeshOut* out)
{
    gelPartList parts;
    gelVec3 box[2];
    gelStatus status = gelListParts(out->mesh, &parts);
    if (status != gel_success)
        return status;
    gelMeasureBox(out->mesh, &box[0], &box[1]);
    beginGmsh(out, "4.1", &parts);
    putEntities(out, &parts, box);
    putNodes4(out);
    putElements4(out, &parts);
    putElementData(out);
    gelFree(parts.numbers);
    return gelFlushText(&out->text);
}
