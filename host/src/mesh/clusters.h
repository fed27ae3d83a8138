// Compact clusters of points.
#pragma once

#include "base/core.h"

// order[count]: the points [count][3] so that each `clusterSize` in a row, from the first on, lie close together;
// within a cluster by number. Depends on nothing but the points. Errors: gel_outOfMemory. Cost: about n log n,
// half a second for a million.
gelStatus gelSortIntoClusters(const float* points, int count, int clusterSize, int* order);
