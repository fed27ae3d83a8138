// Vectors of three doubles, with sums in a fixed order: for results whose bits must not depend on the
// compiler.
#pragma once

static inline double gelDot3(const double a[3], const double b[3])
{
    return (a[0] * b[0] + a[1] * b[1]) + a[2] * b[2];
}

static inline void gelSubtract3(const double a[3], const double b[3], double difference[3])
{
    for (int k = 0; k < 3; k++)
        difference[k] = a[k] - b[k];
}

static inline void gelCross3(const double a[3], const double b[3], double product[3])
{
    product[0] = a[1] * b[2] - a[2] * b[1];
    product[1] = a[2] * b[0] - a[0] * b[2];
    product[2] = a[0] * b[1] - a[1] * b[0];
}

// (a x b) . c
static inline double gelTripleProduct(const double a[3], const double b[3], const double c[3])
{
    double product[3];
    gelCross3(a, b, product);
    return gelDot3(product, c);
}

// v' = v + 2 w (q x v) + 2 q x (q x v) for a unit quaternion {q, w}.
static inline void gelRotate(const double q[4], const double v[3], double rotated[3])
{
    double t[3] = {2.0 * (q[1] * v[2] - q[2] * v[1]), 2.0 * (q[2] * v[0] - q[0] * v[2]),
                   2.0 * (q[0] * v[1] - q[1] * v[0])};
    rotated[0] = v[0] + q[3] * t[0] + (q[1] * t[2] - q[2] * t[1]);
    rotated[1] = v[1] + q[3] * t[1] + (q[2] * t[0] - q[0] * t[2]);
    rotated[2] = v[2] + q[3] * t[2] + (q[0] * t[1] - q[1] * t[0]);
}
