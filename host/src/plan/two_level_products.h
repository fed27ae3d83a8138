// How the Galerkin matrix of the two-level solver is added up: plan/two_level.h.
#pragma once

#include "plan/joints.h"
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
    int* firstBlocks;                          // of each system
    gelJoints joints;
    int* orders[level_kinds]; // constraints by their aggregates; -1: padding
    int counts[level_kinds];  // of orders
    int* next;                // [slots]: room
    int* corners;             // [vertexCount]
} gelTwoLevelMaker;

// The constraints of a kind in the order of their meshes, or the attachments that are rows.
typedef struct gelLevelConstraints {
    int count, arity, valueCount, rows;
    int* const* vertices; // [arity], of the world
    float* const* values; // [valueCount]
    bool hasCoefficients; // which are the first values, one per vertex
} gelLevelConstraints;

// Whether a vertex of a constraint has a part in it: those that an attachment lacks are repeated.
static inline bool gelHasCorner(const gelLevelConstraints* from, int vertex, int constraint)
{
    return !from->hasCoefficients || from->values[vertex][constraint] != 0.0f;
}

gelLevelConstraints gelConstraintsOfKind(const gelTwoLevelMaker* maker, int kind);

// Fills `orders` and `counts`: constraints that are in the same aggregates follow one another. Those of a body
// fill whole groups of level_columns, so its terms are the same in any company.
gelStatus gelOrderByAggregates(gelTwoLevelMaker* maker);

// Fills the terms and chunks of the list; the rest is there.
//
// Sixteen constraints are a term of each block of aggregates in which one of them has vertices. Terms
// whose constraints have all vertices in one aggregate, and free, are in chunks of their own: inside.
gelStatus gelAddProducts(gelTwoLevelMaker* maker);
