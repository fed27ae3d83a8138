// The dense system of a body in the two-level solver: Cholesky, P^T A P = U^T U. A team of work-items shares the work;
// each number is reduced in the order of rows, whatever runs at once. The diagonal of U keeps its inverse.
//
// Plain C and OpenCL C. The includer defines FOR_TEAM (item, first, end), and TEAM_WAIT. Its items are
// also rows of TEAM_LANES columns: FOR_TEAM_ROWS (row, first, end), and FIRST_LANE(column) near a first column.
#ifndef GEL_TWO_LEVEL_SOLVE_H
#define GEL_TWO_LEVEL_SOLVE_H

#include "two_level_guard.h"

enum { panel_rows = 4 }; // reduce the others together; aggregate_unknowns is a multiple

// Reduces row k by rows from `first` on, in their order, from a multiple of 16 on: what is below the diagonal is not read
// again.
static inline void reduce_row(MEMORY scalar* u, int n, int stride, int first, int count, int k)
{
    MEMORY scalar *to = u + k * stride, *rows = u + first * stride;
    real w[panel_rows];
    for (int i = 0; i < count; i++)
        w[i] = (real)rows[i * stride + k];
    for (int j = FIRST_LANE(k); j < n; j += TEAM_LANES) {
        real number = load_real(to, j);
        for (int i = 0; i < count; i++)
            number = number - w[i] * load_real(rows, i * stride + j);
        store_real(to, j, number);
    }
}

static inline void factor_body(const TwoLevelSet* set, const LevelBody* body)
{
    int n = aggregate_unknowns * body->aggregate_count;
    MEMORY scalar* u = set->matrix + body->first_number;
    MEMORY scalar* diagonal = set->unknowns + aggregate_unknowns * body->first_aggregate;
    FOR_TEAM(i, 0, n)
    diagonal[i] = u[i * body->stride + i];
    TEAM_WAIT();
    for (int i = 0; i < n; i++) {
        MEMORY scalar* row = u + i * body->stride;
        int first = i / panel_rows * panel_rows, end = first + panel_rows;
        scalar pivot = row[i];
        scalar shift = diagonal[i / aggregate_unknowns * aggregate_unknowns + i % 3];
        bool isThere = pivot > least_pivot * diagonal[i] && pivot > least_of_shift * shift;
        scalar inverse = isThere ? 1.0f / real_sqrt(pivot) : (scalar)0.0f;
        TEAM_WAIT();
        FOR_TEAM(j, i, n)
        row[j] = j == i ? inverse : row[j] * inverse;
        TEAM_WAIT();
        FOR_TEAM_ROWS(k, i + 1, end)
        reduce_row(u, n, body->stride, i, 1, k);
        if (i + 1 == end)
            FOR_TEAM_ROWS(k, end, n)
        reduce_row(u, n, body->stride, first, panel_rows, k);
        TEAM_WAIT();
    }
}

// Finds the unknowns from the columns of the aggregates.
static inline void solve_body(const TwoLevelSet* set, const LevelBody* body)
{
    int n = aggregate_unknowns * body->aggregate_count;
    MEMORY const scalar* u = set->matrix + body->first_number;
    MEMORY scalar* y = set->unknowns + aggregate_unknowns * body->first_aggregate;
    FOR_TEAM(i, 0, n)
    {
        int aggregate = body->first_aggregate + i / aggregate_unknowns;
        y[i] = add_level_columns(set->columns +
                                 (aggregate * level_sums + i % aggregate_unknowns) * level_columns);
    }
    TEAM_WAIT();
    for (int i = 0; i < n; i++) {
        scalar found = y[i] * u[i * body->stride + i];
        TEAM_WAIT();
        FOR_TEAM(k, i, n)
        y[k] = k == i ? found : y[k] - found * u[i * body->stride + k];
        TEAM_WAIT();
    }
    for (int i = n - 1; i >= 0; i--) {
        scalar found = y[i] * u[i * body->stride + i];
        TEAM_WAIT();
        FOR_TEAM(k, 0, i + 1)
        y[k] = k == i ? found : y[k] - found * u[k * body->stride + i];
        TEAM_WAIT();
    }
}

#endif
