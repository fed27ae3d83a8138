// The surfaces of filled bodies: those that enclose a gas or a liquid.
#pragma once

#include "plan/plan.h"
#include "pressure_tables.h"

// Body by body, in the order of the plan; the vertices of each in that of the world.
typedef struct gelFilledSurface {
    int bodyCount;
    int* bodies;   // [bodyCount]: in the plan
    int* firsts;   // [bodyCount + 1]: their first listed vertices
    int listed;    // vertices
    int* vertices; // [listed]
    int* owners;   // [listed]: of which of `bodies`
    int* starts;   // [listed + 1] into `rings`
    int*
        rings; // [starts[listed]][2]: the other corners of a vertex's triangles, in the order of their numbers
    int sumCount;
    int* firstSums; // [bodyCount + 1]
    int* sumStarts; // [sumCount + 1]: the first listed vertex of each
} gelFilledSurface;

static inline bool gelIsFilled(const gelBody* body)
{
    return !gelIsObstacle(body) && body->material.filling != gel_notFilled;
}

// Returns the volume that the surface of a filled body encloses at rest, m^3.
static inline double gelInsideVolume(const gelBody* body)
{
    return body->shape->insideVolume * (body->scale * body->scale * body->scale);
}

// Finds the filled surfaces of a plan. `places`: where the world's vertices are stored; vertices
// are numbered by them then. NULL: vertices are numbered as in the world. On failure *surface is
// empty.
gelStatus gelFindFilledSurface(const gelPlan* plan, const int* places, gelFilledSurface* surface);
// Stores in the records where the bodies of the surface have their vertices and sums.
void gelPlacePressures(const gelFilledSurface* surface, PressureRecord* records);
void gelClearFilledSurface(gelFilledSurface* surface);

// Checks whether the material's filling, if it has one, may fill a body of that shape, and
// measures the shape's inside. gel_invalidArgument names open edges, or says that the shape has no
// inside.
gelStatus gelCheckFilling(gelShape* shape, const gelMaterial* material);
// Computes the volume that the surface of a filled body encloses now, m^3.
gelStatus gelMeasureInsideNow(const gelBody* body, const gelVertexState* vertices, double* volume);
