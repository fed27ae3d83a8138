#include "opencl/runtime/kernel_source.h"
#include "backend/backend.h"
#include "base/core.h"
#include "files/source_file.h"

static void* resize(void* block, size_t size)
{
    return gelResize(block, size, 1);
}

gelStatus gelExpandKernelSource(const char* name, char** text)
{
    const gelSourceFiles kernels = {.embedded = &gelEmbeddedKernels,
                                    .kind = "kernels",
                                    .variable = "GEL_KERNEL_DIR",
                                    .resize = resize,
                                    .release = gelFree};
    char problem[2304];
    gelSource source;
    gelSourceResult result = gelReadSource(&kernels, name, &source, problem, sizeof problem);
    *text = source.text;
    if (result != gel_sourceRead)
        return gelFail(result == gel_sourceNoMemory ? gel_outOfMemory : gel_fileError, "%s", problem);
    gelFree(source.names);
    return gel_success;
}

uint64_t gelHashKernels(void)
{
    uint64_t hash = GEL_HASH_START;
    for (int i = 0; i < gelEmbeddedKernels.count; i++)
        hash = gelHashBytes(hash, gelEmbeddedKernels.files[i].text, gelEmbeddedKernels.files[i].size);
    return hash;
}
