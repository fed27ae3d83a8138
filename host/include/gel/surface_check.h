// Surface checks: defects of a surface, and what filling it with tets does about each.
//
//     gelSurfaceReport report;
//     if (gelReportSurface(&surface, &report) == gel_success && report.verdict == gel_surfaceUnfit)
//         ...
#pragma once

#include "gel/surface.h"

// Whether a surface can be filled with tets.
typedef enum gelSurfaceVerdict {
    gel_surfaceFit,         // closed, manifold, consistently oriented, without self-intersections
    gel_surfaceNeedsRepair, // can be filled; gelDescribeSurfaceIssue explains how
    gel_surfaceUnfit        // cannot be filled
} gelSurfaceVerdict;

// The defects of a surface, with what is counted.
typedef enum gelSurfaceIssue {
    gel_findingNoArea,             // 1: every triangle lies on a line
    gel_findingTooLarge,           // 1: a coordinate beyond 1e9 m, the limit of bodies
    gel_findingTooSmall,           // 1: the box's longest side is below 1e-6 m
    gel_findingInvertedParts,      // closed, facing inwards, and not the wall of a cavity
    gel_findingOpenEdges,          // edges of one triangle
    gel_findingNonManifoldEdges,   // edges of more than two triangles
    gel_findingTurnedEdges,        // edges of two triangles of opposite orientation
    gel_findingIntersecting,       // triangles pierced by an edge of a triangle elsewhere
    gel_findingOverlapping,        // coplanar triangles with a common area but no common vertex
    gel_findingFoldedTriangles,    // triangles that overlap or pierce one with a common vertex
    gel_findingDuplicateTriangles, // with the vertices and orientation of an earlier one
    gel_findingOppositeTriangles,  // with the vertices of an earlier one, orientation reversed
    gel_findingZeroAreaTriangles,  // twice the area is below 1e-10 of the longest edge's square
    gel_findingFlatParts,          // parts without thickness: within 1e-5 of their size of a plane
    gel_findingNeedleTriangles,    // lower than a thousandth of their longest edge; harmless
    gel_surfaceIssueCount
} gelSurfaceIssue;

// The result of gelReportSurface.
typedef struct gelSurfaceReport {
    gelSurfaceVerdict verdict;
    int vertexCount, triangleCount;
    int partCount; // parts that share no vertex
    int holeCount; // chains of open edges that share no vertex
    bool closed;   // no open edges
    double area;   // m^2, of all triangles
    double volume; // m^3, enclosed, signed; a guess if not closed
    gelVec3 lower, upper;
    int counts[gel_surfaceIssueCount]; // 0: not found
} gelSurfaceReport;

// Checks a surface for defects. The result depends only on the set of triangles.
// Errors: gel_invalidArgument (no triangles, an index out of range, or a coordinate that is not
// finite), gel_outOfMemory.
// Cost: about n log n, some tenths of a second for 100,000 triangles; more if many overlap.
GEL_API gelStatus gelReportSurface(const gelSurfaceMesh* surface, gelSurfaceReport* report);

// Texts for a defect, in lower case, without a full stop.
typedef struct gelSurfaceIssueText {
    const char* name;       // for scripts: "open_edges"
    const char *one, *many; // singular and plural: "open edge", "open edges"
    const char* treatment;  // what filling does about it
    const char* advice;     // how to repair it in Blender; "" if not needed
    gelSurfaceVerdict verdict;
} gelSurfaceIssueText;

// Returns the texts for a defect. Never NULL; belongs to the library.
GEL_API const gelSurfaceIssueText* gelDescribeSurfaceIssue(gelSurfaceIssue finding);
