// The rows of constraints in a two-level solve: kernels/physics/row.h.
#define GEL_DIALECT_DOUBLE
#include "constraints.h"
#include "physics/link.h"
#include "two_level_tables.h"

#include "support/fixtures.h"

enum { maxRows = rows_of_neo_hookean };

// A constraint of a kind, in a state in which it is strained.
typedef struct Case {
    int kind, arity, rows;
    const char* name;
    double values[max_values];
    vec3 x[max_vertices];
} Case;

static const Case cases[] = {
#define PLACES                                                                                               \
    {                                                                                                        \
        {0.0, 0.0, 0.1}, {1.1, 0.1, 0.0}, {0.2, 0.9, -0.2},                                                  \
        {                                                                                                    \
            0.1, -0.3, 0.8                                                                                   \
        }                                                                                                    \
    }
    {constraint_distance, 2, 1, "a compressed edge", {1.5, 2e-3}, PLACES},
    {constraint_distance, 2, 1, "a stretched edge", {0.9, 2e-3}, PLACES},
    {constraint_distance, 2, 1, "a torn edge", {-1.0, 2e-3}, PLACES},
    {constraint_volume, 4, 1, "a tet", {0.13, 1e-4}, PLACES},
    {constraint_volume, 4, 1, "a torn tet", {-0.13, 1e-4}, PLACES},
    {constraint_bending, 4, 1, "a fold", {0.2, 0.5}, PLACES},
    {constraint_isometric, 4, 1, "a flat fold", {0.0, 0.5, -1.05, 1.0, 1.0}, PLACES},
    {constraint_isometric, 4, 1, "a fold with an angle", {0.3, 0.5, -1.05, 1.0, 1.0}, PLACES},
    {constraint_rod, 3, 1, "a straight rod", {0.0, 0.5, 0.9, 1.2}, PLACES},
    {constraint_rod, 3, 1, "a bent rod", {0.4, 0.5, 0.9, 1.2}, PLACES},
    {constraint_tension, 2, 1, "a slack edge", {1.5, 2e-3, 1.7}, PLACES},
    {constraint_tension, 2, 1, "a tense edge", {0.9, 2e-3, 1.7}, PLACES},
    {constraint_neo_hookean,
     4,
     7,
     "a neo-Hookean tet",
     {1.0 / 6.0, 1e-3, 0.4, 1.0, 1.5725, 0.6825, 0.1, -0.2, 0.0425},
     PLACES},
};
enum { caseCount = sizeof cases / sizeof *cases };

static const double masses[max_vertices] = {1.0, 0.5, 2.0, 0.25}; // inverse, 1/kg

// At h = 1 s no constraint here is as stiff as the limit.
static void findRows(const Case* from, const vec3* x, Residual* residuals, Derivative* derivatives)
{
    switch (from->kind) {
#define ROW(name, arity, valueCount)                                                                         \
    case constraint_##name:                                                                                  \
        row_##name(x, masses, from->values, 1.0, 1.0, residuals, derivatives);                               \
        break;
        CONSTRAINT_LIST(ROW)
#undef ROW
    }
}

static void forcesOfRows(const Case* from, const vec3* x, vec3* forces)
{
    Residual residuals[maxRows];
    Derivative derivatives[maxRows * max_vertices];
    findRows(from, x, residuals, derivatives);
    for (int k = 0; k < from->arity; k++) {
        forces[k] = (vec3){0.0, 0.0, 0.0};
        for (int row = 0; row < from->rows; row++) {
            Derivative d = derivatives[row * from->arity + k];
            forces[k] = vec3_subtract(forces[k], vec3_scale(d.gradient, residuals[row].number));
            forces[k] = vec3_subtract(forces[k], vec3_scale(residuals[row].vector, d.weight));
        }
    }
}

// lambda_NAME of infinite masses at h = 1 s: integrators.h.
static void forcesOfFormula(const Case* from, const vec3* x, vec3* forces)
{
    const double none[max_vertices] = {0};
    vec3 gradients[max_vertices];
    double multiplier = 0.0;
    switch (from->kind) {
        case constraint_bending: // its multiplier is 0 where nothing can move
            multiplier = lambda_bending(x, masses, from->values, 1e12, gradients) * 1e12;
            break;
        case constraint_isometric:
            multiplier = lambda_isometric(x, masses, from->values, 1e12, gradients) * 1e12;
            break;
        case constraint_rod:
            multiplier = lambda_rod(x, masses, from->values, 1e12, gradients) * 1e12;
            break;
        case constraint_distance:
            multiplier = lambda_distance(x, none, from->values, 1.0, gradients);
            break;
        case constraint_volume:
            multiplier = lambda_volume(x, none, from->values, 1.0, gradients);
            break;
        case constraint_tension:
            multiplier = lambda_tension(x, none, from->values, 1.0, gradients);
            break;
        default:
            multiplier = lambda_neo_hookean(x, none, from->values, 1.0, gradients);
    }
    for (int k = 0; k < from->arity; k++)
        forces[k] = vec3_scale(gradients[k], multiplier);
}

static double sizeOf(const vec3* a, int count)
{
    double sum = 0.0;
    for (int k = 0; k < count; k++)
        sum += vec3_dot(a[k], a[k]);
    return sqrt(sum);
}

static void rows_push_as_the_constraint_does(void)
{
    for (int i = 0; i < caseCount; i++) {
        vec3 found[max_vertices], expected[max_vertices], apart[max_vertices];
        forcesOfRows(&cases[i], cases[i].x, found);
        forcesOfFormula(&cases[i], cases[i].x, expected);
        for (int k = 0; k < cases[i].arity; k++)
            apart[k] = vec3_subtract(found[k], expected[k]);
        double size = sizeOf(expected, cases[i].arity);
        CHECK(sizeOf(apart, cases[i].arity) <= 1e-9 * size, "%s: %g N apart from %g N", cases[i].name,
              sizeOf(apart, cases[i].arity), size);
    }
}

// The energy is C^2 / (2 alpha); its gradient is found by differences.
static void forces_are_the_gradient_of_the_energy(void)
{
    const double step = 1e-6;
    for (int i = 0; i < caseCount; i++) {
        vec3 forces[max_vertices];
        forcesOfRows(&cases[i], cases[i].x, forces);
        double size = sizeOf(forces, cases[i].arity);
        for (int k = 0; k < 3 * cases[i].arity; k++) {
            double energies[2], *force = &forces[k / 3].x + k % 3;
            for (int side = 0; side < 2; side++) {
                vec3 x[max_vertices];
                memcpy(x, cases[i].x, sizeof x);
                (&x[k / 3].x)[k % 3] += side == 0 ? -step : step;
                switch (cases[i].kind) {
#define ROW(name, arity, valueCount)                                                                         \
    case constraint_##name:                                                                                  \
        energies[side] = measure_energy(measure_##name(x, cases[i].values), cases[i].values[1]);             \
        break;
                    CONSTRAINT_LIST(ROW)
#undef ROW
                }
            }
            CHECK_CLOSE((energies[0] - energies[1]) / (2.0 * step), *force, 1e-6 * size, cases[i].name);
        }
    }
}

static double stiffnessAt(const Case* from, const Derivative* derivatives, int i, int j)
{
    double sum = 0.0;
    for (int row = 0; row < from->rows; row++) {
        const Derivative *a = &derivatives[row * from->arity + i / 3],
                         *b = &derivatives[row * from->arity + j / 3];
        sum += (&a->gradient.x)[i % 3] * (&b->gradient.x)[j % 3] +
               (i % 3 == j % 3 ? a->weight * b->weight : 0.0);
    }
    return sum;
}

// Where nothing is left out: a stretched spring has its whole second derivative, and so has what is unstrained.
static void the_stiffness_is_the_second_derivative_of_the_energy(void)
{
    const double step = 1e-6;
    for (int i = 0; i < caseCount; i++) {
        Case at = cases[i];
        bool isWhole = i == 1 || at.kind == constraint_tension || (at.kind == constraint_isometric) ||
                       at.kind == constraint_rod;
        if (at.kind == constraint_volume && at.values[0] > 0.0) {
            at.values[0] = measure_volume(at.x, at.values).value;
            isWhole = true;
        } else if (at.kind == constraint_bending) {
            at.values[0] = measure_bending(at.x, at.values).value;
            isWhole = true;
        }
        if (!isWhole)
            continue;
        Residual residuals[maxRows];
        Derivative derivatives[maxRows * max_vertices];
        findRows(&at, at.x, residuals, derivatives);
        double largest = 0.0;
        for (int k = 0; k < 3 * at.arity; k++)
            largest = fmax(largest, stiffnessAt(&at, derivatives, k, k));
        for (int j = 0; j < 3 * at.arity; j++) {
            vec3 forces[2][max_vertices];
            for (int side = 0; side < 2; side++) {
                vec3 x[max_vertices];
                memcpy(x, at.x, sizeof x);
                (&x[j / 3].x)[j % 3] += side == 0 ? -step : step;
                forcesOfRows(&at, x, forces[side]);
            }
            for (int k = 0; k < 3 * at.arity; k++) {
                double found = ((&forces[0][k / 3].x)[k % 3] - (&forces[1][k / 3].x)[k % 3]) / (2.0 * step);
                CHECK_CLOSE(stiffnessAt(&at, derivatives, k, j), found, 1e-5 * largest + 1e-6, at.name);
            }
        }
    }
}

// The second derivative of |strain|^2 and of the volume: linear elasticity, whatever way the tet has turned.
static void a_neo_hookean_tet_at_rest_has_the_stiffness_of_its_moduli(void)
{
    Case at = cases[caseCount - 1];
    const double turn[3][3] = {{0.36, 0.48, -0.8}, {-0.8, 0.6, 0.0}, {0.48, 0.64, 0.6}};
    const double metric[6] = {1.0, 1.0, 1.0, 0.0, 0.0, 0.0}, step = 1e-5, shear = 1.0 / at.values[1];
    memcpy(at.values + 3, metric, sizeof metric);
    at.x[0] = (vec3){0.3, 0.1, 0.2};
    for (int k = 0; k < 3; k++)
        at.x[1 + k] = vec3_add(at.x[0], (vec3){turn[0][k], turn[1][k], turn[2][k]});
    Residual residuals[maxRows];
    Derivative derivatives[maxRows * max_vertices];
    findRows(&at, at.x, residuals, derivatives);
    for (int j = 0; j < 12; j++) {
        vec3 forces[2][max_vertices];
        for (int side = 0; side < 2; side++) {
            vec3 x[max_vertices];
            memcpy(x, at.x, sizeof x);
            (&x[j / 3].x)[j % 3] += side == 0 ? -step : step;
            forcesOfRows(&at, x, forces[side]);
        }
        for (int k = 0; k < 12; k++) {
            // The rows have mu more of the volume than there is: they may be stiffer, not softer.
            double found = ((&forces[0][k / 3].x)[k % 3] - (&forces[1][k / 3].x)[k % 3]) / (2.0 * step),
                   more = at.values[2] * (&derivatives[24 + k / 3].gradient.x)[k % 3] *
                          (&derivatives[24 + j / 3].gradient.x)[j % 3];
            CHECK_CLOSE(stiffnessAt(&at, derivatives, k, j) - more, found, 1e-5 * shear, "differences");
        }
    }
}

static void rigid_constraints_are_as_stiff_as_the_limit(void)
{
    const double w[2] = {1.0, 3.0}, values[2] = {1.0, 0.0}, h = 0.25, none[2] = {0};
    const vec3 x[2] = {{0.0, 0.0, 0.0}, {0.5, 0.0, 0.0}};
    Residual residual;
    Derivative derivatives[2];
    row_distance(x, w, values, h * h, 0.0, &residual, derivatives);
    double stiffness = derivatives[1].gradient.x * derivatives[1].gradient.x;
    CHECK_CLOSE(stiffness, (double)greatest_stiffness / (h * h * 4.0), 1e-3, "rounding");
    row_distance(x, none, values, h * h, 0.0, &residual, derivatives);
    CHECK(derivatives[1].gradient.x == 0.0 && residual.number == 0.0, "an edge between pins pushes");
}

// A spring of two points, means of vertices: it pulls with k times how much they are apart, shared by the coefficients.
static void an_attachment_pulls_with_its_stiffness(void)
{
    const vec3 x[level_vertices] = {{0.0, 0.0, 0.1}, {1.1, 0.1, 0.0}, {0.2, 0.9, -0.2}, {0.1, -0.3, 0.8},
                                    {1.0, 0.5, 0.5}, {0.0, 0.0, 0.1}, {0.0, 0.0, 0.1},  {0.0, 0.0, 0.1}};
    const double w[level_vertices] = {1.0, 0.5, 2.0, 0.25, 1.0, 1.0, 1.0, 1.0};
    for (int i = 0; i < 3; i++) {
        const double compliance = 1e-3, length = 0.3 * i;
        const double values[level_vertices + 2] = {0.5, 0.25, 0.25, -0.75,      -0.25,
                                                   0.0, 0.0,  0.0,  compliance, length};
        Residual residual;
        Derivative derivatives[level_vertices];
        vec3 apart = {0.0, 0.0, 0.0};
        for (int k = 0; k < level_vertices; k++)
            apart = vec3_add(apart, vec3_scale(x[k], values[k]));
        row_attachment(x, w, values, 1.0, 1.0, &residual, derivatives);
        const double distance = sqrt(vec3_dot(apart, apart)), pull = (1.0 - length / distance) / compliance;
        for (int k = 0; k < level_vertices; k++) {
            const vec3 g = derivatives[k].gradient,
                       force = vec3_add(vec3_scale(g, residual.number),
                                        vec3_scale(residual.vector, derivatives[k].weight)),
                       wrong = vec3_subtract(force, vec3_scale(apart, pull * values[k]));
            CHECK_CLOSE(sqrt(vec3_dot(wrong, wrong)), 0.0, 1e-9, "N: rounding");
        }
    }
}

TESTS(TEST(rows_push_as_the_constraint_does), TEST(forces_are_the_gradient_of_the_energy),
      TEST(the_stiffness_is_the_second_derivative_of_the_energy),
      TEST(a_neo_hookean_tet_at_rest_has_the_stiffness_of_its_moduli),
      TEST(rigid_constraints_are_as_stiff_as_the_limit), TEST(an_attachment_pulls_with_its_stiffness))
