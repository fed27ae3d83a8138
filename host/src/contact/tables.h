// The surfaces of a plan's bodies, numbered through, as the search for contacts goes over them.
#pragma once

#include "plan/body.h"
#include "plan/plan.h"
#include "search_tables.h"

typedef struct gelSurfaceTables {
    SurfaceBody* bodies;                // of the plan
    SurfacePoint* points;               // their places are the world's vertices
    float* frictionFactors;             // of the points; NULL: all are 1
    bool *pointsInFaces, *edgesInFaces; // contact/faces.h
    unsigned char* sidesInFaces;        // of each triangle: as inner_sides of a Contact
    int* facesOf1; // of each body: 1 + the shapeRevision of these faces; 0: not yet found
    SurfaceTriangle* triangles;
    SurfaceEdge* edges;
    int* triangleStarts; // [points + 1] into pointTriangles
    int* pointTriangles; // the triangles round a point
    SurfaceTet* tets;
    int* tetStarts; // [tetClusterCount + 1] into tetPlaces
    int* tetPlaces; // the vertices of a cluster of tets, each once
    int bodyCount;
    int counts[surface_sorts], clusterCounts[surface_sorts]; // elements, and their clusters
    int rowCounts[surface_sorts], tetRowCount;               // of sixteen clusters of one body
    int cornerCount;                                         // in pointTriangles
    int tetCount, tetClusterCount, tetPlaceCount;
    float finest;        // least mean edge of the soft bodies' surfaces, m; FLT_MAX if there are none
    float cacheMargin;   // how much farther is searched than this frame needs, m; 0 unless it is set
    float frameTime;     // s, of the frame that is searched
    double fall;         // how far what is at rest falls in it if nothing holds it, m
    const gelPlan* plan; // whose bodies these are
    const int* places;   // of the world's vertices in the state; NULL: as they are
} gelSurfaceTables;

// Returns where a vertex of the world is in the state.
static inline int gelPlaceOf(const gelSurfaceTables* tables, int vertex)
{
    return tables->places != NULL ? tables->places[vertex] : vertex;
}

// Returns the contact surface of a body: its skin's, or its shape's.
const gelContactSurface* gelSurfaceOf(const gelBody* body);

// Creates the tables of a plan. On failure *tables is empty. Cost: the first body of a shape has
// its surface found.
gelStatus gelCreateSurfaceTables(const gelPlan* plan, gelSurfaceTables* tables);
void gelClearSurfaceTables(gelSurfaceTables* tables);
SurfaceCounts gelCountSurfaces(const gelSurfaceTables* tables);
