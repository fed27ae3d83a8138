#include "draw/matrix.h"

#include <math.h>

gelVec3 gelAdd(gelVec3 a, gelVec3 b)
{
    return (gelVec3){a.x + b.x, a.y + b.y, a.z + b.z};
}

gelVec3 gelSubtract(gelVec3 a, gelVec3 b)
{
    return (gelVec3){a.x - b.x, a.y - b.y, a.z - b.z};
}

gelVec3 gelScale(gelVec3 a, float s)
{
    return (gelVec3){a.x * s, a.y * s, a.z * s};
}

gelVec3 gelCross(gelVec3 a, gelVec3 b)
{
    return (gelVec3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

float gelDot(gelVec3 a, gelVec3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

gelVec3 gelNormalise(gelVec3 a)
{
    float length = sqrtf(gelDot(a, a));
    return length > 0.0f ? gelScale(a, 1.0f / length) : (gelVec3){0.0f, 1.0f, 0.0f};
}

gelMatrix gelMultiply(gelMatrix a, gelMatrix b)
{
    gelMatrix product = {{0}};
    for (int column = 0; column < 4; column++)
        for (int row = 0; row < 4; row++)
            for (int k = 0; k < 4; k++)
                product.m[4 * column + row] += a.m[4 * k + row] * b.m[4 * column + k];
    return product;
}

gelMatrix gelLookAt(gelVec3 eye, gelVec3 target, gelVec3 up)
{
    gelVec3 z = gelNormalise(gelSubtract(eye, target));
    gelVec3 x = gelNormalise(gelCross(up, z));
    gelVec3 y = gelCross(z, x);
    return (gelMatrix){{x.x, y.x, z.x, 0.0f, x.y, y.y, z.y, 0.0f, x.z, y.z, z.z, 0.0f, -gelDot(x, eye),
                        -gelDot(y, eye), -gelDot(z, eye), 1.0f}};
}

gelMatrix gelPerspective(float verticalAngle, float aspect, float nearest, float furthest)
{
    float f = 1.0f / tanf(verticalAngle * 0.5f);
    float depth = nearest - furthest;
    return (gelMatrix){{f / aspect, 0, 0, 0, 0, f, 0, 0, 0, 0, (furthest + nearest) / depth, -1.0f, 0, 0,
                        2.0f * furthest * nearest / depth, 0}};
}

gelMatrix gelOrthographic(gelVec3 lower, gelVec3 upper)
{
    gelVec3 size = gelSubtract(upper, lower);
    gelVec3 sum = gelAdd(upper, lower);
    return (gelMatrix){{2.0f / size.x, 0, 0, 0, 0, 2.0f / size.y, 0, 0, 0, 0, -2.0f / size.z, 0,
                        -sum.x / size.x, -sum.y / size.y, sum.z / size.z, 1.0f}};
}

// Gauss-Jordan elimination with partial pivoting.
gelMatrix gelInvert(gelMatrix a)
{
    float rows[4][8] = {{0}};
    gelMatrix inverse = {{0}};
    for (int i = 0; i < 4; i++) {
        for (int k = 0; k < 4; k++)
            rows[i][k] = a.m[4 * k + i];
        rows[i][4 + i] = 1.0f;
    }
    for (int column = 0; column < 4; column++) {
        int pivot = column;
        for (int i = column + 1; i < 4; i++)
            if (fabsf(rows[i][column]) > fabsf(rows[pivot][column]))
                pivot = i;
        if (!(fabsf(rows[pivot][column]) > 0.0f))
            return inverse;
        for (int k = 0; k < 8; k++) {
            float swapped = rows[pivot][k];
            rows[pivot][k] = rows[column][k];
            rows[column][k] = swapped;
        }
        float divisor = rows[column][column];
        for (int k = 0; k < 8; k++)
            rows[column][k] /= divisor;
        for (int i = 0; i < 4; i++) {
            float factor = i == column ? 0.0f : rows[i][column];
            for (int k = 0; k < 8; k++)
                rows[i][k] -= factor * rows[column][k];
        }
    }
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 4; k++)
            inverse.m[4 * k + i] = rows[i][4 + k];
    return inverse;
}
