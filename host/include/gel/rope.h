// Ropes: soft bodies of lines, such as cords, cables, nets and hair.
//
//     gelLineMesh lines;
//     gelCreateStraightLine(2.0f, 40, &lines);
//     gelBodyDef def = gelDefaultBodyDef();
//     def.material.thickness = 0.01f;
//     def.material.youngModulus = 1e7f;
//     gelBodyId rope;
//     gelCreateRope(world, &def, &lines, &rope);
//
// A rope is a body as those of tets: gel/body.h pins, reads, writes and destroys it, goals pull it, rays hit it. Its
// mesh has the vertices of the lines in order, and no tets; it takes no skin. Any number of lines may meet at a vertex.
//
// It is round, of the material's `thickness` as diameter d. Its lines resist stretching as E A / L does, A = pi d^2 / 4,
// and their mass is density A L. Where two lines meet, and no more, they resist bending if the material has a
// `bendingStiffness`, here in N m^2, or `bending` is gel_bendingOfPlate: then it is E pi d^4 / 64. It does not resist
// twisting. The first rope that bends makes an OpenCL device rebuild its kernels, as of gelMaterial.bendingStiffness.
//
// In a world with `contact` other bodies, and obstacles, meet its lines half its thickness away; with selfContact so do
// other parts of the rope. The ground it meets with its vertices.
#pragma once

#include "gel/body.h"
#include "gel/surface.h"

// As gelCreateBody: between steps; the lines are copied, and bodies with equal lines share derived data. Cost: as of
// gelCreateBody. Errors: gel_invalidArgument (the message names the field; no lines; the model is not
// gel_edgesAndVolumes), gel_unsupported (as of gelCreateBody).
GEL_API gelStatus gelCreateRope(gelWorld* world, const gelBodyDef* def, const gelLineMesh* lines,
                                gelBodyId* id);
