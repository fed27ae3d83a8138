// What a mesh holds once it is pulled to the surface.
#pragma once

#include "mesher/conform.h"

// The fill fractions of tets whose vertices moved. Errors: gel_outOfMemory.
gelStatus gelRefill(gelConform* conform);

// Where the surface's vertices hang once vertices moved and tets went.
void gelHangAnew(gelConform* conform);
