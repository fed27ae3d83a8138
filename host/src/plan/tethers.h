// Tethers, the long-range attachments of Kim, Chentanez and Mueller: "Long Range Attachments - A Method to Simulate
// Inextensible Clothing in Computer Games", 2012. A vertex gets no further from its nearest pin than it is along the mesh
// at rest. They follow from the mesh, the material and the pins as these are, and are no state of their own.
#pragma once

#include "plan/plan.h"

// No vertex twice, and no pin is one of them, so that all are solved at once.
typedef struct gelTetherList {
    int count;
    int *vertices, *pins; // [count], of the world
    float* lengths;       // [count]: the longest distance, m
    bool* pinned; // [vertices of the world]: what the list was made for; NULL if no body wants tethers
} gelTetherList;

// The tethers of all bodies. On failure *list is empty.
gelStatus gelListTethers(gelBody* const* bodies, int bodyCount, const gelVertexState* vertices,
                         int vertexCount, gelTetherList* list);
void gelClearTetherList(gelTetherList* list);
