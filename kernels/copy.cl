// Copies memory only: the yardstick for stepping. A work-item copies 64 bytes if it has lanes, 16 if it is
// one lane among many.
#if GEL_LANES > 1
typedef float16 CopyBlock;
#else
typedef float4 CopyBlock;
#endif

__kernel void copy_blocks(__global const CopyBlock* from, __global CopyBlock* to, const int count)
{
    int block = (int)get_global_id(0);
    if (block < count)
        to[block] = from[block];
}
