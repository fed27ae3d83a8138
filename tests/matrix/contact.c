// Contact of bodies with the ground, obstacles, each other and themselves; friction, restitution, rest.
#include "matrix/families.h"

#include "support/fixtures.h"

// The lowest place of what is seen of the cell's body.
double lowestPoint(Cell* cell)
{
    float points[cell_maximumVertices][3];
    double lowest = 1e9;
    int count = visiblePoints(cell, points);
    for (int i = 0; i < count; i++)
        lowest = fmin(lowest, (double)points[i][1]);
    return lowest;
}

// Turned about y alone: it lies flat.
static gelQuat upright(const Cell* cell)
{
    return (gelQuat){0.0f, cell->isSnapped ? 0.0f : 0.3f, 0.0f, cell->isSnapped ? 1.0f : 0.953939201f};
}

// Bodies fall onto smooth ground, which pushes only upwards.
void ground(Cell* cell)
{
    Motion motion;
    cell->def.gravity.y = -9.81f;
    cell->def.ground.enabled = true;
    cell->def.ground.friction = 0.0f;
    cell->def.contact = true;
    cell->body.material.damping = isSoft(cell) ? 2.0f : 0.0f;
    if (!openCell(cell))
        return;
    cell->def.ground.offset =
        (float)(isSoft(cell) ? lowestPoint(cell) : 0.0) - (cell->isSnapped ? 0.0f : 0.13f);
    REQUIRE(gelWorld_SetGround(cell->world, cell->def.ground));
    double lowest = 0.0;
    for (int frame = 0; frame < 120; frame++) {
        stepCell(cell, 1);
        lowest = fmin(lowest, lowestPoint(cell) - (double)cell->def.ground.offset);
    }
    readMotion(cell, cell->id, &motion);
    expect(cell, "the depth in the ground", isSoft(cell) ? lowest : 0.0, 0.0, 2e-3,
           "a fiftieth of what a substep falls");
    expect(cell, "momentum along x", motion.momentum[0], 0.0, 1e-6 * 9.81 * motion.mass * 2.0,
           "of the weight in 2 s");
    expect(cell, "momentum along z", motion.momentum[2], 0.0, 1e-6 * 9.81 * motion.mass * 2.0,
           "of the weight in 2 s");
}

static float heightOf(const Cell* cell)
{
    return cell->row == row_rope || cell->row == row_open ? 0.0f : 1.0f;
}

// Adds the body that the cell's meets from above: another like it, and tets for an obstacle.
static bool addPartner(Cell* cell, double gap, gelBodyId* other)
{
    float thickness = heightOf(cell) > 0.0f ? 0.0f : cell->body.material.thickness;
    gelBodyDef def = cell->body;
    def.position.y += heightOf(cell) + thickness + snap(cell, gap);
    if (cell->row == row_obstacle) {
        setMaterialOf(row_tets, &def.material);
        def.material.friction = cell->body.material.friction;
        def.material.restitution = cell->body.material.restitution;
    }
    return accepts(cell, createBody(cell->world, isSoft(cell) ? cell->row : row_tets, &def, other));
}

// Steps 30 frames in which bodies push each other along y with an impulse J, N s, and returns the angular momentum that they
// may gain. Contacts push where a substep begins, and elasticity answers where it ends: vertices that run across the push at
// u meanwhile give it a moment of h u J. Bodies that begin nearer than the distance d that surfaces keep are pushed out
// without a velocity, which moves the momentum m u of one of the two by d.
static double stepAndBoundSpin(Cell* cell, double impulse, double distance)
{
    double across = 0.0;
    Motion all;
    for (int frame = 0; frame < 30; frame++) {
        stepCell(cell, 1);
        readAllMotion(cell, &all);
        across = fmax(across, speedAcross(&all));
    }
    return across * (impulse / 60.0 / cell->def.substepCount + 0.5 * all.mass * distance);
}

// Two bodies meet face to face, which for ropes is line along line, and part; with round numbers they begin in touch.
void contact(Cell* cell)
{
    gelBodyId other;
    Motion first, second, all;
    double none[3] = {0};
    cell->def.contact = true;
    cell->body.rotation = upright(cell);
    cell->body.material.friction = 0.0f; // it would act at two places, a gap apart
    if (!openCell(cell) || !addPartner(cell, 0.13, &other))
        return;
    if (isSoft(cell))
        throwBody(cell, cell->id, (gelVec3){0.0f, 1.0f, 0.0f}, (gelVec3){0});
    throwBody(cell, other, (gelVec3){0.0f, -1.0f, 0.0f}, (gelVec3){0});
    readAllMotion(cell, &all);
    double gained = stepAndBoundSpin(cell, all.mass, cell->isSnapped ? 0.02 : 0.0); // a mean edge's fiftieth
    readMotion(cell, cell->id, &first);
    readMotion(cell, other, &second);
    readAllMotion(cell, &all);
    double apart =
        isSoft(cell) ? second.centre[1] - first.centre[1] : second.centre[1] - (double)cell->body.position.y;
    expect(cell, "the upper one is above", apart > 0.3 * (double)heightOf(cell), 1.0, 0.0,
           "bodies do not pass");
    if (!isSoft(cell))
        return;
    expect3(cell, "the momentum", all.momentum, none, 1e-6 * all.mass, "of the speed at which they met");
    expect3(cell, "the angular momentum", all.spin, none, gained + 1e-6 * all.mass,
            "the impulse, times the way across it in a substep");
}

// A body whose halves are thrown at each other.
void selfContact(Cell* cell)
{
    Motion motion;
    double none[3] = {0};
    float v[3 * cell_maximumVertices];
    cell->def.contact = true;
    cell->body.selfContact = true;
    cell->body.material.friction = 0.0f;
    if (!openCell(cell))
        return;
    readMotion(cell, cell->id, &motion);
    for (int i = 0; i < motion.count; i++)
        for (int k = 0; k < 3; k++)
            v[3 * i + k] = (float)(-6.0 * (motion.position[i][k] - motion.centre[k]));
    accepts(cell, gelBody_WriteVelocities(cell->world, cell->id, v, motion.count));
    stepCell(cell, 30);
    readMotion(cell, cell->id, &motion);
    expect3(cell, "the momentum", motion.momentum, none, 1e-5 * motion.mass, "of the speeds within");
    expect3(cell, "the angular momentum", motion.spin, none, 2e-4 * momentOf(cell),
            "a sweep's error is of second order in its corrections");
}

// Coulomb: while all of it slides, what the ground takes along x is mu times what it gives along y.
void friction(Cell* cell)
{
    Motion before, after;
    gelBodyId sliding;
    cell->def.gravity.y = -9.81f;
    cell->def.contact = true;
    cell->body.rotation = upright(cell);
    cell->body.material.friction = 0.25f;
    if (!openCell(cell))
        return;
    sliding = cell->id;
    if (isSoft(cell)) {
        cell->def.ground.enabled = true;
        cell->def.ground.friction = 0.25f;
        cell->def.ground.offset = (float)lowestPoint(cell);
        REQUIRE(gelWorld_SetGround(cell->world, cell->def.ground));
    } else if (!addPartner(cell, 0.02, &sliding)) {
        return;
    }
    throwBody(cell, sliding, (gelVec3){3.0f, 0.0f, 0.0f}, (gelVec3){0});
    readMotion(cell, sliding, &before);
    stepCell(cell, 6);
    readMotion(cell, sliding, &after);
    double given = after.momentum[1] - before.momentum[1] + 9.81 * after.mass * 0.1;
    expect(cell, "what friction took", before.momentum[0] - after.momentum[0], 0.25 * given, 0.02 * given,
           "vertices that roll or lift within a substep");
}

// Adds a slab `gap` below a body, or tets above an obstacle: *thrown bounces.
static bool addSlab(Cell* cell, float gap, gelBodyId* thrown)
{
    gelBodyId slab;
    gelSurfaceMesh box;
    gelObstacleDef def = gelDefaultObstacleDef();
    if (!isSoft(cell))
        return addPartner(cell, (double)gap, thrown);
    REQUIRE(gelCreateBoxSurface((gelVec3){4.0f, 1.0f, 4.0f}, &box));
    def.position = cell->body.position;
    def.position.y -= 0.5f * heightOf(cell) + 0.5f + gap;
    bool made = accepts(cell, gelCreateObstacle(cell->world, &def, &box, &slab));
    gelDestroySurfaceMesh(&box);
    *thrown = cell->id;
    return made;
}

static bool openBouncing(Cell* cell, float gap, gelBodyId* thrown)
{
    cell->def.contact = true;
    cell->body.rotation = upright(cell);
    cell->body.material.restitution = 0.5f;
    return openCell(cell) && addSlab(cell, gap, thrown);
}

// Thrown at a slab: it parts at the coefficient of restitution times its speed.
void restitution(Cell* cell)
{
    gelBodyId thrown;
    Motion motion;
    if (!openBouncing(cell, cell->isSnapped ? 0.5f : 0.13f, &thrown))
        return;
    throwBody(cell, thrown, (gelVec3){0.0f, -3.0f, 0.0f}, (gelVec3){0});
    stepCell(cell, 40);
    readMotion(cell, thrown, &motion);
    expect(cell, "the speed", motion.momentum[1] / motion.mass, 1.5, 0.08,
           "of the centre; it swings as it leaves");
}

// Dropped onto a slab: it rises to the square of the coefficient of restitution times its height.
void bounce(Cell* cell)
{
    gelBodyId thrown;
    Motion motion;
    double top = -1e9, lowest = 1e9, begin;
    cell->def.gravity.y = -9.81f;
    if (!openBouncing(cell, cell->isSnapped ? 0.5f : 0.37f, &thrown))
        return;
    readMotion(cell, thrown, &motion);
    begin = motion.centre[1];
    for (int frame = 0; frame < 60; frame++) {
        stepCell(cell, 1);
        readMotion(cell, thrown, &motion);
        if (motion.centre[1] < lowest)
            lowest = top = motion.centre[1];
        if (motion.momentum[1] < 0.0 && top > lowest + 0.02)
            break;
        top = fmax(top, motion.centre[1]);
    }
    double height = cell->isSnapped ? 0.5 : 0.37;
    expect(cell, "the height of the rebound", top - (begin - height), 0.25 * height, 0.12 * height,
           "half of it: soft cubes swing as they leave");
}

void sleep_(Cell* cell)
{
    Motion before, after;
    cell->def.gravity.y = -9.81f;
    cell->def.contact = true;
    cell->def.sleep = true;
    cell->def.ground.enabled = true;
    cell->body.rotation = upright(cell);
    cell->body.material.damping = isSoft(cell) ? 4.0f : 0.0f;
    if (!openCell(cell))
        return;
    cell->def.ground.offset = (float)(isSoft(cell) ? lowestPoint(cell) : 0.0);
    REQUIRE(gelWorld_SetGround(cell->world, cell->def.ground));
    for (int frame = 0; frame < 300 && (frame == 0 || gelBody_IsAwake(cell->world, cell->id)); frame++)
        stepCell(cell, 1);
    expect(cell, "whether it is awake", gelBody_IsAwake(cell->world, cell->id), 0.0, 0.0, "it lies for 5 s");
    readMotion(cell, cell->id, &before);
    stepCell(cell, 5);
    readMotion(cell, cell->id, &after);
    expect(cell, "whether it moves", memcmp(&before, &after, sizeof before) != 0, 0.0, 0.0, "exact");
    if (isSoft(cell))
        throwBody(cell, cell->id, (gelVec3){0.0f, 1.0f, 0.0f}, (gelVec3){0});
    stepCell(cell, 1);
    expect(cell, "whether it wakes", gelBody_IsAwake(cell->world, cell->id), isSoft(cell), 0.0, "thrown");
}

// Bodies that ignore each other pass as if alone.
void filter(Cell* cell)
{
    gelBodyId other;
    Motion first, second;
    cell->def.contact = true;
    cell->body.rotation = upright(cell);
    if (!openCell(cell) || !addPartner(cell, 0.13, &other))
        return;
    REQUIRE(gelWorld_IgnorePair(cell->world, cell->id, other, true));
    throwBody(cell, other, (gelVec3){0.0f, -2.0f, 0.0f}, (gelVec3){0});
    readMotion(cell, other, &first);
    stepCell(cell, 60);
    readMotion(cell, other, &second);
    expect(cell, "the way", first.centre[1] - second.centre[1], 2.0, 1e-4, "rounding of 600 substeps");
}

// Two bodies begin at one place, to the bit with round numbers: they are pushed apart without a momentum, or stay.
void samePlace(Cell* cell)
{
    gelBodyId other;
    Motion all;
    double none[3] = {0};
    cell->def.contact = true;
    cell->body.rotation = upright(cell);
    cell->body.material.friction = 0.0f;
    if (!openCell(cell))
        return;
    cell->body.position.x += snap(cell, 0.01);
    cell->body.position.y += snap(cell, 0.02);
    if (isSoft(cell) ? !addBody(cell, &other) : !addPartner(cell, -1.0, &other))
        return;
    stepCell(cell, 60);
    readAllMotion(cell, &all);
    expect(cell, "the greatest speed", sqrt(2.0 * all.kinetic / (all.mass + 1e-9)) < 2.0, 1.0, 0.0,
           "twice the speed of pushing out");
    if (isSoft(cell))
        expect3(cell, "the momentum", all.momentum, none, 1e-6 * all.mass, "of the speed of pushing out");
}

// Bodies that begin half in the ground are pushed out at 1 m/s at most, and do not fly.
void belowGround(Cell* cell)
{
    Motion motion;
    cell->def.contact = true;
    cell->def.ground.enabled = true;
    if (!openCell(cell))
        return;
    cell->def.ground.offset = cell->body.position.y + snap(cell, 0.07);
    REQUIRE(gelWorld_SetGround(cell->world, cell->def.ground));
    double deep = lowestPoint(cell) - (double)cell->def.ground.offset;
    stepCell(cell, 120);
    readMotion(cell, cell->id, &motion);
    double left = lowestPoint(cell) - (double)cell->def.ground.offset;
    expect(cell, "the depth", isSoft(cell) ? left < -2e-3 : left - deep, 0.0, 0.0, "2 s at 1 m/s");
    expect(cell, "whether it flies", motion.momentum[1] > 1.5 * motion.mass + 1e-9, 0.0, 0.0,
           "pushed out at 1 m/s at most, and what it has been squeezed");
}
