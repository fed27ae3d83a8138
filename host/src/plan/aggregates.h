// Aggregates: the parts of a body that the two-level solver moves as wholes (kernels/physics/two_level.h).
#pragma once

#include "plan/body.h"

enum { gelMaximumAggregates = 32 };

// Returns how many aggregates a body has: as many as it asks for, or 8, but no more than its vertices allow.
int gelCountAggregates(const gelBody* body);

// Cuts a body across its longest side again and again, until there are `count` aggregates of about equally many vertices.
// Stores the aggregate of each vertex: [vertexCount].
gelStatus gelCutAggregates(const gelBody* body, int count, int* aggregates);

// The box of some vertices of a mesh.
typedef struct gelVertexBox {
    float low[3], high[3];
} gelVertexBox;
gelVertexBox gelBoxOfVertices(const float* positions, const int* vertices, int count);
