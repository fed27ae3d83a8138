// The folds of bodies whose bending model is isometric: those of bending.c, with the same stiffness.
#define GEL_DIALECT_DOUBLE
#include "plan/bends.h"
#include "plan/kinds.h"

gelStatus gelFind_isometric(const gelShape* shape, gelConstraintSet* set)
{
    return gelFind_bending(shape, set);
}

bool gelWants_isometric(const gelMaterial* material)
{
    return gelBends(material) && material->bendingModel == gel_isometricBending;
}

void gelFindFoldWeights(const gelBody* body, const int* vertices, double weights[4])
{
    const gelTetMesh mesh = gelRestMesh(body);
    vec3 x[4];
    for (int k = 0; k < 4; k++)
        x[k] = gelFoldPoint(&mesh, vertices[k]);
    const Fold fold = measure_fold(x);
    const double length = body->scale * sqrt(fold.edge2);
    const double sides[2] = {sqrt(fold.square2) * body->scale * body->scale, // twice the areas
                             sqrt(fold.square3) * body->scale * body->scale};
    weights[1] = 0.0;
    for (int k = 0; k < 2; k++) {
        const double along = vec3_dot(vec3_subtract(x[2 + k], x[0]), fold.edge) / fold.edge2;
        const double inverse = sides[k] > 0.0 ? length / sides[k] : 0.0; // of the height; without area none
        weights[2 + k] = inverse;
        weights[1] = (double)((float)weights[1] - (float)(along * inverse));
    }
    weights[0] = -((weights[1] + weights[2]) + weights[3]);
}

void gelSetValues_isometric(const gelBody* body, int index, float* values)
{
    const gelConstraintSet* set = &body->shape->constraints[constraint_isometric];
    const int* vertices = set->vertices + 4 * (size_t)index;
    double weights[4];
    gelFindFoldWeights(body, vertices, weights);
    values[0] = (float)fabs(gelRestFold(body, vertices, set->rests[index]));
    values[1] = (float)(set->factors[index] / gelPlateStiffness(&body->material));
    for (int k = 0; k < 3; k++)
        values[2 + k] = (float)weights[1 + k];
}
