// Recomputes what a mesh holds after it was pulled to the surface.
#pragma once

#include "mesher/conform.h"

// The fill fractions of tets whose vertices moved. Errors: gel_outOfMemory.
gelStatus gelRefill(gelConform* conform);

// Recomputes the embedding of the surface's vertices after vertices moved and tets were removed.
void gelReembedSurface(gelConform* conform);
