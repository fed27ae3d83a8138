#include "spring_fit.h"

#include <math.h>
#include <stddef.h>

// Least squares for the tensor has the normal equations sum_f (n_e . n_f)^4 s_f = 3, since the isotropic
// tensor along any direction four times is 3. In a flat tet they are singular: a little of the plain share 15
// / 6 is mixed in.
static const double plainShare = 15.0 / 6.0, mixedIn = 0.05, leastShare = 0.25;

static void edgeDirections(const float* positions, const int tet[4], double directions[6][3])
{
    static const int ends[6][2] = {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}};
    for (int e = 0; e < 6; e++) {
        const float* a = positions + 3 * (size_t)tet[ends[e][0]];
        const float* b = positions + 3 * (size_t)tet[ends[e][1]];
        double x = (double)b[0] - (double)a[0], y = (double)b[1] - (double)a[1],
               z = (double)b[2] - (double)a[2];
        double length = sqrt(x * x + y * y + z * z);
        double inverse = length > 0.0 ? 1.0 / length : 0.0;
        directions[e][0] = x * inverse;
        directions[e][1] = y * inverse;
        directions[e][2] = z * inverse;
    }
}

// Gaussian elimination; the matrix is symmetric and positive definite, so no pivoting is needed.
static void solve6(double matrix[6][6], double right[6])
{
    for (int pivot = 0; pivot < 6; pivot++)
        for (int row = pivot + 1; row < 6; row++) {
            double factor = matrix[row][pivot] / matrix[pivot][pivot];
            for (int column = pivot; column < 6; column++)
                matrix[row][column] -= factor * matrix[pivot][column];
            right[row] -= factor * right[pivot];
        }
    for (int row = 5; row >= 0; row--) {
        for (int column = row + 1; column < 6; column++)
            right[row] -= matrix[row][column] * right[column];
        right[row] /= matrix[row][row];
    }
}

void gelFitSprings(const float* positions, const int tet[4], double shares[6])
{
    double directions[6][3], matrix[6][6];
    edgeDirections(positions, tet, directions);
    for (int e = 0; e < 6; e++) {
        for (int f = 0; f < 6; f++) {
            const double *n = directions[e], *m = directions[f];
            double cosine = n[0] * m[0] + n[1] * m[1] + n[2] * m[2];
            matrix[e][f] = cosine * cosine * cosine * cosine;
        }
        matrix[e][e] += mixedIn;
        shares[e] = 3.0 + mixedIn * plainShare;
    }
    solve6(matrix, shares);
    for (int e = 0; e < 6; e++)
        shares[e] = shares[e] > leastShare ? shares[e] : leastShare;
}
