#include "plan/kinds.h"

const gelKind gelKinds[constraint_kinds] = {
#define ROW(name, arity, valueCount)                                                                         \
    [constraint_##name] = {#name, arity, valueCount, gelFind_##name, gelWants_##name, gelSetValues_##name},
    CONSTRAINT_LIST(ROW)
#undef ROW
};

#define ROW(name, arity, valueCount)                                                                         \
    _Static_assert(arity <= most_vertices && valueCount <= most_values,                                      \
                   #name ": raise the limits in the list");
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
