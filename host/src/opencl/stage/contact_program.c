#include "opencl/stage/contact_program.h"

static const char* const names[gel_contactKernelCount] = {
    "place_points",       "find_normals",        "box_clusters",   "box_bodies",     "box_clusters_of_tets",
    "count_hits",         "fill_hits",           "check_motion",   "check_hits",     "find_contact_normals",
    "sum_counts",         "start_hits",          "measure_motion", "lead_vertices",  "prepare_contacts",
    "begin_contacts",     "gather_awake",        "measure_gaps",   "split_vertices", "share_splits",
    "push_contacts",      "move_vertices",       "find_points",    "solve_patches",  "sum_momenta",
    "bounce_pairs_apart", "sum_kicks_of_bodies", "kick_vertices"};

static bool takesLanes(gelContactKernel kernel)
{
    return kernel >= gel_kernelLeadVertices && kernel <= gel_kernelSolvePatches;
}

// `asked` 0: chosen for the device. With vectors a work-item has as much to do as many without, and there are no
// barriers.
static size_t chooseSize(const gelOpencl* opencl, size_t asked, gelContactKernel kernel)
{
    bool isPatch = kernel == gel_kernelSolvePatches, isRun = kernel == gel_kernelSplitVertices ||
                                                             kernel == gel_kernelPushContacts ||
                                                             kernel == gel_kernelMoveVertices;
    bool hasLanes = takesLanes(kernel) && opencl->lanes > 1;
    size_t size = isPatch && opencl->info.kind == gel_deviceGpu ? 128 : 64;
    size_t max = (size_t)opencl->info.maxWorkGroupSize;
    if (hasLanes)
        size = isRun ? 4 : 16;
    if (asked > 0)
        size = asked;
    if (isPatch && hasLanes)
        size = 1;
    return max > 0 && size > max ? max : size;
}

gelStatus gelOpenContactProgram(const gelOpencl* opencl, size_t workGroupSize, gelContactProgram* program)
{
    const unsigned allKinds = ~0u;
    gelOpencl own = *opencl; // with these programs in place of the device's
    *program = (gelContactProgram){.lanes = opencl->lanes};
    gelStatus status = gelBuildProgram(opencl, "contact_search.cl", 1, allKinds, &program->search);
    if (status == gel_success)
        status = gelBuildProgram(opencl, "contact.cl", opencl->lanes, allKinds, &program->solve);
    for (gelContactKernel k = 0; k < gel_contactKernelCount && status == gel_success; k++) {
        own.program = takesLanes(k) ? program->solve : program->search;
        status =
            gelOpenGroupKernel(&own, names[k], chooseSize(opencl, workGroupSize, k), &program->kernels[k]);
    }
    if (status != gel_success)
        gelCloseContactProgram(program);
    return status;
}

void gelCloseContactProgram(gelContactProgram* program)
{
    for (int k = 0; k < gel_contactKernelCount; k++)
        if (program->kernels[k].kernel != NULL)
            clReleaseKernel(program->kernels[k].kernel);
    if (program->search != NULL)
        clReleaseProgram(program->search);
    if (program->solve != NULL)
        clReleaseProgram(program->solve);
    *program = (gelContactProgram){0};
}

gelStatus gelLaunchContact(const gelOpencl* opencl, const gelContactProgram* program, gelContactKernel kernel,
                           const char* name, const gelArgument* arguments, int argumentCount,
                           int firstArgument, int itemCount, int* launches)
{
    const gelGroupKernel* group = &program->kernels[kernel];
    if (itemCount == 0)
        return gel_success;
    *launches += 1;
    return gelLaunch(opencl, group->kernel, name, arguments, argumentCount, firstArgument, (size_t)itemCount,
                     group->workGroupSize);
}
