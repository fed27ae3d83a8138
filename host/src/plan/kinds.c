#include "plan/kinds.h"

#include <math.h>

const gelKind gelKinds[constraint_kinds] = {
#define ROW(name, arity, valueCount)                                                                         \
    [constraint_##name] = {#name, arity, valueCount, gelFind_##name, gelWants_##name, gelSetValues_##name},
    CONSTRAINT_LIST(ROW)
#undef ROW
};

const int gelSpringKinds[gelSpringKindCount] = {
#define ROW(name, arity, valueCount) constraint_##name,
    SPRING_LIST(ROW)
#undef ROW
};

#define ROW(name, arity, valueCount)                                                                         \
    _Static_assert(arity <= max_vertices && valueCount <= max_values, #name ": raise the limits in the list");
CONSTRAINT_LIST(ROW)
#undef ROW

// Sweeps follow the rows, stages the numbers of the kinds: both must be one order.
enum {
#define ROW(name, arity, valueCount) row_##name,
    CONSTRAINT_LIST(ROW)
#undef ROW
        row_count
};
#define ROW(name, arity, valueCount)                                                                         \
    _Static_assert((int)row_##name == (int)constraint_##name, #name ": its row and its number differ");
CONSTRAINT_LIST(ROW)
#undef ROW
_Static_assert((int)row_count == (int)constraint_kinds, "a kind has no row");

void gelGetConstraintValues(const gelBody* body, int kind, int index, float* values)
{
    const double none = 1e20; // so compliant that there is no force
    int arity = gelKinds[kind].arity;
    const int* vertices = body->shape->constraints[kind].vertices + (size_t)index * (size_t)arity;
    bool bends = kind == constraint_bending || kind == constraint_isometric || kind == constraint_rod;
    double factor = 1.0;
    gelKinds[kind].setValues(body, index, values);
    if (!bends || body->material.bending == gel_bendingOfPlate)
        factor = gelMeanFactor(body, gel_stiffnessFactor, vertices, arity);
    if (bends)
        factor *= gelMeanFactor(body, gel_bendingFactor, vertices, arity);
    if (factor != 1.0 && values[1] != 0.0f)
        values[1] = (float)fmin((double)values[1] / factor, none);
}

const gelConstraintSet* gelBodyConstraints(const gelBody* body, int kind)
{
    static const gelConstraintSet none;
    return gelKinds[kind].isWanted(&body->material) ? &body->shape->constraints[kind] : &none;
}

int64_t gelCountBodyConstraints(const gelBody* body)
{
    int64_t count = 0;
    for (int kind = 0; kind < constraint_kinds; kind++)
        count += gelBodyConstraints(body, kind)->count;
    return count;
}
