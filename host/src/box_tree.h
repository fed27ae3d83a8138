// A tree of bounding boxes over numbered items (tets, triangles): what is near a point, what meets a box. It is a function
// of the boxes and their order alone; once made it is only read, so any number of threads may ask at once.
#pragma once

#include "core.h"
#include "vector3.h"

#include <math.h>

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

// Takes one item whose box is within *bound of the point; may bring the bound down, which prunes what comes after.
typedef void gelBoxNearVisit(void* context, int item, double* bound);
typedef void gelBoxVisit(void* context, int item);

static inline gelBox gelEmptyBox(void)
{
    return (gelBox){{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
}

static inline void gelBox_Widen(gelBox* box, const double lower[3], const double upper[3])
{
    for (int k = 0; k < 3; k++) {
        box->lower[k] = fmin(box->lower[k], lower[k]);
        box->upper[k] = fmax(box->upper[k], upper[k]);
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
        off[k] = fmax(fmax(box->lower[k] - point[k], point[k] - box->upper[k]), 0.0);
    return gelDot3(off, off);
}

// Makes the tree over boxes[count], which it owns from then on, also where it fails; they come from gelAllocate. count > 0.
// Errors: gel_outOfMemory. Cost: about count log count.
gelStatus gelCreateBoxTree(gelBox* boxes, int count, gelBoxTree* tree);
void gelDestroyBoxTree(gelBoxTree* tree);

// Visits the items whose box is no further than *bound (squared) from the point, nearer branches first.
void gelBoxTree_VisitNear(const gelBoxTree* tree, const double point[3], double* bound,
                          gelBoxNearVisit* visit, void* context);

// Visits the items whose box meets `box`; touching counts. In the order of the tree.
void gelBoxTree_VisitMeeting(const gelBoxTree* tree, const gelBox* box, gelBoxVisit* visit, void* context);
