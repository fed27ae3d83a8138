// Contacts between bodies that are rows of the two-level solver's systems: kernels/two_level_contact.h.
#pragma once

#include "gel/base.h"
#include "gel/id.h"

#include <stdbool.h>

// Features that have the normal of a contact.
typedef enum gelContactFeature {
    gel_faceFeature, // the triangle of a point
    gel_edgeFeature, // two edges: of a contact of edges, or beside a point that touches an edge
    gel_rimFeature,  // the way to a point from the nearest place of its triangle
    gel_contactFeatureCount
} gelContactFeature;

// A contact that a world has as a row, will have once it has lasted, or would have if its bodies fitted into one system.
typedef struct gelContactRow {
    gelBodyId bodies[2]; // of the first and the second element
    int kind;            // contact_point_triangle, or contact_edges
    int elements[2];     // of the bodies' surfaces
    int feature;         // a gelContactFeature
    int ends[2][2];      // of its edges: points of the bodies' surfaces
    int vertices[4];     // of the bodies: of the first element, then of the second
    float thickness, friction;
    float side;       // edges: 1 or -1, times the cross product of the two: the normal
    double push[3];   // N, on the first body
    double gap;       // m
    double normal[3]; // from the second body to the first, when the row began
    double share;     // of edges: where the first had its contact then, 0 to 1
    double pushedOut; // by the stage of contact, per substep, kg m; 0 once the vertices have gone back by it
    float time;       // for which its bodies have been settled, s
    bool isHeld;      // it is a row of the list that the back end has
} gelContactRow;

typedef struct gelContactRows {
    gelContactRow* all; // in the order of gelCompareContactRows
    int count, capacity;
    int revision; // grows with what comes and goes
} gelContactRows;

gelStatus gelCopyContactRows(const gelContactRows* from, gelContactRows* to);
// Returns which of both bodies a vertex of the row is of.
int gelSideOfContactVertex(const gelContactRow* row, int vertex);
// Orders by bodies, kind and elements.
int gelCompareContactRows(const void* a, const void* b);
// Whether two are of one point against a body, or of the same edges.
bool gelIsSameContact(const gelContactRow* a, const gelContactRow* b);
// Returns a row of two bodies, of a point of a body against another one, or of two edges; NULL: there is none.
const gelContactRow* gelFindPairRow(const gelContactRows* rows, const gelBodyId ids[2]);
const gelContactRow* gelFindPointRow(const gelContactRows* rows, gelBodyId body, gelBodyId other, int point);
const gelContactRow* gelFindEdgeRow(const gelContactRows* rows, const gelBodyId ids[2], const int edges[2]);
// Whether one of the ends of two edges of these bodies has a row against the other body. Then the edges need none.
bool gelHasEndWithRow(const gelContactRows* rows, const gelBodyId ids[2], const int first[2],
                      const int second[2]);
