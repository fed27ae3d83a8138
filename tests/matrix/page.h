#pragma once

#include "matrix/matrix.h"

#include <stdio.h>

// Returns the entry of a cell that is not simply right; NULL otherwise.
const Exception* exceptionOf(const Feature* feature, BodyRow row, Plane plane);
void writePage(FILE* page);
