"""The devices of this machine."""
import ctypes
import dataclasses

from . import _c, world
from ._arrays import ref, text


@dataclasses.dataclass(frozen=True)
class Device:
    """A device. `backend` is the text for World(backend=...)."""
    backend: str
    name: str
    platform: str
    driver: str
    kind: str  # cpu, gpu or other
    compute_units: int
    memory: int  # bytes
    is_exact: "bool | None"  # None: not tested
    reason: str  # the first wrong answer


def devices(test=False):
    """All devices of OpenCL, and the native one. With `test` each runs its self-test."""
    world.note_device(_c.gel_autoBackend)
    count = ctypes.c_int()
    _c.gelGetDevices(None, 0, ref(count))
    infos = (_c.gelDeviceInfo * count.value)()
    _c.gelGetDevices(infos, count.value, ref(count))
    found = []
    for info in infos:
        if test:
            _c.gelTestDevice(info.index, ref(info))
        found.append(Device(text(info.backend), text(info.name), text(info.platform), text(info.driver),
                            _c.gelDeviceKind(info.kind).name.removeprefix("gel_device").lower(), info.computeUnits,
                            info.globalMemory, info.exact if info.tested else None, text(info.reason)))
    return found
