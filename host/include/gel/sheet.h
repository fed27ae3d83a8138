// Sheets: soft bodies of triangles, such as cloth, paper or a balloon's skin.
//
//     gelSurfaceMesh surface;
//     gelCreateSheetSurface(1.0f, 0.6f, 40, 24, &surface);
//     gelBodyDef def = gelDefaultBodyDef();
//     def.material.thickness = 0.0005f;
//     def.material.youngModulus = 1e6f;
//     gelBodyId flag;
//     gelCreateSheet(world, &def, &surface, &flag);
//
// A sheet is a body as those of tets: gel/body.h pins, reads, writes and destroys it, goals pull it, rays hit it. Its
// mesh has the vertices of the surface in order, and no tets; it takes no skin.
//
// Springs along its edges, and across pairs of triangles that form quads, resist stretching like a membrane of the
// material's Young's modulus and thickness, with Poisson's ratio 1/3 whatever the material says. It does not resist
// bending unless the material has a `bendingStiffness`, or `bending` is gel_bendingOfPlate. Its mass is density times
// thickness times area. It has no volume, and the model gel_neoHookean is not of sheets.
//
// In a world with `contact` other bodies, and obstacles, meet its two sides and its rim, half its thickness away; with
// selfContact so does the sheet itself. The ground it meets with its vertices.
#pragma once

#include "gel/body.h"
#include "gel/surface.h"

// As gelCreateBody: between steps; the surface is copied, and bodies with equal surfaces share derived data.
// Triangles without area are skipped, with a warning that counts them. Cost: as of gelCreateBody. Errors:
// gel_invalidArgument (the message names the field; no triangle has an area; a vertex whose triangles have none; the
// model is not gel_edgesAndVolumes), gel_unsupported (as of gelCreateBody).
GEL_API gelStatus gelCreateSheet(gelWorld* world, const gelBodyDef* def, const gelSurfaceMesh* surface,
                                 gelBodyId* id);
