// The names of bodies in the output of the command.
#pragma once

#include "gel/gel.h"

enum { gel_bodyNameSize = 128 };
// Returns the body's name in the scene, or "body 3", counted from 1.
const char* gelNameOfBody(const gelScene* scene, const gelWorld* world, int index,
                          char text[gel_bodyNameSize]);
