// The host's view of each kind of constraint: its row in kernels/constraints.h, and the three functions of
// plan/NAME.c.
#pragma once

#include "constraints.h"
#include "plan/body.h"

typedef struct gelKind {
    const char* name;
    int arity, valueCount;
    // The constraints of a mesh, from shape->mesh: fills count, vertices, rests and, if the kind needs them,
    // factors.
    gelStatus (*find)(const gelShape* shape, gelConstraintSet* set);
    // Whether bodies of this material have constraints of the kind.
    bool (*isWanted)(const gelMaterial* material);
    // The values of a body's constraint, from its rest value, its factor and the body's material and scale; the second
    // is its compliance.
    void (*setValues)(const gelBody* body, int index, float* values);
} gelKind;

extern const gelKind gelKinds[constraint_kinds];

// The springs along an edge: the kinds of SPRING_LIST, in its order.
enum {
#define ROW(name, arity, valueCount) gelSpring_##name,
    SPRING_LIST(ROW)
#undef ROW
        gelSpringKindCount
};
extern const int gelSpringKinds[gelSpringKindCount];

// Whether a kind is a spring along an edge: the rows of SPRING_LIST.
static inline bool gelIsSpring(int kind)
{
#define ROW(name, arity, valueCount) kind == constraint_##name ||
    return SPRING_LIST(ROW) false;
#undef ROW
}

// The values of a body's constraint, with the factors of its vertices.
void gelGetConstraintValues(const gelBody* body, int kind, int index, float* values);

// The constraints of a kind that a body has: its shape's, or none.
const gelConstraintSet* gelBodyConstraints(const gelBody* body, int kind);
// Returns the number of a body's constraints of all kinds.
int64_t gelCountBodyConstraints(const gelBody* body);

#define ROW(name, arity, valueCount)                                                                         \
    gelStatus gelFind_##name(const gelShape* shape, gelConstraintSet* set);                                  \
    bool gelWants_##name(const gelMaterial* material);                                                       \
    void gelSetValues_##name(const gelBody* body, int index, float* values);
CONSTRAINT_LIST(ROW)
#undef ROW
