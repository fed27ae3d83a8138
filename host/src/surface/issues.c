// The texts for each kind of defect: one table for the command, the viewer and error messages.
#include "gel/surface_check.h"

#include <assert.h>

static const gelSurfaceIssueText texts[gel_surfaceIssueCount] = {
    [gel_findingNoArea] = {"no_area", "surface without area", "surfaces without area",
                           "refused: every triangle lies on a line",
                           "check the scale of each axis, then Object > Apply > Scale", gel_surfaceUnfit},
    [gel_findingTooLarge] = {"too_large", "coordinate beyond 1e9 m", "coordinates beyond 1e9 m",
                             "nothing can be made of it", "scale it down and move it to the origin",
                             gel_surfaceUnfit},
    [gel_findingTooSmall] = {"too_small", "size below 1e-6 m", "sizes below 1e-6 m",
                             "nothing can be made of it", "scale it up: coordinates are metres",
                             gel_surfaceUnfit},
    [gel_findingInvertedParts] = {"inverted_parts", "part turned inside out", "parts turned inside out",
                                  "filled as if turned outwards",
                                  "Edit Mode: Mesh > Normals > Recalculate Outside", gel_surfaceNeedsRepair},
    [gel_findingOpenEdges] = {"open_edges", "open edge", "open edges",
                              "holes close if mostly surrounded; else a sheet remains",
                              "Select > All by Trait > Non Manifold, then F; or Solidify",
                              gel_surfaceNeedsRepair},
    [gel_findingNonManifoldEdges] = {"non_manifold_edges", "edge of more than two triangles",
                                     "edges of more than two triangles",
                                     "filled all the same; fins become one cell thick",
                                     "Select > All by Trait > Non Manifold; delete inner faces",
                                     gel_surfaceNeedsRepair},
    [gel_findingTurnedEdges] = {"turned_edges", "edge between triangles of opposite orientation",
                                "edges between triangles of opposite orientation",
                                "each part is oriented outwards first",
                                "Edit Mode: Mesh > Normals > Recalculate Outside", gel_surfaceNeedsRepair},
    [gel_findingIntersecting] = {"intersecting_triangles", "triangle that intersects another",
                                 "triangles that intersect others",
                                 "intersecting volumes are filled once and move as one",
                                 "join them: modifier Boolean > Union, or modifier Remesh",
                                 gel_surfaceNeedsRepair},
    [gel_findingOverlapping] = {"overlapping_triangles", "triangle that overlaps another in its plane",
                                "triangles that overlap others in their plane", "the parts are filled as one",
                                "join the parts with the modifier Boolean > Union", gel_surfaceNeedsRepair},
    [gel_findingFoldedTriangles] = {"folded_triangles", "triangle folded onto or through its neighbour",
                                    "triangles folded onto or through their neighbours",
                                    "the fold becomes part of the cells it touches",
                                    "smooth it there, or the modifier Remesh", gel_surfaceNeedsRepair},
    [gel_findingDuplicateTriangles] = {"duplicate_triangles", "duplicate triangle", "duplicate triangles",
                                       "counted once", "Edit Mode: Mesh > Merge > By Distance",
                                       gel_surfaceNeedsRepair},
    [gel_findingOppositeTriangles] = {"opposite_triangles", "duplicate triangle of opposite orientation",
                                      "duplicate triangles of opposite orientation",
                                      "counted once: a wall without thickness",
                                      "delete inner faces, or thicken the sheet: modifier Solidify",
                                      gel_surfaceNeedsRepair},
    [gel_findingZeroAreaTriangles] = {"zero_area_triangles", "triangle without area",
                                      "triangles without area",
                                      "ignored as boundaries; the cells they touch are kept",
                                      "Edit Mode: Mesh > Clean Up > Degenerate Dissolve",
                                      gel_surfaceNeedsRepair},
    [gel_findingFlatParts] = {"flat_parts", "part without thickness", "parts without thickness",
                              "a sheet without thickness becomes one cell thick",
                              "add thickness with the modifier Solidify", gel_surfaceNeedsRepair},
    [gel_findingNeedleTriangles] = {"needle_triangles", "needle: lower than 1/1000 of its longest edge",
                                    "needles: lower than 1/1000 of their longest edge", "harmless", "",
                                    gel_surfaceFit},
};

const gelSurfaceIssueText* gelDescribeSurfaceIssue(gelSurfaceIssue finding)
{
    assert(finding < gel_surfaceIssueCount);
    return &texts[finding];
}
