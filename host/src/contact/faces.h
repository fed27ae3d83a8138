// Finds the flat faces of obstacles. A body on a flat face touches its triangles only. Contacts
// with points and edges inside the face are skipped: their normals lean, and would drag the body
// along.
#pragma once

#include "contact/tables.h"

// Finds the faces of obstacles that are new, or whose vertices have been set since the last call;
// the others cost nothing. Returns whether a face has changed.
bool gelFindFaces(gelSurfaceTables* tables);
// Whether a candidate's point or edge of an obstacle is inside a flat face.
bool gelIsInsideFlatFace(const gelSurfaceTables* tables, const CandidatePair* candidate);
