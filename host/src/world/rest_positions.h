// Checks of rest shapes.
#pragma once

#include "world/world.h"

// Of a soft body: numbers, tets and edges.
gelStatus gelCheckRestShape(const gelBody* body, const float* xyz, int vertexCount);
