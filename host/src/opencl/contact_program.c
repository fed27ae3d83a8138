#include "opencl/contact_program.h"

static const char* const names[gel_contactKernelCount] = {"place_points",
                                                          "find_normals",
                                                          "box_clusters",
                                                          "box_bodies",
                                                          "box_clusters_of_tets",
                                                          "count_hits",
                                                          "fill_hits",
                                                          "check_motion",
                                                          "check_hits",
                                                          "find_contact_normals",
                                                          "sum_counts",
                                                          "start_hits",
                                                          "measure_motion",
                                                          "lead_vertices",
                                                          "begin_contacts",
                                                          "measure_gaps",
                                                          "list_awake_corners",
                                                          "split_vertices",
                                                          "push_contacts",
                                                          "move_vertices",
                                                          "solve_contacts_together",
                                                          "sum_momenta",
                                                          "bounce_pairs_apart",
                                                          "sum_kicks_of_bodies",
                                                          "kick_vertices"};

static size_t chooseSize(const gelOpencl* opencl, gelContactKernel kernel)
{
    bool isGpu = opencl->info.kind == gel_deviceGpu;
    size_t size = kernel == gel_kernelSolveTogether && isGpu ? 256 : 64,
           most = (size_t)opencl->info.maxWorkGroupSize;
    return most > 0 && size > most ? most : size;
}

gelStatus gelOpenContactProgram(const gelOpencl* opencl, size_t workGroupSize, gelContactProgram* program)
{
    const unsigned allKinds = ~0u;
    gelOpencl own = *opencl; // with this program in place of the device's
    *program = (gelContactProgram){0};
    gelStatus status = gelBuildProgram(opencl, "contact.cl", 1, allKinds, &program->program);
    own.program = program->program;
    for (gelContactKernel k = 0; k < gel_contactKernelCount && status == gel_success; k++)
        status = gelOpenGroupKernel(&own, names[k], workGroupSize > 0 ? workGroupSize : chooseSize(opencl, k),
                                    &program->kernels[k]);
    if (status != gel_success)
        gelCloseContactProgram(program);
    return status;
}

void gelCloseContactProgram(gelContactProgram* program)
{
    for (int k = 0; k < gel_contactKernelCount; k++)
        if (program->kernels[k].kernel != NULL)
            clReleaseKernel(program->kernels[k].kernel);
    if (program->program != NULL)
        clReleaseProgram(program->program);
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
