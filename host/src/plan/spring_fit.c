#include "plan/spring_fit.h"
#include "mesh/mesh.h"

// Least squares for the tensor has the normal equations sum_f (n_e . n_f)^4 s_f = 3, since the isotropic
// tensor contracted with one direction four times is 3. In a flat tet they are singular: a small part of the
// plain share 15 / 6 is mixed in.
static const double plainShare = 15.0 / 6.0, mixedIn = 0.05, leastShare = 0.25;

static void edgeDirections(const float* positions, const int tet[4], double directions[6][3])
{
    for (int e = 0; e < 6; e++) {
        const int* ends = gelTetEdges[e];
        double length = gelMeasureEdge(positions, tet[ends[0]], tet[ends[1]], directions[e]);
        double inverse = length > 0.0 ? 1.0 / length : 0.0;
        for (int axis = 0; axis < 3; axis++)
            directions[e][axis] *= inverse;
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
