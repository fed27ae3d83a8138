// Each order, integrator and precision, and each stress that comes from outside of the sweep: from rest, no momentum and
// no angular momentum, and no energy from nothing.
#include "matrix/families.h"

#include "support/fixtures.h"

double momentOf(const Cell* cell)
{
    const gelMaterial* material = &cell->body.material;
    double area = cell->row == row_rope ? 0.8 * pow((double)material->thickness, 2.0)
                  : isSolid(cell)       ? 1.0
                                        : (double)material->thickness;
    return 0.05 * (double)material->youngModulus * area;
}

// Allows a part of the moment of a stress, N m.
static void expectNoMotion(Cell* cell, double moment, double part, const char* reason)
{
    Motion motion;
    double none[3] = {0};
    readAllMotion(cell, &motion);
    expect3(cell, "the momentum", motion.momentum, none, 1e-6 * moment, "1e-6 of the stress");
    expect3(cell, "the angular momentum", motion.spin, none, part * moment, reason);
}

// After 2 s of damping by 5/s, in which a swing has gone.
static void expectRest(Cell* cell, double moment)
{
    stepCell(cell, 120);
    expectNoMotion(cell, moment, 1e-6, "1e-6 of the stress");
}

// Stretched and sheared, then free.
static void springBack(Cell* cell, bool keepsEnergy)
{
    gelMeasures before, after;
    if (!openCell(cell))
        return;
    if (isSoft(cell))
        stretch(cell, cell->id, 1.05, 0.05);
    REQUIRE(gelWorld_Measure(cell->world, &before));
    stepCell(cell, 30);
    REQUIRE(gelWorld_Measure(cell->world, &after));
    double energy = after.elasticEnergy + after.kineticEnergy;
    if (keepsEnergy && cell->row != row_balloon) // whose gas has energy, too
        expect(cell, "the energy", fmax(energy, before.elasticEnergy), before.elasticEnergy,
               0.01 * before.elasticEnergy, "of an oscillation");
    expectNoMotion(cell, momentOf(cell), 1e-3, "a sweep's error is of second order in its corrections");
}

static void runOrder(Cell* cell, gelConstraintOrder order)
{
    cell->def.order = order;
    springBack(cell, true);
}

void colourOrder(Cell* cell)
{
    runOrder(cell, gel_colourOrder);
}
void jacobiOrder(Cell* cell)
{
    runOrder(cell, gel_jacobiOrder);
}
void jacobiAveraged(Cell* cell)
{
    runOrder(cell, gel_jacobiAveragedOrder);
}
void jacobiRelaxed(Cell* cell)
{
    runOrder(cell, gel_jacobiRelaxedOrder);
}

void meshOrder(Cell* cell)
{
    if (!cell->isBitsOnly) // devices have no such order
        runOrder(cell, gel_meshOrder);
}

// Edges of 0.1 to 0.5 m with 1e5 or 1e6 Pa swing within about 5 ms.
static void integrate(Cell* cell, gelIntegrator integrator)
{
    cell->def.integrator = integrator;
    cell->def.substepCount = 40;
    if (isSoft(cell))
        cell->body.material.damping = 1.0f;
    if (isSoft(cell) && integrator == gel_explicitEuler) // which gains energy at w^2 h / 2
        cell->body.material.youngModulus = 1e3f;
    springBack(cell, integrator != gel_explicitEuler);
}

void explicitEuler(Cell* cell)
{
    integrate(cell, gel_explicitEuler);
}
void symplecticEuler(Cell* cell)
{
    integrate(cell, gel_symplecticEuler);
}
void heun(Cell* cell)
{
    integrate(cell, gel_heun);
}
void rungeKutta4(Cell* cell)
{
    integrate(cell, gel_rungeKutta4);
}

void springDamping(Cell* cell)
{
    cell->def.springDamping = 0.001f;
    springBack(cell, true);
}

void neoHookean(Cell* cell)
{
    cell->body.material.model = gel_neoHookean;
    springBack(cell, true);
}

void bending(Cell* cell)
{
    cell->body.material.bending = gel_bendingOfPlate;
    springBack(cell, true);
}

void isometricBending(Cell* cell)
{
    cell->body.material.bendingStiffness = 10.0f;
    cell->body.material.bendingModel = gel_isometricBending;
    springBack(cell, true);
}

void pullOnly(Cell* cell)
{
    cell->body.material.springs = gel_pullOnly;
    springBack(cell, true);
}

// -- Stress from outside of the sweep.

// A spring between two vertices of one body, as a bow has.
void bow(Cell* cell)
{
    gelAttachmentDef def = gelDefaultAttachmentDef();
    gelAttachmentId id;
    cell->body.material.damping = isSoft(cell) ? 5.0f : 0.0f;
    if (!openCell(cell))
        return;
    int last = gelBody_GetMesh(cell->world, cell->id)->vertexCount - 1;
    def.a = (gelBodyPoint){cell->id, 1, {0}, {1.0f}};
    def.b = (gelBodyPoint){cell->id, 1, {last}, {1.0f}};
    def.length = 0.5f;
    def.compliance = (float)(0.5 / momentOf(cell));
    if (!accepts(cell, gelCreateAttachment(cell->world, &def, &id)))
        return;
    expectRest(cell, momentOf(cell));
}

void gasAtRest(Cell* cell)
{
    cell->body.material.damping = isSoft(cell) ? 5.0f : 0.0f;
    cell->body.material.filling = gel_filledWithGas;
    cell->body.material.pressure = 2000.0f;
    if (!openCell(cell))
        return;
    expectRest(cell, 2000.0);
}

// Two bodies under springs that pull them together face to face. Contacts push where a substep begins, and elasticity answers
// where it ends. So a force that presses bodies which slide has a moment: h times the force times their speed.
void pressedTogether(Cell* cell)
{
    gelBodyId other;
    Motion motion;
    double none[3] = {0}, way = 0.0, force = 2.0 * 1.05 * momentOf(cell) / 5.0; // of two springs
    cell->body.material.damping = isSoft(cell) ? 5.0f : 0.0f;
    cell->def.contact = true;
    cell->body.material.friction = 0.0f;
    if (!openCell(cell))
        return;
    cell->body.rotation = (gelQuat){0.0f, 0.0f, 0.0f, 1.0f};
    cell->body.position.y += (isSolid(cell) || bodyKinds[cell->row].volume > 0.0 ? 1.0f : 0.0f) + 0.05f;
    if (!addBody(cell, &other))
        return;
    for (int vertex = 0; vertex < 2; vertex++) {
        gelAttachmentDef def = gelDefaultAttachmentDef();
        gelAttachmentId id;
        def.a = (gelBodyPoint){cell->id, 1, {vertex}, {1.0f}};
        def.b = (gelBodyPoint){other, 1, {vertex}, {1.0f}};
        def.compliance = (float)(5.0 / momentOf(cell));
        if (!accepts(cell, gelCreateAttachment(cell->world, &def, &id)))
            return;
    }
    for (int frame = 0; frame < 120; frame++) {
        stepCell(cell, 1);
        readAllMotion(cell, &motion);
        way += speedAcross(&motion) / 60.0;
    }
    double gained = force * way / 60.0 / cell->def.substepCount;
    expect3(cell, "the momentum", motion.momentum, none, 1e-6 * momentOf(cell), "1e-6 of the stress");
    expect3(cell, "the angular momentum", motion.spin, none, gained + 1e-6 * momentOf(cell),
            "the force, times the way across it, times the substep");
}

// Springs from each vertex to its goal, where it would be stretched: they pull evenly to all sides.
void goalsAtRest(Cell* cell)
{
    Motion motion;
    float xyz[3 * cell_maximumVertices];
    gelGoalSet set = gelDefaultGoalSet();
    set.weight = 0.5f;
    cell->body.material.damping = isSoft(cell) ? 5.0f : 0.0f;
    if (!openCell(cell) || !accepts(cell, gelBody_SetGoals(cell->world, cell->id, &set)))
        return;
    readMotion(cell, cell->id, &motion);
    for (int i = 0; i < 3 * motion.count; i++)
        xyz[i] = (float)(motion.position[i / 3][i % 3] +
                         0.2 * (motion.position[i / 3][i % 3] - motion.centre[i % 3]));
    if (!accepts(cell, gelBody_PlaceGoals(cell->world, cell->id, xyz, motion.count)))
        return;
    expectRest(cell, 0.1 * 100.0 * motion.mass);
}
