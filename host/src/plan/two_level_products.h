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
    int* orders[constraint_kinds];             // the constraints of the plan, by their aggregates
    int* next;                                 // [slots]: room
    int* corners;                              // [vertexCount]
} gelTwoLevelMaker;

// Fills `orders`: constraints that are in the same aggregates follow one another.
gelStatus gelOrderByAggregates(gelTwoLevelMaker* maker);

// Fills the terms and chunks of the list; the rest is there.
//
// Sixteen constraints are a term of each block of aggregates in which one of them has vertices. Terms
// whose constraints have all vertices in one aggregate, and free, are in chunks of their own: inside.
gelStatus gelAddProducts(gelTwoLevelMaker* maker);
