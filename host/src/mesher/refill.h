// Recomputes what a mesh holds after it was pulled to the surface.
#pragma once

#include "mesher/conform.h"

// The fill fractions of tets whose vertices moved. Errors: gel_outOfMemory.
gelStatus gelRefill(gelConform* conform);

// Recomputes the embedding of the surface's vertices after vertices moved and tets were removed.
void gelReembedSurface(gelConform* conform);

// The corners of a tet, and the barycentric weights of a point in it; returns the smallest weight.
void gelCornersOfTet(const gelConform* conform, int tet, double corners[4][3]);
double gelBarycentricWeights(const gelConform* conform, int tet, const double point[3], double weights[4]);
