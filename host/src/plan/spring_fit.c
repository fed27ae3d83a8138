#include "plan/spring_fit.h"
#include "mesh/mesh.h"

#include <math.h>

enum { max = 6 }; // springs

// Least squares for the tensor has the normal equations sum_f (n_e . n_f)^4 s_f = 3, since the isotropic
// tensor contracted with one direction four times is 3. In a flat piece they are singular: a small part of the
// plain share, the same for all, is mixed in.
static const double plainShares = 15.0, mixedIn = 0.05, minShare = 0.25;
static const double plainMembraneShares = 8.0, mixedIntoMembrane = 0.01, minMembraneShare = 0.05;

static void normalise(double direction[3], double length)
{
    double inverse = length > 0.0 ? 1.0 / length : 0.0;
    for (int axis = 0; axis < 3; axis++)
        direction[axis] *= inverse;
}

// Gaussian elimination; the matrix is symmetric and positive definite, so no pivoting is needed.
static void solve(double matrix[max][max], int count, double* right)
{
    for (int pivot = 0; pivot < count; pivot++)
        for (int row = pivot + 1; row < count; row++) {
            double factor = matrix[row][pivot] / matrix[pivot][pivot];
            for (int column = pivot; column < count; column++)
                matrix[row][column] -= factor * matrix[pivot][column];
            right[row] -= factor * right[pivot];
        }
    for (int row = count - 1; row >= 0; row--) {
        for (int column = row + 1; column < count; column++)
            right[row] -= matrix[row][column] * right[column];
        right[row] /= matrix[row][row];
    }
}

// Solves for the shares of the springs whose fixed share is 0; the others keep their fixed share.
static void fit(const double (*directions)[3], int count, double plainShare, double mixed,
                const double* fixed, double* shares)
{
    double matrix[max][max];
    for (int e = 0; e < count; e++) {
        for (int f = 0; f < count; f++) {
            const double *n = directions[e], *m = directions[f];
            double cosine = n[0] * m[0] + n[1] * m[1] + n[2] * m[2];
            matrix[e][f] = fixed[e] > 0.0 ? 0.0 : cosine * cosine * cosine * cosine;
        }
        matrix[e][e] = fixed[e] > 0.0 ? 1.0 : matrix[e][e] + mixed;
        shares[e] = fixed[e] > 0.0 ? fixed[e] : 3.0 + mixed * plainShare;
    }
    solve(matrix, count, shares);
}

void gelFitSprings(const float* positions, const int tet[4], double shares[6])
{
    const double fixed[max] = {0.0};
    double directions[6][3];
    for (int e = 0; e < 6; e++) {
        const int* ends = gelTetEdges[e];
        normalise(directions[e], gelMeasureEdge(positions, tet[ends[0]], tet[ends[1]], directions[e]));
    }
    fit((const double(*)[3])directions, 6, plainShares / 6.0, mixedIn, fixed, shares);
    for (int e = 0; e < 6; e++)
        shares[e] = shares[e] > minShare ? shares[e] : minShare;
}

void gelFitMembrane(const double (*vectors)[3], int count, double* shares)
{
    double directions[max][3], fixed[max] = {0.0};
    for (int e = 0; e < count; e++) {
        for (int axis = 0; axis < 3; axis++)
            directions[e][axis] = vectors[e][axis];
        normalise(directions[e], sqrt(gelDot3(vectors[e], vectors[e])));
    }
    // Springs that would have to push are as soft as allowed, and the others make up for it.
    for (bool isDone = false; !isDone;) {
        fit((const double(*)[3])directions, count, plainMembraneShares / count, mixedIntoMembrane, fixed,
            shares);
        isDone = true;
        for (int e = 0; e < count; e++)
            if (shares[e] < minMembraneShare) {
                fixed[e] = minMembraneShare;
                isDone = false;
            }
    }
}
