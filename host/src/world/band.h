// Symmetric positive definite systems of a band of vertices, three numbers each, solved by Cholesky's
// factorisation. For sources of the double dialect.
#pragma once

#include "base/core.h"

typedef struct gelBand {
    int size, width; // numbers, and how many of a row are stored: those up to width - 1 before the diagonal
    double* rows;    // [size][width]; the last of a row is on the diagonal
    int* firsts;     // [size], of the factor: the first column of a row that is not zero
} gelBand;

gelStatus gelCreateBand(int size, int width, gelBand* band);
// The number in row i and column j <= i of the band.
static inline double* gelBandAt(gelBand* band, int i, int j)
{
    return band->rows + (size_t)i * (size_t)band->width + (size_t)(band->width - 1 - (i - j));
}
// Replaces the matrix by its factor. Returns false if it is not positive definite.
bool gelFactorBand(gelBand* band);
void gelSolveBand(gelBand* factor, double* right);
void gelDestroyBand(gelBand* band);
