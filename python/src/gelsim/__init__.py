"""Gel: soft bodies on the GPU, the same bits on every device.

    import gelsim
    world = gelsim.World(ground=True)
    box = world.add(gelsim.TetMesh.box((0.2, 0.2, 0.2)), position=(0, 1, 0), young_modulus=1e5)
    world.run(60)
    print(box.positions, f"{world.hash():016x}")

Units are SI and Y is up. Arrays are float32 of NumPy, [n, 3] for positions. Keyword arguments are Gel's settings:
`gelsim.settings("material")` lists their names, units, ranges, defaults and help. Every function of C is in gelsim._c.
"""
from . import _c
from ._arrays import record
from ._library import log
from .bake import Bake, bake
from .body import Body
from .convert import from_trimesh, to_pyvista, to_trimesh
from .devices import Device, devices
from .errors import (DeviceError, Error, FileError, FormatError, InexactDevice, InvalidArgument, InvalidHandle,
                     NoDevice, OutOfMemory, StepTooSmall, Unsupported)
from .meshes import Embedding, LineMesh, Surface, TetMesh, carry_values, load_vertex_array
from .scene import Probes, Recording, Result, Scene, check_lesson, compare, lessons
from ._settings import Setting, settings
from .show import Film, show
from ._sweep import grid, run_variant, sweep
from .view import DeviceView, View
from .world import Snapshot, World

__version__ = _c.gelVersionText().decode()
__all__ = [
    "Bake", "Body", "Device", "DeviceError", "DeviceView", "Embedding", "Error", "FileError", "Film", "FormatError",
    "InexactDevice", "InvalidArgument", "InvalidHandle", "LineMesh", "NoDevice", "OutOfMemory", "Probes", "Recording",
    "Result", "Scene", "Setting", "Snapshot", "StepTooSmall", "Surface", "TetMesh", "Unsupported", "View", "World",
    "bake", "carry_values", "check_lesson", "compare", "devices", "from_trimesh", "grid", "lessons",
    "load_vertex_array", "log", "record", "run_variant", "settings", "show", "sweep", "to_pyvista", "to_trimesh",
]
