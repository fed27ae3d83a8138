// Numbers and rows of mesh files, as text or as bytes.
#include "mesh/io/writers.h"

#include <string.h>

void gelPutLine(gelMeshOut* out, const char* line)
{
    gelPutText(&out->text, "%s\n", line);
}

static void putBytes(gelMeshOut* out, uint64_t bits, int bytes)
{
    unsigned char buffer[8];
    for (int i = 0; i < bytes; i++)
        buffer[i] = (unsigned char)(bits >> 8 * (out->order == gel_bigEndian ? bytes - 1 - i : i) & 0xff);
    if (out->text.length > 0)
        gelFlushText(&out->text);
    if (out->text.status == gel_success)
        out->text.status = gelWriteResultFile(out->text.file, buffer, (size_t)bytes);
}

static void beginValue(gelMeshOut* out)
{
    if (out->inRow)
        gelPutText(&out->text, " ");
    out->inRow = true;
}

void gelPutInteger(gelMeshOut* out, int64_t value, int bytes)
{
    if (out->binary) {
        putBytes(out, (uint64_t)value, bytes);
        return;
    }
    beginValue(out);
    gelPutText(&out->text, "%lld", (long long)value);
}

static void putDouble(gelMeshOut* out, double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    putBytes(out, bits, 8);
}

void gelPutReal(gelMeshOut* out, float value, int bytes)
{
    if (!out->binary) {
        beginValue(out);
        gelPutNumber(&out->text, (double)value);
    } else if (bytes == 8) {
        putDouble(out, (double)value);
    } else {
        uint32_t bits;
        memcpy(&bits, &value, sizeof bits);
        putBytes(out, bits, 4);
    }
}

void gelPutPosition(gelMeshOut* out, int vertex, int bytes)
{
    for (int axis = 0; axis < 3; axis++)
        gelPutReal(out, out->mesh->positions[3 * (size_t)vertex + (size_t)axis], bytes);
}

void gelEndRow(gelMeshOut* out)
{
    if (!out->binary)
        gelPutText(&out->text, "\n");
    out->inRow = false;
}

int gelListTetValues(const gelTetMesh* mesh, gelTetValues values[2])
{
    int count = 0;
    if (mesh->parts != NULL)
        values[count++] = (gelTetValues){.name = GEL_PART_NAME, .integers = mesh->parts};
    if (mesh->fillFractions != NULL)
        values[count++] = (gelTetValues){.name = GEL_FILL_NAME, .reals = mesh->fillFractions};
    return count;
}

void gelPutTetValue(gelMeshOut* out, const gelTetValues* values, int tet, int bytes)
{
    if (values->reals != NULL)
        gelPutReal(out, values->reals[tet], bytes);
    else if (out->binary && bytes == 8)
        putDouble(out, values->integers[tet]);
    else
        gelPutInteger(out, values->integers[tet], bytes);
}
