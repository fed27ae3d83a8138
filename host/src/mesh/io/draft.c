#include "mesh/io/draft.h"
#include "base/core.h"

#include <limits.h>
#include <math.h>
#include <string.h>

gelStatus gelDraft_SetVertexCount(gelMeshDraft* draft, int vertexCount)
{
    float* positions = gelResize(draft->positions, (size_t)vertexCount, 3 * sizeof *positions);
    if (positions == NULL)
        return gelFailMemory((size_t)vertexCount, 3 * sizeof *positions);
    draft->positions = positions;
    draft->vertexCount = vertexCount;
    return gel_success;
}

static gelStatus growTets(gelMeshDraft* draft)
{
    int capacity = draft->tetCapacity < 512           ? 1024
                   : draft->tetCapacity > INT_MAX / 2 ? INT_MAX
                                                      : draft->tetCapacity * 2;
    int* tets = gelResize(draft->tets, (size_t)capacity, 4 * sizeof *tets);
    draft->tets = tets != NULL ? tets : draft->tets;
    float* fills = gelResize(draft->fillFractions, (size_t)capacity, sizeof *fills);
    draft->fillFractions = fills != NULL ? fills : draft->fillFractions;
    int* parts = gelResize(draft->parts, (size_t)capacity, sizeof *parts);
    draft->parts = parts != NULL ? parts : draft->parts;
    if (tets == NULL || fills == NULL || parts == NULL)
        return gelFailMemory((size_t)capacity, 6 * sizeof *tets);
    draft->tetCapacity = capacity;
    return gel_success;
}

gelStatus gelDraft_AddTet(gelMeshDraft* draft, const int tet[4])
{
    gelStatus status = draft->tetCount == draft->tetCapacity ? growTets(draft) : gel_success;
    if (status != gel_success)
        return status;
    memcpy(draft->tets + 4 * (size_t)draft->tetCount, tet, 4 * sizeof *tet);
    draft->fillFractions[draft->tetCount] = 1.0f;
    draft->parts[draft->tetCount] = 0;
    draft->tetCount++;
    return gel_success;
}

bool gelIsTetValue(gelWord name)
{
    return gelWordIs(name, GEL_FILL_NAME) || gelWordIs(name, GEL_PART_NAME);
}

gelStatus gelDraft_SetValue(gelMeshDraft* draft, const gelTextReader* reader, gelWord name, int tet,
                            double value)
{
    if (gelWordIs(name, GEL_FILL_NAME)) {
        draft->fillFractions[tet] = (float)value;
    } else if (gelWordIs(name, GEL_PART_NAME)) {
        if (!(value >= INT_MIN && value <= INT_MAX) || value != floor(value))
            return gelFailHere(reader, gel_formatError, "expected an integer as the part of tet %d, found %g",
                               tet, value);
        draft->parts[tet] = (int)value;
    }
    return gel_success;
}

void gelDraft_DropCommonPart(gelMeshDraft* draft)
{
    for (int t = 1; t < draft->tetCount; t++)
        if (draft->parts[t] != draft->parts[0])
            return;
    for (int t = 0; t < draft->tetCount; t++)
        draft->parts[t] = 0;
}

void gelDestroyDraft(gelMeshDraft* draft)
{
    gelFree(draft->positions);
    gelFree(draft->tets);
    gelFree(draft->fillFractions);
    gelFree(draft->parts);
    *draft = (gelMeshDraft){0};
}
