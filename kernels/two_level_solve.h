// The work of the two-level solver that is done once per body: its rigid motion, and its dense system
// by Cholesky's method, P^T A P = U^T U. A team of work-items shares it; each number is reduced in the
// order of rows, whatever runs at once. The diagonal of U keeps its inverse.
//
// Plain C and OpenCL C. The includer defines FOR_TEAM (item, first, end), and TEAM_WAIT. Its items are
// also rows of TEAM_LANES columns: FOR_TEAM_ROWS (row, first, end), and FIRST_LANE(column) near a first column.
#ifndef GEL_TWO_LEVEL_SOLVE_H
#define GEL_TWO_LEVEL_SOLVE_H

#include "two_level_guard.h"

enum { panel_rows = 4 }; // reduce the others together; aggregate_unknowns is a multiple

// Subtracts from row k u_ik times row i, for `count` rows i from `first` on, in their order. It begins at a multiple of 16:
// this spoils numbers left of the diagonal, which are not read again.
static inline void reduce_row(MEMORY scalar* u, int n, int stride, int first, int count, int k)
{
    MEMORY scalar *to = u + k * stride, *rows = u + first * stride;
    real w[panel_rows];
    bool isCoupled = false;
    for (int i = 0; i < count; i++) {
        w[i] = (real)rows[i * stride + k];
        isCoupled = isCoupled || rows[i * stride + k] != 0.0f;
    }
    if (!isCoupled) // aggregates that share no constraint
        return;
    for (int j = FIRST_LANE(k); j < n; j += TEAM_LANES) {
        real number = load_real(to, j);
        for (int i = 0; i < count; i++)
            number = number - w[i] * load_real(rows, i * stride + j);
        store_real(to, j, number);
    }
}

static inline void factor_system(const TwoLevelSet* set, const LevelSystem* system)
{
    int n = aggregate_unknowns * system->aggregate_count;
    MEMORY scalar* u = set->matrix + system->first_number;
    // Unknowns are free until solve_system.
    MEMORY scalar* diagonal = set->unknowns + aggregate_unknowns * system->first_aggregate;
    FOR_TEAM(i, 0, n)
    diagonal[i] = u[i * system->stride + i];
    TEAM_WAIT();
    for (int i = 0; i < n; i++) {
        MEMORY scalar* row = u + i * system->stride;
        int first = i / panel_rows * panel_rows, end = first + panel_rows;
        scalar pivot = row[i];
        scalar shift = diagonal[i / aggregate_unknowns * aggregate_unknowns + i % 3];
        // An unknown that others make up for is left out: its pivot has the inverse 0.
        bool isThere = pivot > least_pivot * diagonal[i] && pivot > least_of_shift * shift;
        scalar inverse = isThere ? 1.0f / real_sqrt(pivot) : (scalar)0.0f;
        TEAM_WAIT();
        FOR_TEAM(j, i, n)
        row[j] = j == i ? inverse : row[j] * inverse;
        TEAM_WAIT();
        FOR_TEAM_ROWS(k, i + 1, end)
        reduce_row(u, n, system->stride, i, 1, k);
        if (i + 1 == end)
            FOR_TEAM_ROWS(k, end, n)
        reduce_row(u, n, system->stride, first, panel_rows, k);
        TEAM_WAIT();
    }
}

// Finds the unknowns from the columns of the aggregates.
static inline void solve_system(const TwoLevelSet* set, const LevelSystem* system)
{
    int n = aggregate_unknowns * system->aggregate_count;
    MEMORY const scalar* u = set->matrix + system->first_number;
    MEMORY scalar* y = set->unknowns + aggregate_unknowns * system->first_aggregate;
    FOR_TEAM(i, 0, n)
    {
        MEMORY const Aggregate* aggregate =
            set->aggregates + system->first_aggregate + i / aggregate_unknowns;
        y[i] = add_pieces(set, aggregate->first_piece, aggregate->end_piece, i % aggregate_unknowns);
    }
    TEAM_WAIT();
    for (int i = 0; i < n; i++) {
        scalar found = y[i] * u[i * system->stride + i];
        TEAM_WAIT();
        FOR_TEAM(k, i, n)
        y[k] = k == i ? found : y[k] - found * u[i * system->stride + k];
        TEAM_WAIT();
    }
    for (int i = n - 1; i >= 0; i--) {
        scalar found = y[i] * u[i * system->stride + i];
        TEAM_WAIT();
        FOR_TEAM(k, 0, i + 1)
        y[k] = k == i ? found : y[k] - found * u[k * system->stride + i];
        TEAM_WAIT();
    }
}

// Finds the rigid motion of a body, and how it stands in the next substep.
static inline void find_rigid_motion(const TwoLevelSet* set, int number, const StepParameters* step)
{
    const LevelSystem system = set->systems[number];
    MEMORY scalar* totals = set->totals + number * level_sums;
    int first = set->aggregates[system.first_aggregate].first_piece,
        end = set->aggregates[system.first_aggregate + system.aggregate_count - 1].end_piece;
    FOR_TEAM(k, 0, count_sums(set, number, step))
    totals[k] = add_pieces(set, first, end, k);
    TEAM_WAIT();
    FOR_TEAM(k, 0, 1)
    {
        scalar sum[level_sums], motion[balance_numbers];
        for (int i = 0; i < level_sums; i++)
            sum[i] = totals[i];
        lever_loads(sum);
        if (has_plane_rows(set, number))
            find_held_motion(sum, sum + held_sum, motion);
        else
            find_motion(sum, motion);
        for (int i = 0; i < balance_numbers; i++)
            set->rigid[number * balance_numbers + i] = system.is_whole ? motion[i] : 0.0f;
        *next_standing(set, number) = may_stand(set, number, step) ? standing_of_sums(sum) : stands_not;
    }
}

#endif
