// Records of vertices as passes over the surface see them, one at a time. Plain C and OpenCL C.
#ifndef GEL_POINTS_H
#define GEL_POINTS_H

#ifdef GEL_DIALECT_OPENCL
typedef float4 Point;
#else
typedef struct Point {
    scalar x, y, z, w;
} Point;
#endif

#define TAKE_POINT(a)                                                                                        \
    {                                                                                                        \
        (a).x, (a).y, (a).z                                                                                  \
    }

#endif
