// Sends and receives through the pipe between the process that reads a surface with assimp and its parent.
#pragma once

#include "surface/appearance.h"

// Writes or reads all bytes; false if the pipe ended early.
bool gelTransfer(int pipe, void* bytes, size_t size, bool writes);

// Materials and images, then the arrays of triangles; NULL: none. Sending returns false if the pipe ended early.
bool gelSendAppearance(int pipe, const gelSurfaceAppearance* look, int triangleCount);
// *complete is set to false if the pipe ended early or what it held cannot be. Errors: gel_outOfMemory.
gelStatus gelReceiveAppearance(int pipe, int triangleCount, gelSurfaceAppearance** look, bool* complete);
