// Keeps the momentum and the angular momentum of a body over its constraints.
//
// A correction dx_i = w_i lambda g_i has neither force nor torque at the positions where its gradients were taken. The
// constraints of a substep are solved one after another, each at positions that those before it have moved. About the
// positions x0 at which the first was solved, all of them together have a torque:
//
//     T = sum m_i x0_i x d_i,  d_i = x_i - x0_i
//
// It is of second order in d, but of one sign for one order of the constraints. A body under a steady stress from
// outside has the same d in each substep, so T would turn it for ever. Where all constraints are solved at once (Jacobi) T is
// 0. So a rigid motion takes T and the momentum P = sum m_i d_i back, about the centre of mass c:
//
//     x_i += theta x (x0_i - c) - P / M,  I theta = -T,  I = sum m_i (|r_i|^2 - r_i r_i^T),  r_i = x0_i - c
//
// A contact pushes along a line through two points as the substep found them, at p = q - h v. About p, T / h is
// all that the angular momentum gains by the constraints. So where contacts have no friction, which would hold what turns,
// bodies are balanced about p in place of q.
//
// A body with one pin turns about the pin. One with two or more is left as it is: it could turn about one axis at most. So
// is a body in pieces, which do not move as one.
//
// Sums are those of balance_columns interleaved columns of a block of vertices, then of a fixed tree over the columns, then
// of the blocks one by one: the same on every device.
#ifndef GEL_PHYSICS_BALANCE_H
#define GEL_PHYSICS_BALANCE_H

#include "balance_tables.h"
#include "physics/parameters.h"
#include "physics/vector.h"

// Smaller motions are none, so that nothing depends on denormals.
#define smallest_motion 1e-18f

// Adds a vertex to a column. `present`: 1, or 0 beyond the last vertex.
static inline void add_moments(real* sum, vec3 r, vec3 d, real inverse_mass, real present)
{
    real mass = inverse_mass > 0.0f ? present / inverse_mass : (real)0.0f;
    real pin = inverse_mass > 0.0f ? (real)0.0f : present;
    vec3 weighted = vec3_scale(r, mass), torque = vec3_cross(weighted, d), push = vec3_scale(d, mass);
    const real terms[balance_sums] = {mass,
                                      weighted.x,
                                      weighted.y,
                                      weighted.z,
                                      push.x,
                                      push.y,
                                      push.z,
                                      torque.x,
                                      torque.y,
                                      torque.z,
                                      weighted.x * r.x,
                                      weighted.y * r.y,
                                      weighted.z * r.z,
                                      weighted.x * r.y,
                                      weighted.y * r.z,
                                      weighted.z * r.x,
                                      pin,
                                      pin * r.x,
                                      pin * r.y,
                                      pin * r.z};
    for (int k = 0; k < balance_sums; k++)
        sum[k] = sum[k] + terms[k];
}

// Solves a x = b with the symmetric matrix a, which has no eigenvalue below 0. In a direction in which a is 0 to rounding, as
// the inertia of a straight rope about its axis is, x is 0. Changes a and b.
static inline void solve_inertia(scalar a[3][3], scalar b[3], scalar x[3])
{
    scalar least = ((a[0][0] + a[1][1]) + a[2][2]) * 1e-6f;
    int order[3] = {0, 1, 2};
    scalar inverse[3];
    for (int k = 0; k < 3; k++) {
        int best = k;
        for (int i = k + 1; i < 3; i++)
            best = a[order[i]][order[i]] > a[order[best]][order[best]] ? i : best;
        int p = order[best];
        order[best] = order[k];
        order[k] = p;
        inverse[k] = a[p][p] > least ? 1.0f / a[p][p] : 0.0f;
        for (int i = k + 1; i < 3; i++) {
            int row = order[i];
            scalar factor = a[row][p] * inverse[k];
            for (int j = k + 1; j < 3; j++)
                a[row][order[j]] = a[row][order[j]] - factor * a[p][order[j]];
            b[row] = b[row] - factor * b[p];
        }
    }
    for (int k = 2; k >= 0; k--) {
        int p = order[k];
        scalar rest = b[p];
        for (int j = k + 1; j < 3; j++)
            rest = rest - a[p][order[j]] * x[order[j]];
        x[p] = rest * inverse[k];
    }
}

static inline scalar not_too_small(scalar a)
{
    return a * a > smallest_motion * smallest_motion ? a : (scalar)0.0f;
}

// Computes sum m r r^T about c. `second`: xx, yy, zz, xy, yz, zx.
static inline void find_moments(scalar mass, const scalar* first, const scalar* second, const scalar c[3],
                                scalar moments[3][3])
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            scalar product = second[i == j ? i : 3 + ((i + 1) % 3 == j ? i : j)];
            moments[i][j] = ((product - first[i] * c[j]) - c[i] * first[j]) + (mass * c[i]) * c[j];
        }
}

// Computes the inertia about c from the sums of a body, and the torque that would take sum m r x d about c back.
static inline void find_inertia(const scalar* sum, const scalar c[3], scalar inertia[3][3], scalar torque[3])
{
    const scalar* push = sum + 4;
    scalar moments[3][3];
    find_moments(sum[0], sum + 1, sum + 10, c, moments);
    scalar trace = (moments[0][0] + moments[1][1]) + moments[2][2];
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        torque[i] = (c[j] * push[k] - c[k] * push[j]) - sum[7 + i];
        for (int l = 0; l < 3; l++)
            inertia[i][l] = (i == l ? trace : (scalar)0.0f) - moments[i][l];
    }
}

// Computes the motion {theta, centre relative to the first vertex, shift} from the sums of a body.
static inline void find_motion(const scalar* sum, scalar* motion)
{
    bool isFree = sum[16] == 0.0f, turns = sum[0] > 0.0f && sum[16] < 1.5f;
    scalar share = turns ? 1.0f / sum[0] : 0.0f, c[3], torque[3], inertia[3][3], theta[3];
    const scalar *first = sum + 1, *push = sum + 4;
    for (int k = 0; k < 3; k++)
        c[k] = isFree ? first[k] * share : sum[17 + k];
    find_inertia(sum, c, inertia, torque);
    solve_inertia(inertia, torque, theta);
    for (int k = 0; k < 3; k++) {
        motion[k] = turns ? not_too_small(theta[k]) : (scalar)0.0f;
        motion[3 + k] = c[k];
        motion[6 + k] = turns && isFree ? not_too_small(-push[k] * share) : (scalar)0.0f;
    }
}

// Vertices that also resist motions along a normal n, each along its own, and none across, as if they had another mass
// b there: sums of b J J^T, J = (r x n, n), its lower triangle row by row, for find_held_motion.
static inline void add_held_moments(real* sum, vec3 r, vec3 n, real b)
{
    vec3 turn = vec3_cross(r, n);
    const real row[6] = {turn.x, turn.y, turn.z, n.x, n.y, n.z};
    for (int i = 0, at = 0; i < 6; i++)
        for (int k = 0; k <= i; k++, at++)
            sum[at] = sum[at] + (b * row[i]) * row[k];
}

static inline scalar held_moment(const scalar* held, int i, int k)
{
    return i >= k ? held[i * (i + 1) / 2 + k] : held[k * (k + 1) / 2 + i];
}

// Takes a cross product with c from the three turns of `a`: moments about c.
static inline void turn_about(scalar a[3][3], scalar shifts[3][3], const scalar c[3], scalar about[3][3])
{
    for (int i = 0; i < 3; i++)
        for (int l = 0; l < 3; l++) {
            int j = (i + 1) % 3, k = (i + 2) % 3;
            about[i][l] = a[i][l] - (c[j] * shifts[k][l] - c[k] * shifts[j][l]);
        }
}

static inline void transpose_moments(scalar a[3][3], scalar b[3][3])
{
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            b[i][k] = a[k][i];
}

// Solves a x = b, and keeps both.
static inline void solve_copy(scalar a[3][3], const scalar b[3], scalar x[3])
{
    scalar matrix[3][3], right[3];
    for (int i = 0; i < 3; i++) {
        right[i] = b[i];
        for (int k = 0; k < 3; k++)
            matrix[i][k] = a[i][k];
    }
    solve_inertia(matrix, right, x);
}

// Computes what find_motion does, with held vertices. With N, T and S the blocks of their sums about c, of shifts, of a
// turn and a shift, and of turns:
//
//     (m + N) s = -P - T^T theta
//     (I + S) theta = -torque - T s
static inline void find_held_motion(const scalar* sum, const scalar* held, scalar* motion)
{
    bool isFree = sum[16] == 0.0f, turns = sum[0] > 0.0f && sum[16] < 1.5f;
    scalar share = turns ? 1.0f / sum[0] : 0.0f, c[3], torque[3], inertia[3][3], theta[3], shift[3];
    scalar mass[3][3], shifts[3][3], mixed[3][3], turned[3][3], lever[3][3], back[3][3], given[3][3], push[3];
    for (int i = 0; i < 3; i++) {
        c[i] = isFree ? sum[1 + i] * share : sum[17 + i];
        push[i] = isFree ? sum[4 + i] : (scalar)0.0f;
        for (int k = 0; k < 3; k++) {
            shifts[i][k] = held_moment(held, 3 + i, 3 + k);
            mass[i][k] = shifts[i][k] + (i == k ? sum[0] : (scalar)0.0f);
            mixed[i][k] = held_moment(held, i, 3 + k);
            turned[i][k] = held_moment(held, i, k);
        }
    }
    find_inertia(sum, c, inertia, torque);
    turn_about(mixed, shifts, c, lever);
    transpose_moments(mixed, back);
    turn_about(turned, back, c, given); // S - c x T^T, its rows about c
    transpose_moments(given, turned);
    transpose_moments(lever, back);
    turn_about(turned, back, c, given);
    for (int l = 0; l < 3; l++)
        solve_copy(mass, lever[l], mixed[l]); // (m + N)^-1 T^T, column by column
    for (int i = 0; i < 3; i++)
        for (int l = 0; l < 3; l++) {
            scalar less = (lever[i][0] * mixed[l][0] + lever[i][1] * mixed[l][1]) + lever[i][2] * mixed[l][2];
            inertia[i][l] = inertia[i][l] + (given[i][l] - (isFree ? less : (scalar)0.0f));
        }
    for (int i = 0; i < 3; i++)
        torque[i] = torque[i] + ((mixed[i][0] * push[0] + mixed[i][1] * push[1]) + mixed[i][2] * push[2]);
    solve_inertia(inertia, torque, theta);
    for (int k = 0; k < 3; k++)
        push[k] = -push[k] - ((lever[0][k] * theta[0] + lever[1][k] * theta[1]) + lever[2][k] * theta[2]);
    solve_copy(mass, push, shift);
    for (int k = 0; k < 3; k++) {
        motion[k] = turns ? not_too_small(theta[k]) : (scalar)0.0f;
        motion[3 + k] = c[k];
        motion[6 + k] = turns && isFree ? not_too_small(shift[k]) : (scalar)0.0f;
    }
}

// Returns the move of a vertex at r.
static inline vec3 motion_of_vertex(const scalar* motion, vec3 r)
{
    vec3 theta = {(real)motion[0], (real)motion[1], (real)motion[2]},
         c = {(real)motion[3], (real)motion[4], (real)motion[5]},
         shift = {(real)motion[6], (real)motion[7], (real)motion[8]};
    return vec3_add(vec3_cross(theta, vec3_subtract(r, c)), shift);
}

#endif
