#include "contact/patches.h"

#include <stdlib.h>
#include <string.h>

// Contacts of a patch, at least, but for the last: a work-item with lanes takes few at a loss.
enum { minOfPatch = 128 };

gelStatus gelCreateContactPatches(int vertexCount, gelContactPatches* patches)
{
    *patches = (gelContactPatches){.vertexCount = vertexCount,
                                   .nodes = gelAllocate((size_t)vertexCount, sizeof *patches->nodes)};
    return patches->nodes != NULL ? gel_success : gelFailMemory((size_t)vertexCount, sizeof *patches->nodes);
}

void gelClearContactPatches(gelContactPatches* patches)
{
    gelFree(patches->patches);
    gelFree(patches->order);
    gelFree(patches->patchOf);
    gelFree(patches->nodes);
    gelFree(patches->sizes);
    gelFree(patches->placeOf);
    *patches = (gelContactPatches){0};
}

static int findRoot(gelPatchNode* nodes, int vertex)
{
    int parent = nodes[vertex].parent1 - 1;
    while (parent != vertex) {
        int next = nodes[parent].parent1 - 1;
        nodes[vertex].parent1 = next + 1; // halves the way for the next time
        vertex = parent;
        parent = next;
    }
    return vertex;
}

// Clears the nodes of all vertices, or only those of the contacts if they are few.
static void clearNodes(const gelSurfaceTables* tables, const Contact* contacts,
                       const gelContactSource* sources, int contactCount, gelContactPatches* patches)
{
    if (contactCount > patches->vertexCount / 16) {
        memset(patches->nodes, 0, (size_t)patches->vertexCount * sizeof *patches->nodes);
        return;
    }
    for (int i = 0; i < contactCount; i++)
        GEL_FOR_MOVABLE_VERTICES(vertex, tables, &contacts[i], &sources[i])
        {
            patches->nodes[*vertex] = (gelPatchNode){0};
        }
}

// Joins two roots; returns that of both, which is the one of more contacts, so that few ways become longer.
static int joinRoots(gelPatchNode* nodes, int a, int b)
{
    int root = nodes[a].count >= nodes[b].count ? a : b, other = root == a ? b : a;
    nodes[other].parent1 = root + 1;
    nodes[root].count += nodes[other].count;
    return root;
}

// Returns the root of the vertices of the contact; -1 if none may move.
static int join(const gelSurfaceTables* tables, const Contact* contact, const gelContactSource* source,
                gelPatchNode* nodes)
{
    int root = -1;
    GEL_FOR_MOVABLE_VERTICES(vertex, tables, contact, source)
    {
        if (nodes[*vertex].parent1 == 0)
            nodes[*vertex] = (gelPatchNode){.parent1 = *vertex + 1};
        int other = findRoot(nodes, *vertex);
        root = root < 0 ? other : root == other ? root : joinRoots(nodes, root, other);
    }
    if (root >= 0)
        nodes[root].count++;
    return root;
}

// Numbers patches in the order of their first contacts. Until they have slots, end_slot is how many contacts they have.
static gelStatus choosePatches(const gelSurfaceTables* tables, const Contact* contacts,
                               const gelContactSource* sources, int contactCount, const bool* isMine,
                               gelContactPatches* patches)
{
    gelPatchNode* nodes = patches->nodes;
    gelStatus status = gel_success;
    for (int i = 0; i < contactCount; i++)
        patches->patchOf[i] =
            isMine == NULL || isMine[i] ? join(tables, &contacts[i], &sources[i], nodes) : -1;
    for (int i = 0; i < contactCount && status == gel_success; i++) {
        if (isMine != NULL && !isMine[i])
            continue;
        int root = patches->patchOf[i] >= 0 ? findRoot(nodes, patches->patchOf[i]) : -1,
            count = patches->count;
        if (root < 0 || nodes[root].patch1 == 0) {
            if (count == 0 || patches->patches[count - 1].end_slot >= minOfPatch) {
                status = gelReserve(&patches->patches, &patches->capacity, count + 1, sizeof(ContactPatch));
                if (status != gel_success)
                    break;
                patches->patches[patches->count++] = (ContactPatch){0};
            }
            patches->patches[patches->count - 1].end_slot += root >= 0 ? nodes[root].count : 1;
        }
        if (root >= 0 && nodes[root].patch1 == 0)
            nodes[root].patch1 = patches->count;
        patches->patchOf[i] = root >= 0 ? nodes[root].patch1 - 1 : patches->count - 1;
    }
    return status;
}

static int compareSizes(const void* a, const void* b)
{
    const gelPatchSize *first = a, *second = b;
    if (first->contactCount != second->contactCount)
        return first->contactCount > second->contactCount ? -1 : 1;
    return (first->number > second->number) - (first->number < second->number);
}

static unsigned reverseBits(unsigned value, int bitCount)
{
    unsigned reversed = 0;
    for (int i = 0; i < bitCount; i++)
        reversed |= (value >> i & 1) << (bitCount - 1 - i);
    return reversed;
}

// Deals out the large patches. Drivers on processors give each thread a range of successive work-groups, and those found
// first are the largest: in the order of van der Corput every half, quarter and so on of the patches has its share.
static gelStatus spreadPatches(int contactCount, gelContactPatches* patches)
{
    const int count = patches->count;
    gelStatus status = gelReserve(&patches->sizes, &patches->sizeCapacity, count, sizeof *patches->sizes);
    if (status == gel_success)
        status = gelReserve(&patches->placeOf, &patches->placeCapacity, count, sizeof *patches->placeOf);
    if (status != gel_success || count == 0)
        return status;
    for (int i = 0; i < count; i++)
        patches->sizes[i] = (gelPatchSize){i, patches->patches[i].end_slot};
    qsort(patches->sizes, (size_t)count, sizeof *patches->sizes, compareSizes);
    int bitCount = 0, place = 0;
    while (1 << bitCount < count)
        bitCount++;
    for (unsigned i = 0; i < 1u << bitCount; i++) {
        unsigned rank = reverseBits(i, bitCount);
        if (rank >= (unsigned)count)
            continue;
        patches->placeOf[patches->sizes[rank].number] = place;
        patches->patches[place++].end_slot = patches->sizes[rank].contactCount;
    }
    for (int i = 0; i < contactCount; i++)
        if (patches->patchOf[i] >= 0)
            patches->patchOf[i] = patches->placeOf[patches->patchOf[i]];
    return gel_success;
}

static int wholeChunks(int contacts)
{
    return (contacts + contact_chunk - 1) / contact_chunk * contact_chunk;
}

// Gives the contacts of each patch their slots, in ascending order.
static gelStatus assignSlots(int contactCount, gelContactPatches* patches)
{
    for (int i = 0; i < patches->count; i++) {
        ContactPatch* patch = &patches->patches[i];
        int slots = wholeChunks(patch->end_slot);
        patch->first_slot = patches->slotCount;
        patch->end_slot = patch->first_slot; // so far
        patches->slotCount += slots;
        patches->largest = slots > patches->largest ? slots : patches->largest;
    }
    gelStatus status =
        gelReserve(&patches->order, &patches->orderCapacity, patches->slotCount, sizeof *patches->order);
    if (status != gel_success)
        return status;
    for (int i = 0; i < contactCount; i++)
        if (patches->patchOf[i] >= 0)
            patches->order[patches->patches[patches->patchOf[i]].end_slot++] = i;
    for (int i = 0; i < patches->count; i++)
        while (patches->patches[i].end_slot % contact_chunk != 0)
            patches->order[patches->patches[i].end_slot++] = -1;
    return gel_success;
}

gelStatus gelFindPatches(const gelSurfaceTables* tables, const Contact* contacts,
                         const gelContactSource* sources, int contactCount, const bool* isMine,
                         gelContactPatches* patches)
{
    patches->count = patches->slotCount = patches->largest = 0;
    gelStatus status =
        gelReserve(&patches->patchOf, &patches->patchOfCapacity, contactCount, sizeof *patches->patchOf);
    if (status != gel_success)
        return status;
    clearNodes(tables, contacts, sources, contactCount, patches);
    status = choosePatches(tables, contacts, sources, contactCount, isMine, patches);
    if (status == gel_success)
        status = spreadPatches(contactCount, patches);
    return status == gel_success ? assignSlots(contactCount, patches) : status;
}
