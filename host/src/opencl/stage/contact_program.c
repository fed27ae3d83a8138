#include "opencl/stage/contact_program.h"
#include "opencl/runtime/functions.h"

static const char* const names[gel_contactKernelCount] = {
    [gel_kernelPlacePoints] = "place_points",
    [gel_kernelFindNormals] = "find_normals",
    [gel_kernelBoxClusters] = "box_clusters",
    [gel_kernelBoxBodies] = "box_bodies",
    [gel_kernelBoxTets] = "box_clusters_of_tets",
    [gel_kernelCountLiveTurns] = "count_live_turns",
    [gel_kernelListLiveTurns] = "list_live_turns",
    [gel_kernelCountCandidates] = "count_candidates",
    [gel_kernelFillCandidates] = "fill_candidates",
    [gel_kernelCheckMotion] = "check_motion",
    [gel_kernelCheckCandidates] = "check_candidates",
    [gel_kernelContactNormals] = "find_contact_normals",
    [gel_kernelSumCounts] = "sum_counts",
    [gel_kernelStartCandidates] = "start_candidates",
    [gel_kernelMeasureMotion] = "measure_motion",
    [gel_kernelSumSeparations] = "sum_separations",
    [gel_kernelSeparateVertices] = "separate_vertices",
    [gel_kernelOfferPlanes] = "offer_planes",
    [gel_kernelRecordHolds] = "record_holds",
    [gel_kernelPrepareContacts] = "prepare_contacts",
    [gel_kernelBeginContacts] = "begin_contacts",
    [gel_kernelGatherAwake] = "gather_awake",
    [gel_kernelMeasureGaps] = "measure_gaps",
    [gel_kernelSplitMasses] = "split_masses",
    [gel_kernelSplitPoints] = "split_points",
    [gel_kernelSolveContacts] = "solve_contacts",
    [gel_kernelApplyCorrections] = "apply_corrections",
    [gel_kernelUpdatePoints] = "update_points",
    [gel_kernelSolvePatches] = "solve_patches",
    [gel_kernelSumMomenta] = "sum_momenta",
    [gel_kernelRestitutePairs] = "restitute_pairs",
    [gel_kernelSumKicks] = "sum_kicks_of_bodies",
    [gel_kernelKickVertices] = "kick_vertices",
};

static bool takesLanes(gelContactKernel kernel)
{
    return kernel >= gel_kernelSumSeparations && kernel <= gel_kernelSolvePatches;
}

// `asked` 0: chosen for the device. With vectors a work-item has as much to do as many without, and there are no
// barriers.
static size_t chooseSize(const gelOpencl* opencl, size_t asked, gelContactKernel kernel)
{
    bool isPatch = kernel == gel_kernelSolvePatches, isRun = kernel == gel_kernelSplitMasses ||
                                                             kernel == gel_kernelSolveContacts ||
                                                             kernel == gel_kernelApplyCorrections;
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
            gelCl.clReleaseKernel(program->kernels[k].kernel);
    if (program->search != NULL)
        gelCl.clReleaseProgram(program->search);
    if (program->solve != NULL)
        gelCl.clReleaseProgram(program->solve);
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
