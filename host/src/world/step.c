// Stepping: runs the stages of a step in order, one at a time or all at once.
#include "gel/stage.h"
#include "plan/kinds.h"
#include "plan/pressure.h"
#include "world/attachment_break.h"
#include "world/balance_step.h"
#include "world/contact.h"
#include "world/contact_readout.h"
#include "world/contact_rows.h"
#include "world/shape_recovery.h"
#include "world/plasticity.h"
#include "world/pressure_step.h"
#include "world/sleep.h"
#include "world/solver_choice.h"
#include "world/two_level_step.h"
#include "world/world.h"

#include <math.h>
#include <string.h>

static bool hasObstacles(const gelWorld* world)
{
    bool any = false;
    for (int b = 0; b < world->bodyCount && !any && gelWorld_HasContact(world); b++)
        any = gelIsObstacle(world->bodies[b]);
    return any;
}

gelStepParameters gelWorldStepParameters(const gelWorld* world, float timeStep)
{
    const gelGround* ground = &world->def.ground;
    double h = (double)(timeStep / (float)world->def.substepCount),
           gravity = gelVec3Length(world->def.gravity);
    return (gelStepParameters){
        .h = h,
        .inverse_h = 1.0 / h,
        .h2 = h * h,
        .inverse_h2 = 1.0 / (h * h),
        .gravity_x = (double)world->def.gravity.x,
        .gravity_y = (double)world->def.gravity.y,
        .gravity_z = (double)world->def.gravity.z,
        .drag = (double)world->def.dragCoefficient,
        .has_ground = ground->enabled ? 1.0 : 0.0,
        .has_obstacles = hasObstacles(world) ? 1.0 : 0.0,
        .ground_x = (double)ground->normal.x,
        .ground_y = (double)ground->normal.y,
        .ground_z = (double)ground->normal.z,
        .ground_offset = (double)ground->offset,
        .friction = (double)ground->friction,
        .restitution = (double)ground->restitution,
        .slowest_bounce = 2.0 * gravity * h,
        .goal_damping = (double)world->def.goalDamping,
        .spring_damping = (double)world->def.springDamping,
        .error_limit = (double)world->def.integratorError,
    };
}

// Whether XPBD steps a body.
static bool sweeps(const gelWorld* world)
{
    bool any = false;
    for (int b = 0; b < world->bodyCount && !any; b++)
        any = !gelIsObstacle(world->bodies[b]) && !gelIsTwoLevel(world->bodies[b]);
    return any;
}

static void warnOfRounding(gelWorld* world, const gelStepParameters* parameters)
{
    if (world->warnedOfRounding || !gelWorldLosesMotion(world, parameters->h) || !sweeps(world))
        return;
    world->warnedOfRounding = true;
    gelLog(
        gel_logWarning,
        "at %.3g m from the origin, single precision rounds by up to %.1e m, but gravity moves a vertex by only "
        "%.1e m in a substep of %.1e s: use the solver twoLevel, the back end double, or fewer substeps",
        world->reach, gelWorldRounding(world), gelVec3Length(world->def.gravity) * parameters->h2,
        parameters->h);
}

// Contact is on by default, so integrators leave it out instead of refusing it.
static void warnOfPassing(gelWorld* world)
{
    if (world->warnedOfPassing || !world->def.contact || world->def.integrator == gel_xpbd ||
        world->bodyCount < 2)
        return;
    world->warnedOfPassing = true;
    gelLog(gel_logWarning, "contact is disabled: the integrator %s does not support it; use xpbd",
           gelIntegratorText(world->def.integrator));
}

// Which elements have torn, where it matters to the host: they touch nothing, hold no pressure, and
// are open to fields.
static gelStatus pullTears(gelWorld* world)
{
    bool matters = false;
    for (int b = 0; b < world->bodyCount; b++)
        matters |=
            gelMaterial_Tears(&world->bodies[b]->material) &&
            (gelWorld_HasContact(world) || gelIsFilled(world->bodies[b]) || gelFieldsPush(&world->fields));
    return matters && world->statePlace == gel_stateOnBackend
               ? gelPullRestLengths(&world->restLengths, &world->plan, world->backend, false)
               : gel_success;
}

static gelStepContents contentsOf(const gelWorld* world)
{
    const gelGoalList* goals = &world->goalList;
    return (gelStepContents){.fields = gelFieldsTakePart(&world->fields, world->bodies, world->bodyCount),
                             .pressures = world->pressures.count > 0,
                             .contacts = gelWorld_HasContact(world),
                             .tethers = world->tetherList.count > 0,
                             .kinematicGoals = goals->kinematicCount > 0,
                             .goalSprings = goals->count > goals->kinematicCount + goals->pulledCount,
                             .goals = world->sentGoalCount > 0,
                             .twoLevel = world->twoLevel.systemCount > 0,
                             .springDamping = gelPlanDamps(&world->plan),
                             .plasticFlow = world->plan.plastic.flows,
                             .adaptive = gelPlanIntegrates(&world->plan) && world->def.integratorError > 0.0f,
                             .attachmentColours = world->attachmentList.colourCount};
}

static gelStatus beginStep(gelWorld* world, float timeStep)
{
    gelStatus status = gelCheckTwoLevel(world);
    if (status == gel_success)
        status = pullTears(world);
    if (status == gel_success)
        status = gelPushPressures(world);
    if (status != gel_success)
        return status;
    world->cursor = (gelStepCursor){.parameters = gelWorldStepParameters(world, timeStep),
                                    .timeStep = timeStep,
                                    .substepCount = world->def.substepCount};
    gelStepContents contents = contentsOf(world);
    world->profile.launchesPerStep = world->profile.recordedLaunches = 0;
    world->backend->integration = (gelIntegration){0};
    warnOfRounding(world, &world->cursor.parameters);
    warnOfPassing(world);
    gelWarnOfSoftness(world, timeStep);
    status = gelWarnOfLiquids(world, timeStep);
    if (status == gel_success)
        status = gelPushFields(world, timeStep, world->backend);
    if (status == gel_success && contents.contacts && world->vertexCount > 0)
        status = gelWorldFindContacts(world);
    if (status == gel_success)
        status = gelPushBalance(world);
    contents.balance = world->balance.list.bodyCount > 0;
    return status == gel_success
               ? gelListStages(gelWorldSweptPlan(world), &world->cursor.parameters, contents, &world->stages)
               : status;
}

static void moveCursor(gelWorld* world, bool lastOfSubstep, bool lastOfStep)
{
    gelStepCursor* cursor = &world->cursor;
    cursor->index = lastOfSubstep ? 0 : cursor->index + 1;
    cursor->substep = lastOfStep ? 0 : cursor->substep + (lastOfSubstep ? 1 : 0);
}

static void countStep(gelWorld* world)
{
    world->stepCount++;
    world->fields.time += (double)world->cursor.timeStep;
    world->rest.isDecided = false;
    gelKeepTurns(world);
    if (world->recovery == gel_recoveryApplied)
        world->recovery = gel_recoveryNone;
}

// When its last stage is queued. Only what cannot fail changes what the next step begins with.
static gelStatus endStep(gelWorld* world)
{
    gelStatus status = gel_success;
    world->backend->functions->submit(world->backend);
    world->nextRestitution.count = 0;
    if (world->stages.contents.contacts && world->vertexCount > 0)
        status = world->backend->functions->readRestitution(world->backend, &world->nextRestitution);
    if (status == gel_success)
        status = gelWorldFindBroken(world);
    if (status == gel_success)
        status = gelReadPressures(world);
    if (status == gel_success)
        status = gelReadContactRows(world);
    if (status == gel_success)
        status = gelWorldRecordContacts(world);
    if (status == gel_success)
        status = gelUpdateContactRows(world);
    if (status != gel_success)
        return status;
    gelRecordPressures(world);
    gelWorldReleaseBroken(world);
    gelRestitutionStates restitution = world->restitution;
    world->restitution = world->nextRestitution;
    world->nextRestitution = restitution;
    countStep(world);
    return gel_success;
}

static void undoPreparation(gelWorld* world)
{
    gelUndoTurns(world);
    if (world->recovery == gel_recoveryApplied)
        world->recovery = gel_recoveryToUndo;
}

// Ends the step in vain: it is undone when the state is next needed, and the back end gets a new plan. Obstacles and goals
// go where they were to go once the step begins again; which bodies sleep or wake has been decided for it.
static void giveUpStep(gelWorld* world)
{
    world->cursor.substep = world->cursor.index = 0;
    gelWorldForgetContacts(world);
    world->readout.eventCount = 0;
    for (int b = 0; b < world->bodyCount; b++)
        world->bodies[b]->hasTargets = world->bodies[b]->hasTargets || world->bodies[b]->isMoving;
    gelUndoGoalStep(world->bodies, world->bodyCount);
    undoPreparation(world);
    world->multipliersAreThere = false;
    world->dirty |= gel_dirtyPlan;
    if (world->vertexCount > 0)
        world->statePlace = gel_stateKept;
}

void gelWorldDropStep(gelWorld* world)
{
    if (!gelWorldIsBetweenSteps(world))
        giveUpStep(world);
}

// A step that fails is undone. One that no shorter steps can do is given up, so that the next may begin with other
// settings; it has moved bodies.
static gelStatus failStep(gelWorld* world, gelStatus status)
{
    if (status == gel_stepTooSmall) {
        world->cursor.substep = world->cursor.index = 0;
        world->statePlace = gel_stateOnBackend;
        world->rest.isDecided = false;
        gelKeepTurns(world);
        world->recovery = gel_recoveryNone;
    } else if (status != gel_success) {
        giveUpStep(world);
    }
    return status;
}

bool gelWorld_HasStage(const gelWorld* world, gelStage stage)
{
    bool has = false;
    for (int i = 0; i < world->stages.count && !has; i++)
        has = world->stages.stages[i].stage == stage;
    return has;
}

static gelStatus runNextStage(gelWorld* world, gelStageInfo* info)
{
    const gelStepCursor* cursor = &world->cursor;
    gelPlanStage stage = gelStageOfStep(&world->stages, cursor->index, cursor->substep, cursor->substepCount,
                                        &cursor->parameters);
    bool lastOfSubstep = cursor->index == world->stages.count - 1;
    *info = (gelStageInfo){.substep = cursor->substep,
                           .stage = stage.stage,
                           .kind = (gelConstraintKind)stage.kind,
                           .phase = stage.phase,
                           .phaseCount = gelWorldSweptPlan(world)->phaseCount,
                           .colour = stage.colour,
                           .evaluation = stage.evaluation,
                           .lastOfStep = lastOfSubstep && cursor->substep == cursor->substepCount - 1};
    if (world->vertexCount > 0) {
        gelStatus status = world->backend->functions->runStage(world->backend, &cursor->parameters, stage);
        if (status != gel_success)
            return status;
        world->statePlace = gel_stateOnBackend;
        world->profile.launchesPerStep++;
    }
    moveCursor(world, lastOfSubstep, info->lastOfStep);
    return info->lastOfStep ? endStep(world) : gel_success;
}

static gelStatus checkStep(const gelWorld* world, float timeStep)
{
    if (world->readout.isReporting)
        return gelFail(gel_invalidArgument, "the world was stepped by its contact callback: expected the "
                                            "next step after gelWorld_Step has returned");
    gelStatus status = gelCheckTimeStep(timeStep);
    if (status != gel_success)
        return status;
    if (!gelWorldIsBetweenSteps(world) && timeStep != world->cursor.timeStep)
        return gelFail(gel_invalidArgument, "timeStep: expected %g s, as in the step under way, found %g s",
                       (double)world->cursor.timeStep, (double)timeStep);
    return gel_success;
}

static gelStatus reservePreRecovery(gelWorld* world)
{
    size_t count = (size_t)world->vertexCapacity;
    if (world->preRecoveryCapacity >= world->vertexCount)
        return gel_success;
    gelVertexState* preRecovery = gelResize(world->preRecovery, count, sizeof *preRecovery);
    if (preRecovery == NULL)
        return gelFailMemory(count, sizeof *preRecovery);
    world->preRecovery = preRecovery;
    world->preRecoveryCapacity = world->vertexCapacity;
    return gel_success;
}

// Keeps what the body was, and recovers it. A body that is drawn wakes, unless a failed step has decided that already.
static gelStatus recoverShape(gelWorld* world, gelBody* body, float timeStep)
{
    gelStatus status = gelWorldPull(world);
    if (status == gel_success)
        status = reservePreRecovery(world);
    if (status != gel_success)
        return status;
    bool drawn = gelRecoverShape(body, world->vertices, world->preRecovery, timeStep);
    world->recovery = gel_recoveryApplied;
    if (drawn)
        gelWorldStateChanged(world);
    body->isWoken = body->isWoken || (drawn && !world->rest.isDecided);
    return gel_success;
}

// Recovers the unbreakable bodies that are due.
static gelStatus recoverShapes(gelWorld* world, float timeStep)
{
    gelStatus status = world->recovery == gel_recoveryToUndo ? gelWorldPull(world) : gel_success;
    for (int b = 0; b < world->bodyCount && status == gel_success; b++) {
        world->bodies[b]->isRecovering = false;
        if (gelIsShapeRecoveryDue(world->bodies[b], world->stepCount))
            status = recoverShape(world, world->bodies[b], timeStep);
    }
    return status;
}

// Does what precedes the first stage, except for contacts: moves obstacles, and lets bodies wake or fall asleep.
static gelStatus prepareBodies(gelWorld* world, float timeStep)
{
    gelWorldForgetContacts(world);
    gelStatus status = gelAttachContactSurfaces(world);
    if (status == gel_success)
        status = gelAttachOuterSkins(world);
    if (status == gel_success)
        status = gelWorldMoveObstacles(world, timeStep);
    if (status == gel_success && gelMoveGoals(world->bodies, world->bodyCount))
        world->dirty |= gel_dirtyBodyGoals;
    if (status == gel_success)
        gelChooseSolvers(world, timeStep);
    if (status == gel_success)
        status = recoverShapes(world, timeStep);
    if (status == gel_success)
        status = gelWorldWakeBodies(world);
    if (status == gel_success)
        status = gelWorldPush(world);
    if (status == gel_success)
        status = gelWorldCountRuins(world, timeStep);
    if (status == gel_success)
        status = gelWorldPutBodiesToSleep(world, timeStep);
    return status == gel_success ? gelWorldPush(world) : status;
}

// Brings the back end up to date, and begins a step unless one is under way.
static gelStatus prepareStep(gelWorld* world, float timeStep, bool isWhole)
{
    bool begins = gelWorldIsBetweenSteps(world);
    gelStatus status = checkStep(world, timeStep);
    if (status == gel_success)
        status = begins ? prepareBodies(world, timeStep) : gelWorldPush(world);
    if (status == gel_success && begins)
        status = beginStep(world, timeStep);
    if (status == gel_success && begins)
        status = gelWorldKeepState(world, isWhole && !gelCutsSubsteps(&world->stages));
    if (status == gel_success && begins)
        gelWorldEndObstacleStep(world);
    if (status == gel_success && begins)
        gelEndGoalStep(world->bodies, world->bodyCount);
    if (status != gel_success && begins)
        undoPreparation(world);
    return status;
}

gelStatus gelWorld_StepStage(gelWorld* world, float timeStep, gelStageInfo* done)
{
    gelStageInfo info = {0};
    gelStatus status = prepareStep(world, timeStep, false);
    if (status == gel_success)
        status = failStep(world, runNextStage(world, &info));
    if (done != NULL)
        *done = info;
    return status == gel_success && info.lastOfStep ? gelWorldReportContacts(world) : status;
}

static gelStatus runToEndOfStep(gelWorld* world)
{
    gelStageInfo info = {0};
    gelStatus status = gel_success;
    while (status == gel_success && !info.lastOfStep)
        status = runNextStage(world, &info);
    return status;
}

static bool takesWholeSteps(const gelWorld* world)
{
    return world->backend->functions->runStep != NULL && gelWorldIsBetweenSteps(world) &&
           world->vertexCount > 0;
}

// Uses the back end's whole step if it has one, unless there is something to do between two stages.
static gelStatus runStep(gelWorld* world)
{
    const gelBackendFunctions* functions = world->backend->functions;
    if (!takesWholeSteps(world))
        return runToEndOfStep(world);
    gelStepCursor* cursor = &world->cursor;
    gelStatus status = functions->runStep(world->backend, &cursor->parameters, &world->stages,
                                          cursor->substepCount, &world->profile);
    if (status != gel_success)
        return status;
    world->statePlace = gel_stateOnBackend;
    return endStep(world);
}

static bool sleepsThrough(const gelWorld* world)
{
    return gelWorldIsBetweenSteps(world) && gelWorldIsStill(world);
}

// A step in which nothing moves.
static gelStatus sleepThrough(gelWorld* world, float timeStep)
{
    gelStatus status = checkStep(world, timeStep);
    if (status != gel_success)
        return status;
    gelWorldForgetContacts(world);
    world->readout.eventCount = 0;
    world->profile.launchesPerStep = world->profile.recordedLaunches = 0;
    world->cursor.timeStep = timeStep;
    countStep(world);
    return gel_success;
}

gelStatus gelWorld_Step(gelWorld* world, float timeStep)
{
    double start = gelMilliseconds();
    bool sleeps = sleepsThrough(world);
    gelStatus status =
        sleeps ? sleepThrough(world, timeStep) : prepareStep(world, timeStep, takesWholeSteps(world));
    if (status == gel_success && !sleeps)
        status = failStep(world, runStep(world));
    world->profile.stepMilliseconds = gelMilliseconds() - start;
    return status == gel_success ? gelWorldReportContacts(world) : status;
}

gelStatus gelWorld_Prepare(gelWorld* world, float timeStep)
{
    bool isWhole = takesWholeSteps(world);
    if (!gelWorldIsBetweenSteps(world) || sleepsThrough(world))
        return checkStep(world, timeStep);
    gelProfile profile = world->profile, ofStep;
    gelStatus status = prepareStep(world, timeStep, false); // the kept state must outlive the whole step
    if (status != gel_success)
        return status;
    if (isWhole)
        status = world->backend->functions->runStep(world->backend, &world->cursor.parameters, &world->stages,
                                                    world->cursor.substepCount, &ofStep);
    if (status == gel_success)
        status = world->backend->functions->finish(world->backend);
    giveUpStep(world); // as a step that fails, which leaves no trace in the bits
    world->profile = profile;
    return status;
}

gelStatus gelWorldFinishStep(gelWorld* world)
{
    if (gelWorldIsBetweenSteps(world))
        return gel_success;
    gelStatus status = gelWorldPush(world);
    return status == gel_success ? failStep(world, runToEndOfStep(world)) : status;
}

gelStatus gelWorldBeginChange(gelWorld* world)
{
    gelStatus status = gelWorldFinishStep(world);
    if (status == gel_success)
        status = gelWorldKeepContacts(world);
    return status == gel_success ? gelWorldPull(world) : status;
}
