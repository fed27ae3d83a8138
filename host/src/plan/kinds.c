#include "plan/kinds.h"

const gelKind gelKinds[constraint_kinds] = {
#define ROW(name, arity, valueCount) {#name, arity, valueCount, gelFind_##name, gelSetValues_##name},
    CONSTRAINT_LIST(ROW)
#undef ROW
};

#define ROW(name, arity, valueCount)                                                                         \
    _Static_assert(arity <= most_vertices && valueCount <= most_values,                                      \
                   #name ": raise the limits in the list");
CONSTRAINT_LIST(ROW)
#undef ROW
