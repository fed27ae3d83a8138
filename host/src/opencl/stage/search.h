// The search for contacts on the device. The host pairs bodies, whose boxes it reads; the device compares
// their elements.
#pragma once

#include "backend/backend.h"
#include "contact/depth.h"
#include "opencl/runtime/buffer.h"
#include "opencl/stage/contact_program.h"

enum { gel_surfaceBuffers = 15 };

// The ground of a step.
typedef struct gelGroundTerms {
    SearchGround plane;
    float friction;
    bool isThere;
} gelGroundTerms;

// A list of hits that serves several frames: kernels/kept_passes.h.
typedef struct gelKeptHits {
    cl_mem places, position, flags; // of the surfaces' points and of the world's vertices, when it was made
    gelGrownBuffer near;            // of each hit: whether it counts in this frame
    bool isKept;
    int searchNumber;      // of the current frame
    int frames;            // that the list has served
    int pause, nextPause;  // searches without slack to come, and after the next failure
    gelGroundTerms ground; // what the list was made for
    int64_t revisions;     // of the bodies, summed
    uint64_t torn;         // gelHashTornEdges
} gelKeptHits;

typedef struct gelDeviceSearch {
    gelSurfaceTables tables;             // their vertices are places on the device
    cl_mem surfaces[gel_surfaceBuffers]; // as kernels/search.cl takes them; the first two are the state's
    cl_mem total;
    gelGroundTerms ground; // of the current step
    gelSweptBox* boxes;    // of the bodies and of their ways, as read
    gelPairs pairs;
    SearchTurns* turns;
    SearchHit* hits;
    float (*x)[3]; // of the surfaces' points, as read if hits need them
    float (*normals)[3];
    int roomPerTurn; // of hits, in `found`
    int turnsCount, hitCount, turnsCapacity, hitCapacity;
    gelGrownBuffer pairsThere, turnsThere, found, counts, sums, hitsThere; // on the device
    gelKeptHits kept;
} gelDeviceSearch;

// For a plan whose vertices are at state->places. On failure *search is empty. Adds to *bytes, as below.
gelStatus gelPlanSearch(const gelOpencl* opencl, const gelDeviceState* state, const gelPlan* plan,
                        uint64_t* bytes, gelDeviceSearch* search);
void gelClearSearch(gelDeviceSearch* search);

// The device as the search uses it.
typedef struct gelSearchContext {
    const gelOpencl* opencl;
    const gelDeviceState* state;
    const gelContactProgram* program;
    uint64_t* bytes;
    int* launches;
} gelSearchContext;

// Finds the hits of a frame, and waits for them. Normals are on the device if there are any. The findings are
// valid until the next call.
// If findings->isKept, contacts need gelSearchNear.
gelStatus gelSearchHits(gelDeviceSearch* search, const gelSearchContext* context,
                        const gelStepParameters* parameters, int substepCount, gelSurfaceIssues* findings);
cl_mem gelSearchNormals(const gelDeviceSearch* search);
cl_mem gelSearchPlaces(const gelDeviceSearch* search); // where the points are, and then how far they move
// Of each hit of a list that is kept, 1 if it may touch in this frame.
cl_mem gelSearchNear(const gelDeviceSearch* search);

// For opencl/stage/kept_hits.c. Launches a kernel that takes the surfaces, then `buffers`, then numbers.
gelStatus gelLaunchSearch(const gelDeviceSearch* search, const gelSearchContext* context,
                          gelContactKernel kernel, const cl_mem* buffers, int bufferCount,
                          const gelArgument* numbers, int numberCount, int itemCount);
