// Sheets: soft bodies of triangles, such as cloth, paper or the skin of a balloon.
//
//     gelSurfaceMesh surface;
//     gelCreateSheetSurface(1.0f, 0.6f, 40, 24, &surface);
//     gelBodyDef def = gelDefaultBodyDef();
//     def.material.thickness = 0.0005f;
//     def.material.youngModulus = 1e6f;
//     gelBodyId flag;
//     gelCreateSheet(world, &def, &surface, &flag);
//
// A sheet is a body like any other: gel/body.h pins, reads, writes and destroys it, goals pull it,
// and rays hit it. Its mesh has the vertices of the surface in order and no tets. It cannot have a
// skin, since its own triangles are rendered.
//
// Springs along its edges, and across pairs of triangles that form quads, resist stretching. They
// act like a membrane of the material's Young's modulus and thickness; Poisson's ratio is always
// 1/3. A sheet resists bending only if the material has a `bendingStiffness`, or if `bending` is
// gel_bendingOfPlate. Its mass is density times thickness times area. It has no volume, and cannot
// use the model gel_neoHookean.
//
// In a world with `contact`, other bodies and obstacles collide with both sides and the rim of a
// sheet, at half its thickness. With selfContact the sheet also collides with itself. It collides
// with the ground by its vertices.
#pragma once

#include "gel/body.h"
#include "gel/surface.h"

// Creates a sheet between two steps; a step under way is completed first. The surface is copied;
// bodies with equal surfaces share derived data. Triangles without area are skipped; a warning
// counts them.
// Errors:
// - gel_invalidArgument: a member of the definition is out of range (the message names it), or the
//   model is not gel_edgesAndVolumes
// - gel_invalidArgument: no triangle has an area, or a vertex belongs only to triangles without one
// - gel_unsupported: a vertex belongs to thousands of triangles, or the world's integrator does not
//   support the material
// Cost: that of gelCreateBody.
GEL_API gelStatus gelCreateSheet(gelWorld* world, const gelBodyDef* def, const gelSurfaceMesh* surface,
                                 gelBodyId* id);
