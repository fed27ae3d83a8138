// The functions that measure the features: rows of the table.
#pragma once

#include "matrix/matrix.h"

typedef void RunCell(Cell* cell);

RunCell gravity, damping, uniformField, pointField, lineField, vortexField, turbulenceField, dragField,
    areaDrag, windField, liquidField;
RunCell pins, vertexGoal, bodyGoals, exactGoals, attachment, tethers, stretchLimit;
RunCell ground, contact, selfContact, friction, restitution, bounce, sleep_;
RunCell densityValues, stiffnessValues, dampingValues, plasticity, tearStrain, tearForce, restShape, gas,
    liquidFilling, unbreakable, quarantine, neoHookean, bending, isometricBending, pullOnly;
RunCell colourOrder, meshOrder, jacobiOrder, jacobiAveraged, jacobiRelaxed, explicitEuler, symplecticEuler,
    heun, rungeKutta4, springDamping;
RunCell bow, gasAtRest, pressedTogether, goalsAtRest;
RunCell bakePc2, bakeMdd, bakeObj, bakePly, bakeGlb, bakeVtu, splice, stateFile, snapshot, record;
RunCell breakForce, severalBodies, restOnGround, turns;
RunCell filter, samePlace, belowGround, frictionValues, tearingValues, anchor, gravityWeight, boundAndKeys;
