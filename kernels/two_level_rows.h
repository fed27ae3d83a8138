// The rows of the two-level solver: residuals and derivatives of constraints, their products for
// P^T A P, and their part of A z. Passes 2 and 5 of two_level_passes.h, which says what the
// includer defines.
#ifndef GEL_TWO_LEVEL_ROWS_H
#define GEL_TWO_LEVEL_ROWS_H

#include "balance_tables.h"
#include "physics/link.h"
#include "solve.h"
#include "two_level_contact.h"
#include "two_level_planes.h"

// Functions of hot passes are inlined before others in kernels of many lanes: PoCL's code of level_restrict is a tenth
// shorter for it. The native back end inlines all functions.
#ifndef ALWAYS // lanes.h
#define ALWAYS
#endif

// Returns m / h^2, or with BDF2 9/4 of it, and m K of springs to places and of planes across their normals.
static inline real inertia_of(const TwoLevelSet* set, int aggregate, int slot, real inverse_mass,
                              const StepParameters* step)
{
    const int body = set->aggregates[aggregate].body;
    scalar share = inertia_of_body(set, body) * step->inverse_h2;
    real stiffness = share + load_contiguous(set->pulls, slot, set->slot_count).w;
    if (has_plane_rows(set, body))
        stiffness = stiffness + hold_of_slot(set, slot).across;
    return mass_of(inverse_mass) * stiffness;
}

// Returns b of physics/row.h: the velocity at the end of a substep is v + b h a.
static inline scalar slope_of_inertia(scalar inertia)
{
    return inertia == bdf2_inertia ? bdf2_slope : (scalar)1.0f;
}

static inline scalar slope_of(const TwoLevelSet* set, int aggregate)
{
    return slope_of_inertia(inertia_of_body(set, set->aggregates[aggregate].body));
}

// The basis of an aggregate at a vertex: 0 if it is pinned, or in another one.
typedef struct Basis {
    real at[basis_size];
} Basis;

// Computes that of the vertices of constraints.
static inline void find_basis(const TwoLevelSet* set, int number, MEMORY const int* ends, int count,
                              int arity, const vec3* x, const real* w, Basis* basis)
{
    const Aggregate aggregate = set->aggregates[number];
    Record anchor = load_broadcast(set->places, aggregate.anchor);
    UNROLL for (int k = 0; k < arity; k++)
    {
        real isThere = IS_AMONG(ends + k * count, 4 * aggregate.first_slot, 4 * aggregate.end_slot);
        isThere = w[k] > 0.0f ? isThere : (real)0.0f;
        vec3 u = vec3_scale(vec3_subtract(x[k], anchor.xyz), isThere * aggregate.inverse_size);
        basis[k].at[0] = isThere;
        basis[k].at[1] = u.x;
        basis[k].at[2] = u.y;
        basis[k].at[3] = u.z;
    }
}

// P^T of a row on an aggregate: three numbers for each member of the basis from gradients, and one
// from weights.
typedef struct RowPart {
    real gradients[aggregate_unknowns], weights[basis_size];
} RowPart;

static inline void project_row(const Derivative* row, int arity, const Basis* basis, RowPart* part)
{
    UNROLL for (int b = 0; b < basis_size; b++)
    {
        vec3 sum = vec3_scale(row[0].gradient, basis[0].at[b]);
        part->weights[b] = row[0].weight * basis[0].at[b];
        UNROLL for (int k = 1; k < arity; k++)
        {
            sum = vec3_add(sum, vec3_scale(row[k].gradient, basis[k].at[b]));
            part->weights[b] = part->weights[b] + row[k].weight * basis[k].at[b];
        }
        part->gradients[3 * b] = sum.x;
        part->gradients[3 * b + 1] = sum.y;
        part->gradients[3 * b + 2] = sum.z;
    }
}

enum {
    term_width = GEL_LANES > product_columns ? GEL_LANES : product_columns,
    halves = term_width / product_columns,
    kept_columns = GEL_LANES == 1 ? product_columns : 1 // of a chunk's sums: vectors are added up at once
};

// Halves `side` to `end` - 1 of a vector. Those of 16 add all rows of their first half before those of the second, as
// vectors of 8 do. A row that is alone adds both at once, so each sum is loaded and stored once.
#define FOR_HALVES(rows, side, end)                                                                          \
    UNROLL for (int side = 0, end = (rows) == 1 ? halves : 1; side < halves; side = end++)
#define ADD_PRODUCTS(sum, a, b, side, end) UNROLL for (int s = side; s < end; s++) ADD_PRODUCT(sum, a, b, s)

static inline void add_weight_products(const real* weights, const real* others, int side, int end,
                                       ColumnSum* sum)
{
    UNROLL for (int i = 0; i < basis_size; i++) UNROLL for (int j = 0; j < basis_size; j++)
        ADD_PRODUCTS(sum[basis_size * i + j], weights[i], others[j], side, end);
}

// Adds only what is below the diagonal of a block on the diagonal.
static inline void add_row_products(const RowPart* part, const RowPart* other, bool isDiagonal, int side,
                                    int end, ColumnSum* sum)
{
    UNROLL for (int i = 0; i < aggregate_unknowns; i++)
    {
        const real number = part->gradients[i];
        ColumnSum* row = sum + aggregate_unknowns * i;
        if (isDiagonal)
            UNROLL for (int j = 0; j <= i; j++) ADD_PRODUCTS(row[j], number, part->gradients[j], side, end);
        else
            UNROLL for (int j = 0; j < aggregate_unknowns; j++)
                ADD_PRODUCTS(row[j], number, other->gradients[j], side, end);
    }
}

static inline void add_strain_products(const StrainPart* part, bool hasWeights, int side, int end,
                                       ColumnSum* sum)
{
    UNROLL for (int p = 0; p < strain_size; p++) UNROLL for (int q = 0; q <= p; q++)
        ADD_PRODUCTS(sum[p * (p + 1) / 2 + q], part->gradients[p], part->gradients[q], side, end);
    if (hasWeights)
        UNROLL for (int i = 0; i < 3; i++) UNROLL for (int k = 0; k <= i; k++) ADD_PRODUCTS(
            sum[strain_products + strain_number(i, k)], part->weights[i], part->weights[k], side, end);
}

// Kinds whose rows springDamping damps.
enum {
    damps_distance = 1,
    damps_volume = 0,
    damps_bending = 0,
    damps_neo_hookean = 0,
    damps_rod = 0,
    damps_tension = 1,
    damps_isometric = 0,
    damps_attachment = 0,
    damps_contact = 0
};

// Damps the row of a spring, unless its body is ruined. Until the slots begin, `steps` has what
// row.h calls `moved`.
static inline void damp_row(const TwoLevelSet* set, const LevelChunk* chunk, int kind, MEMORY const int* ends,
                            int count, const vec3* x, const real* values, const StepParameters* step,
                            Residual* residual, Derivative* derivatives)
{
    vec3 moved[2];
    scalar ratio = slope_of(set, chunk->row) * (step->spring_damping * step->inverse_h);
    if (set->guards[set->aggregates[chunk->row].guard].turn != level_whole)
        return;
    UNROLL for (int k = 0; k < 2; k++)
    {
        Record move = load_record(set->steps, ends + k * count);
        moved[k] = move.xyz;
    }
    damp_spring_row(x, moved, values, kind == constraint_tension, (real)ratio, residual, derivatives);
}

// A contact also has what it keeps from substep to substep.
#define row_contact(x, w, value, h2, resists_across, residuals, derivatives)                                 \
    row_of_contact(set, set->aggregates[chunk->row].body, item, x, w, value, step, residuals, derivatives)

// One function per kind: find_rows_distance and so on. The rows of a constraint are found once per
// block that it has a part in. Each time there are four jobs:
//
//     places, values -- row_NAME --> residuals, derivatives                          1. find
//                                        |          |
//                      the first time: stored for the slots and pass 5               2. store
//                                                   |
//     all vertices free and in one aggregate: strains, their products ---> sum       3. inside
//     else: parts, P^T on both aggregates of the block, their products --> sum       4. across
//
// They stay in one function: one for each made this pass 8 % slower (PoCL).
#define FIND_ROWS(name, arity, value_count)                                                                  \
    static inline void find_rows_##name(const TwoLevelSet* set, const LevelChunk* chunk, int item,           \
                                        bool isFirst, const StepParameters* step, ColumnSum* sum)            \
    {                                                                                                        \
        const LevelKind kind = set->kinds[constraint_##name];                                                \
        MEMORY const int* ends = set->ends + kind.first_slot + item;                                         \
        MEMORY const float* values = set->values + kind.first_number + item;                                 \
        vec3 x[arity];                                                                                       \
        real w[arity], value[value_count];                                                                   \
        Basis basis[arity], other_basis[arity] = {{{(real)0.0f}}};                                           \
        Residual residuals[rows_of_##name];                                                                  \
        Derivative derivatives[rows_of_##name * arity];                                                      \
        RowPart part, other;                                                                                 \
        /* 1. find */                                                                                        \
        UNROLL for (int k = 0; k < arity; k++)                                                               \
        {                                                                                                    \
            Record record = load_record(set->places, ends + k * kind.count);                                 \
            x[k] = record.xyz;                                                                               \
            w[k] = record.w;                                                                                 \
        }                                                                                                    \
        UNROLL for (int k = 0; k < value_count; k++) value[k] = load_real(values, k * kind.count);           \
        row_##name(x, w, value, step->h2, load_real(values, value_count* kind.count), residuals,             \
                   derivatives);                                                                             \
        if (damps_##name && step->spring_damping > 0.0f)                                                     \
            damp_row(set, chunk, constraint_##name, ends, kind.count, x, value, step, residuals,             \
                     derivatives);                                                                           \
        /* 2. store */                                                                                       \
        UNROLL for (int k = 0; k < rows_of_##name * arity && isFirst; k++)                                   \
        {                                                                                                    \
            real number = kind.has_weights ? derivatives[k].weight : residuals[k / arity].number;            \
            Record record = {derivatives[k].gradient, number};                                               \
            int to = kind.first_derivative + k * kind.count + item;                                          \
            store_contiguous(set->derivatives, to, to + level_columns, record);                              \
        }                                                                                                    \
        UNROLL for (int k = 0; k < rows_of_##name && isFirst; k++)                                           \
        {                                                                                                    \
            Record record = {residuals[k].vector, residuals[k].number};                                      \
            int to = kind.first_residual + k * kind.count + item;                                            \
            store_contiguous(set->residuals, to, to + level_columns, record);                                \
        }                                                                                                    \
        /* 3. inside */                                                                                      \
        StrainPart strain;                                                                                   \
        FOR_HALVES(rows_of_##name, side, end)                                                                \
        for (int row = 0; row < rows_of_##name && chunk->is_inside; row++) {                                 \
            strain_row(derivatives + row * arity, arity, x, &strain);                                        \
            add_strain_products(&strain, kind.has_weights != 0, side, end, sum);                             \
        }                                                                                                    \
        if (chunk->is_inside)                                                                                \
            return;                                                                                          \
        /* 4. across */                                                                                      \
        bool isDiagonal = chunk->row == chunk->column;                                                       \
        find_basis(set, chunk->row, ends, kind.count, arity, x, w, basis);                                   \
        if (!isDiagonal)                                                                                     \
            find_basis(set, chunk->column, ends, kind.count, arity, x, w, other_basis);                      \
        FOR_HALVES(rows_of_##name, side, end)                                                                \
        for (int row = 0; row < rows_of_##name; row++) {                                                     \
            project_row(derivatives + row * arity, arity, basis, &part);                                     \
            if (!isDiagonal)                                                                                 \
                project_row(derivatives + row * arity, arity, other_basis, &other);                          \
            add_row_products(&part, &other, isDiagonal, side, end, sum);                                     \
            if (kind.has_weights)                                                                            \
                add_weight_products(part.weights, isDiagonal ? part.weights : other.weights, side, end,      \
                                    sum + gradient_products);                                                \
        }                                                                                                    \
    }
LEVEL_LIST(FIND_ROWS)
#undef FIND_ROWS

// The mass of a vertex is a row, too, whose weight is the root of inertia_of.
static inline void find_mass_rows(const TwoLevelSet* set, int number, int slot, const StepParameters* step,
                                  ColumnSum* sum)
{
    const Aggregate aggregate = set->aggregates[number];
    Record place = load_contiguous(set->places, slot, set->slot_count),
           anchor = load_broadcast(set->places, aggregate.anchor);
    real inertia = inertia_of(set, number, slot, place.w, step);
    vec3 u = vec3_scale(vec3_subtract(place.xyz, anchor.xyz), (real)aggregate.inverse_size);
    const real basis[basis_size] = {(real)1.0f, u.x, u.y, u.z};
    const real weights[basis_size] = {inertia, inertia * u.x, inertia * u.y, inertia * u.z};
    FOR_HALVES(1, side, end) add_weight_products(weights, basis, side, end, sum + gradient_products);
    if (!has_plane_rows(set, aggregate.body))
        return;
    Derivative row = plane_row(set, slot, place.w);
    const Basis at = {{(real)1.0f, u.x, u.y, u.z}};
    RowPart part;
    project_row(&row, 1, &at, &part);
    FOR_HALVES(1, side, end) add_row_products(&part, &part, true, side, end, sum);
}

// The products of a term, from `column` on.
static inline void find_term(const TwoLevelSet* set, const LevelChunk* chunk, const LevelTerm* term,
                             int column, const StepParameters* step, ColumnSum* sum)
{
    int item = term->first + column;
    switch (term->kind) {
#define CASE(name, arity, value_count)                                                                       \
    case constraint_##name:                                                                                  \
        find_rows_##name(set, chunk, item, term->is_first != 0, step, sum);                                  \
        break;
        LEVEL_LIST(CASE)
#undef CASE
        default:
            find_mass_rows(set, chunk->row, item, step, sum);
    }
}

// A column of a chunk, or all. `which`: guarded_alone, for a motion that is tried; then the rows of other bodies stay as
// they are.
static inline void find_rows(const TwoLevelSet* set, int number, int column, int which,
                             const StepParameters* step)
{
    const LevelChunk chunk = set->chunks[number];
    int count = chunk.is_inside ? strain_products + strain_size : row_products;
    ColumnSum sum[row_products];
    if (which == guarded_alone && set->guards[set->aggregates[chunk.row].guard].turn != level_guarded)
        return;
    for (int k = 0; k < count; k++)
        sum[k] = (ColumnSum)0.0f;
    for (int i = chunk.first_term; i < chunk.end_term; i++) {
        const LevelTerm term = set->terms[i];
        for (int first = 0; first < level_columns; first += term_width)
            find_term(set, &chunk, &term, first + column, step, sum);
    }
    for (int k = 0; k < count; k++)
        set->sums[(number * row_products + k) * kept_columns + column] = add_vector_columns(sum[k]);
}

// One function per kind: apply_rows_distance and so on.
#define APPLY_ROWS(name, arity, value_count)                                                                 \
    static inline void apply_rows_##name(const TwoLevelSet* set, int item)                                   \
    {                                                                                                        \
        const LevelKind kind = set->kinds[constraint_##name];                                                \
        MEMORY const int* ends = set->ends + kind.first_slot + item;                                         \
        vec3 z[arity];                                                                                       \
        UNROLL for (int k = 0; k < arity; k++)                                                               \
        {                                                                                                    \
            Record step = load_record(set->steps, ends + k * kind.count);                                    \
            z[k] = step.xyz;                                                                                 \
        }                                                                                                    \
        for (int row = 0; row < rows_of_##name; row++) {                                                     \
            Derivative derivatives[arity];                                                                   \
            Residual answer = number_residual((real)0.0f);                                                   \
            int first = kind.first_derivative + row * arity * kind.count + item;                             \
            UNROLL for (int k = 0; k < arity; k++)                                                           \
            {                                                                                                \
                int from = first + k * kind.count;                                                           \
                Record d = load_contiguous(set->derivatives, from, from + level_columns);                    \
                derivatives[k].gradient = d.xyz;                                                             \
                derivatives[k].weight = kind.has_weights ? d.w : (real)0.0f;                                 \
                answer.vector = vec3_add(answer.vector, vec3_scale(z[k], derivatives[k].weight));            \
                answer.number = answer.number + vec3_dot(d.xyz, z[k]);                                       \
            }                                                                                                \
            UNROLL for (int k = 0; k < arity; k++)                                                           \
            {                                                                                                \
                int to = first + k * kind.count;                                                             \
                Record product = {apply_derivative(derivatives[k], answer), (real)0.0f};                     \
                store_contiguous(set->products, to, to + level_columns, product);                            \
            }                                                                                                \
        }                                                                                                    \
    }
LEVEL_LIST(APPLY_ROWS)
#undef APPLY_ROWS

// The constraints of all kinds, one kind after the other.
static inline void apply_rows(const TwoLevelSet* set, int item)
{
#define APPLY(name, arity, value_count)                                                                      \
    if (item >= 0 && item < set->kinds[constraint_##name].count)                                             \
        apply_rows_##name(set, item);                                                                        \
    item -= set->kinds[constraint_##name].count;
    LEVEL_LIST(APPLY)
#undef APPLY
}

#endif
