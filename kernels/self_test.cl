// The self-test of a device: does it compute what the reference computes?
#include "lanes.h"
#include "physics/parameters.h"
#include "tables.h"

// Each question is answered for each item in its own part of `answers`, `count` floats long; `count` is a
// multiple of GEL_LANES. The last two answers differ if the compiler contracts a product and a sum into one
// rounding.
__kernel void answer_arithmetic(__global const float* first, __global const float* second,
                                __global float* answers, const int count)
{
    int item = (int)get_global_id(0) * GEL_LANES;
    if (item >= count)
        return;
    real a = load_real(first, item), b = load_real(second, item);
    store_real(answers, 0 * count + item, a + b);
    store_real(answers, 1 * count + item, a - b);
    store_real(answers, 2 * count + item, a * b);
    store_real(answers, 3 * count + item, a / b);
    store_real(answers, 4 * count + item, real_sqrt(a));
    store_real(answers, 5 * count + item, a * b + a);
    store_real(answers, 6 * count + item, (a * b + b * b) - a * a);
}

// Sizes of the types that host and device share, in bytes.
__kernel void answer_sizes(__global int* sizes)
{
    sizes[0] = (int)sizeof(int);
    sizes[1] = (int)sizeof(float);
    sizes[2] = (int)sizeof(float4);
    sizes[3] = (int)sizeof(real);
    sizes[4] = (int)sizeof(StepParameters);
    sizes[5] = (int)sizeof(BodyClass);
    sizes[6] = (int)sizeof(Tile);
}

// A loop with as many iterations as the first number says, and a result that no compiler can predict: a
// driver may end long loops silently.
__kernel void answer_turns(__global const uint* question, __global uint* answer)
{
    int turns = (int)question[0];
    uint sum = question[1];
    for (int i = 0; i < turns; i++)
        sum = sum * question[2] + question[3 + (sum >> 31)];
    answer[0] = sum;
}
