// Vertices for drawing: gel/share.h on an OpenCL device.
#pragma once

#include "gel/share.h"
#include "opencl/runtime/buffer.h"

// The target of vertices for drawing: the kernels, and OpenCL's view of the target.
typedef struct gelOpenclShare gelOpenclShare;
gelStatus gelOpenShare(const gelOpencl* opencl, const gelSharedVerticesDef* def, gelOpenclShare** share);
gelStatus gelOpenclShare_Write(gelOpenclShare* share, const gelDeviceState* state, int vertexCount,
                               bool withSpeeds, gelBounds* bounds);
gelOpenclVertices gelOpenclShare_GetObjects(const gelOpenclShare* share);
void gelCloseShare(gelOpenclShare* share);
