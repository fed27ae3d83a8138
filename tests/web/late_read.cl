// Reads a number, changes it by another name, and fills a vector with what was read.
__kernel void late_read(__global float* number, __global float* same_number, __global float* filled)
{
    float before = *number;
    *same_number = 2.0f;
    vstore8((float8)before, 0, filled);
}
