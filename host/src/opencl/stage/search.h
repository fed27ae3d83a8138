// The search for contacts on the device. The host pairs bodies, whose boxes it reads; the device compares
// their elements.
#pragma once

#include "backend/backend.h"
#include "backend/contact_ground.h"
#include "contact/depth.h"
#include "opencl/runtime/buffer.h"
#include "opencl/stage/contact_program.h"
#include "search_buffers.h"

// A list of candidates that serves several frames: kernels/cache_passes.h.
typedef struct gelCandidateCache {
    CACHE_BUFFERS(GEL_BUFFER_HANDLE)
    bool isCached;
    bool hasInside;          // whether some candidates are inside a tet in this frame
    bool isListed;           // whether the contacts are those of the whole list; else of those that are near
    int searchNumber;        // of the current frame
    int frames;              // that the list has served
    int pause, nextPause;    // searches without slack to come, and after the next failure
    gelContactGround ground; // what the list was made for
    int64_t revisions;       // of the bodies, summed
    uint64_t torn;           // gelHashTornEdges
} gelCandidateCache;

// Turns are not sorted out if they have so many rows, as of a pair of small bodies on the ground.
enum { fewRows = 9 };

typedef struct gelDeviceSearch {
    gelSurfaceTables tables;               // their vertices are places on the device
    cl_mem surfaces[surface_buffer_count]; // of kernels/search_buffers.h; those of the state are not its own
    gelGrownBuffer lists[candidate_buffer_count]; // the list of candidates there
    gelContactGround ground;                      // of the current step
    gelSweptBox* boxes;                           // of the bodies and of their displacements, as read
    gelPairs pairs;
    SearchTurns* turns; // rows of them
    int fewTurns[fewRows * cluster_size];
    CandidatePair* candidates;
    CandidatePair* nearCandidates; // those of a cached list that are near in this frame
    int* areNear;
    float (*x)[3]; // of the surfaces' points, as read if candidates need them
    float (*normals)[3];
    int maxPerTurn, roomPerTurn; // candidates that a turn keeps: at most, and in this search
    int turnsCount, liveCount, candidateCount, turnsCapacity, candidateCapacity;
    int nearCount, nearCapacity, areNearCapacity;
    gelCandidateCache cache;
} gelDeviceSearch;

// Plans the search for a plan whose vertices are at state->places. On failure *search is empty.
// Adds to *bytes, as the other functions do.
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
    const gelAllGather* gather; // of ranks that share out the search; NULL: none
} gelSearchContext;

// Finds the candidates of a frame, and waits for them. The findings are valid until the next call. If
// findings->isCached, contacts need gelSearchNear. If *isNew, contacts must be listed from the findings, and
// the normals of all points are on the device, unless there are no candidates. Otherwise the contacts are
// those of the last frame, and the caller computes the normals of their points.
gelStatus gelSearchCandidates(gelDeviceSearch* search, const gelSearchContext* context,
                              const gelStepParameters* parameters, int substepCount,
                              gelSurfaceIssues* findings, bool* isNew);
cl_mem gelSearchNormals(const gelDeviceSearch* search);
// Returns the buffer with 1 for each cached candidate that may touch in this frame.
cl_mem gelSearchNear(const gelDeviceSearch* search);

// search_launch.c: launches a kernel that takes the surfaces, then `buffers`, then numbers.
gelStatus gelLaunchSearch(const gelDeviceSearch* search, const gelSearchContext* context,
                          gelContactKernel kernel, const cl_mem* buffers, int bufferCount,
                          const gelArgument* numbers, int numberCount, int itemCount);
// Launches a kernel that takes the surfaces, the list of candidates, `more`, then numbers.
gelStatus gelLaunchCandidates(const gelDeviceSearch* search, const gelSearchContext* context,
                              gelContactKernel kernel, const cl_mem* more, int moreCount,
                              const gelArgument* numbers, int numberCount, int itemCount);
// Launches a kernel that takes the list of candidates, then numbers.
gelStatus gelLaunchTurns(const gelDeviceSearch* search, const gelSearchContext* context,
                         gelContactKernel kernel, const gelArgument* numbers, int numberCount, int itemCount);
