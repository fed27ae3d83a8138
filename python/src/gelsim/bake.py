"""Bakes: results for other programs, .pc2, .mdd, .glb, .vtu, .pvd, .obj and .ply."""
import ctypes
import os

from . import _c
from ._arrays import Dependent, path_bytes, progress_of, ref


class Bake(Dependent):
    """A result that is written frame by frame; the files get their names when the block ends without an exception.

        with gelsim.Bake(world, "jelly.pc2", frame_count=121) as bake:
            bake.write()                    # the state at the start
            for _ in range(120):
                world.step()
                bake.write()
    """
    ends = "finished or closed"

    def __init__(self, world, path, frame_count, time_step=1 / 60, body=None, tets=False):
        self._path = path_bytes(path)
        definition = _c.gelDefaultBakeDef()
        definition.path, definition.frameCount, definition.timeStep = self._path, frame_count, time_step
        definition.mesh = _c.gel_bakeTets if tets else _c.gel_bakeSkin
        if body is not None:
            definition.body = body.id
        self.c = ctypes.POINTER(_c.gelBake)()
        self._definition = definition
        _c.gelOpenBake(world.c, ref(definition), ref(self.c))
        super().__init__(_c.gelAbandonBake, self.c, world)

    @property
    def files(self):
        """The names of the files that exist so far."""
        found, index = [], 0
        name = ctypes.create_string_buffer(len(self._path) + _c.gel_bakeNameRoom)
        while _c.gelGetBakeFileName(ref(self._definition), index, name, len(name)):
            found.append(os.fsdecode(name.value))
            index += 1
        return [one for one in found if os.path.exists(one)]

    def write(self):
        """Appends the current state."""
        self.check()
        _c.gelBake_WriteFrame(self.c)

    def finish(self):
        """Completes the files. `close` abandons them instead."""
        self.check()
        self._finalizer.detach()
        _c.gelCloseBake(self.c)

    def __enter__(self):
        return self

    def __exit__(self, kind, *_):
        if kind is None:
            self.finish()
        else:
            self.close()


def bake(world, path, frame_count=121, time_step=1 / 60, each=None, progress=None, **given):
    """Steps a world and writes `frame_count` frames, the first of them the current state. Returns the files' names.

    each(frame) is called before each step. Ctrl-C ends the bake between two frames and removes its files.
    """
    update, close = progress_of(progress, frame_count, os.path.basename(os.fspath(path)))
    try:
        with Bake(world, path, frame_count, time_step, **given) as result:
            for frame in range(frame_count):
                if frame > 0:
                    if each is not None:
                        each(frame)
                    world.step(time_step)
                result.write()
                update(frame + 1)
    finally:
        close()
    return result.files
