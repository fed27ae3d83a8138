// Defines what OpenCL C gives kernels, for clang's OpenCL front end and a processor; included before a kernel file. A
// work-group is one work-item, so barriers do nothing; its number is a parameter that cmake/native_kernels.cmake gives
// each kernel.
#define GEL_NATIVE
#define get_global_id(dimension) gel_item
#define get_group_id(dimension) gel_item
#define get_global_size(dimension) gel_items
#define get_local_id(dimension) 0
#define get_local_size(dimension) 1
#define barrier(fences) ((void)0)

#define INFINITY __builtin_inff()

// Everything is inlined, as OpenCL's compilers do: a call would pass vectors through memory.
#ifdef GEL_SMALL // for pages: the compiler chooses
#define inline __inline__
#else
#define inline __inline__ __attribute__((always_inline))
#endif
#define OVERLOADED static inline __attribute__((overloadable))
typedef unsigned int uint;
typedef __SIZE_TYPE__ size_t;
typedef float float2 __attribute__((ext_vector_type(2)));
typedef int int2 __attribute__((ext_vector_type(2)));

#define VECTORS(width)                                                                                       \
    typedef float float##width __attribute__((ext_vector_type(width)));                                      \
    typedef int int##width __attribute__((ext_vector_type(width)));                                          \
    OVERLOADED float##width vload##width(size_t i, __global const float* from)                               \
    {                                                                                                        \
        float##width value;                                                                                  \
        __builtin_memcpy(&value, from + i * width, sizeof value);                                            \
        return value;                                                                                        \
    }                                                                                                        \
    OVERLOADED int##width vload##width(size_t i, __global const int* from)                                   \
    {                                                                                                        \
        int##width value;                                                                                    \
        __builtin_memcpy(&value, from + i * width, sizeof value);                                            \
        return value;                                                                                        \
    }                                                                                                        \
    OVERLOADED void vstore##width(float##width value, size_t i, __global float* to)                          \
    {                                                                                                        \
        __builtin_memcpy(to + i * width, &value, sizeof value);                                              \
    }                                                                                                        \
    OVERLOADED void vstore##width(int##width value, size_t i, __global int* to)                              \
    {                                                                                                        \
        __builtin_memcpy(to + i * width, &value, sizeof value);                                              \
    }
VECTORS(4)
VECTORS(8)
VECTORS(16)

OVERLOADED float sqrt(float a)
{
    return __builtin_sqrtf(a);
}
// LLVM's name stands for the instruction. Vectors wider than those of the processor are taken in halves.
#define SQRT(width)                                                                                          \
    __attribute__((overloadable)) float##width sqrt(float##width a) __asm("llvm.sqrt.v" #width "f32");
#define SQRT_OF_HALVES(width)                                                                                \
    OVERLOADED float##width sqrt(float##width a)                                                             \
    {                                                                                                        \
        return (float##width)(sqrt(a.lo), sqrt(a.hi));                                                       \
    }
SQRT(4)
#ifdef __AVX__
SQRT(8)
#else
SQRT_OF_HALVES(8)
#endif
#ifdef __AVX512F__
SQRT(16)
#else
SQRT_OF_HALVES(16)
#endif

// Whether the highest bit of any component is set, as after a comparison.
OVERLOADED int any(int4 a)
{
    return (a.x | a.y | a.z | a.w) < 0;
}
OVERLOADED int any(int8 a)
{
    return any(a.lo | a.hi);
}
OVERLOADED int any(int16 a)
{
    return any(a.lo | a.hi);
}

OVERLOADED int min(int a, int b)
{
    return a < b ? a : b;
}
OVERLOADED int max(int a, int b)
{
    return a > b ? a : b;
}
OVERLOADED float floor(float a)
{
    return __builtin_floorf(a);
}
OVERLOADED int popcount(int a)
{
    return __builtin_popcount((unsigned)a);
}
OVERLOADED int add_sat(int a, int b)
{
    long sum = (long)a + b;
    return sum > 2147483647 ? 2147483647 : sum < -2147483647 - 1 ? -2147483647 - 1 : (int)sum;
}
