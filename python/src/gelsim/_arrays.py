"""Between NumPy and C: arrays, records, handles that are released once, and long calls that can be interrupted."""
import contextlib
import ctypes
import os
import re
import types
import weakref

import numpy as np

from . import _c
from .errors import InvalidArgument, InvalidHandle

ref = ctypes.byref


def snake(name):
    """substepCount -> substep_count, ground.friction -> ground_friction"""
    return re.sub(r"(?<=[a-z0-9])([A-Z])", lambda match: "_" + match.group(1).lower(), name).replace(".", "_")


def text(value):
    return value.decode("utf-8", "replace") if value is not None else ""


def floats(values, columns=1, count=None, name="values"):
    """A contiguous float32 array [n] or [n, columns], checked against the expected count."""
    array = np.ascontiguousarray(values, np.float32)
    if columns > 1 and (array.ndim != 2 or array.shape[1] != columns):
        raise InvalidArgument(f"{name}: expected an array of shape [n, {columns}], found {list(array.shape)}")
    if columns == 1 and array.ndim != 1:
        raise InvalidArgument(f"{name}: expected an array of shape [n], found {list(array.shape)}")
    if count is not None and len(array) != count:
        raise InvalidArgument(f"{name}: expected {count} rows, found {len(array)}")
    return array


def integers(values, columns=1, name="values"):
    """A contiguous int32 array [n] or [n, columns]."""
    array = np.asarray(values)
    if array.size and not np.issubdtype(array.dtype, np.integer):
        raise InvalidArgument(f"{name}: expected integers, found {array.dtype}")
    array = np.ascontiguousarray(array, np.int32)
    if columns > 1 and (array.ndim != 2 or array.shape[1] != columns):
        raise InvalidArgument(f"{name}: expected an array of shape [n, {columns}], found {list(array.shape)}")
    return array


def indices(values, name="vertices"):
    """Numbers of vertices, given as numbers or as a mask of booleans."""
    array = np.asarray(values)
    return integers(np.flatnonzero(array) if array.dtype == bool else array.reshape(-1), name=name)


_POINTERS = {np.dtype(kind): ctypes.POINTER(of_c) for kind, of_c in (
    (np.float32, ctypes.c_float), (np.float64, ctypes.c_double), (np.int32, ctypes.c_int), (bool, ctypes.c_bool),
    (np.uint64, ctypes.c_uint64))}


def pointer(array):
    return array.ctypes.data_as(_POINTERS[array.dtype])


def borrow(address, shape, owner, kind=np.float32):
    """A read-only array over memory of C, which keeps its owner alive."""
    count = int(np.prod(shape))
    if not address or count == 0:
        return np.zeros(shape, kind)
    block = (ctypes.c_char * (count * np.dtype(kind).itemsize)).from_address(ctypes.addressof(address.contents))
    block.owner = owner
    array = np.frombuffer(block, kind).reshape(shape)
    array.flags.writeable = False
    return array


def vector(value):
    x, y, z = (float(part) for part in value)
    return _c.gelVec3(x, y, z)


def quaternion(value):
    x, y, z, w = (float(part) for part in value)
    return _c.gelQuat(x, y, z, w)


def plain(value):
    """A value of C as one of Python: vectors and arrays as arrays, structs as namespaces, texts as str."""
    if isinstance(value, (_c.gelVec3, _c.gelQuat)):
        return np.array([getattr(value, name) for name, _ in value._fields_])
    if isinstance(value, ctypes.Structure):
        return record(value)
    if isinstance(value, ctypes.Array):
        items = [plain(item) for item in value]
        return np.array(items) if items and isinstance(items[0], (bool, int, float)) else items
    return text(value) if isinstance(value, bytes) else value


def record(struct):
    """A struct as a namespace, with its members' names in snake case."""
    return types.SimpleNamespace(**{snake(name): plain(getattr(struct, name)) for name, *_ in struct._fields_
                                    if name != "cookie" and not isinstance(getattr(struct, name), ctypes._Pointer)})


def fill(struct, given, what):
    """Sets members by their names in snake case; others are a TypeError that lists the members."""
    names = {snake(name).rstrip("_"): (name, kind) for name, kind in struct._fields_ if name != "cookie"}
    for key, value in given.items():
        if key not in names:
            raise TypeError(f"{what}: no member {key!r}; there are {', '.join(sorted(names))}")
        name, kind = names[key]
        setattr(struct, name, vector(value) if kind is _c.gelVec3 else quaternion(value) if kind is _c.gelQuat
                else kind(*value) if issubclass(kind, ctypes.Array) else value)
    return struct


def _release(destroy, address, process):
    if os.getpid() == process:  # a forked child has no right to what its parent opened
        destroy(address)


class Handle:
    """What C must release: once, by close, with the last reference or at exit; never in a forked child."""

    def __init__(self, destroy, address, *owners):
        self._owners = owners  # live at least as long
        self._process = os.getpid()
        self._finalizer = weakref.finalize(self, _release, destroy, address, self._process)

    @property
    def is_closed(self):
        """Whether C has released it."""
        return not self._finalizer.alive


class Dependent(Handle):
    """A Handle of a world, which closes it."""
    ends = "closed"  # the ways in which it ends on its own

    def __init__(self, destroy, address, world, *owners):
        self.world = world
        super().__init__(destroy, address, world, *owners)
        world.own(self)

    def check(self):
        """Raises InvalidHandle if it is closed, or its world is of another process."""
        if self.is_closed:
            raise InvalidHandle(f"this {type(self).__name__} is closed: it was {self.ends}, or its World was closed")
        self.world.c

    def close(self):
        """Releases it. Later calls raise InvalidHandle."""
        self._finalizer()


@contextlib.contextmanager
def interruptible():
    """Collects exceptions of callbacks, among them Ctrl-C, and raises the first once the call of C has ended."""
    caught = []

    def guard(function):
        def guarded(*arguments):
            if not caught:
                try:
                    function(*arguments)
                except BaseException as error:  # ctypes would only print it
                    caught.append(error)
        return guarded
    try:
        yield guard
    except Exception:
        if not caught:  # else the call of C failed because the callback had
            raise
    if caught:
        raise caught[0]


def progress_of(progress, total, label):
    """(update, close) of `progress`: None, a function of the share done, or True for tqdm's bar, if it is installed."""
    if callable(progress):
        return lambda done: progress(done / total if total else 1.0), lambda: None
    if progress:
        try:
            from tqdm.auto import tqdm
        except ImportError:
            return lambda done: None, lambda: None
        bar = tqdm(total=total, desc=label)
        return lambda done: bar.update(done - bar.n), bar.close
    return lambda done: None, lambda: None


def path_bytes(path):
    return os.fsencode(path)
