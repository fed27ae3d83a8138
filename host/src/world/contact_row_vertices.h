// The vertices of contacts that are rows of the two-level solver.
#pragma once

#include "world/world.h"

// Finds the vertices of a contact between these bodies. Returns whether they have its elements.
bool gelFindContactVertices(const gelBody* const bodies[2], gelContactRow* row);
// Stores the places of the vertices of a contact, relative to the first: [4][3].
void gelLoadContactPlaces(const gelWorld* world, const gelBody* const bodies[2], const gelContactRow* row,
                          float places[12]);
// The list of the two-level solver is new. Vertices of rows that begin go back by what the stage has pushed them out: else the
// squeezed bodies would jump. They do not pass each other. Returns whether any has moved.
bool gelPutContactsBack(gelWorld* world);

// Whether both bodies sleep. Such a row keeps its push, with which it goes on when they wake.
bool gelRowSleeps(const gelWorld* world, const gelContactRow* row);
