// How the Galerkin matrix of the two-level solver is added up: plan/two_level.h.
#pragma once

#include "plan/two_level.h"

// A list that is being made: its constraints in the order of their meshes, and where vertices are.
typedef struct gelTwoLevelMaker {
    gelTwoLevelList* list;
    gelBody** bodies;                          // those of the list
    gelPlan plan;                              // of them
    int vertexCount;                           // of the world
    int slotCount, aggregateCount, blockCount; // so far
    int* slots;                                // [vertexCount]
    int* aggregateOf;                          // [slots]
    int* firstBlocks;                          // of each body
    int* next;                                 // [slots]: room
} gelTwoLevelMaker;

extern const int gelRowCounts[constraint_kinds]; // rows_of_NAME

// Fills the parts, pairs and chunks of the list; the rest is there.
//
// A row has a part for each aggregate of its vertices. The product of two parts belongs to the block of their aggregates.
gelStatus gelAddProducts(gelTwoLevelMaker* maker);
