// The contacts of vertices of the two-level solver with obstacles, which may be rows of its system.
#pragma once

#include "contact/list.h"

// Lists for each of so many slots its contacts with triangles of obstacles. `slots`: of each vertex of the plan, or -1.
gelStatus gelListTouches(const gelSurfaceTables* tables, const int* slots, int slotCount,
                         gelContactList* list);
