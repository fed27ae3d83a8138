// One row per buffer. A family of kernels lists its buffers once, in a header of its own:
//
//     ROW(member, type, count, content)
//
//     member     its name in the set that the passes take, in kernels and in the enumeration
//     type       of an element; `const` where kernels only read it
//     count      the number of elements    } expressions of the host, for the function that writes
//     content    what the host writes      } the buffers; NULL: kernels fill it
//
// The members, the parameters of kernels, the set within a kernel, the numbers of kernel arguments,
// and the sizes and contents on the host are generated from the rows. The order of rows has no
// meaning. Plain C and OpenCL C.
#ifndef GEL_BUFFERS_H
#define GEL_BUFFERS_H

#define BUFFER_MEMBER(member, type, count, content) MEMORY type* member;
#define BUFFER_PARAMETER(member, type, count, content) __global type *member,
#define BUFFER_VALUE(member, type, count, content) .member = member,

#endif
