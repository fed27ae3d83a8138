// A substep of a stiff body as one linear system, solved roughly on two levels.
//
//     y = x + h v                                  moves with the velocity before the substep
//     r = m g + external forces - grad U(y)        residual
//     A d = r,  A = m / h^2 + sum over rows of g g^T + a a^T 1     (row.h)
//     x = y + d,  v += d / h
//
// With the exact d this is a step of Newton's method for implicit Euler. BDF2 is below. Here d is that of a cycle of a
// two-level method:
//
//     z = D^-1 r;  d += z;  r -= A z          D: a 3 x 3 block of each vertex
//     z = P (P^T A P)^-1 P^T r;  d += z       P: affine motions of aggregates, into which the body is cut
//
// At rest r = 0, so d = 0, however rough the solve is: the statics are exact. What is rough is inertia: a motion that the
// cycle resolves badly is slower than it should be. XPBD moves by the weight first and corrects that roughly: so it is soft.
//
// D_i is m_i / h^2 1 + the sum of n (g_i g_i^T + a_i^2 1), with n the vertices of a constraint: by Cauchy and Schwarz A <= D, so the first
// half overshoots nowhere. (Tonge et al. split masses in the same way: jacobi.h.) The second is a Galerkin projection, which
// never overshoots. The first is Jacobi's method, without colours; the second solves directly. Aggregation and Schwarz methods in textbooks: Smith,
// Bjorstad, Gropp: Domain Decomposition, 1996; Briggs, Henson, McCormick: A Multigrid Tutorial, 2000. Baraff, Witkin: Large
// Steps in Cloth Simulation, 1998, for the linear system.
//
// The basis of an aggregate is 1 and the three coordinates u = (y - anchor) / size of its vertices, each times three
// directions: 12 unknowns. A pinned vertex has none of them.
#ifndef GEL_PHYSICS_TWO_LEVEL_H
#define GEL_PHYSICS_TWO_LEVEL_H

#include "physics/balance.h"
#include "physics/row.h"
#include "two_level_tables.h"

// A motion whose pivot is smaller than this, relative to its own stiffness, is one that the others make, too, such as the
// third coordinate of flat cloth: it is left out.
#define least_pivot 1e-4f
#define least_of_shift 1e-10f // the same, relative to the stiffness of a shift: its coordinate is 0

// BDF2 takes the slope at the end of the substep from the last three places:
//
//     (3 x - 4 x_1 + x_2) / 2 = h u,   (3 u - 4 u_1 + u_2) / 2 = h f(x) / m
//
// With v = (x - x_1) / h, the velocity of all other stages, and a = (v - v_1) / h, the first line is u = (3 v - v_1) / 2, and
// both together are f / m = (9 a - 6 a_1 + a_2) / 4. So with the accelerations of two substeps
//
//     y = x_1 + h v_1 + h^2 (6 a_1 - a_2) / 9,   A = 9/4 m / h^2 + K,   a = (x - x_1 - h v_1) / h^2
//
// x is here y + d with the rigid motion below. Passes keep h^2 a, the move of a vertex besides
// h v_1. With Euler it is d.
//
// Both start as 0. What else changes the velocity, as a blow does, changes no acceleration: no jump is taken for a trend.
// Damping along springs sees u = v + bdf2_slope h a: row.h.
static inline vec3 carried_move(vec3 last, vec3 before, const StepParameters* step)
{
    vec3 sum = vec3_subtract(vec3_scale(last, (real)6.0f), before);
    return vec3_scale(sum, (real)(step->h2 / 9.0f));
}

typedef struct VertexBlock {
    real xx, xy, xz, yy, yz, zz;
} VertexBlock;

// L D L^T of a block: L below the diagonal, and 1 / D.
typedef struct BlockFactor {
    real xy, xz, yz, x, y, z;
} BlockFactor;

// Adds weight g g^T.
static inline void add_gradient(VertexBlock* block, vec3 g, real weight)
{
    real x = weight * g.x, y = weight * g.y, z = weight * g.z;
    block->xx = block->xx + x * g.x;
    block->xy = block->xy + x * g.y;
    block->xz = block->xz + x * g.z;
    block->yy = block->yy + y * g.y;
    block->yz = block->yz + y * g.z;
    block->zz = block->zz + z * g.z;
}

// Adds weight (g g^T + a^2 1).
static inline void add_derivative(VertexBlock* block, Derivative d, real weight)
{
    real gx = weight * d.gradient.x, gy = weight * d.gradient.y, gz = weight * d.gradient.z;
    real spread = (weight * d.weight) * d.weight;
    block->xx = block->xx + (gx * d.gradient.x + spread);
    block->xy = block->xy + gx * d.gradient.y;
    block->xz = block->xz + gx * d.gradient.z;
    block->yy = block->yy + (gy * d.gradient.y + spread);
    block->yz = block->yz + gy * d.gradient.z;
    block->zz = block->zz + (gz * d.gradient.z + spread);
}

// Pivots are at least the inertia, as they would be without rounding: of a string, whose block is stiff in one direction
// alone, nothing else may be left of the others.
static inline BlockFactor factor_block(VertexBlock a, real inertia)
{
    real inverse_x = a.xx > 0.0f ? 1.0f / a.xx : (real)0.0f, xy = a.xy * inverse_x, xz = a.xz * inverse_x;
    real y = a.yy - xy * a.xy, below = a.yz - xy * a.xz;
    y = y > inertia ? y : inertia;
    real inverse_y = y > 0.0f ? 1.0f / y : (real)0.0f, yz = below * inverse_y;
    real z = (a.zz - xz * a.xz) - yz * below;
    z = z > inertia ? z : inertia;
    BlockFactor factor = {xy, xz, yz, inverse_x, inverse_y, z > 0.0f ? 1.0f / z : (real)0.0f};
    return factor;
}

static inline vec3 solve_block(BlockFactor a, vec3 b)
{
    real y = b.y - a.xy * b.x, z = ((b.z - a.xz * b.x) - a.yz * y) * a.z;
    y = y * a.y - a.yz * z;
    vec3 solution = {(b.x * a.x - a.xy * y) - a.xz * z, y, z};
    return solution;
}

// The force of a row on a vertex, or its part of A z, but for the sign.
static inline vec3 apply_derivative(Derivative d, Residual answer)
{
    return vec3_add(vec3_scale(d.gradient, answer.number), vec3_scale(answer.vector, d.weight));
}

// P^T of a row whose vertices are all in one aggregate, and free. A shift and a turn of all of them
// do not change a constraint. So the member 1 of the basis has no part, and that of the coordinates,
// sum g_i x_i^T, is symmetric: a strain.
typedef struct StrainPart {
    real gradients[strain_size], weights[3]; // m
} StrainPart;

static inline void strain_row(const Derivative* row, int arity, const vec3* x, StrainPart* part)
{
    const real none = (real)0.0f;
    real xx = none, yy = none, zz = none, xy = none, xz = none, yz = none;
    vec3 weights = {none, none, none};
    for (int k = 1; k < arity; k++) {
        vec3 e = vec3_subtract(x[k], x[0]), g = row[k].gradient;
        xx = xx + g.x * e.x;
        yy = yy + g.y * e.y;
        zz = zz + g.z * e.z;
        xy = xy + g.x * e.y;
        xz = xz + g.x * e.z;
        yz = yz + g.y * e.z;
        weights = vec3_add(weights, vec3_scale(e, row[k].weight));
    }
    const StrainPart found = {{xx, yy, zz, xy, xz, yz}, {weights.x, weights.y, weights.z}};
    *part = found;
}

// Returns the number of the strain of coordinate i and direction k, or of k and i.
static inline int strain_number(int i, int k)
{
    return i == k ? i : 2 + i + k;
}

// Returns the number of the product of two strains.
static inline int strain_product(int p, int q)
{
    return p >= q ? p * (p + 1) / 2 + q : q * (q + 1) / 2 + p;
}

// Momentum and angular momentum. However exactly the cycle solves, it should change them as the external forces do:
//
//     sum m a = sum f,  sum x X m a = sum x X f
//
// about the places x before the substep: (x + h v) X v = x X v, as v X v = 0. The cycle balances
// torques about y. A rigid motion makes up for the difference, of h^2 a without what f alone would
// do: find_motion of balance.h. It is not 0 where a body turns, as its internal forces are those at
// y, and where rounding leaves a rest of a small stiff body's residual.
//
// Fields and pressures act where the velocities take the body's shape, at x + h (v - mean v): there a gas has no torque. So
// their moments are those about these places. The mean is that of the pin, if there is one.

// Adds a vertex to the sums after balance_sums. `lever`: h v; `loaded`: h^2 times the load's acceleration.
static inline void add_load(real* sum, vec3 lever, vec3 loaded, real inverse_mass, real present)
{
    real mass = inverse_mass > 0.0f ? present / inverse_mass : (real)0.0f;
    real pin = inverse_mass > 0.0f ? (real)0.0f : present;
    vec3 load = vec3_scale(loaded, mass), torque = vec3_cross(lever, load);
    const real terms[touching_sum - balance_sums] = {load.x,         load.y,         load.z,
                                                     lever.x * mass, lever.y * mass, lever.z * mass,
                                                     lever.x * pin,  lever.y * pin,  lever.z * pin};
    sum[7] = sum[7] - torque.x;
    sum[8] = sum[8] - torque.y;
    sum[9] = sum[9] - torque.z;
    for (int k = 0; k < touching_sum - balance_sums; k++)
        sum[balance_sums + k] = sum[balance_sums + k] + terms[k];
}

// Takes the levers of loads relative to the mean.
static inline void lever_loads(scalar* sum)
{
    bool isFree = sum[16] == 0.0f;
    scalar share = sum[0] > 0.0f ? 1.0f / sum[0] : 0.0f, mean[3];
    const scalar* load = sum + balance_sums;
    for (int k = 0; k < 3; k++)
        mean[k] = isFree ? load[3 + k] * share : load[6 + k];
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        sum[7 + i] = sum[7 + i] + (mean[j] * load[k] - mean[k] * load[j]);
    }
}

#endif
