#include "base/tuple_set.h"

#include <limits.h>
#include <string.h>

enum { slotsPerLine = 16 }; // of memory

static size_t hashOf(const int* tuple, int arity)
{
    uint64_t hash = 0;
    for (int i = 0; i < arity; i++)
        hash = (hash ^ (uint32_t)tuple[i]) * 0x9e3779b97f4a7c15u;
    return (size_t)(hash ^ hash >> 32);
}

// Slots are tried one after the other from where the hash says. By first number, those of one line come before.
typedef struct Probe {
    size_t slot, hash;
    int left; // slots of the line
} Probe;

static Probe beginProbe(const gelTupleSet* set, const int* tuple)
{
    size_t hash = hashOf(tuple, set->arity), slot = hash;
    if (set->isByFirst)
        slot = (size_t)tuple[0] * slotsPerLine + hash % slotsPerLine;
    return (Probe){slot & (set->slotCount - 1), hash, set->isByFirst ? slotsPerLine : 0};
}

static void nextSlot(const gelTupleSet* set, Probe* probe)
{
    if (--probe->left > 0)
        probe->slot = probe->slot / slotsPerLine * slotsPerLine + (probe->slot + 1) % slotsPerLine;
    else
        probe->slot =
            (probe->left == 0 ? probe->hash / slotsPerLine : probe->slot + 1) & (set->slotCount - 1);
}

static int* tupleAt(const gelTupleSet* set, int index)
{
    return set->tuples + (size_t)index * (size_t)set->arity;
}

static gelStatus growSlots(gelTupleSet* set, size_t slotCount)
{
    int* slots = gelResize(set->slots, slotCount, sizeof *slots);
    if (slots == NULL)
        return gelFailMemory(slotCount, sizeof *slots);
    set->slots = slots;
    set->slotCount = slotCount;
    for (size_t i = 0; i < slotCount; i++)
        slots[i] = -1;
    for (int index = 0; index < set->count; index++) {
        Probe probe = beginProbe(set, tupleAt(set, index));
        while (slots[probe.slot] >= 0)
            nextSlot(set, &probe);
        slots[probe.slot] = index;
    }
    return gel_success;
}

static gelStatus growTuples(gelTupleSet* set, int capacity)
{
    size_t count = (size_t)capacity * (size_t)set->arity;
    int* tuples = gelResize(set->tuples, count, sizeof *tuples);
    if (tuples == NULL)
        return gelFailMemory(count, sizeof *tuples);
    set->tuples = tuples;
    set->capacity = capacity;
    return gel_success;
}

gelStatus gelCreateTupleSet(gelTupleSet* set, int arity, int expected)
{
    *set = (gelTupleSet){.arity = arity};
    int capacity = expected < 16 ? 16 : expected;
    size_t slotCount = 32;
    while (slotCount / 2 < (size_t)capacity)
        slotCount *= 2;
    gelStatus status = growSlots(set, slotCount);
    if (status == gel_success)
        status = growTuples(set, capacity);
    if (status != gel_success)
        gelDestroyTupleSet(set);
    return status;
}

void gelDestroyTupleSet(gelTupleSet* set)
{
    gelFree(set->tuples);
    gelFree(set->slots);
    *set = (gelTupleSet){0};
}

void gelTupleSet_Take(gelTupleSet* set, int** tuples, int* count)
{
    int* fitting = gelResize(set->tuples, (size_t)set->count * (size_t)set->arity, sizeof *fitting);
    *tuples = fitting != NULL ? fitting : set->tuples;
    *count = set->count;
    set->tuples = NULL;
    gelDestroyTupleSet(set);
}

void gelTupleSet_FetchSlot(const gelTupleSet* set, const int* tuple)
{
    __builtin_prefetch(&set->slots[beginProbe(set, tuple).slot]);
}

void gelTupleSet_FetchTuple(const gelTupleSet* set, const int* tuple)
{
    int index = set->slots[beginProbe(set, tuple).slot];
    if (index >= 0)
        __builtin_prefetch(tupleAt(set, index));
}

static bool isEqual(const int* a, const int* b, int arity)
{
    int same = 0;
    while (same < arity && a[same] == b[same])
        same++;
    return same == arity;
}

gelStatus gelTupleSet_Insert(gelTupleSet* set, const int* tuple, int* index, bool* added)
{
    Probe probe = beginProbe(set, tuple);
    for (; set->slots[probe.slot] >= 0; nextSlot(set, &probe)) {
        *index = set->slots[probe.slot];
        *added = false;
        if (isEqual(tupleAt(set, *index), tuple, set->arity))
            return gel_success;
    }
    if (set->count == set->capacity) {
        gelStatus status = growTuples(set, set->capacity <= INT_MAX / 2 ? set->capacity * 2 : INT_MAX);
        if (status != gel_success)
            return status;
    }
    *index = set->count++;
    *added = true;
    memcpy(tupleAt(set, *index), tuple, (size_t)set->arity * sizeof *tuple);
    set->slots[probe.slot] = *index;
    // At most half full, so that probe sequences stay short.
    return (size_t)set->count * 2 > set->slotCount ? growSlots(set, set->slotCount * 2) : gel_success;
}
