// Rest shapes of bodies that are not those of their meshes, and change.
#pragma once

#include "backend/backend.h"

// Errors name the tet that would be inverted, or have no volume: [vertexCount][3] in place of the mesh's positions.
gelStatus gelCheckRestTets(const gelTetMesh* mesh, const float* xyz);
// Whether a material may have rest positions: gel_invalidArgument names what has rest lengths of its own.
gelStatus gelCheckRestMaterial(const gelMaterial* material);

// Brings the lists of the plan and the back end up to date.
gelStatus gelPushRestShapes(gelPlan* plan, gelBackend* backend);
// Continues a hash with the rest positions of a body, if they differ from those of its mesh.
uint64_t gelHashRestShape(uint64_t hash, const gelBody* body);
bool gelHasSameRestShape(const gelBody* a, const gelBody* b); // of one shape
