#include "plan/method.h"

enum { maxEvaluations = 4 };

typedef struct Method {
    int evaluationCount, order;
    double reaches[maxEvaluations], weights[maxEvaluations], divisor;
} Method;

static const Method methods[gel_integratorCount] = {
    [gel_explicitEuler] = {1, 1, {0.0}, {1.0}, 1.0},
    [gel_symplecticEuler] = {1, 1, {0.0}, {1.0}, 1.0},
    [gel_heun] = {2, 2, {1.0}, {1.0, 1.0}, 2.0},
    [gel_rungeKutta4] = {4, 4, {0.5, 0.5, 1.0}, {1.0, 2.0, 2.0, 1.0}, 6.0},
};

int gelEvaluationCount(gelIntegrator integrator)
{
    return methods[integrator].evaluationCount;
}

int gelMethodOrder(gelIntegrator integrator)
{
    return methods[integrator].order;
}

gelMethodRow gelGetMethodRow(gelIntegrator integrator, int evaluation)
{
    const Method* method = &methods[integrator];
    return (gelMethodRow){.is_first = evaluation == 0 ? 1.0 : 0.0,
                          .is_last = evaluation == method->evaluationCount - 1 ? 1.0 : 0.0,
                          .is_symplectic = integrator == gel_symplecticEuler ? 1.0 : 0.0,
                          .reach = method->reaches[evaluation],
                          .weight = method->weights[evaluation],
                          .divisor = method->divisor};
}
