#include "opencl/contacts.h"
#include "opencl/error.h"
#include "opencl/kept_hits.h"
#include "opencl/parameters.h"
#include "contact_passes.h"

_Static_assert(sizeof(ContactPush) == gel_pushReals * sizeof(real), "a push is not what is read");

enum { contactBuffers = 14 };

static const char* const launchName = "contact";

gelStatus gelOpenContacts(const gelOpencl* opencl, size_t workGroupSize, gelContacts* contacts)
{
    // On two processor cores launches cost as much as the second core gains at 500 contacts, half of those listed.
    contacts->mostTogether = opencl->info.kind == gel_deviceCpu ? 1024 : 2048;
    return gelOpenContactProgram(opencl, workGroupSize, &contacts->program);
}

void gelClearContactsPlan(gelContacts* contacts)
{
    gelGrownBuffer* buffers[] = {&contacts->contacts,    &contacts->points, &contacts->vertices,
                                 &contacts->corners,     &contacts->work,   &contacts->pushes,
                                 &contacts->gaps,        &contacts->split,  &contacts->awake,
                                 &contacts->awakeCounts, &contacts->leads};
    for (size_t i = 0; i < sizeof buffers / sizeof buffers[0]; i++)
        gelReleaseGrown(buffers[i]);
    gelClearDeviceBounces(&contacts->bounces);
    gelClearSearch(&contacts->search);
    gelClearContactList(&contacts->list);
    contacts->planned = false;
}

void gelCloseContacts(gelContacts* contacts)
{
    gelClearContactsPlan(contacts);
    gelCloseContactProgram(&contacts->program);
}

void gelSwapContactPrograms(gelContacts* a, gelContacts* b)
{
    gelContactProgram program = a->program;
    int mostTogether = a->mostTogether;
    a->program = b->program;
    a->mostTogether = b->mostTogether;
    b->program = program;
    b->mostTogether = mostTogether;
    gelDropKeptHits(&a->search.kept); // other kernels may find other hits
    gelDropKeptHits(&b->search.kept);
}

gelStatus gelBindContacts(const gelContacts* contacts, const gelDeviceState* state)
{
    cl_mem buffers[contactBuffers] = {contacts->contacts.buffer, gelSearchNear(&contacts->search),
                                      contacts->points.buffer,   contacts->vertices.buffer,
                                      contacts->corners.buffer,  gelSearchNormals(&contacts->search),
                                      contacts->work.buffer,     contacts->pushes.buffer,
                                      contacts->gaps.buffer,     contacts->split.buffer,
                                      contacts->awake.buffer,    contacts->awakeCounts.buffer,
                                      state->position,           state->velocity};
    cl_int error = CL_SUCCESS;
    cl_mem leads[] = {state->position, contacts->leads.buffer};
    if (!gelHasContacts(&contacts->list))
        return gel_success;
    error = gelSetBuffers(contacts->program.kernels[gel_kernelLeadVertices].kernel, leads, 2, 0);
    for (int k = gel_kernelBeginContacts; k < gel_contactKernelCount && error == CL_SUCCESS; k++)
        error = gelSetBuffers(contacts->program.kernels[k].kernel, buffers, contactBuffers, 0);
    if (error == CL_SUCCESS)
        error = gelBindBounces(&contacts->bounces, &contacts->program, contactBuffers);
    return error == CL_SUCCESS ? gel_success : gelFailCl("setting kernel arguments", error);
}

static gelStatus plan(gelContacts* contacts, const gelOpencl* opencl, const gelDeviceState* state,
                      const gelPlan* bodies, uint64_t* bytes)
{
    gelStatus status = gelPlanSearch(opencl, state, bodies, bytes, &contacts->search);
    if (status != gel_success)
        return status;
    status = gelCreateContactList(&contacts->search.tables, bodies->vertexCount, &contacts->list);
    contacts->planned = status == gel_success;
    if (status != gel_success)
        gelClearSearch(&contacts->search);
    return status;
}

// The host does not change the list before the next search, which waits for the device.
static gelStatus writeList(gelContacts* contacts, const gelOpencl* opencl, uint64_t* bytes)
{
    const gelContactList* list = &contacts->list;
    const struct {
        gelGrownBuffer* buffer;
        const void* content; // NULL: none yet
        size_t size;
    } rows[] = {
        {&contacts->contacts, list->contacts, (size_t)list->contactCount * sizeof *list->contacts},
        {&contacts->points, list->points, (size_t)list->pointCount * sizeof *list->points},
        {&contacts->vertices, list->vertices, (size_t)list->vertexCount * sizeof *list->vertices},
        {&contacts->corners, list->corners, (size_t)list->cornerCount * sizeof *list->corners},
        {&contacts->leads, list->leads, (size_t)list->leadCount * sizeof *list->leads},
        {&contacts->work, NULL, (size_t)list->contactCount * sizeof(ContactWork)},
        {&contacts->pushes, NULL, (size_t)list->contactCount * sizeof(ContactPush)},
        {&contacts->gaps, NULL, (size_t)list->contactCount * sizeof(real)},
        {&contacts->split, NULL, (size_t)list->vertexCount * sizeof(real)},
        {&contacts->awake, NULL, (size_t)list->cornerCount * sizeof(int)},
        {&contacts->awakeCounts, NULL, (size_t)list->vertexCount * sizeof(int)},
    };
    gelStatus status = gel_success;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0] && status == gel_success; i++) {
        status = gelReserveBuffer(opencl, rows[i].size, bytes, rows[i].buffer);
        if (status != gel_success || rows[i].content == NULL || rows[i].size == 0)
            continue;
        cl_int error = clEnqueueWriteBuffer(opencl->queue, rows[i].buffer->buffer, CL_FALSE, 0, rows[i].size,
                                            rows[i].content, 0, NULL, NULL);
        if (error != CL_SUCCESS)
            status = gelFailCl("writing the contacts", error);
    }
    return status;
}

// Of the surfaces in contact, where the list is that of an earlier frame.
static gelStatus findNormals(const gelContacts* contacts, const gelSearchContext* context)
{
    int count = contacts->list.pointCount;
    const gelArgument numbers[] = {GEL_ARGUMENT(count)};
    return gelLaunchSearch(&contacts->search, context, gel_kernelContactNormals, &contacts->points.buffer, 1,
                           numbers, 1, count);
}

// Finds the hits of the step, and lists their contacts, or takes the list of an earlier frame.
static gelStatus listContacts(gelContacts* contacts, const gelSearchContext* context,
                              const gelStepParameters* parameters, int substepCount, const double* masses)
{
    gelDeviceSearch* search = &contacts->search;
    gelFindings findings;
    gelStatus status = gelSearchHits(search, context, parameters, substepCount, &findings);
    findings.masses = masses;
    bool isNew = search->kept.frames == 0;
    if (status == gel_success && isNew)
        status = gelFillContactList(&search->tables, &findings, &contacts->list);
    if (status != gel_success || !gelHasContacts(&contacts->list))
        return status;
    return isNew ? writeList(contacts, context->opencl, context->bytes) : findNormals(contacts, context);
}

static gelStatus listBounces(gelContacts* contacts, const gelOpencl* opencl, const gelDeviceState* state,
                             const double* masses, const gelStepParameters* parameters,
                             const gelBounceStates* lasting, uint64_t* bytes)
{
    double ground = parameters->has_ground > 0.0 ? parameters->restitution : 0.0;
    gelStatus status = gelListBounces(&contacts->search.tables, &contacts->list, masses, ground, lasting,
                                      &contacts->bounces.list);
    return status == gel_success ? gelWriteBounces(&contacts->bounces, opencl, state, bytes) : status;
}

gelStatus gelFindDeviceContacts(gelContacts* contacts, const gelOpencl* opencl, const gelDeviceState* state,
                                const gelPlan* bodies, const gelStepParameters* parameters, int substepCount,
                                const double* masses, const gelBounceStates* bounces, uint64_t* bytes,
                                int* launches)
{
    StepParameters step = gelRoundStep(parameters);
    gelStatus status = contacts->planned ? gel_success : plan(contacts, opencl, state, bodies, bytes);
    if (status != gel_success)
        return status;
    const gelSearchContext context = {opencl, state, &contacts->program, bytes, launches};
    status = listContacts(contacts, &context, parameters, substepCount, masses);
    if (status == gel_success)
        status = listBounces(contacts, opencl, state, masses, parameters, bounces, bytes);
    if (status != gel_success)
        gelDropKeptHits(&contacts->search.kept); // there may be no contacts that belong to it
    if (status != gel_success || !gelHasContacts(&contacts->list))
        return status;
    status = gelBindContacts(contacts, state);
    const cl_int startsStep = 1;
    const gelArgument numbers[] = {GEL_ARGUMENT(step), GEL_ARGUMENT(contacts->list.contactCount),
                                   GEL_ARGUMENT(startsStep)};
    if (status == gel_success)
        status = gelLaunchContact(opencl, &contacts->program, gel_kernelBeginContacts, launchName, numbers, 3,
                                  contactBuffers, contacts->list.contactCount, launches);
    return status == gel_success ? gelLaunchBounces(&contacts->bounces, opencl, &contacts->program,
                                                    parameters, true, contactBuffers, launches)
                                 : status;
}

static gelStatus leadBodies(const gelContacts* contacts, const gelOpencl* opencl, const StepParameters* step,
                            int* launches)
{
    gelStatus status = gel_success;
    for (int i = 0; i < contacts->list.leadCount && status == gel_success; i++) {
        const gelArgument numbers[] = {GEL_ARGUMENT(*step), GEL_ARGUMENT(i)};
        status = gelLaunchContact(opencl, &contacts->program, gel_kernelLeadVertices, launchName, numbers, 2,
                                  2, contacts->list.leads[i].vertex_count, launches);
    }
    return status;
}

// A launch per pass.
static gelStatus solveByPasses(const gelContacts* contacts, const gelOpencl* opencl,
                               const StepParameters* step, int* launches)
{
    const int contactCount = contacts->list.contactCount, vertexCount = contacts->list.vertexCount;
    const cl_int startsStep = 0;
    const gelArgument perContact[] = {GEL_ARGUMENT(*step), GEL_ARGUMENT(contactCount),
                                      GEL_ARGUMENT(startsStep)};
    const gelArgument perVertex[] = {GEL_ARGUMENT(*step), GEL_ARGUMENT(vertexCount)};
    const struct {
        gelContactKernel kernel;
        const gelArgument* numbers;
        int numberCount, itemCount;
    } passes[] = {{gel_kernelMeasureGaps, perContact + 1, 1, contactCount},
                  {gel_kernelSplitVertices, perVertex + 1, 1, vertexCount},
                  {gel_kernelPushContacts, perContact + 1, 1, contactCount},
                  {gel_kernelMoveVertices, perVertex, 2, vertexCount},
                  {gel_kernelBeginContacts, perContact, 3, contactCount}};
    gelStatus status = gel_success;
    status = gelLaunchContact(opencl, &contacts->program, gel_kernelListAwake, launchName, perVertex + 1, 1,
                              contactBuffers, vertexCount, launches);
    for (int i = 0; i <= 4 * contact_iterations && status == gel_success; i++) {
        int pass = i < 4 * contact_iterations ? i % 4 : 4;
        status = gelLaunchContact(opencl, &contacts->program, passes[pass].kernel, launchName,
                                  passes[pass].numbers, passes[pass].numberCount, contactBuffers,
                                  passes[pass].itemCount, launches);
    }
    return status;
}

// One work-group does all passes.
static gelStatus solveTogether(const gelContacts* contacts, const gelOpencl* opencl,
                               const StepParameters* step, int* launches)
{
    const gelContactList* list = &contacts->list;
    const gelArgument numbers[] = {GEL_ARGUMENT(*step), GEL_ARGUMENT(list->contactCount),
                                   GEL_ARGUMENT(list->vertexCount)};
    int oneGroup = (int)contacts->program.kernels[gel_kernelSolveTogether].workGroupSize;
    return gelLaunchContact(opencl, &contacts->program, gel_kernelSolveTogether, launchName, numbers, 3,
                            contactBuffers, oneGroup, launches);
}

gelStatus gelSolveDeviceContacts(const gelContacts* contacts, const gelOpencl* opencl,
                                 const gelStepParameters* parameters, int* launches)
{
    StepParameters step = gelRoundStep(parameters);
    const gelContactList* list = &contacts->list;
    gelStatus status = leadBodies(contacts, opencl, &step, launches);
    if (status != gel_success || list->contactCount == 0)
        return status;
    status = list->contactCount > contacts->mostTogether ? solveByPasses(contacts, opencl, &step, launches)
                                                         : solveTogether(contacts, opencl, &step, launches);
    return status == gel_success ? gelLaunchBounces(&contacts->bounces, opencl, &contacts->program,
                                                    parameters, false, contactBuffers, launches)
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
    cl_int error = clEnqueueReadBuffer(opencl->queue, contacts->pushes.buffer, CL_TRUE, 0,
                                       count * sizeof *pushes, pushes, 0, NULL, NULL);
    gelStatus status = error == CL_SUCCESS
                           ? gelCollectPushes(&contacts->search.tables, list, pushes, false, pushed)
                           : gelFailCl("reading what the contacts did", error);
    gelFree(pushes);
    return status;
}
