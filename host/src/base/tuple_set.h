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
} gelTupleSet;

// `expected` is a guess at the number of tuples; the set grows if it was too low.
gelStatus gelCreateTupleSet(gelTupleSet* set, int arity, int expected);
void gelDestroyTupleSet(gelTupleSet* set);

// *index is the tuple's number; *added says whether it is new. Order within the tuple matters: sort it first.
gelStatus gelTupleSet_Insert(gelTupleSet* set, const int* tuple, int* index, bool* added);
