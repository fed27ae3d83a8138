#include "common/processor.h"

#include <string.h>

#if defined(__x86_64__) || defined(__i386__)
#include <cpuid.h>

typedef struct Instructions {
    const char* name;
    unsigned edx1, ebx7; // bits of the processor's answers to the questions 1 and 7
    unsigned registers;  // bits of XCR0
} Instructions;

// The registers that the system keeps for each thread: the low half of XCR0.
static unsigned keptRegisters(unsigned ecx1)
{
    unsigned low, high;
    if ((ecx1 & bit_OSXSAVE) == 0)
        return 0;
    __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return low;
}

bool gelHasInstructions(const char* name)
{
    static const Instructions rows[] = {
        {"sse2", bit_SSE2, 0, 0},
        {"avx2", 0, bit_AVX2, 0x06},
        {"avx512", 0, bit_AVX512F | bit_AVX512DQ | bit_AVX512BW | bit_AVX512VL, 0xe6},
    };
    unsigned eax, ebx, ecx1, edx1, ebx7 = 0, ecx, edx;
    if (!__get_cpuid(1, &eax, &ebx, &ecx1, &edx1))
        return false;
    if (!__get_cpuid_count(7, 0, &eax, &ebx7, &ecx, &edx))
        ebx7 = 0;
    unsigned registers = keptRegisters(ecx1);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (strcmp(rows[i].name, name) == 0)
            return (edx1 & rows[i].edx1) == rows[i].edx1 && (ebx7 & rows[i].ebx7) == rows[i].ebx7 &&
                   (registers & rows[i].registers) == rows[i].registers;
    return false;
}
#else
bool gelHasInstructions(const char* name)
{
#ifdef __aarch64__
    return strcmp(name, "neon") == 0; // which it always has
#elif defined(__wasm__)
    return strcmp(name, "simd128") == 0; // else the module would not have been loaded
#else
    (void)name;
    return false;
#endif
}
#endif
