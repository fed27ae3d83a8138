"""PoCL, a driver of OpenCL for processors, from a package for Python, where loaders do not look: gelsim[pocl]."""
import ctypes
import fnmatch
import functools
import importlib.metadata
import os
import pathlib
import tempfile

from . import _c
from ._arrays import ref

_VENDORS = pathlib.Path("/etc/OpenCL/vendors")
_CHOICES = ("OCL_ICD_VENDORS", "OPENCL_VENDOR_PATH", "GEL_OPENCL_LIBRARY")


def _file(package, pattern):
    """The path of a file of an installed package, by its name; None without one."""
    try:
        files = importlib.metadata.files(package) or ()
    except importlib.metadata.PackageNotFoundError:
        return None
    return next((str(one.locate()) for one in files if fnmatch.fnmatch(one.name, pattern)), None)


def _system_has(library):
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


def _choose(driver):
    """What variables of the environment make a loader load `driver`, too, by a folder that they name and this fills."""
    folder = tempfile.TemporaryDirectory(prefix="gelsim-drivers-")
    for icd in _VENDORS.glob("*.icd"):
        pathlib.Path(folder.name, icd.name).symlink_to(icd)
    pathlib.Path(folder.name, "gelsim-pocl.icd").write_text(driver + "\n", encoding="utf-8")
    chosen = {"OCL_ICD_VENDORS": folder.name}
    loader = None if _system_has("libOpenCL.so.1") else _file("pyopencl", "libOpenCL*.so*")
    if loader is not None:
        chosen["GEL_OPENCL_LIBRARY"] = loader
        chosen["PYOPENCL_HOME"] = folder.name  # this loader crashes without one, and loads what is in its .libs
    return folder, chosen


@functools.lru_cache(maxsize=None)
def load():
    """Loads the drivers of OpenCL with this PoCL, once. The environment is as before afterwards.

    It is left out where the user has chosen drivers, and where the system has a PoCL.
    """
    driver = _file("pocl-binary-distribution", "libpocl*.so*")
    if driver is None or any(os.environ.get(name) for name in _CHOICES) or list(_VENDORS.glob("*pocl*.icd")):
        return
    folder, chosen = _choose(driver)
    before = {name: os.environ.get(name) for name in chosen}
    os.environ.update(chosen)
    try:
        _c.gelGetDevices(None, 0, ref(ctypes.c_int()))
    finally:
        for name, value in before.items():
            os.environ.pop(name)
            if value is not None:
                os.environ[name] = value
        folder.cleanup()
