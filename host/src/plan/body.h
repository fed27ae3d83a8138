// A body as plans and back ends see it.
#pragma once

#include "gel/filter.h"
#include "gel/material.h"
#include "gel/strategy.h"
#include "plan/shape.h"

#include <string.h>

typedef struct gelBody {
    gelShape* shape;
    struct gelSharedSkin* skin;              // NULL: none
    const gelContactSurface* contactSurface; // of the skin, if the body meets others with it; or NULL
    gelMaterial material;
    double scale;
    gelStrategy strategy; // requested; gel_strategyAuto: chosen by the back end
    gelBodyId id;
    int firstVertex;            // in the world's vertices
    gelVec3 position, velocity; // at creation: m, m/s
    gelQuat rotation;           // at creation
    void* userData;
    bool selfContact;
    gelFilter filter;
    gelBodyId* ignored; // bodies that it passes through, each of which lists it as well
    int ignoredCount, ignoredCapacity;
    int contactRevision; // grows with what decides what it touches and how, but for places and materials
    // Of an obstacle [vertexCount][3]: where its vertices are, or are at the end of the step that moves them, m;
    // NULL of a soft body.
    float* targets;
    bool hasTargets;         // the next step moves it there
    bool isMoving;           // the last one did
    gelVec3 surfaceVelocity; // of an obstacle, m/s, in its own frame
    float drift[3];          // the same in the world's
    int island;              // 0: it is awake; or it sleeps, with all bodies of the same number
    bool isWoken;            // it wakes when the next step begins
    float restTime;          // for which it has been at rest, s, while awake
    int restRevision;        // contactRevision when that was last seen
    int sceneBody1;          // 1 + the number in the scene of what it was made from; or 0
    int sceneObstacle1;      // the same of an obstacle, which the scene moves
} gelBody;

// A body without tets, whose vertices have inverse mass 0; `position` and `rotation` are its own now.
static inline bool gelIsObstacle(const gelBody* body)
{
    return body->shape->surface != NULL;
}

// What moves for no contact.
static inline bool gelIsStill(const gelBody* body)
{
    return gelIsObstacle(body) || body->island != 0;
}

// Whether bodies are a pair that was told to.
static inline bool gelIgnoreEachOther(const gelBody* a, const gelBody* b)
{
    const gelBody *shorter = a->ignoredCount < b->ignoredCount ? a : b, *other = shorter == a ? b : a;
    bool found = false;
    for (int i = 0; i < shorter->ignoredCount && !found; i++)
        found = shorter->ignored[i].index1 == other->id.index1;
    return found;
}

// Whether the bodies have the same constraints, apart from vertex numbers. Density and damping belong to
// vertices, friction and restitution to contacts.
static inline bool gelSameConstraints(const gelBody* a, const gelBody* b)
{
    gelMaterial p = a->material, q = b->material;
    p.density = q.density;
    p.damping = q.damping;
    p.friction = q.friction;
    p.restitution = q.restitution;
    return a->shape == b->shape && a->scale == b->scale && memcmp(&p, &q, sizeof p) == 0;
}

// The volume of a tet, m^3, regardless of its fill fraction.
static inline double gelRestVolume(const gelBody* body, int tet)
{
    return body->shape->constraints[constraint_volume].rests[tet] * (body->scale * body->scale * body->scale);
}
