#include "world/band.h"

#include <math.h>

gelStatus gelCreateBand(int size, int width, gelBand* band)
{
    band->size = size;
    band->width = width;
    band->rows = gelAllocate((size_t)size * (size_t)width, sizeof *band->rows);
    band->firsts = gelAllocate((size_t)size, sizeof *band->firsts);
    return band->rows != NULL && band->firsts != NULL
               ? gel_success
               : gelFailMemory((size_t)size * (size_t)width, sizeof *band->rows);
}

void gelDestroyBand(gelBand* band)
{
    gelFree(band->rows);
    gelFree(band->firsts);
    *band = (gelBand){0};
}

// Four sums at once: a processor adds them in parallel.
static double dot(const double* a, const double* b, int count)
{
    double sums[4] = {0.0};
    int k = 0;
    for (; k + 4 <= count; k += 4)
        for (int lane = 0; lane < 4; lane++)
            sums[lane] += a[k + lane] * b[k + lane];
    for (; k < count; k++)
        sums[0] += a[k] * b[k];
    return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

static int firstOf(gelBand* band, int row)
{
    int first = row >= band->width ? row - band->width + 1 : 0;
    while (first < row && *gelBandAt(band, row, first) == 0.0)
        first++;
    return first;
}

bool gelFactorBand(gelBand* band)
{
    for (int i = 0; i < band->size; i++) {
        int first = band->firsts[i] = firstOf(band, i); // what is zero before it remains so
        for (int j = first; j <= i; j++) {
            int from = first > band->firsts[j] ? first : band->firsts[j];
            double* entry = gelBandAt(band, i, j);
            double left = *entry - dot(gelBandAt(band, i, from), gelBandAt(band, j, from), j - from);
            if (j == i && !(left > 1e-13 * *entry))
                return false;
            *entry = j == i ? sqrt(left) : left / *gelBandAt(band, j, j);
        }
    }
    return true;
}

void gelSolveBand(gelBand* factor, double* right)
{
    for (int i = 0; i < factor->size; i++) {
        int first = factor->firsts[i];
        right[i] = (right[i] - dot(gelBandAt(factor, i, first), right + first, i - first)) /
                   *gelBandAt(factor, i, i);
    }
    for (int i = factor->size - 1; i >= 0; i--) {
        right[i] /= *gelBandAt(factor, i, i);
        for (int j = factor->firsts[i]; j < i; j++)
            right[j] -= *gelBandAt(factor, i, j) * right[i];
    }
}
