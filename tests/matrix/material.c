// Material of bodies: values that vary, plasticity, tearing, rest shapes, fillings, recovery, quarantine.
#include "matrix/families.h"

#include "support/fixtures.h"

static bool setValues(Cell* cell, gelVertexValue kind, float value)
{
    float values[cell_maximumVertices];
    for (int i = 0; i < cell_maximumVertices; i++)
        values[i] = value;
    return accepts(cell, gelBody_SetVertexValues(cell->world, cell->id, kind, values,
                                                 gelBody_GetMesh(cell->world, cell->id)->vertexCount));
}

void densityValues(Cell* cell)
{
    Motion before, after;
    if (!openCell(cell))
        return;
    readMotion(cell, cell->id, &before);
    if (!setValues(cell, gel_densityFactor, 2.0f))
        return;
    stepCellBy(cell, briefStep);
    readMotion(cell, cell->id, &after);
    expect(cell, "the mass", after.mass, 2.0 * before.mass, 1e-6 * before.mass, "rounding");
}

// Energy of a stretched body, without gas, which has no springs.
// The springs' part of the energy grows with the factor; that of a gas stays.
void stiffnessValues(Cell* cell)
{
    static const float factors[] = {1.0f, 4.0f, 7.0f};
    double energies[3];
    if (!openCell(cell))
        return;
    if (isSoft(cell))
        stretch(cell, cell->id, 1.1, 0.0);
    for (int i = 0; i < 3; i++) {
        gelMeasures measures;
        if (!setValues(cell, gel_stiffnessFactor, factors[i]))
            return;
        REQUIRE(gelBody_Measure(cell->world, cell->id, &measures));
        energies[i] = measures.elasticEnergy;
    }
    double gas = cell->row == row_balloon ? (4.0 * energies[0] - energies[1]) / 3.0 : 0.0;
    for (int i = 1; i < 3; i++)
        expect(cell, "the energy", energies[i] - gas, (double)factors[i] * (energies[0] - gas),
               1e-5 * energies[0], "rounding");
}

void dampingValues(Cell* cell)
{
    Motion motion;
    cell->body.material.damping = isSoft(cell) ? 2.0f : 0.0f;
    if (!openCell(cell) || !setValues(cell, gel_dampingFactor, 0.5f))
        return;
    throwBody(cell, cell->id, (gelVec3){1.0f, 0.0f, 0.0f}, (gelVec3){0});
    stepCell(cell, 30);
    readMotion(cell, cell->id, &motion);
    expect(cell, "the speed", motion.momentum[0] / motion.mass, exp(-0.5), 1e-3,
           "a substep is damped by 1 - d h");
}

// Held at a strain of 1 % by stiff goals, the strain of edges decays by exp(-c t). (Pins would keep rest lengths.)
void plasticity(Cell* cell)
{
    gelMeasures before, after;
    gelGoalSet set = gelDefaultGoalSet();
    set.weight = 0.5f;
    set.spring = 1e9f;
    cell->body.material.creep = 4.0f;
    if (!openCell(cell))
        return;
    stretch(cell, cell->id, 1.01, 0.0);
    REQUIRE(gelBody_SetGoals(cell->world, cell->id, &set));
    REQUIRE(gelBody_Measure(cell->world, cell->id, &before));
    stepCell(cell, 30);
    REQUIRE(gelBody_Measure(cell->world, cell->id, &after));
    double strain = before.residuals[gel_distanceConstraint];
    expect(cell, "the strain", after.residuals[gel_distanceConstraint], strain * exp(-2.0), 0.02 * strain,
           "c h / (1 + c h) in place of 1 - exp(-c h)");
}

static void tearAll(Cell* cell)
{
    int torn = 0;
    Motion motion;
    double none[3] = {0};
    if (!openCell(cell))
        return;
    stretch(cell, cell->id, 2.0, 0.0);
    stepCellBy(cell, briefStep);
    REQUIRE(gelBody_GetTornSprings(cell->world, cell->id, NULL, 0, &torn));
    expect(cell, "torn springs", torn, gelBody_GetSpringCount(cell->world, cell->id), 0.0, "exact");
    readMotion(cell, cell->id, &motion);
    expect3(cell, "the momentum", motion.momentum, none, 1e-5 * motion.mass, "rounding");
}

void tearStrain(Cell* cell)
{
    cell->body.material.tearStrain = cell->isSnapped ? 0.5f : 0.37f;
    tearAll(cell);
}

void tearForce(Cell* cell)
{
    cell->body.material.tearForce = 0.01f;
    tearAll(cell);
}

static double radiusOf(const Motion* motion)
{
    double sum = 0.0;
    for (int i = 0; i < motion->count; i++)
        for (int k = 0; k < 3; k++)
            sum += motion->masses[i] * pow(motion->position[i][k] - motion->centre[k], 2.0);
    return sqrt(sum / motion->mass);
}

// A rest shape that is larger by a tenth; gas without a pressure, inside and outside, does not resist.
void restShape(Cell* cell)
{
    Motion before, after;
    float xyz[3 * cell_maximumVertices];
    if (isSoft(cell))
        cell->body.material.damping = 10.0f;
    if (cell->row == row_balloon)
        cell->body.material.pressure = cell->body.material.ambientPressure = 0.0f;
    if (!openCell(cell))
        return;
    readMotion(cell, cell->id, &before);
    const float* mesh = gelBody_GetMesh(cell->world, cell->id)->positions;
    for (int i = 0; i < 3 * before.count; i++)
        xyz[i] = 1.1f * mesh[i];
    if (!accepts(cell, gelBody_SetRestPositions(cell->world, cell->id, xyz, before.count)))
        return;
    stepCell(cell, 120);
    readMotion(cell, cell->id, &after);
    expect(cell, "the radius of inertia", radiusOf(&after) / radiusOf(&before), 1.1, 0.005,
           "it has settled for 2 s");
}

// A gauge pressure of 2 kPa under 20 kPa: (p + a) V stays.
void gas(Cell* cell)
{
    gelMeasures measures;
    double pressure = 0.0;
    cell->body.material.filling = gel_filledWithGas;
    cell->body.material.pressure = 2000.0f;
    cell->body.material.ambientPressure = 20000.0f;
    cell->body.material.damping = 5.0f;
    if (!openCell(cell))
        return;
    stepCell(cell, 120);
    REQUIRE(gelBody_Measure(cell->world, cell->id, &measures));
    REQUIRE(gelBody_GetPressure(cell->world, cell->id, &pressure));
    expect(cell, "(p + a) V / V0", (pressure + 20000.0) * measures.volume / measures.restVolume, 22000.0,
           22.0, "at rest, 1e-3");
}

void liquidFilling(Cell* cell)
{
    gelMeasures measures;
    cell->body.material.filling = gel_filledWithLiquid;
    cell->body.material.fillingVolume = cell->isSnapped ? 1.0f : 1.05f;
    cell->body.material.pressure = 0.0f;
    cell->body.material.damping = 5.0f;
    if (!openCell(cell))
        return;
    stretch(cell, cell->id, 0.95, 0.1);
    stepCell(cell, 120);
    REQUIRE(gelBody_Measure(cell->world, cell->id, &measures));
    double volume = (double)cell->body.material.fillingVolume;
    expect(cell, "the volume", measures.volume / measures.restVolume, volume, 1e-3, "at rest");
}

// Flattened onto a plane, which all tets lie in with round numbers.
void unbreakable(Cell* cell)
{
    Motion motion;
    gelMeasures measures;
    float xyz[3 * cell_maximumVertices];
    cell->body.unbreakable = true;
    cell->body.material.damping = isSoft(cell) ? 2.0f : 0.0f;
    if (!openCell(cell))
        return;
    readMotion(cell, cell->id, &motion);
    for (int i = 0; i < 3 * motion.count; i++)
        xyz[i] = i % 3 == 1 ? cell->body.position.y : (float)motion.position[i / 3][i % 3];
    accepts(cell, gelBody_WritePositions(cell->world, cell->id, xyz, motion.count));
    stepCell(cell, 180);
    REQUIRE(gelBody_Measure(cell->world, cell->id, &measures));
    expect(cell, "the volume", measures.volume / measures.restVolume, 1.0, 0.02, "it has settled for 3 s");
}

void quarantine(Cell* cell)
{
    Motion before, after;
    cell->def.gravity.y = -9.81f;
    if (!openCell(cell))
        return;
    readMotion(cell, cell->id, &before);
    stepCell(cell, 10);
    if (!accepts(cell, gelBody_Quarantine(cell->world, cell->id)))
        return;
    stepCell(cell, 10);
    readMotion(cell, cell->id, &after);
    double farthest = 0.0;
    for (int i = 0; i < 3 * before.count; i++)
        farthest = fmax(farthest, fabs(after.position[i / 3][i % 3] - before.position[i / 3][i % 3]));
    expect(cell, "the way from where it was made", farthest, 0.0, 1e-6, "rounding of the placement");
}

void frictionValues(Cell* cell)
{
    float values[cell_maximumVertices];
    if (!openCell(cell) || !setValues(cell, gel_frictionFactor, 0.5f))
        return;
    REQUIRE(gelBody_GetVertexValues(cell->world, cell->id, gel_frictionFactor, values, cell_maximumVertices));
    expect(cell, "the factor", (double)values[0], 0.5, 0.0, "exact");
}

// A factor of 0 of tearing: any tension tears.
void tearingValues(Cell* cell)
{
    int torn = 0;
    cell->body.material.tearStrain = isSoft(cell) ? 10.0f : 0.0f;
    if (!openCell(cell) || !setValues(cell, gel_tearingFactor, 0.0f))
        return;
    stretch(cell, cell->id, 1.1, 0.0);
    stepCellBy(cell, briefStep);
    REQUIRE(gelBody_GetTornSprings(cell->world, cell->id, NULL, 0, &torn));
    expect(cell, "torn springs", torn, gelBody_GetSpringCount(cell->world, cell->id), 0.0, "exact");
}
