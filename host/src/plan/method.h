// The methods behind the integrators: rows of kernels/physics/runge_kutta.h.
#pragma once

#include "plan/plan.h"

// One evaluation of a method. Every number is exact in single precision.
typedef struct gelMethodRow {
    double is_first, is_last, is_symplectic;
    double reach, weight, divisor;
} gelMethodRow;

int gelEvaluationCount(gelIntegrator integrator); // 0 of XPBD
int gelMethodOrder(gelIntegrator integrator);     // of the error of many steps: 1, 1, 2, 4; 0 of XPBD
gelMethodRow gelGetMethodRow(gelIntegrator integrator, int evaluation);
// Initialises the kernels' Evaluation, whose numbers have that type.
#define GEL_EVALUATION(row, type)                                                                            \
    {                                                                                                        \
        .is_first = (type)(row).is_first, .is_last = (type)(row).is_last,                                    \
        .is_symplectic = (type)(row).is_symplectic, .reach = (type)(row).reach,                              \
        .weight = (type)(row).weight, .divisor = (type)(row).divisor                                         \
    }

// The stages of one step of an integrator, evaluation by evaluation, counted from 0.
gelPlanStage gelGetEvaluationStage(const gelPlan* plan, int index);
int gelEvaluationStageCount(const gelPlan* plan); // of all evaluations
