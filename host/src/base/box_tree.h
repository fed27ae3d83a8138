// A tree of bounding boxes over numbered items (tets, triangles), for nearest-point and box queries. It
// depends only on the boxes and their order; once built it is read-only, so any number of threads may query
// it at once.
#pragma once

#include "base/core.h"
#include "base/vector3.h"

#include <math.h>

enum { gel_deepestBox = 64 }; // no tree is deeper

typedef struct gelBox {
    double lower[3], upper[3];
} gelBox;

// The first child of an inner node follows its parent.
typedef struct gelBoxNode {
    gelBox box;
    int first, count; // items of the node, in `order`
    int right;        // second child of an inner node, 0 in a leaf
} gelBoxNode;

typedef struct gelBoxTree {
    int itemCount;
    int nodeCount;
    gelBox* boxes;     // [itemCount]
    int* order;        // [itemCount]: items, leaf by leaf
    gelBoxNode* nodes; // [nodeCount]; the first is the root
} gelBoxTree;

// How far a box is from what is searched for: the query.
typedef double gelBoxMeasure(const gelBox* box, const void* query);
// Called for an item whose box is no further than *bound; may lower the bound, which prunes the rest of the
// search.
typedef void gelBoxNearVisit(void* context, int item, double* bound);
// Whether a node can be left out, as all its items are further than `bound`.
typedef bool gelBoxSkip(const void* context, int node, double bound);
typedef void gelBoxVisit(void* context, int item);

// fmin and fmax are library calls; these take a tenth of the time.
static inline double gelLesser(double a, double b)
{
    return a < b ? a : b;
}

static inline double gelGreater(double a, double b)
{
    return a > b ? a : b;
}

static inline gelBox gelEmptyBox(void)
{
    return (gelBox){{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
}

static inline void gelBox_Widen(gelBox* box, const double lower[3], const double upper[3])
{
    for (int k = 0; k < 3; k++) {
        box->lower[k] = gelLesser(box->lower[k], lower[k]);
        box->upper[k] = gelGreater(box->upper[k], upper[k]);
    }
}

static inline bool gelBoxesMeet(const gelBox* a, const gelBox* b)
{
    for (int k = 0; k < 3; k++)
        if (a->lower[k] > b->upper[k] || b->lower[k] > a->upper[k])
            return false;
    return true;
}

// Squared; 0 inside.
static inline double gelBox_Distance(const gelBox* box, const double point[3])
{
    double off[3];
    for (int k = 0; k < 3; k++)
        off[k] = gelGreater(gelGreater(box->lower[k] - point[k], point[k] - box->upper[k]), 0.0);
    return gelDot3(off, off);
}

typedef struct gelRay {
    double origin[3], direction[3];
} gelRay;

// Where a ray enters the box, in lengths of its direction: 0 from inside, infinity if it misses. Rounding may
// let a ray hit that misses, not the other way round.
static inline double gelBox_EnterRay(const gelBox* box, const gelRay* ray)
{
    double enter = 0.0, leave = INFINITY;
    for (int k = 0; k < 3; k++) {
        if (ray->direction[k] == 0.0) {
            if (ray->origin[k] < box->lower[k] || ray->origin[k] > box->upper[k])
                return INFINITY;
            continue;
        }
        double a = (box->lower[k] - ray->origin[k]) / ray->direction[k];
        double b = (box->upper[k] - ray->origin[k]) / ray->direction[k];
        enter = gelGreater(enter, gelLesser(a, b));
        leave = gelLesser(leave, gelGreater(a, b));
    }
    return enter <= leave * (1.0 + 1e-9) ? enter : INFINITY;
}

// Builds the tree over boxes[count], of which it takes ownership, even on failure; they must come from
// gelAllocate. count > 0. Errors: gel_outOfMemory. Cost: about count log count.
gelStatus gelCreateBoxTree(gelBox* boxes, int count, gelBoxTree* tree);
void gelDestroyBoxTree(gelBoxTree* tree);

// Visits the items whose box is no further than *bound from the query, nearer branches first, but for those of
// nodes that may be skipped; `skip` may be NULL. Defined here so that the compiler can inline the functions,
// which are most of the work of a query.
static inline void gelBoxTree_VisitNearer(const gelBoxTree* tree, gelBoxMeasure* measure, const void* query,
                                          double* bound, gelBoxSkip* skip, gelBoxNearVisit* visit,
                                          void* context)
{
    struct {
        int node;
        double distance;
    } waiting[gel_deepestBox + 1];
    int waitingCount = 1;
    waiting[0].node = 0;
    waiting[0].distance = measure(&tree->nodes[0].box, query);
    while (waitingCount > 0) {
        waitingCount--;
        if (waiting[waitingCount].distance > *bound)
            continue;
        int index = waiting[waitingCount].node;
        if (skip != NULL && skip(context, index, *bound))
            continue;
        const gelBoxNode* node = &tree->nodes[index];
        if (node->right !=
            0) { // the nearer child first, so that the stack never exceeds the depth of the tree
            double left = measure(&tree->nodes[index + 1].box, query);
            double right = measure(&tree->nodes[node->right].box, query);
            int further = right < left ? 0 : 1;
            waiting[waitingCount].node = further == 0 ? index + 1 : node->right;
            waiting[waitingCount++].distance = further == 0 ? left : right;
            waiting[waitingCount].node = further == 0 ? node->right : index + 1;
            waiting[waitingCount++].distance = further == 0 ? right : left;
            continue;
        }
        for (int i = node->first; i < node->first + node->count; i++)
            if (measure(&tree->boxes[tree->order[i]], query) <= *bound)
                visit(context, tree->order[i], bound);
    }
}

static inline double gelBox_MeasureToPoint(const gelBox* box, const void* point)
{
    return gelBox_Distance(box, point);
}

static inline double gelBox_MeasureAlongRay(const gelBox* box, const void* ray)
{
    return gelBox_EnterRay(box, ray);
}

// *bound: the square of the largest distance to the point.
static inline void gelBoxTree_VisitNear(const gelBoxTree* tree, const double point[3], double* bound,
                                        gelBoxNearVisit* visit, void* context)
{
    gelBoxTree_VisitNearer(tree, gelBox_MeasureToPoint, point, bound, NULL, visit, context);
}

// *bound: the furthest place on the ray, in lengths of its direction; finite, or boxes that the ray misses
// are visited too.
static inline void gelBoxTree_VisitAlong(const gelBoxTree* tree, const gelRay* ray, double* bound,
                                         gelBoxNearVisit* visit, void* context)
{
    gelBoxTree_VisitNearer(tree, gelBox_MeasureAlongRay, ray, bound, NULL, visit, context);
}

// Visits the items whose box meets `box`, touching included, in the order of the tree.
static inline void gelBoxTree_VisitMeeting(const gelBoxTree* tree, const gelBox* box, gelBoxVisit* visit,
                                           void* context)
{
    int waiting[gel_deepestBox + 1], waitingCount = 1;
    waiting[0] = 0;
    while (waitingCount > 0) {
        int index = waiting[--waitingCount];
        const gelBoxNode* node = &tree->nodes[index];
        if (!gelBoxesMeet(&node->box, box))
            continue;
        if (node->right != 0) {
            waiting[waitingCount++] = node->right;
            waiting[waitingCount++] = index + 1;
            continue;
        }
        for (int i = node->first; i < node->first + node->count; i++)
            if (gelBoxesMeet(&tree->boxes[tree->order[i]], box))
                visit(context, tree->order[i]);
    }
}
