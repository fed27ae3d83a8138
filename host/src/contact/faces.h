// The flat faces of obstacles. Points, edges and triangles' sides within one do not touch: what lies on the face touches
// its triangles. Beside a side, or on a point, it would be pushed along the face where it sags, and be carried along
// by a face that slides.
#pragma once

#include "contact/tables.h"

// Finds what lies within the flat faces of obstacles, where these are or are being moved. Returns whether that has changed.
// Cost: linear in their elements.
bool gelFindFaces(gelSurfaceTables* tables);
// Whether a candidate is left to the triangles of a face.
bool gelIsLeftToFace(const gelSurfaceTables* tables, const CandidatePair* candidate);
