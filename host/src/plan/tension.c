// Edges that pull only: those of the distance constraints, in place of them or, with a limit alone, beside them.
#include "plan/kinds.h"

#include <float.h>

// Counted as the distances, whose lengths and springs they have.
gelStatus gelFind_tension(const gelShape* shape, gelConstraintSet* set)
{
    const gelConstraintSet* edges = &shape->constraints[constraint_distance];
    set->count = edges->count;
    set->vertices = edges->vertices;
    return gel_success;
}

bool gelWants_tension(const gelMaterial* material)
{
    return material->model == gel_edgesAndVolumes &&
           (material->springs == gel_pullOnly || material->stretchLimit > 0.0f);
}

void gelSetValues_tension(const gelBody* body, int index, float* values)
{
    const gelMaterial* material = &body->material;
    float spring[max_values];
    gelSetValues_distance(body, index, spring);
    float limit = gelMadeLength(body, index) * (1.0f + material->stretchLimit); // also of what flows
    float longest = material->stretchLimit > 0.0f ? limit : FLT_MAX;
    bool pulls = material->springs == gel_pullOnly;
    values[0] = pulls ? spring[0] : longest;
    values[1] = pulls ? spring[1] : 0.0f;
    values[2] = longest;
}
