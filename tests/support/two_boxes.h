// Two bodies of a mesh that is 1.5 m high, one over the other.
#pragma once

#include "support/fixtures.h"

// They fall towards the ground; the lower one is pinned where it starts below 0.1 m, a vertex of the upper one is pulled.
static inline void createTwoBoxes(gelWorld* world, gelBodyDef body, const gelTetMesh* mesh, gelBodyId ids[2])
{
    body.material.youngModulus = 2e4f;
    body.position = (gelVec3){0.5f, 0.75f, 0.25f};
    body.velocity = (gelVec3){0.5f, -1.0f, 0.25f};
    REQUIRE(gelCreateBody(world, &body, mesh, &ids[0]));
    body.position.y = 2.3f;
    body.velocity.y = -3.0f;
    body.scale = 0.75f;
    REQUIRE(gelCreateBody(world, &body, mesh, &ids[1]));
    REQUIRE(gelBody_PinBelow(world, ids[0], 0.1f, NULL));
    const gelGoal goal = {ids[1], 5, {1.0f, 3.0f, 0.5f}, 500.0f};
    REQUIRE(gelWorld_SetGoals(world, &goal, 1));
}
