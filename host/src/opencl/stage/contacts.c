#include "opencl/stage/contacts.h"
#include "base/pool.h"
#include "opencl/runtime/error.h"
#include "opencl/stage/candidate_cache.h"
#include "opencl/runtime/parameters.h"
#include "opencl/runtime/wait.h"
#include "contact/faces.h"
#include "contact/touches.h"
#include "contact_passes.h"
#include "plan/ranks.h"

#include <string.h>

_Static_assert(sizeof(ContactPush) == gel_pushReals * sizeof(real), "a push is not what is read");

// Kernels take the buffers, then their counts.
enum { countArgument = contact_buffer_count, contactArguments };

static const char* const launchName = "contact";

gelStatus gelOpenContacts(const gelOpencl* opencl, size_t workGroupSize, gelContacts* contacts)
{
    // On two processor cores the launches of a substep cost as much as what 5,000 contacts, listed, take.
    contacts->maxTogether = opencl->info.kind == gel_deviceCpu ? 8192 : 2048;
    return gelOpenContactProgram(opencl, workGroupSize, &contacts->program);
}

void gelClearContactsPlan(gelContacts* contacts)
{
    for (int i = 0; i < contact_buffer_count; i++)
        gelReleaseGrown(&contacts->buffers[i]);
    gelClearDeviceRestitution(&contacts->restitution);
    gelClearSearch(&contacts->search);
    gelClearContactList(&contacts->list);
    contacts->planned = false;
    contacts->slots = NULL;
}

void gelCloseContacts(gelContacts* contacts)
{
    gelClearContactsPlan(contacts);
    gelCloseContactProgram(&contacts->program);
}

void gelSwapContactPrograms(gelContacts* a, gelContacts* b)
{
    gelContactProgram program = a->program;
    int maxTogether = a->maxTogether;
    a->program = b->program;
    a->maxTogether = b->maxTogether;
    b->program = program;
    b->maxTogether = maxTogether;
    gelDropCandidateCache(&a->search.cache); // other kernels may find other candidates
    gelDropCandidateCache(&b->search.cache);
}

gelStatus gelBindContacts(const gelContacts* contacts, const gelDeviceState* state)
{
    const gelContactList* list = &contacts->list;
    const ContactCounts counts = gelCountContacts(list);
    cl_mem buffers[contact_buffer_count];
    gelListHandles(contacts->buffers, contact_buffer_count, buffers);
    buffers[contact_buffer_position] = state->position;
    buffers[contact_buffer_velocity] = state->velocity;
    buffers[contact_buffer_surface_normals] = gelSearchNormals(&contacts->search);
    buffers[contact_buffer_near_candidates] = gelSearchNear(&contacts->search);
    if (!list->hasSkins) // points are vertices
        buffers[contact_buffer_point_splits] = buffers[contact_buffer_splits];
    if (!gelHasContacts(list))
        return gel_success;
    cl_int error = CL_SUCCESS;
    for (int k = gel_kernelSumSeparations; k < gel_contactKernelCount && error == CL_SUCCESS; k++) {
        cl_kernel kernel = contacts->program.kernels[k].kernel;
        error = gelSetBuffers(kernel, buffers, contact_buffer_count, 0);
        if (error == CL_SUCCESS)
            error = GEL_CL(clSetKernelArg, kernel, countArgument, sizeof counts, &counts);
    }
    if (error == CL_SUCCESS)
        error = gelBindRestitution(&contacts->restitution, &contacts->program, contactArguments);
    return error == CL_SUCCESS ? gel_success : gelFailCl("setting kernel arguments", error);
}

gelStatus gelPrepareDeviceContacts(gelContacts* contacts, const gelOpencl* opencl,
                                   const gelDeviceState* state, const gelPlan* bodies, uint64_t* bytes)
{
    if (contacts->planned)
        return gel_success;
    gelStatus status = gelPlanSearch(opencl, state, bodies, bytes, &contacts->search);
    if (status != gel_success)
        return status;
    status = gelCreateContactList(&contacts->search.tables, bodies->vertexCount, gelCountPoolThreads(),
                                  &contacts->list);
    contacts->planned = status == gel_success;
    if (status != gel_success)
        gelClearSearch(&contacts->search);
    return status;
}

// The host does not change the list before the next search, which waits for the device.
static gelStatus writeList(gelContacts* contacts, const gelOpencl* opencl, uint64_t* bytes)
{
#define CONTENT(member, type, count, content)                                                                \
    [contact_buffer_##member] = {true, (size_t)(count) * sizeof(type), content},
    const gelContactList* list = &contacts->list;
    const gelBufferContent contents[contact_buffer_count] = {
        CONTACT_TABLE_BUFFERS(CONTENT) CONTACT_LIST_BUFFERS(CONTENT) CONTACT_WORK_BUFFERS(CONTENT)};
#undef CONTENT
    return gelWriteContents(opencl, contents, contact_buffer_count, false, bytes, contacts->buffers,
                            "writing the contacts");
}

// Finds the normals of the surfaces in contact, where the list is that of an earlier frame.
static gelStatus findNormals(const gelContacts* contacts, const gelSearchContext* context)
{
    int count = contacts->list.pointCount;
    const gelArgument numbers[] = {GEL_ARGUMENT(count)};
    return gelLaunchSearch(&contacts->search, context, gel_kernelContactNormals,
                           &contacts->buffers[contact_buffer_points].buffer, 1, numbers, 1, count);
}

static int larger(int a, int b)
{
    return a > b ? a : b;
}

// In order, with lanes, a patch takes half the work: others of the launch keep the cores busy meanwhile, unless it is a
// large part of all.
static bool needsPasses(const gelContacts* contacts, const gelOpencl* opencl)
{
    const gelContactPatches* patches = &contacts->list.patches;
    int max = contacts->maxTogether, units = (int)opencl->info.computeUnits;
    if (max > 0 && contacts->program.lanes > 1 && units > 0)
        max = larger(max, 2 * (patches->slotCount / units));
    return patches->largest > max;
}

// Contacts that are solved in order need no corners, which are most of the list.
static gelStatus fillList(gelContacts* contacts, const gelOpencl* opencl, const gelSurfaceIssues* findings)
{
    const gelSurfaceTables* tables = &contacts->search.tables;
    gelStatus status = gelFillContactList(tables, findings, &contacts->list);
    contacts->isSolvedByPasses = needsPasses(contacts, opencl);
    bool needsCorners = contacts->program.lanes == 1 || contacts->isSolvedByPasses;
    if (status == gel_success && needsCorners)
        status = gelListCorners(tables, &contacts->list);
    return status == gel_success && contacts->slots != NULL
               ? gelListTouches(tables, contacts->slots, contacts->slotCount, &contacts->list)
               : status;
}

void gelSetTouchSlots(gelContacts* contacts, const int* slots, int slotCount)
{
    contacts->slots = slots;
    contacts->slotCount = slotCount;
    gelDropCandidateCache(&contacts->search.cache); // its list has other slots
}

bool gelHasOffers(const gelContacts* contacts, const gelStepParameters* parameters)
{
    return parameters->has_obstacles > 0.0 && contacts->list.touchContactCount > 0;
}

gelStatus gelOfferPlanes(const gelContacts* contacts, const gelOpencl* opencl, cl_mem offers, int* launches)
{
    const int slotCount = contacts->list.touchStartCount - 1;
    const gelArgument arguments[] = {GEL_ARGUMENT(offers), GEL_ARGUMENT(slotCount)};
    return gelLaunchContact(opencl, &contacts->program, gel_kernelOfferPlanes, launchName, arguments, 2,
                            contactArguments, slotCount, launches);
}

static double groundRestitution(const gelStepParameters* parameters)
{
    return parameters->has_ground > 0.0 ? parameters->restitution : 0.0;
}

static bool maySolveApart(const gelContacts* contacts, const gelStepParameters* parameters)
{
    const gelPlan* plan = contacts->search.tables.plan;
    return plan->ranks != NULL && plan->ranks->rankCount > 1 &&
           gelMayShareContacts(plan, plan->ranks->rankCount, contacts->slots != NULL,
                               groundRestitution(parameters));
}

// Finds the candidates of the step, and lists their contacts, or takes the list of an earlier frame.
static gelStatus listContacts(gelContacts* contacts, const gelSearchContext* context,
                              const gelStepParameters* parameters, int substepCount, const double* masses)
{
    gelDeviceSearch* search = &contacts->search;
    gelSurfaceIssues findings;
    const gelContactRows* rows = search->tables.plan->contactRows;
    const int revision = rows != NULL ? rows->revision : 0;
    const bool shares = maySolveApart(contacts, parameters);
    // The contacts of a cached list have other faces then, are rows, or other ranks solve them.
    if (gelFindFaces(&search->tables) || revision != contacts->rowRevision ||
        shares != contacts->sharesContacts)
        gelDropCandidateCache(&search->cache);
    contacts->rowRevision = revision;
    contacts->sharesContacts = shares;
    bool isNew;
    gelStatus status = gelSearchCandidates(search, context, parameters, substepCount, &findings, &isNew);
    findings.masses = masses;
    findings.isShared = shares;
    if (status == gel_success && isNew) {
        status = fillList(contacts, context->opencl, &findings);
        search->cache.isListed = status == gel_success && findings.isCached;
    }
    if (status != gel_success || !gelHasContacts(&contacts->list))
        return status;
    return isNew ? writeList(contacts, context->opencl, context->bytes) : findNormals(contacts, context);
}

// The work-items of a pass.
static int countItems(const gelContacts* contacts, gelContactKernel kernel)
{
    const gelContactList* list = &contacts->list;
    const int lanes = contacts->program.lanes, slots = list->patches.slotCount;
    const int run = lanes > 1 ? vertex_run_of_lanes : 1;
    const int points = (list->pointCount + lanes - 1) / lanes, chunks = slots / contact_chunk;
    switch (kernel) {
        case gel_kernelPrepareContacts:
            return larger(list->contactCount, points);
        case gel_kernelGatherAwake:
            return larger(points, chunks);
        case gel_kernelSplitMasses:
        case gel_kernelApplyCorrections:
            return (list->vertexCount + run - 1) / run;
        case gel_kernelSplitPoints:
        case gel_kernelUpdatePoints:
            return points;
        case gel_kernelSolvePatches: // a work-group each
            return list->patches.count * (int)contacts->program.kernels[kernel].workGroupSize;
        case gel_kernelSolveContacts:
            return lanes > 1 ? chunks : slots;
        default: // over slots
            return slots / lanes;
    }
}

static gelStatus launchPass(const gelContacts* contacts, const gelOpencl* opencl, gelContactKernel kernel,
                            const gelArgument* number, int* launches)
{
    return gelLaunchContact(opencl, &contacts->program, kernel, launchName, number, number != NULL ? 1 : 0,
                            contactArguments, countItems(contacts, kernel), launches);
}

static gelStatus beginStep(const gelContacts* contacts, const gelOpencl* opencl, const StepParameters* step,
                           int* launches)
{
    const gelArgument number = GEL_ARGUMENT(*step);
    gelStatus status = launchPass(contacts, opencl, gel_kernelPrepareContacts, NULL, launches);
    return status == gel_success ? launchPass(contacts, opencl, gel_kernelBeginContacts, &number, launches)
                                 : status;
}

static gelStatus listRestitution(gelContacts* contacts, const gelOpencl* opencl, const gelDeviceState* state,
                                 const double* masses, const gelStepParameters* parameters,
                                 const gelRestitutionStates* lasting, uint64_t* bytes)
{
    gelStatus status =
        gelListRestitution(&contacts->search.tables, &contacts->list, masses, groundRestitution(parameters),
                           lasting, &contacts->restitution.list);
    return status == gel_success ? gelWriteRestitution(&contacts->restitution, opencl, state, bytes) : status;
}

gelStatus gelFindDeviceContacts(gelContacts* contacts, const gelOpencl* opencl, const gelDeviceState* state,
                                const gelPlan* bodies, const gelStepParameters* parameters, int substepCount,
                                const double* masses, const gelRestitutionStates* restitution,
                                uint64_t* bytes, int* launches)
{
    StepParameters step = gelRoundStep(parameters);
    gelStatus status = gelPrepareDeviceContacts(contacts, opencl, state, bodies, bytes);
    if (status != gel_success)
        return status;
    const gelSearchContext context = {opencl, state, &contacts->program, bytes, launches, contacts->gather};
    contacts->search.pairs.restitution = restitution;
    status = listContacts(contacts, &context, parameters, substepCount, masses);
    if (status == gel_success)
        status = listRestitution(contacts, opencl, state, masses, parameters, restitution, bytes);
    if (status != gel_success)
        gelDropCandidateCache(&contacts->search.cache); // there may be no contacts that belong to it
    if (status != gel_success || !gelHasContacts(&contacts->list))
        return status;
    status = gelBindContacts(contacts, state);
    if (status == gel_success)
        status = beginStep(contacts, opencl, &step, launches);
    return status == gel_success ? gelLaunchRestitution(&contacts->restitution, opencl, &contacts->program,
                                                        parameters, true, contactArguments, launches)
                                 : status;
}

gelStatus gelRecordHolds(const gelContacts* contacts, const gelOpencl* opencl,
                         const gelStepParameters* parameters, cl_mem offers, cl_mem history, int* launches)
{
    const int slotCount = contacts->list.touchStartCount - 1;
    const StepParameters step = gelRoundStep(parameters);
    const gelArgument arguments[] = {GEL_ARGUMENT(offers), GEL_ARGUMENT(history), GEL_ARGUMENT(slotCount),
                                     GEL_ARGUMENT(step)};
    return gelLaunchContact(opencl, &contacts->program, gel_kernelRecordHolds, launchName, arguments, 4,
                            contactArguments, slotCount, launches);
}

static gelStatus separateBodies(const gelContacts* contacts, const gelOpencl* opencl,
                                const StepParameters* step, int* launches)
{
    int sums = separation_lanes * contacts->list.separationCount;
    const gelArgument sumCount = GEL_ARGUMENT(sums);
    gelStatus status = gelLaunchContact(opencl, &contacts->program, gel_kernelSumSeparations, launchName,
                                        &sumCount, 1, contactArguments, sums, launches);
    for (int i = 0; i < contacts->list.separationCount && status == gel_success; i++) {
        const gelArgument numbers[] = {GEL_ARGUMENT(*step), GEL_ARGUMENT(i)};
        status = gelLaunchContact(opencl, &contacts->program, gel_kernelSeparateVertices, launchName, numbers,
                                  2, contactArguments, contacts->list.separations[i].vertex_count, launches);
    }
    return status;
}

// A launch per pass.
static gelStatus solveByPasses(const gelContacts* contacts, const gelOpencl* opencl,
                               const StepParameters* step, int* launches)
{
    int iteration = 0;
    const gelArgument number = GEL_ARGUMENT(*step), turn = GEL_ARGUMENT(iteration);
    const bool hasSkins = contacts->list.hasSkins;
    const struct {
        gelContactKernel kernel;
        const gelArgument* number;
        bool isForSkins;
    } passes[] = {{gel_kernelMeasureGaps, NULL, false},         {gel_kernelSplitMasses, &turn, false},
                  {gel_kernelSplitPoints, NULL, true},          {gel_kernelSolveContacts, NULL, false},
                  {gel_kernelApplyCorrections, &number, false}, {gel_kernelUpdatePoints, NULL, true}};
    gelStatus status = launchPass(contacts, opencl, gel_kernelGatherAwake, NULL, launches);
    for (; iteration < contact_iterations; iteration++)
        for (size_t i = 0; i < sizeof passes / sizeof passes[0] && status == gel_success; i++)
            if (hasSkins || !passes[i].isForSkins)
                status = launchPass(contacts, opencl, passes[i].kernel, passes[i].number, launches);
    return status == gel_success && !contacts->list.share.isShared
               ? launchPass(contacts, opencl, gel_kernelBeginContacts, &number, launches)
               : status;
}

// A launch for all patches.
static gelStatus solveTogether(const gelContacts* contacts, const gelOpencl* opencl,
                               const StepParameters* step, int* launches)
{
    const int begins = contacts->list.share.isShared ? 0 : 1;
    const gelArgument numbers[] = {GEL_ARGUMENT(*step), GEL_ARGUMENT(begins)};
    return gelLaunchContact(opencl, &contacts->program, gel_kernelSolvePatches, launchName, numbers, 2,
                            contactArguments, countItems(contacts, gel_kernelSolvePatches), launches);
}

gelStatus gelBeginDeviceContacts(const gelContacts* contacts, const gelOpencl* opencl,
                                 const gelStepParameters* parameters, int* launches)
{
    const StepParameters step = gelRoundStep(parameters);
    const gelArgument number = GEL_ARGUMENT(step);
    gelStatus status = launchPass(contacts, opencl, gel_kernelUpdatePoints, NULL, launches);
    return status == gel_success ? launchPass(contacts, opencl, gel_kernelBeginContacts, &number, launches)
                                 : status;
}

gelStatus gelSolveDeviceContacts(const gelContacts* contacts, const gelOpencl* opencl,
                                 const gelStepParameters* parameters, int* launches)
{
    StepParameters step = gelRoundStep(parameters);
    const gelContactList* list = &contacts->list;
    gelStatus status = separateBodies(contacts, opencl, &step, launches);
    if (status != gel_success || list->contactCount == 0)
        return status;
    status = contacts->isSolvedByPasses ? solveByPasses(contacts, opencl, &step, launches)
                                        : solveTogether(contacts, opencl, &step, launches);
    return status == gel_success ? gelLaunchRestitution(&contacts->restitution, opencl, &contacts->program,
                                                        parameters, false, contactArguments, launches)
                                 : status;
}

gelStatus gelReadDeviceContacts(const gelContacts* contacts, const gelOpencl* opencl, gelPushedList* pushed)
{
    const gelContactList* list = &contacts->list;
    size_t count = (size_t)list->contactCount;
    pushed->count = 0;
    if (count == 0)
        return gel_success;
    ContactPush* pushes = gelAllocate(count, sizeof *pushes);
    if (pushes == NULL)
        return gelFailMemory(count, sizeof *pushes);
    cl_int error = gelReadBuffer(opencl, contacts->buffers[contact_buffer_pushes].buffer,
                                 count * sizeof *pushes, pushes);
    gelStatus status = error == CL_SUCCESS
                           ? gelCollectPushes(&contacts->search.tables, list, pushes, false, pushed)
                           : gelFailCl("reading the contacts' results", error);
    gelFree(pushes);
    return status;
}

gelStatus gelCopyDevicePushes(const gelContacts* contacts, const gelOpencl* opencl, const int* numbers,
                              int count, void* pushes, bool isWritten)
{
    const size_t all = (size_t)contacts->list.contactCount;
    const cl_mem buffer = contacts->buffers[contact_buffer_pushes].buffer;
    if (count == 0)
        return gel_success;
    ContactPush *here = gelAllocate(all, sizeof *here), *there = pushes;
    if (here == NULL)
        return gelFailMemory(all, sizeof *here);
    cl_int error = gelReadBuffer(opencl, buffer, all * sizeof *here, here);
    for (int i = 0; i < count && error == CL_SUCCESS; i++)
        memcpy(isWritten ? &here[numbers[i]] : &there[i], isWritten ? &there[i] : &here[numbers[i]],
               sizeof *here);
    if (isWritten && error == CL_SUCCESS)
        error = gelWriteBuffer(opencl, buffer, all * sizeof *here, here);
    gelFree(here);
    return error == CL_SUCCESS ? gel_success : gelFailCl("copying the contacts' results", error);
}
