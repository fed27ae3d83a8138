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
// A rope is a body like any other: gel/body.h pins, reads, writes and destroys it, goals pull it,
// and rays hit it. Its mesh has the vertices of the lines in order and no tets. It cannot have a
// skin. Any number of lines may meet at a vertex.
//
// A rope is round; its diameter d is the material's `thickness`. Its lines resist stretching with E
// A / L, where A = pi d^2 / 4. Their mass is density A L.
//
// A rope resists bending at vertices where exactly two lines meet, if the material has a
// `bendingStiffness`, here in N m^2. With `bending` gel_bendingOfPlate the stiffness is E pi d^4 /
// 64. A rope does not resist twisting. The first rope that bends makes an OpenCL device rebuild its
// kernels (gelMaterial.bendingStiffness).
//
// In a world with `contact`, other bodies and obstacles collide with the lines of a rope at half
// its thickness. With selfContact the rope also collides with itself. It collides with the ground
// by its vertices.
#pragma once

#include "gel/body.h"
#include "gel/surface.h"

// Creates a rope between two steps; a step under way is completed first. The lines are copied;
// bodies with equal lines share derived data.
// Errors:
// - gel_invalidArgument: a member of the definition is out of range (the message names it), there
//   are no lines, or the model is not gel_edgesAndVolumes
// - gel_unsupported: a vertex belongs to thousands of lines, or the world's integrator does not
//   support the material
// Cost: that of gelCreateBody.
GEL_API gelStatus gelCreateRope(gelWorld* world, const gelBodyDef* def, const gelLineMesh* lines,
                                gelBodyId* id);
