// Questions with known answers, asked when a device is opened: does it compute what the reference computes?
#include "physics/vector.h"

// Each question is answered for each item into its own part of `answers`, `count` floats long. The last two come out
// otherwise where the compiler contracts a product and a sum to one rounding.
__kernel void answer_arithmetic(__global const float* a, __global const float* b, __global float* answers,
                                const int count)
{
    int i = (int)get_global_id(0);
    if (i >= count)
        return;
    answers[0 * count + i] = a[i] + b[i];
    answers[1 * count + i] = a[i] - b[i];
    answers[2 * count + i] = a[i] * b[i];
    answers[3 * count + i] = a[i] / b[i];
    answers[4 * count + i] = sqrt(a[i]);
    answers[5 * count + i] = a[i] * b[i] + a[i];
    answers[6 * count + i] = (a[i] * b[i] + b[i] * b[i]) - a[i] * a[i];
}

// Sizes of the types that host and device share, in bytes.
__kernel void answer_sizes(__global int* sizes)
{
    sizes[0] = (int)sizeof(int);
    sizes[1] = (int)sizeof(float);
    sizes[2] = (int)sizeof(float4);
    sizes[3] = (int)sizeof(real);
}
