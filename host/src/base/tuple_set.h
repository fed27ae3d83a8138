// A set of short tuples of integers (edges, faces, tets) that numbers them in order of first appearance.
#pragma once

#include "base/core.h"

typedef struct gelTupleSet {
    int arity; // 2 to 4
    int count;
    int capacity;
    int* tuples; // [count][arity]
    size_t slotCount;
    int* slots; // index of a tuple, or -1
    // Whether tuples with equal first numbers have slots side by side, and so have those with numbers that follow each other:
    // fast if such tuples come together, as those of vertices of a mesh do. Set it, if at all, before the first insertion.
    bool isByFirst;
} gelTupleSet;

// `expected` is a guess at the number of tuples; the set grows if it was too low.
gelStatus gelCreateTupleSet(gelTupleSet* set, int arity, int expected);
void gelDestroyTupleSet(gelTupleSet* set);
// Hands over the tuples, [*count][arity], in memory of just that size; release them with gelFree.
void gelTupleSet_Take(gelTupleSet* set, int** tuples, int* count);

// *index is the tuple's number; *added says whether it is new. Order within the tuple matters: sort it first.
gelStatus gelTupleSet_Insert(gelTupleSet* set, const int* tuple, int* index, bool* added);

// Speed only: brings what an insertion will read nearer, while others are made. First its slot, and once that is there, the
// tuple that the slot names.
void gelTupleSet_FetchSlot(const gelTupleSet* set, const int* tuple);
void gelTupleSet_FetchTuple(const gelTupleSet* set, const int* tuple);
