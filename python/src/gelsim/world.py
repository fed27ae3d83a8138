"""The simulation: a world of bodies, stepped by a back end."""
import ctypes
import os
import threading
import weakref

import numpy as np

from . import _c, _pocl, _settings
from ._arrays import Handle, fill, interruptible, path_bytes, plain, pointer, progress_of, record, ref, text, vector
from .body import Body, add_body, add_obstacle
from .errors import DeviceError, InvalidArgument, InvalidHandle

_opened_by = None
_opening = threading.Lock()


def note_device(backend):
    """Notes that this process opens a device. Drivers of OpenCL hang in forked children, so those are refused."""
    global _opened_by
    if backend in (_c.gel_referenceFloat, _c.gel_referenceDouble):
        return
    with _opening:
        if _opened_by not in (None, os.getpid()):
            raise DeviceError("the parent process of this one has opened devices, which do not survive a fork: start "
                              'workers with "spawn" or "forkserver", or use the back end "reference"')
        _opened_by = os.getpid()
        if backend != _c.gel_native:
            _pocl.load()


def choose_backend(backend, definition):
    """Writes a back end, given as a text, to a definition, and notes that this process opens it."""
    if not isinstance(backend, str):
        raise TypeError(f"backend: expected a text, such as 'native', found {backend!r}")
    if backend.startswith(("auto", "opencl")):
        note_device(_c.gel_autoBackend)  # before OpenCL lists its devices
    _c.gelParseBackend(backend.encode(), ref(definition))
    note_device(definition.backend)


def _definition(backend, given):
    definition = _c.gelDefaultWorldDef()
    choose_backend(backend, definition)
    take_settings(definition, given)
    for name, member in (("lanes", "lanes"), ("work_group_size", "workGroupSize"), ("allow_inexact", "allowInexact")):
        if name in given:
            setattr(definition, member, given.pop(name))
    _settings.refuse(given, "world", "program", more=("backend", "ground", "lanes", "work_group_size", "allow_inexact"))
    return definition


def take_settings(definition, given):
    """Writes keywords to a definition. `ground` is True, False, or a dictionary of the ground's settings."""
    if "ground" in given:
        ground = given.pop("ground")
        given["ground_enabled"] = bool(ground) or isinstance(ground, dict)
        if isinstance(ground, dict):
            given.update({f"ground_{name}": value for name, value in ground.items()})
    _settings.take("world", definition, given)
    _settings.take("program", definition, given)


class World(Handle):
    """A simulation: World(ground=True, substep_count=20).

    `backend` is "auto", "reference", "double", "native", "opencl", "opencl:INDEX" or "opencl:PART-OF-A-NAME". Keywords
    are settings("world") and settings("program"). A world belongs to one thread at a time.
    """

    def __init__(self, backend="auto", **given):
        definition = _definition(backend, given)
        address = ctypes.POINTER(_c.gelWorld)()
        _c.gelCreateWorld(ref(definition), ref(address))
        self._own(address)

    def _own(self, address):
        self._address, self._dependents = address, weakref.WeakSet()
        Handle.__init__(self, _c.gelDestroyWorld, address)
        return self

    @classmethod
    def of(cls, address):
        """A World for a gelWorld* that it destroys."""
        return cls.__new__(cls)._own(address)

    def own(self, dependent):
        """Closes `dependent` before the world."""
        self._dependents.add(dependent)

    @property
    def c(self):
        """The gelWorld* for functions of gelsim._c."""
        if self.is_closed:
            raise InvalidHandle("this World was closed")
        if self._process != os.getpid():
            raise InvalidHandle("this World belongs to the parent process, and devices do not survive a fork: make "
                                'worlds in each worker, or start workers with "spawn"')
        return self._address

    def close(self):
        """Releases the world and what depends on it. Later calls raise InvalidHandle."""
        for dependent in list(self._dependents):
            dependent.close()
        self._finalizer()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def __reduce__(self):
        raise TypeError("a World belongs to a device, so it cannot be pickled: pickle the Scene or the meshes and make "
                        "the World in the worker, or pass the bytes of World.save_bytes()")

    def __repr__(self):
        if self.is_closed:
            return "<gelsim.World, closed>"
        count = _c.gelWorld_GetBodyCount(self.c)
        return f"<gelsim.World of {count} {'body' if count == 1 else 'bodies'} on {self.backend}>"

    # -- bodies

    def add(self, mesh, skin=None, **given):
        """Adds a TetMesh as a solid, a Surface as cloth, or a LineMesh as a rope. Returns the Body.

        `skin` is a Surface, or (Surface, Embedding) as Surface.fill returns them. Keywords are settings("body"),
        settings("material"), rotation=(x, y, z, w) and filter=(category, collides_with).
        """
        return add_body(self, mesh, skin, given)

    def add_obstacle(self, surface, **given):
        """Adds a Surface that no body moves. Keywords are settings("obstacle") and rotation=(x, y, z, w)."""
        return add_obstacle(self, surface, given)

    @property
    def bodies(self):
        """All bodies in order of creation, obstacles included."""
        count = _c.gelWorld_GetBodyCount(self.c)
        ids = (_c.gelBodyId * count)()
        _c.gelWorld_GetBodies(self.c, ids, count)
        return [Body(self, _c.gelBodyId(one.index1, one.generation)) for one in ids]

    def attach(self, a, b, **given):
        """Holds two points of Body.point or Body.find_point together. Keywords: members of gelAttachmentDef."""
        definition = _c.gelDefaultAttachmentDef()
        definition.a, definition.b = a, b
        fill(definition, given, "attach")
        identifier = _c.gelAttachmentId()
        _c.gelCreateAttachment(self.c, ref(definition), ref(identifier))
        return identifier

    def detach(self, attachment):
        """Removes an attachment of `attach`."""
        _c.gelDestroyAttachment(self.c, attachment)

    def set_fields(self, fields):
        """Replaces all fields, given as dictionaries: {"kind": "wind", "velocity": (8, 0, 0)}."""
        array = (_c.gelField * len(fields))()
        for i, given in enumerate(fields):
            given = dict(given)
            keys = given.pop("keys", ())
            choices = _settings.settings("field")["kind"].choices
            if given.get("kind") not in choices:
                raise InvalidArgument(f"kind: expected one of {', '.join(choices)}, found {given.get('kind')!r}")
            array[i] = _c.gelDefaultField(choices.index(given.pop("kind")))
            _settings.take("field", array[i], given)
            _settings.refuse(given, "field", more=("keys",))
            for j, (time, share) in enumerate(keys):
                array[i].keys[j] = _c.gelFieldKey(time, share)
            array[i].keyCount = len(keys)
        _c.gelWorld_SetFields(self.c, array, len(fields))

    def set_field_time(self, seconds):
        """Sets the time of keys, gusts and moving noise of fields; each step adds its length."""
        _c.gelWorld_SetFieldTime(self.c, seconds)

    # -- stepping

    def step(self, time_step=1 / 60, count=1):
        """Advances the world by `count` steps of `time_step` seconds. Returns once the work is queued."""
        for _ in range(count):
            _c.gelWorld_Step(self.c, time_step)

    def run(self, count, time_step=1 / 60, each=None, progress=None):
        """Steps `count` times and calls each(frame) after each step. Ctrl-C ends it between two steps.

        `progress` is True for a bar of tqdm, or a function of the share done.
        """
        update, close = progress_of(progress, count, "steps")
        try:
            for frame in range(1, count + 1):
                _c.gelWorld_Step(self.c, time_step)
                if each is not None:
                    each(frame)
                update(frame)
        finally:
            close()
        _c.gelWorld_Finish(self.c)

    def prepare(self, time_step=1 / 60):
        """Builds what the next step needs, so that it costs no more than those after it."""
        _c.gelWorld_Prepare(self.c, time_step)

    def finish(self):
        """Waits for the device."""
        _c.gelWorld_Finish(self.c)

    def hash(self):
        """The hash of all positions and velocities, equal on every exact device: print(f"{world.hash():016x}")."""
        return _c.gelWorld_Hash(self.c)

    # -- settings

    @property
    def settings(self):
        """All settings that may change, by keyword; a copy. World.set changes them."""
        return _settings.read("world", _c.gelWorld_GetDef(self.c))

    def set(self, **given):
        """Changes settings("world"), from the next step on."""
        definition = _c.gelWorld_GetDef(self.c)
        take_settings(definition, given)
        _settings.refuse(given, "world")
        _c.gelWorld_SetSettings(self.c, ref(definition))

    @property
    def backend(self):
        """A text that names the back end and the device."""
        return text(_c.gelWorld_GetBackendText(self.c))

    @property
    def is_exact(self):
        """Whether the back end computes the bits of the reference."""
        return _c.gelWorld_IsExact(self.c)

    @property
    def gravity(self):
        """[3], m/s^2."""
        return plain(_c.gelWorld_GetDef(self.c).gravity)

    @gravity.setter
    def gravity(self, value):
        _c.gelWorld_SetGravity(self.c, vector(value))

    # -- inspection

    def view(self, speeds=False):
        """A View: the positions of all bodies, which the device writes in place."""
        from .view import View
        return View(self, speeds)

    def device_view(self):
        """A DeviceView: positions and speeds in buffers of OpenCL, for pyopencl. The back end must be opencl."""
        from .view import DeviceView
        return DeviceView(self)

    def contacts(self):
        """The contacts of the last step, as a structured array with the members of gelContact."""
        count = ctypes.c_int()
        _c.gelWorld_GetContacts(self.c, None, 0, ref(count))
        found = (_c.gelContact * count.value)()
        _c.gelWorld_GetContacts(self.c, found, count.value, ref(count))
        kind = np.dtype(_c.gelContact)
        return np.frombuffer(found, kind).copy() if count.value else np.zeros(0, kind)

    def measure(self):
        """Energies, momentum, residuals and volumes."""
        found = _c.gelMeasures()
        _c.gelWorld_Measure(self.c, ref(found))
        return record(found)

    def counters(self):
        """Numbers of bodies, vertices, tets, constraints, colours, steps and bytes."""
        found = _c.gelCounters()
        _c.gelWorld_GetCounters(self.c, ref(found))
        return record(found)

    def profile(self):
        """Time and launches of the last step."""
        return record(_c.gelWorld_GetProfile(self.c))

    def explain(self):
        """Which strategies step the bodies, and why."""
        return text(_c.gelWorld_ExplainPlan(self.c))

    def cast_ray(self, origin, direction):
        """The first hit of a ray on a soft body, with `body` and `vertex`; None without one."""
        hit = _c.gelRayHit()
        _c.gelWorld_CastRay(self.c, vector(origin), vector(direction), ref(hit))
        if not hit.met:
            return None
        found = record(hit)
        found.body = Body(self, _c.gelBodyId(hit.body.index1, hit.body.generation))
        return found

    def set_goals(self, goals):
        """Replaces all springs that pull single vertices, like a hand: (body, vertex, position, stiffness) of each.

        The stiffness is per mass, 1/s^2.
        """
        array = (_c.gelGoal * len(goals))()
        for i, (body, vertex, position, stiffness) in enumerate(goals):
            array[i] = _c.gelGoal(body.id, vertex, vector(position), stiffness)
        _c.gelWorld_SetGoals(self.c, array, len(goals))

    # -- copies and states

    def clone(self, backend="auto", **given):
        """A copy of the world on another back end, with the same bodies and state."""
        definition = _definition(backend, given)
        address = ctypes.POINTER(_c.gelWorld)()
        _c.gelCloneWorld(self.c, ref(definition), ref(address))
        return World.of(address)

    def snapshot(self):
        """Keeps the state, to return to it any number of times: world.restore(snapshot)."""
        return Snapshot(self)

    def restore(self, snapshot):
        """Returns to the state of a snapshot."""
        _c.gelRestoreSnapshot(self.c, None, snapshot.c)

    def save(self, path):
        """Writes the state to a file, for a world of the same bodies on any back end."""
        _c.gelWriteSnapshot(path_bytes(path), self.c, None, None, 0)

    def load(self, path):
        """Reads a state that World.save has written."""
        _c.gelReadSnapshot(path_bytes(path), self.c, None, None, None)

    def save_bytes(self):
        """The state as bytes, to pickle or to send to another process."""
        address, size = ctypes.c_void_p(), ctypes.c_size_t()
        _c.gelWriteSnapshotToMemory(self.c, None, ref(address), ref(size))
        try:
            return ctypes.string_at(address, size.value)
        finally:
            _c.gelFree(address)

    def load_bytes(self, state):
        """Reads a state of World.save_bytes into a world of the same bodies."""
        _c.gelReadSnapshotFromMemory(state, len(state), self.c, None)


class Snapshot(Handle):
    """A state of a world in memory."""

    def __init__(self, world):
        self.c = ctypes.POINTER(_c.gelSnapshot)()
        _c.gelTakeSnapshot(world.c, None, ref(self.c))
        Handle.__init__(self, _c.gelDestroySnapshot, self.c, world)

    def __len__(self):
        """Its size in bytes."""
        return _c.gelSnapshot_GetSize(self.c)
