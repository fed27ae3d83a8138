// The neo-Hookean tets of a body, in place of distances and volumes.
//
// With Young's modulus E and Poisson's ratio nu, mu = E / (2 (1 + nu)), and mu over lambda, which is Lame's first
// modulus plus mu, is 1 - 2 nu. A tet with fill fraction f has f of the stiffness.
#include "mesh/mesh.h"
#include "plan/kinds.h"

#include <float.h>
#include <math.h>
#include <string.h>

gelStatus gelFind_neo_hookean(const gelShape* shape, gelConstraintSet* set)
{
    return gelFind_volume(shape, set);
}

bool gelWants_neo_hookean(const gelMaterial* material)
{
    return material->model == gel_neoHookean;
}

// The rows of B, the inverse of the matrix whose columns are the edges from the first vertex: cross products of two
// edges over six times the volume.
static void invertRest(const gelTetMesh* mesh, const int tet[4], double rows[3][3])
{
    double edges[3][3], determinant = gelTetDeterminant(mesh->positions, tet);
    for (int k = 0; k < 3; k++)
        gelMeasureEdge(mesh->positions, tet[0], tet[k + 1], edges[k]);
    for (int k = 0; k < 3; k++)
        for (int axis = 0; axis < 3; axis++) {
            const double *a = edges[(k + 1) % 3], *b = edges[(k + 2) % 3];
            int y = (axis + 1) % 3, z = (axis + 2) % 3;
            rows[k][axis] = (a[y] * b[z] - a[z] * b[y]) / determinant;
        }
}

void gelSetValues_neo_hookean(const gelBody* body, int index, float* values)
{
    static const int pairs[6][2] = {{0, 0}, {1, 1}, {2, 2}, {0, 1}, {0, 2}, {1, 2}};
    const gelTetMesh mesh = gelRestMesh(body);
    const gelMaterial* material = &body->material;
    double rows[3][3], volume = gelRestVolume(body, index), poisson = (double)material->poissonRatio;
    double shear = (double)material->youngModulus / (2.0 * (1.0 + poisson));
    invertRest(&mesh, mesh.tets + 4 * (size_t)index, rows);
    values[0] = (float)volume;
    values[1] = (float)(1.0 / (shear * gelMadeVolume(body, index) * gelFillFraction(&mesh, index)));
    values[2] = (float)(1.0 - 2.0 * poisson);
    for (int k = 0; k < 6; k++) {
        const double *a = rows[pairs[k][0]], *b = rows[pairs[k][1]];
        values[3 + k] = (float)((a[0] * b[0] + a[1] * b[1] + a[2] * b[2]) / (body->scale * body->scale));
    }
    bool fits = values[0] >= FLT_MIN;
    for (int k = 1; k < 9; k++)
        fits = fits && isfinite(values[k]);
    if (!fits) { // too small or too flat for floats: without force
        const float none[9] = {1.0f, 1e20f, 1.0f};
        memcpy(values, none, sizeof none);
    }
}
