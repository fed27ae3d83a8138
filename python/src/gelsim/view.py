"""Positions without copies: the device writes them where NumPy or pyopencl reads them."""
import ctypes
import mmap
import types
import typing

import numpy as np

from . import _c
from ._arrays import Dependent, ref


def _page_block(count, columns):
    """A float32 array [count, columns] that begins on a page, so that a processor's device works in place."""
    block = mmap.mmap(-1, max(count * columns * 4, mmap.PAGESIZE))
    return np.frombuffer(block, np.float32, count * columns).reshape(count, columns)


def _capacity(count):
    """As GEL_SHARED_CAPACITY in gel/share.h."""
    return max((count + 15) // 16 * 16, 16)


def _update(view, with_speeds):
    view.check()
    bounds = _c.gelBounds()
    _c.gelSharedVertices_Update(view._shared, with_speeds, ref(bounds))
    return bounds


class View(Dependent):
    """The positions of all bodies, in order of creation, in one array that stays the same.

        view = world.view()
        world.step()
        view.update()           # now view.positions [vertices, 3] and view[body] have the new state

    `positions` is [vertices, 3] with a stride of 16 bytes; `packed` is the same memory as [vertices, 4]. The arrays
    outlive the view and its world. Once bodies come or go, update raises InvalidArgument, and a new view is needed.
    """

    lower: np.ndarray
    upper: np.ndarray
    speeds: typing.Any  # [vertices], m/s; None unless requested

    def __init__(self, world, speeds=False):
        count = world.counters().vertex_count
        capacity = _capacity(count)
        block, speed_block = _page_block(capacity, 4), _page_block(capacity, 1)
        self.packed, self.positions = block[:count], block[:count, :3]
        self.speeds = speed_block[:count, 0] if speeds else None
        definition = _c.gelSharedVerticesDef()
        definition.positions = block.ctypes.data_as(ctypes.POINTER(ctypes.c_float))
        definition.speeds = speed_block.ctypes.data_as(ctypes.POINTER(ctypes.c_float))
        definition.capacity = capacity
        self._shared = ctypes.POINTER(_c.gelSharedVertices)()
        _c.gelCreateSharedVertices(world.c, ref(definition), ref(self._shared))
        super().__init__(_c.gelDestroySharedVertices, self._shared, world, block, speed_block)
        self.update()

    def update(self):
        """Writes the current state to the arrays, and the bounding box to `lower` and `upper`."""
        bounds = _update(self, self.speeds is not None)
        self.lower = np.array([bounds.lower.x, bounds.lower.y, bounds.lower.z])
        self.upper = np.array([bounds.upper.x, bounds.upper.y, bounds.upper.z])
        return self

    def __getitem__(self, body):
        """The positions of one body."""
        first = body.first_vertex
        return self.positions[first:first + len(body)]

    def __dlpack__(self, **arguments):
        return self.packed.__dlpack__(**arguments)

    def __dlpack_device__(self):
        return self.packed.__dlpack_device__()


class DeviceView(Dependent):
    """Positions and speeds of all bodies in buffers of the OpenCL device, which no copy leaves.

        view = world.device_view()
        world.step()
        view.update()
        cl = view.to_pyopencl()         # cl.context, cl.queue, cl.positions, cl.speeds
        kernel(cl.queue, (len(view),), None, cl.positions)

    `context`, `queue`, `positions` and `speeds` are the addresses of OpenCL's objects as integers, for from_int_ptr.
    The positions are [vertices, 4] float32, x, y, z in m and 1, in order of creation; the speeds are [vertices], m/s.
    Only read them: to move vertices, assign to Body.positions. Once bodies come or go, a new view is needed.
    """

    def __init__(self, world):
        self._count = world.counters().vertex_count
        definition = _c.gelSharedVerticesDef()
        definition.onDevice, definition.capacity = True, _capacity(self._count)
        self._shared = ctypes.POINTER(_c.gelSharedVertices)()
        _c.gelCreateSharedVertices(world.c, ref(definition), ref(self._shared))
        super().__init__(_c.gelDestroySharedVertices, self._shared, world)
        self.update()

    def __len__(self):
        """The number of vertices."""
        return self._count

    def update(self):
        """Writes the current state to the buffers, and waits until it is there."""
        _update(self, True)
        objects = _c.gelOpenclVertices()
        _c.gelSharedVertices_GetOpencl(self._shared, ref(objects))
        self.context, self.queue, self.positions, self.speeds = (
            objects.context, objects.queue, objects.positions, objects.speeds)
        return self

    def to_pyopencl(self):
        """The objects of pyopencl for them, which remain valid as long as they are kept."""
        import pyopencl
        return types.SimpleNamespace(
            context=pyopencl.Context.from_int_ptr(self.context), queue=pyopencl.CommandQueue.from_int_ptr(self.queue),
            positions=pyopencl.Buffer.from_int_ptr(self.positions), speeds=pyopencl.Buffer.from_int_ptr(self.speeds))
