// What an OpenCL driver of a GPU supplies, for looking at kernels without one: clang compiles for its targets but has no
// library of OpenCL's functions. Included before the kernels by scripts/gpu_report.sh and tests/stacks/kernel_lint.sh.
#define BUILTIN __attribute__((overloadable, always_inline))

// Correctly rounded where -cl-fp32-correctly-rounded-divide-sqrt is given.
BUILTIN __attribute__((const)) float sqrt(float x)
{
    return __builtin_sqrtf(x);
}

#if defined(__NVPTX__)
#define OF_DIMENSION_0(function, value)                                                                      \
    BUILTIN __attribute__((const)) size_t function(uint dimension)                                           \
    {                                                                                                        \
        return dimension == 0 ? (size_t)(value) : 0;                                                         \
    }
#define TID __nvvm_read_ptx_sreg_tid_x()
#define NTID __nvvm_read_ptx_sreg_ntid_x()
#define CTAID __nvvm_read_ptx_sreg_ctaid_x()
#define NCTAID __nvvm_read_ptx_sreg_nctaid_x()
OF_DIMENSION_0(get_local_id, TID)
OF_DIMENSION_0(get_local_size, NTID)
OF_DIMENSION_0(get_group_id, CTAID)
OF_DIMENSION_0(get_num_groups, NCTAID)
OF_DIMENSION_0(get_global_id, CTAID* NTID + TID)
OF_DIMENSION_0(get_global_size, NCTAID* NTID)
BUILTIN void barrier(cl_mem_fence_flags flags)
{
    (void)flags;
    __syncthreads();
}
#endif
