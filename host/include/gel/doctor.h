// The doctor: what is wrong with a surface, and what becomes of it when it is filled with tets.
//
//     gelSurfaceReport report;
//     if (gelReportSurface(&surface, &report) == gel_success && report.verdict == gel_surfaceUnfit)
//         ...
#pragma once

#include "gel/surface.h"

typedef enum gelSurfaceVerdict {
    gel_surfaceFit,         // closed, manifold, turned one way, meets itself nowhere: can be filled as it is
    gel_surfaceNeedsRepair, // can be filled; gelDescribeSurfaceFinding says what is done about each finding
    gel_surfaceUnfit        // nothing can be made of it
} gelSurfaceVerdict;

typedef enum gelSurfaceFinding {
    gel_findingNoArea,           // 1: every triangle lies on a line
    gel_findingTooLarge,         // 1: a coordinate beyond 1e9 m, as bodies are held to
    gel_findingTooSmall,         // 1: the box's longest side is below 1e-6 m
    gel_findingInvertedParts,    // closed, turned inwards, and not the wall of a cavity
    gel_findingOpenEdges,        // edges of one triangle
    gel_findingNonManifoldEdges, // edges of more than two triangles
    gel_findingTurnedEdges,      // edges of two triangles of which one is inside out
    gel_findingIntersecting,     // that an edge of a triangle goes through with which they share no vertex
    gel_findingOverlapping,      // triangles in one plane with another, with an area but no vertex in common
    gel_findingFoldedTriangles,  // that overlap one with which they share a vertex, or that it goes through
    gel_findingDuplicateTriangles, // with the vertices of an earlier one, turned the same way
    gel_findingOppositeTriangles,  // with the vertices of an earlier one, turned the other way
    gel_findingZeroAreaTriangles, // with three places on a line: twice the area below 1e-10 of the longest edge's square
    gel_findingFlatParts,       // without thickness: within 1e-5 of their size of a plane
    gel_findingNeedleTriangles, // lower than a thousandth of their longest edge; not those without area. Harmless.
    gel_surfaceFindingCount
} gelSurfaceFinding;

typedef struct gelSurfaceReport {
    gelSurfaceVerdict verdict;
    int vertexCount, triangleCount;
    int partCount; // that share no vertex
    int holeCount; // chains of open edges that share no vertex
    bool closed;   // no open edges
    double area;   // m^2, of all triangles
    double volume; // m^3, enclosed and signed; where it is not closed a guess
    gelVec3 lower, upper;
    int counts[gel_surfaceFindingCount]; // 0: not found
} gelSurfaceReport;

// Examines a surface. Depends on nothing but the set of triangles. Errors: gel_invalidArgument (no triangles, an index out of
// range, a coordinate that is not finite), gel_outOfMemory. Cost: about n log n, some tenths of a second for 100 000 triangles;
// more where many lie upon each other.
GEL_API gelStatus gelReportSurface(const gelSurfaceMesh* surface, gelSurfaceReport* report);

// What to say of a finding. All texts are in lower case, without a full stop.
typedef struct gelSurfaceFindingText {
    const char* name;       // for scripts: "open_edges"
    const char *one, *many; // what the count counts: "open edge", "open edges"
    const char* treatment;  // what becomes of it when the surface is filled
    const char* advice;     // what its maker can do, in Blender's words; "" for nothing
    gelSurfaceVerdict verdict;
} gelSurfaceFindingText;

// Never NULL; belongs to the library.
GEL_API const gelSurfaceFindingText* gelDescribeSurfaceFinding(gelSurfaceFinding finding);
