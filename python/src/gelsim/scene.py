"""Scenes: worlds described by a file, with probes, expectations and lessons; and recordings of a session."""
import ctypes
import html
import json
import math
import os
import types
import typing

import numpy as np

from . import _c
from ._arrays import Dependent, Handle, fill, path_bytes, plain, progress_of, record, ref, text
from .errors import InvalidArgument, Unsupported
from .world import World, choose_backend, take_settings
from . import _settings


def _to_plain(value):
    """Numbers and arrays of NumPy for JSON."""
    if not isinstance(value, (np.generic, np.ndarray)):
        raise TypeError(f"expected a number, a text, a list or a dictionary, found {type(value).__name__}")
    return value.tolist()


def _change(path, value):
    """A changed value of a scene, as C reads it."""
    try:
        return f"{path}={json.dumps(value, default=_to_plain)}".encode()
    except TypeError as error:
        raise TypeError(f"{path}: {error}") from None


class Scene(Handle):
    """A scene: Scene("beam.json"), or a mesh file, which is dropped onto the ground.

    `set` replaces values of the file: {"substeps": 20, "bodies[0].material.youngModulus": 2e5}.
    """

    def __init__(self, path, refine=1.0, set=None):
        address, values = ctypes.POINTER(_c.gelScene)(), dict(set or {})
        texts = [_change(path, value) for path, value in values.items()]
        changes = (ctypes.c_char_p * len(texts))(*texts)
        _c.gelLoadSceneChanged(path_bytes(path), refine, changes, len(texts), ref(address))
        self.path = os.fspath(path)
        self._own(address, (Scene, (os.path.abspath(self.path), refine, values)))

    def _own(self, address, recipe):
        self.c, self._recipe = address, recipe
        Handle.__init__(self, _c.gelDestroyScene, address)
        return self

    @classmethod
    def from_text(cls, json, folder=""):
        """A scene from JSON text, with the paths of meshes relative to a folder."""
        address = ctypes.POINTER(_c.gelScene)()
        _c.gelParseScene(json.encode(), path_bytes(folder), ref(address))
        scene = cls.__new__(cls)
        scene.path = None
        return scene._own(address, (Scene.from_text, (json, os.path.abspath(folder))))

    def __reduce__(self):
        return self._recipe

    def __repr__(self):
        return f"<gelsim.Scene {self.name}: {_c.gelScene_GetTetCount(self.c)} tets>"

    @property
    def name(self):
        """Its name, for display."""
        return text(_c.gelScene_GetName(self.c))

    @property
    def time_step(self):
        """Seconds per frame."""
        return _c.gelScene_GetTimeStep(self.c)

    @property
    def frames(self):
        """The frames of its recording or, without one, those that its expectations need; 0: neither."""
        return _c.gelScene_GetRecordedFrames(self.c) or _c.gelScene_GetExpectedFrames(self.c)

    @property
    def files(self):
        """The files that it was read from."""
        found = []
        while name := _c.gelScene_GetFileName(self.c, len(found)):
            found.append(os.fsdecode(name))
        return found

    @property
    def probes(self):
        """Its probes, each with name, measure and unit."""
        return [record(_c.gelScene_GetProbe(self.c, i)) for i in range(_c.gelScene_GetProbeCount(self.c))]

    @property
    def lesson(self) -> typing.Any:
        """Question, steps, choices and answer; None for a scene that is no lesson."""
        found = _c.gelLesson()
        return record(found) if _c.gelScene_GetLesson(self.c, ref(found)) else None

    def world(self, backend="auto", **given):
        """A World with the bodies of the scene. Keywords replace its settings("world") and settings("program")."""
        definition = _c.gelScene_GetWorldDef(self.c)
        choose_backend(backend, definition)
        take_settings(definition, given)
        _settings.refuse(given, "world", "program", more=("ground",))
        address = ctypes.POINTER(_c.gelWorld)()
        _c.gelCreateWorld(ref(definition), ref(address))
        world = World.of(address)
        _c.gelScene_CreateBodies(self.c, world.c)
        return world

    def body_name(self, body):
        """The name that the scene gives a body; "" without one."""
        return text(_c.gelScene_GetBodyName(self.c, body.world.c, body.id))

    def run(self, frames=None, backend="auto", each=None, progress=None, **given):
        """Makes a world, steps it, reads the probes in each frame, and judges the expectations: a Result.

        each(world, frame) is called after each frame. Ctrl-C ends the run between two frames.
        """
        count = frames if frames is not None else self.frames or 120
        if count < 0:
            raise InvalidArgument(f"frames: expected 0 or more, found {count}")
        world = self.world(backend, **given)
        probes, recording = Probes(self, world), Recording(self, world)
        update, close = progress_of(progress, count, self.name)
        try:
            probes.add_frame(0.0)
            for frame in range(1, count + 1):
                recording.step()
                probes.add_frame(recording.time)
                if each is not None:
                    each(world, frame)
                update(frame)
        finally:
            close()
        return Result(self, world, probes)


def _data_frame(probes, times, values):
    import pandas
    return pandas.DataFrame(values, index=pandas.Index(times, name="time"), columns=[probe.name for probe in probes])


class Probes(Handle):
    """The values of a scene's probes in a world, frame by frame."""

    def __init__(self, scene, world):
        self.scene, self.world = scene, world
        self.c = ctypes.POINTER(_c.gelProbes)()
        _c.gelCreateProbes(scene.c, world.c, ref(self.c))
        Handle.__init__(self, _c.gelDestroyProbes, self.c, scene, world)

    def add_frame(self, time):
        """Reads all probes at a time, s, which must be later than the frame before."""
        _c.gelProbes_AddFrame(self.c, self.world.c, time)

    def __len__(self):
        """The number of frames."""
        return _c.gelProbes_GetFrameCount(self.c)

    @property
    def times(self):
        """[frames], s."""
        return np.array([_c.gelProbes_GetTime(self.c, i) for i in range(len(self))])

    @property
    def values(self):
        """[frames, probes], in each probe's unit."""
        count = _c.gelScene_GetProbeCount(self.scene.c)
        return np.array([[_c.gelProbes_GetValue(self.c, probe, i) for probe in range(count)]
                         for i in range(len(self))]).reshape(len(self), count)

    def to_dataframe(self):
        """A DataFrame of pandas: a column per probe, the index is the time in s."""
        return _data_frame(self.scene.probes, self.times, self.values)

    def verdicts(self):
        """The scene's expectations, each with what was measured, the error, and whether it is met."""
        found = []
        names = [probe.name for probe in self.scene.probes]
        for i in range(_c.gelScene_GetExpectationCount(self.scene.c)):
            expectation, verdict = _c.gelScene_GetExpectation(self.scene.c, i), _c.gelVerdict()
            _c.gelProbes_Judge(self.c, i, ref(verdict))
            one = record(verdict)
            one.probe, one.unit, one.reason = names[expectation.probe], text(expectation.unit), text(expectation.reason)
            one.take = text(_c.gelStatisticText(expectation.take))
            found.append(one)
        return found


class Result:
    """What Scene.run returns. It pickles, without its world."""

    def __init__(self, scene, world, probes):
        self.name, self.world, self.backend, self.hash = scene.name, world, world.backend, world.hash()
        self.probes, self.verdicts = scene.probes, probes.verdicts()
        self.times, self.values = probes.times, probes.values

    def __getitem__(self, probe):
        """The values [frames] of a probe, by name."""
        names = [one.name for one in self.probes]
        if probe not in names:
            raise KeyError(f"no such probe: {probe!r}; there are {', '.join(names)}")
        return self.values[:, names.index(probe)]

    def __getstate__(self):
        return {**self.__dict__, "world": None}

    def __repr__(self):
        met = sum(verdict.is_met for verdict in self.verdicts)
        return (f"<gelsim.Result of {self.name}: {len(self.times)} frames, {met} of {len(self.verdicts)} expectations "
                f"met, state {self.hash:016x}, on {self.backend}>")

    def to_dataframe(self):
        """A DataFrame of pandas: a column per probe, the index is the time in s."""
        return _data_frame(self.probes, self.times, self.values)

    def _repr_html_(self):
        rows = [(verdict.probe, verdict.take, f"{verdict.measured:.6g} {verdict.unit}",
                 f"{verdict.expected:.6g} {verdict.unit}", "met" if verdict.is_met else "missed")
                for verdict in self.verdicts]
        body = "".join(f"<tr>{''.join(f'<td>{html.escape(cell)}</td>' for cell in row)}</tr>" for row in rows)
        return (f"<p><b>{html.escape(self.name)}</b>: {len(self.times)} frames on {self.backend}, "
                f"state {self.hash:016x}</p><table><tr><th>probe</th><th>statistic</th><th>measured</th>"
                f"<th>expected</th><th></th></tr>{body}</table>")


class Recording(Dependent):
    """A session: moves the scene's obstacles, repeats its recorded input, and records that of a user.

        recording = gelsim.Recording(scene, world)
        recording.grab(origin=(0, 1, 3), direction=(0, 0, -1))
        recording.step(60)
        recording.write("session.json")
    """

    def __init__(self, scene, world):
        self.scene = scene
        self.c = ctypes.POINTER(_c.gelPlayer)()
        _c.gelCreatePlayer(scene.c, world.c, ref(self.c))
        super().__init__(_c.gelDestroyPlayer, self.c, world, scene)

    def _open(self):
        self.check()
        return self.c

    def step(self, count=1):
        """Steps `count` frames of the scene's length."""
        for _ in range(count):
            _c.gelPlayer_BeginFrame(self._open())
            _c.gelWorld_Step(self.world.c, self.scene.time_step)

    @property
    def frame(self):
        """The number of frames begun."""
        return _c.gelPlayer_GetFrame(self._open())

    @property
    def time(self):
        """The time at the end of the frames begun, s."""
        return _c.gelPlayer_GetTime(self._open())

    def apply(self, kind, **given):
        """Applies an event now and records it: apply("material", body=0, material={"young_modulus": 1e6})."""
        event = _c.gelEvent()
        numbers = {one.name.removeprefix("gel_event").lower(): one for one in _c.gelEventKind}
        if kind not in numbers or kind == "kindcount":
            raise ValueError(f"kind: expected one of {', '.join(list(numbers)[:-1])}, found {kind!r}")
        event.kind = numbers[kind]
        if kind == "settings":
            event.settings = _c.gelWorld_GetDef(self.world.c)
            take_settings(event.settings, given)
            _settings.refuse(given, "world", more=("ground",))
        if kind == "material":
            _c.gelBody_GetMaterial(self.world.c, self.world.bodies[given["body"]].id, ref(event.material))
            changes = dict(given.pop("material"))
            _settings.take("material", event.material, changes)
            _settings.refuse(changes, "material")
        fill(event, given, f"event {kind}")
        _c.gelPlayer_Apply(self._open(), ref(event))

    def grab(self, origin, direction, stiffness=300.0):
        """Grabs the first body that a ray hits."""
        self.apply("grab", origin=origin, direction=direction, stiffness=stiffness)

    def pull(self, origin, direction):
        """Pulls what is grabbed along a ray."""
        self.apply("pull", origin=origin, direction=direction)

    def release(self):
        """Lets go of what is grabbed."""
        self.apply("release")

    def write(self, path, with_hash=True):
        """Writes all input as a scene, which repeats the session bit by bit."""
        if self.scene.path is None:
            raise Unsupported("a recording refers to the file of its scene, and this scene is from a text: "
                              "write it to a file")
        _c.gelPlayer_WriteRecording(self._open(), path_bytes(self.scene.path), self.world.hash() if with_hash else 0,
                                    path_bytes(path))


def compare(a, b, time_step=None):
    """How far the states of two worlds differ; with a time step, both are stepped before.

    The result has `equal`, `largest` (m) and more. If the bits were equal before the step and differ after it,
    `divergence` names the stage, the constraint and the vertex.
    """
    difference, divergence, diverged = _c.gelDifference(), _c.gelDivergence(), ctypes.c_bool()
    if time_step is None:
        _c.gelMeasureDifference(a.c, b.c, ref(difference))
    else:
        _c.gelStepAndCompare(a.c, b.c, time_step, ref(difference), ref(divergence), ref(diverged))
    found = record(difference)
    found.divergence = plain(divergence) if diverged.value else None
    if found.divergence is not None:
        found.divergence.stage = text(_c.gelStageText(divergence.stage, divergence.kind))
    return found


def lessons(folder):
    """The lessons of a folder, such as assets/lessons of Gel, by name in their order: Scenes with a `lesson`."""
    found = []
    for name in sorted(os.listdir(folder)):
        if name.endswith(".json"):
            scene = Scene(os.path.join(folder, name))
            if scene.lesson is not None:
                found.append(scene)
    return {scene.name: scene for scene in sorted(found, key=lambda scene: scene.lesson.order)}


def check_lesson(scene, answer, result=None):
    """Judges a prediction: a number in the lesson's unit, or the number of a choice from 0."""
    lesson = scene.lesson
    if lesson.choice_count > 0:
        is_right = answer == lesson.right_choice
        return types.SimpleNamespace(is_right=is_right, right=lesson.right_choice, answer=lesson.answer)
    result = result or scene.run()
    measured = result.verdicts[lesson.expectation].measured * lesson.unit_scale
    error = abs(answer - measured) / abs(measured) if measured else math.inf
    return types.SimpleNamespace(is_right=error <= 0.1, right=measured, answer=lesson.answer)
