// Checks of rest shapes.
#pragma once

#include "world/world.h"

// Checks the rest shape of a soft body: its numbers, tets and edges.
gelStatus gelCheckRestShape(const gelBody* body, const float* xyz, int vertexCount);
